/* Scaling: Bratu's problem by finite differences, u'' + mu e^u = 0, from 10 to 100 000 unknowns, through its
 * fold; and coverings, microseconds a chart. */
#include "bench.h"

#include <math.h>
#include <ridgewalk/sparse.h>

static int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index i = 0; i < m; i++) {
        const double left = i > 0 ? u[i - 1] : 0.0;
        const double right = i < m - 1 ? u[i + 1] : 0.0;
        y[i] = left - 2.0 * u[i] + right + u[m] * exp(u[i]) / square;
    }
    return 0;
}

/* Columns of u: up to three entries; column of mu: full. */
static int bratu_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index j = 0; j < m; j++) {
        if (j > 0) {
            *values++ = 1.0;
        }
        *values++ = -2.0 + u[m] * exp(u[j]) / square;
        if (j < m - 1) {
            *values++ = 1.0;
        }
    }
    for (rdg_index i = 0; i < m; i++) {
        *values++ = exp(u[i]) / square;
    }
    return 0;
}

static int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index j = 0; j < m; j++) { /* column j: the diagonal, and the row of mu */
        *values++ = lambda[j] * u[m] * exp(u[j]) / square;
        *values++ = lambda[j] * exp(u[j]) / square;
    }
    for (rdg_index i = 0; i < m; i++) {
        *values++ = lambda[i] * exp(u[i]) / square;
    }
    return 0;
}

typedef struct entries {
    rdg_index count, *row, *col;
} entries;

static void put(entries *e, rdg_index row, rdg_index col)
{
    e->row[e->count] = row;
    e->col[e->count++] = col;
}

static rdg_pattern *pattern(rdg_context *ctx, rdg_index m, bool second)
{
    entries e = {.row = calloc((size_t)(4 * m), sizeof(rdg_index)),
                 .col = calloc((size_t)(4 * m), sizeof(rdg_index))};
    for (rdg_index j = 0; j < m; j++) {
        if (second) {
            put(&e, j, j);
            put(&e, m, j);
            put(&e, j, m);
        } else {
            if (j > 0) {
                put(&e, j - 1, j);
            }
            put(&e, j, j);
            if (j < m - 1) {
                put(&e, j + 1, j);
            }
            put(&e, j, m);
        }
    }
    rdg_pattern *made = rdg_pattern_create(ctx, second ? m + 1 : m, m + 1, e.count, e.row, e.col, NULL);
    free(e.row);
    free(e.col);
    return made;
}

static rdg_problem *bratu_problem(rdg_context *ctx, rdg_index m)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_pattern *first = pattern(ctx, m, false);
    rdg_pattern *second = pattern(ctx, m, true);
    rdg_add_variables(p, "u", m, NULL);
    rdg_add_variables(p, "mu", 1, NULL);
    rdg_add_zero(p,
                 &(rdg_function){.name = "bratu",
                                 .n = m + 1,
                                 .m = m,
                                 .f = bratu,
                                 .df = bratu_df,
                                 .d2f = bratu_d2f,
                                 .df_pattern = first,
                                 .d2f_pattern = second},
                 RDG_ALL);
    rdg_add_parameter(p, "mu", "mu", 0);
    rdg_pattern_free(first);
    rdg_pattern_free(second);
    return p;
}

static void measure(rdg_context *ctx, rdg_index m)
{
    rdg_run_summary best = {0};
    const int repetitions = m <= 1000 ? 20 : 2;
    for (int k = 0; k < repetitions; k++) {
        rdg_run_summary s;
        rdg_problem *p = bratu_problem(ctx, m);
        rdg_continue(p, "bratu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0, 4), RDG_DIRECTION(1),
                     RDG_MAX_POINTS(m < 100000 ? 60 : 30), RDG_STEP(0.05, 1e-6, 0.2), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_SUMMARY(&s));
        best = k == 0 || s.timing.total_s < best.timing.total_s ? s : best;
        rdg_problem_free(p);
    }
    const rdg_timing *t = &best.timing;
    const double points = (double)best.points;
    const double rest = t->total_s - t->function_s - t->factor_s - t->solve_s - t->output_s;
    printf("n=%lld points=%ld folds=%ld us_per_point=%.1f function_us=%.1f factor_us=%.1f solve_us=%.1f "
           "rest_us=%.1f "
           "rest_percent=%.1f\n",
           (long long)m, best.points, best.folds, 1e6 * t->total_s / points, 1e6 * t->function_s / points,
           1e6 * t->factor_s / points, 1e6 * t->solve_s / points, 1e6 * rest / points,
           100.0 * rest / t->total_s);
}

/* (sqrt(x^2 + y^2) - 0.8)^2 + z^2 = 0.5^2 */
static int torus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double d = hypot(u[0], u[1]) - 0.8;
    y[0] = d * d + u[2] * u[2] - 0.25;
    return 0;
}

static int torus_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double r = hypot(u[0], u[1]);
    values[0] = 2.0 * (r - 0.8) * u[0] / r;
    values[1] = 2.0 * (r - 0.8) * u[1] / r;
    values[2] = 2.0 * u[2];
    return 0;
}

static int plane(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[3];
    return 0;
}

static int plane_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[3] = 1.0;
    return 0;
}

static void measure_covering(const char *name, rdg_problem *p, int k)
{
    rdg_run_summary best = {0};
    for (int repetition = 0; repetition < 3; repetition++) {
        rdg_run_summary s = {0};
        if (k == 2) {
            rdg_continue(p, name, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(2),
                         RDG_MAX_POINTS(20000), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s));
        } else {
            rdg_continue(p, name, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(3),
                         RDG_WINDOW("x", -1, 1), RDG_WINDOW("y", -1, 1), RDG_WINDOW("z", -1, 1),
                         RDG_STEP(0.1, 1e-3, 0.1), RDG_MAX_POINTS(40000), RDG_NO_FOLDER, RDG_NO_TABLE,
                         RDG_SUMMARY(&s));
        }
        best = repetition == 0 || s.timing.total_s < best.timing.total_s ? s : best;
    }
    printf("%s charts=%ld us_per_chart=%.1f content=%.4f\n", name, best.points,
           1e6 * best.timing.total_s / (double)best.points, best.content);
}

static rdg_problem *space(rdg_context *ctx, rdg_index n, const double *u, const rdg_function *f)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", n, u);
    rdg_add_zero(p, f, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);
    return p;
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== Bratu's problem by finite differences, through its fold: microseconds a point\n");
    for (rdg_index m = 10; m <= 100000; m *= 10) {
        measure(ctx, m);
        if (m < 100000) {
            measure(ctx, 3 * m);
        }
    }
    printf("== coverings: microseconds a chart\n");
    const rdg_function f = {.name = "torus", .n = 3, .m = 1, .f = torus, .df = torus_df};
    measure_covering("torus", space(ctx, 3, (double[]){1.3, 0, 0}, &f), 2);
    const rdg_function g = {.name = "plane", .n = 4, .m = 1, .f = plane, .df = plane_df};
    measure_covering("cube", space(ctx, 4, (double[]){0.01, 0.02, 0.03, 0}, &g), 3);
    return bench_exit(ctx);
}
