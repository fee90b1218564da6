/* Dense factors of small matrices, without calls of a library, and of larger ones by LAPACK. */
#ifndef RDG_DENSE_IMPL_H
#define RDG_DENSE_IMPL_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

typedef struct rdg_ts_dense {
    rdg_index n;
    double *A; /* [n * n] the matrix, then its factors, or its inverse: */
    bool inverse;
    int *pivot; /* [n] */
    bool ready; /* factored, for these two numbers: */
    double cv, cq;
    long age; /* of the elements' derivatives */
} rdg_ts_dense;

/* false: no memory */
bool rdg_ts_dense_create(rdg_context *ctx, rdg_index n, rdg_ts_dense *d);
void rdg_ts_dense_release(rdg_ts_dense *d);

/* Factor A, which may be d->A. false: singular. */
bool rdg_ts_dense_factor(rdg_ts_dense *d, const double *A);

/* columns of x, [n * columns] */
void rdg_ts_dense_solve(const rdg_ts_dense *d, rdg_index columns, double *x);
/* The same for b, which stays; b may be x. */
void rdg_ts_dense_solve_for(const rdg_ts_dense *d, rdg_index columns, const double *b, double *x);

/* Whether a symmetric matrix, which is destroyed, is positive definite. */
bool rdg_ts_dense_is_positive(rdg_index n, double *A);

#endif
