/* Sliders that stick at their limit: whether a small push drags them on and on. */
#ifndef RDG_STABILITY_DRAG_IMPL_H
#define RDG_STABILITY_DRAG_IMPL_H

#include "stability_impl.h"
#include "variation_impl.h"

#include <lapacke.h>

/* One row and column for each displacement of an element with memory, [most]; n of them belong to sliders
 * that are dragged by the solution at hand. */
typedef struct rdg_drag {
    rdg_index most, n;
    rdg_index *element; /* [most] */
    double *rows;       /* [size * most] dv/dq of all coefficients, positive where the slider is dragged to */
    double *columns;    /* [size * most] how the balance of forces depends on v, then dq/dv */
    double *D, *work;   /* [most * most] d(limit of i)/d(position of j); [2 * most] */
    double *moving, *force; /* [N * (N + 1)], [N] a Jacobian, and the force */
    lapack_int *pivot;      /* [size] */
} rdg_drag;

rdg_status rdg_drag_init(rdg_drag *drag, rdg_variation *v);
void rdg_drag_release(rdg_drag *drag);

/* Find the dragged sliders at a solution. Returns as callbacks do. */
int rdg_drag_collect(rdg_drag *drag, rdg_variation *v, const double *Q, double omega);

/* Solve A x = column for all of them, A [size * size] falling into parts; A_part, x_part: [size * size]
 * workspace. false: A is singular. */
bool rdg_drag_solve(rdg_drag *drag, const rdg_hill_parts *parts, const double *A, double *A_part,
                    double *x_part);

/* The element that wedges, by its number, and the growth of a push in a period; or -1. */
rdg_index rdg_drag_wedging(rdg_drag *drag, rdg_index size, double *growth);

#endif
