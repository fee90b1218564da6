/* Division of a bracket: superlinear about a zero, also where the function has a non-smooth point, and by
 * halving about a jump.
 *
 * The guarantee is that of the ITP method (I. F. D. Oliveira, R. H. C. Takahashi, An enhancement of the
 * bisection method average performance preserving minmax optimality, ACM Trans. Math. Softw. 47 (2020)): an
 * estimate of the zero is moved a little towards the middle, so that the other end comes along, and then as
 * far as it takes for halvings to reach the goal with the trials that are left. A round halves the bracket
 * HALVINGS times, if need be, and may waste SPARE trials: rounds follow each other, as what an estimate was
 * bad for from afar may be smooth from near.
 *
 * Where the function is known to be continuous (rdg_bracket_trust()) the first trials go straight to where
 * interpolation has the zero: inverse quadratic through the ends and the last one replaced, where these lie
 * as on a smooth monotonic curve (T. R. Chandrupatla, A new hybrid quadratic/bisection algorithm, Adv. Eng.
 * Softw. 28 (1997)); else the estimate below, moved beyond the zero by the tolerance, so that the bracket
 * closes. Two trials in a row that do not halve the bracket are followed by a halving.
 *
 * The estimate is the zero of the secant through the end with the smaller value and the one that it replaced,
 * as both are on the same side of a non-smooth point; else that of the chord. */
#include "bracket_impl.h"

#include <math.h>

enum { HALVINGS = 17, SPARE = 2, FREE_TRIALS = 12 };

rdg_bracket rdg_bracket_between(double low, double low_value, double high, double high_value,
                                double tolerance)
{
    return (rdg_bracket){.at = {low, high},
                         .value = {low_value, high_value},
                         .last_at = {NAN, NAN},
                         .last_value = {NAN, NAN},
                         .whole = high - low,
                         .tolerance = tolerance,
                         .goal = INFINITY,
                         .moved = -1};
}

void rdg_bracket_trust(rdg_bracket *b)
{
    b->free_trials = FREE_TRIALS;
}

bool rdg_bracket_is_wide(const rdg_bracket *b)
{
    return b->at[1] - b->at[0] > b->tolerance;
}

/* Zero of the secant through the end with the smaller value and the one it replaced; NAN: outside. */
static double secant_of_near(const rdg_bracket *b, int near)
{
    const double last = b->last_value[near];
    const double way = b->at[near] - b->last_at[near], change = b->value[near] - last;
    /* At first there is no last one. A step longer than the bracket leaves it: reported without a quotient,
     * which may overflow, and without a product of values with lengths, which may underflow. */
    if (isnan(last) || !(fabs(b->value[near]) * fabs(way / (b->at[1] - b->at[0])) < fabs(change))) {
        return NAN;
    }
    const double secant = b->at[near] - b->value[near] / change * way;
    return secant > b->at[0] && secant < b->at[1] ? secant : NAN;
}

static int near_end(const rdg_bracket *b)
{
    return fabs(b->value[0]) < fabs(b->value[1]) ? 0 : 1;
}

static double zero_of_chord(const rdg_bracket *b)
{
    return b->at[0] + b->value[0] / (b->value[0] - b->value[1]) * (b->at[1] - b->at[0]);
}

static double estimate(const rdg_bracket *b)
{
    const double secant = secant_of_near(b, near_end(b));
    return isnan(secant) ? zero_of_chord(b) : secant;
}

/* Inverse quadratic interpolation through the end that moved last, the other one and what was replaced; NAN:
 * these do not lie as on a smooth curve. */
static double inverse_quadratic(const rdg_bracket *b)
{
    if (b->moved < 0) {
        return NAN;
    }
    const double x1 = b->at[b->moved], x2 = b->at[1 - b->moved], x3 = b->last_at[b->moved];
    const double f1 = b->value[b->moved], f2 = b->value[1 - b->moved], f3 = b->last_value[b->moved];
    const double xi = (x1 - x2) / (x3 - x2);
    const double phi = (f1 - f2) / (f3 - f2);
    if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) {
        return NAN;
    }
    const double t =
        f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2);
    return x1 + t * (x2 - x1);
}

/* The place to try in a continuous function. */
static double interpolate(rdg_bracket *b)
{
    double at = inverse_quadratic(b);
    if (!isfinite(at) && b->slow >= 2) {
        b->slow = 0;
        at = 0.5 * (b->at[0] + b->at[1]);
    } else if (!isfinite(at)) {
        const int near = near_end(b);
        const double secant = secant_of_near(b, near);
        const double beyond = near == 0 ? b->tolerance : -b->tolerance;
        at = isnan(secant) ? zero_of_chord(b) : secant + beyond;
    }
    const double margin = 0.5 * b->tolerance;
    return fmin(fmax(at, b->at[0] + margin), b->at[1] - margin);
}

double rdg_bracket_next(rdg_bracket *b)
{
    const double width = b->at[1] - b->at[0];
    if (b->free_trials > 0) {
        b->free_trials--;
        return (interpolate(b) - b->at[0]) / width;
    }
    if (width <= b->goal) {
        b->goal = fmax(ldexp(width, -HALVINGS), b->tolerance);
        b->trials = HALVINGS + SPARE;
    }
    b->trials--;
    const double shift = fmax(0.1 * width * width / b->whole, 0.5 * b->tolerance);
    const double reach = 0.5 * fmax(ldexp(b->goal, b->trials) - width, 0.0);
    const double way = estimate(b) - b->at[0] - 0.5 * width;
    const double offset = fmin(fmax(fabs(way) - shift, 0.0), reach);
    return 0.5 + copysign(offset, way) / width;
}

void rdg_bracket_move(rdg_bracket *b, double at, double value)
{
    const int side = value != 0.0 && (value > 0.0) == (b->value[0] > 0.0) ? 0 : 1;
    b->last_at[side] = b->at[side];
    b->last_value[side] = b->value[side];
    const double width = b->at[1] - b->at[0];
    b->at[side] = at;
    b->value[side] = value;
    b->moved = side;
    b->slow = b->at[1] - b->at[0] > 0.5 * width ? b->slow + 1 : 0;
}
