/* LU of a small full matrix in place. */
#ifndef RDG_LU_SMALL_IMPL_H
#define RDG_LU_SMALL_IMPL_H

#include "objects.h"

#include <stdbool.h>

enum { RDG_LU_SMALL = 36 }; /* up to here it takes less time than LAPACK */

/* a: [n * n], column-major; L with unit diagonal and U in its place. pivot: [n] the row that each took, from
 * 1 on, as LAPACK counts. False: a column has nothing to divide by. */
bool rdg_lu_small_factor(rdg_index n, double *a, int *pivot);

/* x: [n] the right-hand side, then the solution. */
void rdg_lu_small_solve(rdg_index n, const double *a, const int *pivot, bool transposed, double *x);

#endif
