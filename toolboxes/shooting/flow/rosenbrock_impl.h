/* Linearly implicit steps, for the stretches of a motion in which stability alone would bind explicit ones:
 * the method RODASP of order 4(3) (G. Steinebach, preprint 1741, Technische Hochschule Darmstadt, 1995;
 * Hairer, Wanner, Solving Ordinary Differential Equations II, IV.7), L-stable, which keeps its order where
 * much is drawn fast, with a continuous extension of order 3. One Jacobian and one factorisation a step, and
 * nothing to start up: such stretches are short, next to a velocity that vanishes for one. */
#ifndef RDG_ROSENBROCK_IMPL_H
#define RDG_ROSENBROCK_IMPL_H

#include "flow_impl.h"

enum { RDG_ROSENBROCK_STAGES = 6 };

typedef struct rdg_rosenbrock {
    rdg_index n, nu;   /* that there is room for */
    bool known;        /* J is that at `at` */
    rdg_index mode;    /* of it */
    double *at;        /* [n] */
    double *J, *W, *u; /* [n nu], [n n], [stages n] */
    double *f0;        /* [n] the field there */
    double *sum;       /* [3 n] of the continuous extension */
    rdg_index *row;    /* [n] of the pivots */
    double trace;      /* of J: the sum of its eigenvalues, whatever the units of states */
} rdg_rosenbrock;

/* Are steps at hand of this kind? */
static inline bool rdg_is_implicit(const rdg_flow *flow)
{
    return flow->implicit != NULL;
}

/* --- rosenbrock.c */

/* The derivatives of the field at k->z, where a leg of a motion begins. As callbacks. */
int rdg_rosenbrock_begin(rdg_flow *flow);

/* As rdg_rk_step(). */
int rdg_rosenbrock_step(rdg_flow *flow, double pos, double share);

/* The continuous extension of the step that was made last, and states within it. */
void rdg_rosenbrock_extend(rdg_flow *flow);
void rdg_rosenbrock_within(const rdg_flow *flow, double place, double *x);

void rdg_rosenbrock_free(rdg_flow *flow);

/* --- rosenbrock_control.c */

/* The mode at hand, from k->z on: does a first step of this share ask for implicit ones? As callbacks. */
int rdg_rosenbrock_enter(rdg_flow *flow, double share);

/* As rdg_control_step(), with the continuous extension. */
int rdg_rosenbrock_control(rdg_flow *flow, rdg_control *c, double pos, double *share, double *next);

/* Behind a step, k->f1 is known: are the next ones to be implicit? */
void rdg_rosenbrock_judge(rdg_flow *flow, rdg_control *c, double next);

#endif
