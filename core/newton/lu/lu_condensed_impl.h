/* What LU by blocks keeps between its factorisation (lu_condensed.c) and solutions (lu_condensed_solve.c). */
#ifndef RDG_LU_CONDENSED_IMPL_H
#define RDG_LU_CONDENSED_IMPL_H

#include "lu_groups_impl.h"
#include "panel.h"

#include <lapacke.h>

/* Blocks with more rows are left to BLAS. */
enum { RDG_CONDENSED_SMALL = 24 };

typedef struct rdg_condensed {
    rdg_lu_plan *plan;
    rdg_context *ctx;
    double *number;    /* [plan->numbers + entries of what is left] */
    lapack_int *pivot; /* [n] rows swapped, group by group */
    double *largest;   /* [n] entry of a group's columns */
    double *b, *x;     /* [size] of what is left */
    double *t;         /* [sum of leads] */
    double *others;    /* [n] unknowns of a group's other columns */
    double *product;   /* [b o] of a group's borders */
    rdg_lu *left;      /* what is left */
    rdg_lu *whole;     /* where a group is singular: all of it; NULL: not needed yet */
    bool is_whole;     /* the last factors are those */
} rdg_condensed;

void rdg_condensed_solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                         double *x);

#endif
