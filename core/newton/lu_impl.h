/* LU factorisation of a square matrix on a fixed pattern: dense by LAPACK or sparse by UMFPACK or KLU, one
 * interface. */
#ifndef RDG_LU_IMPL_H
#define RDG_LU_IMPL_H

#include "problem.h"

typedef struct rdg_lu rdg_lu;

typedef enum rdg_lu_kind {
    RDG_LU_AUTO,
    RDG_LU_DENSE,
    RDG_LU_SPARSE, /* one of the two below */
    RDG_LU_KLU,
    RDG_LU_UMFPACK
} rdg_lu_kind;

/* sign * exp(log_magnitude); sign 0 for a singular matrix */
typedef struct rdg_determinant {
    double sign, log_magnitude;
} rdg_determinant;

/* The pattern is borrowed and must outlive the solver. NULL after a failure. */
rdg_lu *rdg_lu_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_lu_kind kind);
void rdg_lu_free(rdg_lu *lu);

/* Factor the matrix with these values, in the pattern's order. The rows should be scaled to about the same
 * size; the columns need not be. False: singular to rounding (solutions would be useless). */
bool rdg_lu_factor(rdg_lu *lu, const double *values);

/* x = A^-1 b, or A^-T b; b is left untouched (KINSOL needs it); b and x do not overlap. */
void rdg_lu_solve(rdg_lu *lu, bool transposed, const double *b, double *x);

/* The same for several right-hand sides, which begin `apart` numbers apart, as the solutions do. */
void rdg_lu_solve_columns(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                          double *x);

rdg_determinant rdg_lu_determinant(const rdg_lu *lu);

/* The table of operations that both engines fill in. */
typedef struct rdg_lu_ops {
    rdg_status (*create)(rdg_lu *lu, rdg_context *ctx);
    /* Answers how far from singular the factors are, relative to the entries: 0 where there are none. At each
     * attempt another way, from the quickest to the safest one. */
    double (*factor)(rdg_lu *lu, const double *values, int attempt);
    int attempts;
    void (*solve)(const rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                  double *x);
    rdg_determinant (*determinant)(const rdg_lu *lu);
    void (*destroy)(rdg_lu *lu);
} rdg_lu_ops;

struct rdg_lu {
    const rdg_lu_ops *ops;
    const rdg_pattern *pattern;
    rdg_index n;
    void *engine;
    double *probe; /* [2 n] workspace */
    bool regular;  /* the factors serve */
};

/* --- lu_pivots.c */

/* A pivot up to so many times the largest entry of its column before elimination is nothing but rounding
 * errors. */
double rdg_lu_rounding(rdg_index n);

/* The least pivot, each relative to the largest entry that its column had before elimination. `column` [n]
 * tells where each one stands, NULL: in order; `scale` [n] by what the rows were multiplied, NULL: by
 * nothing. */
double rdg_lu_least_pivot(const rdg_lu *lu, const double *values, const double *scale,
                          const rdg_index *column, const double *pivot);

/* Do the factors solve for a vector in general position? What is left of it has a component along the null
 * space of a singular matrix, however large the solution. well: to nearly all digits, too. */
bool rdg_lu_solves(const rdg_lu *lu, const double *values, bool well);

/* --- lu_small.c: factors and pivots as LAPACK's dgetrf and dgetrs have them */

/* False: a pivot is zero. */
bool rdg_lu_small_factor(int n, double *a, int *pivot);

/* The right-hand side in x becomes the solution. */
void rdg_lu_small_solve(int n, const double *a, const int *pivot, bool transposed, double *x);

/* --- lu_dense.c, lu_umfpack.c, lu_klu.c */

extern const rdg_lu_ops rdg_lu_dense_ops;
extern const rdg_lu_ops rdg_lu_umfpack_ops;
extern const rdg_lu_ops rdg_lu_klu_ops;

/* What the factors would take: their entries, and operations, as estimated. */
typedef struct rdg_lu_work {
    double entries, operations;
} rdg_lu_work;

/* By the analysis of a matrix that was given to KLU. */
rdg_lu_work rdg_lu_klu_work(const rdg_lu *lu);

#endif
