/* Branch points: what finds them works with what looks for the branches that leave them. */
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
    double *singular; /* [n] a singular point that is no branch point */
    bool has_singular;
};

/* --- branch_star.c: M has been evaluated at u */

/* The unfolding that u + x v_1 + y v_2 needs, once corrected across them; NaN: it cannot be. The point is
 * left in k->kept. */
double rdg_star_reduced(rdg_branch_work *k, const double *u, double x, double y);

/* The curves that leave a point where the algebraic branching equation does not tell:
 * points of theirs at a small distance become k->star. RDG_FAILED: their number is not certain. */
rdg_outcome rdg_star_scan(rdg_branch_work *k, const double *u, double noise);

/* The tangent at u of the curve of the star that is the one of the step. False: there is none. */
bool rdg_star_tangent(rdg_branch_work *k, const double *u, double *tangent);

#endif
