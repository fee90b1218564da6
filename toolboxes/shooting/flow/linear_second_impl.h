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
    double *y, *dy; /* end of the arc */
    double *H;
} rdg_second;

static inline void rdg_second_add(rdg_second *s, rdg_index i, rdg_index j, double by)
{
    s->H[i + s->k->ns * j] += by;
    if (i != j) {
        s->H[j + s->k->ns * i] += by;
    }
}

/* Are nodes so far from each other that divided differences are taken between them? */
static inline bool rdg_are_apart(const rdg_second *s, rdg_index i, rdg_index k)
{
    return rdg_square(rdg_minus(s->w->L[k].at, s->w->L[i].at)) > 1.0;
}

/* (b - a) tau / (B - A) of values a, b at nodes A, B that are apart */
static inline rdg_number rdg_between(const rdg_second *s, rdg_index A, rdg_index B, rdg_number a,
                                     rdg_number b)
{
    const rdg_number d = rdg_minus(s->w->L[B].at, s->w->L[A].at);
    const double size = s->tau / rdg_square(d);
    return rdg_times(rdg_minus(b, a), (rdg_number){d.re * size, -d.im * size});
}

/* --- linear_pairs.c: products of B, behind rdg_linear_spread() */
void rdg_linear_pairs(rdg_second *s);

#endif
