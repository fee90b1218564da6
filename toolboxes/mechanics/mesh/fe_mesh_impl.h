/* A mesh as it is kept for files of VTK. */
#ifndef RDG_FE_MESH_IMPL_H
#define RDG_FE_MESH_IMPL_H

#include "fe_mesh.h"

struct rdg_fe_mesh {
    rdg_structure *s;
    rdg_index n;              /* nodes */
    rdg_index *node;          /* [n] their numbers, ascending */
    double *position;         /* [3 n] in the units of the structure */
    rdg_index *dof;           /* [3 n] degrees of freedom x, y, z; -1: none */
    rdg_index n_cells;        /* elements */
    int *type;                /* [n_cells] cell types of VTK */
    rdg_index *start;         /* [n_cells + 1] */
    rdg_index *corner;        /* [start[n_cells]] places of nodes */
    rdg_index n_dofs, *owner; /* [n_dofs] of a degree of freedom: its place among dof; -1: no translation */
};

#endif
