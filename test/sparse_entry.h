/* Entries of sparse matrices. */
#ifndef RDG_TEST_SPARSE_ENTRY_H
#define RDG_TEST_SPARSE_ENTRY_H

#include <ridgewalk/structure.h>

static inline double sparse_entry(const rdg_sparse *A, rdg_index i, rdg_index j)
{
    for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
        if (A->pattern.row[e] == i) {
            return A->values[e];
        }
    }
    return 0.0;
}

#endif
