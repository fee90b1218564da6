/* rdg export: a run as a file for another program, by the ending of its name. */
#define _POSIX_C_SOURCE 200809L

#include "rdg.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- .csv: the table, with all digits */

static int export_csv(const call *c, rdg_run *run, const char *path)
{
    int n = 0;
    while (rdg_run_column_name(run, n)) {
        n++;
    }
    rdg_column *items = calloc((size_t)n + 2, sizeof *items);
    int used = 0;
    for (int i = 0; items && i < n; i++) {
        if (i == 2) {
            items[used++] = RDG_COLUMN("type", NULL, 1);
        }
        items[used++] = RDG_COLUMN(rdg_run_column_name(run, i), NULL, 1);
    }
    if (items) {
        items[used] = (rdg_column){.kind = RDG_EXPORT_END};
    }
    const bool good = items && rdg_run_export_items(run, path, items) == RDG_OK;
    free(items);
    return good ? SAME : complain("export", "%s", reason_of(c));
}

/* --- .vtk: a surface (legacy format, ASCII) */

enum { AXES = 3 };

typedef struct surface {
    rdg_run *run;
    const double *axis[AXES]; /* NULL: 0 */
    const rdg_index *triangle, *curve;
    rdg_index n_triangles, n_curve_points, n_points;
} surface;

/* The columns of a list of names, "x, y, z". */
static void find_axes(surface *s, const char *list)
{
    const char *name = NULL;
    for (int axis = 0; axis < AXES && *list; axis++) {
        size_t n = 0;
        for (rdg_index i = 0; n == 0 && (name = rdg_run_column_name(s->run, i)); i++) {
            const size_t length = strlen(name);
            const bool is_it = strncmp(list, name, length) == 0 &&
                               (list[length] == '\0' || strncmp(list + length, ", ", 2) == 0);
            n = is_it && !is_of_the_walk(name) ? length : 0;
        }
        s->axis[axis] = n > 0 ? rdg_run_column(s->run, name) : NULL;
        list = n > 0 && list[n] ? list + n + 2 : "";
    }
}

static void write_points(FILE *out, const surface *s)
{
    fprintf(out, "POINTS %lld double\n", (long long)s->n_points);
    for (rdg_index i = 0; i < s->n_points; i++) {
        for (int k = 0; k < AXES; k++) {
            fprintf(out, "%.17g%c", s->axis[k] ? s->axis[k][i] : 0.0, k < AXES - 1 ? ' ' : '\n');
        }
    }
}

/* Where the curve that begins at `first` ends. */
static rdg_index end_of_curve(const surface *s, rdg_index first)
{
    rdg_index end = first;
    while (end < s->n_curve_points && s->curve[2 * end] == s->curve[2 * first]) {
        end++;
    }
    return end;
}

/* Points of the same curve, one after the other. A single point is no line. */
static void write_lines(FILE *out, const surface *s)
{
    rdg_index lines = 0;
    rdg_index points = 0;
    for (rdg_index first = 0, end; first < s->n_curve_points; first = end) {
        end = end_of_curve(s, first);
        lines += end - first > 1;
        points += end - first > 1 ? end - first : 0;
    }
    if (lines > 0) {
        fprintf(out, "LINES %" PRId64 " %" PRId64 "\n", lines, lines + points);
    }
    for (rdg_index first = 0, end; first < s->n_curve_points; first = end) {
        end = end_of_curve(s, first);
        if (end - first > 1) {
            fprintf(out, "%" PRId64, end - first);
            for (rdg_index i = first; i < end; i++) {
                fprintf(out, " %lld", (long long)s->curve[2 * i + 1]);
            }
            fputc('\n', out);
        }
    }
}

static void write_triangles(FILE *out, const surface *s)
{
    if (s->n_triangles > 0) {
        fprintf(out, "POLYGONS %" PRId64 " %" PRId64 "\n", s->n_triangles, 4 * s->n_triangles);
    }
    for (rdg_index i = 0; i < s->n_triangles; i++) {
        const rdg_index *t = s->triangle + 3 * i;
        fprintf(out, "3 %lld %lld %lld\n", (long long)t[0], (long long)t[1], (long long)t[2]);
    }
}

/* Names in VTK have no blanks. */
static void write_scalars(FILE *out, const surface *s)
{
    const char *name = NULL;
    fprintf(out, "POINT_DATA %lld\n", (long long)s->n_points);
    for (rdg_index i = 0; (name = rdg_run_column_name(s->run, i)); i++) {
        if (is_of_the_walk(name) || strcmp(name, "label") == 0 || strcmp(name, "norm") == 0) {
            continue;
        }
        const double *values = rdg_run_column(s->run, name);
        fputs("SCALARS ", out);
        for (const char *letter = name; *letter; letter++) {
            fputc(*letter == ' ' ? '_' : *letter, out);
        }
        fputs(" double 1\nLOOKUP_TABLE default\n", out);
        for (rdg_index k = 0; k < s->n_points; k++) {
            fprintf(out, "%.17g\n", values[k]);
        }
    }
}

static int export_vtk(const call *c, rdg_run *run, const char *path)
{
    surface s = {.run = run, .n_points = rdg_run_count(run)};
    s.triangle = rdg_run_triangles(run, &s.n_triangles);
    s.curve = s.triangle ? rdg_run_event_curves(run, &s.n_curve_points) : NULL;
    if (!s.curve) {
        return complain("export", "%s", reason_of(c));
    }
    find_axes(&s, run_fact(c, run, "axes"));
    FILE *out = fopen(path, "w");
    if (!out) {
        return complain("export", "%s cannot be written", path);
    }
    fprintf(out, "# vtk DataFile Version 3.0\nrun %.200s\nASCII\nDATASET POLYDATA\n", c->word[0]);
    write_points(out, &s);
    write_lines(out, &s);
    write_triangles(out, &s);
    write_scalars(out, &s);
    const bool good = fflush(out) == 0 && !ferror(out);
    return fclose(out) == 0 && good ? SAME : complain("export", "%s could not be written", path);
}

/* --- by the ending */

/* What SQLite would add to another file that took this name. */
static bool has_log(const char *path)
{
    char log[4096];
    struct stat about;
    snprintf(log, sizeof log, "%s-wal", path);
    return lstat(log, &about) == 0;
}

static int export_copy(const call *c, rdg_run *run, const char *path)
{
    (void)run;
    return copy_run(c, path);
}

typedef struct way {
    const char *ending;
    int (*write)(const call *c, rdg_run *run, const char *path);
} way;

/* Into another file, which takes the name when it is whole: an older one stays until then, and a link that
 * lies there is not followed. */
static int export_aside(const call *c, rdg_run *run, const way *way, const char *path)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part) {
        return complain("export", "the name %.60s... is too long", path);
    }
    if (has_log(path)) {
        return complain("export", "%s is a run that is being written, or was cut off: choose another name",
                        path);
    }
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
        return complain("export", "%s is a device or a pipe, and would be replaced: choose another name",
                        path);
    }
    unlink(part); /* left from a kill, or put there */
    const int status = way->write(c, run, part);
    if (status == SAME && rename(part, path) == 0) {
        return SAME;
    }
    const int error = errno;
    unlink(part);
    return status == SAME ? complain("export", "%s: %s", path, strerror(error)) : status;
}

int export_run(const call *c)
{
    static const way ways[] = {{".csv", export_csv},
                               {".vtk", export_vtk},
                               {".npz", export_npz},
                               {".h5", export_hdf5},
                               {".db", export_copy}};
    const char *path = c->word[1];
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        const size_t n = strlen(path);
        const size_t ending = strlen(ways[k].ending);
        if (n > ending && strcmp(path + n - ending, ways[k].ending) == 0) {
            rdg_run *run = opened_run(c, c->word[0]);
            return run ? export_aside(c, run, &ways[k], path) : TROUBLE;
        }
    }
    return complain("export", "%s: the name ends in .csv, .npz, .h5, .vtk or .db", path);
}
