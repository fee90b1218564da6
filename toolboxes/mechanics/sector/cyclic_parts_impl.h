/* What a sector's matrices are where nodal diameters 0 and k are known. Its own and those to the next one:
 *
 *     X(theta) = A + B exp(-i theta) + B' exp(i theta),   theta = 2 pi k / N,
 *     Re_0 - Re_k = (1 - cos theta) (B + B'),   Im_k = sin theta (B' - B),   A = Re_0 - B - B'.
 *
 * A sector has a right face: here the degrees of freedom of the next sector that B reaches, its columns that
 * are not zero. So its matrix is [[A, B], [B', 0]], and folded it is X(theta) again. */
#ifndef RDG_CYCLIC_PARTS_IMPL_H
#define RDG_CYCLIC_PARTS_IMPL_H

#include "entries_impl.h"

typedef struct rdg_cyclic_parts {
    rdg_index n;
    double theta;
    rdg_entries matrix[2]; /* of the sector, K and M, all entries */
    rdg_index *copy;       /* [n] where the right face has it, n ..; 0: not on the face */
    rdg_index n_face;
    rdg_index *face; /* [n] the first n_face: the left face in the order of the right one */
    /* phases that pairs of coupled degrees of freedom show, rad */
    rdg_index pairs;
    double least, greatest;
} rdg_cyclic_parts;

/* `like`: what the messages of entries need */
rdg_status rdg_cyclic_begin(rdg_cyclic_parts *parts, const rdg_entries *like, rdg_index n, double theta);

/* Matrix `which`, 0 or 1, from those of diameters 0 and k, [[Re, -Im], [Im, Re]] of 2n rows. */
rdg_status rdg_cyclic_add(rdg_cyclic_parts *parts, int which, const cholmod_sparse *zero,
                          const cholmod_sparse *other);

void rdg_cyclic_free(rdg_cyclic_parts *parts);

#endif
