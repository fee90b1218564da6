/** @file fe_nodes.h
 *  @brief Nodes of a finite element mesh: coordinates, sets, units. */
#ifndef RDG_FE_NODES_H
#define RDG_FE_NODES_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Read where the nodes of a structure are, and the sets of nodes. The ending of the file names its format.
 *
 *  - .inp: Abaqus, CalculiX, keywords *NODE, *NSET;
 *  - .bdf, .dat, .nas, .pch, .asm: Nastran, cards GRID, CORD2R, CORD2C, CORD2S, SET, SET1;
 *  - .cdb: Ansys, blocks NBLOCK, CMBLOCK.
 *
 *  Each set becomes a set of the structure, rdg_structure_set(), with the degrees of freedom of its nodes,
 * node by node: x, y, z, 4, 5, 6, 0. A set without any is left out. A note reports what was read. In names of
 * sets other characters than ASCII become '?'.
 *  @param s    structure; its degrees of freedom are called by node, see rdg_node_dof()
 *  @param file path
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_FORMAT (with line and column), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER.
 * RDG_ERR_NAME: a node of the structure or of a set is not in the file, or the name of a set is taken.
 * RDG_ERR_ARGUMENT: another ending, or the structure has no names of nodes, or has its nodes already */
rdg_status rdg_nodes_read(rdg_structure *s, const char *file);

/** Where a node is.
 *  @param s             structure after rdg_nodes_read(), or a copy
 *  @param node          its number
 *  @param[out] position shape [3], in the units of the structure
 *  @return RDG_OK, RDG_ERR_NAME (there is no such node) or RDG_ERR_EARLIER */
rdg_status rdg_node_position(const rdg_structure *s, rdg_index node, double position[3]);

/** Systems of units that finite element programs are used with. */
typedef enum rdg_units {
    RDG_SI,        /**< m, kg, s, N: nothing is converted */
    RDG_MM_TONNE_S /**< mm, t, s, N, MPa */
} rdg_units;

/** Convert a structure from the units of its file to SI: matrices, coordinates of nodes and a static
 * equilibrium. Translations are then in m; rotations (4, 5, 6) stay in rad, and coordinates of modes (0) as
 * they are. With RDG_MM_TONNE_S stiffness of translations is multiplied by 1e3 (N/mm to N/m), that of
 * rotations by 1e-3 (N mm to N m), between the two it stays; masses and dampers alike. Elements and loads are
 * in SI before and after. Call it once, before rdg_prestress() and before a solver is made.
 *  @param s     structure of a function of fe_files.h or of rdg_structure_read_calculix(), with names of
 * nodes; or one of which all degrees of freedom are translations
 *  @param units of its file
 *  @return RDG_OK, RDG_ERR_ARGUMENT (which are rotations is not known, converted before, in use by a solver)
 * or RDG_ERR_EARLIER */
rdg_status rdg_structure_units(rdg_structure *s, rdg_units units);

#ifdef __cplusplus
}
#endif
#endif
