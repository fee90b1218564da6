/* Loops over vectors in whatever order the processor takes them fastest; vectors.h keeps the order. */
#ifndef RDG_LOOPS_IMPL_H
#define RDG_LOOPS_IMPL_H

#include "objects.h"

/* to += factor from; they do not overlap */
static inline void rdg_loop_add(rdg_index count, double factor, const double *restrict from,
                                double *restrict to)
{
#pragma omp simd
    for (rdg_index i = 0; i < count; i++) {
        to[i] += factor * from[i];
    }
}

/* to = factor to + from, of Horner's rule; they do not overlap */
static inline void rdg_loop_raise(rdg_index count, double factor, const double *restrict from,
                                  double *restrict to)
{
#pragma omp simd
    for (rdg_index i = 0; i < count; i++) {
        to[i] = factor * to[i] + from[i];
    }
}

static inline double rdg_loop_dot(rdg_index count, const double *a, const double *b)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (rdg_index i = 0; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

#endif
