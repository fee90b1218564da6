/* Instances of all elements in another basis, for upper modules. */
#ifndef RDG_CLONES_IMPL_H
#define RDG_CLONES_IMPL_H

#include <ridgewalk/harmonic_balance.h>

/* Instances of the elements for all harmonics 0, 1, ..., top of a period that is a multiple of the
 * solution's. */
typedef struct rdg_hbm_clones {
    rdg_hbm *hb;
    int periods; /* of the solution in one of the basis: harmonic k is harmonic periods * k here */
    rdg_basis basis;
    int *harmonic;     /* the basis's list */
    rdg_index count;   /* elements */
    void **self;       /* [count] */
    long version;      /* of the numbers that they have */
    rdg_index largest; /* number of displacements of an element */
    double *kept;      /* displacements in the harmonics that are kept, workspace */
} rdg_hbm_clones;

/* z: displacements of element i in all harmonics */
rdg_status rdg_hbm_make_clones(rdg_hbm *hb, int periods, int top, rdg_hbm_clones *clones);
void rdg_hbm_free_clones(rdg_hbm_clones *clones);
void rdg_hbm_gather_all(rdg_hbm_clones *clones, rdg_index i, const double *Q, double *z);

/* Numbers that have been released are those of the instances that are kept. */
void rdg_hbm_keep_clones_up(rdg_hbm_clones *clones);

#endif
