/* The equilibrium K q + sum_e B_e^T F_e(B_e q) + (1 - load factor) ground q = load factor F_static of a whole
 * structure. The ground's stiffness (N/m, 0 but for structures that only closed springs hold) is gone at load
 * factor 1. */
#ifndef RDG_REST_IMPL_H
#define RDG_REST_IMPL_H

#include "structure_impl.h"

/* the public function, for messages */
#define RDG_REST_WHERE "rdg_prestress"

/* Where an element sees the structure: x[slot] += weight * q[dof]. In a wave all sectors rest alike, and the
 * part `across` of the weight is of the next sector. */
typedef struct rdg_rest_term {
    rdg_index slot, dof;
    double weight, across;
} rdg_rest_term;

typedef struct rdg_rest_element {
    const rdg_element *element;
    rdg_index n;
    rdg_rest_term *term; /* [n] */
    rdg_index *place;    /* [n * n] of entry (i, j), i first, in the Jacobian */
    rdg_law_workspace *workspace;
} rdg_rest_element;

typedef struct rdg_equilibrium {
    rdg_structure *s;
    rdg_sparse K;
    double *load; /* [n] F_static */
    rdg_index count;
    rdg_rest_element *elements; /* [count] */
    rdg_pattern *pattern;
    rdg_index *stiffness_place, *load_place,
        *ground_place; /* entries of K, of the load factor's column, diagonal */
    double ground;
    double *x, *f, *fx;       /* of the largest element: [d], [d], [d * d] */
    rdg_stuck_slider sliders; /* how they count in the Jacobian */
} rdg_equilibrium;

/* After a failure, recorded, it is to be cleared, too. */
rdg_status rdg_equilibrium_make(rdg_structure *s, rdg_equilibrium *e);
void rdg_equilibrium_clear(rdg_equilibrium *e);

/* Callbacks of u = (q, load factor); data is the rdg_equilibrium. */
int rdg_equilibrium_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_equilibrium_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data);

/* e->fx: the stiffness of an element at u. Answers as callbacks do. */
int rdg_equilibrium_element_stiffness(const rdg_equilibrium *e, const rdg_rest_element *at, const double *u);

/* Whether the forces at q balance at load factor 1, relative to the largest of them and but for rounding. */
bool rdg_equilibrium_holds(const rdg_equilibrium *e, const double *q);

#endif
