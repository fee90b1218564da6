/* The bordered system of a Jacobian that is in part an operator (linear_ops.h), solved by GMRES.
 *
 * Ordered so that the operator's rows and columns come first,
 *
 *     M = [A T; K D],    A = L + J,
 *
 * with few other rows K, D and columns T: held parameters, projection conditions, the columns of omega and
 * alpha. Right preconditioner is
 *
 *     N = [P T; K D + E]
 *
 * solved by elimination of its first row, with W = P^-1 T and the Schur complement S = D - K W. Its singular
 * values that are too small are replaced, which E stands for: M is regular at folds, and so is N, whatever
 * the structure behind P does there. If P = L + shift, with a shift on the pattern, a product with M N^-1 is
 *
 *     [y; z] + [(J - shift) x; -E e],    [x; e] = N^-1 [y; z],
 *
 * and L takes no part. Solutions are refined: what they leave is computed with M itself. */
#ifndef RDG_BORDERED_OPERATOR_IMPL_H
#define RDG_BORDERED_OPERATOR_IMPL_H

#include "frozen_set_impl.h"
#include "operator_impl.h"

typedef struct rdg_bordered_operator rdg_bordered_operator;

/* As rdg_bordered_create(), of an assembly that has an operator. NULL after a failure. */
rdg_bordered_operator *rdg_bordered_operator_create(rdg_context *ctx, const rdg_assembly *assembly,
                                                    rdg_index m, rdg_index border_cols);
void rdg_bordered_operator_free(rdg_bordered_operator *s);

/* What goes into the system; see rdg_bordered_factor(). */
typedef struct rdg_bordered_parts {
    const double *values, *B, *C, *size;
    const double *fixed_row_scale; /* [m] or NULL */
    const rdg_frozen_set *frozen;  /* left out; NULL: nothing */
    double *row_scale;             /* [n + p] to be filled */
    const double *col_scale;       /* [n + p] */
} rdg_bordered_parts;

/* Prepare solutions. False: not finite. The scales stay borrowed. */
bool rdg_bordered_operator_factor(rdg_bordered_operator *s, const rdg_bordered_parts *parts);

/* As rdg_bordered_solve(); x is not finite if GMRES does not converge. */
void rdg_bordered_operator_solve(rdg_bordered_operator *s, bool transposed, const double *b, double *x);

/* As rdg_bordered_solve_step() */
void rdg_bordered_operator_solve_step(rdg_bordered_operator *s, const double *b, double *x);

#endif
