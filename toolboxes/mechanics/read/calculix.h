/** @file calculix.h
 *  @brief Structures from the finite element program CalculiX, with the names of its nodes.
 *
 *  A step `*FREQUENCY, SOLVER=MATRIXSTORAGE` makes ccx write the stiffness and mass matrices without what is
 * held, and the node and direction of each row, into the files job.sti, job.mas and job.dof. */
#ifndef RDG_CALCULIX_H
#define RDG_CALCULIX_H

#include <ridgewalk/structure.h>
#include <ridgewalk/structure_nodes.h>

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
 * earlier failure. RDG_ERR_SINGULAR: what has no mass is a mechanism. RDG_ERR_SIZE also for a job of one
 * nodal diameter: two of them make a sector (sector.h) */
rdg_structure *rdg_structure_read_calculix(rdg_context *ctx, const char *name, const char *job);

#ifdef __cplusplus
}
#endif
#endif
