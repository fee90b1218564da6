/* A slider: a memory that L pushes upwards and U downwards, the play operator v <- clamp(v, L, U), and what
 * of it the frequency domain and time share. */
#ifndef RDG_SLIDER_IMPL_H
#define RDG_SLIDER_IMPL_H

#include "contact.h"

#include <float.h>
#include <math.h>

/* +1, -1: direction of slip; 0 in other states */
static inline double rdg_contact_direction(rdg_contact_state state)
{
    return (state == RDG_SLIP_FORWARD) - (state == RDG_SLIP_BACKWARD);
}

/* The state of a closed contact after another one: it slips where L rises or U falls, and sticks where that
 * ends. */
static inline rdg_contact_state rdg_contact_next(rdg_contact_state before, bool lower_rises, bool upper_falls)
{
    if (before == RDG_SEPARATION) {
        return lower_rises ? RDG_SLIP_FORWARD : upper_falls ? RDG_SLIP_BACKWARD : RDG_STICK;
    }
    const bool ends =
        (before == RDG_SLIP_FORWARD && !lower_rises) || (before == RDG_SLIP_BACKWARD && !upper_falls);
    return ends ? RDG_STICK : before;
}

/* The memory with which a state is left: the slider of an open contact follows, one that slips is at L or U.
 * Values are those of p = kt x, L and U, in any unit. */
static inline double rdg_contact_memory(rdg_contact_state left, double p, double lower, double upper)
{
    return left == RDG_SLIP_FORWARD ? lower : left == RDG_SLIP_BACKWARD ? upper : p;
}

/* Where the bounds are, and whether the motion carries them on: 1 upwards, -1 downwards, 0 if it does not
 * report. */
typedef struct slider_bounds {
    double low, high;
    int low_moves, high_moves;
} slider_bounds;

static inline int rdg_slider_sign(double rate)
{
    return (rate > 0) - (rate < 0);
}

/* Draw a slider in between its bounds; whether it slips then. A distance of rounding does not count.
 * @param[out] drawn the bound that it is tied to: -1 the lower one, 1 the upper one, 0 none */
static inline rdg_contact_state rdg_slider_update(const slider_bounds *b, double *w, int *drawn)
{
    const double noise = 4 * DBL_EPSILON * (fabs(b->low) + fabs(b->high) + fabs(*w));
    const bool raised = *w<b->low - noise, lowered = *w> b->high + noise;
    *w = fmin(fmax(*w, b->low), b->high);
    const bool at_low = *w <= b->low + noise, at_high = *w >= b->high - noise;
    const bool forward = at_low && b->low_moves >= 0;
    const bool backward = at_high && b->high_moves <= 0 && !forward;
    *drawn = forward || raised ? -1 : backward || lowered ? 1 : 0;
    return forward ? RDG_SLIP_FORWARD : backward ? RDG_SLIP_BACKWARD : RDG_STICK;
}

#endif
