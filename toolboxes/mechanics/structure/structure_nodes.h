/** @file structure_nodes.h
 *  @brief Degrees of freedom by node and direction, of structures that come from finite element programs. */
#ifndef RDG_STRUCTURE_NODES_H
#define RDG_STRUCTURE_NODES_H

#include "structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Degree of freedom of a node.
 *  @param s         from rdg_structure_read_calculix() or a function of fe_files.h, or a copy
 *  @param node      its number in the finite element program
 *  @param direction 'x', 'y' or 'z'; '4', '5' or '6': rotation about x, y or z; '0': a scalar point
 *  @return its number; -1 if it is held, or there is no such node: no failure */
rdg_index rdg_node_dof(const rdg_structure *s, rdg_index node, char direction);

/** Name a set of nodes, an interface: their degrees of freedom that are not held, node by node.
 *  @param s          as for rdg_node_dof()
 *  @param name       as of rdg_name_set()
 *  @param n          number of nodes, >= 1
 *  @param nodes      shape [n]
 *  @param directions "xyz456", or some of them
 *  @return as rdg_name_set(); RDG_ERR_NAME also if there is no such node, or all of it is held */
rdg_status rdg_name_nodes(rdg_structure *s, const char *name, rdg_index n, const rdg_index *nodes,
                          const char *directions);

#ifdef __cplusplus
}
#endif
#endif
