/* What a step along a ridge must not pass: the equations of the ridge have no value there, as seen from the
 * last point.
 *
 * A contact that slips begins, or ceases, to slip anew within a stick phase. Its stiffness jumps, and with it
 * the slope of the sensor: the smooth ridge ends, though it may go on close by. The non-smooth peak in
 * between may be narrower than any step.
 *
 * A maximum ends at a non-smooth point, and a minimum begins beside it. In the plane of the coordinate s
 * along the response and the forcing amplitude the ridge has the direction (-dg/dlevel, dg/ds), g being the
 * slope. On a smooth curve only one of them changes its sign at a time: dg/ds at a fold, where the forcing
 * amplitude turns back. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A stick phase in which slip was about to begin may end between two points. Slip may have begun and ended in
 * it before, unless the motion differs by no more than this share. */
static const double short_way = 1e-2;

/* Derivatives of the slope, in amplitudes for the length of the motion and for the forcing amplitude, that
 * are rounding.
 */
static const double small = 1e-6;

/* A margin vanishes as a power of the way that is greater than this, and as the way itself above the second
 * one.
 */
static const double least_exponent = 0.25, least_regular = 0.75;

static int margin_at(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, double *margin)
{
    rdg_ridge_use(d, u);
    return rdg_hbm_margin(d->hb, w->number, u, margin, NULL);
}

static bool is_far(const rdg_ridge_driver *d, const double *a, const double *b)
{
    double change = 0.0, motion = 0.0;
    for (rdg_index i = 0; i < d->slope.at->m; i++) {
        change += (b[i] - a[i]) * (b[i] - a[i]);
        motion += a[i] * a[i];
    }
    return change > short_way * short_way * motion;
}

/* Has the change of contact state nearest to a point taken place on the way from there to another one? The
 * stick phase may have ended meanwhile. */
static bool has_changed(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *from, const double *to)
{
    double before = 0.0, behind = 0.0;
    rdg_ridge_use(d, from);
    const bool has_phase = rdg_hbm_focus(d->hb, w->number, from) == 0 && margin_at(d, w, from, &before) == 0;
    const bool goes_on = has_phase && margin_at(d, w, to, &behind) == 0;
    rdg_hbm_focus(d->hb, w->number, NULL);
    const double least = rdg_ridge_noise * w->at_rest;
    return has_phase && ((!goes_on && is_far(d, from, to)) || (before > least && behind < -least) ||
                         (before < -least && behind > least));
}

/* Only with several harmonics does a contact begin to slip within a stick phase. */
static bool may_slip_anew(const rdg_ridge_driver *d, const rdg_ridge_watch *w)
{
    return w->regime == RDG_RIDGE_SLIPS && !w->focused && rdg_hbm_basis(d->hb)->n_harmonics > 1;
}

/* ln of the forcing amplitude from a point of the ridge to where the margin of the nearest change vanishes,
 * to first order; negative: behind it. NAN: it is not known. */
static double way_of(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u, const double *tangent)
{
    double margin = 0.0, growth = 0.0, *gradient = d->slope.row;
    rdg_ridge_use(d, u);
    const bool has_phase = rdg_hbm_focus(d->hb, w->number, u) == 0 && margin_at(d, w, u, &margin) == 0 &&
                           rdg_ridge_margin_gradient(d, w, u, gradient) == 0;
    rdg_hbm_focus(d->hb, w->number, NULL);
    for (rdg_index i = 0; has_phase && i < d->n_plain; i++) {
        growth += gradient[i] * tangent[i];
    }
    return has_phase && growth != 0.0 ? -margin / growth * tangent[d->level] / u[d->level] : NAN;
}

/* The same in the sense of a step, which has two points. A margin that vanishes as a power of the way, as
 * next to a fold of the ridge, has a first order that is off by this exponent, which they show. */
static double way_ahead(rdg_ridge_driver *d, const rdg_ridge_watch *w, const rdg_guide_step *step,
                        double *exponent)
{
    const double from = step->u[d->level], before = step->u_before[d->level];
    const double sense = copysign(1.0, step->value - from), passed = sense * log(from / before);
    const double here = sense * way_of(d, w, step->u, step->tangent);
    const double there = sense * way_of(d, w, step->u_before, step->tangent_before);
    *exponent = 1.0;
    if (isnan(here) || here <= 0.0) {
        return INFINITY;
    }
    if (!isnan(there) && passed > 0.0 && there - here > passed) {
        *exponent = fmax(least_exponent, passed / (there - here));
    }
    return *exponent * here;
}

double rdg_ridge_way_to_change(rdg_ridge_driver *d, const rdg_guide_step *step, bool *is_regular)
{
    double least = INFINITY;
    *is_regular = true;
    for (rdg_index k = 0; k < d->n_watches; k++) {
        double exponent = 1.0;
        const double way =
            may_slip_anew(d, &d->watch[k]) ? way_ahead(d, &d->watch[k], step, &exponent) : INFINITY;
        *is_regular = way < least ? exponent > least_regular : *is_regular;
        least = fmin(way, least);
    }
    return least;
}

bool rdg_ridge_slips_anew(rdg_ridge_driver *d, const double *from, const double *to)
{
    bool found = false;
    for (rdg_index k = 0; !found && k < d->n_watches; k++) {
        const rdg_ridge_watch *w = &d->watch[k];
        found = may_slip_anew(d, w) && (has_changed(d, w, to, from) || has_changed(d, w, from, to));
    }
    return found;
}

/* Signs of dg/ds and dg/dlevel at a smooth point; 0: not known, or rounding. */
static void take_signs(rdg_ridge_driver *d, const double *u, int sign[2])
{
    rdg_ridge_slope *s = &d->slope;
    const rdg_index n = d->n_plain, level = s->at->m + 1 + d->level - d->omega - 1;
    sign[0] = sign[1] = 0;
    if (rdg_ridge_corner(d) || d->n_optimal > 0 || rdg_ridge_slope_differentiate(d, u) != 0) {
        return;
    }
    double along = 0.0;
    memset(s->right, 0, (size_t)n * sizeof *s->right);
    s->right[level] = u[d->level];
    rdg_bordered_scalar_solve(s->scalar, s->right, s->x);
    for (rdg_index i = 0; i < n; i++) {
        along += s->at->gradient[i] * s->x[i];
    }
    const double least = small * s->at->value;
    sign[0] = (s->at->second > least) - (s->at->second < -least);
    sign[1] = (along > least) - (along < -least);
}

bool rdg_ridge_is_beyond_end(rdg_ridge_driver *d, const double *u)
{
    int sign[2];
    if (!d->is_anchored) {
        return false;
    }
    take_signs(d, u, sign);
    const bool turned = sign[0] * d->anchor_sign[0] < 0 && sign[1] * d->anchor_sign[1] < 0;
    d->is_fenced = d->is_closed = turned || rdg_ridge_slips_anew(d, d->anchor, u);
    d->fence = d->is_fenced ? u[d->level] : d->fence;
    return d->is_fenced;
}

void rdg_ridge_anchor(rdg_ridge_driver *d, const double *u)
{
    d->is_anchored = u != NULL;
    if (u) {
        memcpy(d->anchor, u, (size_t)d->n_plain * sizeof *u);
        take_signs(d, u, d->anchor_sign);
    }
}
