/* The system of a run, its closing conditions, and the corrector on it. */
#include "problems.h"

#include "corrector_impl.h"
#include "sparse.h"
#include "toolbox.h"

static const rdg_newton_options standard = {.residual_tol = 1e-9, .step_tol = 1e-10, .max_iterations = 12};

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

static rdg_system *system_of(rdg_problem *p)
{
    bool *held = rdg_calloc((size_t)p->n_parameters, sizeof *held);
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        held[k] = p->parameter[k].kind == RDG_INACTIVE;
    }
    rdg_system *s = rdg_system_create(p, held, p->u0, 1, RDG_LU_AUTO);
    rdg_free(held);
    return s;
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
    rdg_problem *p = curve(*state);
    rdg_system *s = system_of(p);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    rdg_newton_report report;
    double row[4], u[4], e = 0, G[4];
    for (int j = 0; j < 4; j++) {
        row[j] = s->metric[j] * 0.4;
    }
    const rdg_closing conditions[] = {rdg_closing_plane(row, p->u0, 0.05 / s->size[0]),
                                      rdg_closing_value(1, 1.9), rdg_closing_value(0, 0.6)};
    for (int k = 0; k < 3; k++) {
        memcpy(u, p->u0, sizeof u);
        assert_int_equal(rdg_correct(c, &conditions[k], u, &report), RDG_CONVERGED);
        assert_int_equal(rdg_system_residual(s, u, G), 0);
        for (int i = 0; i < 3; i++) {
            assert_near(G[i], 0, 0, 1e-13 * (i == 1 ? 1e-6 : 1));
        }
        assert_int_equal(rdg_closing_values(&conditions[k], s, u, &e), 0);
        assert_near(e, 0, 0, 1e-10);
        assert_true(report.last_step <= 1e-8 && report.residual <= 1e-6);
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
    assert_int_equal(rdg_correct(c, &fold, u, &report), RDG_CONVERGED);
    assert_near(u[2], 1.57079632679489661923, 1e-10, 0); /* as good as the differences of sin */
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* A linear system of 20 unknowns whose solution is far from the guess in every unit. */
enum { N = 20 };

static int linear_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const double *root = data;
    for (rdg_index i = 0; i < n; i++) {
        y[i] = -3 * (u[i] - root[i]) + (u[(i + 1) % n] - root[(i + 1) % n]);
    }
    return 0;
}

static int linear_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)u;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i + m * i] = -3;
        values[i + m * ((i + 1) % n)] = 1;
    }
    return 0;
}

static void a_linear_problem_is_solved_at_once_from_anywhere(void **state)
{
    for (int exponent = -8; exponent <= 8; exponent += 4) {
        double root[N], u[N] = {0};
        uint64_t seed = 2;
        for (int j = 0; j < N; j++) {
            root[j] = pow(10, exponent) * random_signed(&seed);
        }
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", N, NULL);
        rdg_add_zero(
            p,
            &(rdg_function){.name = "linear", .n = N, .m = N, .f = linear_f, .df = linear_df, .data = root},
            RDG_ALL);
        rdg_system *s = system_of(p);
        rdg_corrector *c = rdg_corrector_create(s, &standard);
        rdg_newton_report report;
        for (int far = 0; far < 2; far++) {
            memset(u, 0, sizeof u);
            u[3] = far ? 1e6 : 0;
            assert_int_equal(rdg_correct(c, NULL, u, &report), RDG_CONVERGED);
            assert_true(report.iterations <= 2);
            for (int j = 0; j < N; j++) {
                assert_near(u[j], root[j], 1e-12, 1e-12);
            }
        }
        rdg_corrector_free(c);
        rdg_system_free(s);
        rdg_problem_free(p);
    }
}

/* A guess that is solved already comes back as it is, with factors for a tangent (KINSOL makes none then). */
static void a_solved_guess_stays_and_has_factors(void **state)
{
    rdg_problem *p = circle_problem(*state);
    bool held[2] = {false, false};
    rdg_system *s = rdg_system_create(p, held, p->u0, 1, RDG_LU_AUTO);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    rdg_newton_report report;
    const double row[2] = {-0.8, 0.6}, origin[2] = {0.6, 0.8};
    double u[2] = {0.6, 0.8}, t[2];
    const rdg_closing plane = rdg_closing_plane(row, origin, 0);
    assert_int_equal(rdg_correct(c, &plane, u, &report), RDG_CONVERGED);
    assert_int_equal(report.iterations, 0);
    assert_near(u[0], 0.6, 0, 1e-15);
    assert_near(u[1], 0.8, 0, 1e-15);
    rdg_system_solve(s, s->matrix, (double[]){0, 1}, t);
    assert_near(t[0], -0.8, 1e-14, 0);
    assert_near(t[1], 0.6, 1e-14, 0);
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* u^2 + 1 = 0 has no root; u exp(-u) = 0 has none to the right; both must be given up. */
static int no_root_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = data ? 1 + exp(-u[0]) : u[0] * u[0] + 1;
    return 0;
}

static void a_problem_without_a_root_is_given_up_with_a_reason(void **state)
{
    int other = 1;
    for (int k = 0; k < 2; k++) {
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 1, (double[]){0.7});
        rdg_add_zero(
            p, &(rdg_function){.name = "none", .n = 1, .m = 1, .f = no_root_f, .data = k ? &other : NULL},
            RDG_ALL);
        rdg_system *s = system_of(p);
        rdg_corrector *c = rdg_corrector_create(s, &standard);
        rdg_newton_report report;
        double u = 0.7;
        assert_int_equal(rdg_correct(c, NULL, &u, &report), RDG_FAILED);
        assert_true(strlen(p->trouble) > 10);
        assert_int_not_equal(p->trouble_status, RDG_OK);
        rdg_corrector_free(c);
        rdg_system_free(s);
        rdg_problem_free(p);
    }
}

/* |u - 1| + 5e-9, where Newton's method steps to and fro by as little as rounding of other problems does. */
static int kink_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = fabs(u[0] - 1.0) + 5e-9;
    return 0;
}

static int kink_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[0] > 1.0 ? 1.0 : -1.0;
    return 0;
}

static void steps_to_and_fro_across_a_kink_are_no_solution(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, (double[]){1.5});
    rdg_add_zero(p, &(rdg_function){.name = "kink", .n = 1, .m = 1, .f = kink_f, .df = kink_df}, RDG_ALL);
    rdg_system *s = system_of(p);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    rdg_newton_report report;
    double u = 1.0 + 2e-9;
    assert_int_equal(rdg_correct(c, NULL, &u, &report), RDG_FAILED);
    assert_non_null(strstr(p->trouble, "the scaled residual"));
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* A (x + cubic x^3) = b with the rows r_0, r_0 + apart r_1, r_0 + apart r_2, ...: with `apart` of
 * 1e-8 and less the Newton steps are rounding errors many times longer than those of the residual. */
typedef struct near_parallel {
    double row[N][N], apart, cubic, right[N];
} near_parallel;

static double near_parallel_entry(const near_parallel *c, int i, int j)
{
    return c->row[0][j] + (i > 0 ? c->apart * c->row[i][j] : 0.0);
}

static int near_parallel_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const near_parallel *c = data;
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += near_parallel_entry(c, i, j) * (u[j] + c->cubic * u[j] * u[j] * u[j]);
        }
        y[i] -= c->right[i];
    }
    return 0;
}

static int near_parallel_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const near_parallel *c = data;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            values[i + m * j] = near_parallel_entry(c, i, j) * (1.0 + 3.0 * c->cubic * u[j] * u[j]);
        }
    }
    return 0;
}

static void a_residual_at_rounding_is_a_solution_whatever_the_last_step_was(void **state)
{
    uint64_t seed = 4;
    int long_steps = 0;
    for (int k = 0; k < 300; k++) {
        const bool bent = k % 2 == 1; /* so little that a step of rounding errors does no harm */
        near_parallel c = {.apart = pow(10.0, -8.0 - (bent ? 1.0 : 3.0) * fabs(random_signed(&seed))),
                           .cubic = bent ? 1e-5 : 0.0};
        double root[N], u[N], F[N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                c.row[i][j] = random_signed(&seed) + (i == j ? 2.0 : 0.0);
            }
            root[i] = random_signed(&seed);
            u[i] = root[i] + 0.1 * random_signed(&seed);
        }
        near_parallel_f(N, root, N, F, &c);
        memcpy(c.right, F, sizeof F);
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", N, (double[N]){1.0});
        rdg_set_typical(p, "u", 1.0, false);
        const rdg_function rows = {
            .name = "near", .n = N, .m = N, .f = near_parallel_f, .df = near_parallel_df, .data = &c};
        rdg_add_zero(p, &rows, RDG_ALL);
        rdg_system *s = system_of(p);
        rdg_corrector *corrector = rdg_corrector_create(s, &standard);
        rdg_newton_report report;
        assert_int_equal(rdg_correct(corrector, NULL, u, &report), RDG_CONVERGED);
        long_steps += report.last_step > 1e-8;
        near_parallel_f(N, u, N, F, &c);
        for (int i = 0; i < N; i++) {
            assert_near(F[i], 0.0, 0, 1e-12);
        }
        rdg_corrector_free(corrector);
        rdg_system_free(s);
        rdg_problem_free(p);
    }
    assert_true(long_steps > 100);
}

/* x - y = 0 and x - y + 1e-6 (y^2 - 1) = 0: a residual at rounding is met 5e-8 from the root already. */
static int flat_square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[1];
    y[1] = y[0] + 1e-6 * (u[1] * u[1] - 1.0);
    return 0;
}

static int flat_square_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[1] = 1.0;
    values[2] = -1.0;
    values[3] = -1.0 + 2e-6 * u[1];
    return 0;
}

static void steps_that_shrink_are_taken_though_the_residual_is_at_rounding(void **state)
{
    uint64_t seed = 8;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "flat", .n = 2, .m = 2, .f = flat_square_f, .df = flat_square_df},
                 RDG_ALL);
    rdg_system *s = system_of(p);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    for (int k = 0; k < 300; k++) {
        rdg_newton_report report;
        const double start = 1.0 + pow(10.0, -4.0 + 3.0 * random_signed(&seed));
        double u[2] = {start, start};
        assert_int_equal(rdg_correct(c, NULL, u, &report), RDG_CONVERGED);
        assert_near(u[1], 1.0, 0, 2e-9);
    }
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* x + y = 0 and x + y + 1e-3 (|y| + 1e-7) = 0, without a solution: a small residual and long steps to and
 * fro. */
static int skew_kink_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] + u[1];
    y[1] = y[0] + 1e-3 * (fabs(u[1]) + 1e-7);
    return 0;
}

static int skew_kink_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[1] = values[2] = 1.0;
    values[3] = 1.0 + (u[1] > 0.0 ? 1e-3 : -1e-3);
    return 0;
}

static void long_steps_to_and_fro_with_a_residual_above_rounding_are_no_solution(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 2, (double[]){1.0, -1.0});
    rdg_add_zero(p, &(rdg_function){.name = "skew", .n = 2, .m = 2, .f = skew_kink_f, .df = skew_kink_df},
                 RDG_ALL);
    rdg_system *s = system_of(p);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    rdg_newton_report report;
    for (int k = -3; k <= 3; k++) {
        double u[2] = {0.0, 3e-8 * k};
        assert_int_equal(rdg_correct(c, NULL, u, &report), RDG_FAILED);
    }
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* From far off Newton's method for a square root comes near only after so many iterations. */
static int square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] - 4.0;
    return 0;
}

static void the_last_step_takes_a_point_to_rounding(void **state)
{
    uint64_t seed = 6;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, (double[]){2.0});
    rdg_add_zero(p, &(rdg_function){.name = "square", .n = 1, .m = 1, .f = square_f, .by_differences = true},
                 RDG_ALL);
    rdg_system *s = system_of(p);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    for (int k = 0; k < 300; k++) {
        rdg_newton_report report;
        double u = 2.0 + 0.5 * random_signed(&seed);
        assert_int_equal(rdg_correct(c, NULL, &u, &report), RDG_CONVERGED);
        assert_near(u, 2.0, 5e-16, 0);
    }
    rdg_corrector_free(c);
    rdg_system_free(s);
}

static void a_guess_that_needs_more_iterations_than_allowed_is_given_up(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, (double[]){2.0});
    rdg_add_zero(p, &(rdg_function){.name = "square", .n = 1, .m = 1, .f = square_f, .by_differences = true},
                 RDG_ALL);
    rdg_system *s = system_of(p);
    int failed = 0;
    for (int allowed = 1; allowed <= 8; allowed++) {
        const rdg_newton_options few = {.residual_tol = 1e-9, .step_tol = 1e-10, .max_iterations = allowed};
        rdg_corrector *c = rdg_corrector_create(s, &few);
        rdg_newton_report report;
        double u = 64.0, x = u;
        const rdg_outcome outcome = rdg_correct(c, NULL, &u, &report);
        for (int k = 0; k < allowed; k++) {
            x = 0.5 * (x + 4.0 / x);
        }
        assert_int_equal(outcome, fabs(x - 2.0) < 1e-6 ? RDG_CONVERGED : RDG_FAILED);
        failed += outcome == RDG_FAILED;
        rdg_corrector_free(c);
    }
    assert_int_equal(failed, 7); /* after seven of them it is still 3e-4 away */
    rdg_system_free(s);
}

static void held_parameters_go_to_their_target(void **state)
{
    rdg_problem *p = circle_problem(*state);
    bool held[2] = {false, true};
    rdg_system *s = rdg_system_create(p, held, p->u0, 1, RDG_LU_AUTO);
    assert_int_equal(s->dimension, 0);
    rdg_system_set_target(s, 1, 0.28);
    rdg_corrector *c = rdg_corrector_create(s, &standard);
    rdg_newton_report report;
    double u[2] = {1, 0};
    assert_int_equal(rdg_correct(c, NULL, u, &report), RDG_CONVERGED);
    assert_near(u[0], 0.96, 1e-13, 0);
    assert_near(u[1], 0.28, 1e-13, 0);
    rdg_corrector_free(c);
    rdg_system_free(s);
}

/* The arclength weighs a block by its typical size and by its number of variables. */
static void the_metric_does_not_see_units_nor_numbers(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "many", 100, NULL);
    rdg_add_variables(p, "one", 1, NULL);
    rdg_set_typical(p, "many", 1e-7, false);
    rdg_set_typical(p, "one", 1e3, false);
    const rdg_function f = {.name = "f", .n = 100, .m = 100, .f = linear_f, .data = p->u0};
    rdg_index index[100];
    for (int j = 0; j < 100; j++) {
        index[j] = j;
    }
    rdg_add_zero(p, &f, index);
    rdg_system *s = system_of(p);
    assert_non_null(s);
    double v[101] = {0};
    for (int j = 0; j < 100; j++) {
        v[j] = 1e-7;
    }
    assert_near(rdg_system_dot(s, v, v), 1, 1e-12, 0);
    assert_true(rdg_system_normalise(s, v));
    assert_near(v[7], 1e-7, 1e-12, 0);
    memset(v, 0, sizeof v);
    assert_false(rdg_system_normalise(s, v));
    v[100] = -5e3;
    assert_near(rdg_system_dot(s, v, v), 25, 1e-12, 0);
    v[3] = NAN;
    assert_false(rdg_system_normalise(s, v));
    rdg_system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gradients_of_closing_conditions_are_exact),
        TEST(each_closing_condition_is_met_by_newtons_method),
        TEST(a_linear_problem_is_solved_at_once_from_anywhere),
        TEST(a_solved_guess_stays_and_has_factors),
        TEST(a_problem_without_a_root_is_given_up_with_a_reason),
        TEST(a_residual_at_rounding_is_a_solution_whatever_the_last_step_was),
        TEST(steps_that_shrink_are_taken_though_the_residual_is_at_rounding),
        TEST(long_steps_to_and_fro_with_a_residual_above_rounding_are_no_solution),
        TEST(the_last_step_takes_a_point_to_rounding),
        TEST(a_guess_that_needs_more_iterations_than_allowed_is_given_up),
        TEST(steps_to_and_fro_across_a_kink_are_no_solution),
        TEST(held_parameters_go_to_their_target),
        TEST(the_metric_does_not_see_units_nor_numbers),
    };
    return cmocka_run_group_tests_name("core: corrector", tests, NULL, NULL);
}
