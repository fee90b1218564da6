/* Which place to try next in a bracket of a function that may jump. */
#ifndef RDG_BRACKET_IMPL_H
#define RDG_BRACKET_IMPL_H

#include <stdbool.h>

/* Its low and high end, where the function has different signs, and the ends that these replaced. */
typedef struct rdg_bracket {
    double at[2], value[2];
    double last_at[2], last_value[2]; /* NAN: there was none */
    double whole, tolerance;          /* width at first, and at last */
    double goal;                      /* width at the end of this round */
    int trials;                       /* that it still may take */
} rdg_bracket;

/* high > low; the values have different signs, that at the high end may be zero */
rdg_bracket rdg_bracket_between(double low, double low_value, double high, double high_value,
                                double tolerance);

bool rdg_bracket_is_wide(const rdg_bracket *b);

/* Where to divide it, as a fraction of the way from the low to the high end. */
double rdg_bracket_next(rdg_bracket *b);

/* The function has a value (not NAN) at a place within the bracket, which becomes one of its ends. */
void rdg_bracket_move(rdg_bracket *b, double at, double value);

#endif
