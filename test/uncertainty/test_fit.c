/* Parameters of a friction joint on a beam from exact points of its damped mode, of its responses and of its
 * peaks. */
#define _XOPEN_SOURCE 700

#include "fit_beam.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/peak.h>
#include <ridgewalk/run_data.h>

static const double truth[2] = {2e6, 12.0};

/* A Jenkins element between node 3 and the ground. */
static rdg_hbm *beam_with_joint(rdg_context *ctx, double kt, double limit)
{
    rdg_structure *s = fit_beam(ctx);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "middle", .kt = kt, .limit = limit});
    rdg_force_add(s, "tip", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "tip", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static rdg_measured *read_beam(rdg_context *ctx)
{
    return fit_beam_table(ctx, "test/data/fit_beam_jenkins.csv");
}

/* Over twice the interval chi^2 rises by 4; the other parameter is in between where the parabola has it. */
static void check_profile(rdg_context *ctx, const rdg_fit_result *fit)
{
    rdg_run *run = rdg_run_open(ctx, "fit.joint.kt");
    assert_int_equal(rdg_run_count(run), 25);
    const double *kt = rdg_run_column(run, "joint.kt"), *limit = rdg_run_column(run, "joint.limit"),
                 *rise = rdg_run_column(run, "rise");
    assert_true(kt[12] == fit->parameter[0].value && rise[12] == 0.0);
    assert_near(rise[0], 4.0, 1e-2, 0.0);
    assert_near(rise[24], 4.0, 1e-2, 0.0);
    assert_near(rise[6], 1.0, 1e-3, 0.0);
    assert_near(kt[18], fit->parameter[0].high, 1e-6, 0.0);
    const double slope = fit->correlation[RDG_FIT_MOST] * fit->parameter[1].error / fit->parameter[0].error;
    assert_near((limit[13] - limit[11]) / (kt[13] - kt[11]), slope, 1e-3, 0.0);
    rdg_run_free(run);
}

static void a_mode_gives_the_joint_back(void **state)
{
    rdg_context *ctx = *state;
    rdg_measured *m = read_beam(ctx);
    rdg_fit_result fit;
    fit_beam_set_errors(m);
    assert_ok(ctx, rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit",
                           RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")), RDG_FIT("joint.kt", 1e5, 1e8),
                           RDG_FIT("joint.limit", 1, 1e3), RDG_FIT_PROFILES, RDG_FIT_RESULT(&fit)));
    print_message("kt %.12e, limit %.12e, chi^2 %.2e, singular values %.1f %.1f, %td iterations\n",
                  fit.parameter[0].value, fit.parameter[1].value, fit.chi2, fit.singular[0], fit.singular[1],
                  (ptrdiff_t)fit.iterations);
    assert_near(fit.parameter[0].value, truth[0], 1e-8, 0.0);
    assert_near(fit.parameter[1].value, truth[1], 1e-8, 0.0);
    assert_near(fit.singular[0], 6551, 2e-4, 0.0);
    assert_near(fit.singular[1], 5432, 2e-4, 0.0);
    assert_near(fit.parameter[0].error / truth[0], 1.8e-4, 0.03, 0.0);
    assert_near(fit.parameter[1].error / truth[1], 1.6e-4, 0.03, 0.0);
    assert_near(fit.parameter[0].high - truth[0], fit.parameter[0].error, 0.01, 0.0);
    rdg_run *run = rdg_run_open(ctx, "fit");
    assert_int_equal(rdg_run_count(run), 12);
    assert_near(rdg_run_column(run, "frequency.fit")[5], 376.67618136, 1e-10, 0.0);
    /* the trace of J cov J^T is the number of parameters */
    static const char *const quantity[2][2] = {{"frequency.error", "frequency.deviation"},
                                               {"damping.error", "damping.deviation"}};
    double trace = 0.0;
    for (int k = 0; k < 24; k++) {
        const double *error = rdg_run_column(run, quantity[k / 12][0]),
                     *deviation = rdg_run_column(run, quantity[k / 12][1]);
        trace += pow(error[k % 12] / deviation[k % 12], 2.0);
    }
    assert_near(trace, 2.0, 1e-9, 0.0);
    rdg_run_free(run);
    check_profile(ctx, &fit);
}

/* Responses and peaks of the true structure are given back by fits that begin elsewhere. */
static rdg_measured *true_peaks(rdg_context *ctx)
{
    static const double level[6] = {0.02, 0.3, 1, 2, 4, 6};
    rdg_measured *m = rdg_measured_create(ctx, 6);
    rdg_peak_response *r = rdg_peak_response_create(beam_with_joint(ctx, truth[0], truth[1]), "A",
                                                    RDG_HZ(150), RDG_HZ(500), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, 0.01, RDG_HZ(384));
    assert_non_null(peak);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(rdg_peak_follow(r, peak, level[i]), RDG_PEAK_REACHED);
        m->value[RDG_MEASURED_LEVEL][i] = level[i];
        m->value[RDG_MEASURED_FREQUENCY][i] = peak->omega / RDG_HZ(1);
        m->value[RDG_MEASURED_AMPLITUDE][i] = peak->amplitude;
        m->error[RDG_MEASURED_FREQUENCY][i] = 0.01;
        m->error[RDG_MEASURED_AMPLITUDE][i] = 0.01 * peak->amplitude;
    }
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
    return m;
}

static void peaks_give_the_joint_back(void **state)
{
    rdg_context *ctx = *state;
    rdg_fit_result fit;
    rdg_measured *m = true_peaks(ctx);
    assert_ok(ctx,
              rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit", RDG_FIT_RIDGE(m, "A"),
                      RDG_FIT("joint.kt", 1e5, 1e8), RDG_FIT("joint.limit", 1, 1e3), RDG_FIT_RESULT(&fit)));
    print_message("kt %.12e, limit %.12e, chi^2 %.2e\n", fit.parameter[0].value, fit.parameter[1].value,
                  fit.chi2);
    assert_near(fit.parameter[0].value, truth[0], 1e-8, 0.0);
    assert_near(fit.parameter[1].value, truth[1], 1e-8, 0.0);
    assert_int_equal(fit.freedom, 10);
}

static void a_response_gives_the_joint_back(void **state)
{
    rdg_context *ctx = *state;
    rdg_fit_result fit;
    rdg_measured *m = true_peaks(ctx); /* at the frequencies of the peaks */
    assert_ok(ctx,
              rdg_fit(beam_with_joint(ctx, 1.8e6, 14), "fit", RDG_FIT_RESPONSE(m, "A"),
                      RDG_FIT("joint.kt", 1e5, 1e8), RDG_FIT("joint.limit", 1, 1e3), RDG_FIT_RESULT(&fit)));
    print_message("kt %.12e, limit %.12e, chi^2 %.2e\n", fit.parameter[0].value, fit.parameter[1].value,
                  fit.chi2);
    assert_near(fit.parameter[0].value, truth[0], 1e-8, 0.0);
    assert_near(fit.parameter[1].value, truth[1], 1e-8, 0.0);
    assert_int_equal(fit.freedom, 4);
}

/* Below the onset of slip only kt counts. */
static void below_the_onset_of_slip_the_limit_is_not_determined(void **state)
{
    rdg_context *ctx = *state;
    rdg_fit_result fit;
    rdg_measured *m = read_beam(ctx);
    fit_beam_set_errors(m);
    m->n = 5;
    assert_ok(ctx, rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit",
                           RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")), RDG_FIT("joint.kt", 1e5, 1e8),
                           RDG_FIT("joint.limit", 1, 1e3), RDG_FIT_PROFILES, RDG_FIT_RESULT(&fit)));
    m->n = 12;
    assert_int_equal(fit.rank, 1);
    assert_near(fit.parameter[0].value, truth[0], 1e-8, 0.0);
    assert_false(fit.parameter[1].determined);
    assert_true(fit.parameter[1].open_high && !fit.parameter[1].open_low); /* an inequality */
}

static void what_cannot_be_fitted_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = beam_with_joint(ctx, 1.2e6, 20);
    rdg_measured *m = read_beam(ctx); /* without standard deviations */
    assert_int_equal(rdg_fit(hb, "fit", RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")),
                             RDG_FIT("joint.kt", 1e5, 1e8)),
                     RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "frequency has no standard deviation"));
    rdg_error_clear(ctx);
    fit_beam_set_errors(m);
    assert_int_equal(rdg_fit(hb, "fit", RDG_FIT_RIDGE(m, "A"), RDG_FIT("joint.kt", 1e5, 1e8)),
                     RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "have no level"));
    rdg_error_clear(ctx);
    assert_int_equal(
        rdg_fit(hb, "fit", RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")), RDG_FIT("joint.k", 1e5, 1e8)),
        RDG_ERR_NAME);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_fit(hb, "fit", RDG_FIT("joint.kt", 1e5, 1e8)), RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
    assert_null(rdg_measured_read(ctx, "test/data/fit_beam_jenkins.csv", RDG_MEASURED(.amplitude = "u")));
    assert_non_null(strstr(rdg_error_message(ctx), "no column \"u\""));
    rdg_error_clear(ctx);
}

/* A fit of points of which one value has been changed. */
static void refuse(rdg_context *ctx, int quantity, bool error, double value, double factor, const char *text)
{
    rdg_measured *m = read_beam(ctx);
    fit_beam_set_errors(m);
    double *column = (error ? m->error : m->value)[quantity];
    for (rdg_index i = 0; i < m->n; i++) {
        column[i] *= factor;
    }
    column[3] = isnan(value) ? column[3] : value;
    assert_int_equal(rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit",
                             RDG_FIT_MODE(m, RDG_MODE(.number = 1, .at = "tip")),
                             RDG_FIT("joint.kt", 1e5, 1e8), RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    if (!strstr(rdg_error_message(ctx), text)) {
        print_error("%s\n", rdg_error_message(ctx));
    }
    assert_non_null(strstr(rdg_error_message(ctx), text));
    rdg_error_clear(ctx);
}

static void values_and_units_that_cannot_be_are_named(void **state)
{
    rdg_context *ctx = *state;
    refuse(ctx, RDG_MEASURED_AMPLITUDE, false, 0.0, 1.0, "the amplitude of point 4 is 0");
    refuse(ctx, RDG_MEASURED_FREQUENCY, false, -1.0, 1.0, "the frequency of point 4 is -1");
    refuse(ctx, RDG_MEASURED_DAMPING, false, 2.5, 1.0, "not percent");
    refuse(ctx, RDG_MEASURED_FREQUENCY, true, 0.0, 1.0, "deviation of the frequency of point 4 is 0");
    refuse(ctx, RDG_MEASURED_DAMPING, true, NAN, 200.0, "deviations of the damping are greater");
    refuse(ctx, RDG_MEASURED_FREQUENCY, false, NAN, 2.0 * M_PI, "not in rad/s");
}

/* Frequencies in kHz: the domain beside them has no peak. */
static void a_point_without_an_answer_is_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_measured *m = true_peaks(ctx);
    for (rdg_index i = 0; i < m->n; i++) {
        m->value[RDG_MEASURED_FREQUENCY][i] *= 1e-3;
    }
    assert_int_equal(rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit", RDG_FIT_RIDGE(m, "A"),
                             RDG_FIT("joint.kt", 1.1e6, 1.3e6), RDG_NO_TABLE),
                     RDG_ERR_NO_CONVERGENCE);
    assert_non_null(strstr(rdg_error_message(ctx), "no answer at point 1 (alpha = 0.02)"));
    rdg_error_clear(ctx);
}

static void more_parameters_than_values_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_measured *m = true_peaks(ctx);
    m->n = 1;
    assert_int_equal(rdg_fit(beam_with_joint(ctx, 1.2e6, 20), "fit", RDG_FIT_RESPONSE(m, "A"),
                             RDG_FIT("joint.kt", 1e5, 1e8), RDG_FIT("joint.limit", 1, 1e3), RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "2 parameters and 1 measured values"));
    rdg_error_clear(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_mode_gives_the_joint_back),
                                       SCRATCH_TEST(peaks_give_the_joint_back),
                                       SCRATCH_TEST(a_response_gives_the_joint_back),
                                       SCRATCH_TEST(below_the_onset_of_slip_the_limit_is_not_determined),
                                       SCRATCH_TEST(what_cannot_be_fitted_is_refused),
                                       SCRATCH_TEST(values_and_units_that_cannot_be_are_named),
                                       SCRATCH_TEST(a_point_without_an_answer_is_named),
                                       SCRATCH_TEST(more_parameters_than_values_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
