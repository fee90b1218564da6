/* Steady states of the Brusselator with diffusion between two walls, D u'' + 1 + u^2 v - (b + 1) u = 0, D v''
 * + b u - u^2 v = 0, u = 1 and v = b at both: the uniform state loses its stability to patterns at branch
 * points that are known, and the mesh follows the patterns. */
#include "../shooting/reference.h"
#include "shapes.h"

#include <ridgewalk/diagram.h>

static const double D = 0.075;

/* u = (u, u', v, v', b) */
static int field(rdg_index n, const double *s, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = s[1];
    y[1] = ((s[4] + 1.0) * s[0] - 1.0 - s[0] * s[0] * s[2]) / D;
    y[2] = s[3];
    y[3] = (s[0] * s[0] * s[2] - s[4] * s[0]) / D;
    return 0;
}

static int field_slope(rdg_index n, const double *s, rdg_index m, double *J, void *data)
{
    (void)n, (void)data;
    J[1] = (s[4] + 1.0 - 2.0 * s[0] * s[2]) / D;
    J[3] = (2.0 * s[0] * s[2] - s[4]) / D;
    J[m] = 1.0;
    J[1 + m * 2] = -s[0] * s[0] / D;
    J[3 + m * 2] = s[0] * s[0] / D;
    J[2 + m * 3] = 1.0;
    J[1 + m * 4] = s[0] / D;
    J[3 + m * 4] = -s[0] / D;
    return 0;
}

/* s = (at 0, at 1, T, b) */
static int walls(rdg_index n, const double *s, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = s[0] - 1.0;
    y[1] = s[2] - s[9];
    y[2] = s[4] - 1.0;
    y[3] = s[6] - s[9];
    return 0;
}

static int walls_slope(rdg_index n, const double *s, rdg_index m, double *J, void *data)
{
    (void)n, (void)s, (void)data;
    J[0] = J[1 + m * 2] = J[2 + m * 4] = J[3 + m * 6] = 1.0;
    J[1 + m * 9] = J[3 + m * 9] = -1.0;
    return 0;
}

/* How much a pattern has of the first two waves. */
static int slope_squared(rdg_index n, const double *s, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = s[1] * s[1];
    return 0;
}

/* Where waves of k half lengths begin, (m - 1)^2 / -m with m = -D k^2 pi^2. */
static double onset(int k)
{
    const double wave = D * (double)(k * k) * RDG_HZ(0.5) * RDG_HZ(0.5);
    return (1.0 + wave) * (1.0 + wave) / wave;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = {.f = field, .df = field_slope};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "brusselator", 4, &f, RDG_PARAMETERS("b"), (double[]){3.0}, RDG_AUTONOMOUS);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(
        p, NULL, h,
        &(rdg_segment_options){
            .duration = 1.0, .intervals = 12, .adapt = 2, .count = 1, .x = (double[]){1.0, 0.0, 3.0, 0.0}});
    rdg_segment_add_boundary(
        s, &(rdg_function){.name = "walls", .n = 10, .m = 4, .f = walls, .df = walls_slope});
    rdg_segment_add_integral_monitor(s, RDG_MEAN,
                                     &(rdg_function){.name = "steepness", .n = 5, .m = 1, .f = slope_squared},
                                     NULL, RDG_REGULAR);
    rdg_continue(p, "uniform", RDG_RELEASE("b"), RDG_WINDOW("b", 3, 6));

    references table = {.count = 0};
    compare(&table, "pattern of one half wave, b", onset(1), nearest(ctx, "uniform", "BP", "b", onset(1)));
    compare(&table, "pattern of two half waves, b", onset(2), nearest(ctx, "uniform", "BP", "b", onset(2)));
    write_references(ctx, &table, "brusselator_numbers.csv");

    rdg_run *r = rdg_run_open(ctx, "uniform");
    static const char *const name[] = {"pattern_1", "pattern_2"};
    for (int k = 0; k < 2; k++) {
        rdg_continue(p, name[k], RDG_SWITCH("uniform", rdg_run_label_of(r, "BP", k)), RDG_RELEASE("b"),
                     RDG_WINDOW("b", 2, 6), RDG_EXPECT_EARLY_END);
        rdg_run_export(rdg_run_open(ctx, name[k]), k ? "brusselator_2.csv" : "brusselator_1.csv",
                       RDG_COLUMN("b", "b", 1), RDG_COLUMN("steepness", "steepness", 1),
                       RDG_COLUMN("error", "error", 1));
    }
    rdg_run_free(r);
    rdg_plot(ctx, "brusselator.png", RDG_CURVE("uniform", "b", "steepness", .marks = true),
             RDG_CURVE("pattern_1", "b", "steepness", .marks = true),
             RDG_CURVE("pattern_2", "b", "steepness", .marks = true),
             RDG_TITLE("Steady states of the Brusselator between walls"), RDG_XLABEL("b"),
             RDG_YLABEL("mean square of the slope of u"));
    static shape at[2];
    take_shape(ctx, "pattern_1", "b", 6.0, 4, &at[0]);
    take_shape(ctx, "pattern_2", "b", 6.0, 4, &at[1]);
    rdg_plot(ctx, "brusselator_patterns.png",
             RDG_POINTS(SHAPE_POINTS, at[0].t, at[0].x[0], "one half wave", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[1].t, at[1].x[0], "two half waves", .style = RDG_LINE),
             RDG_TITLE("Patterns of the Brusselator at b = 6"), RDG_XLABEL("place"), RDG_YLABEL("u"));
    return rdg_exit(ctx);
}
