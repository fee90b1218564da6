/** @file structure_contents.h
 *  @brief The description of a structure that runs store: for the authors of solvers. */
#ifndef RDG_STRUCTURE_CONTENTS_H
#define RDG_STRUCTURE_CONTENTS_H

#include <ridgewalk/contents.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Describe a structure: its size and damping, its elements with all their numbers, its loads and sensors. An
 *  rdg_describe function.
 *  @param out       receives the description; NULL is allowed
 *  @param block     not used
 *  @param structure an rdg_structure; NULL is allowed */
void rdg_structure_describe(const rdg_contents *out, const char *block, void *structure);

/** Call a function with the name of each degree of freedom in turn: the one that it was given, "117.x" of a
 *  finite element program, or "dof 17", counted from 0.
 *  @param s        structure
 *  @param function called; the name is borrowed during the call
 *  @param data     handed to it
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_structure_call_dofs(const rdg_structure *s,
                                   void (*function)(rdg_index dof, const char *name, void *data), void *data);

#ifdef __cplusplus
}
#endif
#endif
