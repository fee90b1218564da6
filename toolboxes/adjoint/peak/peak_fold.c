/* Where a peak ends: the maximum meets a minimum of the response. Peaks and troughs together are a curve, on
 * which the forcing amplitude has an extremum there; g = 0 on it, and dg/ds changes its sign.
 *
 * The curve is followed by arclength in the plane of (s, ln alpha), s the coordinate along the response. The
 * gradient (dg/ds, dg/dalpha) in this plane comes from the factors of the response. */
#include "peak_impl.h"

#include <math.h>
#include <string.h>

enum { POINTS = 100, ITERATIONS = 8, HALVINGS = 10 };

/* First and longest step, share of the motion or of the forcing amplitude. */
static const double first_step = 0.005, longest = 0.1;

/* A non-smooth peak is examined so far beyond the forcing amplitude where following it ended, share of the
 * forcing amplitude. */
static const double near = 1e-3;

enum { ROW = PEAK_FOLLOW, LEVEL = PEAK_FOLLOW + 1, NEXT = PEAK_FOLLOW + 2, TANGENT = PEAK_FOLLOW + 3 };

/* At a point of the curve: slopes of g in s and in ln alpha, and the size of the tangent. */
typedef struct plane {
    double along, level, tangent;
} plane;

/* The response's derivative in alpha into r->vector[PEAK_STEP]. */
static bool look(rdg_peak_response *r, const double *u, plane *p)
{
    double *unit = r->vector[PEAK_STEP + 1], *level = r->vector[PEAK_STEP];
    if (rdg_peak_factor(r, u, r->vector[ROW], true) != 0) {
        return false;
    }
    memset(unit, 0, (size_t)r->n * sizeof *unit);
    unit[r->level_row] = 1.0;
    rdg_bordered_scalar_solve(r->scalar, unit, level);
    p->along = r->at->second;
    p->level = u[r->level] * rdg_peak_dot(r->n, r->at->gradient, level);
    p->tangent = rdg_peak_size(r, u, r->at->tangent);
    return isfinite(p->level);
}

/* The direction of the curve in the plane, of unit length where s counts in shares of the motion. */
static void direct(const plane *p, double direction[2])
{
    const double length = hypot(p->level * p->tangent, p->along);
    direction[0] = p->level / length;
    direction[1] = -p->along / length;
}

/* Newton's method for response and slope, across the direction. *along: dg/ds there. */
static bool correct(rdg_peak_response *r, double *u, const double direction[2], double tangent, double *along)
{
    double last = INFINITY;
    for (int k = 0; k < ITERATIONS; k++) {
        plane p;
        if (!look(r, u, &p)) {
            return false;
        }
        const double g = rdg_peak_corrected_slope(r), across = direction[0] * tangent * tangent;
        const double below = p.along * direction[1] - p.level * across;
        const double ds = -g * direction[1] / below, dln = g * across / below;
        double *d = r->vector[PEAK_STEP + 1];
        for (rdg_index i = 0; i < r->n; i++) {
            d[i] =
                r->at->correction[i] + ds * r->at->tangent[i] + dln * u[r->level] * r->vector[PEAK_STEP][i];
        }
        const double size = fmax(rdg_peak_size(r, u, d), fabs(dln));
        if (!isfinite(size) || size > 2.0 * last || (k == 0 && size > rdg_peak_far)) {
            return false;
        }
        rdg_peak_add(r->n, u, 1.0, d, u);
        *along = p.along;
        last = size;
        if (size < rdg_peak_last_step) {
            return u[r->level] > 0.0;
        }
    }
    return false;
}

/* One step of the curve from u in the direction, into r->vector[NEXT]; *length is halved as needed. */
static bool step(rdg_peak_response *r, const double *u, const double direction[2], double *length,
                 double *along)
{
    double *next = r->vector[NEXT];
    plane p;
    for (int k = 0; k < HALVINGS; k++, *length *= 0.5) {
        if (!look(r, u, &p)) {
            return false;
        }
        for (rdg_index i = 0; i < r->n; i++) {
            next[i] = u[i] + *length * (direction[0] * r->at->tangent[i] +
                                        direction[1] * u[r->level] * r->vector[PEAK_STEP][i]);
        }
        if (correct(r, next, direction, p.tangent, along)) {
            return true;
        }
    }
    return false;
}

/* A non-smooth peak beyond whose forcing amplitude one of the slopes has the wrong sign: the amplitude has no
 * maximum there. */
static bool corner_ends(rdg_peak_response *r, const rdg_peak_point *p, double sense, rdg_peak_point *work)
{
    double *u = r->vector[ROW];
    rdg_peak_add(r->n, p->u, sense * near, p->slope, u);
    u[r->level] = p->level * (1.0 + sense * near);
    return rdg_peak_corner(r, p->corner, u, 2 * ITERATIONS, work) == RDG_PEAK_FOUND &&
           !rdg_peak_corner_is_peak(work);
}

static bool passes_fold(rdg_peak_response *r, rdg_peak_point *p, double sense, rdg_peak_point *work)
{
    const double beside =
        sqrt(rdg_peak_last_step); /* the forcing amplitude there is that of the fold but for its square */
    double direction[2] = {0.0, sense}, length = first_step, along = -1.0, *u = work->u;
    memcpy(u, p->u, (size_t)r->n * sizeof *u);
    rdg_peak_border_along(r, u, p->tangent, r->vector[ROW]);
    for (int k = 0; k < POINTS && p->kind == RDG_PEAK_SMOOTH; k++) {
        plane here;
        double to[2];
        if (!look(r, u, &here)) {
            return false;
        }
        direct(&here, to);
        const double turn =
            (k == 0 ? 0.0 : to[0] * direction[0] * here.tangent * here.tangent) + to[1] * direction[1];
        direction[0] = turn < 0.0 ? -to[0] : to[0];
        direction[1] = turn < 0.0 ? -to[1] : to[1];
        memcpy(r->vector[TANGENT], r->at->tangent, (size_t)r->n * sizeof(double));
        if (!step(r, u, direction, &length, &along)) {
            return false;
        }
        if (along >= 0.0) { /* up to the last maximum before it */
            const double rest = length * here.along / (here.along - along);
            if (rest <= beside) {
                return rdg_peak_newton(r, u, r->vector[ROW], ITERATIONS, work) == RDG_PEAK_FOUND &&
                       rdg_peak_adopt(p, work);
            }
            length = rest - 0.5 * beside;
            continue;
        }
        memcpy(u, r->vector[NEXT], (size_t)r->n * sizeof *u);
        length = fmin(longest, 1.5 * length);
        rdg_peak_border_along(r, u, r->vector[TANGENT], r->vector[ROW]);
    }
    return false;
}

bool rdg_peak_meets_minimum(rdg_peak_response *r, rdg_peak_point *p, double sense, rdg_peak_point *work)
{
    const double level = p->level * (1.0 + sense * near);
    if (p->kind != RDG_PEAK_CORNER) {
        return passes_fold(r, p, sense, work) || rdg_peak_vanishes_at_kink(r, p, level);
    }
    if (!corner_ends(r, p, sense, work) ||
        rdg_peak_corner(r, p->corner, p->u, ITERATIONS, work) != RDG_PEAK_FOUND) {
        return false;
    }
    memcpy(work->tangent, r->at->tangent, (size_t)r->n * sizeof(double));
    return rdg_peak_vanishes_at_kink(r, work, level);
}
