/* Small changes of a motion, as orthonormal vectors whose growth is counted, or as a chain of matrices. */
#ifndef RDG_TANGENT_IMPL_H
#define RDG_TANGENT_IMPL_H

#include <ridgewalk/flow.h>
#include <ridgewalk/toolbox.h>

/* --- orthonormal.c */

/* Orthonormal vectors A [m kept] of B Q, B [m n], Q [n k], all column-major: B q_j = sum over i of A_i R[i +
 * k j]. What is left of a vector without those before it may be no more than rounding: it is left out, and
 * left[j], else R_jj, is 0. R may be NULL. returns kept */
rdg_index rdg_orthonormal(rdg_index m, rdg_index n, rdg_index k, const double *B, const double *Q, double *A,
                          double *R, double *left);

/* v without what of it lies along k orthonormal vectors; `along` [k] gets that, or NULL. Its length. */
double rdg_orthogonal(rdg_index n, rdg_index k, const double *Q, double *v, double *along);

/* --- tangent.c */

/* Where matrices of changes go in place of vectors: B [m n] from the state before it to the arguments (x, p[,
 * phi]) at hand in a mode. As callbacks. */
typedef int rdg_tangent_sink(rdg_index m, rdg_index n, const double *B, rdg_index mode,
                             const double *arguments, void *data);

typedef struct rdg_tangent {
    rdg_hybrid *h;
    rdg_flow *flow;         /* of the changes */
    const double *p;        /* that of the system, unless set after rdg_tangent_create() */
    double fineness;        /* steps times the spectral radius; 1, unless set */
    rdg_tangent_sink *sink; /* NULL: vectors are carried along */
    void *sink_data;
    rdg_index states;       /* space */
    rdg_index n, k;         /* states now, vectors that are left */
    double *Q, *A, *left;   /* [n k]; [n] */
    double *growth;         /* [states] logarithms */
    rdg_index *vector;      /* [k] which growth belongs to a vector */
    double *sigma, *y, *dy; /* of a segment */
    double *S, *work;       /* of an event */
    rdg_index capacity;     /* that work has */
    double *J, *J2;         /* of the field */
    double *share;          /* steps of a segment */
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

/* Along the segment to a state of the same mode, and through an event. 0, or as callbacks, the reason in
 * that of g->flow; RDG_TANGENT_GRAZE; RDG_TANGENT_TOO_STIFF: changes die so fast that they cannot be
 * followed. */
enum { RDG_TANGENT_GRAZE = 7101, RDG_TANGENT_TOO_STIFF };
int rdg_tangent_carry(rdg_tangent *g, const rdg_hybrid_state *to);
int rdg_tangent_cross(rdg_tangent *g, rdg_index event, const rdg_hybrid_state *before,
                      const rdg_hybrid_state *after);

#endif
