/* Files that stand beside the demos. A program runs in the project's folder or in one below it. */
#ifndef DEMOS_STORED_H
#define DEMOS_STORED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A file by its path in the project, as "demos/finite-elements/blade.dof", seen from where the program runs;
 * NULL: it is not there. */
static inline const char *stored_path(const char *path)
{
    static const char above[] = "../../../../";
    static char seen[256];
    for (size_t up = 0; up < sizeof above; up += strlen("../")) {
        snprintf(seen, sizeof seen, "%.*s%s", (int)up, above, path);
        FILE *file = fopen(seen, "r");
        if (file) {
            fclose(file);
            return seen;
        }
    }
    return NULL;
}

/* A table as CSV that is read row by row; lines that begin with # state its origin. */
typedef struct stored_table {
    const char *path;
    FILE *file;
    int line; /* that was read last */
    bool has_names;
} stored_table;

/* false, after a line that says so: it is not there. `path` outlives the table. */
static inline bool stored_open(stored_table *t, const char *path)
{
    const char *seen = stored_path(path);
    *t = (stored_table){.path = path, .file = seen ? fopen(seen, "r") : NULL};
    if (!t->file) {
        printf("%s is not there: run the program in the project's folder, or with FULL=1\n", path);
    }
    return t->file != NULL;
}

/* The next row, behind the line of names; false: there is none. */
static inline bool stored_next(stored_table *t, char *text, int size)
{
    while (fgets(text, size, t->file)) {
        t->line++;
        if (text[0] != '#' && t->has_names) {
            return true;
        }
        t->has_names = t->has_names || text[0] != '#';
    }
    return false;
}

/* false, after a line that says so: a row was not what it should be, or there is none. */
static inline bool stored_close(stored_table *t, bool is_whole, const char *row)
{
    fclose(t->file);
    if (!is_whole) {
        printf("%s: line %d is not %s\n", t->path, t->line, row);
    }
    return is_whole;
}

#endif
