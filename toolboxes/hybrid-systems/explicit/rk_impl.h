/* One step after the other of the Runge-Kutta method in one mode, with variations or without.
 *
 * A step covers the part [pos, pos + share] of the duration tau. Its increments are kept times its length,
 * g_i = share tau k_i.
 *
 * Variations by sigma = (x, p, phi, tau) are linear in what the motion is at the stages: arguments and rates
 * of these are kept, and variations computed from them, at once or later. Their columns do not meet: they are
 * carried along in blocks of so many that a block's increments stay near the processor, block by block, and
 * within a block row by row. */
#ifndef RDG_RK_IMPL_H
#define RDG_RK_IMPL_H

#include "tableau_impl.h"

#include <ridgewalk/cloned.h>
#include <ridgewalk/flow.h>

#include <stdbool.h>

/* RDG_CLONED here: static functions alone, since what other files call by the name itself clang 14 does not
 * define. And no two may have one name in the library: with some compilers what chooses between the clones is
 * seen by the linker. */

enum { RDG_RK_WIDE = 8 }; /* columns of a block */

/* Where the derivatives A of a field have entries: by rows, an even number in each, since they are taken two
 * at a time. */
typedef struct rdg_rk_pattern {
    rdg_index *start;  /* [n + 1] */
    rdg_index *row_of; /* [start[n]] of what A is multiplied with: an argument of the field */
    rdg_index *place;  /* [start[n]] in A; n nu: nowhere, it fills a row up */
    double *value;     /* [RDG_RK_STAGES start[n]] space for entries of a step's stages */
    double *A;         /* [n nu + 1] space for A; zero between calls */
    rdg_index n, nu;   /* that it is of; 0: none */
    bool is_full;      /* it has all entries there may be */
    long revision;     /* another one whenever it has changed */
} rdg_rk_pattern;

typedef struct rdg_rk {
    const rdg_hybrid_function *field;
    rdg_index n, np, nu; /* states, parameters, arguments of the field */
    rdg_index ns;        /* columns of variations; 0: none are carried along */
    bool forced;
    rdg_index omega_at;      /* column of the forcing's frequency in sigma */
    double tau, phi0, omega; /* duration, phase at its beginning, phi' */
    double pos, share;       /* of the last step */
    double spoilt;           /* 0; NAN: a rate of the step was not finite */
    double *z, *z1;          /* [n] states at the beginning and at the end of a step */
    double *u;               /* [nu] of a stage: x, p, phi */
    double *g;               /* [RDG_RK_ALL n] increments */
    double *v, *v1;          /* [blocks n RDG_RK_WIDE] variations at both ends of a step */
    double *s;               /* [nu RDG_RK_WIDE] of the arguments of a stage, of one block */
    double *dg;              /* [RDG_RK_STAGES n RDG_RK_WIDE] increments of variations, of one block */
    double *f0, *f1;         /* [n] rates at the beginning and at the end of a step */
    double *A;               /* [n nu] derivatives of the field */
    rdg_rk_pattern pattern;  /* of A, as far as it has been seen */
    double *work;            /* for differences */
    double *unit;            /* [n] sizes of the states to which absolute errors are relative */
    const double *size;      /* [nu] of arguments, for them; NULL: not known */
    double *dense;           /* [7 n] coefficients of the continuous extension */
    double weigh;            /* > 0: errors of variations are estimated, relative to this; the greatest: */
    double slope_error;
} rdg_rk;

/* A step's stages one after the other: arguments [nu] of the field, rates [n], derivatives by the pattern. */
typedef struct rdg_rk_stages {
    double *u, *f;
    double *value; /* NULL: not kept */
    long revision; /* of the pattern that there is space for */
    bool sloped;   /* they are known */
    int count;     /* how many: RDG_RK_STAGES, or fewer of an implicit step */
} rdg_rk_stages;

/* Blocks of columns, and where column c of row i lies in them. */
static inline rdg_index rdg_rk_blocks(const rdg_rk *k)
{
    return (k->ns + RDG_RK_WIDE - 1) / RDG_RK_WIDE;
}
static inline rdg_index rdg_rk_place(const rdg_rk *k, rdg_index i, rdg_index c)
{
    return (c / RDG_RK_WIDE * k->n + i) * RDG_RK_WIDE + c % RDG_RK_WIDE;
}

/* --- rk_combine.c */

/* y = x + sum over j < i of a_ij g_j, len numbers */
void rdg_rk_combine(int i, rdg_index len, const double *x, const double *g, double *y);

/* out = b_i mu + sum over l > i of a_li eta_l: the multiplier of an increment by those of what stands on it
 */
void rdg_rk_pull_back(rdg_index n, int i, const double *mu, const double *eta, double *out);

/* The estimate of a step's error relative to absolute * unit + relative |x|. */
double rdg_rk_error(const rdg_rk *k, double absolute, double relative);

/* --- rk_step.c: these answer as callbacks */

/* The field at the arguments k->u, times `scale`. */
int rdg_rk_rate(rdg_rk *k, double scale, double *f);

/* k->A, its derivatives there. Whether they are finite is seen in what comes of them. */
int rdg_rk_slopes(rdg_rk *k);

/* The phase among the arguments, at a place of the segment. */
void rdg_rk_set_phase(rdg_rk *k, double place);

/* A rate that is not finite makes no step, whatever the field states of what follows from it: spoil k->z1. */
void rdg_rk_spoil(rdg_rk *k);

/* k->f0 at k->z */
int rdg_rk_begin(rdg_rk *k, double pos);

/* k->f1 at k->z1, behind a step */
int rdg_rk_end(rdg_rk *k);

/* A step from k->z to k->z1; with k->f0 at its beginning. */
int rdg_rk_step(rdg_rk *k, double pos, double share);

/* The same, f0 not being needed; its stages are kept. */
int rdg_rk_trace(rdg_rk *k, double pos, double share, const rdg_rk_stages *stages);

/* z = z1, v = v1, f0 = f1 */
void rdg_rk_advance(rdg_rk *k);

/* The largest state at the step's end, or NAN. */
double rdg_rk_largest(const rdg_rk *k, rdg_index *which);

/* --- rk_vary.c */

/* Numbers that a pattern of n rows and nu columns needs. */
static inline rdg_index rdg_rk_pattern_workspace(rdg_index n, rdg_index nu)
{
    return n * (nu + 1);
}

/* Derivatives of the field at all stages of a step, as they are kept or anew: *value [RDG_RK_STAGES
 * start[n]]. Answers as callbacks do. */
int rdg_rk_slopes_of(rdg_rk *k, const rdg_rk_stages *stages, const double **value);

/* out [n] = A x, out [nu] = A^T y, A by the pattern. */
void rdg_rk_push_through(const rdg_rk *k, const double *value, const double *x, double *out);
void rdg_rk_pull_through(const rdg_rk *k, const double *value, const double *y, double *out);

/* Entries of the pattern; it is made fit first. */
rdg_index rdg_rk_entries(rdg_rk *k);

/* Variations of the arguments of a stage, k->s, of the columns of a block: of parameters, and of the phase by
 * itself, which are the same at all stages; */
void rdg_rk_vary_arguments(const rdg_rk *k, rdg_index block);

/* and those of the stage's increment, dg [n RDG_RK_WIDE], with those of the states in k->s. */
void rdg_rk_vary_stage(const rdg_rk *k, rdg_index block, double place, const double *value, const double *f,
                       double *dg);

/* k->v at the beginning of a segment: that of the states is 1. */
void rdg_rk_vary_begin(rdg_rk *k);

/* Variations of a step, from k->v to k->v1, from its stages. tape: NULL, or [blocks RDG_RK_STAGES n
 * RDG_RK_WIDE], those of the states at the stages. Answers as callbacks do. */
int rdg_rk_vary(rdg_rk *k, double pos, double share, const rdg_rk_stages *stages, double *tape);

/* --- rk_dense.c */

/* The continuous extension of the last step; k->f1 is known. */
int rdg_rk_extend(rdg_rk *k);

/* States at pos + place share, by the extension. */
void rdg_rk_within(const rdg_rk *k, double place, double *x);

#endif
