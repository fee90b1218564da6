/* Small changes of a motion, as orthonormal vectors whose growth is counted. */
#ifndef RDG_TANGENT_IMPL_H
#define RDG_TANGENT_IMPL_H

#include "brute_impl.h"

typedef struct rdg_tangent {
    rdg_hybrid *h;
    rdg_flow *flow; /* of the changes */
    const double *p;
    rdg_index states;       /* room */
    rdg_index n, k;         /* states now, vectors that are left */
    double *Q, *A;          /* [n k] */
    double *growth;         /* [states] logarithms */
    rdg_index *vector;      /* [k] which growth belongs to a vector */
    double *sigma, *y, *dy; /* of an arc */
    double *S, *work;       /* of a crossing */
    rdg_index room;         /* that work has */
    double *J, *J2;         /* of the field */
    double *share;          /* steps of an arc */
    rdg_hybrid_state at;    /* where the changes have come to */
} rdg_tangent;

rdg_status rdg_tangent_create(rdg_tangent *g, rdg_hybrid *h, const rdg_flow_options *options,
                              rdg_index states);
void rdg_tangent_release(rdg_tangent *g);

/* The unit vectors, at a state. */
void rdg_tangent_begin(rdg_tangent *g, const rdg_hybrid_state *state);

/* Growth counts from now on. Directions that were lost before are taken up again: those that are lost for
 * ever will be once more. */
void rdg_tangent_measure(rdg_tangent *g);

/* Along the arc to a state of the same mode, and through a crossing. 0, or as callbacks, the reason in that
 * of g->flow; RDG_TANGENT_GRAZE. */
enum { RDG_TANGENT_GRAZE = 7101 };
int rdg_tangent_carry(rdg_tangent *g, const rdg_hybrid_state *to);
int rdg_tangent_cross(rdg_tangent *g, rdg_index crossing, const rdg_hybrid_state *before,
                      const rdg_hybrid_state *after);

#endif
