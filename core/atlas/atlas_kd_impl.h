/* The covering of a manifold of dimension k by charts: what its parts share. */
#ifndef RDG_ATLAS_KD_IMPL_H
#define RDG_ATLAS_KD_IMPL_H

#include "chart_tree_impl.h"
#include "polytope_impl.h"
#include "tracer_impl.h"

/* Faces of polytopes: a neighbour's number; -1 to -2k of the cube that a chart starts with; a window's bound
 * that the chart lies on, or one that is some way off. */
enum { RDG_NEAR_WINDOW = -100, RDG_FAR_WINDOW = -1000000 };

/* A ball of the tangent space that stands for a part of the manifold. */
typedef struct rdg_patch {
    double *u; /* [n] centre */
    /* [k n] tangent vectors, orthonormal in the metric, oriented by the determinant of [G_u; .] */
    double *basis;
    double *mu; /* [n_parameters] */
    double radius;
    rdg_polytope cell; /* in tangent coordinates */
    bool open;         /* a part of its ball's boundary is not covered yet */
} rdg_patch;

typedef struct rdg_covering {
    rdg_tracer *t;
    int k;
    rdg_index n, n_patches, room;
    rdg_patch *patch;
    rdg_chart_tree *tree;
    double *axis; /* [axes n] the tree's, as rows */
    int axes;
    rdg_index first_open;               /* no patch before it is open */
    rdg_index gaps;                     /* directions in which no patch could be made */
    double *rows;                       /* [k n] metric times a basis */
    double *guess, *mean;               /* [n] */
    double *gradient;                   /* [n] */
    double *difference;                 /* [n] */
    double *bent_jacobian;              /* values of the derivative of the Jacobian along a tangent vector */
    rdg_index *around, room_for_around; /* patches that lose their cells */
} rdg_covering;

/* --- patch.c: one chart of the covering */

/* The metric times a patch's basis, as closing rows, into c->rows. */
void rdg_patch_take_rows(rdg_covering *c, const rdg_patch *patch);

/* Tangent space, parameters and radius of a patch whose centre is converged, by c->rows, which cut across it.
 */
rdg_outcome rdg_patch_complete(rdg_covering *c, rdg_patch *patch);

/* Correct c->guess in the planes across a patch's tangent space into patch->u, on a window's bound if it lies
 * beyond or nearer to it than `near`. */
rdg_outcome rdg_patch_correct(rdg_covering *c, const rdg_patch *from, double near, rdg_patch *patch);

/* Correct c->guess to parameter = value, in planes that hold all directions of a patch's tangent
 * space but `across`. */
rdg_outcome rdg_patch_correct_value(rdg_covering *c, const rdg_patch *from, const double *across,
                                    rdg_index parameter, double value, double *u);

/* The same in the planes c->rows through c->guess. */
rdg_outcome rdg_patch_correct_here(rdg_covering *c, rdg_index parameter, double value, double *u);

/* Cut the cell along the windows that it reaches. */
rdg_status rdg_patch_cut_windows(rdg_covering *c, rdg_patch *patch);

/* How near to a window's bound, relative to its radius, a chart is put on it. */
extern const double rdg_near_window;

/* Tangent coordinates of u - patch->u, shape [k]. */
void rdg_patch_project(const rdg_covering *c, const rdg_patch *patch, const double *u, double *s);

/* --- surface.c: what the cells tell of the whole */

/* Write how patches hang together: triangles, boundary, Euler characteristic, zeros of events. */
rdg_status rdg_covering_finish(rdg_covering *c);

#endif
