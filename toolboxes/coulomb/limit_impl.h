/* Where continuous slip ends, without poles at any frequency. With v_i = wn_i / r1 the contact slips all the
 * time while
 *
 *   Z > beta max(S, mu W0),   Z^2 = V^2 - beta^2 U^2,   S = max over 0 < tau < pi of G(tau) = N(tau) /
 * sin(tau).
 *
 * V, U and W0 are multiplied by C = prod cos(pi v / 2); G, which is finite at resonance, by P = C / prod (1 -
 * v^2): P N = sum q_i sin(v_i tau) + g_i (cos(tau) - cos(v_i tau)) / (1 - v_i^2) */
#ifndef RDG_LIMIT_IMPL_H
#define RDG_LIMIT_IMPL_H

#include "coulomb_impl.h"

#include <ridgewalk/jet.h>

/* A system at one frequency; jets are by r1. */
typedef struct rdg_limit {
    rdg_index n;
    double r1;
    rdg_jet C, CV, CU, W0;
    rdg_jet P, ratio;                /* ratio: C / P */
    rdg_jet *v, *q, *g;              /* [n] each; memory of its own */
    rdg_jet *cosine, *sine, *smooth; /* [n]: of pi v / 2; cosine / (1 - v^2) */
} rdg_limit;

/* One lobe of G: a maximum. */
typedef struct rdg_lobe {
    double tau;   /* 0: the start of slip, where mu W0 stands for it */
    double value; /* of |P| G there */
} rdg_lobe;

/* G and G' at a lobe's tau, and how G' grows with tau; times P. */
typedef struct rdg_lobe_slope {
    rdg_jet G, slope;
    double bend;
} rdg_lobe_slope;

rdg_status rdg_limit_workspace(const rdg_coulomb *c, rdg_limit *limit);
void rdg_limit_release(rdg_limit *limit);
void rdg_limit_at(const rdg_coulomb *c, double r1, rdg_limit *limit);

/* P N and its derivatives by tau up to `orders` - 1, at most 4 of them. */
void rdg_limit_slack(const rdg_limit *limit, double tau, int orders, rdg_jet *N);

/* The same as values alone, 3 of them at most: for searches. */
void rdg_limit_slack_values(const rdg_limit *limit, double tau, int orders, double *N);

/* limit_lobe.c */
void rdg_limit_lobe(const rdg_limit *limit, double tau, rdg_lobe_slope *lobe);

/* The greatest lobe, that of mu W0 among them; without the one next to `but` (< 0: all). */
rdg_lobe rdg_limit_greatest(const rdg_limit *limit, double ratio, double but);

/* The force that holds the contact is sum_k force(r1); stuck: its amplitude at one frequency, times Q, with Q
 * the product of 1 - r1^2 / held_wn^2 over all modes that are driven. */
void rdg_limit_stuck(const rdg_coulomb *c, double r1, rdg_jet *force, rdg_jet *Q);

#endif
