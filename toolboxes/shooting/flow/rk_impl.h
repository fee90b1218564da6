/* One step after the other of the Runge-Kutta method in one mode, with variations or without.
 *
 * A step covers the part [pos, pos + share] of the duration tau. Its increments are kept times its length,
 * g_i = share tau k_i, so that those of the variations are combined with the same weights. Variations of all
 * columns of sigma = (x, p, phi, tau) lie before the states, one row of `ns` columns for each state. */
#ifndef RDG_RK_IMPL_H
#define RDG_RK_IMPL_H

#include "tableau_impl.h"

#include <ridgewalk/flow.h>

#include <stdbool.h>

typedef struct rdg_rk {
    const rdg_hybrid_function *field;
    rdg_index n, np, nu; /* states, parameters, arguments of the field */
    rdg_index ns;        /* columns of variations; 0: none are carried along */
    rdg_index len;       /* n ns + n */
    bool forced;
    rdg_index omega_at;      /* column of the forcing's frequency in sigma */
    double tau, phi0, omega; /* duration, phase at its beginning, phi' */
    double pos, share;       /* of the last step */
    double spoilt;           /* 0; NAN: a rate of the step was not finite */
    double *z, *z1;          /* [len] at the beginning and at the end of a step: variations, states */
    double *s, *u;           /* [len + np + 1] of a stage; u within: x, p, phi */
    double *g;               /* [RDG_RK_ALL len] increments */
    double *f0, *f1;         /* [n] rates at the beginning and at the end of a step */
    double *A;               /* [n nu] derivatives of the field at a stage */
    double *work;            /* for differences */
    const double *size;      /* [nu] of arguments, for them; NULL: not known */
    double *dense;           /* [7 n] coefficients of the continuous extension */
} rdg_rk;

/* --- rk_combine.c */

/* y = x + sum over j < i of a_ij g_j, len numbers */
void rdg_rk_combine(int i, rdg_index len, const double *x, const double *g, double *y);

/* The estimate of a step's error relative to absolute + relative |x|; without variations or with them. */
double rdg_rk_error(const rdg_rk *k, double absolute, double relative);

/* --- rk_step.c: these answer as callbacks */

/* The field at the arguments k->u, times `scale`. */
int rdg_rk_rate(rdg_rk *k, double scale, double *f);

/* k->A, its derivatives there. Whether they are finite is seen in what comes of them. */
int rdg_rk_slopes(rdg_rk *k);

/* The phase among the arguments, at a place of the arc. */
void rdg_rk_set_phase(rdg_rk *k, double place);

/* A rate that is not finite makes no step, whatever the field says of what follows from it: spoil k->z1. */
void rdg_rk_spoil(rdg_rk *k);

/* k->f0 at k->z */
int rdg_rk_begin(rdg_rk *k, double pos);

/* k->f1 at k->z1, behind a step */
int rdg_rk_end(rdg_rk *k);

/* A step from k->z to k->z1; with k->f0 at its beginning. Without variations. */
int rdg_rk_step(rdg_rk *k, double pos, double share);

/* The same with variations; f0 is not needed. tape: NULL, or room for RDG_RK_STAGES stages one after the
 * other, [len + np + 1] and [n nu] numbers each: s and A of all. */
int rdg_rk_vary(rdg_rk *k, double pos, double share, double *tape);

/* Numbers of a stage on the tape. */
rdg_index rdg_rk_tape(const rdg_rk *k);

/* z = z1, f0 = f1 */
void rdg_rk_advance(rdg_rk *k);

/* The largest state at the step's end, or NAN. */
double rdg_rk_largest(const rdg_rk *k, rdg_index *which);

/* --- rk_dense.c */

/* The continuous extension of the last step; k->f1 is known. */
int rdg_rk_extend(rdg_rk *k);

/* States at pos + place share, by the extension. */
void rdg_rk_within(const rdg_rk *k, double place, double *x);

#endif
