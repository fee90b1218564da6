/** @file fe_surface.h
 *  @brief A part of the surface of a finite element mesh: areas and outward normals of its nodes. */
#ifndef RDG_FE_SURFACE_H
#define RDG_FE_SURFACE_H

#include "fe_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A node of a surface. */
typedef struct rdg_surface_node {
    rdg_index place;    /**< of the node in the mesh, rdg_fe_mesh_node() */
    double position[3]; /**< m after rdg_structure_units() */
    double normal[3];   /**< unit vector that points out of the elements */
    double area;        /**< its share of the surface, m^2, > 0; they add up to the whole */
} rdg_surface_node;

/** The surface within a set of nodes: faces of elements of which all nodes are in the set, and which only one
 *  element has.
 *
 *  The area of a face of three or four nodes is shared out by the integrals of its shape functions. A face
 * with nodes on its edges takes the integrals of their squares, which are positive (Hinton, Rock and
 * Zienkiewicz 1976). Shells and planes count with the normal of the order of their nodes.
 *  @param mesh       mesh
 *  @param set        of degrees of freedom of the nodes, rdg_structure_set()
 *  @param[out] n     number of nodes
 *  @param[out] nodes shape [n], in the order of the set; to be freed with rdg_free()
 *  @return RDG_OK; RDG_ERR_NAME (no such set); RDG_ERR_ARGUMENT (a node of the set is on no such face);
 * RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_fe_mesh_surface(const rdg_fe_mesh *mesh, const char *set, rdg_index *n,
                               rdg_surface_node **nodes);

/** A mesh of the faces between some nodes that only one element has, for fields on a surface. Nodes keep
 * their numbers and degrees of freedom. One that is on no such face becomes a point.
 *  @param mesh mesh
 *  @param kept shape [rdg_fe_mesh_nodes()]: true of the nodes that are taken
 *  @return owned by the context of the structure; NULL after RDG_ERR_ARGUMENT, RDG_ERR_SIZE (no node),
 *          RDG_ERR_NO_MEMORY or an earlier failure */
rdg_fe_mesh *rdg_fe_mesh_skin(const rdg_fe_mesh *mesh, const bool *kept);

#ifdef __cplusplus
}
#endif
#endif
