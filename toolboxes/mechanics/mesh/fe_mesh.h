/** @file fe_mesh.h
 *  @brief Elements of a finite element mesh, and fields on it as files for ParaView.
 *
 *      rdg_fe_mesh *mesh = rdg_fe_mesh_read(blade, "blade.inp");
 *      rdg_fe_mesh_displacement(mesh, shape, values);
 *      rdg_fe_mesh_write(mesh, "mode.vtu", 1, &(rdg_fe_field){"mode", 3, values});
 *
 *  A file .vtu is VTK's XML format of an unstructured grid, in text (vtk.org: VTK file formats). */
#ifndef RDG_FE_MESH_H
#define RDG_FE_MESH_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Nodes and elements of the mesh of a structure; owned by the structure's context. */
typedef struct rdg_fe_mesh rdg_fe_mesh;

/** Values at the nodes of a mesh, in the order of their numbers. */
typedef struct rdg_fe_field {
    const char *name;     /**< as ParaView shows it: letters, digits and "_", with a unit where it has one */
    rdg_index components; /**< 1 a node: a number; 3: a vector (x, y, z) */
    const double *values; /**< shape [components * nodes], node by node; finite */
} rdg_fe_field;

/** Read nodes and elements of a mesh. The ending of the file names its format, as for rdg_nodes_read().
 *
 *  Of Abaqus and CalculiX (.inp) these types of *ELEMENT, with any letters behind: C3D4, C3D6, C3D8, C3D10,
 * C3D15, C3D20, SC6, SC8. Shells and planes with 3, 4, 6 or 8 nodes: S, STRI3, CPS, CPE, CAX, M3D. Beams and
 * trusses: B21 to B32, T2D2 to T3D3.
 *
 *  Of Nastran (.bdf, .dat, .nas) the cards CTETRA, CPENTA, CHEXA, CTRIA3, CTRIA6, CQUAD4, CQUAD8, CROD, CBAR
 * and CBEAM.
 *
 *  Elements of other types are left out with a note. A file without elements, and those of Ansys, give a mesh
 * of points. Coordinates are in m after rdg_structure_units().
 *  @param s    structure; its degrees of freedom are called by node, see rdg_node_dof(). It must live as long
 *  @param file path
 *  @return NULL after RDG_ERR_IO, RDG_ERR_FORMAT (with line and column), RDG_ERR_SIZE (no node),
 * RDG_ERR_NO_MEMORY or an earlier failure. Also after RDG_ERR_NAME (a node of an element
 * is not in the file), RDG_ERR_ARGUMENT (another ending; the structure has no names of nodes) */
rdg_fe_mesh *rdg_fe_mesh_read(rdg_structure *s, const char *file);

/** Free a mesh before its context.
 *  @param mesh NULL is allowed */
void rdg_fe_mesh_free(rdg_fe_mesh *mesh);

/** The structure of a mesh.
 *  @param mesh NULL is allowed
 *  @return borrowed; NULL for NULL */
rdg_structure *rdg_fe_mesh_structure(const rdg_fe_mesh *mesh);

/** Number of nodes, all of the file.
 *  @param mesh NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_fe_mesh_nodes(const rdg_fe_mesh *mesh);

/** Number of elements.
 *  @param mesh NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_fe_mesh_elements(const rdg_fe_mesh *mesh);

/** Number of a node in the file, by its place in fields.
 *  @param mesh  mesh
 *  @param place 0 .. rdg_fe_mesh_nodes() - 1
 *  @return the number; -1 if there is no such place */
rdg_index rdg_fe_mesh_node(const rdg_fe_mesh *mesh, rdg_index place);

/** Where a node is.
 *  @param mesh          mesh
 *  @param place         0 .. rdg_fe_mesh_nodes() - 1
 *  @param[out] position x, y, z in m after rdg_structure_units()
 *  @return false if there is no such place, or for NULL */
bool rdg_fe_mesh_position(const rdg_fe_mesh *mesh, rdg_index place, double position[3]);

/** Translations of the nodes from the degrees of freedom of the structure: 0 where a node has none, as at a
 * clamped end.
 *  @param mesh         mesh
 *  @param u            shape [rdg_structure_size()], of a motion, a mode or a load
 *  @param[out] values  shape [3 * nodes]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_fe_mesh_displacement(const rdg_fe_mesh *mesh, const double *u, double *values);

/** Add a force at a named displacement of the structure to the nodes on which it acts: x, y and z of each.
 *  @param mesh           mesh
 *  @param at             name of a displacement, which may be that of two nodes against each other
 *  @param force          N
 *  @param[in,out] values shape [3 * nodes]; NULL: not requested
 *  @param[out] touched   shape [nodes]: true where it acts, other places are left alone; NULL: not requested
 *  @return whether the structure has a displacement of this name that moves a node of the mesh; no failure */
bool rdg_fe_mesh_spread(const rdg_fe_mesh *mesh, const char *at, double force, double *values, bool *touched);

/** Write a file of a mesh and fields on it. It appears when it is complete.
 *  @param mesh   mesh
 *  @param path   ends in .vtu
 *  @param n      number of fields, >= 0
 *  @param fields shape [n]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (ending, name, components), RDG_ERR_NOT_FINITE, RDG_ERR_IO or
 * RDG_ERR_EARLIER */
rdg_status rdg_fe_mesh_write(const rdg_fe_mesh *mesh, const char *path, rdg_index n,
                             const rdg_fe_field *fields);

#ifdef __cplusplus
}
#endif
#endif
