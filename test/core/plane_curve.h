/* A curve in the plane. */
#ifndef RDG_TEST_PLANE_CURVE_H
#define RDG_TEST_PLANE_CURVE_H

#include "support.h"

#include <ridgewalk/core.h>

typedef int plane_callback(rdg_index n, const double *u, rdg_index m, double *out, void *data);

/* f(x, y) = 0 from (x, y), without df by differences. The parameter is y; a window of "X", which is x, ends
 * runs where y turns or stays. */
static inline rdg_problem *plane_curve(rdg_context *ctx, plane_callback *f, plane_callback *df, void *data,
                                       double x, double y)
{
    const rdg_function curve = {
        .name = "f", .n = 2, .m = 1, .f = f, .df = df, .by_differences = true, .data = data};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "y", 1, &y);
    rdg_add_zero(p, &curve, RDG_ALL);
    rdg_add_parameter(p, "y", "y", 0);
    rdg_add_linear_monitor(p, "X", 1, 1, (const rdg_index[]){0}, (const double[]){1.0}, NULL,
                           (const char *const[]){"X"}, RDG_REGULAR);
    return p;
}

#endif
