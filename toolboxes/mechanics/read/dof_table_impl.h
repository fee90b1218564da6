/* Degrees of freedom as finite element programs call them: node and component, in order of appearance. */
#ifndef RDG_DOF_TABLE_IMPL_H
#define RDG_DOF_TABLE_IMPL_H

#include <ridgewalk/toolbox.h>

/* 1, 2, 3: translations along x, y, z; 4, 5, 6: rotations about them; 0: a scalar point, as of a mode */
enum { RDG_MOST_COMPONENT = 6, RDG_DOF_NAME = 32 };

/* A hash table with open addressing, linear probing. */
typedef struct rdg_dof_table {
    rdg_context *ctx;
    rdg_index n, capacity;
    rdg_index *key;  /* [n] 8 * node + component */
    rdg_index slots; /* a power of two, at least twice n; 0: nothing stored yet */
    rdg_index *slot; /* [slots] 1 + index of what is there; 0: nothing */
} rdg_dof_table;

/* The index of a degree of freedom, which is added if it is new; -1 after a failure, recorded. */
rdg_index rdg_dof_table_add(rdg_dof_table *table, rdg_index node, rdg_index component);

/* How messages call it: "117.x", or "row 12" (from 1) without a table. Returns `name`. */
const char *rdg_dof_table_name(const rdg_dof_table *table, rdg_index index, char name[RDG_DOF_NAME]);

/* The letter or digit of a component: 0, x, y, z, 4, 5, 6 */
char rdg_component_letter(rdg_index component);

void rdg_dof_table_free(rdg_dof_table *table);

#endif
