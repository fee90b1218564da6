/* Random polynomial systems of which some variables are frozen, and the smaller ones that are made without
 * them. */
#ifndef RDG_TEST_FROZEN_POLYNOMIAL_H
#define RDG_TEST_FROZEN_POLYNOMIAL_H

#include "problems.h"

#include "harvest.h"

#include "frozen.h"

enum { MOST = 8 };

/* A random polynomial system of n equations in n variables and a parameter, of degree 3, and the variables
 * that are left out, each with an equation. */
typedef struct polynomial {
    int n;
    double constant[MOST], load[MOST], A[MOST][MOST], square[MOST][2], cube[MOST];
    int factor[MOST][2];
    bool odd;         /* the parameter multiplies x, and there are no even terms: branch points */
    int row_of[MOST]; /* -1: free */
    double at[MOST];
    int free_variable[MOST], free_row[MOST], n_free; /* of the smaller problem */
} polynomial;

/* u = (x, la) */
static inline void value(const polynomial *g, const double *u, double *y)
{
    const double la = u[g->n];
    for (int i = 0; i < g->n; i++) {
        const double x = u[i], z = u[g->factor[i][0]];
        y[i] = g->odd ? -la * x : g->constant[i] + g->load[i] * la;
        for (int j = 0; j < g->n; j++) {
            y[i] += g->A[i][j] * u[j];
        }
        y[i] += g->cube[i] * x * x * x + (g->odd ? 0.0 : g->square[i][0] * z * u[g->factor[i][1]]);
    }
}

/* dy_i/du_j in d[i + n j] */
static inline void slope(const polynomial *g, const double *u, double *d)
{
    const int n = g->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            d[i + n * j] += g->A[i][j];
        }
        d[i + n * i] += 3.0 * g->cube[i] * u[i] * u[i] - (g->odd ? u[n] : 0.0);
        d[i + n * n] += g->odd ? -u[i] : g->load[i];
        if (!g->odd) {
            d[i + n * g->factor[i][0]] += g->square[i][0] * u[g->factor[i][1]];
            d[i + n * g->factor[i][1]] += g->square[i][0] * u[g->factor[i][0]];
        }
    }
}

static inline void curvature(const polynomial *g, const double *u, const double *lambda, double *h)
{
    const int n = g->n, N = n + 1;
    for (int i = 0; i < n; i++) {
        h[i + N * i] += 6.0 * lambda[i] * g->cube[i] * u[i];
        if (g->odd) {
            h[i + N * n] -= lambda[i];
            h[n + N * i] -= lambda[i];
        } else {
            const int a = g->factor[i][0], b = g->factor[i][1];
            h[a + N * b] += lambda[i] * g->square[i][0];
            h[b + N * a] += lambda[i] * g->square[i][0];
        }
    }
}

static inline int whole_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    value(data, u, y);
    return 0;
}

static inline int whole_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    slope(data, u, values);
    return 0;
}

static inline int whole_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                            void *data)
{
    (void)n;
    (void)m;
    curvature(data, u, lambda, values);
    return 0;
}

/* The same in the free variables alone. */
static inline void widen(const polynomial *g, const double *v, double *u)
{
    memcpy(u, g->at, (size_t)g->n * sizeof *u);
    for (int k = 0; k < g->n_free; k++) {
        u[g->free_variable[k]] = v[k];
    }
    u[g->n] = v[g->n_free];
}

static inline int place_of(const polynomial *g, int k)
{
    return k < g->n_free ? g->free_variable[k] : g->n;
}

static inline int small_f(rdg_index n, const double *v, rdg_index m, double *y, void *data)
{
    const polynomial *g = data;
    double u[MOST + 1], all[MOST];
    (void)n;
    widen(g, v, u);
    value(g, u, all);
    for (rdg_index i = 0; i < m; i++) {
        y[i] = all[g->free_row[i]];
    }
    return 0;
}

static inline int small_df(rdg_index n, const double *v, rdg_index m, double *values, void *data)
{
    const polynomial *g = data;
    double u[MOST + 1], all[MOST * (MOST + 1)] = {0.0};
    widen(g, v, u);
    slope(g, u, all);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < m; i++) {
            values[i + m * j] = all[g->free_row[i] + g->n * place_of(g, (int)j)];
        }
    }
    return 0;
}

static inline int small_d2f(rdg_index n, const double *v, rdg_index m, const double *lambda, double *values,
                            void *data)
{
    const polynomial *g = data;
    double u[MOST + 1], all[MOST] = {0.0}, h[(MOST + 1) * (MOST + 1)] = {0.0};
    widen(g, v, u);
    for (rdg_index i = 0; i < m; i++) {
        all[g->free_row[i]] = lambda[i];
    }
    curvature(g, u, all, h);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            values[i + n * j] = h[place_of(g, (int)i) + (g->n + 1) * place_of(g, (int)j)];
        }
    }
    return 0;
}

/* The sum of the free variables, the same number in both problems. */
static inline int whole_sum(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const polynomial *g = data;
    (void)n;
    (void)m;
    y[0] = 0.0;
    for (int k = 0; k < g->n_free; k++) {
        y[0] += u[g->free_variable[k]];
    }
    return 0;
}

static inline int small_sum(rdg_index n, const double *v, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = 0.0;
    for (rdg_index k = 0; k + 1 < n; k++) {
        y[0] += v[k];
    }
    return 0;
}

static inline double between(double low, double high, uint64_t *seed)
{
    return low + 0.5 * (random_signed(seed) + 1.0) * (high - low);
}

static inline int below(int count, uint64_t *seed)
{
    const int k = (int)between(0.0, count, seed);
    return k < count ? k : count - 1;
}

/* Which variables are left out, and with which equations: `count` of them. */
static inline void choose(polynomial *g, int count, uint64_t *seed)
{
    int variable[MOST] = {0}, row[MOST] = {0};
    for (int i = 0; i < g->n; i++) {
        variable[i] = row[i] = i;
        g->row_of[i] = -1;
    }
    for (int k = 0; k < count; k++) {
        const int a = k + below(g->n - k, seed), b = g->odd ? a : k + below(g->n - k, seed);
        const int v = variable[a], r = row[b];
        variable[a] = variable[k];
        row[b] = row[k];
        variable[k] = v;
        row[k] = r;
        g->row_of[v] = r;
        g->at[v] = g->odd ? 0.0 : random_signed(seed);
    }
    bool left[MOST] = {false};
    g->n_free = 0;
    for (int v = 0; v < g->n; v++) {
        if (g->row_of[v] >= 0) {
            left[g->row_of[v]] = true;
        } else {
            g->free_variable[g->n_free++] = v;
        }
    }
    for (int r = 0, k = 0; r < g->n; r++) {
        if (!left[r]) {
            g->free_row[k++] = r;
        }
    }
}

static inline polynomial random_polynomial(bool odd, uint64_t *seed)
{
    polynomial g = {.n = 3 + below(MOST - 2, seed), .odd = odd};
    for (int i = 0; i < g.n; i++) {
        g.constant[i] = random_signed(seed);
        g.load[i] = 2.0 * random_signed(seed);
        for (int j = 0; j < g.n; j++) {
            g.A[i][j] = random_signed(seed) + (odd ? 0.0 : (i == j) * 2.0);
        }
        for (int k = 0; k < 2; k++) {
            g.square[i][k] = 1.5 * random_signed(seed);
            g.factor[i][k] = below(g.n, seed);
        }
        g.cube[i] = random_signed(seed);
    }
    choose(&g, below(g.n, seed), seed);
    return g;
}

static inline void freeze(rdg_problem *p, const polynomial *g)
{
    for (int v = 0; v < g->n; v++) {
        if (g->row_of[v] >= 0) {
            rdg_eliminate(p, &(rdg_eliminated){.block = "x",
                                               .first = v,
                                               .n = 1,
                                               .zero = "polynomial",
                                               .row = g->row_of[v],
                                               .at = &g->at[v]});
        }
    }
}

static inline rdg_problem *make(rdg_context *ctx, polynomial *g, bool small, bool folds)
{
    const rdg_index n = small ? g->n_free : g->n;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "polynomial",
                            .n = n + 1,
                            .m = n,
                            .f = small ? small_f : whole_f,
                            .df = small ? small_df : whole_df,
                            .d2f = small ? small_d2f : whole_d2f,
                            .data = g};
    const rdg_function sum = {.name = "sum",
                              .n = n + 1,
                              .m = 1,
                              .f = small ? small_sum : whole_sum,
                              .by_differences = true,
                              .data = g};
    rdg_add_variables(p, "x", n, NULL);
    rdg_add_variables(p, "la", 1, (double[]){-1.5});
    rdg_set_typical(p, "x", 0.3, true);
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "la", "la", 0);
    rdg_add_monitor(p, &sum, RDG_ALL, NULL, RDG_ACTIVE);
    if (folds) {
        rdg_add_slope(p, "slope", "la", NULL, RDG_REGULAR);
    }
    if (!small) {
        freeze(p, g);
    }
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static const double user_values[] = {-2.01, -1.03, -0.47, 0.13, 0.71, 1.37};

#define OPTIONS                                                                                              \
    RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0), RDG_UZ_LIST("sum", 6, user_values), RDG_MAX_POINTS(300), \
        RDG_EXPECT_EARLY_END

/* Not of all of them is there a solution at the start. */
static inline bool runs(rdg_context *ctx, rdg_problem *p, harvest *h)
{
    const rdg_status status = rdg_continue(p, "frozen", OPTIONS, HARVEST_ONLY(h));
    rdg_error_clear(ctx);
    return status == RDG_OK;
}

static inline void assert_same(const polynomial *g, const harvest *whole, const harvest *small)
{
    assert_int_equal(whole->count, small->count);
    for (size_t k = 0; k < whole->count; k++) {
        const harvested *a = &whole->chart[k], *b = &small->chart[k];
        assert_string_equal(a->type, b->type);
        for (int i = 0; i <= g->n_free; i++) {
            const int v = place_of(g, i);
            assert_near(a->u[v], b->u[i], 1e-7, 1e-7);
            assert_near(a->tangent[v], b->tangent[i], 1e-5, 1e-5);
        }
        for (int v = 0; v < g->n; v++) {
            assert_true(g->row_of[v] < 0 || (a->u[v] == g->at[v] && a->tangent[v] == 0.0));
        }
    }
    const double *a = whole->chart[whole->count - 1].mu, *b = small->chart[small->count - 1].mu;
    for (rdg_index k = 0; k < rdg_parameter_count(whole->p); k++) {
        if (strcmp(rdg_parameter_name(whole->p, k, NULL), "slope") ==
            0) { /* positive factor at singular points */
            assert_true(a[k] * b[k] > 0.0);
        } else {
            assert_near(a[k], b[k], 1e-6, 1e-6);
        }
    }
}

#endif
