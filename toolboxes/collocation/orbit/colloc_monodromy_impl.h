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
    double *G;                  /* [N][n n] of each interval: its last state from its first */
    double *M;                  /* [n n] the whole */
    double *velocity, speed;    /* [n] at the start, its length */
    double *slope;              /* [n nz] its derivatives */
    double *x;                  /* [block n] */
    double *out, *v, *w, *unit; /* [n] */
    double *states;             /* [nx] changes */
    double *lambda;             /* [N block] multipliers of the equations */
    double *until;    /* [N] the size of the product until each interval's end, in units of the states */
    double stiffness; /* the largest size of an interval's equations (rdg_segment_block()) */
    struct rdg_colloc_variation *walk; /* where that is too much */
    double *log, *angle;               /* [n] */
    double *gradient;                  /* [count], then room for an interval's derivatives */
} rdg_colloc_monodromy;

/* Callbacks of the spectrum; data: rdg_colloc_monodromy. */
int rdg_colloc_monodromy_matrix(const double *u, double *J, void *data);
int rdg_colloc_monodromy_slope(const double *u, const double *w, const double *v, double factor,
                               double *gradient, void *data);

/* Eigenvalues where the matrix keeps too few digits, or intervals are long for changes. */
int rdg_colloc_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known,
                                     void *data);

/* Multipliers at u as logarithms and angles, into m->log, m->angle: see rdg_colloc_variation_multipliers().
 */
int rdg_colloc_monodromy_logarithms(rdg_colloc_monodromy *m, const double *u);

#endif
