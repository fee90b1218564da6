/* What all parts of the ridge driver ask: kinds of charts, levels that are one, the contact of a corner,
 * points that a local problem starts from. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

const double rdg_ridge_same_level = 1e-9;

bool rdg_ridge_is_of(const rdg_chart *chart, const char *types)
{
    return chart->type[0] && strstr(types, chart->type);
}

bool rdg_ridge_is_event(const rdg_chart *chart)
{
    return rdg_ridge_is_of(chart, "FP SLIP CE FK RS MX");
}

rdg_ridge_watch *rdg_ridge_corner(const rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        if (d->watch[k].regime == RDG_RIDGE_CORNER) {
            return &d->watch[k];
        }
    }
    return NULL;
}

void rdg_ridge_forgive(rdg_ridge_driver *d)
{
    rdg_error_forgive(d->ctx);
}

double *rdg_ridge_start_from(rdg_problem *p, rdg_index n, const double *u)
{
    if (rdg_error_status(rdg_problem_context(p)) != RDG_OK) {
        return NULL; /* memory, say, has run out: no variable would be found */
    }
    return memcpy(rdg_start_values(p), u, (size_t)n * sizeof *u);
}
