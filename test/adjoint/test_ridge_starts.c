/* From where a ridge starts: the greatest maximum, even if an end of the window is greater, or the start is
 * that very maximum; what is refused; and how it ends where the maximum has no bound, or vanishes. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "response_scan.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/ridge.h>

enum { CASES = 40 };

/* Two masses on springs, the first one driven and seen. */
static rdg_hbm *pair(rdg_context *ctx, uint64_t *seed, double coupling, double damping, double kt)
{
    const double ground = 0.1 * random_scale(seed, 0.3, 3.0);
    const double M[4] = {1.0, 0.0, 0.0, random_scale(seed, 0.5, 2.0)};
    const double K[4] = {ground + coupling, -coupling, -coupling, ground + coupling};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, NULL, K);
    rdg_damping_proportional(s, 0.0, damping);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    if (kt > 0.0) {
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "y", .kt = kt, .limit = 1.0});
    }
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static void assert_first_row(rdg_context *ctx, const char *name, double omega, double Am)
{
    rdg_run *run = rdg_run_open(ctx, name);
    rdg_index row = 0;
    while (row < rdg_run_count(run) && rdg_run_point(run, row) != 0) {
        row++;
    }
    assert_near(rdg_run_column(run, "omega")[row], omega, 1e-6, 0.0);
    assert_near(rdg_run_column(run, "Am")[row], Am, 1e-9, 0.0);
    rdg_run_free(run);
}

/* The window begins anywhere on the flank of the first resonance, so that its end is often far greater than
 * the maximum; the response is labelled seldom. */
static void a_ridge_begins_at_the_greatest_maximum_even_if_an_end_of_the_window_is_greater(void **state)
{
    uint64_t seed = 21;
    int greater = 0, ridges = 0;
    (void)state;
    for (int k = 0; k < 2 * CASES; k++) {
        assert_int_equal(scratch_setup(state), 0);
        rdg_context *ctx = *state;
        rdg_hbm *hb = pair(ctx, &seed, random_scale(&seed, 0.5, 2.0), random_scale(&seed, 0.01, 0.06),
                           k % 2 ? 0.5 : 0.0);
        const double low = random_scale(&seed, 0.25, 0.8), level = random_scale(&seed, 0.05, 0.5);
        const rdg_peaks *peaks =
            scan_response(hb, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, 3.0));
        assert_non_null(peaks);
        if (rdg_error_status(ctx) == RDG_OK && peaks->greatest >= 0) {
            const rdg_maximum *m = &peaks->maximum[peaks->greatest];
            rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", level));
            rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, 3.0), RDG_NO_TABLE);
            assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                                     RDG_WINDOW("alpha", level, 1.1 * level), RDG_NO_TABLE));
            assert_first_row(ctx, "ridge", m->omega, m->amplitude);
            greater += peaks->end[0].amplitude > m->amplitude;
            ridges++;
        }
        scratch_teardown(state);
    }
    assert_true(ridges > CASES && greater > CASES / 2);
    assert_int_equal(scratch_setup(state), 0);
}

static void a_ridge_begins_at_the_very_maximum(void **state)
{
    uint64_t seed = 22;
    (void)state;
    for (int k = 0; k < CASES; k++) {
        rdg_context *ctx = *state;
        rdg_hbm *hb = pair(ctx, &seed, random_scale(&seed, 0.5, 2.0), random_scale(&seed, 0.01, 0.06),
                           random_scale(&seed, 0.1, 1.0));
        const double level = random_scale(&seed, 0.05, 2.0);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.1), RDG_AT("alpha", level));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.1, 3.0),
                                    RDG_MAXIMA("Am"), RDG_NO_TABLE));
        rdg_run *run = rdg_run_open(ctx, "frc");
        const double *Am = rdg_run_column(run, "Am"), *omega = rdg_run_column(run, "omega");
        rdg_index top = 0;
        for (rdg_index row = 0; row < rdg_run_count(run); row++) {
            top = Am[row] > Am[top] ? row : top;
        }
        assert_true(*rdg_run_type(run, top) == 'P'); /* PM or PK */
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                                 RDG_WINDOW("alpha", level, 1.1 * level), RDG_NO_TABLE));
        assert_first_row(ctx, "ridge", omega[top], Am[top]);
        rdg_run_free(run);
        assert_int_equal(scratch_teardown(state), 0);
        assert_int_equal(scratch_setup(state), 0);
    }
}

/* Above its resonances the response falls all the way. */
static void without_a_maximum_there_is_no_ridge(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 23;
    rdg_hbm *hb = pair(ctx, &seed, 1.0, 0.02, 0.5);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 2.5), RDG_AT("alpha", 0.1));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 2.5, 4.0), RDG_NO_TABLE));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 1.0), RDG_NO_TABLE);
    assert_failed(
        ctx, RDG_ERR_NO_CONVERGENCE,
        "has no maximum between omega = 2.5 and 4 rad/s at alpha = 0.1 N, neither smooth nor non-smooth");
}

static void levels_that_are_not_positive_and_an_unknown_check_are_refused(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 24;
    rdg_hbm *hb = pair(ctx, &seed, 1.0, 0.02, 0.5);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.0, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give a lower end above 0 N");
    rdg_ridge(hb, "ridge", "Am", RDG_RIDGE_CERTIFY(77), RDG_FROM_GREATEST("frc"),
              RDG_WINDOW("alpha", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "certify 77 is none of RDG_CERTIFY_LABELS");
}

/* Friction alone limits a peak up to alpha = 4 limit / pi. */
static void a_maximum_that_grows_beyond_all_bounds_is_called_so(void **state)
{
    uint64_t seed = 25;
    (void)state;
    for (int k = 0; k < 5; k++) {
        rdg_context *ctx = *state;
        const double m = random_scale(&seed, 0.5, 2.0), zero = 0.0, stiffness = random_scale(&seed, 0.5, 2.0);
        const double limit = random_scale(&seed, 0.3, 3.0), most = 4.0 * limit / RDG_PI;
        rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &m, &zero, &stiffness);
        rdg_name_dof(s, "x", 0);
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5 * stiffness, .limit = limit});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_sensor_add(s, "Am", "x");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        const double natural = sqrt(stiffness / m);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5 * natural), RDG_AT("alpha", 0.4 * most));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                    RDG_WINDOW("omega", 0.5 * natural, 2.0 * natural), RDG_NO_TABLE));
        rdg_run_summary summary;
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING),
                                 RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.4 * most, 2.0 * most),
                                 RDG_NO_TABLE, RDG_SUMMARY(&summary)));
        assert_false(summary.covered);
        assert_near(summary.reached[1], most, 1e-2, 0.0);
        assert_non_null(strstr(scratch_said, "the maximum grows beyond all bounds"));
        assert_int_equal(scratch_teardown(state), 0);
        assert_int_equal(scratch_setup(state), 0);
    }
}

/* The third harmonic is there as long as the contact slips: downwards the ridge ends, and says so. */
static void a_ridge_of_a_harmonic_that_vanishes_tells_which_levels_it_has_not_reached(void **state)
{
    uint64_t seed = 26;
    int early = 0;
    (void)state;
    for (int k = 0; k < CASES / 2; k++) {
        rdg_context *ctx = *state;
        const double m = 1.0, c = random_scale(&seed, 0.01, 0.1), stiffness = 1.0;
        rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &m, &c, &stiffness);
        rdg_name_dof(s, "x", 0);
        rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_sensor_harmonic_add(s, "Am", "x", 3);
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.6), RDG_AT("alpha", 1.0));
        assert_ok(ctx,
                  rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 2.0), RDG_NO_TABLE));
        rdg_run_summary summary;
        const rdg_status status =
            rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1e-3 * c, 1.0),
                      RDG_NO_TABLE, RDG_SUMMARY(&summary));
        if (status == RDG_OK) {
            early++;
            assert_false(summary.covered);
            assert_int_equal(rdg_shortfalls(ctx), 1);
            assert_non_null(strstr(scratch_said, "were not reached: "));
        }
        rdg_error_clear(ctx);
        assert_int_equal(scratch_teardown(state), 0);
        assert_int_equal(scratch_setup(state), 0);
    }
    assert_true(early > CASES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_ridge_begins_at_the_greatest_maximum_even_if_an_end_of_the_window_is_greater, NULL,
            scratch_teardown),
        SCRATCH_TEST(a_ridge_begins_at_the_very_maximum),
        SCRATCH_TEST(without_a_maximum_there_is_no_ridge),
        SCRATCH_TEST(levels_that_are_not_positive_and_an_unknown_check_are_refused),
        SCRATCH_TEST(a_maximum_that_grows_beyond_all_bounds_is_called_so),
        SCRATCH_TEST(a_ridge_of_a_harmonic_that_vanishes_tells_which_levels_it_has_not_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
