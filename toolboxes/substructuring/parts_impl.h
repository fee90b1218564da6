/* Structures, or other things with names, as the parts of a coupling. */
#ifndef RDG_PARTS_IMPL_H
#define RDG_PARTS_IMPL_H

#include <ridgewalk/structure.h>

typedef struct rdg_measured_frf rdg_measured_frf; /* of measured_impl.h */

typedef struct rdg_part {
    struct rdg_part *next;
    char *name;
    rdg_structure *s;           /* or: */
    rdg_measured_frf *measured; /* owned */
    rdg_index first, n;         /* its degrees of freedom among all */
} rdg_part;

typedef struct rdg_parts {
    rdg_context *ctx;
    rdg_part *first, *last;
    rdg_index n; /* degrees of freedom of all parts */
} rdg_parts;

/* Members of a set of a part: degrees of freedom of that part, borrowed. */
typedef struct rdg_part_set {
    const rdg_part *part;
    rdg_index n;
    const rdg_index *dof;
} rdg_part_set;

void rdg_parts_free(rdg_parts *parts);

/* Whether a part can be called so: else recorded. */
rdg_status rdg_parts_check_name(const rdg_parts *parts, const char *where, const char *name);

/* Add a structure, or something measured. A failure frees `measured`, too. */
rdg_status rdg_parts_add(rdg_parts *parts, const char *where, const char *name, rdg_structure *s,
                         rdg_measured_frf *measured);

/* The two sets of a tie, with as many members. Where one does not exist, the message lists what both parts
 * have. */
rdg_status rdg_parts_pair(const rdg_parts *parts, const char *where, const char *const path[2],
                          rdg_part_set set[2]);

/* A displacement "part.name": terms in the degrees of freedom of its part, borrowed. */
rdg_status rdg_parts_displacement(const rdg_parts *parts, const char *where, const char *path,
                                  const rdg_part **part, rdg_index *n, const rdg_index **dof,
                                  const double **weight);

#endif
