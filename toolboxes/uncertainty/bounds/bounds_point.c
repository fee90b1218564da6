/* The greatest peak of the response with given slider starts, and what each slider does there. */
#include "bounds_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/peak_set.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Rounding of a slider position relative to the forces that it is the difference of. */
#define ROUNDING 1e-13

/* The start of a slider that sticks counts in the row of the tangential static force, as -1. */
static double slope_of(const bounds_contact *c, const rdg_peak_point *peak)
{
    double slope = 0.0;
    for (rdg_index i = 0; i < c->n; i++) {
        slope -= c->weight[i] * peak->multipliers[c->place[i]];
    }
    return peak->kind == RDG_PEAK_KINK ? NAN : slope;
}

/* A bound of |L| and |U| over the period. */
static double greatest_limit(const bounds_contact *c, const double *z, rdg_index n)
{
    double x = 0.0;
    double y = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        x += fabs(z[i]);
        y += c->has_normal ? fabs(z[n + i]) : 0.0;
    }
    return c->kt * x + c->mu * (fabs(c->preload) + c->kn * y);
}

/* Where a slider that sticks is against its start: the motion has dragged it, or not. */
static rdg_bounds_state state_of(double v, double start, double rounding)
{
    if (!isfinite(start)) {
        return RDG_BOUNDS_FREE; /* it starts where the motion or the rest has it */
    }
    return v > start + rounding   ? RDG_BOUNDS_AT_LOWER
           : v < start - rounding ? RDG_BOUNDS_AT_UPPER
                                  : RDG_BOUNDS_FREE;
}

static void see_slider(rdg_bounds_search *s, bounds_contact *c, const rdg_peak_point *peak, double start,
                       rdg_bounds_slider *slider)
{
    const double *x = s->state[0];
    const double *force = s->state[1];
    rdg_hbm_element_state(s->hb, c->element, peak->u, peak->omega, s->state[0], s->state[1]);
    s->reach = fmax(s->reach, greatest_limit(c, x, rdg_hbm_basis(s->hb)->n_coefficients));
    const rdg_element_regime regime = rdg_hbm_element_regime(s->hb, c->element, peak->u);
    *slider = (rdg_bounds_slider){.state = RDG_BOUNDS_SLIPS, .v = NAN};
    if (regime != RDG_ELEMENT_STICKS) {
        slider->state = regime == RDG_ELEMENT_OPENS ? RDG_BOUNDS_OPENS : RDG_BOUNDS_SLIPS;
        return;
    }
    slider->v = c->kt * x[0] - force[0];
    slider->slope = slope_of(c, peak);
    slider->state = state_of(slider->v, start, ROUNDING * s->reach);
    c->low = fmin(c->low, slider->v);
    c->high = fmax(c->high, slider->v);
}

static void see(rdg_bounds_search *s, const rdg_peak_set *set, const double *z, rdg_bounds_end *end)
{
    const rdg_peak_point *peak = set->peak[set->greatest];
    *end = (rdg_bounds_end){.amplitude = peak->amplitude, .omega = peak->omega, .kind = peak->kind};
    for (rdg_index k = 0; k < s->n; k++) {
        end->start[k] = z ? z[k] : s->contact[k].given;
        see_slider(s, &s->contact[k], peak, end->start[k], &end->slider[k]);
    }
    memcpy(s->Q, peak->u, (size_t)s->n_Q * sizeof *s->Q); /* Q comes first */
    const double edge = fmax(set->end[0].amplitude, set->end[1].amplitude);
    s->result->uncertain +=
        !set->covered || set->branch_points > 0 || set->unresolved > 0 || edge > peak->amplitude;
}

bool rdg_bounds_peak(rdg_bounds_search *s, const double *z, rdg_bounds_end *end)
{
    rdg_at at[RDG_BOUNDS_MOST + 1] = {{NULL, 0.0}};
    rdg_index used = 0;
    for (rdg_index k = 0; k < s->n; k++) {
        const double start = z ? z[k] : s->contact[k].given;
        if (isfinite(start)) {
            at[used++] = (rdg_at){s->contact[k].start, start};
        }
    }
    rdg_peak_response *r = rdg_peak_response_create(s->hb, s->sensor, s->low, s->high, at);
    if (!r) {
        return false;
    }
    const rdg_peak_set *set = rdg_peak_set_at(r, s->level);
    const bool found = set && set->greatest >= 0;
    s->result->responses++;
    if (found) {
        see(s, set, z, end);
    }
    rdg_peak_set_free(set);
    rdg_peak_response_free(r);
    rdg_error_forgive(s->ctx);
    return found;
}
