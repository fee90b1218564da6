/* The dense symmetric eigenvalue problem A x = lambda B x. */
#ifndef RDG_PENCIL_IMPL_H
#define RDG_PENCIL_IMPL_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

/* All eigenpairs of A x = lambda B x, A symmetric, B symmetric positive definite, column-major [n*n].
 * On success A holds the vectors, x^T B x = 1, and lambda, [n], ascends; B is destroyed in any case.
 * *definite: false if B is not clearly positive definite; then A and lambda hold nothing of use. */
rdg_status rdg_pencil_solve(rdg_context *ctx, const char *where, rdg_index n, double *A, double *B,
                            double *lambda, bool *definite);

#endif
