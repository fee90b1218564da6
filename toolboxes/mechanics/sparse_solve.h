/** @file sparse_solve.h
 *  @brief One linear system, solved once: for start values. */
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

#ifdef __cplusplus
}
#endif
#endif
