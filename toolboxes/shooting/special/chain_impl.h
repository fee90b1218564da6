/* A period as a chain of matrices, and the multipliers of its product, which need not be formed. */
#ifndef RDG_CHAIN_IMPL_H
#define RDG_CHAIN_IMPL_H

#include <ridgewalk/toolbox.h>

typedef struct rdg_factor {
    rdg_index m, n;  /* rows, columns */
    rdg_index first; /* of its numbers */
} rdg_factor;

typedef struct rdg_chain {
    rdg_context *ctx;
    rdg_index count, room;
    rdg_factor *factor;
    rdg_index used, numbers; /* numbers: room for */
    double *number;
} rdg_chain;

/* B [m n], column-major, multiplies the product from the left. RDG_ERR_NO_MEMORY */
rdg_status rdg_chain_append(rdg_chain *chain, rdg_index m, rdg_index n, const double *B);

void rdg_chain_release(rdg_chain *chain);

/* Eigenvalues exp(log + i angle) of the product, [n] of its columns, the largest first; log = -INFINITY of
 * exact zeros: of directions that a factor forgets. 0; > 0: some are determined by rounding errors; < 0:
 * there is no memory. */
int rdg_chain_multipliers(const rdg_chain *chain, rdg_index n, double *log, double *angle);

#endif
