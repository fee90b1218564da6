/* Zeros of the determinant on a step. */
#ifndef RDG_DETERMINANT_ZEROS_IMPL_H
#define RDG_DETERMINANT_ZEROS_IMPL_H

#include "tracer_impl.h"

/* The first zeros on a step, in the coordinate x from 0 at its start to 1 at its end. */
typedef struct rdg_determinant_zeros {
    int count;       /* 0, 1, or 2: there are more than one */
    bool touches[2]; /* without a change of sign, or as near to another zero as can be reported */
    double at[2];    /* x */
    double between;  /* x of a place between both; NAN: none is known */
    int nullity;     /* of the matrix at the first one, if it touches */
    bool is_unsure;  /* the search has failed where there may be a zero, and more than a non-smooth point */
    double ratio;    /* of the start's determinant to the end's; 0: all of the step is quiet */
} rdg_determinant_zeros;

/* Find them on the step of this length from t->current to t->next, whose factors are at hand. The curve at
 * the first one is then t->zero_guess, between both t->zero_guess + n. */
rdg_outcome rdg_determinant_find_zeros(rdg_tracer *t, double length, rdg_determinant_zeros *zeros);

#endif
