/* Hill's method from inside. */
#ifndef RDG_STABILITY_IMPL_H
#define RDG_STABILITY_IMPL_H

#include "hbm_impl.h"

typedef struct rdg_hill rdg_hill;

/* A candidate: an eigenvalue of Hill's matrix in units of omega, and the weighted mean harmonic of its
 * eigenvector. */
typedef struct rdg_hill_candidate {
    double re, im, mean;
} rdg_hill_candidate;

/* stability_hill.c. The harmonic balance must be closed; NULL after a failure recorded on its context. */
rdg_hill *rdg_hill_create(rdg_hbm *hb, const char *where);
void rdg_hill_free(rdg_hill *hill);

/* The exponents at a solution, 1/s, [2 * structure size], by falling real part: borrowed until the next call.
 * Returns as callbacks do. */
int rdg_hill_exponents(rdg_hill *hill, const double *Q, double omega, const rdg_hill_candidate **exponents);

/* stability_sort.c: bring the count physical ones of n candidates to the front, by falling real part. */
void rdg_hill_sort(rdg_index n, rdg_hill_candidate *candidate, rdg_index count);

#endif
