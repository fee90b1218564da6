/* Files that appear whole or not at all. These functions answer 0 or an errno. */
#ifndef RDG_FILE_IMPL_H
#define RDG_FILE_IMPL_H

#include "status.h"

#include <stddef.h>
#include <stdio.h>

/* A file that is written under another name, `name`.part, and takes its own name when it is complete. */
typedef struct rdg_aside {
    FILE *stream;     /* write here */
    int folder;       /* descriptor of its folder, or AT_FDCWD */
    const char *name; /* path in the folder; borrowed */
    char *part;       /* the same with ".part" */
    int error;        /* of the first rdg_aside_write() that failed */
} rdg_aside;

/* Start a file. Nothing is held after a failure. */
int rdg_aside_open(rdg_aside *aside, int folder, const char *name);

/* Write a block of bytes; a failure is kept for rdg_aside_commit(). */
void rdg_aside_write(rdg_aside *aside, const void *bytes, size_t size);

/* Who may read and write the file whose place it is to take may do so with it, too; a failure is kept. */
void rdg_aside_take_mode(rdg_aside *aside);

/* Close it and give it its name; when something went wrong since it was opened, remove it instead. */
int rdg_aside_commit(rdg_aside *aside);

/* Close and remove it. */
void rdg_aside_drop(rdg_aside *aside);

/* The path as it is found again when the program has changed its directory, to be freed with rdg_free();
 * NULL: no memory. */
char *rdg_path_from_root(const char *path);

/* Status for an errno: memory that is not to be had is distinguished from all else that files suffer. */
rdg_status rdg_file_status(int error);

#endif
