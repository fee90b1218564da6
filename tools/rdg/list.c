/* rdg ls: a line a run, also of runs whose names have parts ("ridge/stage1"). */
#define _XOPEN_SOURCE 700

#include "rdg.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **names;
static size_t n_names;
static size_t prefix; /* characters of the folder's path, with its slash */

/* "ridge/stage1.db" is the run ridge/stage1. */
static int note_run(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    const char ending[] = ".db";
    const size_t end = strlen(path) - (sizeof ending - 1);
    if (kind == FTW_F && S_ISREG(about->st_mode) && end > (size_t)place->base &&
        strcmp(path + end, ending) == 0) {
        char **wider = realloc(names, (n_names + 1) * sizeof *names);
        char *name = strdup(path + prefix);
        if (!wider || !name) {
            free(name);
            names = wider ? wider : names;
            return 1;
        }
        name[end - prefix] = '\0';
        names = wider;
        names[n_names++] = name;
    }
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "2 FP, 1 BP" */
static void count_types(rdg_run *run, char *text, size_t size)
{
    text[0] = '\0';
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const char *type = rdg_run_type(run, row);
        if (!*type || strcmp(type, "EP") == 0 || rdg_run_find(run, type, 0) != row) {
            continue;
        }
        rdg_index count = 0;
        while (rdg_run_find(run, type, count) >= 0) {
            count++;
        }
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%lld %s", used > 0 ? ", " : "", (long long)count, type);
    }
}

static void print_run(const call *c, const char *name)
{
    char types[256];
    rdg_run *run = rdg_run_open(c->ctx, name);
    if (!run) {
        show("%-28s cannot be read: %s", name, reason_of(c));
        putchar('\n');
        rdg_error_clear(c->ctx);
        return;
    }
    count_types(run, types, sizeof types);
    show("%-28s %7lld  %-28s %s", name, (long long)rdg_run_count(run), types,
         rdg_run_finished(run) ? run_fact(c, run, "stop") : "not finished");
    putchar('\n');
    rdg_run_free(run);
}

int list_runs(const call *c)
{
    prefix = strlen(c->folder) + 1;
    if (nftw(c->folder, note_run, 16, FTW_PHYS) != 0) {
        return complain("ls", "%s: no such folder, or it cannot be read", c->folder);
    }
    if (n_names > 0) {
        qsort(names, n_names, sizeof *names, by_name);
        printf("%-28s %7s  %-28s %s\n", "run", "points", "special points", "end");
    } else {
        printf("no runs in %s\n", c->folder);
    }
    for (size_t i = 0; i < n_names; i++) {
        print_run(c, names[i]);
        free(names[i]);
    }
    free(names);
    return SAME;
}
