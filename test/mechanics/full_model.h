/* The full linear model in long double: the truth that condensation is compared with. */
#ifndef FULL_MODEL_H
#define FULL_MODEL_H

#include "support.h"

#include <ridgewalk/mechanics.h>

#include <complex.h>

typedef long double complex number;

static inline void full_dynamic_stiffness(const rdg_structure *s, long double w, number *Z)
{
    const rdg_index n = rdg_structure_size(s);
    rdg_sparse M, C, K;
    assert_int_equal(rdg_structure_matrices(s, &M, &C, &K), RDG_OK);
    for (rdg_index i = 0; i < n * n; i++) {
        Z[i] = 0;
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
            Z[K.pattern.row[e] + n * j] = K.values[e] - w * w * M.values[e] + I * (w * C.values[e]);
        }
    }
}

/* Gauss with row exchange, in place: x = A^-1 x */
static inline void full_solve(rdg_index n, number *A, number *x)
{
    for (rdg_index j = 0; j < n; j++) {
        rdg_index best = j;
        for (rdg_index i = j + 1; i < n; i++) {
            best = cabsl(A[i + n * j]) > cabsl(A[best + n * j]) ? i : best;
        }
        for (rdg_index l = 0; l < n; l++) {
            const number swap = A[j + n * l];
            A[j + n * l] = A[best + n * l];
            A[best + n * l] = swap;
        }
        const number swap = x[j];
        x[j] = x[best];
        x[best] = swap;
        for (rdg_index i = j + 1; i < n; i++) {
            const number factor = A[i + n * j] / A[j + n * j];
            for (rdg_index l = j; l < n; l++) {
                A[i + n * l] -= factor * A[j + n * l];
            }
            x[i] -= factor * x[j];
        }
    }
    for (rdg_index j = n - 1; j >= 0; j--) {
        for (rdg_index l = j + 1; l < n; l++) {
            x[j] -= A[j + n * l] * x[l];
        }
        x[j] /= A[j + n * j];
    }
}

#endif
