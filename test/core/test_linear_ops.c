/* A problem that brings its own linear solver: GMRES in place of factors, on curves with folds. */
#include "bordered_impl.h"
#include "fresh_context.h"
#include "harvest.h"
#include "operator_impl.h"

#include <ridgewalk/core.h>

enum { N = 40 };

/* A u + c(u) - lambda b = 0, with A = L(t): a chain whose springs have the stiffness t, and springs c to the
 * ground that soften and stiffen. P = A + 2, or A of another t. */
typedef struct chain {
    rdg_linear_ops ops;
    rdg_index at;
    rdg_pattern pattern;
    rdg_index start[N + 3], row[3 * N];
    long products, solutions;
} chain;

static double weight(rdg_index i)
{
    return 0.5 * rdg_general(i);
}

static void chain_times(const double *at, bool transposed, const double *x, double *y, void *data)
{
    (void)transposed;
    ((chain *)data)->products++;
    for (int i = 0; i < N; i++) {
        y[i] +=
            at[0] * ((i % (N - 1) == 0 ? 1 : 2) * x[i] - (i > 0 ? x[i - 1] : 0) - (i < N - 1 ? x[i + 1] : 0));
    }
}

/* (A + added) x = b, by Thomas's algorithm */
static void solve_with(double t, double added, const double *b, double *x)
{
    double pivot[N];
    for (int i = 0; i < N; i++) {
        const double factor = i > 0 ? -t / pivot[i - 1] : 0;
        pivot[i] = (i % (N - 1) == 0 ? 1 : 2) * t + added + factor * t;
        x[i] = b[i] - (i > 0 ? factor * x[i - 1] : 0);
    }
    for (int i = N - 1; i >= 0; i--) {
        x[i] = (x[i] + (i < N - 1 ? t * x[i + 1] : 0)) / pivot[i];
    }
}

static void chain_solve(const double *at, const double *b, double *x, void *data)
{
    ((chain *)data)->solutions++;
    solve_with(at[0], 2, b, x);
}

static void other_solve(const double *at, const double *b, double *x, void *data)
{
    ((chain *)data)->solutions++;
    solve_with(1.1 * at[0], 1.5, b, x);
}

/* The diagonal, entry i of column i */
static void chain_shift(const double *at, double *values, void *data)
{
    (void)at;
    (void)data;
    for (int i = 0; i < N; i++) {
        values[i] += 2;
    }
}

static void chain_row_sizes(const double *at, const double *size, double *row, void *data)
{
    (void)data;
    for (int i = 0; i < N; i++) {
        row[i] = 2 * at[0] * size[i];
    }
}

/* u = (x, t, lambda) */
static int chain_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    memset(y, 0, (size_t)m * sizeof *y);
    chain_times(&u[N], false, u, y, data);
    for (int i = 0; i < N; i++) {
        y[i] += u[i] * (1 - 3 * u[i] + 2 * u[i] * u[i]) - u[N + 1] * weight(i);
    }
    return 0;
}

static int chain_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const double one = 1;
    double column[N] = {0};
    (void)n;
    (void)m;
    chain_times(&one, false, u, column, data);
    for (int i = 0; i < N; i++) {
        values[i] = 1 - 6 * u[i] + 6 * u[i] * u[i];
        values[N + i] = column[i];
        values[2 * N + i] = -weight(i);
    }
    return 0;
}

static chain *chain_create(bool has_shift)
{
    chain *c = calloc(1, sizeof *c);
    assert_non_null(c);
    for (int i = 0; i < 3 * N; i++) {
        c->row[i] = i % N;
    }
    for (int j = 0; j <= N + 2; j++) {
        c->start[j] = j <= N ? j : (j - N + 1) * N;
    }
    c->pattern = (rdg_pattern){N, N + 2, c->start, c->row};
    c->at = N;
    c->ops = (rdg_linear_ops){.n_at = 1,
                              .at = &c->at,
                              .times = chain_times,
                              .solve = has_shift ? chain_solve : other_solve,
                              .solve_transposed = has_shift ? chain_solve : other_solve,
                              .shift = has_shift ? chain_shift : NULL,
                              .row_sizes = chain_row_sizes,
                              .data = c};
    return c;
}

/* The same equations without an operator: differences on a dense pattern. */
static rdg_problem *problem_of(rdg_context *ctx, chain *c, bool by_operator)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const double zero = 0, t = 20;
    rdg_function f = {.name = "chain", .n = N + 2, .m = N, .f = chain_f, .by_differences = true, .data = c};
    if (by_operator) {
        f.df = chain_df;
        f.df_pattern = &c->pattern;
        f.linear = &c->ops;
    }
    assert_ok(ctx, rdg_add_variables(p, "x", N, NULL));
    assert_ok(ctx, rdg_add_variables(p, "t", 1, &t));
    assert_ok(ctx, rdg_add_variables(p, "lambda", 1, &zero));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "lambda", "lambda", 0));
    assert_ok(ctx, rdg_add_parameter(p, "t", "t", 0));
    return p;
}

static void follow(rdg_problem *p, harvest *h)
{
    assert_ok(rdg_problem_context(p),
              rdg_continue(p, "chain", RDG_RELEASE("lambda"), RDG_WINDOW("lambda", -0.3, 0.6),
                           RDG_MAX_POINTS(600), HARVEST_ONLY(h)));
}

static size_t next_fold(const harvest *h, size_t i)
{
    while (i < h->count && strcmp(h->chart[i].type, "FP") != 0) {
        i++;
    }
    return i;
}

static void curves_and_folds_are_those_of_factors(void **state)
{
    rdg_context *ctx = *state;
    harvest factored = {0};
    chain *c = chain_create(true);
    rdg_problem *p = problem_of(ctx, c, false);
    follow(p, &factored);
    rdg_problem_free(p);
    for (int has_shift = 0; has_shift < 2; has_shift++) {
        harvest h = {0};
        chain *d = chain_create(has_shift);
        p = problem_of(ctx, d, true);
        follow(p, &h);
        size_t i = next_fold(&factored, 0), k = next_fold(&h, 0), folds = 0;
        for (; i < factored.count && k < h.count; folds++) {
            assert_near(h.chart[k].mu[0], factored.chart[i].mu[0], 0, 1e-10);
            i = next_fold(&factored, i + 1);
            k = next_fold(&h, k + 1);
        }
        assert_int_equal(i, factored.count);
        assert_int_equal(k, h.count);
        assert_true(folds >= 2);
        assert_true(d->solutions > 0);
        harvest_clear(&h);
        rdg_problem_free(p);
        free(d);
    }
    harvest_clear(&factored);
    free(c);
}

/* The check of derivatives knows the operator. */
static void derivatives_are_checked_with_the_operator(void **state)
{
    rdg_context *ctx = *state;
    chain *c = chain_create(true);
    rdg_problem *p = problem_of(ctx, c, true);
    for (int i = 0; i < N; i++) {
        rdg_start_values(p)[i] = 0.1 * weight(i);
    }
    assert_ok(ctx, rdg_check_derivatives(p, rdg_start_values(p), 1e-7));
    rdg_problem_free(p);
    free(c);
}

static void surfaces_are_refused(void **state)
{
    rdg_context *ctx = *state;
    chain *c = chain_create(true);
    rdg_problem *p = problem_of(ctx, c, true);
    assert_int_equal(rdg_continue(p, "surface", RDG_RELEASE("lambda"), RDG_RELEASE("t"), RDG_DIMENSION(2),
                                  RDG_NO_TABLE, RDG_NO_FOLDER),
                     RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "linear solver"));
    rdg_problem_free(p);
    free(c);
}

/* Bordered by rows with entries of either sign, with sizes: scales of these rows, solutions, forwards and
 * back */
static void bordered_systems_are_those_of_factors(void **state)
{
    static double u[N + 2], size[N + 2], b[N + 2], C[2 * (N + 2)], scale[2][N + 2], x[2][2][N + 2];
    uint64_t seed = 5;
    chain *c = chain_create(true);
    for (int j = 0; j < N + 2; j++) {
        u[j] = j == N ? 20.0 : 0.3 * random_signed(&seed);
        size[j] = exp(random_signed(&seed));
        b[j] = random_signed(&seed);
        C[j] = -0.5 + 0.4 * random_signed(&seed); /* all of them negative */
        C[N + 2 + j] = 3.0 * random_signed(&seed);
    }
    for (int by_operator = 0; by_operator < 2; by_operator++) {
        rdg_assembly *a = rdg_assembly_create(problem_of(*state, c, by_operator));
        rdg_bordered *s = rdg_bordered_create_for(*state, a, N, 0, NULL, RDG_LU_AUTO);
        assert_ok(*state, rdg_error_status(*state));
        double *values = calloc((size_t)rdg_assembly_numbers(a), sizeof *values);
        assert_non_null(values);
        assert_int_equal(rdg_assembly_jacobian(a, u, values), 0);
        assert_true(rdg_bordered_factor(s, values, NULL, C, size));
        memcpy(scale[by_operator], rdg_bordered_row_scale(s), sizeof scale[0]);
        rdg_bordered_solve(s, b, x[by_operator][0]);
        rdg_bordered_solve_transposed(s, b, x[by_operator][1]);
        rdg_bordered_free(s);
        rdg_assembly_free(a);
        free(values);
    }
    for (int r = 0; r < 2; r++) {
        double largest = 0.0;
        for (int j = 0; j < N + 2; j++) {
            largest = fmax(largest, fabs(C[r * (N + 2) + j]) * size[j]);
            assert_near(x[1][r][j], x[0][r][j], 1e-5, 1e-6);
        }
        assert_near(scale[0][N + r], largest, 1e-14, 0.0);
        assert_near(scale[1][N + r], largest, 1e-14, 0.0);
    }
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(curves_and_folds_are_those_of_factors), TEST(derivatives_are_checked_with_the_operator),
        TEST(surfaces_are_refused), TEST(bordered_systems_are_those_of_factors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
