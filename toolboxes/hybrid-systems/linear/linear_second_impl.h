/* Second derivatives of a linear mode: what is shared by those of waves and of pairs of matrices. */
#ifndef RDG_LINEAR_SECOND_IMPL_H
#define RDG_LINEAR_SECOND_IMPL_H

#include "linear_impl.h"

typedef struct rdg_second {
    rdg_flow *flow;
    const rdg_rk *k;
    const rdg_linear *l;
    rdg_linear_work *w;
    const double *sigma, *lambda;
    double tau, omega;
    double *y, *dy; /* end of the segment */
    double *H;
    int harmonic; /* with which the number turns (linear_sums.c) */
} rdg_second;

static inline void rdg_second_add(rdg_second *s, rdg_index i, rdg_index j, double by)
{
    s->H[i + s->k->ns * j] += by;
    if (i != j) {
        s->H[j + s->k->ns * i] += by;
    }
}

static inline bool rdg_second_is_omega(const rdg_second *s, rdg_index p)
{
    return s->k->omega_at == s->k->n + p;
}

/* Are nodes so far from each other that divided differences are taken between them? */
static inline bool rdg_are_apart(const rdg_second *s, rdg_index i, rdg_index k)
{
    return rdg_square(rdg_minus(s->w->L[k].at, s->w->L[i].at)) > 1.0;
}

/* (b - a) tau / (B - A) of values a, b at nodes A, B that are apart */
static inline rdg_structure_parameter rdg_between(const rdg_second *s, rdg_index A, rdg_index B,
                                                  rdg_structure_parameter a, rdg_structure_parameter b)
{
    const rdg_structure_parameter d = rdg_minus(s->w->L[B].at, s->w->L[A].at);
    const double size = s->tau / rdg_square(d);
    return rdg_times(rdg_minus(b, a), (rdg_structure_parameter){d.re * size, -d.im * size});
}

/* --- linear_sums.c: numbers that are linear in the motion, with weights w->b */

/* T and U of the end of the segment, and their derivatives by the frequency. */
void rdg_kernel_of_end(const rdg_second *s);

/* What comes of waves G, and of amplitudes at the start: derivatives by the frequency and by the phase at the
 * start, of such orders, of T and U and what turns alone. */
double rdg_sum_of_waves(const rdg_second *s, const rdg_structure_parameter *G, int by_omega, int by_start);
double rdg_sum_of_start(const rdg_second *s, int by_omega, int by_start);

/* The latter by the states at the start: row [n]. */
void rdg_sum_by_states(const rdg_second *s, int by_omega, int by_start, double *row);

/* + or - the block of the parameters of the field's contracted second derivatives at x (NULL: 0), to s->H. As
 * callbacks. */
int rdg_sum_add_curves(rdg_second *s, const double *x, double phi, const double *mu, double sign);

/* Second derivatives by states, parameters that do not move the matrix, and phase, to s->H. As callbacks. */
int rdg_sum_curve(rdg_second *s);

/* --- linear_pairs.c: products of B, behind rdg_linear_spread() */
void rdg_linear_pairs(rdg_second *s);

#endif
