/** @file gmres.h
 *  @brief GMRES without restart, for authors of toolboxes (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7
 * (1986) 856).
 *
 *  Arnoldi's vectors are orthogonalised twice by products with all vectors before (classical Gram-Schmidt),
 * so that they are orthogonal to rounding, and solutions reach it. SPGMR of SUNDIALS orthogonalises once,
 * vector by vector, and allocates its vectors where rdg_calloc() does not know of them. */
#ifndef RDG_GMRES_H
#define RDG_GMRES_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The workspace of a solution. */
typedef struct rdg_gmres rdg_gmres;

/** w = A v.
 *  @param v      [n]
 *  @param[out] w [n]
 *  @param data   pointer given to rdg_gmres_solve() */
typedef void (*rdg_gmres_product)(const double *v, double *w, void *data);

/** Allocate memory for a solution.
 *  @param ctx  where a failure is recorded
 *  @param n    unknowns
 *  @param most vectors at most, >= 1
 *  @return to be freed by rdg_gmres_free(); NULL after a failure */
rdg_gmres *rdg_gmres_create(rdg_context *ctx, rdg_index n, int most);

/** Free it.
 *  @param g NULL is allowed */
void rdg_gmres_free(rdg_gmres *g);

/** x with |b - A x| <= tolerance |b| in the Euclidean norm, as far as the vectors lead. Allocates nothing.
 *  @param g         workspace
 *  @param product   A
 *  @param data      handed to @p product
 *  @param tolerance relative
 *  @param b         [n]
 *  @param[out] x    [n], not @p b
 *  @return number of products; 0 where b is zero or not finite, or an argument but @p data is NULL */
int rdg_gmres_solve(rdg_gmres *g, rdg_gmres_product product, void *data, double tolerance, const double *b,
                    double *x);

#ifdef __cplusplus
}
#endif
#endif
