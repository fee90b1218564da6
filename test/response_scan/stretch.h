/* Whether a stretch of a response curve can hide a maximum and a minimum, from what is known at its ends.
 *
 * The amplitude is looked at over the chord x in [0, 1] between them: with the slopes a and b at the ends,
 * both relative to the mean slope, a parabola has a + b = 2, and a cubic is monotone up to a^2 + b^2 = 9.
 * What goes beyond the first by much falls behind somewhere in between. */
#ifndef SCAN_STRETCH_H
#define SCAN_STRETCH_H

#include "work.h"

static const double scan_most_slope = 2.2;
static const double scan_most_bend = 0.01;   /* of the response, relative to the chord */
static const double scan_most_change = 0.12; /* of one unknown, relative to its own slopes */
static const double scan_least_part = 1e-3;  /* of an unknown's own size, relative to the largest one */
static const double scan_shortest = 1e-9;    /* arclength; what is closer together is at one place */
static const double scan_sideways = 0.5; /* a tangent that is so far from the chord says little about it */

/* The amplitude over the chord. */
typedef struct scan_chord {
    double a, b, slope_a, slope_b;
    double rate[2]; /* growth of x for the length of the tangents */
    bool sideways;
} scan_chord;

/* Growth of x for the length of a tangent, and what that length is compared with the chord's. */
static double scan_growth(const scan_work *s, const scan_point *a, const scan_point *b, const double *tangent,
                          bool *sideways_too)
{
    double along = 0.0;
    double whole = 0.0;
    double length = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        const double step = (b->u[j] - a->u[j]) / s->work[j];
        const double t = tangent[j] / s->work[j];
        along += step * t;
        whole += step * step;
        length += t * t;
    }
    *sideways_too = *sideways_too || !(along > scan_sideways * sqrt(whole * length));
    return along / whole;
}

static scan_chord scan_look_along(scan_work *s, const scan_point *a, const scan_point *b)
{
    scan_chord c = {.a = a->amplitude, .b = b->amplitude};
    rdg_typical_sizes(s->p, a->u, s->work);
    c.rate[0] = scan_growth(s, a, b, a->tangent[1], &c.sideways);
    c.rate[1] = scan_growth(s, a, b, b->tangent[0], &c.sideways);
    c.slope_a = a->slope[1] / c.rate[0];
    c.slope_b = b->slope[0] / c.rate[1];
    return c;
}

/* Do the ends' tangents and the chord differ? s->work: typical sizes */
static bool scan_bends(const scan_work *s, const scan_point *a, const scan_point *b, const scan_chord *c)
{
    double largest = 0.0;
    double bend = 0.0;
    double whole = 0.0;
    bool changes = false;
    for (rdg_index j = 0; j < s->n; j++) {
        largest = fmax(largest, fabs(b->u[j] - a->u[j]) / s->work[j]);
    }
    for (rdg_index j = 0; j < s->n; j++) {
        const double step = (b->u[j] - a->u[j]) / s->work[j];
        const double first = a->tangent[1][j] / (s->work[j] * c->rate[0]);
        const double last = b->tangent[0][j] / (s->work[j] * c->rate[1]);
        const double off = first + last - 2.0 * step;
        bend += 0.25 * off * off;
        whole += step * step;
        const double own = fabs(first) + fabs(last) + 2.0 * fabs(step) + scan_least_part * largest;
        changes = changes || fabs(off) > scan_most_change * own;
    }
    return changes || bend > scan_most_bend * scan_most_bend * whole;
}

/* An upper bound for the amplitude, as seen from the ends: where their tangents meet, and as much again. */
static double scan_bound(const scan_chord *c)
{
    const double rise = fmax(c->slope_a, 0.0);
    const double fall = fmax(-c->slope_b, 0.0);
    const double greatest = fmax(c->a, c->b);
    if (!(rise > 0.0 && fall > 0.0)) {
        return greatest + 0.5 * (rise + fall);
    }
    const double meeting = (rise * (c->b + fall) + fall * c->a) / (rise + fall);
    return greatest + 2.0 * fmax(meeting - greatest, 0.0);
}

static bool scan_passes(rdg_index first, rdg_index last, const scan_point *a, const scan_point *b)
{
    for (rdg_index k = first; k < last; k++) {
        const double x = a->margin[k], y = b->margin[k];
        /* quiet comparisons: a margin may be unknown */
        if ((isless(x, 0.0) && isgreater(y, 0.0)) || (isgreater(x, 0.0) && isless(y, 0.0))) {
            return true;
        }
    }
    return false;
}

/* Growth of a contact's margin along the chord, for all of it. */
static double scan_margin_growth(scan_work *s, rdg_index k, const double *u, const double *tangent,
                                 double rate)
{
    double margin = 0.0;
    double along = 0.0;
    if (rdg_parameter_gradient(s->p, s->first_margin + k, s->n, u, &margin, s->gradient) != 0) {
        return NAN;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        along += s->gradient[j] * tangent[j];
    }
    return along / rate;
}

/* Does a contact that sticks at both ends slip in between? Where a resonance is only just as high as its
 * limit it does so over a range narrower than a step. The margin lies above where its tangents meet. */
static bool scan_slips_between(scan_work *s, const scan_point *a, const scan_point *b, const scan_chord *c)
{
    for (rdg_index k = 0; k < s->n_margins; k++) {
        const double x = a->margin[k], y = b->margin[k];
        if (!(isgreater(x, 0.0) && isgreater(y, 0.0))) {
            continue;
        }
        const double fall = -scan_margin_growth(s, k, a->u, a->tangent[1], c->rate[0]);
        const double rise = scan_margin_growth(s, k, b->u, b->tangent[0], c->rate[1]);
        /* where x - fall t meets y - rise (1 - t), times fall + rise */
        if (isgreater(fall, 0.0) && isgreater(rise, 0.0) && fall * (y - rise) + rise * x <= 0.0) {
            return true;
        }
    }
    return false;
}

static bool scan_falls_behind(const scan_chord *c, int sign)
{
    return sign * (c->slope_a + c->slope_b) > scan_most_slope * sign * (c->b - c->a);
}

/* Is the amplitude's course no more than about a parabola's? A kink and a fall behind it may make up for a
 * rise.
 */
static bool scan_is_plain(const scan_chord *c, int sign)
{
    const double step = c->b - c->a;
    const double off = c->slope_a + c->slope_b - 2.0 * step;
    const double own = fabs(c->slope_a) + fabs(c->slope_b) + 2.0 * fabs(step);
    const double noise = 1e-13 * fmax(fabs(c->a), fabs(c->b));
    return fabs(off) <= noise || (fabs(off) <= scan_most_change * own && !scan_falls_behind(c, sign));
}

static scan_verdict scan_judge_stretch(scan_work *s, const scan_point *a, const scan_point *b)
{
    if (b->way - a->way < scan_shortest) {
        return SCAN_STRETCH_CLEAR;
    }
    const scan_chord c = scan_look_along(s, a, b);
    if (s->above > 0.0 && !c.sideways && scan_bound(&c) <= s->above) {
        return SCAN_STRETCH_CLEAR;
    }
    if (scan_passes(0, s->n_margins, a, b) || scan_slips_between(s, a, b, &c)) {
        return SCAN_STRETCH_KINK;
    }
    const int sign = a->sign[1] != 0 ? a->sign[1] : b->sign[0];
    const bool turns = a->sign[1] * b->sign[0] < 0;
    const bool slips_anew = scan_passes(s->n_margins, 2 * s->n_margins, a, b);
    return c.sideways || turns || slips_anew || !scan_is_plain(&c, sign) || scan_bends(s, a, b, &c)
               ? SCAN_STRETCH_HIDES
               : SCAN_STRETCH_CLEAR;
}

#endif
