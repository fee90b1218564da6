/* From a start that may be far to the next maximum uphill: onto the response first, then along it.
 *
 * The border row stays the same, so that t u is a coordinate of the response. Signs of the slope at two
 * points make a bracket in it. A step that leaves the bracket is replaced by a secant; where the margin of a
 * contact changes its sign in the bracket, the peak may be its corner. */
#include "peak_impl.h"

#include <math.h>
#include <string.h>

/* The response is restored until Newton's step is shorter than this share of the motion at first. Where a
 * step leaves a bracket, the bracket is made anew from points on the response to the last step of Newton's
 * method: slopes of points beside it have a false sign near a maximum. */
static const double restored_at_first = 1e-3;

typedef struct side {
    bool known;
    double at, slope; /* coordinate; slope of A */
    double *u, *margin;
} side;

typedef struct climb {
    rdg_peak_response *r;
    const double *row;
    double *u; /* where it is: that of the peak */
    rdg_peak_point *out;
    double origin; /* t u of the start */
    /* restoring the response */
    double restored;
    bool restoring;
    int restorations, poor;
    double share, last_size;
    double *from, *step;
    /* along the response */
    side left, right; /* slope > 0, slope <= 0 */
    double trust, last_step, last_slope;
    int limited; /* 1, -1: the last step was, uphill or downhill in the coordinate */
    int between, corners;
} climb;

typedef enum next { GO_ON, DONE, GIVE_UP } next;

/* One step of Newton's method onto the response, halved as long as the steps do not shrink. */
static next restore(climb *c, double size)
{
    const int most = 12, few = 5, most_poor = 2;
    const rdg_index n = c->r->n;
    if (++c->restorations > most || (c->restorations == few && size > rdg_peak_far)) {
        return GIVE_UP;
    }
    if (c->restoring && size > 0.2 && size > c->last_size * (1.0 - 0.25 * c->share) && c->share > 0.1) {
        c->share *= 0.5;
        rdg_peak_add(n, c->from, c->share, c->step, c->u);
        return GO_ON;
    }
    if (c->restoring && c->share <= 0.1 && size > c->last_size && ++c->poor > most_poor) {
        return GIVE_UP;
    }
    c->share = c->restoring ? fmin(1.0, 2.0 * c->share) : 1.0;
    c->share = c->share * size > 1.0 ? 1.0 / size : c->share;
    memcpy(c->from, c->u, (size_t)n * sizeof *c->u);
    memcpy(c->step, c->r->at->correction, (size_t)n * sizeof *c->u);
    c->last_size = size;
    c->restoring = true;
    rdg_peak_add(n, c->u, c->share, c->step, c->u);
    return GO_ON;
}

static void note_side(climb *c, double at, double slope)
{
    side *s = slope > 0.0 ? &c->left : &c->right;
    s->known = true;
    s->at = at;
    s->slope = slope;
    memcpy(s->u, c->u, (size_t)c->r->n * sizeof *c->u);
    rdg_peak_margins(c->r, c->u, s->margin);
}

/* The corner of a contact whose margin changes its sign in the bracket. */
static bool is_at_corner(climb *c)
{
    const int most_corners = 6, most_steps = 10;
    double *start = c->step;
    for (rdg_index k = 0; k < c->r->n_margins && c->corners < most_corners; k++) {
        const double a = c->left.margin[k], b = c->right.margin[k];
        if (!(a * b < 0.0)) {
            continue;
        }
        c->corners++;
        memcpy(c->from, c->u, (size_t)c->r->n * sizeof *c->u);
        rdg_peak_between(c->r->n, c->left.u, c->right.u, a / (a - b), start);
        if (rdg_peak_corner(c->r, k, start, most_steps, c->out) == RDG_PEAK_FOUND &&
            rdg_peak_corner_is_peak(c->out)) {
            return true;
        }
        memcpy(c->u, c->from, (size_t)c->r->n * sizeof *c->u);
    }
    return false;
}

/* A point between both sides. */
static next divide(climb *c)
{
    const double *a = c->left.u, *b = c->right.u;
    c->between++;
    if (is_at_corner(c)) {
        return DONE;
    }
    rdg_peak_add(c->r->n, b, -1.0, a, c->step);
    if (rdg_peak_size(c->r, a, c->step) < rdg_peak_point_like) {
        memcpy(c->u, a, (size_t)c->r->n * sizeof *a);
        return rdg_peak_finish_kink(c->r, c->out) ? DONE : GIVE_UP;
    }
    const double secant = c->left.slope / (c->left.slope - c->right.slope);
    const double share = c->between % 3 == 0 ? 0.5 : fmin(fmax(secant, 0.1), 0.9);
    rdg_peak_add(c->r->n, a, share, c->step, c->u);
    c->last_step = INFINITY;
    return GO_ON;
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

/* Begin the bracket anew, with points on the response. */
static next forget_bracket(climb *c)
{
    c->restored = rdg_peak_last_step;
    c->left.known = c->right.known = false;
    rdg_peak_add(c->r->n, c->u, 1.0, c->r->at->correction, c->u);
    return GO_ON;
}

static next go_along(climb *c)
{
    rdg_peak_response *r = c->r;
    if (rdg_bordered_scalar_differentiate(r->scalar) != 0) {
        return GIVE_UP;
    }
    const double slope = rdg_peak_corrected_slope(r), tangent = rdg_peak_size(r, c->u, r->at->tangent);
    const double at = rdg_peak_dot(r->n, c->row, c->u) - c->origin;
    double along = rdg_peak_step(r, slope);
    const double most = c->trust / tangent;
    const bool limited = !(fabs(along) <= most);
    along = limited ? copysign(most, slope) : along;
    note_side(c, at, slope);
    double *d = r->vector[PEAK_STEP];
    rdg_peak_add(r->n, r->at->correction, along, r->at->tangent, d);
    const double size = rdg_peak_size(r, c->u, d);
    const bool bracketed = c->left.known && c->right.known && c->left.at < c->right.at;
    if (bracketed && (at + along <= c->left.at || at + along >= c->right.at ||
                      (size > 0.5 * c->last_step && size > 1e2 * rdg_peak_last_step))) {
        return c->restored > rdg_peak_last_step ? forget_bracket(c) : divide(c);
    }
    adapt_trust(c, slope, fabs(along) * tangent, limited);
    const bool shrinks = size < 0.1 * c->last_step;
    c->last_slope = slope;
    c->last_step = size;
    rdg_peak_add(r->n, c->u, 1.0, d, c->u);
    if (size < rdg_peak_last_step && shrinks && !limited) {
        return rdg_peak_finish(r, c->out) ? DONE : GIVE_UP;
    }
    return c->u[r->omega] > 0.0 ? GO_ON : GIVE_UP;
}

rdg_peak_answer rdg_peak_climb(rdg_peak_response *r, const double *start, const double *row, int most,
                               rdg_peak_point *out)
{
    double **v = &r->vector[PEAK_CLIMB];
    climb c = {.r = r,
               .row = v[0],
               .u = out->u,
               .out = out,
               .from = v[1],
               .step = v[2],
               .left = {.u = v[3], .margin = r->margin[0]},
               .right = {.u = v[4], .margin = r->margin[1]},
               .restored = restored_at_first,
               .trust = rdg_peak_far,
               .last_step = INFINITY};
    next what = GO_ON;
    memmove(out->u, start, (size_t)r->n * sizeof *start);
    memcpy(v[0], row, (size_t)r->n * sizeof *row);
    c.origin = rdg_peak_dot(r->n, v[0], start);
    for (int k = 0; k < most && what == GO_ON; k++) {
        if (rdg_peak_factor(r, c.u, c.row, false) != 0) {
            return RDG_PEAK_FAILED;
        }
        const double size = rdg_peak_size(r, c.u, r->at->correction);
        if (!isfinite(size)) {
            return RDG_PEAK_FAILED;
        }
        if (size > c.restored) {
            what = restore(&c, size);
            continue;
        }
        c.restoring = false;
        c.restorations = 0;
        what = go_along(&c);
    }
    if (what == DONE && out->kind != RDG_PEAK_SMOOTH) {
        /* the direction of a corner or kink: the bracket's way, if it has one, else the border's tangent */
        memcpy(out->tangent, r->at->tangent, (size_t)r->n * sizeof(double));
        for (rdg_index i = 0; c.left.known && c.right.known && i < r->n; i++) {
            out->tangent[i] = c.right.u[i] - c.left.u[i];
        }
    }
    return what == DONE ? RDG_PEAK_FOUND : RDG_PEAK_FAILED;
}
