/* The first mode of the Brake-Reuss beam, as measured: Iwan joint in microslip, viscous damping, cubic
 * spring.
 *
 * Points: amplitude, frequency and damping ratio at eight levels of a stepped sine with controlled response,
 * identified from the responses published with Cenedese, Marconi, Haller and Jain, Mechanical Systems and
 * Signal Processing 166 (2022) 108401 (github.com/mattiacenedese/BRBtesting). */
#define _XOPEN_SOURCE 700

#include "fresh_context.h"

#include <ridgewalk/least_squares.h>

#include <math.h>

enum { LEVELS = 8, PARAMETERS = 5 };

static const struct {
    double u, f, f_error, zeta, zeta_error; /* m, Hz, Hz */
} point[LEVELS] = {{1.955315e-05, 80.372027, 0.00202, 0.0014903, 0.0000262},
                   {7.920499e-05, 80.193719, 0.00309, 0.0019610, 0.0000193},
                   {1.170006e-04, 80.191645, 0.00539, 0.0024448, 0.0000614},
                   {1.582904e-04, 80.135801, 0.00953, 0.0030260, 0.0000265},
                   {1.974572e-04, 80.284703, 0.01449, 0.0037766, 0.0000467},
                   {2.361456e-04, 80.386332, 0.02398, 0.0045577, 0.0000840},
                   {2.752104e-04, 80.473984, 0.03414, 0.0055077, 0.0000790},
                   {3.140882e-04, 80.533490, 0.04195, 0.0063517, 0.0001182}};

/* Frequencies differ by so much from run to run, Hz (rms of four runs with controlled force). */
static const double repeatability = 0.053;

/* The stiffness that a microslip joint loses: int_0^1 s^chi (1 - (t - sin(2 t)/2)/pi) ds, cos t = 1 - 2 s; s
 * = x^4. */
static double lost_stiffness(double chi)
{
    enum { INTERVALS = 120 };
    double sum = 0.0;
    for (int i = 0; i <= INTERVALS; i++) {
        const double x = (double)i / INTERVALS, s = pow(x, 4), t = acos(1.0 - 2.0 * s);
        const double weight = i == 0 || i == INTERVALS ? 1.0 : i % 2 ? 4.0 : 2.0;
        sum += weight *
               (x > 0.0 ? 4.0 * pow(x, 4.0 * chi + 3.0) * (1.0 - (t - 0.5 * sin(2.0 * t)) / M_PI) : 0.0);
    }
    return sum / (3.0 * INTERVALS);
}

/* p: f0 Hz, zeta0, log10 r, chi, h; x = u/1e-4 m */
static void mode_at(const double *p, double u, double y[2])
{
    const double x = u / 1e-4, r = pow(10.0, p[2]), chi = p[3];
    const double square =
        1.0 - r * lost_stiffness(chi) * pow(x, chi + 1.0) + p[4] * x * x; /* (omega/omega0)^2 */
    y[0] = p[0] * sqrt(square);
    /* loss 4 R u^(chi + 3)/((chi + 2)(chi + 3)) of 2 pi zeta m omega^2 u^2 */
    y[1] = p[1] / sqrt(square) + 2.0 / M_PI * r * pow(x, chi + 1.0) / ((chi + 2.0) * (chi + 3.0)) / square;
}

static void residuals_of(const double *p, double *residual)
{
    for (int i = 0; i < LEVELS; i++) {
        double y[2];
        mode_at(p, point[i].u, y);
        residual[i] = (y[0] - point[i].f) / hypot(point[i].f_error, repeatability);
        residual[LEVELS + i] = (y[1] - point[i].zeta) / point[i].zeta_error;
    }
}

static int residuals(const double *p, double *residual, double *jacobian, void *data)
{
    const int n = *(const int *)data; /* parameters that are fitted; the others are 0 */
    const double step[PARAMETERS] = {1e-4, 1e-7, 1e-5, 1e-5, 1e-6};
    double q[PARAMETERS] = {0}, above[2 * LEVELS], below[2 * LEVELS];
    memcpy(q, p, sizeof *q * (size_t)n);
    residuals_of(q, residual);
    for (int j = 0; j < n; j++) {
        q[j] = p[j] + step[j];
        residuals_of(q, above);
        q[j] = p[j] - step[j];
        residuals_of(q, below);
        q[j] = p[j];
        for (int i = 0; i < 2 * LEVELS; i++) {
            jacobian[i + 2 * LEVELS * j] = (above[i] - below[i]) / (2.0 * step[j]);
        }
    }
    return 0;
}

static rdg_fit_problem problem_of(int *n)
{
    return (rdg_fit_problem){.n = *n,
                             .parameter = {{"f0", 79, 82, 80.3},
                                           {"zeta0", 1e-4, 1e-2, 2e-3},
                                           {"log10 r", -4, -0.5, -2.5},
                                           {"chi", -0.4, 1.5, 0.2},
                                           {"h", -0.05, 0.05, 0.0}},
                             .m = 2 * LEVELS,
                             .function = residuals,
                             .data = n,
                             .starts = 3,
                             .profiles = true};
}

/* Reference: an independent program. Values and ends of the 68 % intervals to a hundredth of the error. */
static void the_fit_of_the_beam_is_that_of_the_reference(void **state)
{
    static const double value[PARAMETERS] = {80.231, 1.4408e-3, -1.93956, 0.6532, 0.002430},
                        low[PARAMETERS] = {80.2005, 1.4134e-3, -1.94733, 0.6135, 0.002264},
                        high[PARAMETERS] = {80.2615, 1.4679e-3, -1.93196, 0.6933, 0.002597};
    int n = PARAMETERS;
    rdg_fit_result fit;
    const rdg_fit_problem p = problem_of(&n);
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    print_message("chi^2 %.3f of %td\n", fit.chi2, (ptrdiff_t)fit.freedom);
    for (int j = 0; j < n; j++) {
        const double error = 0.5 * (high[j] - low[j]);
        print_message("%-8s %.6e +- %.2e, %.6e .. %.6e\n", p.parameter[j].name, fit.parameter[j].value,
                      fit.parameter[j].error, fit.parameter[j].low, fit.parameter[j].high);
        assert_near(fit.parameter[j].value, value[j], 0.0, 0.02 * error);
        assert_near(fit.parameter[j].low, low[j], 0.0, 0.02 * error);
        assert_near(fit.parameter[j].high, high[j], 0.0, 0.02 * error);
        assert_true(fit.parameter[j].determined && !fit.parameter[j].open_low && !fit.parameter[j].open_high);
    }
    assert_near(fit.chi2, 16.7, 3e-3, 0.0);
    assert_int_equal(fit.freedom, 11);
}

/* An Iwan joint alone loses stiffness at all amplitudes; the measured frequency rises again. */
static void without_the_cubic_spring_the_model_is_rejected(void **state)
{
    int n = PARAMETERS - 1;
    rdg_fit_result fit;
    const rdg_fit_problem p = problem_of(&n);
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    print_message("chi^2 %.1f of %td without the cubic spring\n", fit.chi2, (ptrdiff_t)fit.freedom);
    assert_near(fit.chi2, 233, 0.01, 0.0);
    assert_int_equal(fit.freedom, 12);
}

/* Each row of the reference's profiles: the rise of chi^2 to 3e-3, as the standard deviations
 * above have three digits, the other parameters to 2 % of their errors. */
static void profiles_are_those_of_the_reference(void **state)
{
    char line[256];
    int n = PARAMETERS, rows = 0;
    double worst = 0.0, farthest = 0.0;
    rdg_fit_result fit;
    const rdg_fit_problem p = problem_of(&n);
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    FILE *file = fopen("test/data/fit_brb_profiles.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double row[2 + PARAMETERS], chi2, found[PARAMETERS];
        int j = 0, count = 0;
        while (j < n && strncmp(line, p.parameter[j].name, strcspn(p.parameter[j].name, " ")) != 0) {
            j++;
        }
        char *comma = strchr(line, ',');
        for (char *at = comma; at && count < 2 + PARAMETERS; at = strchr(at + 1, ',')) {
            row[count++] = strtod(at + 1, NULL);
        }
        if (j == n || count < 2 + PARAMETERS) {
            continue;
        }
        assert_ok(*state, rdg_fit_profile(*state, &p, &fit, j, 1, row, &chi2, found));
        worst = fmax(worst, fabs(chi2 - fit.chi2 - row[1]) / (1.0 + row[1]));
        for (int i = 0; i < n; i++) {
            farthest = fmax(farthest, fabs(found[i] - row[2 + i]) / fit.parameter[i].error);
        }
        rows++;
    }
    fclose(file);
    print_message("%d rows: chi^2 %.1e, others %.1e of their errors\n", rows, worst, farthest);
    assert_int_equal(rows, 65);
    assert_true(worst < 3e-3);
    assert_true(farthest < 0.02);
}

/* The damping ratios alone, without the cubic spring: zeta0, log10 r and chi. */
static int damping_residuals(const double *p, double *residual, double *jacobian, void *data)
{
    int n = PARAMETERS;
    double all[2 * LEVELS], derivatives[2 * LEVELS * PARAMETERS];
    (void)data;
    residuals((const double[PARAMETERS]){80.3, p[0], p[1], p[2], 0.0}, all, derivatives, &n);
    memcpy(residual, all + LEVELS, sizeof *residual * LEVELS);
    for (int j = 0; j < 3; j++) {
        memcpy(&jacobian[LEVELS * j], &derivatives[2 * LEVELS * (j + 1) + LEVELS], sizeof *jacobian * LEVELS);
    }
    return 0;
}

static void damping_alone_identifies_the_joint(void **state)
{
    rdg_fit_result fit;
    const rdg_fit_problem p = {
        .n = 3,
        .parameter = {{"zeta0", 1e-4, 1e-2, 2e-3}, {"log10 r", -4, -0.5, -2.5}, {"chi", -0.4, 1.5, 0.2}},
        .m = LEVELS,
        .function = damping_residuals};
    assert_ok(*state, rdg_least_squares(*state, &p, &fit));
    print_message("damping alone: zeta0 %.5e, chi %.4f +- %.4f, chi^2 %.3f of %td\n", fit.parameter[0].value,
                  fit.parameter[2].value, fit.parameter[2].error, fit.chi2, (ptrdiff_t)fit.freedom);
    assert_near(fit.parameter[0].value, 1.443e-3, 0.0, 5e-7);
    assert_near(fit.parameter[2].value, 0.641, 0.0, 5e-4);
    assert_near(fit.parameter[2].error, 0.040, 0.0, 5e-4);
    assert_near(fit.chi2, 2.2, 0.0, 0.05);
    assert_int_equal(fit.freedom, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_fit_of_the_beam_is_that_of_the_reference),
                                       TEST(without_the_cubic_spring_the_model_is_rejected),
                                       TEST(profiles_are_those_of_the_reference),
                                       TEST(damping_alone_identifies_the_joint)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
