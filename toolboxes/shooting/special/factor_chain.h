/** @file factor_chain.h
 *  @brief A period as a chain of matrices, and the multipliers of its product, which need not be formed: for
 *  toolboxes with orbits whose multipliers differ by more than numbers can give. */
#ifndef RDG_FACTOR_CHAIN_H
#define RDG_FACTOR_CHAIN_H

#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A matrix of a chain. */
typedef struct rdg_factor {
    rdg_index m;     /**< rows */
    rdg_index n;     /**< columns */
    rdg_index first; /**< of its numbers */
} rdg_factor;

/** Matrices, each multiplying the product of those before from the left. Begins as (rdg_chain){.ctx = ctx}.
 */
typedef struct rdg_chain {
    rdg_context *ctx;   /**< for failures */
    rdg_index count;    /**< matrices */
    rdg_index capacity; /**< for so many */
    rdg_factor *factor; /**< [count] */
    rdg_index used;     /**< numbers */
    rdg_index numbers;  /**< space for so many */
    double *number;     /**< [used] */
} rdg_chain;

/** Append a matrix.
 *  @param chain chain
 *  @param m     rows
 *  @param n     columns, the rows of the one before
 *  @param B     [m n], column-major; copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL) or RDG_ERR_NO_MEMORY */
rdg_status rdg_chain_append(rdg_chain *chain, rdg_index m, rdg_index n, const double *B);

/** Free what a chain holds; it is empty then.
 *  @param chain NULL is allowed */
void rdg_chain_release(rdg_chain *chain);

/** Eigenvalues exp(log + i angle) of the product, the largest first.
 *  @param chain      chain, its product square
 *  @param n          columns of the product
 *  @param[out] log   [n]; -INFINITY of exact zeros: of directions that a factor forgets
 *  @param[out] angle [n] in (-pi, pi]
 *  @return 0; > 0: some are determined by rounding errors; < 0: there is no memory, or a pointer is NULL */
int rdg_chain_multipliers(const rdg_chain *chain, rdg_index n, double *log, double *angle);

#ifdef __cplusplus
}
#endif
#endif
