/* Singular values of a small full matrix. */
#ifndef RDG_SINGULAR_VALUES_IMPL_H
#define RDG_SINGULAR_VALUES_IMPL_H

#include "objects.h"

/* a: [n * n], column-major, is overwritten; value: [n] its singular values, the largest one first. */
void rdg_singular_values(rdg_index n, double *a, double *value);

#endif
