/* What a step along a ridge must not pass: the equations of the ridge have no value there, as seen from the
 * last point.
 *
 * A contact that slips begins, or ceases, to slip anew within a stick phase. Its stiffness jumps, and with it
 * the slope of the sensor: the smooth ridge ends, though it may go on close by. The corner in between may be
 * narrower than any step.
 *
 * A maximum ends at a kink, and a minimum begins beside it. In the plane of the coordinate s along the
 * response and the level the ridge has the direction (-dg/dlevel, dg/ds), g being the slope. On a smooth
 * curve only one of them changes its sign at a time: dg/ds at a fold, where the level turns back. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const double noise = 1e-9; /* of a margin, relative to that at rest */

/* A stick phase in which slip was about to begin may end between two points. Slip may have begun and ended in
 * it before, unless the motion differs by no more than this share. */
static const double short_way = 1e-2;

/* Derivatives of the slope, in amplitudes for the length of the motion and for the level, that are rounding.
 */
static const double small = 1e-6;

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

/* Has the change of regime nearest to a point taken place on the way from there to another one? The stick
 * phase may have ended meanwhile. */
static bool has_changed(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *from, const double *to)
{
    double before = 0.0, behind = 0.0;
    rdg_ridge_use(d, from);
    const bool has_phase = rdg_hbm_focus(d->hb, w->number, from) == 0 && margin_at(d, w, from, &before) == 0;
    const bool goes_on = has_phase && margin_at(d, w, to, &behind) == 0;
    rdg_hbm_focus(d->hb, w->number, NULL);
    const double least = noise * w->at_rest;
    return has_phase && ((!goes_on && is_far(d, from, to)) || (before > least && behind < -least) ||
                         (before < -least && behind > least));
}

bool rdg_ridge_slips_anew(rdg_ridge_driver *d, const double *from, const double *to)
{
    bool found = false;
    for (rdg_index k = 0; !found && k < d->n_watches; k++) {
        const rdg_ridge_watch *w = &d->watch[k];
        found = w->regime == RDG_RIDGE_SLIPS && !w->focused && rdg_hbm_basis(d->hb)->n_harmonics > 1 &&
                (has_changed(d, w, to, from) || has_changed(d, w, from, to));
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
