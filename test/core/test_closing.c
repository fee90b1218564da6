/* The closing conditions of a run: gradients, and that Newton's method meets them. */
#include "corrected.h"

#include "sparse.h"

/* A curve in four variables of very different size: x = s sin(a), y = 1e-6 (s^2 - cos(a)), and a monitor
 * mu = x y s + 3 a that is no variable. Blocks: "xy" (1, 1e-6 would be 1), "s", "a". */
static int curve_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[2] * sin(u[3]);
    y[1] = u[1] - 1e-6 * (u[2] * u[2] - cos(u[3]));
    y[2] = u[2] * u[2] * u[2] - u[3] + 0.2;
    return 0;
}

static int curve_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 1;
    values[4] = 1;
    values[6] = -sin(u[3]);
    values[7] = -2e-6 * u[2];
    values[8] = 3 * u[2] * u[2];
    values[9] = -u[2] * cos(u[3]);
    values[10] = -1e-6 * sin(u[3]);
    values[11] = -1;
    return 0;
}

static int curve_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[10] = -2e-6 * lambda[1] + 6 * u[2] * lambda[2];
    values[11] = values[14] = -cos(u[3]) * lambda[0];
    values[15] = u[2] * sin(u[3]) * lambda[0] - 1e-6 * cos(u[3]) * lambda[1];
    return 0;
}

static int watch_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = sin(u[1]);
    y[1] = u[0] * u[1] * u[2] + 3 * u[2];
    return 0;
}

static rdg_problem *curve(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, (double[]){0.3});
    rdg_add_variables(p, "y", 1, (double[]){1e-6});
    rdg_set_typical(p, "y", 1e-6, true);
    rdg_add_variables(p, "sa", 2, (double[]){0.7, 0.5});
    rdg_add_zero(
        p, &(rdg_function){.name = "curve", .n = 4, .m = 3, .f = curve_f, .df = curve_df, .d2f = curve_d2f},
        RDG_ALL);
    rdg_add_monitor(p, &(rdg_function){.name = "watch", .n = 3, .m = 2, .f = watch_f}, (rdg_index[]){0, 2, 3},
                    (const char *[]){"sine", "mu"}, RDG_ACTIVE);
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){0.4, 2e-6, 0.9, 1.1}, 1e-7));
    return p;
}

/* Gradient of a closing condition against differences of its value, at random points near the curve. */
static void check_gradient(rdg_system *s, const rdg_closing *closing, double tolerance)
{
    uint64_t seed = 9;
    for (int k = 0; k < 40; k++) {
        double u[4], row[4], e = 0;
        for (int j = 0; j < 4; j++) {
            u[j] = s->p->u0[j] + 0.3 * s->size[j] * random_signed(&seed);
        }
        assert_int_equal(rdg_closing_gradients(closing, s, u, row), 0);
        for (int j = 0; j < 4; j++) {
            const double h = 1e-4 * s->size[j], middle = u[j];
            double d[2];
            for (int level = 0; level < 2; level++) { /* extrapolated: errors of order h^4 */
                const double step = h * (1 + level);
                double up = 0, down = 0;
                u[j] = middle + step;
                assert_int_equal(rdg_closing_values(closing, s, u, &up), 0);
                u[j] = middle - step;
                assert_int_equal(rdg_closing_values(closing, s, u, &down), 0);
                d[level] = (up - down) / (2 * step);
            }
            u[j] = middle;
            assert_near(row[j] * s->size[j], (4 * d[0] - d[1]) / 3 * s->size[j], tolerance, tolerance);
        }
        assert_int_equal(rdg_closing_values(closing, s, u, &e), 0);
    }
}

static void gradients_of_closing_conditions_are_exact(void **state)
{
    rdg_problem *p = curve(*state);
    rdg_system *s = system_of(p);
    assert_non_null(s);
    assert_int_equal(s->dimension, 1);
    double row[4];
    for (int j = 0; j < 4; j++) {
        row[j] = (0.5 + 0.3 * j) / s->size[j];
    }
    const rdg_closing plane = rdg_closing_plane(row, p->u0, 0.37);
    check_gradient(s, &plane, 1e-9);
    for (rdg_index k = 0; k < 2; k++) {
        const rdg_closing value = rdg_closing_value(k, 0.2);
        check_gradient(s, &value, 1e-8);
        const rdg_closing fold = rdg_closing_fold(k, row);
        check_gradient(s, &fold, 1e-6);
    }
    rdg_system_free(s);
}

static void each_closing_condition_is_met_by_newtons_method(void **state)
{
    corrected k = corrected_of(curve(*state));
    rdg_problem *p = k.p;
    rdg_system *s = k.s;
    double row[4], u[4], e = 0, G[4];
    for (int j = 0; j < 4; j++) {
        row[j] = s->metric[j] * 0.4;
    }
    const rdg_closing conditions[] = {rdg_closing_plane(row, p->u0, 0.05 / s->size[0]),
                                      rdg_closing_value(1, 1.9), rdg_closing_value(0, 0.6)};
    for (int i = 0; i < 3; i++) {
        memcpy(u, p->u0, sizeof u);
        assert_int_equal(correct(&k, &conditions[i], u), RDG_CONVERGED);
        assert_int_equal(rdg_system_residual(s, u, G), 0);
        for (int j = 0; j < 3; j++) {
            assert_near(G[j], 0, 0, 1e-13 * (j == 1 ? 1e-6 : 1));
        }
        assert_int_equal(rdg_closing_values(&conditions[i], s, u, &e), 0);
        assert_near(e, 0, 0, 1e-10);
        assert_true(k.report.last_step <= 1e-8 && k.report.residual <= 1e-6);
    }
    /* along the curve sin(s) is stationary where s = pi/2 */
    const rdg_closing fold = rdg_closing_fold(0, row);
    u[2] = 1.5;
    u[3] = 0.2 + 1.5 * 1.5 * 1.5;
    u[0] = 1.5 * sin(u[3]);
    u[1] = 1e-6 * (1.5 * 1.5 - cos(u[3]));
    rdg_system_rescale(s, u);
    for (int j = 0; j < 4; j++) {
        row[j] = 1 / s->size[j];
    }
    assert_int_equal(correct(&k, &fold, u), RDG_CONVERGED);
    assert_near(u[2], 1.57079632679489661923, 1e-10, 0); /* as good as the differences of sin */
    release(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gradients_of_closing_conditions_are_exact),
        TEST(each_closing_condition_is_met_by_newtons_method),
    };
    return cmocka_run_group_tests_name("core: closing conditions", tests, NULL, NULL);
}
