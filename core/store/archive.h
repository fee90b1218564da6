/** @file archive.h
 *  @brief Arrays by name in one file, each with a checksum: for the authors of toolboxes that keep what was
 *  dear to compute, as the reduced matrices of a component.
 *
 *  The file is an SQLite database with one table, item(name, part, kind, checksum, data). It appears when
 * it is complete, in place of an older archive of its name. Numbers are in the byte order of the machine that
 * wrote them; a machine of the other order refuses the file. */
#ifndef RDG_ARCHIVE_H
#define RDG_ARCHIVE_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A file of arrays that is being written or read. */
typedef struct rdg_archive rdg_archive;

/** What an array consists of. */
typedef enum rdg_archive_kind {
    RDG_ARCHIVE_NUMBERS, /**< double */
    RDG_ARCHIVE_INDICES, /**< rdg_index */
    RDG_ARCHIVE_TEXT     /**< char: texts, each with its zero byte */
} rdg_archive_kind;

/** Begin a file.
 *  @param ctx   context
 *  @param where public function shown in messages; must outlive the archive, as @p path
 *  @param path  of the file. An archive that is there is replaced in the end; nothing else is
 *  @return NULL after RDG_ERR_IO (another file is there, the folder cannot be written), RDG_ERR_NO_MEMORY or
 *  an earlier failure */
rdg_archive *rdg_archive_create(rdg_context *ctx, const char *where, const char *path);

/** Open a file to read it.
 *  @param ctx   context
 *  @param where as of rdg_archive_create()
 *  @param path  of the file
 *  @return NULL after RDG_ERR_IO, RDG_ERR_FORMAT (no archive, or of another byte order), RDG_ERR_NO_MEMORY or
 *  an earlier failure */
rdg_archive *rdg_archive_open(rdg_context *ctx, const char *where, const char *path);

/** Write an array.
 *  @param a    from rdg_archive_create()
 *  @param name of the array, not used yet
 *  @param kind of its items
 *  @param n    number of items, 0 is allowed
 *  @param data shape [n]
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_archive_put(rdg_archive *a, const char *name, rdg_archive_kind kind, rdg_index n,
                           const void *data);

/** Read an array.
 *  @param a        from rdg_archive_open()
 *  @param name     of the array
 *  @param kind     of its items
 *  @param n        number of items that it must have; -1: any
 *  @param[out] has number of its items; NULL: not requested
 *  @return to be freed with rdg_free(). NULL after RDG_ERR_FORMAT (it is not there, has another number or
 * kind of items, or is damaged), RDG_ERR_IO, RDG_ERR_NO_MEMORY or an earlier failure */
void *rdg_archive_take(rdg_archive *a, const char *name, rdg_archive_kind kind, rdg_index n, rdg_index *has);

/** Close a file. One that was written takes its name if all went well, else it is removed.
 *  @param a      NULL is allowed
 *  @param status of what was done with it
 *  @return @p status if it is no RDG_OK; else RDG_OK, RDG_ERR_IO or RDG_ERR_EARLIER */
rdg_status rdg_archive_close(rdg_archive *a, rdg_status status);

#ifdef __cplusplus
}
#endif
#endif
