/* dA/dv at the frequency of the peak at an end of the band. A slider at a limit is released a short step
 * inside of it. The others start where they are: the motion drags one whose limit comes inwards by that, and
 * leaves the others. One transposed solve gives the multipliers of the static rows. */
#include "bounds_impl.h"

#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Step away from a limit relative to the contact forces: the slope changes by about as much. */
#define INSIDE 1e-8

static double start_of(const rdg_bounds_search *s, const rdg_bounds_slider *slider, bool released)
{
    const int inwards = !released                              ? 0
                        : slider->state == RDG_BOUNDS_AT_LOWER ? 1
                        : slider->state == RDG_BOUNDS_AT_UPPER ? -1
                                                               : 0;
    return isfinite(slider->v) ? slider->v + inwards * INSIDE * s->reach : 0.0;
}

static rdg_problem *make_problem(rdg_bounds_search *s, const rdg_bounds_end *end, rdg_index released,
                                 const char **held)
{
    rdg_at at[RDG_BOUNDS_MOST + 3] = {{"omega", end->omega}, {"alpha", s->level}};
    held[0] = "alpha";
    for (rdg_index k = 0; k < s->n; k++) {
        held[1 + k] = s->contact[k].start;
        at[2 + k] = (rdg_at){s->contact[k].start, start_of(s, &end->slider[k], k == released)};
    }
    return rdg_hbm_problem_at(s->hb, at);
}

static rdg_status find_slope(rdg_bounds_search *s, rdg_problem *p, rdg_bordered_scalar *scalar,
                             const bounds_contact *c, double *slope)
{
    const rdg_scalar_values *at = rdg_bordered_scalar_values(scalar);
    double *row = rdg_context_calloc(s->ctx, (size_t)at->n, sizeof *row);
    double *u = rdg_start_values(p);
    if (!row || !u) {
        rdg_free(row);
        return rdg_error_status(s->ctx);
    }
    memcpy(u, s->Q, (size_t)s->n_Q * sizeof *u);
    row[rdg_variable_index(p, "omega")] = 1.0;
    const rdg_status status = rdg_solve(p);
    if (status == RDG_OK && rdg_bordered_scalar_factor(scalar, u, row) == 0) {
        *slope = 0.0;
        for (rdg_index i = 0; i < c->n; i++) {
            *slope -= c->weight[i] * at->multipliers[c->place[i]]; /* the static rows have the force -v */
        }
    }
    rdg_free(row);
    return status;
}

void rdg_bounds_slopes(rdg_bounds_search *s, rdg_bounds_end *end)
{
    for (rdg_index k = 0; k < s->n && rdg_error_status(s->ctx) == RDG_OK; k++) {
        const char *held[RDG_BOUNDS_MOST + 1];
        if (!isfinite(end->slider[k].v)) {
            continue;
        }
        rdg_problem *p = make_problem(s, end, k, held);
        rdg_bordered_scalar *scalar = p ? rdg_bordered_scalar_create(p, s->sensor, 1 + s->n, held) : NULL;
        if (scalar) {
            find_slope(s, p, scalar, &s->contact[k], &end->slider[k].slope);
        }
        rdg_bordered_scalar_free(scalar);
        rdg_problem_free(p);
        rdg_error_forgive(s->ctx);
    }
}
