/* Where a maximum meets a minimum at a non-smooth point of the response or of its slope, where no curve of
 * peaks leads on: a stretch around both has none of them a little further. */
#include "peak_set_impl.h"

#include <math.h>

/* The stretch reaches from this share of the motion to both sides at first, and is doubled until the slopes
 * at both ends have the same sign. */
static const double least = 1e-3;
enum { DOUBLINGS = 8 };

enum { LEFT = PEAK_FOLLOW, RIGHT = PEAK_FOLLOW + 1, ROW = PEAK_FOLLOW + 2, RESTORE = 12 };

/* The response at a forcing amplitude, at a coordinate so far along the tangent from the peak. */
static bool point_at(rdg_peak_response *r, const rdg_peak_point *p, double along, double level, double *u,
                     double *slope)
{
    rdg_peak_add(r->n, p->u, along, p->tangent, u);
    u[r->level] = level;
    const bool found = rdg_peak_restore(r, u, r->vector[ROW], RESTORE) == RDG_PEAK_FOUND;
    *slope = r->at->slope;
    return found;
}

/* Both ends of a stretch around the peak, with slopes of the same sign. */
static bool ends_at(rdg_peak_response *r, const rdg_peak_point *p, double half, double level)
{
    const double along = half / rdg_peak_size(r, p->u, p->tangent);
    double left, right;
    return point_at(r, p, -along, level, r->vector[LEFT], &left) &&
           point_at(r, p, along, level, r->vector[RIGHT], &right) && left * right > 0.0;
}

bool rdg_peak_vanishes_at_kink(rdg_peak_response *r, const rdg_peak_point *p, double level)
{
    rdg_peak_border_along(r, p->u, p->tangent, r->vector[ROW]);
    double half = least;
    for (int k = 0; k < DOUBLINGS; k++, half *= 2.0) {
        if (ends_at(r, p, half, p->level)) {
            return ends_at(r, p, half, level) &&
                   rdg_peak_count_between(r, r->vector[LEFT], r->vector[RIGHT]) == 0;
        }
    }
    return false;
}
