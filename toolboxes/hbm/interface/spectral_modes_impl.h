/* Modes of the stuck structure. */
#ifndef RDG_SPECTRAL_MODES_IMPL_H
#define RDG_SPECTRAL_MODES_IMPL_H

#include "spectral_impl.h"

/* *Phi, [n n], to be freed also after a failure; lambda, [n] ascending. RDG_ERR_SINGULAR: M is not positive
 * definite; RDG_ERR_NO_MEMORY, RDG_ERR_LIBRARY. */
rdg_status rdg_spectral_find_modes(rdg_context *ctx, const rdg_spectral_parts *of, double **Phi,
                                   double *lambda);

/* By Cholesky factors, which are what the eigenproblem begins with */
rdg_status rdg_spectral_is_definite(rdg_context *ctx, const rdg_sparse *M, bool *definite);

#endif
