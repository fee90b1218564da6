/* The sign of a permutation, for determinants. */
#ifndef RDG_PERMUTATION_IMPL_H
#define RDG_PERMUTATION_IMPL_H

#include "objects.h"

#include <stdbool.h>

/* -1 for an odd one, by the lengths of its cycles; seen: [n], workspace */
double rdg_permutation_sign(rdg_index n, const rdg_index *permutation, bool *seen);

#endif
