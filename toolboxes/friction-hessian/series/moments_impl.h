/* Integrals over segments of the period in closed form.
 *
 * A weight s(tau) is constant between instants at which it jumps. Its moments int s cos(m tau), int s sin(m
 * tau), m = 0 .. 2 top, report the matrix int s H H^T, since products of cosines and sines are those of sums
 * and differences of harmonics. */
#ifndef RDG_MOMENTS_IMPL_H
#define RDG_MOMENTS_IMPL_H

#include "series_impl.h"

typedef struct rdg_moments {
    double *c, *d; /* [2 top + 1] of the cosines, of the sines */
} rdg_moments;

/* A weight that is constant in the whole period. */
void rdg_moments_begin(const rdg_series *s, rdg_moments *m, double weight);

/* From tau on, to which the series is turned with all multiples, the weight is greater by `jump`. It ends
 * with the period as it began if the jumps add up to 0. */
void rdg_moments_jump(const rdg_series *s, rdg_moments *m, double tau, double jump);

/* out_i += factor weight_i int s H_i */
void rdg_moments_add_vector(const rdg_series *s, const rdg_moments *m, double factor, double *out);

/* W_ij = weight_i int s H_i H_j at i + n j */
void rdg_moments_matrix(const rdg_series *s, const rdg_moments *m, double *W);

/* out_i += factor sum_j W_ij z_j */
void rdg_moments_multiply(const rdg_series *s, double factor, const double *W, const double *z, double *out);

#endif
