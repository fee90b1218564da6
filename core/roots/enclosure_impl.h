/* What is known of a function between two places: a polynomial and by how much the function may differ from
 * it; and which zeros follow from that. */
#ifndef RDG_ENCLOSURE_IMPL_H
#define RDG_ENCLOSURE_IMPL_H

#include "polynomial_impl.h"

/* |f - p| <= E(x) = error (1 - (1 - 2 x)^4), x = (s - low)/(high - low): f is p at both ends, and the band
 * opens steeply there, as the error of a derivative does. The slope of f is taken to differ from that of p by
 * no more than 12 error/(high - low), half as much again as the largest slope of the band. */
typedef struct rdg_enclosure {
    rdg_polynomial p; /* on [low, high], stretched to [0, 1] */
    double low, high;
    double error;
    double rounding; /* values of f below have no certain sign */
} rdg_enclosure;

typedef struct rdg_enclosed_root {
    double low, high; /* the zero lies here; equal: at an end, where |f| is rounding */
    double at;        /* the zero of p */
    bool
        is_resolved; /* one simple zero; false: |f| is rounding, or two zeros may be too close to be separated
                      */
    int before, after; /* signs of f on both sides; 0: an end at which f is rounding, or not known */
} rdg_enclosed_root;

enum { RDG_MOST_ROOTS = RDG_MOST_SPANS, RDG_ROOTS_SPLIT = -1 };

/* All zeros of f, from low to high.
 *  split_at: where to divide [low, high], if the answer is RDG_ROOTS_SPLIT
 *  returns their number; RDG_ROOTS_SPLIT: the enclosure is too wide to report */
int rdg_enclosure_roots(const rdg_enclosure *f, rdg_enclosed_root roots[RDG_MOST_ROOTS], double *split_at);

/* The sign of f at x of the part, 0 to 1; 0: not certain. */
int rdg_enclosure_sign(const rdg_enclosure *f, double x);

#endif
