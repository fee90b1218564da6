/** @file dense_solve.h
 *  @brief Linear equations with a full matrix. */
#ifndef RDG_DENSE_SOLVE_H
#define RDG_DENSE_SOLVE_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Solve A x = b by elimination with partial pivoting. Small matrices do not call LAPACK.
 *  @param n     rows and columns, >= 0
 *  @param a     [n * n], column-major; the factors are written in its place
 *  @param pivot [n] work
 *  @param x     [n] the right-hand side, then the solution
 *  @return 0; 1: the matrix is singular, x is not the solution; -1: an argument is NULL or n < 0 */
int rdg_dense_solve(rdg_index n, double *a, int *pivot, double *x);

#ifdef __cplusplus
}
#endif
#endif
