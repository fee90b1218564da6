/* Motions in two directions: default samples against 8192. */
#include "random_cone.h"

enum { MOTIONS = 100, COEFFICIENTS = 7 };

static void force_of(rdg_context *ctx, rdg_cone_contact law, rdg_index samples, const double *z,
                     double *force)
{
    law.samples = samples;
    assert_int_equal(cone_force(cone_balance(ctx, &law, RDG_HARMONICS(0, 1, 2, 3)), z, force), 0);
}

/* Largest error of a coefficient of the tangential force relative to the limit mu N0. */
static double error_of(bool is_variable, double amplitude, uint64_t *seed)
{
    const rdg_cone_contact law = {.tangential = {"x1", "x2"},
                                  .normal = is_variable ? "y" : NULL,
                                  .kt = 1.3,
                                  .kn = is_variable ? 0.9 : 0,
                                  .mu = 0.4,
                                  .preload = 0.8};
    rdg_context *ctx = rdg_context_create();
    double z[3 * COEFFICIENTS], coarse[CONE_MAX_N], fine[CONE_MAX_N], error = 0;
    for (int i = 0; i < 3 * COEFFICIENTS; i++) {
        z[i] = random_signed(seed) * (i < 2 * COEFFICIENTS ? amplitude : 0.4);
    }
    force_of(ctx, law, 0, z, coarse);
    force_of(ctx, law, 8192, z, fine);
    for (int i = 0; i < 2 * COEFFICIENTS; i++) {
        error = fmax(error, fabs(coarse[i] - fine[i]) / (law.mu * law.preload));
    }
    rdg_context_free(ctx);
    return error;
}

static void default_samples_give_a_thousandth_of_the_limit(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int kind = 0; kind < 4; kind++) {
        for (int k = 0; k < MOTIONS; k++) {
            assert_near(error_of(kind % 2, kind < 2 ? 1 : 6, &seed), 0, 0, 1e-3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(default_samples_give_a_thousandth_of_the_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
