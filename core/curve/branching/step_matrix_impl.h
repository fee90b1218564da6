/* The matrix M = [G_u; row] along a step, relative to the one at the step's end. */
#ifndef RDG_STEP_MATRIX_IMPL_H
#define RDG_STEP_MATRIX_IMPL_H

#include "tracer_impl.h"

enum { RDG_MOST_NODES = 96, RDG_INNER_NODES = 3, RDG_MOST_REDUCED = 24, RDG_MOST_NEAR = 6 };

/* Solutions in one call: KLU goes through its factors once for four. */
enum { RDG_AT_ONCE = 4 };

/* A Jacobian that is kept, and where it was evaluated. */
typedef struct rdg_kept_jacobian {
    double *value; /* [nnz] */
    double *u;     /* [n] the chart that it stands for */
    bool is_there;
} rdg_kept_jacobian;

/* With x from 0 at the start of the step to 1 at its end: A(x) = M(1)^-1 M(x) - I. */
typedef struct rdg_step_matrix {
    rdg_index nnz, q;                     /* entries of the Jacobian; dimension of the reduced A */
    rdg_kept_jacobian before, start, end; /* of the last charts */
    double *middle;                       /* [nnz] difference of the middle's Jacobian from the end's */
    double *difference;                   /* [nnz] that of another one */
    double *basis;                        /* [n q] orthonormal in the scaled variables */
    double *work;                         /* [2 RDG_AT_ONCE n] */
    double *general;                      /* [n] numbers of no pattern */
    int n_nodes;                          /* corrected points of the curve at which A is known */
    double at[RDG_MOST_NODES];            /* x of each; the last ones: of nodes on a segment */
    double *reduced;                      /* [RDG_MOST_NODES RDG_MOST_REDUCED^2] A in the basis */
} rdg_step_matrix;

/* The nodes that describe a part of the step: its ends, its middle, and others. */
typedef struct rdg_near_nodes {
    int count, node[RDG_MOST_NEAR];
} rdg_near_nodes;

/* --- step_matrix.c */

/* The workspace of the run; NULL after a failure. */
rdg_step_matrix *rdg_step_matrix_provide(rdg_tracer *t);
void rdg_step_matrix_free(rdg_step_matrix *m);

/* The Jacobians of the last charts are to be taken anew. */
void rdg_step_matrix_forget(rdg_step_matrix *m);

/* The step of some length from t->current to t->next, whose factors are at hand: *quiet: all eigenvalues of A
 * are below 1/2 in magnitude, so that det M has no zero. */
rdg_outcome rdg_step_matrix_begin(rdg_tracer *t, double length, bool *quiet);

/* Product of two vectors of variables, each in its typical size. */
double rdg_scaled_dot(const rdg_system *s, const double *a, const double *b);

/* A vector that depends on the free variables only. */
void rdg_general_vector(const rdg_tracer *t, double *v);

/* The difference of a Jacobian from the one at the end, [nnz]; it may take its place. No problem with an
 * operator, which need not be linear in its numbers, comes here: its determinant is not known. */
void rdg_step_matrix_subtract_end(const rdg_step_matrix *m, const double *jacobian, double *difference);

/* y = (J - J(1)) v for the difference of a Jacobian J from J(1), [n]: a right-hand side of M(1). */
void rdg_step_matrix_times(const rdg_system *s, const double *difference, const double *v, double *y);

/* Keep the Jacobian at u. */
rdg_outcome rdg_step_matrix_take(rdg_tracer *t, rdg_kept_jacobian *kept, const double *u);

/* --- reduced_matrix.c */

/* Reduce A, and make the nodes of the start, the end and the chart before. */
rdg_outcome rdg_step_matrix_reduce(rdg_tracer *t);

/* Add the node of the corrected point at x, whose Jacobian the system evaluated last. Returns its index; -1:
 * there is no more space. */
int rdg_step_matrix_add(rdg_tracer *t, double x);

/* The same of inner point i of the part under way, as its segment has it: a part of it has inner points
 * of its own, and does without this one, which may be as wrong as the segment was. */
int rdg_step_matrix_put(rdg_tracer *t, int i, double x);

/* The node of the corrected point at x; -1: there is none. */
int rdg_step_matrix_find(const rdg_step_matrix *m, double x);

/* The reduced A, shape [q q], of the Jacobian evaluated last; of a node. */
void rdg_step_matrix_project(rdg_tracer *t, double *reduced);
const double *rdg_step_matrix_node(const rdg_step_matrix *m, int node);

/* Up to RDG_MOST_NEAR nodes around the part from low to high, the given ones first, then those of corrected
 * points. */
rdg_near_nodes rdg_step_matrix_near(const rdg_step_matrix *m, double low, double high, int given,
                                    const int *node);

/* det(I + A) at x, interpolated from the first `count` of some nodes; of the reduced A given. */
double rdg_step_matrix_determinant(const rdg_step_matrix *m, const rdg_near_nodes *near, int count, double x);
double rdg_reduced_determinant(const rdg_step_matrix *m, const double *reduced);

/* Number of singular values of I + A, one at least, that vanish at x: they are small, and larger farther
 * away.
 */
int rdg_step_matrix_nullity(const rdg_step_matrix *m, const rdg_near_nodes *near, double x, double far);

/* Largest change of det(I + A) at x, about, for a change of A by a matrix of norm 1. */
double rdg_step_matrix_cofactor(const rdg_step_matrix *m, const rdg_near_nodes *near, double x);

/* delta = M(x)^-1 [residual; 0] */
void rdg_step_matrix_solve(rdg_tracer *t, const rdg_near_nodes *near, double x, const double *residual,
                           double *delta);

#endif
