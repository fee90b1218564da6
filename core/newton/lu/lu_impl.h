/* LU factorisation of a square matrix on a fixed pattern: dense by LAPACK or sparse by UMFPACK or KLU, one
 * interface. */
#ifndef RDG_LU_IMPL_H
#define RDG_LU_IMPL_H

#include "function.h"
#include "objects.h"

#include <math.h>

typedef struct rdg_lu rdg_lu;

/* AUTO: what is fastest; SPARSE: the better one of KLU and UMFPACK */
typedef enum rdg_lu_kind { RDG_LU_AUTO, RDG_LU_DENSE, RDG_LU_SPARSE, RDG_LU_KLU, RDG_LU_UMFPACK } rdg_lu_kind;

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

/* The table of operations that each engine fills in. */
typedef struct rdg_lu_ops {
    rdg_status (*create)(rdg_lu *lu, rdg_context *ctx);
    bool (*factor)(rdg_lu *lu, const double *values);
    void (*solve)(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x);
    rdg_determinant (*determinant)(const rdg_lu *lu);
    void (*destroy)(rdg_lu *lu);
} rdg_lu_ops;

struct rdg_lu {
    const rdg_lu_ops *ops;
    rdg_context *ctx;
    const rdg_pattern *pattern;
    rdg_index n;
    bool is_new; /* the next factorisation takes nothing from the last one */
    void *engine;
    rdg_lu *(*make)(rdg_context *ctx, const rdg_pattern *pattern,
                    rdg_lu_kind kind); /* another one: parts of this */
};

/* --- lu_memory.c */

/* Record that a library has no memory; false. */
bool rdg_lu_no_memory(const rdg_lu *lu);

/* --- lu_pivots.c */

/* A pivot up to so many times the largest entry that its column has had is nothing but rounding errors. */
double rdg_lu_rounding(rdg_index n);

/* Up to so many times it may be that, where pivots were taken though they were small: a column may have
 * grown, and shrunk again, without a trace. */
double rdg_lu_doubtful(rdg_index n);

/* What the factors state of themselves. */
typedef struct rdg_lu_health {
    double pivot;  /* the least one, by the largest entry that its column has had */
    double growth; /* of the entries of a column during elimination, the most */
} rdg_lu_health;

/* The largest magnitude among some numbers; infinite if not all are finite. */
static inline double rdg_lu_largest(rdg_index count, const double *x)
{
    const rdg_index few = 8; /* vectors do not pay */
    double largest = 0.0;
    double sum = 0.0; /* not finite as soon as one number is not */
    if (count < few) {
        for (rdg_index k = 0; k < count; k++) {
            const double size = fabs(x[k]);
            largest = size > largest ? size : largest;
            sum += size;
        }
        return sum < INFINITY ? largest : INFINITY;
    }
#pragma omp simd reduction(max : largest) reduction(+ : sum)
    for (rdg_index k = 0; k < count; k++) {
        const double size = fabs(x[k]);
        largest = size > largest ? size : largest;
        sum += size;
    }
    return sum < INFINITY ? largest : INFINITY;
}

/* Of one column: the largest entry before elimination and, behind it, above the pivot; the pivot, and how
 * many times that the largest entry from it on was, 1 or more. */
static inline void rdg_lu_examine(rdg_lu_health *health, double before, double above, double below,
                                  double pivot)
{
    const double size = fabs(pivot);
    const double ratio = size / (above > before ? above : before);
    if (!(ratio >= health->pivot)) {
        health->pivot = ratio > 0.0 ? ratio : 0.0; /* nothing, or no number */
    }
    const double growth = (above > below * size ? above : below * size) / before;
    health->growth = growth > health->growth ? growth : health->growth;
}

/* What factors on this pattern would cost, as KLU's analysis foresees it: with pivots from the diagonal. */
typedef struct rdg_lu_fill {
    double entries, flops; /* of L; of a factorisation */
} rdg_lu_fill;

/* --- lu_dense.c, lu_sparse.c, lu_klu.c, lu_condensed.c */

/* Of a solver that is KLU's. */
rdg_lu_fill rdg_lu_klu_fill(const rdg_lu *lu);

extern const rdg_lu_ops rdg_lu_dense_ops;
extern const rdg_lu_ops rdg_lu_sparse_ops;
extern const rdg_lu_ops rdg_lu_klu_ops;
extern const rdg_lu_ops
    rdg_lu_condensed_ops; /* its engine is a plan (lu_groups_impl.h) before it is created */

#endif
