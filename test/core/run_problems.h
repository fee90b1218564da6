/* Problems whose runs are kept, cut off, compared and gone on with. */
#ifndef RDG_TEST_RUN_PROBLEMS_H
#define RDG_TEST_RUN_PROBLEMS_H

#include "problems.h"

/* Called at each evaluation; NULL: nothing is. */
static void (*at_evaluation)(void);

static inline void note_evaluation(void)
{
    if (at_evaluation) {
        at_evaluation();
    }
}

/* More variables than the table has columns for: x_0 = sin s + s / 10, the others follow it. */
enum { SIZE = 12 };

static inline int winding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    note_evaluation();
    const double s = u[m];
    y[0] = u[0] - sin(s) - 0.1 * s;
    for (rdg_index i = 1; i < m; i++) {
        y[i] = u[i] - u[i - 1] * cos(0.3 * u[i]) * 0.9;
    }
    return 0;
}

/* block: a name of the variables x */
static inline rdg_problem *winding_problem_of(rdg_context *ctx, const char *block)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, block, SIZE - 1, NULL);
    rdg_add_variables(p, "s", 1, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "winding", .n = SIZE, .m = SIZE - 1, .f = winding}, RDG_ALL);
    rdg_add_parameter(p, "x0", block, 0);
    rdg_add_parameter(p, "s", "s", 0);
    return p;
}

/* (x^2 + 4 y^2 - 1) (x - y) = 0: an ellipse, and a line that crosses it twice. */
static inline int crossing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    note_evaluation();
    y[0] = (u[0] * u[0] + 4 * u[1] * u[1] - 1) * (u[0] - u[1]);
    return 0;
}

static inline rdg_problem *crossing_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "crossing", .n = 2, .m = 1, .f = crossing}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static inline int ball(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    note_evaluation();
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1;
    return 0;
}

static inline rdg_problem *sphere_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 0.0, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = ball}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

#endif
