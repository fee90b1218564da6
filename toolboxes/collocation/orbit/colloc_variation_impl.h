/* Changes along an orbit in steps of their own. */
#ifndef RDG_COLLOC_VARIATION_IMPL_H
#define RDG_COLLOC_VARIATION_IMPL_H

#include "colloc_monodromy_impl.h"

#include <ridgewalk/factor_chain.h>

/* What a walk along the orbit works in. */
typedef struct rdg_colloc_variation {
    rdg_colloc_monodromy *m;
    const rdg_colloc_part *part; /* where it is */
    rdg_polynomials radau;
    rdg_chain chain;
    double *A, *B;             /* [block^2], [block n], of the largest part */
    lapack_int *pivot;         /* [block] */
    double *G;                 /* [n n] of a step */
    double *from, *to, *first; /* [n] velocities */
    double *re, *im, *work;    /* [n], [n], [8 n + 16] */
} rdg_colloc_variation;

/* |z|, length times size of the field's derivatives, of an interval that collocation follows. */
#define RDG_COLLOC_VARIATION_RESOLVED 1.5

/* How steps are to be. */
typedef enum rdg_colloc_variation_kind {
    RDG_COLLOC_VARIATION_TOLD, /* what dies fast is 0: for multipliers near the unit circle and outside */
    RDG_COLLOC_VARIATION_EXACT /* what dies fast dies at its rate */
} rdg_colloc_variation_kind;

rdg_status rdg_colloc_variation_create(rdg_colloc_variation *v, rdg_colloc_monodromy *m);
void rdg_colloc_variation_release(rdg_colloc_variation *v);

/* Logarithms and angles of the multipliers at what the parts have been taken at, [m->n]. 0; > 0: they are not
 * known; < 0: no memory, or the run is to end. */
int rdg_colloc_variation_multipliers(rdg_colloc_variation *v, rdg_colloc_variation_kind kind, double *log,
                                     double *angle);

#endif
