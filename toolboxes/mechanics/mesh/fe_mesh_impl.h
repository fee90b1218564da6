/* A mesh as it is kept for files of VTK. */
#ifndef RDG_FE_MESH_IMPL_H
#define RDG_FE_MESH_IMPL_H

#include "fe_face_impl.h"
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

/* An empty mesh, owned by the context of the structure; NULL after a failure. */
rdg_fe_mesh *rdg_fe_mesh_new(rdg_structure *s);

/* All faces between the nodes with place >= 0; those that two elements have are marked.
 *  @param     place [nodes of the mesh]
 *  @param[out] face [n], NULL on entry; to be freed */
rdg_status rdg_fe_mesh_faces(const rdg_fe_mesh *mesh, const rdg_index *place, rdg_index *n,
                             rdg_fe_face **face);

#endif
