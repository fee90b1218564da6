/* The four parameters of an Iwan joint on a beam from points of its damped mode. */
#define _XOPEN_SOURCE 700

#include "fit_beam.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/run_data.h>

enum { PARAMETERS = 4 };

static const char whole[] = "test/data/fit_beam_iwan.csv", micro[] = "test/data/fit_beam_iwan_micro.csv";

static const rdg_iwan truth = {.Kt = 2e6, .Fs = 12, .chi = -0.3, .beta = 0.4},
                      first = {.Kt = 1.5e6, .Fs = 16, .chi = -0.5, .beta = 0.8};

static rdg_hbm *beam_with_joint(rdg_context *ctx, rdg_iwan joint, int sliders)
{
    rdg_structure *s = fit_beam(ctx);
    joint.name = "joint";
    joint.at = "middle";
    joint.sliders = sliders;
    rdg_iwan_add(s, &joint);
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static rdg_measured *read_points(rdg_context *ctx, const char *table)
{
    rdg_measured *m = fit_beam_table(ctx, table);
    fit_beam_set_errors(m);
    return m;
}

static void fit_joint(rdg_context *ctx, const rdg_measured *m, rdg_iwan from, int sliders,
                      rdg_fit_result *fit)
{
    assert_ok(ctx, rdg_fit(beam_with_joint(ctx, from, sliders), "fit",
                           RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")), RDG_FIT("joint.Kt", 1e5, 1e8),
                           RDG_FIT("joint.Fs", 1, 1e3), RDG_FIT("joint.chi", -0.9, 0.5),
                           RDG_FIT("joint.beta", 0.01, 10), RDG_FIT_RESULT(fit), RDG_NO_TABLE));
}

static void compare(const rdg_fit_result *fit, double within)
{
    const double p[PARAMETERS] = {truth.Kt, truth.Fs, truth.chi, truth.beta};
    for (int j = 0; j < PARAMETERS; j++) {
        print_message("%.12g, %.1e off, relative error %.2e\n", fit->parameter[j].value,
                      fabs(fit->parameter[j].value / p[j] - 1.0), fit->parameter[j].error / fabs(p[j]));
        assert_near(fit->parameter[j].value, p[j], within, 0.0);
    }
}

/* The table's force is by quadrature over all sliders; 1600 of them are 1e-6 off. */
static void a_mode_gives_all_four_parameters_back(void **state)
{
    static const double error[PARAMETERS] = {3.6e-4, 1.8e-4, 5.5e-3, 7.2e-3}; /* relative; two digits */
    rdg_fit_result fit;
    fit_joint(*state, read_points(*state, whole), first, 1600, &fit);
    compare(&fit, 2e-6);
    assert_int_equal(fit.rank, PARAMETERS);
    assert_near(fit.parameter[0].error / truth.Kt, error[0], 0.02, 0.0);
    assert_near(fit.parameter[1].error / truth.Fs, error[1], 0.02, 0.0);
    assert_near(fit.parameter[2].error / -truth.chi, error[2], 0.02, 0.0);
    assert_near(fit.parameter[3].error / truth.beta, error[3], 0.02, 0.0);
}

/* The points of a run take the place of the measured ones. */
static void take_fitted(rdg_measured *m, rdg_run *run)
{
    static const char *const column[2] = {"frequency.fit", "damping.fit"};
    for (int k = 0; k < 2; k++) {
        memcpy(m->value[RDG_MEASURED_FREQUENCY + k], rdg_run_column(run, column[k]),
               sizeof(double) * (size_t)m->n);
    }
}

/* Points of the true joint with as many sliders, out of the run of a fit that cannot move. */
static void exact_points_give_exact_parameters(void **state)
{
    rdg_context *ctx = *state;
    rdg_measured *m = read_points(ctx, whole);
    rdg_fit_result fit;
    assert_ok(ctx, rdg_fit(beam_with_joint(ctx, truth, 100), "true",
                           RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")),
                           RDG_FIT("joint.Kt", truth.Kt, truth.Kt * (1.0 + 1e-15)), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "true");
    take_fitted(m, run);
    rdg_run_free(run);
    fit_joint(ctx, m, first, 100, &fit);
    compare(&fit, 1e-8);
    assert_true(fit.chi2 < 1e-12);
}

/* Points below phi_max by quadrature: the cut determines Fs and beta falsely, and is not believed. */
static void in_microslip_only_R_is_determined(void **state)
{
    static const rdg_index sliders[2] = {100, 1600};
    static const double within[2] = {1e-2, 1e-4};
    for (int k = 0; k < 2; k++) {
        rdg_fit_result fit;
        fit_joint(*state, read_points(*state, micro), first, (int)sliders[k], &fit);
        const rdg_iwan found = {.Kt = fit.parameter[0].value,
                                .Fs = fit.parameter[1].value,
                                .chi = fit.parameter[2].value,
                                .beta = fit.parameter[3].value};
        /* R has the unit N/m^(chi + 2): compared at 1e-6 m */
        const double stiffness = rdg_iwan_density_of(&found).R * pow(1e-6, 1.0 + found.chi),
                     expected = 3087490395.48 * pow(1e-6, 1.0 + truth.chi);
        print_message("Kt %.9g, chi %.6f, Fs %.4g, beta %.4g, R %.8e; share below 1e-6 m %.2e off\n",
                      found.Kt, found.chi, found.Fs, found.beta, rdg_iwan_density_of(&found).R,
                      stiffness / expected - 1.0);
        assert_true(fit.parameter[0].determined && fit.parameter[2].determined);
        assert_true(!fit.parameter[1].determined && !fit.parameter[3].determined);
        assert_true(isinf(fit.parameter[1].error) && isinf(fit.parameter[3].error));
        assert_near(found.Kt, truth.Kt, within[k], 0.0);
        assert_near(found.chi, truth.chi, within[k], 0.0);
        assert_near(stiffness, expected, within[k], 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_mode_gives_all_four_parameters_back),
                                       SCRATCH_TEST(exact_points_give_exact_parameters),
                                       SCRATCH_TEST(in_microslip_only_R_is_determined)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
