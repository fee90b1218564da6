/* Inside of bordered_operator.c and its solution. */
#ifndef RDG_BORDERED_OPERATOR_PARTS_IMPL_H
#define RDG_BORDERED_OPERATOR_PARTS_IMPL_H

#include "bordered_operator_impl.h"
#include "gmres.h"

struct rdg_bordered_operator {
    rdg_context *ctx;
    const rdg_pattern *a;
    const rdg_operator *op;
    rdg_index m, n, q, size; /* as in rdg_bordered */
    rdg_index k, b;          /* rows of A, and others; size = k + b */
    rdg_index *row, *col;    /* [size] of the whole, the operator's first */
    rdg_index *row_at;       /* [size] place of a row in this order */
    rdg_index *col_at;       /* [size] place of a column */
    /* J and J - shift, entries of the pattern in A */
    rdg_index count;
    rdg_index *start, *inner_row; /* [k + 1], [count] compressed columns */
    rdg_index *from;              /* [count] place in the Jacobian's numbers */
    rdg_index *shift_to;          /* [entries of the function's pattern] place here; -1: not in A */
    double *J, *rest;             /* [count] */
    double *shift;                /* [entries of the function's pattern] */
    double *T, *W;                /* [k b] columns */
    double *K;                    /* [b k] rows, one after the other */
    double *D, *inverse, *E;      /* [b b] column-major; of S after its replacement */
    double *svd;                  /* [3 b b + 7 b] workspace */
    bool *row_off, *col_off;      /* [size] in this order: left out */
    bool any_off;
    const double *at;                           /* variables that the operator depends on */
    const double *row_scale, *col_scale;        /* [size] of the whole */
    double *scale_in, *scale_out;               /* [size] in this order, of rows and of columns */
    double *y, *x, *step, *solution, *residual; /* [size] workspaces */
    double *left, *product;                     /* [size], [k] */
    bool transposed;                            /* the solution under way */
    rdg_gmres *gmres;
};

/* --- bordered_operator_solve.c */

/* x = P^-1 b or P^-T b, 0 where variables are left out; both [k], not the same */
void rdg_bordered_operator_precondition(const rdg_bordered_operator *s, bool transposed, const double *b,
                                        double *x);

#endif
