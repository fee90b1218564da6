/* The monodromy matrix of an orbit by collocation. */
#ifndef RDG_COLLOC_MONODROMY_IMPL_H
#define RDG_COLLOC_MONODROMY_IMPL_H

#include "collocated_orbit_impl.h"

#include <ridgewalk/spectrum.h>

#include <lapacke.h>

typedef struct rdg_colloc_monodromy {
    rdg_collocation *c;
    rdg_segment *s;
    rdg_index n;                /* multipliers */
    bool known;                 /* what follows is that at `at` */
    long revision;              /* of the mesh then */
    double *at;                 /* [count] variables of the segment */
    double *A;                  /* [N][block n] derivatives of an interval's equations by its first state */
    double *LU;                 /* [N][block^2] factors of those by the later ones */
    lapack_int *pivot;          /* [N][block] */
    double *M;                  /* [n n] the whole */
    double *velocity, speed;    /* [n] at the start, its length */
    double *slope;              /* [n nz] its derivatives */
    double *x;                  /* [block n] */
    double *out, *v, *w, *unit; /* [n] */
    double *states;             /* [nx] changes */
    double *lambda;             /* [N block] multipliers of the equations */
    double *gradient;           /* [count], then room for an interval's derivatives */
} rdg_colloc_monodromy;

/* Callbacks of the spectrum; data: rdg_colloc_monodromy. */
int rdg_colloc_monodromy_matrix(const double *u, double *J, void *data);
int rdg_colloc_monodromy_slope(const double *u, const double *w, const double *v, double factor,
                               double *gradient, void *data);

#endif
