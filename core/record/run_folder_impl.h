/* Where the files of runs lie: named, their folders made and listed. */
#ifndef RDG_RUN_FOLDER_IMPL_H
#define RDG_RUN_FOLDER_IMPL_H

#include "text_impl.h"

#define RDG_RUN_ENDING ".db"

/* The file of a run: <run folder>/<name>.db, where the parts of a nested name ("sweep/3") but the last are
 * folders. To be freed with rdg_free(); NULL after a failure of `where` (no such name is allowed, or no
 * memory). */
char *rdg_run_path(rdg_context *ctx, const char *where, const char *name);

/* Make the folders above a file. 0 or an errno. */
int rdg_run_folder_make(const char *path);

/* Remove a file, if it is there. */
void rdg_run_file_remove(const char *path);

/* The runs that lie in a folder, as a list of names. */
void rdg_run_folder_list(const char *path, rdg_text *list);

#endif
