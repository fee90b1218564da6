/* Eigenvalues of linear structures, and Floquet multipliers by integration of the variational equations. */
#ifndef RDG_TEST_FLOQUET_H
#define RDG_TEST_FLOQUET_H

#include "support.h"

#include <lapacke.h>

#include <ridgewalk/hbm.h>
#include <ridgewalk/structure.h>

static inline void eigenvalues(rdg_index n, double *A, double *re, double *im)
{
    assert_int_equal(
        LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (lapack_int)n, A, (lapack_int)n, re, im, NULL, 1, NULL, 1),
        0);
}

/* The state matrix [0, 1; -M^-1 K, -M^-1 C] of y'' = ... for y = (q, q'), column-major [2 n * 2 n]; a spring
 * to the ground at one degree of freedom is added. */
static inline void state_matrix(const rdg_structure *s, double spring, rdg_index dof, double *A)
{
    const rdg_index n = rdg_structure_size(s);
    rdg_sparse matrix[3];
    double *M = calloc((size_t)(n * n), sizeof *M), *right = calloc((size_t)(2 * n * n), sizeof *right);
    lapack_int *pivot = calloc((size_t)n, sizeof *pivot);
    assert_int_equal(rdg_structure_matrices(s, &matrix[0], &matrix[2], &matrix[1]), RDG_OK);
    double *const to[] = {M, right, right + n * n};
    for (int k = 0; k < 3; k++) {
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index e = matrix[k].pattern.start[j]; e < matrix[k].pattern.start[j + 1]; e++) {
                to[k][matrix[k].pattern.row[e] + n * j] = matrix[k].values[e];
            }
        }
    }
    right[dof + n * dof] += spring;
    assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)(2 * n), M, (lapack_int)n,
                                   pivot, right, (lapack_int)n),
                     0);
    memset(A, 0, (size_t)(4 * n * n) * sizeof *A);
    for (rdg_index j = 0; j < 2 * n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            A[n + i + 2 * n * j] = -right[i + n * j];
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        A[i + 2 * n * (n + i)] = 1.0;
    }
    free(M);
    free(right);
    free(pivot);
}

static inline void state_eigenvalues(const rdg_structure *s, double spring, rdg_index dof, double *re,
                                     double *im)
{
    const rdg_index n2 = 2 * rdg_structure_size(s);
    double *A = calloc((size_t)(n2 * n2), sizeof *A);
    state_matrix(s, spring, dof, A);
    eigenvalues(n2, A, re, im);
    free(A);
}

#endif
