/* From a start that may be far to the next maximum uphill: onto the response first, then along it.
 *
 * The border row stays the same, so that t u is a coordinate of the response. Where the slope has different
 * signs at two points of the response, the peak lies between them (peak_bracket.c). */
#include "peak_climb_impl.h"

#include <math.h>
#include <string.h>

/* The response is restored until Newton's step is shorter than this share of the motion, as long as no peak
 * is near. */
static const double restored_at_first = 1e-3;

/* Restoring the response. */
typedef struct onto {
    bool restoring;
    int restorations, poor;
    double share, last_size;
    double *from, *step;
} onto;

typedef struct climb {
    rdg_peak_way way;
    onto onto;
    double restored; /* a step of Newton's method this short is on the response */
    double trust, last_step, last_slope;
    int limited; /* 1, -1: the last step was, uphill or downhill in the coordinate */
} climb;

/* One step of Newton's method onto the response, halved as long as the steps do not shrink. */
static rdg_peak_next restore(climb *climb, double size)
{
    const int most = 12, few = 5, most_poor = 2;
    onto *c = &climb->onto;
    const rdg_peak_response *r = climb->way.r;
    const rdg_index n = r->n;
    double *u = climb->way.u;
    if (++c->restorations > most || (c->restorations == few && size > rdg_peak_far)) {
        return RDG_PEAK_GIVE_UP;
    }
    if (c->restoring && size > 0.2 && size > c->last_size * (1.0 - 0.25 * c->share) && c->share > 0.1) {
        c->share *= 0.5;
        rdg_peak_add(n, c->from, c->share, c->step, u);
        return RDG_PEAK_GO_ON;
    }
    if (c->restoring && c->share <= 0.1 && size > c->last_size && ++c->poor > most_poor) {
        return RDG_PEAK_GIVE_UP;
    }
    c->share = c->restoring ? fmin(1.0, 2.0 * c->share) : 1.0;
    c->share = c->share * size > 1.0 ? 1.0 / size : c->share;
    memcpy(c->from, u, (size_t)n * sizeof *u);
    memcpy(c->step, r->at->correction, (size_t)n * sizeof *u);
    c->last_size = size;
    c->restoring = true;
    rdg_peak_add(n, u, c->share, c->step, u);
    return RDG_PEAK_GO_ON;
}

/* The trust grows with steps that it limits in one direction, and shrinks where the slope swings. */
static void adapt_trust(climb *c, double slope, double size, bool limited)
{
    const int direction = slope > 0.0 ? 1 : -1;
    if (limited) {
        c->trust = c->limited == direction ? fmin(1.7 * c->trust, 1.0) : c->trust;
        c->limited = direction;
        return;
    }
    if (c->last_slope * slope < 0.0 && fabs(slope) > 0.5 * fabs(c->last_slope)) {
        c->trust = fmax(0.3 * size, 1e-6);
    }
    c->limited = 0;
}

static rdg_peak_next go_along(climb *c)
{
    rdg_peak_way *w = &c->way;
    rdg_peak_response *r = w->r;
    if (rdg_bordered_scalar_differentiate(r->scalar) != 0) {
        return RDG_PEAK_GIVE_UP;
    }
    const double slope = rdg_peak_corrected_slope(r), tangent = rdg_peak_size(r, w->u, r->at->tangent);
    double along = rdg_peak_step(r, slope);
    const double most = c->trust / tangent;
    const bool limited = !(fabs(along) <= most);
    along = limited ? copysign(most, slope) : along;
    const double at = rdg_peak_note_side(w, slope);
    double *d = r->vector[PEAK_STEP];
    rdg_peak_add(r->n, r->at->correction, along, r->at->tangent, d);
    const double size = rdg_peak_size(r, w->u, d);
    const rdg_peak_side *left = &w->left, *right = &w->right;
    if (left->known && right->known && left->at < right->at &&
        (at + along <= left->at || at + along >= right->at ||
         (size > 0.5 * c->last_step && size > 1e2 * rdg_peak_last_step))) {
        c->restored = rdg_peak_last_step; /* slopes beside the response have a false sign near a maximum */
        return rdg_peak_find_between(w);
    }
    adapt_trust(c, slope, fabs(along) * tangent, limited);
    const bool shrinks = size < 0.1 * c->last_step;
    c->last_slope = slope;
    c->last_step = size;
    rdg_peak_add(r->n, w->u, 1.0, d, w->u);
    if (size < rdg_peak_last_step && shrinks && !limited) {
        return rdg_peak_finish(r, w->out) ? RDG_PEAK_DONE : RDG_PEAK_GIVE_UP;
    }
    return w->u[r->omega] > 0.0 ? RDG_PEAK_GO_ON : RDG_PEAK_GIVE_UP;
}

static rdg_peak_next go(climb *c)
{
    rdg_peak_way *w = &c->way;
    if (w->factorisations-- <= 0 || rdg_peak_factor(w->r, w->u, w->row, false) != 0) {
        return RDG_PEAK_GIVE_UP;
    }
    const double size = rdg_peak_size(w->r, w->u, w->r->at->correction);
    if (!isfinite(size)) {
        return RDG_PEAK_GIVE_UP;
    }
    if (size > c->restored) {
        return restore(c, size);
    }
    c->onto.restoring = false;
    c->onto.restorations = 0;
    return go_along(c);
}

rdg_peak_answer rdg_peak_climb(rdg_peak_response *r, const double *start, const double *row, int most,
                               rdg_peak_point *out)
{
    double **v = &r->vector[PEAK_CLIMB];
    climb c = {.way = {.r = r,
                       .row = v[0],
                       .u = out->u,
                       .out = out,
                       .factorisations = most,
                       .work = v[2],
                       .left = {.u = v[3], .margin = r->margin[0]},
                       .right = {.u = v[4], .margin = r->margin[1]}},
               .onto = {.from = v[1], .step = v[2]},
               .restored = restored_at_first,
               .trust = rdg_peak_far,
               .last_step = INFINITY};
    rdg_peak_next next = RDG_PEAK_GO_ON;
    memmove(out->u, start, (size_t)r->n * sizeof *start);
    memcpy(v[0], row, (size_t)r->n * sizeof *row);
    c.way.origin = rdg_peak_dot(r->n, v[0], start);
    while (next == RDG_PEAK_GO_ON) {
        next = go(&c);
    }
    if (next == RDG_PEAK_DONE && out->kind != RDG_PEAK_SMOOTH) {
        /* the direction of a non-smooth peak: the bracket's way, if it has one, else the border's tangent */
        const rdg_peak_side *left = &c.way.left, *right = &c.way.right;
        memcpy(out->tangent, r->at->tangent, (size_t)r->n * sizeof(double));
        for (rdg_index i = 0; left->known && right->known && i < r->n; i++) {
            out->tangent[i] = right->u[i] - left->u[i];
        }
    }
    return next == RDG_PEAK_DONE ? RDG_PEAK_FOUND : RDG_PEAK_FAILED;
}
