/* Frozen variables: the problem with some of them frozen is the smaller problem that is made without them. */
#include "problems.h"

#include "harvest.h"

#include "frozen.h"

#include <ridgewalk/singular.h>

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
static void value(const polynomial *g, const double *u, double *y)
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
static void slope(const polynomial *g, const double *u, double *d)
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

static void curvature(const polynomial *g, const double *u, const double *lambda, double *h)
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

static int whole_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    value(data, u, y);
    return 0;
}

static int whole_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    slope(data, u, values);
    return 0;
}

static int whole_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)n;
    (void)m;
    curvature(data, u, lambda, values);
    return 0;
}

/* The same in the free variables alone. */
static void widen(const polynomial *g, const double *v, double *u)
{
    memcpy(u, g->at, (size_t)g->n * sizeof *u);
    for (int k = 0; k < g->n_free; k++) {
        u[g->free_variable[k]] = v[k];
    }
    u[g->n] = v[g->n_free];
}

static int place_of(const polynomial *g, int k)
{
    return k < g->n_free ? g->free_variable[k] : g->n;
}

static int small_f(rdg_index n, const double *v, rdg_index m, double *y, void *data)
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

static int small_df(rdg_index n, const double *v, rdg_index m, double *values, void *data)
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

static int small_d2f(rdg_index n, const double *v, rdg_index m, const double *lambda, double *values,
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
static int whole_sum(rdg_index n, const double *u, rdg_index m, double *y, void *data)
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

static int small_sum(rdg_index n, const double *v, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = 0.0;
    for (rdg_index k = 0; k + 1 < n; k++) {
        y[0] += v[k];
    }
    return 0;
}

static double between(double low, double high, uint64_t *seed)
{
    return low + 0.5 * (random_signed(seed) + 1.0) * (high - low);
}

static int below(int count, uint64_t *seed)
{
    const int k = (int)between(0.0, count, seed);
    return k < count ? k : count - 1;
}

/* Which variables are left out, and with which equations: `count` of them. */
static void choose(polynomial *g, int count, uint64_t *seed)
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

static polynomial random_polynomial(bool odd, uint64_t *seed)
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

static void freeze(rdg_problem *p, const polynomial *g)
{
    for (int v = 0; v < g->n; v++) {
        if (g->row_of[v] >= 0) {
            rdg_freeze(p, &(rdg_frozen){.block = "x",
                                        .first = v,
                                        .n = 1,
                                        .zero = "polynomial",
                                        .row = g->row_of[v],
                                        .at = &g->at[v]});
        }
    }
}

static rdg_problem *make(rdg_context *ctx, polynomial *g, bool small, bool folds)
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
static bool runs(rdg_context *ctx, rdg_problem *p, harvest *h)
{
    const rdg_status status = rdg_continue(p, "frozen", OPTIONS, HARVEST_ONLY(h));
    rdg_error_clear(ctx);
    return status == RDG_OK;
}

static void assert_same(const polynomial *g, const harvest *whole, const harvest *small)
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
    for (rdg_index k = 0; k < rdg_parameter_count(whole->p); k++) {
        assert_near(whole->chart[whole->count - 1].mu[k], small->chart[small->count - 1].mu[k], 1e-6, 1e-6);
    }
}

/* Charts, steps, special points and where the run ended; of 400 random systems, half of them with branch
 * points. */
static void frozen_problem_is_the_smaller_problem(void **state)
{
    uint64_t seed = 7;
    size_t folds = 0, branch_points = 0, charts = 0;
    (void)state;
    for (int c = 0; c < 400; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(c % 2 == 1, &seed);
        harvest whole = {0}, small = {0};
        const bool has_run = runs(ctx, make(ctx, &g, false, true), &whole);
        assert_true(has_run == runs(ctx, make(ctx, &g, true, true), &small));
        if (has_run) {
            assert_same(&g, &whole, &small);
        }
        folds += harvest_count(&whole, "FP");
        branch_points += harvest_count(&whole, "BP");
        charts += whole.count;
        harvest_clear(&whole);
        harvest_clear(&small);
        rdg_context_free(ctx);
    }
    assert_true(folds > 100 && branch_points > 100 && charts > 10000);
}

/* --- a handler that changes the set */

typedef struct switching {
    polynomial *g;
    uint64_t seed;
    int changes;
    rdg_index point;    /* of the last one; asked again, the set is chosen anew */
    polynomial then[4]; /* before each change, and behind the last one */
} switching;

static bool change(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    switching *s = data;
    (void)direction;
    s->changes += s->point != event->point;
    s->point = event->point;
    if (strcmp(event->type, "SW") != 0 || s->changes > 3) {
        return false;
    }
    assert_int_equal(rdg_thaw(p, "x", 0, s->g->n), RDG_OK);
    choose(s->g, below(s->g->n, &s->seed), &s->seed);
    freeze(p, s->g);
    s->then[s->changes] = *s->g;
    for (int v = 0; v < s->g->n; v++) {
        u[v] += 0.01; /* those that are frozen are not asked for */
    }
    return true;
}

/* What lies behind each change, until the next one, is a run of the smaller problem from there. */
static void assert_stretch(rdg_context *ctx, polynomial *g, const harvest *h, size_t from, size_t to)
{
    harvest fresh = {0};
    double v[MOST + 1];
    const int direction = h->chart[from + 1].u[g->n] > h->chart[from].u[g->n] ? 1 : -1;
    rdg_problem *p = make(ctx, g, true, false);
    for (int i = 0; i <= g->n_free; i++) {
        v[i] = h->chart[from].u[place_of(g, i)];
    }
    assert_ok(ctx, rdg_continue(p, "fresh", RDG_RELEASE("la"), RDG_START(v), RDG_WINDOW("la", -2.0, 2.0),
                                RDG_DIRECTION(direction), RDG_EXPECT_EARLY_END, HARVEST_ONLY(&fresh)));
    size_t found = 0;
    for (int k = 0; k < g->n; k++) {
        assert_true(g->row_of[k] < 0 || h->chart[to - 1].u[k] == g->at[k]);
    }
    for (size_t k = from + 1; k < to; k++) {
        if (strcmp(h->chart[k].type, "FP") == 0) {
            const harvested *there = harvest_nth(&fresh, "FP", found++);
            for (int i = 0; i <= g->n_free; i++) {
                assert_near(h->chart[k].u[place_of(g, i)], there->u[i], 1e-8, 1e-8);
            }
        }
    }
    harvest_clear(&fresh);
}

static void set_changes_at_random_places_of_a_run(void **state)
{
    uint64_t seed = 11;
    int changes = 0, folds = 0;
    (void)state;
    for (int c = 0; c < 150; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(false, &seed);
        const polynomial first = g;
        switching s = {.g = &g, .seed = seed + 1};
        harvest h = {0};
        rdg_problem *p = make(ctx, &g, false, false);
        const double at[] = {between(-1.4, -0.7, &seed), between(-0.6, 0.2, &seed), between(0.3, 1.2, &seed)};
        const rdg_status status = rdg_continue(
            p, "switched", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0), RDG_TERMINAL("SW", "la", at[0]),
            RDG_TERMINAL("SW", "la", at[1]), RDG_TERMINAL("SW", "la", at[2]), RDG_DIRECTION(1),
            RDG_MAX_POINTS(400), RDG_ON_STOP(change, &s), RDG_EXPECT_EARLY_END, HARVEST_ONLY(&h));
        rdg_error_clear(ctx);
        /* the run over, the problem has the set it began with */
        for (int v = 0; v < g.n; v++) {
            assert_true(rdg_is_frozen(p, v) == (first.row_of[v] >= 0));
        }
        assert_int_equal(rdg_frozen_count(p), g.n - first.n_free);
        s.then[0] = first;
        size_t from = 0;
        int sets = 0;
        for (size_t k = 1; status == RDG_OK && k < h.count; k++) {
            if (strcmp(h.chart[k].type, "SW") == 0) {
                assert_stretch(ctx, &s.then[sets < 3 ? sets : 3], &h, from, k);
                from = k + 1;
                sets++;
                changes++;
            }
            folds += strcmp(h.chart[k].type, "FP") == 0;
        }
        harvest_clear(&h);
        rdg_context_free(ctx);
    }
    assert_true(changes > 150 && folds > 20);
}

/* The first way changes the set; the way back is what it would have been without it. */
static void way_back_has_the_set_of_the_start(void **state)
{
    uint64_t seed = 23;
    int compared = 0;
    (void)state;
    for (int c = 0; c < 60; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(false, &seed);
        polynomial other = g;
        switching s = {.g = &other, .seed = seed + 1};
        harvest both = {0}, back = {0};
        rdg_problem *p = make(ctx, &g, false, false);
        rdg_start_values(p)[g.n] = -0.5;
        const bool there =
            rdg_continue(p, "both", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0),
                         RDG_TERMINAL("SW", "la", 0.25), RDG_MAX_POINTS(200), RDG_ON_STOP(change, &s),
                         RDG_EXPECT_EARLY_END, HARVEST_ONLY(&both)) == RDG_OK;
        rdg_error_clear(ctx);
        s.changes = 3;
        rdg_continue(p, "back", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0),
                     RDG_TERMINAL("SW", "la", 0.25), RDG_MAX_POINTS(200), RDG_DIRECTION(-1),
                     RDG_EXPECT_EARLY_END, HARVEST_ONLY(&back));
        rdg_error_clear(ctx);
        size_t first = 1; /* of the way back */
        while (first < both.count && both.chart[first].point != -1) {
            first++;
        }
        for (size_t k = 1; there && k < back.count && first + k - 1 < both.count; k++) {
            const harvested *a = &both.chart[first + k - 1], *b = &back.chart[k];
            if (a->type[0] == 'S' || b->type[0] == 'S') {
                break; /* here the handler acts once more */
            }
            assert_string_equal(a->type, b->type);
            for (int v = 0; v <= g.n; v++) {
                assert_near(a->u[v], b->u[v], 1e-12, 1e-12);
            }
            compared++;
        }
        harvest_clear(&both);
        harvest_clear(&back);
        rdg_context_free(ctx);
    }
    assert_true(compared > 500);
}

/* Only the parameter is left, and no equation: a straight line to the ends of the window. */
static void all_but_the_parameter_is_frozen(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    polynomial g = random_polynomial(false, &seed);
    choose(&g, g.n, &seed);
    harvest h = {0};
    rdg_problem *p = make(ctx, &g, false, false);
    assert_ok(ctx, rdg_continue(p, "line", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0), HARVEST_ONLY(&h)));
    assert_true(h.summary.covered && harvest_count(&h, "FP") == 0);
    for (size_t k = 0; k < h.count; k++) {
        assert_memory_equal(h.chart[k].u, g.at, (size_t)g.n * sizeof *g.at);
    }
    harvest_clear(&h);
    rdg_problem *none = rdg_problem_create(ctx);
    rdg_add_variables(none, "x", 3, NULL);
    rdg_add_zero(none, &(rdg_function){.name = "polynomial", .n = 3, .m = 3, .f = whole_f, .data = &g},
                 RDG_ALL);
    rdg_freeze(none, &(rdg_frozen){.block = "x", .n = 3, .zero = "polynomial"});
    rdg_solve(none);
    assert_failed(ctx, RDG_ERR_SIZE, "all 3 variables are frozen");
}

/* |u| = 1 in four dimensions, and an equation for the last one. */
static int sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + u[3] * u[3] - 1.0;
    y[1] = u[3] - 0.1 * u[0];
    return 0;
}

/* The sphere of radius 0.8: 4 pi 0.64. */
static void covering_leaves_frozen_variables_out(void **state)
{
    rdg_context *ctx = *state;
    const double held = 0.6;
    rdg_run_summary summary = {0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 4, (double[]){0.0, 0.0, 0.8, 0.6});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 4, .m = 2, .f = sphere, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx,
              rdg_freeze(p, &(rdg_frozen){
                                .block = "u", .first = 3, .n = 1, .zero = "sphere", .row = 1, .at = &held}));
    assert_ok(ctx, rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIMENSION(2),
                                RDG_STEP(0.2, 1e-3, 0.3), RDG_MAX_POINTS(20000), RDG_SUMMARY(&summary),
                                RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(summary.euler, 2);
    assert_near(summary.content, 4.0 * acos(-1.0) * 0.64, 1e-4, 0.0);
}

/* x^3 - la x - ka = 0 beside an equation that is left out: the curve of folds is (la / 3)^3 = (ka / 2)^2. */
static int cusp_beside(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] - 3.0;
    y[1] = u[1] * u[1] * u[1] - u[3] * u[1] - u[2] + u[0];
    return 0;
}

static void curve_of_folds_leaves_frozen_variables_out(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    harvest h = {0};
    rdg_add_variables(p, "x", 2, (double[]){0.0, sqrt(0.5 / 3.0)});
    rdg_add_variables(p, "parameters", 2, (double[]){-0.136, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 4, .m = 2, .f = cusp_beside, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "ka", "parameters", 0);
    rdg_add_parameter(p, "la", "parameters", 1);
    assert_ok(ctx, rdg_freeze(p, &(rdg_frozen){.block = "x", .n = 1, .zero = "cusp"}));
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_RELEASE("ka"), RDG_RELEASE("la"), RDG_HOLD_AT("fold", 0.0),
                                RDG_WINDOW("ka", -0.5, 0.5), HARVEST_ONLY(&h)));
    assert_true(h.summary.covered);
    assert_int_equal(harvest_count(&h, "CP"), 1);
    for (size_t k = 0; k < h.count; k++) {
        const double ka = h.chart[k].u[2], la = h.chart[k].u[3];
        assert_near(la * la * la / 27.0, 0.25 * ka * ka, 1e-7, 1e-9);
    }
    harvest_clear(&h);
}

/* --- refusals */

static bool freeze_now(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    (void)data;
    rdg_freeze(p, &(rdg_frozen){.block = "x", .n = 1, .zero = "polynomial"});
    return false;
}

static void what_cannot_be_frozen_is_said(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    polynomial g = random_polynomial(false, &seed);
    choose(&g, 0, &seed);
    rdg_problem *p = make(ctx, &g, false, false);
    const rdg_index n = g.n;
    rdg_freeze(p, &(rdg_frozen){.block = "la", .n = 1, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "la[0] is the continuation parameter \"la\"");
    rdg_freeze(p, &(rdg_frozen){.block = "x", .first = 1, .n = n, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_SIZE, "variables, not");
    rdg_freeze(p, &(rdg_frozen){.block = "x", .n = n, .zero = "polynomial", .row = 1});
    assert_failed(ctx, RDG_ERR_SIZE, "equations, not");
    rdg_freeze(p, &(rdg_frozen){.block = "x", .n = 1, .zero = "sum"});
    assert_failed(ctx, RDG_ERR_NAME, "\"sum\" is no zero function");
    assert_ok(ctx, rdg_freeze(p, &(rdg_frozen){.block = "x", .n = 2, .zero = "polynomial"}));
    rdg_freeze(p, &(rdg_frozen){.block = "x", .first = 1, .n = 1, .zero = "polynomial", .row = 2});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the variable is frozen already");
    rdg_freeze(p, &(rdg_frozen){.block = "x", .first = 2, .n = 1, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the equation is frozen already");
    rdg_add_parameter(p, "x0", "x", 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "x[0] is frozen");
    assert_int_equal(rdg_frozen_count(p), 2);
    assert_ok(ctx, rdg_thaw(p, "x", 0, n)); /* those that are free stay so */
    assert_int_equal(rdg_frozen_count(p), 0);
    assert_int_equal(rdg_continue(p, "observed", RDG_RELEASE("la"), RDG_OBSERVE(freeze_now, NULL),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "by its function of RDG_ON_STOP() alone");
}

/* The pairs that are told: how many are frozen at each change. */
typedef struct told {
    int calls;
    rdg_index count;
} told;

static rdg_status tell(rdg_problem *p, void *data)
{
    told *t = data;
    t->calls++;
    t->count = rdg_frozen_count(p);
    return RDG_OK;
}

static void who_watches_is_told_of_every_change(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    told t = {0};
    polynomial g = random_polynomial(false, &seed), other = g;
    choose(&g, 1, &seed);
    switching s = {.g = &other, .seed = 77};
    rdg_problem *p = make(ctx, &g, false, false);
    assert_ok(ctx, rdg_watch_frozen(p, tell, &t));
    assert_ok(
        ctx, rdg_freeze(p, &(rdg_frozen){.block = "x",
                                         .first = g.n - 1,
                                         .n = 1,
                                         .zero = "polynomial",
                                         .row = g.row_of[g.n - 1] >= 0 ? g.row_of[g.n - 1] : g.free_row[0]}));
    const rdg_index count = rdg_frozen_count(p);
    assert_true(t.calls == 1 && t.count == count);
    rdg_continue(p, "told", RDG_RELEASE("la"), RDG_DIRECTION(1), RDG_TERMINAL("SW", "la", 0.25),
                 RDG_MAX_POINTS(300), RDG_ON_STOP(change, &s), RDG_EXPECT_EARLY_END, RDG_NO_FOLDER,
                 RDG_NO_TABLE);
    assert_true(s.changes == 0 || t.calls > 2);
    assert_true(t.count == count && rdg_frozen_count(p) == count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(frozen_problem_is_the_smaller_problem), TEST(set_changes_at_random_places_of_a_run),
        TEST(way_back_has_the_set_of_the_start),     TEST(all_but_the_parameter_is_frozen),
        TEST(covering_leaves_frozen_variables_out),  TEST(curve_of_folds_leaves_frozen_variables_out),
        TEST(what_cannot_be_frozen_is_said),         TEST(who_watches_is_told_of_every_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
