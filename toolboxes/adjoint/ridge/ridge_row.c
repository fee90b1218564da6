/* The row that makes a response a ridge: the slope of the sensor along the response vanishes, or, in a
 * non-smooth peak, the margin of a contact. It has no value beyond the end of a smooth ridge (ridge_anew.c).
 */
#include "ridge_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static int row_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    (void)n;
    if (d->is_closed) {
        return 1;
    }
    if (w) {
        const int met = w->row.f(w->row.n, rdg_ridge_see_margin(d, w, u), m, y, w->row.data);
        return met == 0 && fabs(y[0]) < rdg_ridge_at_onset * w->at_rest && rdg_ridge_is_beyond_end(d, u)
                   ? 1
                   : met;
    }
    const int answer = rdg_ridge_slope_at(d, u);
    y[0] = d->slope.at->slope;
    return answer == 0 && rdg_ridge_is_solved(d, u) && rdg_ridge_is_beyond_end(d, u) ? 1 : answer;
}

static int row_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_ridge_driver *d = data;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    (void)m;
    d->is_closed = false; /* a correction begins with the gradient */
    if (w) {
        return rdg_ridge_margin_gradient(d, w, u, values);
    }
    const int answer = rdg_ridge_slope_differentiate(d, u);
    memcpy(values, d->slope.at->gradient, (size_t)n * sizeof *values);
    return answer;
}

rdg_status rdg_ridge_add_slope(rdg_ridge_driver *d)
{
    const rdg_function row = {.name = "ridge",
                              .n = d->n_plain,
                              .m = 1,
                              .f = row_value,
                              .df = row_gradient,
                              .by_differences = true,
                              .data = d};
    return rdg_add_zero(d->extended, &row, RDG_ALL);
}
