/* Which place to try next in a bracket of a function that has non-smooth points or may jump. */
#ifndef RDG_BRACKET_IMPL_H
#define RDG_BRACKET_IMPL_H

#include "root.h"

/* high > low; the values have different signs, that at the high end may be zero */
rdg_bracket rdg_bracket_between(double low, double low_value, double high, double high_value,
                                double tolerance);

/* The function is continuous: fewer trials are enough about a zero where it is smooth, or a non-smooth point
 * away; about one that is not found so a few more. */
void rdg_bracket_trust(rdg_bracket *b);

bool rdg_bracket_is_wide(const rdg_bracket *b);

/* Where to divide it, as a fraction of the way from the low to the high end. */
double rdg_bracket_next(rdg_bracket *b);

/* The function has a value (not NAN) at a place within the bracket, which becomes one of its ends. */
void rdg_bracket_move(rdg_bracket *b, double at, double value);

#endif
