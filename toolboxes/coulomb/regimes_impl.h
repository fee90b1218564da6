/* The inside of a boundary's problem. */
#ifndef RDG_REGIMES_IMPL_H
#define RDG_REGIMES_IMPL_H

#include "limit_impl.h"
#include "regimes.h"

/* Variables, in this order. Of RDG_STUCK the first three. The lobe, frozen, is 0 where slip ends at its
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
    rdg_index asked_at; /* point at whose end a way on was asked for, and how often */
    int asked;
    double onwards; /* sign of r1's change along the branch there */
} rdg_regime;

/* G and G' at a lobe's tau, and how G' grows with tau; times P. */
typedef struct rdg_lobe_slope {
    rdg_jet G, slope;
    double bend;
} rdg_lobe_slope;

typedef struct rdg_fraction {
    rdg_jet numerator, denominator; /* in r1 */
    double by_mu, by_tau;           /* of the denominator */
    rdg_lobe_slope lobe;
} rdg_fraction;

/* regimes_corners.c: which lobe rules at r1, into u; corners, and what comes behind them. */
void rdg_regime_take_greatest(rdg_regime *o, double *u);
rdg_status rdg_regime_freeze_lobe(rdg_problem *p, const double *u);
rdg_status rdg_regime_watch_corners(rdg_regime *o, rdg_problem *p);

#endif
