/* The matrices of a finite element program and the structure that they make. */
#ifndef RDG_FE_MODEL_IMPL_H
#define RDG_FE_MODEL_IMPL_H

#include "entries_impl.h"
#include "scan_impl.h"

#include <ridgewalk/structure.h>

/* Matrices by what they are: stiffness, mass, viscous damping, structural damping (a part of K times i) */
enum { RDG_FE_K, RDG_FE_M, RDG_FE_C, RDG_FE_K4, RDG_FE_MATRICES };

typedef struct rdg_fe_model {
    rdg_context *ctx;
    const char *where;       /* public function, for messages; borrowed, likewise the others */
    const char *name;        /* of the structure */
    const char *mass_remedy; /* how the program is made to write a mass matrix */
    bool keep_massless;
    bool marks_held; /* what is held has a stiffness of 1e36 */
    bool is_ordered; /* rows keep the order of the file; else they are sorted by node and component */
    rdg_dof_table dofs;
    rdg_index rows; /* where they have no names: how many; else 0 */
    rdg_entries matrix[RDG_FE_MATRICES];
} rdg_fe_model;

/* Which matrix has this name: a letter K, M, B or K4 and a set, as in KAAX, KAA, KGG, KXX; -1: none */
int rdg_fe_matrix_of(rdg_span name);

/* An empty model. file: where its matrices are, for messages; remedy: their end */
rdg_fe_model rdg_fe_model_begin(rdg_context *ctx, const char *where, const char *name, const char *file,
                                const char *remedy, const char *mass_remedy);

/* A file begins a matrix. RDG_ERR_FORMAT: there is one already. */
rdg_status rdg_fe_model_announce(rdg_fe_model *model, const rdg_scan *scan, rdg_span at, int which,
                                 rdg_entries_form form);

/* The structure; NULL after a failure, recorded. */
rdg_structure *rdg_fe_model_assemble(rdg_fe_model *model);

/* The first n degrees of freedom belong to nodes. key: shape [n], 8 * node + component */
rdg_status rdg_fe_add_labels(rdg_structure *s, rdg_index n, const rdg_index *key);

void rdg_fe_model_free(rdg_fe_model *model);

#endif
