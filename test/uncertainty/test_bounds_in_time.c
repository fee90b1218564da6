/* The band at one frequency, approached in time: motions from random initial states settle to orbits, each
 * with the residual stress that its own past has left, and shooting makes them exact. */
#define _XOPEN_SOURCE 700

#include "design/contact_pair.h"
#include "numbers.h"
#include "scratch.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/run.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>

enum { STARTS = 12 };

static const double omega = 1.3, ends[2] = {-6, 6};

static rdg_structure *pair(rdg_context *ctx)
{
    rdg_structure *s = contact_pair(ctx, 0.06, 2.0, 2.0, 1.0);
    rdg_sensor_mean_add(s, "mean", "y");
    return s;
}

/* Amplitude by harmonic balance with the slider at a force, by a run over the force from one end on; the
 * least and the greatest one on the way. */
static double balanced(rdg_context *ctx, double start, double band[2])
{
    rdg_hbm *hb = rdg_hbm_create(pair(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1), RDG_AT("holds.start", ends[0]));
    assert_ok(ctx,
              rdg_continue(p, "hb", RDG_RELEASE("holds.start"), RDG_WINDOW("holds.start", ends[0], start),
                           RDG_STEP(0.01, 1e-6, 0.05), RDG_IN_MEMORY, RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "hb");
    const rdg_index last = rdg_run_find(run, "EP", 1);
    assert_true(last > 0);
    assert_near(rdg_run_column(run, "holds.start")[last], start, 1e-12, 0.0);
    const double *A_of = rdg_run_column(run, "A"), A = A_of[last];
    band[0] = band[1] = A;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        band[0] = fmin(band[0], A_of[k]);
        band[1] = fmax(band[1], A_of[k]);
    }
    rdg_run_free(run);
    return A;
}

/* The orbit behind a transient from a random state: its amplitude, and the slider's position, N. */
static double settled(rdg_context *ctx, uint64_t *seed, double *v)
{
    const double q[2] = {3.0 * random_signed(seed), 10.0 * random_signed(seed)};
    const double w[2] = {random_signed(seed), random_signed(seed)};
    rdg_hybrid *h = rdg_hybrid_of(pair(ctx), RDG_AT("omega", omega), RDG_AT("alpha", 1));
    const char *mode = NULL;
    double x[6] = {0};
    assert_true(rdg_hybrid_most_states(h) <= 6);
    assert_ok(ctx, rdg_hybrid_start(h, q, w, 0.0, &mode, x));
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .transient = 2000});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    assert_ok(ctx, rdg_continue(p, "orbit", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, 1.0001 * omega),
                                RDG_IN_MEMORY, RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "orbit");
    const double A = rdg_run_column(run, "A")[0];
    assert_near(rdg_run_column(run, "omega")[0], omega, 1e-14, 0.0);
    *v = 2.5 * rdg_run_column(run, "mean")[0]; /* (ky + kn + kt1) y = v + P - N20 */
    rdg_run_free(run);
    return A;
}

static void motions_in_time_stay_within_the_band(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 47;
    double band[2], part[2];
    balanced(ctx, ends[1], band);
    const double low = band[0], high = band[1];
    double least = INFINITY, greatest = 0.0, farthest = 0.0;
    for (int k = 0; k < STARTS; k++) {
        double v;
        const double A = settled(ctx, &seed, &v);
        farthest = fmax(farthest, fabs(balanced(ctx, v, part) / A - 1.0));
        least = fmin(least, A);
        greatest = fmax(greatest, A);
    }
    print_message("harmonic balance %.8g to %.8g, in time %.8g to %.8g; amplitudes differ by %.1e\n", low,
                  high, least, greatest, farthest);
    assert_true(high > 1.2 * low);
    assert_true(farthest < 1e-4); /* eleven harmonics */
    assert_true(least > low * (1.0 - 1e-4) && greatest < high * (1.0 + 1e-4));
    assert_true(greatest - least > 0.9 * (high - low)); /* both ends come near */
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(motions_in_time_stay_within_the_band)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
