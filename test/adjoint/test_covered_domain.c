/* One rule for what covers a window of frequencies: a softening response that enters by the lower end turns
 * back at a fold and leaves where it came in. rdg_continue(), rdg_frc_peaks() and rdg_ridges_of() all report
 * this. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridges.h>

static rdg_hbm *softening(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "softening", 1, (double[]){1.0}, (double[]){0.02}, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = -0.1});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "A", "x");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

/* Is the window covered by the response at a level, says the run? */
static bool run_covers(rdg_context *ctx, rdg_hbm *hb, double level, double low, double high)
{
    rdg_run_summary s;
    const long shortfalls = rdg_shortfalls(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", level));
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                                RDG_NO_TABLE, RDG_IN_MEMORY, RDG_SUMMARY(&s)));
    assert_int_equal(s.covered, s.reached[1] > high * (1.0 - 1e-9));
    assert_int_equal(rdg_shortfalls(ctx) - shortfalls, !s.covered);
    rdg_problem_free(p);
    return s.covered;
}

/* And the list of maxima? */
static bool is_covered(rdg_context *ctx, rdg_hbm *hb, double level, double low, double high)
{
    const bool covered = run_covers(ctx, hb, level, low, high);
    const rdg_peaks *found =
        rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high));
    assert_non_null(found);
    assert_int_equal(found->covered, covered);
    assert_int_equal(rdg_error_status(ctx) == RDG_OK, covered);
    rdg_error_clear(ctx);
    rdg_peaks_free(found);
    return covered;
}

static void a_window_is_covered_for_all_or_for_none(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = softening(ctx);
    int covered = 0, turned = 0;
    for (int k = 0; k < 24; k++) {
        const double low = 0.70 + 0.02 * (k % 12), level = k < 12 ? 0.04 : 0.02;
        const bool all = is_covered(ctx, hb, level, low, 1.2);
        covered += all;
        turned += !all;
    }
    assert_true(covered > 3 && turned > 3);
}

/* With a window of the amplitude besides a response that is cut off at its peak is complete as a curve, in
 * its box, but its maxima over the range of frequency are not known. */
static void maxima_demand_the_window_of_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = softening(ctx);
    const double low = 0.7, high = 1.2, level = 0.02;
    rdg_run_summary s;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", level));
    assert_ok(ctx, rdg_continue(p, "box", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                                RDG_WINDOW("A", 0.0, 0.06), RDG_NO_TABLE, RDG_IN_MEMORY, RDG_SUMMARY(&s)));
    assert_true(s.covered && s.reached[1] < 1.0);
    rdg_problem_free(p);
    assert_null(rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high),
                              RDG_WINDOW("A", 0.0, 0.06)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega has the domain");
}

/* The response turns back, and the one at the upper end folds: both are parts of the samples, so that all
 * maxima are known. */
static void levels_whose_responses_turn_back_are_certified(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = softening(ctx);
    const double low = 0.88, high = 1.2;
    const rdg_ridges *all =
        rdg_ridges_of(hb, "all", "A", RDG_WINDOW("alpha", 0.002, 0.04), RDG_WINDOW("omega", low, high),
                      RDG_RIDGES_SAMPLES(9), RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    assert_true(all->certified);
    int turned = 0, maxima = 0;
    for (int k = 0; k < 12; k++) {
        const double level = 0.002 * pow(20.0, (k + 0.5) / 12);
        const rdg_peaks *found =
            rdg_frc_peaks(hb, "A", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high));
        rdg_error_clear(ctx);
        rdg_ridges_point top;
        assert_ok(ctx, rdg_ridges_greatest(all, level, &top));
        turned += !found->covered;
        maxima += found->count > 0;
        assert_true(found->count == 0 ||
                    found->maximum[found->greatest].amplitude <= top.amplitude * (1.0 + 1e-9));
        assert_int_equal(top.ridge >= 0, found->count > 0);
        rdg_peaks_free(found);
    }
    assert_true(turned > 0 && turned < 12 && maxima > 0);
}

/* A line of nodes on contacts with varying normal load, every third with a gap that static forces close: the
 * contacts open, the structure softens, and the response turns back at a smooth fold, 1343.5395 rad/s. */
static void a_flange_whose_contacts_open_turns_back(void **state)
{
    enum { CONTACTS = 100, N = 2 * CONTACTS };
    rdg_context *ctx = *state;
    double *M = calloc((size_t)N * N, sizeof *M), *K = calloc((size_t)N * N, sizeof *K);
    assert_true(M && K);
    for (int p = 0; p < N; p++) {
        const bool normal = p % 2;
        M[p * (N + 1)] = 0.02;
        K[p * (N + 1)] += normal ? 2e4 : 5e4;
        if (p + 2 < N) {
            const int q = p + 2;
            const double k = normal ? 3e5 : 2e6;
            K[p * (N + 1)] += k;
            K[q * (N + 1)] += k;
            K[p + N * q] -= k;
            K[q + N * p] -= k;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "flange", N, M, NULL, K);
    free(M);
    free(K);
    rdg_damping_proportional(s, 20.0, 1e-6);
    for (int i = 0; i < CONTACTS; i++) {
        char along[16], across[16], name[16];
        snprintf(along, sizeof along, "u%d", i);
        snprintf(across, sizeof across, "v%d", i);
        snprintf(name, sizeof name, "c%d", i);
        rdg_name_dof(s, along, 2 * i);
        rdg_name_combination(s, across, 1, (rdg_index[]){2 * i + 1}, (double[]){-1.0});
        rdg_contact_add(s, &(rdg_contact){.name = name,
                                          .tangential = along,
                                          .normal = across,
                                          .kt = 5e4,
                                          .kn = 1e5,
                                          .mu = 0.3,
                                          .preload = i % 3 ? 0.5 : -1.5});
        if (i % 5 == 2) {
            rdg_static_force_add(s, across, 30.0);
        }
    }
    rdg_force_add(s, "u33", 1, 1.0);
    rdg_force_add(s, "v50", 1, 0.5);
    rdg_sensor_add(s, "A", "u99");
    assert_ok(ctx, rdg_prestress(s));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    assert_false(run_covers(ctx, hb, 70.0, 1341.64, 2459.67));
    rdg_run *run = rdg_run_open(ctx, "response");
    const rdg_index fold = rdg_run_find(run, "FP", 0);
    assert_true(fold >= 0);
    assert_near(rdg_run_column(run, "omega")[fold], 1343.539515, 1e-9, 0.0);
    rdg_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_window_is_covered_for_all_or_for_none),
                                       SCRATCH_TEST(maxima_demand_the_window_of_the_frequency),
                                       SCRATCH_TEST(levels_whose_responses_turn_back_are_certified),
                                       SCRATCH_TEST(a_flange_whose_contacts_open_turns_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
