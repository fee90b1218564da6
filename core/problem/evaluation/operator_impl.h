/* The part of an assembly's Jacobian that is an operator and not stored (linear_ops.h). */
#ifndef RDG_OPERATOR_IMPL_H
#define RDG_OPERATOR_IMPL_H

#include "assembly_impl.h"
#include "linear_ops_impl.h"

/* Of one function, the only one of its kind: row first_row + i belongs to variable col[i]. */
typedef struct rdg_operator {
    const rdg_linear_ops *ops;
    rdg_index size;           /* rows, and as many columns */
    rdg_index first_row;      /* among the assembly's */
    const rdg_index *col;     /* [size] */
    const rdg_pattern *local; /* df_pattern of the function */
    const rdg_index *place;   /* its entries in the assembly's pattern */
    rdg_index numbers;        /* of the Jacobian's: here begin the variables that the operator depends on */
    double *in, *out;         /* [size] */
} rdg_operator;

/* --- operator.c */

/* y = A x with a Jacobian's first m rows, or y = A^T x. numbers: as rdg_assembly_jacobian() writes them. */
void rdg_assembly_times(const rdg_assembly *a, rdg_index m, const double *numbers, bool transposed,
                        const double *x, double *y);

/* --- assembly.c */

/* NULL: all of the Jacobian is on the pattern. */
const rdg_operator *rdg_assembly_operator(const rdg_assembly *a);

/* How many numbers a Jacobian has: the entries of the pattern, and behind them the variables that the
 * operator depends on. */
rdg_index rdg_assembly_numbers(const rdg_assembly *a);

#endif
