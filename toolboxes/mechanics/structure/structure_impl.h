/* A structure from inside: three matrices on one pattern, and the named displacements. */
#ifndef RDG_STRUCTURE_IMPL_H
#define RDG_STRUCTURE_IMPL_H

#include "element_kind.h"
#include "loads.h"
#include "sensors.h"
#include "structure.h"

#include <stdbool.h>

typedef struct rdg_named_displacement {
    struct rdg_named_displacement *next;
    char *name;
    rdg_index n;
    rdg_index *dof;  /* [n] */
    double *weight;  /* [n] */
    double *across;  /* [n] weights of the same displacements of a wave's next sector; NULL: none */
    double *uniform; /* [n] weight + across: where all sectors move alike; NULL without across */
} rdg_named_displacement;

/* Degrees of freedom that have one name: an interface. */
typedef struct rdg_named_set {
    char *name;
    rdg_index n;
    rdg_index *dof; /* [n] */
} rdg_named_set;

/* What a finite element program calls a degree of freedom. */
typedef struct rdg_node_label {
    rdg_index node, dof;
    char direction; /* 'x', 'y', 'z'; '4', '5', '6': rotations about them; '0': a scalar point */
} rdg_node_label;

/* Where a node of the finite element mesh is. */
typedef struct rdg_node_place {
    rdg_index node;
    double position[3]; /* in units of the structure */
} rdg_node_place;

/* By node, then direction, for qsort() and bsearch(). */
int rdg_node_label_order(const void *one, const void *other);

/* Growing array: count items of some size. */
typedef struct rdg_list {
    rdg_index count, capacity;
    void *items;
} rdg_list;

/* Matrices of a travelling wave (wave.c). */
typedef struct rdg_wave rdg_wave;

struct rdg_structure {
    rdg_context *ctx;
    char *name;
    rdg_index n;
    rdg_index *start;  /* [n + 1] */
    rdg_index *row;    /* [start[n]] */
    double *M, *C, *K; /* [start[n]] */
    bool proportional; /* C = mass_factor M + stiffness_factor K (also without damping) */
    double mass_factor, stiffness_factor;
    double loss_factor;           /* g of the structural damping K (1 + i g) */
    const char *taken_by;         /* constructor of the first solver that was made from it; NULL: none yet */
    rdg_index beam_elements;      /* 0: not a beam */
    rdg_index plane_nx, plane_ny; /* 0: not a rectangle */
    bool mixed;                   /* not all degrees of freedom are translations in one direction */
    rdg_named_displacement *first, *last;
    rdg_node_label *labels; /* [n_labels] sorted by node and direction; NULL: not of such a program */
    rdg_index n_labels;
    rdg_node_place *places; /* [n_places] sorted by node; NULL: not known */
    rdg_index n_places;
    double file_length;  /* unit of length of its file, m, after rdg_structure_units(); 0: not converted */
    rdg_list sets;       /* of rdg_named_set, which own what they point to */
    rdg_list elements;   /* of structure_elements.c */
    rdg_list gyroscopic; /* of rdg_gyroscopic, whose texts it owns */
    rdg_list loads, sensors; /* of rdg_load, rdg_sensor, whose texts they own */
    double *rest;            /* [n] static displacements; NULL: no prestress was requested */
    rdg_wave *wave;          /* NULL: no travelling wave. Else M, C, K are those of sectors that move alike */
};

/* A copy of count items of some size; NULL after a failure, recorded. */
void *rdg_structure_duplicate(rdg_context *ctx, rdg_index count, size_t size, const void *items);

/* A named displacement; NULL: there is none of this name. */
const rdg_named_displacement *rdg_structure_find(const rdg_structure *s, const char *name);

/* The same, made of the label of a node if need be; NULL after a failure, recorded: there is none. */
const rdg_named_displacement *rdg_structure_named(rdg_structure *s, const char *where, const char *name);

/* Its terms where all sectors move alike: at rest. */
rdg_status rdg_structure_displacement_at_rest(rdg_structure *s, const char *where, const char *name,
                                              rdg_index *n, const rdg_index **dof, const double **weight);

/* Give a displacement a name; across as in rdg_named_displacement. */
rdg_status rdg_structure_add_name(rdg_structure *s, const char *where, const char *name, rdg_index n,
                                  const rdg_index *dof, const double *weight, const double *across);

/* The degree of freedom that a finite element program calls so, "117.x"; -1: none. */
rdg_index rdg_structure_label(const rdg_structure *s, const char *name);

/* Coordinates of a node, borrowed; NULL: not known. */
const double *rdg_structure_place(const rdg_structure *s, rdg_index node);

/* The number of each degree of freedom where n of them are held, -1: held; to be freed. NULL after a failure,
 * recorded. */
rdg_index *rdg_structure_renumber(const rdg_structure *s, rdg_index n, const rdg_index *dof,
                                  const char *where);

/* One more item, zeroed; NULL after a failure, recorded. */
void *rdg_list_add(rdg_context *ctx, rdg_list *list, size_t size);

/* Whether parts can still be added: RDG_ERR_ARGUMENT, reported for `what`, after a solver was made. */
rdg_status rdg_structure_still_open(rdg_structure *s, const char *where, const char *what);

/* Whether elements and constant forces can still be added: not after rdg_prestress(). */
rdg_status rdg_structure_not_at_rest(rdg_structure *s, const char *where, const char *what);

/* A name that is not taken yet, to be freed: `wanted`, or "wanted 2", "wanted 3", ... NULL without memory. */
typedef bool (*rdg_name_taken)(const rdg_structure *s, const char *name);
char *rdg_structure_unique_name(rdg_structure *s, const char *wanted, rdg_name_taken is_taken);

void rdg_structure_free_names(rdg_structure *s);
void rdg_structure_free_elements(rdg_structure *s);
void rdg_structure_free_loads(rdg_structure *s);
void rdg_structure_free_sensors(rdg_structure *s);
void rdg_structure_free_gyroscopic(rdg_structure *s);
void rdg_structure_free_sets(rdg_structure *s);

/* All that another structure has, for one that has nothing of the kind yet, or for one in which the names of
 * the other are "prefix.name"; prefix NULL: they stay. */
rdg_status rdg_structure_copy_names(rdg_structure *s, const rdg_structure *from);
rdg_status rdg_structure_copy_labels(rdg_structure *s, const rdg_structure *from);
rdg_status rdg_structure_copy_sets(rdg_structure *s, const rdg_structure *from);
rdg_status rdg_structure_copy_elements(rdg_structure *s, const rdg_structure *from, const char *prefix);
rdg_status rdg_structure_copy_loads(rdg_structure *s, const rdg_structure *from, const char *prefix);
rdg_status rdg_structure_copy_sensors(rdg_structure *s, const rdg_structure *from, const char *prefix);
rdg_status rdg_structure_copy_gyroscopic(rdg_structure *s, const rdg_structure *from, const char *prefix);

/* "prefix.name", to be freed; the name alone where there is no prefix; NULL after a failure, recorded. */
char *rdg_structure_prefixed(rdg_context *ctx, const char *prefix, const char *name);

/* The common end of all constructors; `where` is the public function for messages, C may be NULL. */
rdg_structure *rdg_structure_assemble(rdg_context *ctx, const char *where, const char *name,
                                      const rdg_sparse *M, const rdg_sparse *C, const rdg_sparse *K);

/* Check M, C (may be NULL) and K and put them into s on the union of their patterns, without the places
 * where all are zero. */
rdg_status rdg_structure_merge(rdg_structure *s, const char *where, const rdg_sparse *M, const rdg_sparse *C,
                               const rdg_sparse *K);

/* Place of an entry in the pattern; -1: there is none. */
rdg_index rdg_structure_entry(const rdg_structure *s, rdg_index row, rdg_index col);

/* Give the pattern an entry, where the matrices are 0; nothing happens if it has it. Not for a wave. */
rdg_status rdg_structure_add_entry(rdg_structure *s, rdg_index row, rdg_index col);

/* Give a structure that has the same M, C and K in other coordinates the factors of its damping. */
void rdg_structure_copy_damping(rdg_structure *s, const rdg_structure *from);

/* Find out whether the damping is proportional, up to rounding. */
void rdg_structure_judge_damping(rdg_structure *s);

#endif
