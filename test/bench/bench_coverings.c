/* Coverings: microseconds a chart. */
#include "bench.h"
#include "torus.h"

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
    printf("== coverings: microseconds a chart\n");
    const rdg_function f = {.name = "torus", .n = 3, .m = 1, .f = torus, .df = torus_df};
    measure_covering("torus", space(ctx, 3, (double[]){1.3, 0, 0}, &f), 2);
    const rdg_function g = {.name = "plane", .n = 4, .m = 1, .f = plane, .df = plane_df};
    measure_covering("cube", space(ctx, 4, (double[]){0.01, 0.02, 0.03, 0}, &g), 3);
    return bench_exit(ctx);
}
