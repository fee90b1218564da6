/* Whether a stretch of a response curve can hide a maximum and a minimum, from what is known at its ends.
 *
 * The amplitude is looked at over the chord x in [0, 1] between them: with the slopes a and b at the ends,
 * both relative to the mean slope, a parabola has a + b = 2, and a cubic is monotone up to a^2 + b^2 = 9.
 * What goes beyond the first by much falls behind somewhere in between. */
#include "frc_peaks_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static const double most_slope = 2.2;
static const double most_bend = 0.01;   /* of the response, relative to the chord */
static const double most_change = 0.12; /* of one unknown, relative to its own slopes */
static const double least_part = 1e-3;  /* of an unknown's own size, relative to the largest one */
static const double shortest = 1e-9;    /* arclength; what is closer together is at one place */
static const double sideways = 0.5;     /* a tangent that is so far from the chord says little about it */

/* The amplitude over the chord. */
typedef struct chord {
    double a, b, slope_a, slope_b;
    double rate[2]; /* growth of x for the length of the tangents */
    bool sideways;
} chord;

/* Growth of x for the length of a tangent, and what that length is compared with the chord's. */
static double growth(const rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b,
                     const double *tangent, bool *sideways_too)
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
    *sideways_too = *sideways_too || !(along > sideways * sqrt(whole * length));
    return along / whole;
}

static chord look_along(rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b)
{
    chord c = {.a = a->amplitude, .b = b->amplitude};
    rdg_typical_sizes(s->p, a->u, s->work);
    c.rate[0] = growth(s, a, b, a->tangent[1], &c.sideways);
    c.rate[1] = growth(s, a, b, b->tangent[0], &c.sideways);
    c.slope_a = a->slope[1] / c.rate[0];
    c.slope_b = b->slope[0] / c.rate[1];
    return c;
}

/* Do the ends' tangents and the chord differ? s->work: typical sizes */
static bool bends(const rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b, const chord *c)
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
        const double own = fabs(first) + fabs(last) + 2.0 * fabs(step) + least_part * largest;
        changes = changes || fabs(off) > most_change * own;
    }
    return changes || bend > most_bend * most_bend * whole;
}

/* An upper bound for the amplitude, as seen from the ends: where their tangents meet, and as much again. */
static double bound(const chord *c)
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

static bool passes(rdg_index first, rdg_index last, const rdg_curve_point *a, const rdg_curve_point *b)
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
static double margin_growth(rdg_peak_scan *s, rdg_index k, const double *u, const double *tangent,
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
static bool slips_between(rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b,
                          const chord *c)
{
    for (rdg_index k = 0; k < s->n_margins; k++) {
        const double x = a->margin[k], y = b->margin[k];
        if (!(isgreater(x, 0.0) && isgreater(y, 0.0))) {
            continue;
        }
        const double fall = -margin_growth(s, k, a->u, a->tangent[1], c->rate[0]);
        const double rise = margin_growth(s, k, b->u, b->tangent[0], c->rate[1]);
        /* where x - fall t meets y - rise (1 - t), times fall + rise */
        if (isgreater(fall, 0.0) && isgreater(rise, 0.0) && fall * (y - rise) + rise * x <= 0.0) {
            return true;
        }
    }
    return false;
}

static bool falls_behind(const chord *c, int sign)
{
    return sign * (c->slope_a + c->slope_b) > most_slope * sign * (c->b - c->a);
}

/* Is the amplitude's course no more than about a parabola's? A kink and a fall behind it may make up for a
 * rise.
 */
static bool is_plain(const chord *c, int sign)
{
    const double step = c->b - c->a;
    const double off = c->slope_a + c->slope_b - 2.0 * step;
    const double own = fabs(c->slope_a) + fabs(c->slope_b) + 2.0 * fabs(step);
    const double noise = 1e-13 * fmax(fabs(c->a), fabs(c->b));
    return fabs(off) <= noise || (fabs(off) <= most_change * own && !falls_behind(c, sign));
}

rdg_stretch_verdict rdg_judge_stretch(rdg_peak_scan *s, const rdg_curve_point *a, const rdg_curve_point *b)
{
    if (b->way - a->way < shortest) {
        return RDG_STRETCH_CLEAR;
    }
    const chord c = look_along(s, a, b);
    if (s->above > 0.0 && !c.sideways && bound(&c) <= s->above) {
        return RDG_STRETCH_CLEAR;
    }
    if (passes(0, s->n_margins, a, b) || slips_between(s, a, b, &c)) {
        return RDG_STRETCH_KINK;
    }
    const int sign = a->sign[1] != 0 ? a->sign[1] : b->sign[0];
    const bool turns = a->sign[1] * b->sign[0] < 0;
    const bool slips_anew = passes(s->n_margins, 2 * s->n_margins, a, b);
    return c.sideways || turns || slips_anew || !is_plain(&c, sign) || bends(s, a, b, &c) ? RDG_STRETCH_HIDES
                                                                                          : RDG_STRETCH_CLEAR;
}
