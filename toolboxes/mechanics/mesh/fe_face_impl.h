/* Faces of elements: nodes, areas, and the shares of their nodes. */
#ifndef RDG_FE_FACE_IMPL_H
#define RDG_FE_FACE_IMPL_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

enum { RDG_FACE_CORNERS = 4 }; /* at most */

/* A face of an element. */
typedef struct rdg_fe_face {
    int corners, middles;
    rdg_index node[2 * RDG_FACE_CORNERS]; /* places in the mesh: vertices, then the middles of edges */
    rdg_index key[RDG_FACE_CORNERS];      /* vertices, ascending, the missing one -1 */
    double outside[3];                    /* vector area; points out of the element */
    bool twice;                           /* two elements have it */
} rdg_fe_face;

/* Number of faces of a cell type of VTK; 0: a line, or a type that is not known. */
int rdg_fe_face_count(int vtk);

/* Face k of a cell whose nodes are at these places; position: of all nodes of the mesh, [3 n]. */
void rdg_fe_face_take(const double *position, int vtk, const rdg_index *cell, int k, rdg_fe_face *f);

/* Order of faces by their vertices, for qsort(); 0: the same face of two elements. */
int rdg_fe_face_order(const void *one, const void *other);

/* Shares of all nodes of a face in its area; they add up to 1. */
void rdg_fe_face_shares(const double *position, const rdg_fe_face *f, double share[2 * RDG_FACE_CORNERS]);

#endif
