/* Many right-hand sides at once with factors that UMFPACK has made. */
#ifndef RDG_INTERIOR_COLUMNS_IMPL_H
#define RDG_INTERIOR_COLUMNS_IMPL_H

#include <ridgewalk/structure.h>

#include <complex.h>

/* A copy of the factors, P R A Q = L U, and a block of right-hand sides. Zero it before its first use. */
typedef struct rdg_interior_columns {
    rdg_index n, capacity_lower, capacity_upper;
    rdg_index *lower_start, *lower_col, *upper_start, *upper_row; /* L by rows, U by columns */
    double complex *lower, *upper;
    rdg_index *row, *col; /* [n] P and Q */
    double *scale;        /* [n] R */
    double *block;        /* [n] rows: real parts, then imaginary ones */
} rdg_interior_columns;

/* numeric: UMFPACK's. 0; < 0: no memory */
int rdg_interior_columns_take(rdg_interior_columns *c, rdg_index n, void *numeric);

/* x: [n * columns], the right-hand sides, then the solutions */
void rdg_interior_columns_solve(rdg_interior_columns *c, rdg_index columns, double complex *x);

void rdg_interior_columns_free(rdg_interior_columns *c);

#endif
