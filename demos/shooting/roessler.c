/* Roessler's system with a = b = 0.2: its limit cycle doubles its period again and again as c grows. Each
 * doubling is a root of the equations of the orbit and its multiplier together, and the next orbits start
 * there. */
#include "reference.h"

#include <ridgewalk/shooting.h>

enum { DOUBLINGS = 4, NAME_SIZE = 32 };

/* u = (x, y, z, c) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = -u[1] - u[2];
    y[1] = u[0] + 0.2 * u[1];
    y[2] = 0.2 + u[2] * (u[0] - u[3]);
    return 0;
}

static int field_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[1] = 1.0;
    J[2] = u[2];
    J[3] = -1.0;
    J[4] = 0.2;
    J[6] = -1.0;
    J[8] = u[0] - u[3];
    J[11] = -u[2];
    return 0;
}

static int field_curvature(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                           void *data)
{
    (void)u;
    (void)m;
    (void)data;
    H[2] = H[2 * n] = lambda[2];
    H[2 + 3 * n] = H[3 + 2 * n] = -lambda[2];
    return 0;
}

static const double known[DOUBLINGS] = {2.83244502786254, 3.83735816841009, 4.12421473207550,
                                        4.18699699939433};

static const char *const run[DOUBLINGS] = {"roessler_1", "roessler_2", "roessler_4", "roessler_8"};

/* The orbits s, and in turn those of twice the period from where they begin to a little beyond the next
 * doubling. */
static void follow(rdg_context *ctx, rdg_shooting *s, references *table)
{
    static const char *const what[DOUBLINGS] = {"first doubling, c", "second doubling, c",
                                                "third doubling, c", "fourth doubling, c"};
    for (int k = 0; s && k < DOUBLINGS; k++) {
        rdg_problem *p = rdg_shooting_problem(s);
        if (k == 0) {
            rdg_continue(p, run[k], RDG_RELEASE("c"), RDG_WINDOW("c", 2.5, 5.7), RDG_STEP(0.05, 1e-6, 0.1));
        } else {
            const double width = known[k] - known[k - 1];
            rdg_continue(p, run[k], RDG_RELEASE("c"), rdg_shooting_flip(s), RDG_DIRECTION(1),
                         RDG_WINDOW("c", known[k - 1] - width, known[k] + 0.4 * width));
        }
        rdg_run *r = rdg_run_open(ctx, run[k]);
        s = rdg_shooting_double(s, run[k], rdg_run_label_of(r, "PD", 0));
        compare(table, what[k], known[k], nearest(ctx, run[k], "PD", "c", known[k]));
    }
}

static void write(rdg_context *ctx)
{
    for (int k = 0; k < DOUBLINGS; k++) {
        char file[NAME_SIZE];
        snprintf(file, sizeof file, "%s.csv", run[k]);
        rdg_run_export(rdg_run_open(ctx, run[k]), file, RDG_COLUMN("c", "c", 1), RDG_COLUMN("T", "T", 1),
                       RDG_COLUMN("unstable", "unstable", 1), RDG_COLUMN("type", "type", 1));
    }
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = {.f = field, .df = field_slope, .d2f = field_curvature};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Roessler", 3, &f, RDG_PARAMETERS("c"), (double[]){2.5}, RDG_AUTONOMOUS);
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){0.0, -4.0, 0.05}, .transient = 300.0});

    references table = {.count = 0};
    follow(ctx, s, &table);
    compare(&table, "period of the first doubling", 5.76982001650656,
            beside(ctx, "roessler_1", "PD", "c", known[0], "T"));
    compare(&table, "period of the second doubling", 11.5726888044658,
            beside(ctx, "roessler_2", "PD", "c", known[1], "T"));
    compare(&table, "period one at c = 5.7", 5.88108845555388,
            beside(ctx, "roessler_1", "EP", "c", 5.7, "T"));
    write(ctx);
    write_references(ctx, &table, "roessler_numbers.csv");
#define ORBITS(run, loops, text)                                                                             \
    RDG_CURVE(run, "c", "T", .y_factor = 1.0 / (loops), .dash = "unstable", .legend = (text))
#define DOUBLINGS_OF(run, loops, text)                                                                       \
    RDG_CURVE(run, "c", "T", .y_factor = 1.0 / (loops), .only = "PD", .color = "black", .legend = (text))
    rdg_plot(ctx, "roessler.png", ORBITS("roessler_1", 1, "one loop"), ORBITS("roessler_2", 2, "two"),
             ORBITS("roessler_4", 4, "four"), ORBITS("roessler_8", 8, "eight"),
             DOUBLINGS_OF("roessler_1", 1, "period doublings"), DOUBLINGS_OF("roessler_2", 2, ""),
             DOUBLINGS_OF("roessler_4", 4, ""), DOUBLINGS_OF("roessler_8", 8, ""), RDG_XRANGE(2.5, 4.5),
             RDG_TITLE("Doublings of Roessler's system (dashed: unstable)"), RDG_XLABEL("c"),
             RDG_YLABEL("period / number of loops"));
    return rdg_exit(ctx);
}
