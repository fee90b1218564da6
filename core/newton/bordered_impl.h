/* The bordered square system [A B; C 0] of a rectangular Jacobian A (m x n) with p border columns and q
 * border rows, m + q = n + p, factored in scaled form: columns by the typical sizes of the variables, rows by
 * their largest entry after that. */
#ifndef RDG_BORDERED_IMPL_H
#define RDG_BORDERED_IMPL_H

#include "assembly_impl.h"
#include "frozen_set_impl.h"
#include "saddle_impl.h"

typedef struct rdg_bordered rdg_bordered;

/* `a` is the Jacobian's pattern; entries in rows >= m take no part. blocks: those of a problem with its
 * adjoint equations, whose matrix is factored in blocks as long as this is good to rounding; NULL: none. NULL
 * after a failure. */
rdg_bordered *rdg_bordered_create(rdg_context *ctx, const rdg_pattern *a, rdg_index m, rdg_index border_cols,
                                  const rdg_adjoint_blocks *blocks, rdg_lu_kind kind);

/* The same of an assembly's Jacobian: solved by GMRES where that is in part an operator. */
rdg_bordered *rdg_bordered_create_for(rdg_context *ctx, const rdg_assembly *assembly, rdg_index m,
                                      rdg_index border_cols, const rdg_adjoint_blocks *blocks,
                                      rdg_lu_kind kind);
void rdg_bordered_free(rdg_bordered *bordered);

/* Scale the rows of A by `scale`, [m], borrowed, instead of their largest entries; NULL: by those again.
 * Where a whole row may vanish, its own entries state nothing of its size. */
void rdg_bordered_fix_row_scale(rdg_bordered *bordered, const double *scale);

/* Leave these variables, columns of A, and their equations, rows of A, out of the matrix from now on, also
 * when the set changes: what is factored and whose determinant is reported is the smaller matrix. Solutions
 * are 0 there, right-hand sides count for nothing. The pattern is made anew only when the set has changed.
 * The set, borrowed, is to outlive the system. */
rdg_status rdg_bordered_leave_out(rdg_bordered *bordered, const rdg_frozen_set *frozen);

/* Factor. values: the Jacobian's numbers; B: [m * p] column-major, relative to the row scales (entries of
 * order 1); C: [q * n], one row after the other; size: [n] typical sizes. False: singular or not finite. */
bool rdg_bordered_factor(rdg_bordered *bordered, const double *values, const double *B, const double *C,
                         const double *size);

/* Solve with the last factors; b and x of shape [n + p]. */
void rdg_bordered_solve(rdg_bordered *bordered, const double *b, double *x);
void rdg_bordered_solve_transposed(rdg_bordered *bordered, const double *b, double *x);

/* The same of several right-hand sides, [n + p, count] as the solutions; b is overwritten. */
void rdg_bordered_solve_columns(rdg_bordered *bordered, rdg_index count, double *b, double *x);

/* For a step of Newton's method: GMRES, where there are no factors, ends with a residual of 1e-5. */
void rdg_bordered_solve_step(rdg_bordered *bordered, const double *b, double *x);

/* Row scales of the last factorisation, [m + q], 1 for rows that are left out; determinant of the scaled
 * matrix. */
const double *rdg_bordered_row_scale(const rdg_bordered *bordered);
rdg_determinant rdg_bordered_determinant(rdg_bordered *bordered);

/* The next factorisation is to be what it would be as the first one: pivots of the last one and the like are
 * not taken again. Until then factors are what they were. NULL is allowed. */
void rdg_bordered_forget(rdg_bordered *bordered);

/* Are the last factors those of the blocks, and did all solutions prove good? */
bool rdg_bordered_is_in_blocks(const rdg_bordered *bordered);

#endif
