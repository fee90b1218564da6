/* A linear surface along a step of a linear mode: a sum of damped waves.
 *
 *     g(s) = g(0) + sum of Re a_i (exp(L_i s) - 1) + sum of Re b_k s exp[L_k s, M_k s] ,
 *
 * s the share of the step, L and M rates for a whole step. The second sum are those parts of the forcing that
 * are in resonance with an eigenvalue, which do not come apart. A sample costs as many exponentials as there
 * are amplitudes that count, whatever the number of states that a sum of the surface is made of. */
#ifndef RDG_MODAL_IMPL_H
#define RDG_MODAL_IMPL_H

#include "linear_impl.h"
#include "surface_watch_impl.h"

typedef struct rdg_modal_term {
    rdg_structure_parameter rate, a;
    double size, speed; /* |a|, |rate| */
    double now;         /* of a exp(rate s) where the part at hand begins */
} rdg_modal_term;

typedef struct rdg_modal_pair {
    rdg_structure_parameter rate, wave, b;
    double size, speed; /* |b|, the larger of both rates' */
} rdg_modal_pair;

typedef struct rdg_modal {
    rdg_index n, waves;            /* that there is space for */
    rdg_structure_parameter *C;    /* [n] c V */
    rdg_structure_parameter *h;    /* [waves] of the surface itself, by exp(i m phi) */
    rdg_structure_parameter *wave; /* [waves] amplitudes of exp(i m phi), m > 0 */
    double *value;                 /* [waves] of the surface at equal phases */
    rdg_index terms, pairs;
    rdg_modal_term *term; /* [n + waves] */
    rdg_modal_pair *pair; /* [n waves] */
    double g0, size;
    double from; /* where the part at hand begins */
    long looks;
    double *memory;
} rdg_modal;

/* How far values and the first two derivatives may be from the parabola at the beginning of a part. */
typedef struct rdg_modal_margin {
    double value, rate, bend;
} rdg_modal_margin;

/* --- modal.c */

/* The surface of a watch in the mode at hand: w->modal, NULL where it is none. As callbacks. */
int rdg_modal_take(rdg_flow *flow, rdg_watch *w, rdg_index place);

/* The step at hand, from its beginning, where rdg_linear_begin() was; w->first is known. */
void rdg_modal_begin(const rdg_flow *flow, rdg_watch *w);

/* v: g, dg/ds, d2g/ds2 */
void rdg_modal_at(rdg_modal *m, double s, double v[3]);

/* A part begins; within `width` of its beginning. */
void rdg_modal_from(rdg_modal *m, double s);
rdg_modal_margin rdg_modal_within(const rdg_modal *m, double width);

/* A share of tau in which the slowest of what counts of the surface turns by 1 rad; INFINITY: it rests. */
double rdg_modal_turns(const rdg_flow *flow, const rdg_modal *m);

void rdg_modal_free(rdg_flow *flow);

/* --- modal_scan.c */

/* The next part of a step of which is known what the surface does there, to the watch's queue. As callbacks.
 */
int rdg_modal_advance(rdg_flow *flow, rdg_watch *w);

#endif
