/* Inertia of a symmetric matrix by Sylvester's force law. */
#ifndef RDG_INERTIA_IMPL_H
#define RDG_INERTIA_IMPL_H

#include <ridgewalk/objects.h>

#include <cholmod.h>

/* Negative pivots of A, its lower triangle in the order of L, by LDL^T in the place of the supernodal factors
 * L, which are lost. *count = -1: a pivot vanished. */
rdg_status rdg_inertia_negative(rdg_context *ctx, cholmod_factor *L, const cholmod_sparse *A,
                                rdg_index *count);

#endif
