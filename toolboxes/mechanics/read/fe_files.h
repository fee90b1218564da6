/** @file fe_files.h
 *  @brief Structures from matrices that finite element programs write: Nastran, Ansys, Abaqus, CalculiX.
 *
 *  Each degree of freedom is called by node and component: "117.x", "117.y", "117.z" for translations,
 * "117.4", "117.5", "117.6" for rotations about x, y and z, "1001.0" for a scalar point (a mode). These names
 * can be used in the structure itself and its copies; see rdg_node_dof(), rdg_name_nodes(). Units are those
 * of the file: see rdg_structure_units(). A bad file is refused with its line, its column and what to do. */
#ifndef RDG_FE_FILES_H
#define RDG_FE_FILES_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Create a structure from Nastran's DMIG cards: KAAX, MAAX and, if they are there, BAAX (viscous damping)
 * and K4AAX (structural damping, which is reported and left out). Such a file comes from PARAM,EXTOUT,DMIGPCH
 * or EXTSEOUT(DMIGBDF), and from Ansys by *EXPORT,...,DMIG (names K, M, B). Degrees of freedom without mass
 * and damping are condensed statically, and their number is printed. Degrees of freedom are sorted by node
 * and component.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param file path of the punch file
 *  @return NULL after RDG_ERR_IO (cannot be opened), RDG_ERR_FORMAT (no such file, entries given twice),
 * RDG_ERR_ARGUMENT (no mass matrix, not symmetric), RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR (a mechanism among
 * what has no mass), RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_structure_read_nastran(rdg_context *ctx, const char *name, const char *file);

/** As rdg_structure_read_nastran(), with degrees of freedom without mass kept. Such a structure has fewer
 * modes than degrees of freedom.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param file path of the punch file
 *  @return as rdg_structure_read_nastran() */
rdg_structure *rdg_structure_read_nastran_massless(rdg_context *ctx, const char *name, const char *file);

/** Create a structure from matrices of Abaqus or CalculiX: *MATRIX OUTPUT, FORMAT=MATRIX INPUT (row node,
 * component, column node, component, value) or FORMAT=COORDINATE (row, column, value: rows without names). Or
 * from those of a substructure, *SUBSTRUCTURE MATRIX OUTPUT, which may be in one file. One triangle or both.
 * What is without mass is treated as by rdg_structure_read_nastran(), and what Abaqus marks as held, by 1e36
 * on the diagonal of K, is left out.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param K    path of the file with the stiffness
 *  @param M    path of the file with the mass; of a substructure it may be the same one
 *  @return as rdg_structure_read_nastran(); NULL also after RDG_ERR_SIZE (a matrix that is not complete) */
rdg_structure *rdg_structure_read_abaqus(rdg_context *ctx, const char *name, const char *K, const char *M);

/** As rdg_structure_read_abaqus(), with degrees of freedom without mass kept.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param K    path of the file with the stiffness
 *  @param M    path of the file with the mass
 *  @return as rdg_structure_read_abaqus() */
rdg_structure *rdg_structure_read_abaqus_massless(rdg_context *ctx, const char *name, const char *K,
                                                  const char *M);

/** Create a structure from Nastran's OUTPUT4 in text: KAA, MAA and, if they are there, BAA and K4AA, as
 * EXTSEOUT(DMIGOP4) writes them of a superelement; dense, sparse and big-matrix columns. Rows keep their
 * order. What is without mass is treated as by rdg_structure_read_nastran().
 *  @param ctx   context, owner of the structure
 *  @param name  for messages; copied
 *  @param file  path of the .op4 file
 *  @param order path of the .pch or .asm file, which names the rows: boundary nodes, then modes as scalar
 * points. NULL: rows have no names
 *  @return as rdg_structure_read_nastran(); NULL also after RDG_ERR_SIZE (matrices or rows that do not fit)
 */
rdg_structure *rdg_structure_read_op4(rdg_context *ctx, const char *name, const char *file,
                                      const char *order);

/** As rdg_structure_read_op4(), with degrees of freedom without mass kept.
 *  @param ctx   context, owner of the structure
 *  @param name  for messages; copied
 *  @param file  path of the .op4 file
 *  @param order path of the .pch or .asm file; NULL: rows have no names
 *  @return as rdg_structure_read_op4() */
rdg_structure *rdg_structure_read_op4_massless(rdg_context *ctx, const char *name, const char *file,
                                               const char *order);

#ifdef __cplusplus
}
#endif
#endif
