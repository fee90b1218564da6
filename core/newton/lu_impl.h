/* LU factorisation of a square matrix on a fixed pattern: dense by LAPACK or sparse by UMFPACK or KLU, one
 * interface. */
#ifndef RDG_LU_IMPL_H
#define RDG_LU_IMPL_H

#include "problem.h"

typedef struct rdg_lu rdg_lu;

typedef enum rdg_lu_kind { RDG_LU_AUTO, RDG_LU_DENSE, RDG_LU_SPARSE } rdg_lu_kind;

/* sign * exp(log_magnitude); sign 0 for a singular matrix */
typedef struct rdg_determinant {
    double sign, log_magnitude;
} rdg_determinant;

/* The pattern is borrowed and must outlive the solver. NULL after a failure. */
rdg_lu *rdg_lu_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_lu_kind kind);
void rdg_lu_free(rdg_lu *lu);

/* Factor the matrix with these values, in the pattern's order. The rows should be scaled to about the same
 * size; the columns need not be. False: singular to rounding (solutions would be useless), or
 * memory is exhausted, which is a failure of the context: it must not pass for a singular matrix. */
bool rdg_lu_factor(rdg_lu *lu, const double *values);

/* x = A^-1 b, or A^-T b; b is left untouched (KINSOL needs it); b and x do not overlap. */
void rdg_lu_solve(rdg_lu *lu, bool transposed, const double *b, double *x);

/* The same for several right-hand sides, which begin `apart` numbers apart, as the solutions do. */
void rdg_lu_solve_columns(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                          double *x);

rdg_determinant rdg_lu_determinant(const rdg_lu *lu);

/* The next factorisation is to be what it would be as the first one; until then factors are what they were.
 */
void rdg_lu_forget(rdg_lu *lu);

/* The table of operations that both engines fill in. */
typedef struct rdg_lu_ops {
    rdg_status (*create)(rdg_lu *lu, rdg_context *ctx);
    bool (*factor)(rdg_lu *lu, const double *values);
    void (*solve)(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x);
    rdg_determinant (*determinant)(const rdg_lu *lu);
    void (*destroy)(rdg_lu *lu);
} rdg_lu_ops;

struct rdg_lu {
    rdg_context *ctx;
    const rdg_lu_ops *ops;
    const rdg_pattern *pattern;
    rdg_index n;
    bool is_new; /* the next factorisation takes nothing from the last one */
    void *engine;
};

/* --- lu_memory.c */

/* Record that a library has no memory; false. */
bool rdg_lu_no_memory(const rdg_lu *lu);

/* --- lu_pivots.c */

/* A pivot up to so many times the largest entry of its column before elimination is nothing but rounding
 * errors.
 */
double rdg_lu_rounding(rdg_index n);

/* Is no pivot nothing but rounding errors? `column` [n] tells where each one stands. */
bool rdg_lu_pivots_are_good(const rdg_lu *lu, const double *values, const rdg_index *column,
                            const double *pivot);

/* --- lu_dense.c, lu_sparse.c, lu_klu.c */

extern const rdg_lu_ops rdg_lu_dense_ops;
extern const rdg_lu_ops rdg_lu_sparse_ops;
extern const rdg_lu_ops rdg_lu_klu_ops;

#endif
