/* Few vectors in place of all modes of an interior: a block Krylov space of S = K_ii^-1 M_ii on K_ii^-1 M_ib,
 * which grows by a block when more is needed. */
#ifndef RDG_KRYLOV_BASIS_IMPL_H
#define RDG_KRYLOV_BASIS_IMPL_H

#include "interior_impl.h"

#include "rows_product_impl.h"

#include <cholmod.h>

/* V^T K V = 1. A block holds what the one before it leaves of S applied to its vectors, and nothing that is
 * there already; a block without vectors: the space is invariant, and complete. */
typedef struct rdg_krylov_basis {
    const rdg_interior *in;
    cholmod_common common;
    cholmod_factor *factor;   /* of K, Cholesky's */
    rdg_index most, count;    /* vectors */
    rdg_index n_blocks, *end; /* [most + 2] vectors up to the end of a block */
    bool complete, failed;
    double *V;          /* [n * most] */
    double *T;          /* [most * most] V^T M V */
    double *G;          /* [most * n_kept] V^T M_ib */
    double *W, *X, *KW; /* [n * n_kept] candidates; M times the last block's; workspace */
    double *H;          /* [most * n_kept] */
    double *least;      /* [n_kept] squares of norms that are nothing but rounding */
    rdg_rows rows;      /* for products */
} rdg_krylov_basis;

/* *definite: false if K_ii is not clearly positive definite, then there is no basis. To be released whatever
 * the answer. */
rdg_status rdg_krylov_init(rdg_context *ctx, const char *where, const rdg_interior *in, rdg_krylov_basis *b,
                           bool *definite);
void rdg_krylov_release(rdg_krylov_basis *b);

/* So many blocks, or all there are. 0; > 0: it would be too many vectors; < 0: no memory. The vectors do not
 * depend on when they are requested. */
int rdg_krylov_grow(rdg_krylov_basis *b, rdg_index blocks);

#endif
