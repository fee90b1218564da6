/* Ridges over a number of the structure, and the sensitivities of the peak: against the ridge over the level,
 * of which they follow by homogeneity, and against differences. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

static rdg_hbm *damped_beam_with(rdg_context *ctx, const rdg_contact *contact, double beta)
{
    friction_beam_layout beam = standard_beam;
    beam.beta = beta;
    rdg_structure *s = cantilever(ctx, &beam);
    rdg_contact_add(s, contact);
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static rdg_hbm *beam_with(rdg_context *ctx, const rdg_contact *contact)
{
    return damped_beam_with(ctx, contact, standard_beam.beta);
}

static const rdg_contact standard = {.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40.0};

static void respond(rdg_hbm *hb, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(280)), RDG_AT("alpha", alpha));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(280), RDG_HZ(335)), RDG_NO_TABLE,
                 RDG_IN_MEMORY);
}

/* Everything scales with the preload: where Am/alpha is least along the ridge over alpha at 40 N, at
 * alpha = 2.3738150658 N, is where Am is least over the preload at 1 N, at 40 / 2.3738150658 N. */
static void least_peak_over_the_preload(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with(ctx, &standard);
    respond(hb, 1.0);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_RELEASE("pad.preload"),
                             RDG_WINDOW("pad.preload", 2.0, 60.0), RDG_UZ("d.pad.preload", 0.0), RDG_NO_TABLE,
                             RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *preload = rdg_run_column(run, "pad.preload"), *am = rdg_run_column(run, "Am");
    const rdg_index least = rdg_run_find(run, "UZ", 0);
    assert_true(least > 0);
    assert_near(preload[least], 16.8505123151, 1e-11, 0.0);
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_true(am[row] >= am[least] * (1.0 - 1e-12));
    }
    assert_near(preload[least] * 2.3738150658, 40.0, 1e-10, 0.0);
}

/* (z, N0, alpha) -> c (z, N0, alpha): Am is homogeneous of degree 1 in the level and the preload, and the
 * multipliers say so at each point, stuck, in the corner and in slip. */
static void multipliers_are_those_of_a_homogeneous_peak(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with(ctx, &standard);
    respond(hb, 0.1);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.05, 50.0),
                             RDG_SENSITIVITIES, RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *alpha = rdg_run_column(run, "alpha"), *am = rdg_run_column(run, "Am");
    const double *by_alpha = rdg_run_column(run, "d.alpha"),
                 *by_preload = rdg_run_column(run, "d.pad.preload");
    const double *by_force = rdg_run_column(run, "d.shaker.amplitude");
    const double *by_phase = rdg_run_column(run, "d.shaker.phase");
    const double *by_mu = rdg_run_column(run, "d.pad.mu"), *corner = rdg_run_column(run, "nonsmooth");
    assert_non_null(by_mu);
    assert_non_null(by_phase);
    rdg_index corners = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(by_alpha[row] * alpha[row] + by_preload[row] * standard.preload, -am[row], 1e-12, 0.0);
        /* one normal load that does not vary: mu and the preload act as their product */
        assert_near(by_mu[row] * standard.mu, by_preload[row] * standard.preload, 1e-9, 1e-9 * am[row]);
        assert_near(by_force[row], by_alpha[row] * alpha[row], 1e-9, 1e-9 * am[row]); /* 1 N for alpha = 1 */
        assert_near(by_phase[row], 0.0, 0.0, 1e-9 * am[row]);
        corners += corner[row] >= 0.0;
    }
    assert_true(corners > 1);
    rdg_run_free(run);
}

/* The peak of a structure with slightly other numbers, by the ridge's end. */
static double peak_with(const rdg_contact *contact, double beta)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = damped_beam_with(ctx, contact, beta);
    respond(hb, 2.0);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 2.0, 2.1), RDG_NO_TABLE,
              RDG_IN_MEMORY, RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const double *am = rdg_run_column(run, "Am");
    const double peak = am ? am[0] : NAN;
    rdg_context_free(ctx);
    return peak;
}

static void sensitivities_are_the_peaks_differences(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with(ctx, &standard);
    respond(hb, 2.0);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 2.0, 2.1),
                             RDG_SENSITIVITIES, RDG_NO_TABLE, RDG_IN_MEMORY,
                             RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING)));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    static const char *const columns[] = {"d.pad.kt", "d.pad.mu", "d.pad.preload"};
    static const size_t places[] = {offsetof(rdg_contact, kt), offsetof(rdg_contact, mu),
                                    offsetof(rdg_contact, preload)};
    for (int k = 0; k < 3; k++) {
        const double *column = rdg_run_column(run, columns[k]);
        assert_non_null(column);
        double at = 0.0, peak[2];
        memcpy(&at, (const char *)&standard + places[k], sizeof at);
        for (int side = 0; side < 2; side++) {
            rdg_contact contact = standard;
            const double moved = at * (side ? 1.0 + 1e-4 : 1.0 - 1e-4);
            memcpy((char *)&contact + places[k], &moved, sizeof moved);
            peak[side] = peak_with(&contact, standard_beam.beta);
        }
        assert_near(-column[0] * at, (peak[1] - peak[0]) / 2e-4, 1e-5, 1e-9 * peak[0]);
    }
    const double beta = standard_beam.beta, less = peak_with(&standard, beta * (1.0 - 1e-4));
    const double more = peak_with(&standard, beta * (1.0 + 1e-4));
    const double *column = rdg_run_column(run, "d.damping.stiffness");
    assert_non_null(column);
    assert_near(-column[0] * beta, (more - less) / 2e-4, 1e-5, 0.0);
    rdg_run_free(run);
}

/* A response with another preload than the structure's goes on as a ridge with that one. */
static void numbers_of_the_response_are_those_of_the_ridge(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with(ctx, &standard);
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(280)), RDG_AT("alpha", 2.0), RDG_AT("pad.preload", 60.0));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(280), RDG_HZ(335)), RDG_NO_TABLE,
                 RDG_IN_MEMORY);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 2.0, 2.1),
                             RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    rdg_contact contact = standard;
    contact.preload = 60.0;
    assert_near(rdg_run_column(run, "Am")[0], peak_with(&contact, standard_beam.beta), 1e-10, 0.0);
    rdg_run_free(run);
}

static void what_a_ridge_refuses(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with(ctx, &standard);
    respond(hb, 1.0);
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_RELEASE("pad.preload"), RDG_RELEASE("pad.mu"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a ridge is a curve in one of them");
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_RELEASE("pad.preload"),
              RDG_WINDOW("pad.preload", 0, 1));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "without pad.preload there is no maximum");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(least_peak_over_the_preload, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(multipliers_are_those_of_a_homogeneous_peak, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(sensitivities_are_the_peaks_differences, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(numbers_of_the_response_are_those_of_the_ridge, scratch_setup,
                                        scratch_teardown),
        cmocka_unit_test_setup_teardown(what_a_ridge_refuses, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests_name("ridges over numbers", tests, NULL, NULL);
}
