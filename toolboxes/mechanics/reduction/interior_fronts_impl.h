/* Symmetric factors P Z P^T = L L^T of the interior, by dense fronts. */
#ifndef RDG_INTERIOR_FRONTS_IMPL_H
#define RDG_INTERIOR_FRONTS_IMPL_H

#include "interior_impl.h"

#include <cholmod.h>

/* Z is complex and symmetric (not Hermitian): L L^T with complex square roots, without conjugates. Front k
 * has the columns super[k] .. super[k + 1] - 1 of L and the rows s[pi[k]] .. s[pi[k + 1] - 1], its columns
 * first (CHOLMOD's supernodes). */
typedef struct rdg_interior_fronts {
    const rdg_interior *in;
    cholmod_common common;
    cholmod_factor *pattern;
    rdg_index *inverse;     /* [n] of the permutation P */
    rdg_index *place;       /* [n] of a row in the front at hand */
    rdg_index *parent;      /* [fronts] that a front is added to; -1: none */
    rdg_index *first;       /* [fronts + 1] where a front's columns begin in L */
    rdg_index *waiting;     /* [fronts] those whose updates are on the stack */
    double complex *L;      /* [first[fronts]] each front's columns, column-major */
    double complex *update; /* what the front at hand leaves for its parent, square */
    double complex *stack;  /* the same of fronts before, that wait */
    double *square;         /* [n] sums of |L_ij|^2 over a row */
    double complex *block;  /* [n * RDG_FRONTS_WIDTH] right-hand sides by rows */
    double complex *rows;   /* [n * RDG_FRONTS_WIDTH] those of a front */
} rdg_interior_fronts;

enum { RDG_FRONTS_WIDTH = 64 };

static inline rdg_index rdg_front_columns(const rdg_interior_fronts *f, rdg_index k)
{
    const SuiteSparse_long *super = f->pattern->super;
    return super[k + 1] - super[k];
}

static inline rdg_index rdg_front_rows(const rdg_interior_fronts *f, rdg_index k)
{
    const SuiteSparse_long *pi = f->pattern->pi;
    return pi[k + 1] - pi[k];
}

/* The first column of Z in front k, in the order of elimination; its rows. */
static inline rdg_index rdg_front_begin(const rdg_interior_fronts *f, rdg_index k)
{
    return ((const SuiteSparse_long *)f->pattern->super)[k];
}

static inline const SuiteSparse_long *rdg_front_list(const rdg_interior_fronts *f, rdg_index k)
{
    return (const SuiteSparse_long *)f->pattern->s + ((const SuiteSparse_long *)f->pattern->pi)[k];
}

/* Entries of what front k leaves for its parent. */
static inline rdg_index rdg_front_update(const rdg_interior_fronts *f, rdg_index k)
{
    const rdg_index rest = rdg_front_rows(f, k) - rdg_front_columns(f, k);
    return rest * rest;
}

/* Take space for the factors of an interior, which is borrowed. */
rdg_status rdg_interior_fronts_init(rdg_context *ctx, const char *where, const rdg_interior *in,
                                    rdg_interior_fronts *f);
void rdg_interior_fronts_release(rdg_interior_fronts *f);

/* Factors at a frequency. No entry is exchanged for the sake of size: false if rounding would be enlarged by
 * it or Z is singular. */
bool rdg_interior_fronts_factor(rdg_interior_fronts *f, double w);

/* x: [n * columns], the right-hand sides, then the solutions */
void rdg_interior_fronts_solve(rdg_interior_fronts *f, rdg_index columns, double complex *x);

/* The first half of it, x = L^-1 P x, and the second, x = P^T L^-T x. */
void rdg_interior_fronts_half_solve(rdg_interior_fronts *f, rdg_index columns, double complex *x);
void rdg_interior_fronts_other_half(rdg_interior_fronts *f, rdg_index columns, double complex *x);

#endif
