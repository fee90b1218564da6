/** @file calculix.h
 *  @brief Structures from the finite element program CalculiX, with the names of its nodes.
 *
 *  A step `*FREQUENCY, SOLVER=MATRIXSTORAGE` makes ccx write the stiffness and mass matrices without what is
 * held, and the node and direction of each row, into the files job.sti, job.mas and job.dof. */
#ifndef RDG_CALCULIX_H
#define RDG_CALCULIX_H

#include "structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Create a structure from job.sti, job.mas and job.dof. It has no damping yet. Each degree of freedom is
 * also a displacement "node.direction", as "117.x", in the structure itself and its copies. What is made of
 * it (components, assemblies, held structures) has those that were used or named before. Degrees of freedom
 * without mass are condensed statically, and their number is printed.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param job  path of the three files without their ending
 *  @return NULL after RDG_ERR_IO (cannot be opened), RDG_ERR_FORMAT (with the line and what is expected),
 * RDG_ERR_SIZE (files of different jobs, or incomplete ones), RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or an
 * earlier failure. RDG_ERR_SINGULAR: what has no mass is a mechanism */
rdg_structure *rdg_structure_read_calculix(rdg_context *ctx, const char *name, const char *job);

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
