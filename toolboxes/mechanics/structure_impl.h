/* A structure from inside: three matrices on one pattern, and the named displacements. */
#ifndef RDG_STRUCTURE_IMPL_H
#define RDG_STRUCTURE_IMPL_H

#include "structure.h"

#include <stdbool.h>

typedef struct rdg_named_displacement {
    struct rdg_named_displacement *next;
    char *name;
    rdg_index n;
    rdg_index *dof; /* [n] */
    double *weight; /* [n] */
} rdg_named_displacement;

struct rdg_structure {
    rdg_context *ctx;
    char *name;
    rdg_index n;
    rdg_index *start;  /* [n + 1] */
    rdg_index *row;    /* [start[n]] */
    double *M, *C, *K; /* [start[n]] */
    bool proportional; /* C = mass_factor M + stiffness_factor K (also without damping) */
    double mass_factor, stiffness_factor;
    bool in_use;             /* the matrices, by equations */
    rdg_index beam_elements; /* 0: not a beam */
    rdg_named_displacement *first, *last;
};

/* The common end of all constructors; `where` is the public function for messages, C may be NULL. */
rdg_structure *rdg_structure_assemble(rdg_context *ctx, const char *where, const char *name,
                                      const rdg_sparse *M, const rdg_sparse *C, const rdg_sparse *K);

/* Check M, C (may be NULL) and K and put them into s on the union of their patterns, without the places
 * where all are zero. */
rdg_status rdg_structure_merge(rdg_structure *s, const char *where, const rdg_sparse *M, const rdg_sparse *C,
                               const rdg_sparse *K);

/* Find out whether the damping is proportional, up to rounding. */
void rdg_structure_judge_damping(rdg_structure *s);

/* Fail unless M, K and, if asked for, C are symmetric up to rounding. */
rdg_status rdg_structure_require_symmetry(rdg_structure *s, const char *where, bool damping_too);

#endif
