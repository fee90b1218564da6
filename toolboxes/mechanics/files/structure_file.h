/** @file structure_file.h
 *  @brief A structure in a file of our own: matrices that were dear to read or to reduce. */
#ifndef RDG_STRUCTURE_FILE_H
#define RDG_STRUCTURE_FILE_H

#include <ridgewalk/archive.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Write a structure into a file: matrices, damping, named displacements, sets, nodes with their coordinates.
 *  The file is an SQLite database with checksums (archive.h), and appears when it is complete.
 *  @param s    structure without elements, forces and sensors: a program adds them after it has read the file
 *  @param path of the file. A file of this function that is there is replaced, no other
 *  @return RDG_OK, RDG_ERR_ARGUMENT (elements, forces or sensors; at rest; a travelling wave), RDG_ERR_IO,
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_structure_write(const rdg_structure *s, const char *path);

/** Read a structure that rdg_structure_write() has written; of a component's file (rdg_component_write()) the
 *  reduced structure.
 *  @param ctx  context, owner of the structure
 *  @param path of the file
 *  @return NULL after RDG_ERR_IO, RDG_ERR_FORMAT (another file, or damaged), RDG_ERR_NO_MEMORY or an earlier
 *          failure */
rdg_structure *rdg_structure_open(rdg_context *ctx, const char *path);

/** The same as parts of a larger file, for the authors of toolboxes.
 *  @param s     structure
 *  @param where public function shown in messages
 *  @param a     file that is being written
 *  @return as rdg_structure_write() */
rdg_status rdg_structure_put(const rdg_structure *s, const char *where, rdg_archive *a);

/** Likewise.
 *  @param ctx   context, owner of the structure
 *  @param where public function shown in messages
 *  @param a     file that is being read
 *  @return as rdg_structure_open() */
rdg_structure *rdg_structure_take_from(rdg_context *ctx, const char *where, rdg_archive *a);

#ifdef __cplusplus
}
#endif
#endif
