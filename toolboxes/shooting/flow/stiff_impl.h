/* Stiff modes: steps of CVODES, backward differentiation formulas of order 1 to 5.
 *
 * Steps are CVODES's own, whatever mesh there is; their length is bound by the error of the motion alone: a
 * tenth of what is asked for, as errors of steps add up more than those of the Runge-Kutta method do, and in
 * arcs of orbits a thousandth, as their ends are smooth functions only to that error. Derivatives are forward
 * sensitivities behind each step, whose error counts, too. */
#ifndef RDG_STIFF_IMPL_H
#define RDG_STIFF_IMPL_H

#include "flow_impl.h"

/* Is the mode at hand integrated by CVODES? */
static inline bool rdg_is_stiff(const rdg_flow *flow)
{
    return flow->stiff != NULL;
}

/* --- stiff_solver.c */

typedef struct rdg_stiff rdg_stiff;

/* The integrator of modes with as many states as that at hand, flow->stiff; as callbacks. */
int rdg_stiff_enter(rdg_flow *flow);
void rdg_stiff_free(rdg_flow *flow);

/* Start from the states in k->z at `pos`, with variations of all columns but that of the duration if k->ns >
 * 0, up to a share; in an arc of an orbit, or in a motion. As callbacks. */
int rdg_stiff_begin(rdg_flow *flow, double pos, double until, bool is_arc);

/* One step from there, or from its end: *share. As callbacks, with a reason. */
int rdg_stiff_step(rdg_flow *flow, double *share);

/* States at a share of the duration within the last step; [n] */
void rdg_stiff_within(rdg_flow *flow, double at, double *x);

/* Variations at the end of the last step, to k->z. As callbacks. */
int rdg_stiff_variations(rdg_flow *flow);

/* What the next step may be, a share. */
double rdg_stiff_next(const rdg_flow *flow);

/* --- stiff_arc.c */

/* The arc that has been entered: k->z at its end, with variations if k->ns > 0. As callbacks, with a reason.
 */
int rdg_stiff_arc(rdg_flow *flow);

/* out [ns] = lambda . d(dy)/dsigma d, by a central difference of first derivatives along d. */
int rdg_stiff_bend(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda, const double *d,
                   double *out);

/* All of them: d2y [ns ns] */
int rdg_stiff_second(rdg_flow *flow, rdg_index mode, const double *sigma, const double *lambda, double *d2y);

#endif
