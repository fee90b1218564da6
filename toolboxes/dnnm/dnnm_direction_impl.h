/* Inside of the search for directions in an eigenspace. */
#ifndef RDG_DNNM_DIRECTION_IMPL_H
#define RDG_DNNM_DIRECTION_IMPL_H

#include "dnnm_impl.h"

#include <lapacke.h>
#include <stdint.h>

/* Size of F, relative to omega^2, at which directions are distinguished, far above rounding. */
static const double rdg_dnnm_distinct = 1e-5;

/* Change of omega^2, relative to it, beyond which the nonlinearity is no small one. */
static const double rdg_dnnm_strong = 0.3;

/* Between -1 and 1, the next one of a series. */
static inline double rdg_dnnm_sample(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

typedef struct rdg_dnnm_search {
    const rdg_dnnm_model *model;
    const rdg_dnnm_eigenspace *space;
    rdg_index m;     /* motions that change with the amplitude, at most the multiplicity */
    rdg_index d;     /* real unknowns: m, or 2 m with the imaginary parts */
    double *frame;   /* [multiplicity^2] orthonormal columns: these motions, then those that are linear */
    double a, scale; /* amplitude of the search; size of F there */
    double *u, *y;   /* [m + 2], [m] */
    double *J, *F, *shifted[2], *singular; /* [d d], [d] each */
    lapack_int rank;
} rdg_dnnm_search;

/* --- dnnm_bifurcation.c */

void rdg_dnnm_normalise(rdg_index d, double *c);

/* b, [2 multiplicity], of all motions of the eigenspace from c, [d], and [d] from [2 multiplicity]. */
void rdg_dnnm_expand_direction(const rdg_dnnm_search *s, const double *c, double *b);

/* F = N(c) - (c^H N) c of the direction of `any`; shift: c^H N, real and imaginary part; false: no value. */
bool rdg_dnnm_bifurcation(const rdg_dnnm_search *s, const double *any, double *F, double shift[2]);

/* --- dnnm_linear_motions.c */

/* The frame: motions that the forces span, then the others, which are linear, as the forces have a potential.
 * By descending share in the forces. Where the linear part distinguishes directions, or a frequency is 0, the
 * frame is the identity. s->m and s->d become those of the first ones. */
rdg_status rdg_dnnm_find_linear_motions(rdg_dnnm_search *s);

#endif
