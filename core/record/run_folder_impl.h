/* Folders of runs: made, emptied, listed. */
#ifndef RDG_RUN_FOLDER_IMPL_H
#define RDG_RUN_FOLDER_IMPL_H

#include "text_impl.h"

/* The folder of a run: <run folder>/<name>, where the parts of a nested name ("sweep/3") are folders too.
 * To be freed with rdg_free(); NULL after a failure of `where` (no such name is allowed, or no memory). */
char *rdg_run_path(rdg_context *ctx, const char *where, const char *name);

/* Make a folder and those above it. 0 or an errno. */
int rdg_run_folder_make(const char *path);

/* Remove the files of a run from an open folder, and nothing else. 0 or an errno. */
int rdg_run_folder_empty(int folder);

/* The runs that lie in a folder, as a list of names. */
void rdg_run_folder_list(const char *path, rdg_text *list);

#endif
