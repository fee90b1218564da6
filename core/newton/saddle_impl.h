/* Factors of the matrix of a problem with its adjoint equations, from one factorisation of half the size.
 *
 * With the problem's variables u [n], its zero functions' Jacobian A [m x n], their multipliers l [m] and all
 * other variables o, the matrix, scaled in its rows and columns, is
 *
 *     A  0     F      (m rows)
 *     H  L A^T R  E   (n rows)
 *     P  Q     T      (all others)
 *
 * with diagonal L, R that hold nothing but scales. k = n - m rows W make B = [A; W] square and regular also
 * where every choice of m columns of A is singular, at folds of the response for example: W spans what A
 * does not see, A's null space, as it was at the last factorisation. With t = W u and multipliers z = 0 of
 * these rows
 *
 *     B 0           -I F      u        f
 *     H L B^T R      0 E  .   l, z  =  e
 *     0 I (of z)     0 0      t        0
 *     P Q            0 T      o        g
 *
 * is solved by elimination of the first two rows: two solves with B's factors, and a Schur complement S of
 * k + (others) unknowns. B comes in twice, so that the determinant's sign is that of S. Others that have a
 * row of their own (multipliers that are held) are eliminated before.
 *
 * Each solution is put into the equations. What is left must be rounding; else it is refined, and if that
 * does not help the answer is no: the matrix has to be factored as a whole. */
#ifndef RDG_SADDLE_IMPL_H
#define RDG_SADDLE_IMPL_H

#include "lu_impl.h"
#include "problem_impl.h"

typedef struct rdg_saddle {
    const rdg_pattern *pattern;     /* of the whole matrix */
    const double *values;           /* of the whole matrix, as last factored */
    rdg_index size, n, m, k, first; /* first: column of the first multiplier */
    rdg_index n_others;             /* other rows, and as many other columns */
    rdg_index most;                 /* rows of the Schur complement, at most */
    rdg_index *other;               /* [n_others] these columns; the rows are the last ones */
    rdg_index *adjoint, *rest;      /* [size] where a column's entries in adjoint and in other rows begin */
    rdg_index *pair;                /* for A^T's entries, one column after the other: the place of A's */
    rdg_index n_pairs;
    rdg_pattern *pattern_b;
    double *values_b;
    rdg_lu *lu; /* of B */
    double *w;  /* [k * n] rows W */
    bool aligned;
    bool is_new; /* the next factorisation takes nothing from the last one */

    /* Of the last factorisation: */
    double *left, *right; /* [n], [m] L and R */
    rdg_index n_singles;  /* others with a row of their own: */
    rdg_index *single_row, *single_col;
    double *single;   /* and its only entry */
    rdg_index n_rest; /* the others: */
    rdg_index *rest_row, *rest_col;
    rdg_index *rest_of; /* [size] its number for each of the other rows; -1: a single one */
    double *Z;          /* [2 n * (most + 1)] the border columns, solved for */
    double *S;          /* [(k + n_rest)^2] factors of the Schur complement, and */
    int *pivot;         /* its row exchanges */
    bool checked;       /* a solve has passed its test */

    /* Workspaces */
    rdg_index *count, *last, *last_column; /* [size] nonzero entries of other rows, and the last of them */
    bool *seen;                            /* [size] */
    double *inner[3];                      /* [2 n] */
    double *general;                       /* [size] a vector in general position */
    double *columns;                       /* [2 n * (most + 1)] */
    double *most_in_col, *most_in_row;     /* [size] largest entries of the last factorisation */
    double *probe;                         /* [2 size] */
    double *border, *scale;                /* [most] */
    double *residual, *step, *work;        /* [size] */
} rdg_saddle;

/* The blocks of a matrix from which rows and columns of the whole are left out; row_at, col_at: their places
 * in it, -1 for those that are. False: there are none, as where an equation goes without its multiplier or a
 * variable without its adjoint equation. */
bool rdg_saddle_blocks(const rdg_adjoint_blocks *whole, const rdg_index *row_at, const rdg_index *col_at,
                       rdg_adjoint_blocks *taken);

/* A matrix of this pattern, with these blocks. NULL without a failure: nothing would be won, or the pattern
 * is not of the kind above; the whole is factored then. */
rdg_saddle *rdg_saddle_create(rdg_context *ctx, const rdg_pattern *pattern, const rdg_adjoint_blocks *blocks,
                              rdg_lu_kind kind);
void rdg_saddle_free(rdg_saddle *s);

/* Factor. values: of the whole, borrowed until the next factorisation; the scales that its rows were divided
 * by and its columns multiplied with. False: the matrix has to be factored as a whole. */
bool rdg_saddle_factor(rdg_saddle *s, const double *values, const double *row_scale, const double *col_scale);

/* The next factorisation is to be what it would be as the first one; until then factors are what they were.
 */
void rdg_saddle_forget(rdg_saddle *s);

/* Solve for x, or with the transposed matrix. False as above: x is not good to rounding. */
bool rdg_saddle_solve(rdg_saddle *s, bool transposed, const double *b, double *x);

/* The determinant of the whole. False as above. */
bool rdg_saddle_determinant(rdg_saddle *s, rdg_determinant *determinant);

/* --- saddle_factor.c */

/* Before the first factorisation. */
void rdg_saddle_begin(rdg_saddle *s);

/* --- saddle_solve.c */

/* Columns x = [u; l; z] of the first two rows, with b = [f; t; e] on their right, overwritten; both
 * [2 n * count], not overlapping. u is there already. */
void rdg_saddle_inner_rest(rdg_saddle *s, rdg_index count, double *b, double *x);

/* y -= [z; P u + Q l] at x = [u; l; z]: the last two rows, [k + n_rest]. scale, of the same shape: magnitudes
 * of the terms are added; NULL: not requested. */
void rdg_saddle_subtract_border(const rdg_saddle *s, const double *x, double *y, double *scale);

#endif
