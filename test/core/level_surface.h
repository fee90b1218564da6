/* Surfaces f(x, y, z) = 0 that are covered. */
#ifndef RDG_TEST_LEVEL_SURFACE_H
#define RDG_TEST_LEVEL_SURFACE_H

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>

typedef int (*level_function)(rdg_index n, const double *u, rdg_index m, double *y, void *data);

static inline rdg_problem *level_surface(rdg_context *ctx, level_function value, void *data,
                                         const double *start)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, start);
    rdg_add_zero(
        p, &(rdg_function){.name = "level", .n = 3, .m = 1, .f = value, .by_differences = true, .data = data},
        RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);
    return p;
}

#endif
