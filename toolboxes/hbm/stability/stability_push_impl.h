/* The motion after a small push of sliders that stick at their limits. */
#ifndef RDG_STABILITY_PUSH_IMPL_H
#define RDG_STABILITY_PUSH_IMPL_H

#include "stability_drag_impl.h"

#include <complex.h>

typedef double complex rdg_push_number;

/* Floquet solutions exp(sigma_j tau) p_j(tau), j < modes, and the sliders of rdg_drag, most of them. */
typedef struct rdg_push {
    rdg_index n, size, modes; /* degrees of freedom; coefficients of p_j; 2 n */
    rdg_push_number *sigma;   /* [modes] exponents over omega */
    rdg_push_number *p;       /* [size * modes] coefficients */
    rdg_push_number *limit;   /* [modes * most] how the limit of a slider follows p_j */
    rdg_push_number *impulse; /* [modes * most] the amplitudes that a unit push of a slider excites */
    rdg_push_number *decay;   /* [modes * most] of amplitudes, from the slider before to a slider */
    rdg_push_number *P, *a; /* [modes * modes], [modes] displacements and velocities of p_j; amplitudes now */
    double *tau, *v;        /* [most] instants at which limits are reached; positions */
    rdg_index *order;       /* [most] sliders by tau */
    lapack_int *pivot;      /* [modes] */
} rdg_push;

/* Nothing is taken if no slider can be dragged. */
rdg_status rdg_push_init(rdg_push *push, const rdg_drag *drag, rdg_context *ctx, rdg_index n, rdg_index size);
void rdg_push_release(rdg_push *push);

/* Take Floquet solution j by the real and the imaginary part of its coefficients, [size]. */
void rdg_push_take(rdg_push *push, rdg_index j, rdg_push_number sigma, const double *re, const double *im);

/* The element of a slider that a push drags on without end, by its number, and the mean growth in a
 * period; or -1: none, or not known, as one
 * of them is dragged at several instants, or the solutions are not independent. */
rdg_index rdg_push_runaway(rdg_push *push, const rdg_drag *drag, double *growth);

#endif
