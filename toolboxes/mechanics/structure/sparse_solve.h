/** @file sparse_solve.h
 *  @brief Linear systems that are solved once: for start values, and when a solver is made. */
#ifndef RDG_SPARSE_SOLVE_H
#define RDG_SPARSE_SOLVE_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Solve A x = b by UMFPACK.
 *  @param A      square
 *  @param b      [A->pattern.cols]
 *  @param[out] x [A->pattern.cols]
 *  @return 0; > 0: singular; < 0: no memory */
int rdg_sparse_solve(const rdg_sparse *A, const double *b, double *x);

/** Solve A^T x = b.
 *  @param A      square
 *  @param b      [A->pattern.cols]
 *  @param[out] x [A->pattern.cols]
 *  @return as rdg_sparse_solve() */
int rdg_sparse_solve_transposed(const rdg_sparse *A, const double *b, double *x);

/** Solve A X = B with one factorisation.
 *  @param A      square
 *  @param count  columns of B
 *  @param B      [A->pattern.cols * count]
 *  @param[out] X likewise
 *  @param[out] quality about the reciprocal of A's condition, whatever the units of rows and columns; NULL
 *  where it is not requested: then a matrix singular but for rounding is solved like any other
 *  @return 0; > 0: singular, with a quality below 16 times the rounding too; < 0: no memory */
int rdg_sparse_solve_all(const rdg_sparse *A, rdg_index count, const double *B, double *X, double *quality);

#ifdef __cplusplus
}
#endif
#endif
