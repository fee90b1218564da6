/* The slope of a parameter along a curve: its gradient against differences, folds and branch points as zeros.
 */
#include "support.h"

#include "fresh_context.h"

#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/problem.h>

enum { X = 5, N = X + 2, M = 4, STATES = 200 };

/* y_k = a_k u + sin(b_k u) + (c_k u)^2 / 2 */
typedef struct waves {
    double a[M][N], b[M][N], c[M][N];
} waves;

static double dot(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < N; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const waves *w = data;
    (void)n;
    for (rdg_index k = 0; k < m; k++) {
        const double c = dot(w->c[k], u);
        y[k] = dot(w->a[k], u) + sin(dot(w->b[k], u)) + 0.5 * c * c;
    }
    return 0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const waves *w = data;
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index j = 0; j < n; j++) {
            values[k + m * j] = w->a[k][j] + cos(dot(w->b[k], u)) * w->b[k][j] + dot(w->c[k], u) * w->c[k][j];
        }
    }
    return 0;
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    const waves *w = data;
    for (rdg_index k = 0; k < m; k++) {
        for (rdg_index e = 0; e < n * n; e++) {
            values[e] += lambda[k] * (w->c[k][e % n] * w->c[k][e / n] -
                                      sin(dot(w->b[k], u)) * w->b[k][e % n] * w->b[k][e / n]);
        }
    }
    return 0;
}

static waves random_waves(uint64_t *seed)
{
    waves w;
    for (int e = 0; e < M * N; e++) {
        w.a[e / N][e % N] = random_signed(seed);
        w.b[e / N][e % N] = random_signed(seed);
        w.c[e / N][e % N] = random_signed(seed);
    }
    return w;
}

/* x [5], p, q; four equations; p and q are to be held */
static rdg_problem *wave_problem(rdg_context *ctx, waves *equations, waves *amplitude)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", X, NULL);
    rdg_add_variables(p, "p", 1, NULL);
    rdg_add_variables(p, "q", 1, NULL);
    rdg_function g = {.name = "F", .n = N, .m = M, .f = f, .df = df, .d2f = d2f, .data = equations};
    assert_ok(ctx, rdg_add_zero(p, &g, RDG_ALL));
    g = (rdg_function){.name = "A", .n = N, .m = 1, .f = f, .df = df, .d2f = d2f, .data = amplitude};
    assert_ok(ctx, rdg_add_monitor(p, &g, RDG_ALL, NULL, RDG_ACTIVE));
    return p;
}

static const char *const held[] = {"p", "q"};

static double slope_at(rdg_bordered_scalar *s, const double *u, const double *t)
{
    assert_int_equal(rdg_bordered_scalar_factor(s, u, t), 0);
    return rdg_bordered_scalar_values(s)->slope;
}

static void gradient_agrees_with_differences_at_random_states(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 11;
    const double h = 1e-5;
    for (int k = 0; k < STATES; k++) {
        waves equations = random_waves(&seed), amplitude = random_waves(&seed);
        rdg_problem *p = wave_problem(ctx, &equations, &amplitude);
        rdg_bordered_scalar *s = rdg_bordered_scalar_create(p, "A", 2, held);
        double u[N], t[N], gradient[N], tangent[N];
        for (int i = 0; i < N; i++) {
            u[i] = random_signed(&seed);
            t[i] = random_signed(&seed);
        }
        slope_at(s, u, t);
        assert_int_equal(rdg_bordered_scalar_differentiate(s), 0);
        const rdg_scalar_values *v = rdg_bordered_scalar_values(s);
        memcpy(gradient, v->gradient, sizeof gradient);
        memcpy(tangent, v->tangent, sizeof tangent);
        const double scale = 1.0 + sqrt(dot(gradient, gradient)), second = v->second;
        const double length = 1.0 + dot(tangent, tangent); /* the Hessian grows with it near singular B */
        for (int i = 0; i < N; i++) {
            double y[N];
            memcpy(y, u, sizeof y);
            y[i] = u[i] + h;
            const double up = slope_at(s, y, t);
            y[i] = u[i] - h;
            assert_near((up - slope_at(s, y, t)) / (2.0 * h), gradient[i], 0.0,
                        1e-8 * scale * length * length);
        }
        assert_near(second, dot(gradient, tangent), 1e-12, 1e-12);
        rdg_bordered_scalar_free(s);
        rdg_problem_free(p);
    }
}

/* Those of the held variables and of t: w_k with B^T w = -A_u. */
static void gradients_of_multipliers_agree_with_differences(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 17;
    const double h = 1e-5;
    for (int k = 0; k < STATES; k++) {
        waves equations = random_waves(&seed), amplitude = random_waves(&seed);
        rdg_problem *p = wave_problem(ctx, &equations, &amplitude);
        rdg_bordered_scalar *s = rdg_bordered_scalar_create(p, "A", 2, held);
        const rdg_scalar_values *v = rdg_bordered_scalar_values(s);
        double u[N], t[N], unit[N] = {0.0}, x[N], gradient[N];
        const int row = M + k % (N - M);
        for (int i = 0; i < N; i++) {
            u[i] = random_signed(&seed);
            t[i] = random_signed(&seed);
        }
        unit[row] = 1.0;
        slope_at(s, u, t);
        assert_int_equal(rdg_bordered_scalar_solve(s, unit, x), 0);
        assert_int_equal(rdg_bordered_scalar_hessian_times(s, x, gradient), 0);
        const double scale = 1.0 + sqrt(dot(gradient, gradient));
        const double length = 1.0 + dot(x, x) + dot(v->tangent, v->tangent);
        for (int i = 0; i < N; i++) {
            double y[N], side[2];
            memcpy(y, u, sizeof y);
            for (int j = 0; j < 2; j++) {
                y[i] = u[i] + (j == 0 ? -h : h);
                slope_at(s, y, t);
                side[j] = v->multipliers[row];
            }
            assert_near((side[1] - side[0]) / (2.0 * h), -gradient[i], 0.0, 1e-8 * scale * length * length);
        }
        rdg_bordered_scalar_free(s);
        rdg_problem_free(p);
    }
}

/* Newton's method on the curve, t du = 0 */
static void settle(rdg_bordered_scalar *s, double *u, const double *t)
{
    const rdg_scalar_values *v = rdg_bordered_scalar_values(s);
    for (int k = 0; k < 30; k++) {
        assert_int_equal(rdg_bordered_scalar_factor(s, u, t), 0);
        for (int i = 0; i < N; i++) {
            u[i] += v->correction[i];
        }
    }
    assert_true(dot(v->correction, v->correction) < 1e-24);
}

static void multipliers_are_the_slopes_over_held_variables(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 12;
    const double h = 1e-6;
    for (int k = 0; k < 20; k++) {
        waves equations = random_waves(&seed), amplitude = random_waves(&seed);
        for (int i = 0; i < M; i++) { /* near a regular linear problem: Newton's method converges */
            for (int j = 0; j < N; j++) {
                equations.a[i][j] += i == j ? 5.0 : 0.0;
            }
        }
        rdg_problem *p = wave_problem(ctx, &equations, &amplitude);
        rdg_bordered_scalar *s = rdg_bordered_scalar_create(p, "A", 2, held);
        const double t[N] = {0, 0, 0, 0, 1};
        double u[N] = {0, 0, 0, 0, 0.1, 0.2, -0.1}, dA[2];
        settle(s, u, t);
        const rdg_scalar_values *v = rdg_bordered_scalar_values(s);
        dA[0] = -v->multipliers[M + 1];
        dA[1] = -v->multipliers[M + 2];
        for (int q = 0; q < 2; q++) {
            double y[N], b[N] = {0}, change[N];
            b[M + 1 + q] = 1.0;
            assert_int_equal(rdg_bordered_scalar_solve(s, b, change), 0);
            memcpy(y, u, sizeof y);
            y[X + q] += h;
            settle(s, y, t);
            const double up = v->value, moved = y[0];
            y[X + q] -= 2.0 * h;
            settle(s, y, t);
            assert_near((up - v->value) / (2.0 * h), dA[q], 1e-7, 1e-8);
            assert_near((moved - y[0]) / (2.0 * h), change[0], 1e-7, 1e-8);
            settle(s, u, t);
        }
        rdg_bordered_scalar_free(s);
        rdg_problem_free(p);
    }
}

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static int cross(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * (u[1] - u[0] * u[0]);
    return 0;
}

static int cross_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = u[1] - 3.0 * u[0] * u[0];
    values[1] = u[0];
    return 0;
}

static int circle_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = 2.0 * u[0];
    values[1] = 2.0 * u[1];
    return 0;
}

static rdg_bordered_scalar *plane_scalar(rdg_context *ctx, rdg_problem **p,
                                         int (*g)(rdg_index, const double *, rdg_index, double *, void *))
{
    *p = rdg_problem_create(ctx);
    rdg_add_variables(*p, "x", 1, NULL);
    rdg_add_variables(*p, "y", 1, NULL);
    rdg_add_zero(*p,
                 &(rdg_function){.name = "F",
                                 .n = 2,
                                 .m = 1,
                                 .f = g,
                                 .df = g == circle ? circle_gradient : cross_gradient,
                                 .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(*p, "y", "y", 0);
    return rdg_bordered_scalar_create(*p, "y", 0, NULL);
}

/* Of the parameter y itself: the slope is 0 where the curve turns back in y. */
/* Largest residual of row i of B^T w = -A_u, relative to the sum of the magnitudes in it: its components'
 * backward error. */
static double backward_error(const waves *equations, const waves *amplitude, const double *t, const double *w)
{
    double largest = 0.0;
    for (int i = 0; i < N; i++) {
        long double rest = amplitude->a[0][i], sum = fabs(amplitude->a[0][i]);
        for (int k = 0; k < N; k++) {
            const double held_row = i == X + k - M - 1 ? 1.0 : 0.0;
            const double entry = k < M ? equations->a[k][i] : k == M ? t[i] : held_row;
            rest += (long double)entry * w[k];
            sum += fabs(entry * w[k]);
        }
        largest = fmax(largest, (double)(fabsl(rest) / sum));
    }
    return largest;
}

/* Refinement makes the error of each component that of its own row, at any scales of the variables. */
static void multipliers_are_exact_to_rounding_in_each_component(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 71;
    double worst = 0.0;
    for (int k = 0; k < STATES; k++) {
        waves equations = {0}, amplitude = {0};
        double u[N] = {0.0}, t[N];
        for (int i = 0; i < N; i++) {
            const double scale = pow(10.0, 8.0 * random_signed(&seed));
            t[i] = scale * random_signed(&seed);
            amplitude.a[0][i] = scale * random_signed(&seed);
            for (int row = 0; row < M; row++) {
                equations.a[row][i] = scale * random_signed(&seed);
            }
        }
        rdg_problem *p = wave_problem(ctx, &equations, &amplitude);
        rdg_bordered_scalar *s = rdg_bordered_scalar_create(p, "A", 2, held);
        slope_at(s, u, t);
        worst = fmax(worst,
                     backward_error(&equations, &amplitude, t, rdg_bordered_scalar_values(s)->multipliers));
        rdg_bordered_scalar_free(s);
        rdg_problem_free(p);
    }
    print_message("worst %.1e\n", worst);
    assert_true(worst < 4e-16);
}

static void a_fold_is_a_zero_of_the_slope_of_its_parameter(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p;
    rdg_bordered_scalar *s = plane_scalar(ctx, &p, circle);
    const rdg_scalar_values *v = rdg_bordered_scalar_values(s);
    double u[2] = {0.3, 0.8};
    const double t[2] = {1.0, 0.0};
    for (int k = 0; k < 8; k++) {
        assert_int_equal(rdg_bordered_scalar_factor(s, u, t), 0);
        assert_int_equal(rdg_bordered_scalar_differentiate(s), 0);
        const double g = v->slope + v->gradient[0] * v->correction[0] + v->gradient[1] * v->correction[1];
        for (int i = 0; i < 2; i++) {
            u[i] += v->correction[i] - g / v->second * v->tangent[i];
        }
    }
    assert_near(u[0], 0.0, 0.0, 1e-10);
    assert_near(u[1], 1.0, 0.0, 1e-10);
    assert_near(v->second, -1.0, 1e-6, 0.0); /* of y = sqrt(1 - x^2) */
    assert_int_equal(rdg_bordered_scalar_counts(s).factorisations, 8);
    assert_int_equal(rdg_bordered_scalar_counts(s).hessian_products, 8);
    rdg_bordered_scalar_free(s);
    rdg_problem_free(p);
}

static void the_determinant_changes_its_sign_at_a_branch_point(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p;
    rdg_bordered_scalar *s = plane_scalar(ctx, &p, cross);
    const double t[2] = {0.0, 1.0};
    assert_int_equal(rdg_bordered_scalar_factor(s, (double[]){0.0, -0.1}, t), 0);
    const int before = rdg_bordered_scalar_values(s)->sign;
    assert_int_equal(rdg_bordered_scalar_factor(s, (double[]){0.0, 0.1}, t), 0);
    assert_int_equal(rdg_bordered_scalar_values(s)->sign, -before);
    assert_int_equal(rdg_bordered_scalar_factor(s, (double[]){0.0, 0.0}, t), 1); /* singular there */
    assert_int_equal(rdg_bordered_scalar_differentiate(s), 1);
    assert_int_equal(rdg_bordered_scalar_solve(s, t, (double[2]){0}), 1);
    assert_int_equal(rdg_bordered_scalar_hessian_times(s, t, (double[2]){0}), 1);
    rdg_bordered_scalar_free(s);
    rdg_problem_free(p);
}

static void what_is_no_curve_is_refused(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 13;
    waves equations = random_waves(&seed);
    rdg_problem *p = wave_problem(ctx, &equations, &equations);
    assert_null(rdg_bordered_scalar_create(p, "A", 1, held));
    assert_failed(ctx, RDG_ERR_SIZE, "leave a manifold of dimension 2");
    assert_null(rdg_bordered_scalar_create(p, "B", 2, held));
    assert_failed(ctx, RDG_ERR_NAME, "\"B\"");
    assert_null(rdg_bordered_scalar_create(p, "A", 2, (const char *const[]){"p", "r"}));
    assert_failed(ctx, RDG_ERR_NAME, "\"r\"");
    assert_null(rdg_bordered_scalar_create(p, "A", 2, (const char *const[]){"p", "x"}));
    assert_failed(ctx, RDG_ERR_SIZE, "block of 5 variables");
    rdg_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gradient_agrees_with_differences_at_random_states),
        TEST(gradients_of_multipliers_agree_with_differences),
        TEST(multipliers_are_the_slopes_over_held_variables),
        TEST(multipliers_are_exact_to_rounding_in_each_component),
        TEST(a_fold_is_a_zero_of_the_slope_of_its_parameter),
        TEST(the_determinant_changes_its_sign_at_a_branch_point),
        TEST(what_is_no_curve_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
