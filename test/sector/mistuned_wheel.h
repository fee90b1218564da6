/* What tests of mistuned wheels share. */
#ifndef RDG_TEST_MISTUNED_WHEEL_H
#define RDG_TEST_MISTUNED_WHEEL_H

#include "support.h"

#include <ridgewalk/mistuning.h>

/* A dense matrix as a sparse one; start [n + 1] and row [n * n] are its pattern. */
static inline rdg_sparse sparse_of(int n, const double *values, rdg_index *start, rdg_index *row)
{
    for (rdg_index j = 0; j <= n; j++) {
        start[j] = j * n;
    }
    for (rdg_index e = 0; e < n * n; e++) {
        row[e] = e % n;
    }
    return (rdg_sparse){.pattern = {.rows = n, .cols = n, .start = start, .row = row},
                        .values = (double *)values};
}

/* A named displacement of a shape. */
static inline double at(rdg_structure *s, const char *name, const double *shape)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    assert_int_equal(rdg_structure_displacement(s, "test", name, &n, &dof, &weight), RDG_OK);
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += weight[i] * shape[dof[i]];
    }
    return sum;
}

#endif
