/* Groups of columns that can be eliminated by themselves, each within few rows that are its own. */
#ifndef RDG_LU_GROUPS_IMPL_H
#define RDG_LU_GROUPS_IMPL_H

#include "lu_impl.h"
#include "runs_impl.h"

/* A group: in its rows stand its own columns and others; what its columns have in rows of no group is a
 * border. */
typedef struct rdg_lu_group {
    rdg_index r, k, o, b; /* rows, own columns, others, borders */
    rdg_index *row;       /* [r] of the matrix */
    rdg_index *col;       /* [k + o] of the matrix, its own first */
    rdg_index *border;    /* [b] rows of the matrix */
    rdg_index a, x; /* where its block [r, k + o] and its borders' part [b, k] begin among the numbers: of few
                       rows these are the block's rows behind r */
    rdg_index lead, x_lead; /* distances of their columns */
    bool is_panel;          /* it has so few: panel.c */
    rdg_index rest;         /* where the rows that it leaves, r - k, begin in what is left */
    rdg_index left;         /* where the places of [r - k + b, o] begin */
} rdg_lu_group;

/* What is left when all groups have been eliminated has `size` rows: those that groups leave, then those of
 * no group. */
typedef struct rdg_lu_plan {
    rdg_index count, size;
    rdg_lu_group *group;
    rdg_index *row_in, *col_in; /* [n] the group that a row, or a column, belongs to; -1: none */
    rdg_index *row_at, *col_at; /* [n] place in it, or in what is left */
    rdg_runs to;                /* of the matrix's entries, among the numbers */
    bool is_full;               /* entries fill all blocks and borders */
    rdg_index numbers;          /* of blocks and borders; behind them come those of what is left */
    rdg_pattern *pattern;       /* of what is left */
    rdg_index *place;           /* in it, see left */
    double sign;                /* of the order in which rows and columns are taken */
} rdg_lu_plan;

/* NULL: it does not pay, or (recorded on the context) there is no memory. */
rdg_lu_plan *rdg_lu_plan_create(rdg_context *ctx, const rdg_pattern *a);
void rdg_lu_plan_free(rdg_lu_plan *plan);

#endif
