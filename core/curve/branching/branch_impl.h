/* Branch points: what finds them works with what searches for the branches that leave them. */
#ifndef RDG_BRANCH_IMPL_H
#define RDG_BRANCH_IMPL_H

#include "tracer_impl.h"

/* Made when the first branch point is met, and kept: the matrix is analysed once. */
struct rdg_branch_work {
    rdg_tracer *t;
    rdg_bordered *matrix;
    double *scale;       /* [m] of the rows, the same in all steps: a row may vanish at a branch point */
    double *b;           /* [m] border column, in row scales */
    double *rows;        /* [2 n] border rows: along the tangent, across it */
    double *v[2], *h[2]; /* [n + 1] each: null vectors with sigma last; their products with the Hessian */
    double *w;           /* [n + 1] left null vector */
    double *rhs, *x;     /* [n + 1] */
    double *G;           /* [n] */
    double *kept;        /* [n] a point */
    double *star;        /* [RDG_MOST_RAYS n] points of the curves that leave a singular point */
    rdg_index n_rays;
    struct rdg_star_plane *plane; /* at a point of multiplicity 2, else NULL */
    double *singular;             /* [n] a singular point that is no branch point */
    bool has_singular;
};

/* --- branch_newton.c */

/* The workspace of a run; NULL after a failure. */
rdg_branch_work *rdg_branch_provide(rdg_tracer *t);

/* Away from branch points rows are scaled by themselves. */
void rdg_branch_leave(const rdg_branch_work *k);

/* Borders from u or, as the bordered matrix is singular exactly on a branch point, from beside it: *u is then
 * moved there. */
bool rdg_branch_borders(rdg_branch_work *k, double *u, const double *tangent);

/* M, its null vectors and their products with the Hessian at u; answers as callbacks do. */
int rdg_branch_evaluate(rdg_branch_work *k, const double *u);

/* Products of two vectors of variables, and of two of rows. */
double rdg_branch_product(const rdg_branch_work *k, const double *a, const double *b);
double rdg_branch_row_product(const rdg_branch_work *k, const double *a, const double *b);

/* From u in place, with the borders chosen, on a way no longer than `reach`, and the residual that is left.
 */
rdg_outcome rdg_branch_newton(rdg_branch_work *k, double *u, double reach, rdg_newton_report *report);

/* Of the rows, as long as branch points are worked on. */
bool rdg_branch_scales(rdg_branch_work *k, const double *u, const double *tangent);

/* --- branch_star.c: M has been evaluated at u, or k->plane is there */

/* At a point of multiplicity 2: the circles lie across the curve in the plane of v_1 and v_2, and M is made
 * anew at every point, with a border column b across what the tangent changes in the left null space. */
typedef struct rdg_star_plane {
    const double *tangent;          /* [n] */
    double *left[2];                /* [m] left null vectors, orthonormal in row scales */
    double *image;                  /* [n] G_u tangent */
    double least_speed, most_speed; /* of what the tangent changes in the left null space, relative to the
                                       distance from the point: eigenvalues cross zero with these */
} rdg_star_plane;

/* The unfolding that u + x v_1 + y v_2 needs, once corrected across them; NaN: it cannot be. The point is
 * left in k->kept. */
double rdg_star_reduced(rdg_branch_work *k, const double *u, double x, double y);

/* The curves that leave a point where the algebraic branching equation does not report, or a point of
 * multiplicity 2 without the one that was followed: points of theirs at a small distance become k->star.
 * noise: of the unfolding, below 0: it is measured. RDG_FAILED: their number is not certain. */
rdg_outcome rdg_star_scan(rdg_branch_work *k, const double *u, double noise);

/* The tangent at u of the curve of the star that is the one of the step. False: there is none. */
bool rdg_star_tangent(rdg_branch_work *k, const double *u, double *tangent);

/* --- branch_spheres.c */

enum { RDG_MOST_BASIS = RDG_MOST_NULL_VECTORS + 1 };

/* A sphere about a branch point u0 of multiplicity > 1. */
typedef struct rdg_sphere {
    rdg_tracer *t;
    const double *u0;
    double r;
    int dimension;                /* of the null space */
    double *basis;                /* [dimension n] orthonormal, the tangent first */
    double *u, *rhs, *row, *step; /* [n] */
    double *ray;                  /* [RDG_MOST_RAYS n] what was found */
    int met[RDG_MOST_RAYS];       /* by so many starts */
    rdg_index n_rays;
    bool overflows;
} rdg_sphere;

/* q->u becomes a solution near the null space: it has as much of it as a curve that leaves the point must. */
bool rdg_sphere_solve(rdg_sphere *q);

/* All solutions into q->ray. False: their number is not certain. */
bool rdg_sphere_search(rdg_sphere *q);

#endif
