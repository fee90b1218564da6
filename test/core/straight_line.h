/* The straight line y = x. */
#ifndef RDG_TEST_STRAIGHT_LINE_H
#define RDG_TEST_STRAIGHT_LINE_H

#include <ridgewalk/problem.h>

static inline int straight_line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - u[0];
    return 0;
}

static inline int straight_line_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = -1.0;
    values[1] = 1.0;
    return 0;
}

#endif
