/* What a point costs beside the least that it can cost, measured in the same run: the user's functions once,
 * one factorisation by the fastest library, two solves (floor.h). Microseconds of the processor.
 *
 * line: Bratu's problem on a line. plane: on a square. rod, chain: harmonic balance with nothing condensed,
 * of a rod on ten dry contacts (harmonics 1 and 3) and of masses on cubic springs (1, 3 and 5). */
#include "bratu_plane.h"
#include "floor.h"
#include "rod.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm_equations.h>

/* A curve, and the function of its equations, of which the first m + 1 variables move. */
typedef struct beside {
    const char *kind;
    rdg_index n;
    rdg_problem *problem;
    const rdg_function *function;
    const char *parameter;
    double low, high, step;
    long points;
    double *last; /* a solution */
} beside;

static bool keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    beside *c = data;
    memcpy(c->last, chart->u, (size_t)rdg_variable_count(p) * sizeof *c->last);
    return false;
}

static void measure(beside *c)
{
    rdg_run_summary s = {0};
    double us = 1e300;
    c->last = calloc((size_t)rdg_variable_count(c->problem), sizeof *c->last);
    const int repetitions = c->n < 3000 ? 5 : c->n < 50000 ? 2 : 1;
    for (int k = 0; k < repetitions; k++) {
        const clock_t begin = clock();
        rdg_continue(c->problem, "floor", RDG_RELEASE(c->parameter),
                     RDG_WINDOW(c->parameter, c->low, c->high), RDG_DIRECTION(1), RDG_MAX_POINTS(c->points),
                     RDG_STEP(c->step, 1e-6, 4 * c->step), RDG_OBSERVE(keep, c), RDG_NO_FOLDER, RDG_NO_TABLE,
                     RDG_SUMMARY(&s));
        const double now = 1e3 * bench_cpu_ms(begin) / (double)s.points;
        us = now < us ? now : us;
    }
    bench_require(s.points > 5, "a curve beside its floor has ended early");
    const char *library = "";
    const double least = floor_us(c->function, c->last, &library);
    const rdg_timing *t = &s.timing;
    const double points = (double)s.points;
    printf("%s%lld points=%ld us_per_point=%.1f floor_us=%.1f times_floor=%.2f floor_by=%s residuals=%.1f "
           "jacobians=%.1f factorisations=%.1f solves=%.1f\n",
           c->kind, (long long)c->n, s.points, us, least, us / least, library, (double)t->residuals / points,
           (double)t->jacobians / points, (double)t->factorisations / points, (double)t->solves / points);
    free(c->last);
    rdg_problem_free(c->problem);
}

static void on_a_line(rdg_context *ctx, rdg_index n)
{
    rdg_pattern *pattern = bratu_pattern(ctx, n, false);
    const rdg_function f = {.n = n + 1, .m = n, .f = bratu, .df = bratu_df, .df_pattern = pattern};
    measure(&(beside){"line", n, bratu_problem(ctx, n), &f, "mu", 0, 4, 0.05, n < 20000 ? 60 : 30, NULL});
    rdg_pattern_free(pattern);
}

static void on_a_square(rdg_context *ctx, rdg_index side)
{
    rdg_pattern *pattern = plane_pattern(ctx, side);
    const rdg_function f = plane_function(&side, pattern);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", f.m, NULL);
    rdg_add_variables(p, "mu", 1, NULL);
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "mu", "mu", 0);
    measure(&(beside){"plane", f.m, p, &f, "mu", 0, 8, 0.1, side < 200 ? 40 : 20, NULL});
    rdg_pattern_free(pattern);
}

static void of_harmonics(const char *kind, rdg_hbm *hb, double omega, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    const rdg_function *f = rdg_hbm_function(hb);
    bench_require(p && f, "a harmonic balance beside its floor has failed");
    measure(&(beside){kind, f->m, p, f, "omega", 0.5 * omega, 1.5 * omega, 0.01, 40, NULL});
}

/* Masses of 1 kg in a line, each on a cubic spring, pushed at the first one. */
static rdg_hbm *chain_of(rdg_context *ctx, rdg_index masses)
{
    const size_t n = (size_t)masses;
    rdg_index *start = calloc(n + 1, sizeof *start), *row = calloc(3 * n, sizeof *row);
    double *K = calloc(3 * n, sizeof *K), *M = calloc(3 * n, sizeof *M);
    rdg_index entries = 0;
    for (rdg_index j = 0; j < masses; j++) {
        for (rdg_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < masses; i++) {
            row[entries] = i;
            M[entries] = i == j ? 1.0 : 0.0;
            K[entries++] = i == j ? 2.1 : -1.0;
        }
        start[j + 1] = entries;
    }
    const rdg_pattern pattern = {.rows = masses, .cols = masses, .start = start, .row = row};
    rdg_structure *s =
        rdg_structure_create_sparse(ctx, "chain", &(rdg_sparse){pattern, M}, NULL, &(rdg_sparse){pattern, K});
    rdg_damping_proportional(s, 0.02, 0.0);
    for (rdg_index i = 0; i < masses; i++) {
        char name[24];
        snprintf(name, sizeof name, "x%lld", (long long)i);
        rdg_name_dof(s, name, i);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = name, .k3 = 0.1});
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_hbm_keep_all(hb);
    free(start);
    free(row);
    free(K);
    free(M);
    return hb;
}

int main(void)
{
    static const rdg_index line[] = {10, 30, 100, 1000, 10000, 100000};
    static const rdg_index side[] = {10, 32, 100, 316};
    static const rdg_index masses[] = {20, 60, 200, 500};
    static const rdg_index parts[] = {300, 1000, 3000};
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== A point beside the least that it can cost, in microseconds of the processor: on a line\n");
    for (size_t k = 0; k < sizeof line / sizeof *line; k++) {
        on_a_line(ctx, line[k]);
    }
    printf("== The same on a square\n");
    for (size_t k = 0; k < sizeof side / sizeof *side; k++) {
        on_a_square(ctx, side[k]);
    }
    printf("== The same of whole structures\n");
    for (size_t k = 0; k < sizeof masses / sizeof *masses; k++) {
        of_harmonics("chain", chain_of(ctx, masses[k]), 0.3, 1.0);
    }
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        of_harmonics("rod", rod_hbm(rod_create(ctx, parts[k]), true), 150.0, 0.01);
    }
    return bench_exit(ctx);
}
