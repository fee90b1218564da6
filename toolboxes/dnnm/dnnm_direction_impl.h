/* Inside of the search for directions in an eigenspace. */
#ifndef RDG_DNNM_DIRECTION_IMPL_H
#define RDG_DNNM_DIRECTION_IMPL_H

#include "dnnm_impl.h"

#include <lapacke.h>

typedef struct rdg_dnnm_search {
    const rdg_dnnm_model *model;
    const rdg_dnnm_eigenspace *space;
    rdg_index d;                           /* real unknowns: m, or 2 m with the imaginary parts */
    double a, scale;                       /* amplitude of the search; size of F there */
    double *u, *y;                         /* [m + 2], [m] */
    double *J, *F, *shifted[2], *singular; /* [d d], [d] each */
    lapack_int rank;
} rdg_dnnm_search;

/* --- dnnm_bifurcation.c */

double rdg_dnnm_norm(rdg_index n, const double *x);
void rdg_dnnm_normalise(rdg_index d, double *c);

/* F = N(c) - (c^H N) c of the direction of `any`; shift: c^H N, real and imaginary part; false: no value. */
bool rdg_dnnm_bifurcation(const rdg_dnnm_search *s, const double *any, double *F, double shift[2]);

#endif
