/* A component from inside. */
#ifndef RDG_COMPONENT_IMPL_H
#define RDG_COMPONENT_IMPL_H

#include "component.h"

#include <ridgewalk/stiffness_factor.h>

#include <stdbool.h>

struct rdg_component {
    rdg_context *ctx;
    rdg_structure *whole; /* NULL: read from a file */
    rdg_structure *reduced;
    rdg_index n, n_boundary, n_modes;
    rdg_index *boundary; /* [n_boundary] */
    double *T;           /* [n * (n_boundary + n_modes)] */
    double *omega;       /* [n_modes] */
};

/* A component whose boundary is known, without modes: checked, to be freed. NULL after a failure, recorded.
 */
rdg_component *rdg_component_begin(rdg_structure *s, const char *where, const char *boundary,
                                   rdg_component_modes modes);

/* Space for T and omega. */
rdg_status rdg_component_reserve(rdg_component *c, rdg_index n_modes);

/* The lowest modes of a structure: `wanted` of them behind `rigid` ones, or all up to wanted.up_to.
 * omega [*count] and shapes [n * *count] are to be freed. */
rdg_status rdg_component_find_modes(rdg_structure *s, const char *where, rdg_component_modes wanted,
                                    rdg_index rigid, rdg_index *count, double **omega, double **shapes);

enum { RDG_COMPONENT_BLOCK = 32 }; /* right-hand sides solved for at a time: products of matrices are fast */

/* B = K^-1 B by Cholesky's factors, [rows * columns]. */
rdg_status rdg_component_solve(rdg_stiffness_factor *f, const char *where, rdg_index rows, rdg_index columns,
                               double *B);

/* B = K^-1 B by LU of a structure whose stiffness is not clearly positive definite (negative stiffness,
 * stiffnesses many decades apart). A NULL structure has failed before. */
rdg_status rdg_component_solve_indefinite(rdg_structure *s, const char *where, rdg_index columns, double *B,
                                          bool *singular);

enum { RDG_MOST_RIGID = 6 };

/* X = K^-1 B [n * n_boundary], or with as many degrees of freedom held as there are rigid motions,
 * [n * n_rigid] with R^T M R = 1. B is lost. */
rdg_status rdg_component_solve_held(const rdg_component *c, const char *where, rdg_index n_rigid,
                                    const double *rigid, double *B, double *X);

/* How each coordinate block of the reduced matrices is known without products. */
typedef enum rdg_reduction {
    RDG_REDUCTION_FIXED,    /* modes: M = 1, K = omega^2, and no stiffness between them and the boundary */
    RDG_REDUCTION_RUBIN,    /* nothing is */
    RDG_REDUCTION_MASSLESS, /* M = 1 for modes, 0 else */
} rdg_reduction;

/* The reduced structure of T, which the component owns from now on in its context; frees the component when
 * it fails.
 */
rdg_component *rdg_component_finish(rdg_component *c, const char *where, rdg_reduction how);

/* A component that its context owns from now on; one without a reduced structure is freed. NULL is allowed.
 */
rdg_component *rdg_component_own(rdg_component *c);

#endif
