/* Weighted least squares: exact and noisy data of models in closed form, directions that data do not
 * determine, profiles. */
#define _XOPEN_SOURCE 700

#include "fresh_context.h"

#include <ridgewalk/least_squares.h>

#include <math.h>

enum { POINTS = 12, VALUES = 2 * POINTS };

/* Frequency and damping of a mass m on a spring k0 and a Jenkins element (kt, limit L) by harmonic 1 over the
 * amplitude u: k1(u) and the lost energy D(u) of the friction element in closed form. */
typedef struct jenkins_points {
    double u[POINTS], omega[POINTS], zeta[POINTS], omega_error[POINTS], zeta_error[POINTS];
} jenkins_points;

static const double mass = 1.0, k0 = 1e6;

static void jenkins_mode(const double *p, double u, double y[2])
{
    const double kt = p[0], L = p[1], share = L / (kt * u);
    double stiffness = kt, loss = 0.0;
    if (share < 1.0) { /* slip: theta from the turning point */
        const double theta = acos(1.0 - 2.0 * share);
        stiffness = kt * (theta - 0.5 * sin(2.0 * theta)) / M_PI;
        loss = 4.0 * L * (u - L / kt);
    }
    const double omega = sqrt((k0 + stiffness) / mass);
    y[0] = omega;
    y[1] = 1e-3 + loss / (2.0 * M_PI * mass * omega * omega * u * u);
}

/* Derivatives by complex steps would need complex friction; central differences of 1e-6 are exact to 1e-9
 * here. */
static int jenkins_residuals(const double *p, double *residual, double *jacobian, void *data)
{
    const jenkins_points *d = data;
    for (int i = 0; i < POINTS; i++) {
        double y[2], above[2], below[2];
        jenkins_mode(p, d->u[i], y);
        residual[i] = (y[0] - d->omega[i]) / d->omega_error[i];
        residual[POINTS + i] = (y[1] - d->zeta[i]) / d->zeta_error[i];
        for (int j = 0; j < 2; j++) {
            double q[2] = {p[0], p[1]};
            const double h = 1e-6 * p[j];
            q[j] = p[j] + h;
            jenkins_mode(q, d->u[i], above);
            q[j] = p[j] - h;
            jenkins_mode(q, d->u[i], below);
            jacobian[i + VALUES * j] = (above[0] - below[0]) / (2 * h) / d->omega_error[i];
            jacobian[POINTS + i + VALUES * j] = (above[1] - below[1]) / (2 * h) / d->zeta_error[i];
        }
    }
    return 0;
}

static const double truth[2] = {2e6, 12.0};

static double gauss(uint64_t *seed)
{
    const double a = 0.5 * (1.0 + random_signed(seed)), b = random_signed(seed);
    return sqrt(-2.0 * log(fmax(a, 1e-300))) * cos(M_PI * b);
}

static void make_points(jenkins_points *d, double noise, uint64_t *seed)
{
    for (int i = 0; i < POINTS; i++) {
        double y[2];
        d->u[i] = 4e-6 * pow(100.0, i / (POINTS - 1.0));
        jenkins_mode(truth, d->u[i], y);
        d->omega_error[i] = 1e-4 * y[0];
        d->zeta_error[i] = 0.01 * y[1];
        d->omega[i] = y[0] + noise * d->omega_error[i] * gauss(seed);
        d->zeta[i] = y[1] + noise * d->zeta_error[i] * gauss(seed);
    }
}

static rdg_fit_problem jenkins_problem(jenkins_points *d)
{
    return (rdg_fit_problem){.n = 2,
                             .parameter = {{"kt", 1e5, 1e8, 1.2e6}, {"limit", 1, 1e3, 20}},
                             .m = VALUES,
                             .function = jenkins_residuals,
                             .data = d};
}

static void exact_data_give_the_truth_back(void **state)
{
    jenkins_points d;
    uint64_t seed = 1;
    rdg_fit_result fit;
    make_points(&d, 0.0, &seed);
    rdg_fit_problem p = jenkins_problem(&d);
    p.starts = 5;
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    assert_near(fit.parameter[0].value, truth[0], 1e-11, 0.0);
    assert_near(fit.parameter[1].value, truth[1], 1e-11, 0.0);
    assert_true(fit.chi2 < 1e-15 && fit.rank == 2 && fit.freedom == VALUES - 2);
    assert_true(fit.converged >= 4 && fit.parameter[0].determined && fit.parameter[1].determined);
    assert_true(fit.iterations < 12);
}

/* The truth lies in the 95 % interval in 93 to 97 of 100, and in the 68 % interval in 65 to 71, by 1000
 * repetitions. */
static void intervals_hold_the_truth_as_often_as_they_say(void **state)
{
    int in95[2] = {0}, in68[2] = {0}, profile68 = 0;
    uint64_t seed = 42;
    for (int k = 0; k < 1000; k++) {
        jenkins_points d;
        rdg_fit_result fit;
        make_points(&d, 1.0, &seed);
        rdg_fit_problem p = jenkins_problem(&d);
        p.profiles = k < 300;
        assert_ok(*state, rdg_least_squares(*state, &p, &fit));
        const double spread = sqrt(fmax(1.0, fit.chi2 / (double)fit.freedom));
        for (int j = 0; j < 2; j++) {
            const double off = fabs(fit.parameter[j].value - truth[j]) / (fit.parameter[j].error / spread);
            in95[j] += off < 1.959964;
            in68[j] += off < 0.994458;
        }
        profile68 += k < 300 && fit.parameter[0].low <= truth[0] && fit.parameter[0].high >= truth[0];
    }
    print_message("95 %%: %.1f and %.1f of 100; 68 %%: %.1f and %.1f; profile of kt %.1f\n", in95[0] / 10.0,
                  in95[1] / 10.0, in68[0] / 10.0, in68[1] / 10.0, profile68 / 3.0);
    for (int j = 0; j < 2; j++) {
        assert_in_range(in95[j], 930, 970);
        assert_in_range(in68[j], 650, 710);
    }
    assert_in_range(profile68, 300 * 62 / 100, 300 * 75 / 100);
}

/* Jacobian, errors and correlation of a straight line y = a + b x: closed forms. */
static int line(const double *p, double *residual, double *jacobian, void *data)
{
    const double *y = data;
    for (int i = 0; i < 4; i++) {
        residual[i] = (p[0] + p[1] * i - y[i]) / 0.5;
        jacobian[i] = 1 / 0.5;
        jacobian[i + 4] = i / 0.5;
    }
    return 0;
}

static void a_straight_line_has_its_closed_forms(void **state)
{
    double y[4] = {1.0, 2.9, 5.1, 7.0};
    rdg_fit_result fit;
    rdg_fit_problem p = {.n = 2,
                         .parameter = {{"a", -10, 10, 0}, {"b", -10, 10, 0}},
                         .m = 4,
                         .function = line,
                         .data = y,
                         .profiles = true};
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    assert_near(fit.parameter[0].value, 0.97, 1e-12, 0.0);
    assert_near(fit.parameter[1].value, 2.02, 1e-12, 0.0);
    const double sxx = 5.0, sa = 0.5 * sqrt(14.0 / 4.0 / sxx), sb = 0.5 / sqrt(sxx);
    assert_near(fit.parameter[0].error, sa, 1e-12, 0.0);
    assert_near(fit.parameter[1].error, sb, 1e-12, 0.0);
    assert_near(fit.correlation[RDG_FIT_MOST], -6.0 / sqrt(4.0 * 14.0), 1e-12, 0.0);
    assert_near(fit.parameter[0].low, 0.97 - sa, 1e-6,
                0.0); /* the profile of a linear model is the parabola */
    assert_near(fit.parameter[0].high, 0.97 + sa, 1e-6, 0.0);
    double chi2[3], others[6], at[3] = {1.0, 2.0, 3.0};
    assert_ok(*state, rdg_fit_profile(*state, &p, &fit, 1, 3, at, chi2, others));
    for (int k = 0; k < 3; k++) {
        const double off = (at[k] - 2.02) / sb;
        assert_near(chi2[k], fit.chi2 + off * off, 1e-10, 0.0);
        assert_near(others[2 * k], 4.0 - 1.5 * at[k], 1e-10, 0.0);
    }
}

/* Only the product of two parameters counts: one direction is determined, and neither parameter. */
static int product(const double *p, double *residual, double *jacobian, void *data)
{
    (void)data;
    for (int i = 0; i < 5; i++) {
        const double x = 1 + i;
        residual[i] = 10.0 * (p[0] * p[1] * x - 6.0 * x);
        jacobian[i] = 10.0 * p[1] * x;
        jacobian[i + 5] = 10.0 * p[0] * x;
    }
    return 0;
}

static void a_combination_is_named_where_only_that_is_determined(void **state)
{
    rdg_fit_result fit;
    rdg_fit_problem p = {.n = 2,
                         .parameter = {{"a", 0.1, 100, 1}, {"b", 0.1, 100, 2}},
                         .m = 5,
                         .function = product,
                         .profiles = true};
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    assert_int_equal(fit.rank, 1);
    assert_near(fit.parameter[0].value * fit.parameter[1].value, 6.0, 1e-12, 0.0);
    for (int j = 0; j < 2; j++) {
        assert_false(fit.parameter[j].determined);
        assert_true(isinf(fit.parameter[j].error));
        assert_near(fabs(fit.direction[j]), sqrt(0.5), 1e-10, 0.0);
    }
    assert_true(fit.direction[0] * fit.direction[1] > 0.0); /* ln a + ln b */
    assert_true(fit.parameter[0].open_low && fit.parameter[0].low == 0.1);
    assert_near(fit.parameter[0].high, 60.0 + 0.1 / sqrt(0.55), 1e-5, 0.0); /* b at its bound 0.1 */
    assert_true(fit.parameter[1].open_low && !fit.parameter[1].open_high);
}

static void a_bound_is_an_active_constraint(void **state)
{
    double y[4] = {1.0, 2.9, 5.1, 7.0};
    rdg_fit_result fit;
    rdg_fit_problem p = {
        .n = 2, .parameter = {{"a", -10, 10, 0}, {"b", -10, 1.5, 0}}, .m = 4, .function = line, .data = y};
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    assert_true(fit.parameter[1].value == 1.5 && fit.parameter[1].at_bound && fit.parameter[1].error == 0.0);
    assert_near(fit.parameter[0].value, 4.0 - 1.5 * 1.5, 1e-12, 0.0);
    assert_false(fit.parameter[0].at_bound);
}

static int no_answer(const double *p, double *residual, double *jacobian, void *data)
{
    (void)p;
    (void)residual;
    (void)jacobian;
    (void)data;
    return 1;
}

static void what_cannot_be_fitted_is_refused(void **state)
{
    rdg_fit_result fit;
    rdg_fit_problem p = {
        .n = 2, .parameter = {{"a", -10, 10, 0}, {"b", 3, 1.5, 0}}, .m = 4, .function = no_answer};
    assert_int_equal(rdg_least_squares(*state, &p, &fit), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(*state), "range of \"b\""));
    rdg_error_clear(*state);
    p.m = 1;
    assert_int_equal(rdg_least_squares(*state, &p, &fit), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(*state), "fewer parameters or more points"));
    rdg_error_clear(*state);
    p.m = 4;
    p.parameter[1].high = 4;
    assert_int_equal(rdg_least_squares(*state, &p, &fit), RDG_ERR_NO_CONVERGENCE);
    rdg_error_clear(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(exact_data_give_the_truth_back),
                                       TEST(intervals_hold_the_truth_as_often_as_they_say),
                                       TEST(a_straight_line_has_its_closed_forms),
                                       TEST(a_combination_is_named_where_only_that_is_determined),
                                       TEST(a_bound_is_an_active_constraint),
                                       TEST(what_cannot_be_fitted_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
