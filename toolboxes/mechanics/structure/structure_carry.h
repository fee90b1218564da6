/** @file structure_carry.h
 *  @brief Named items of a structure in other coordinates q_from = T q_to: for the authors of
 *  toolboxes that make structures of structures (components, assemblies). */
#ifndef RDG_STRUCTURE_CARRY_H
#define RDG_STRUCTURE_CARRY_H

#include "structure.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The displacement sum_i weight_i q_from[dof_i] in the other coordinates.
 *  @param data         that of rdg_structure_carry()
 *  @param n            number of terms
 *  @param dof          shape [n]
 *  @param weight       shape [n]
 *  @param[out] changed shape [size of the other structure], zero before: its weights, T^T w */
typedef void (*rdg_change)(const void *data, rdg_index n, const rdg_index *dof, const double *weight,
                           double *changed);

/** Give a structure the named displacements, sets, elements, forces and sensors of another one.
 *  @param to     structure; it has none of these names
 *  @param from   the other; loads of a moving base are refused, and it must not rest yet
 *  @param prefix NULL: the names stay. Else they become "prefix.name"
 *  @param change the change of coordinates. Displacements that vanish lose their names, and elements, forces
 * and sensors at them are refused; sets lose members that are no degrees of freedom any more
 *  @param data   handed to @p change
 *  @param where  public function shown in messages
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_structure_carry(rdg_structure *to, const rdg_structure *from, const char *prefix,
                               rdg_change change, const void *data, const char *where);

/** A structure in other coordinates q, u = T q, with few terms in each row of T: matrices T^T X T, and all
 * that rdg_structure_carry() takes along.
 *  @param s     structure; stays as it is
 *  @param rows  the transpose of T: column i has the terms of u_i, shape [size of the new one x size of @p s]
 *  @param where public function shown in messages
 *  @return a new structure of the same context and name. NULL after RDG_ERR_SIZE, RDG_ERR_ARGUMENT,
 *          RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_structure_transform(const rdg_structure *s, const rdg_sparse *rows, const char *where);

/** The matrices of a structure without the rows and columns of some degrees of freedom, and nothing else of
 * it.
 *  @param s     structure
 *  @param n     number of degrees of freedom left out, 1 .. size - 1
 *  @param dof   shape [n], each at most once
 *  @param where public function shown in messages
 *  @return a new structure of the same context and name, to be freed if it is for a while only. NULL after a
 * failure, recorded */
rdg_structure *rdg_structure_without(const rdg_structure *s, rdg_index n, const rdg_index *dof,
                                     const char *where);

/** The largest K_ii / M_ii: of the size of the greatest omega^2.
 *  @param s NULL is allowed
 *  @return 1/s^2; 0 for NULL, and without mass */
double rdg_structure_stiffest(const rdg_structure *s);

/** Refuse matrices that are not symmetric, with the entry.
 *  @param s           structure
 *  @param where       public function shown in messages
 *  @param damping_too C as well as M and K
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_structure_require_symmetry(rdg_structure *s, const char *where, bool damping_too);

/** The names of the sets, for messages: "ends, top".
 *  @param s     structure; NULL is allowed
 *  @param chars place for them, see rdg_text_list(); NULL is allowed
 *  @param size  of the place
 *  @return what to show */
const char *rdg_structure_list_sets(const rdg_structure *s, char *chars, size_t size);

/** Whether rdg_structure_set() finds a set, without a failure if it does not.
 *  @param s    NULL is allowed
 *  @param name NULL is allowed
 *  @return whether there is one of this name */
bool rdg_structure_has_set(const rdg_structure *s, const char *name);

#ifdef __cplusplus
}
#endif
#endif
