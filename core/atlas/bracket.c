/* Division of a bracket: superlinear about a zero, also where the function has a kink, and by halving about a
 * jump.
 *
 * The guarantee is that of the ITP method (I. F. D. Oliveira, R. H. C. Takahashi, An enhancement of the
 * bisection method average performance preserving minmax optimality, ACM Trans. Math. Softw. 47 (2020)): an
 * estimate of the zero is moved a little towards the middle, so that the other end comes along, and then as
 * far as it takes for halvings to reach the goal with the trials that are left. A round halves the bracket
 * HALVINGS times, if need be, and may waste SPARE trials: rounds follow each other, as what an estimate was
 * bad for from afar may be smooth from near.
 *
 * The estimate is the zero of the secant through the end with the smaller value and the one that it replaced,
 * as both are on the same side of a kink; else that of the chord. */
#include "bracket_impl.h"

#include <math.h>

enum { HALVINGS = 17, SPARE = 2 };

rdg_bracket rdg_bracket_between(double low, double low_value, double high, double high_value,
                                double tolerance)
{
    return (rdg_bracket){.at = {low, high},
                         .value = {low_value, high_value},
                         .last_at = {NAN, NAN},
                         .last_value = {NAN, NAN},
                         .whole = high - low,
                         .tolerance = tolerance,
                         .goal = INFINITY};
}

bool rdg_bracket_is_wide(const rdg_bracket *b)
{
    return b->at[1] - b->at[0] > b->tolerance;
}

static double estimate(const rdg_bracket *b)
{
    const int near = fabs(b->value[0]) < fabs(b->value[1]) ? 0 : 1;
    const double change = b->value[near] - b->last_value[near];
    const double product = b->value[near] * (b->at[near] - b->last_at[near]);
    /* at first there is no last one, and change is NAN; a step longer than the bracket leaves it */
    if (isfinite(change) && fabs(product) < (b->at[1] - b->at[0]) * fabs(change)) {
        const double secant = b->at[near] - product / change;
        if (secant > b->at[0] && secant < b->at[1]) {
            return secant;
        }
    }
    return b->at[0] + b->value[0] / (b->value[0] - b->value[1]) * (b->at[1] - b->at[0]);
}

double rdg_bracket_next(rdg_bracket *b)
{
    const double width = b->at[1] - b->at[0];
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
    const int side = value * b->value[0] > 0.0 ? 0 : 1;
    b->last_at[side] = b->at[side];
    b->last_value[side] = b->value[side];
    b->at[side] = at;
    b->value[side] = value;
}
