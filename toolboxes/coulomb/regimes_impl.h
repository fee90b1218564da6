/* The inside of a boundary's problem. */
#ifndef RDG_REGIMES_IMPL_H
#define RDG_REGIMES_IMPL_H

#include "limit_impl.h"
#include "regimes.h"

/* Variables, in this order. Of RDG_STUCK the first three. The lobe, eliminated, is 0 where slip ends at its
 * start. */
enum {
    RDG_REGIME_R1,
    RDG_REGIME_MU,
    RDG_REGIME_ANGLE,
    RDG_REGIME_TAU,
    RDG_REGIME_LOBE,
    RDG_REGIME_VARIABLES
};

typedef struct rdg_regime {
    rdg_coulomb *c;
    rdg_regime_boundary which;
    rdg_limit limit;
    rdg_index asked_at; /* point at whose end a continuation was requested, and how often */
    int asked;
    double way[2]; /* in which the curve came to it: its tangent's r1 and mu */
} rdg_regime;

typedef struct rdg_fraction {
    rdg_jet numerator, denominator; /* in r1 */
    double by_mu, by_tau;           /* of the denominator */
    rdg_lobe_slope lobe;
} rdg_fraction;

/* regimes_fraction.c: numerator and denominator as jets in r1, with the denominator's derivatives by mu and
 * tau; and the point of the boundary at r1 and mu, on the lobe that rules there, into u. */
void rdg_regime_fraction_at(rdg_regime *o, const double *u, rdg_fraction *f);
void rdg_regime_begin(rdg_regime *o, double *u);

/* regimes_corners.c: non-smooth peaks, and what comes behind them; zeros of beta, points of the run. */
rdg_status rdg_regime_freeze_lobe(rdg_problem *p, const double *u);
rdg_status rdg_regime_watch_zeros(rdg_regime *o, rdg_problem *p);
rdg_status rdg_regime_watch_corners(rdg_regime *o, rdg_problem *p);

#endif
