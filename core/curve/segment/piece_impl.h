/* What is known of a function on a piece of a step, and whether it may vanish in between. */
#ifndef RDG_PIECE_IMPL_H
#define RDG_PIECE_IMPL_H

#include <stdbool.h>

/* Values and slopes at both ends. A slope that is not known is NAN. */
typedef struct rdg_piece {
    double width;
    double value[2];
    double slope[2];
    double mean;     /* of the function over the piece; NAN: not known */
    double mean_off; /* by so much the mean may be wrong */
    double steepest; /* slope seen around the piece; 0: none but at its ends */
} rdg_piece;

/* May the function, which has this sign (1 or -1) at the ends or is zero there, have another one in between?
 * Then *where is the place to look at next, as a fraction of the piece, 0 < *where < 1. */
bool rdg_piece_may_vanish(const rdg_piece *piece, double sign, double *where);

/* The same of a function of which the values at the ends and the mean are all that is known: cheaper to have,
 * and less certain. */
bool rdg_piece_may_vanish_by_mean(const rdg_piece *piece, double sign);

/* The steepest slope that the function is known to have on the piece or around it. */
double rdg_piece_steepest(const rdg_piece *piece);

#endif
