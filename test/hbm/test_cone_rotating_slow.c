/* Responses of random masses on a friction cone under loads that rotate or run on ellipses, upwards and
 * downwards in frequency, followed to their ends. ROTATING_SEED: another second seed. */
#include "support.h"

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdlib.h>

static double between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

static int warnings;

static void listen(rdg_channel channel, const char *text, void *data)
{
    (void)text;
    (void)data;
    warnings += channel == RDG_CHANNEL_WARNING;
}

static bool is_covered(double ratio, uint64_t *seed)
{
    const double c = between(seed, 0.02, 0.12), M[4] = {1, 0, 0, 1}, C[4] = {c, 0, 0, c};
    const double kt = between(seed, 0.2, 2.2), mu = between(seed, 0.2, 0.8), alpha = between(seed, 0.1, 0.5);
    const double angle = between(seed, 0, 3), cosine = cos(angle), sine = sin(angle); /* of the axes */
    const bool down = random_signed(seed) < 0;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, listen, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "mass", 2, M, C, M);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_cone_contact_add(s, &(rdg_cone_contact){.tangential = {"x", "y"}, .kt = kt, .mu = mu, .preload = 1});
    rdg_force_add(s, "x", 1, cosine);
    rdg_force_phase_add(s, "x", 1, -ratio * sine, -acos(0));
    rdg_force_add(s, "y", 1, sine);
    rdg_force_phase_add(s, "y", 1, ratio * cosine, -acos(0));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", down ? 2.5 : 0.5), RDG_AT("alpha", alpha));
    rdg_run_summary summary = {0};
    rdg_continue(p, "f", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.5), RDG_NO_TABLE, RDG_IN_MEMORY,
                 RDG_DIRECTION(down ? -1 : 1), RDG_SUMMARY(&summary));
    const bool covered = rdg_error_status(ctx) == RDG_OK && summary.covered;
    rdg_context_free(ctx);
    return covered;
}

static void check(uint64_t seed)
{
    enum { TIMES = 120, RATIOS = 6 };
    static const double ratio[RATIOS] = {1, 0.9999, 0.999, 0.99, 0.97, 0.9};
    for (int k = 0; k < TIMES; k++) {
        warnings = 0;
        if (!is_covered(ratio[k % RATIOS], &seed)) {
            fail_msg("axis ratio %g, motion %d: not covered, %d warnings", ratio[k % RATIOS], k, warnings);
        }
    }
}

static void responses_to_rotating_loads_are_whole(void **state)
{
    (void)state;
    const char *other = getenv("ROTATING_SEED");
    check(1);
    check(other ? strtoull(other, NULL, 10) : 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(responses_to_rotating_loads_are_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
