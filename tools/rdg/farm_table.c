/* rdg farm --table: special points and maxima of all runs of the complete cases, as one SQLite file and one
 * CSV file. Both are made from the folder, and can be removed. */
#define _XOPEN_SOURCE 700

#include "farm_parts.h"
#include "farm_rows.h"
#include "rdg.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct names {
    char **name;
    size_t n, prefix; /* prefix: characters of the farm's folder, with its slash */
    bool whole;
} names;

static names found; /* nftw() has no pointer of the caller's */

static int note_run(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    const size_t length = strlen(path);
    (void)about;
    if (kind != FTW_F || length < (size_t)place->base + 4 || strcmp(path + length - 3, ".db") != 0) {
        return 0;
    }
    char **wider = realloc(found.name, (found.n + 1) * sizeof *wider);
    found.name = wider ? wider : found.name;
    char *name = wider ? strndup(path + found.prefix, length - 3 - found.prefix) : NULL;
    found.whole = name != NULL;
    if (name) {
        found.name[found.n++] = name;
    }
    return !name;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The runs of a case, as names in the farm's folder: 0412/frc */
static bool find_runs(const farm *f, long number)
{
    char path[FARM_PATH];
    case_path(path, f, number, NULL);
    found = (names){.prefix = strlen(f->folder) + 1, .whole = true};
    if (nftw(path, note_run, 16, FTW_PHYS) != 0 || !found.whole) {
        complain("farm", "the runs of %s cannot be listed", path);
        return false;
    }
    if (found.n > 0) {
        qsort(found.name, found.n, sizeof *found.name, by_name);
    }
    return true;
}

/* The row in which a column is largest; -1: it is the same, or no number, in all rows. */
static rdg_index row_of_maximum(const double *values, rdg_index n)
{
    rdg_index row = -1;
    bool varies = false;
    for (rdg_index i = 0; i < n; i++) {
        if (isfinite(values[i])) {
            varies = varies || (row >= 0 && values[i] != values[row]);
            row = row < 0 || values[i] > values[row] ? i : row;
        }
    }
    return varies ? row : -1;
}

static bool add_run(const call *c, rows *t, long number, const char *name)
{
    const char *own = strchr(name, '/') + 1, *column = NULL;
    rdg_run *run = opened_run(c, name);
    if (!run) {
        rdg_error_clear(c->ctx);
        return false;
    }
    const char *active = run_fact(c, run, "first_active");
    const rdg_index n = rdg_run_count(run);
    bool good =
        add_run_row(t, number, own, n, rdg_run_finished(run) ? run_fact(c, run, "stop") : "not finished");
    for (rdg_index i = 0; good && i < n; i++) {
        good = *rdg_run_type(run, i) == '\0' || add_point(t, run, number, own, i, rdg_run_type(run, i));
    }
    for (rdg_index i = 0; good && (column = rdg_run_column_name(run, i)); i++) {
        const bool wanted = is_result(column) && strcmp(column, active) != 0;
        const rdg_index row = wanted ? row_of_maximum(rdg_run_column(run, column), n) : -1;
        char type[256];
        snprintf(type, sizeof type, "max %s", column);
        good = row < 0 || add_point(t, run, number, own, row, type);
    }
    rdg_run_free(run);
    return good;
}

static bool add_runs(const call *c, rows *t, const farm *f, long number)
{
    bool good = find_runs(f, number);
    for (size_t i = 0; i < found.n; i++) {
        good = good && add_run(c, t, number, found.name[i]);
        free(found.name[i]);
    }
    free(found.name);
    return good;
}

int print_cases(const farm *f)
{
    char path[FARM_PATH];
    rows t = {0};
    call c = {.folder = f->folder, .ctx = rdg_context_create()};
    rdg_set_run_folder(c.ctx, f->folder);
    snprintf(path, sizeof path, "%s/index", f->folder);
    bool good = open_rows(&t, path), whole = good;
    long empty = 0; /* cases without a run */
    for (long k = 1; good && k <= f->n; k++) {
        record r;
        const case_state state = read_case(f, k, &r);
        good = add_case_row(&t, k, state, &r);
        if (state == CASE_COMPLETE) {
            whole = add_runs(&c, &t, f, k) && whole;
            empty += found.n == 0;
        }
    }
    good = close_rows(&t, good) && good;
    rdg_context_free(c.ctx);
    if (!good) {
        return TROUBLE;
    }
    if (empty > 0) {
        complain(
            "farm",
            "note: %ld complete cases have no run in their folders: does the program call rdg_farm_case()?",
            empty);
    }
    printf("%s.db\n%s.csv\n", path, path);
    return whole ? SAME : DIFFERENT;
}
