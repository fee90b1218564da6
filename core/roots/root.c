/* A root in a bracket, with or without slopes. */
#include "root.h"

#include "bracket_impl.h"

#include <math.h>

rdg_root rdg_root_between(double low, double f_low, double high, double f_high, double within)
{
    const bool known = isfinite(f_low) && f_low != 0.0, also = isfinite(f_high) && f_high != 0.0;
    const double at_low = known ? f_low : also ? -f_high : 1.0, at_high = also ? f_high : -at_low;
    rdg_root root = {.moved = INFINITY, .bracket = rdg_bracket_between(low, at_low, high, at_high, within)};
    rdg_bracket_trust(&root.bracket);
    root.at = high > low ? low + rdg_bracket_next(&root.bracket) * (high - low) : low; /* of no width */
    return root;
}

/* The end of the bracket at which the function is smaller */
static bool end_at_bracket(rdg_root *root)
{
    const rdg_bracket *b = &root->bracket;
    root->at = b->at[fabs(b->value[1]) <= fabs(b->value[0])];
    return false;
}

bool rdg_root_next(rdg_root *root, double value, double slope)
{
    if (!root || isnan(value) || fabs(value) <= root->rounding) {
        return false;
    }
    rdg_bracket *b = &root->bracket;
    rdg_bracket_move(b, root->at, value);
    const double width = b->at[1] - b->at[0];
    /* a step is not longer than the bracket, and does not overflow */
    const double step = isfinite(slope) && fabs(value) < fabs(slope) * width ? -value / slope : INFINITY;
    const double newton = root->at + step;
    if (fabs(step) <= 0.5 * root->moved && newton >= b->at[0] && newton <= b->at[1]) {
        root->at = newton;
        root->moved = fabs(step);
        return root->moved > b->tolerance;
    }
    if (!rdg_bracket_is_wide(b)) {
        return end_at_bracket(root);
    }
    const double next = b->at[0] + rdg_bracket_next(b) * width;
    if (!(next > b->at[0] && next < b->at[1])) {
        return end_at_bracket(root);
    }
    root->at = next;
    root->moved = width;
    return true;
}
