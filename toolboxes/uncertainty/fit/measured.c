/* Measured points, and their tables. */
#include "measured.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 4096, CELLS = 64, WANTED = 2 * RDG_MEASURED_QUANTITIES };

static const char where[] = "rdg_measured_read";

static void release(void *object)
{
    rdg_measured *m = object;
    for (int k = 0; k < RDG_MEASURED_QUANTITIES; k++) {
        rdg_free(m->value[k]);
        rdg_free(m->error[k]);
    }
    rdg_free(m);
}

void rdg_measured_free(rdg_measured *m)
{
    if (m) {
        rdg_context_disown(m->ctx, m);
        release(m);
    }
}

static rdg_measured *own(rdg_context *ctx, rdg_measured *m)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        release(m);
        return NULL;
    }
    return rdg_context_own(ctx, m, release) == RDG_OK ? m : NULL;
}

rdg_measured *rdg_measured_create(rdg_context *ctx, rdg_index n)
{
    RDG_ENTER(ctx, ctx, NULL);
    if (n < 1) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "%" PRId64 " measured points: give at least one", n);
        return NULL;
    }
    rdg_measured *m = rdg_context_calloc(ctx, 1, sizeof *m);
    if (!m) {
        return NULL;
    }
    m->ctx = ctx;
    m->n = n;
    for (int k = 0; k < RDG_MEASURED_QUANTITIES; k++) {
        m->value[k] = rdg_context_calloc(ctx, (size_t)n, sizeof(double));
        m->error[k] = rdg_context_calloc(ctx, (size_t)n, sizeof(double));
        for (rdg_index i = 0; m->error[k] && i < n; i++) {
            m->error[k][i] = 1.0;
        }
    }
    return own(ctx, m);
}

/* --- tables */

typedef struct table {
    rdg_context *ctx;
    const char *path;
    FILE *file;
    long line;
    char text[LINE];
    char *cell[CELLS];
    int cells;
    const char *name[WANTED]; /* values, then errors; NULL: not wanted */
    int column[WANTED];
} table;

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1])) {
        text[--n] = '\0';
    }
    return text;
}

/* The next line that is neither empty nor a comment, in cells; false: there is none. */
static bool next_line(table *t)
{
    while (fgets(t->text, LINE, t->file)) {
        t->line++;
        char *at = trim(t->text);
        if (*at == '\0' || *at == '#') {
            continue;
        }
        for (t->cells = 0; at && t->cells < CELLS; t->cells++) {
            char *comma = strchr(at, ',');
            if (comma) {
                *comma++ = '\0';
            }
            t->cell[t->cells] = trim(at);
            at = comma;
        }
        return true;
    }
    return false;
}

static rdg_status find_columns(table *t)
{
    const bool has_names = next_line(t);
    for (int k = 0; k < WANTED; k++) {
        t->column[k] = -1;
        for (int c = 0; has_names && t->name[k] && c < t->cells; c++) {
            t->column[k] = strcmp(t->cell[c], t->name[k]) == 0 ? c : t->column[k];
        }
        if (t->name[k] && t->column[k] < 0) {
            return rdg_fail(t->ctx, RDG_ERR_NAME, where,
                            "%s has no column \"%s\": its first line names the columns", t->path, t->name[k]);
        }
    }
    return RDG_OK;
}

static rdg_status read_cell(table *t, const char *name, int c, bool is_error, double *value)
{
    if (c >= t->cells || !rdg_number_read(t->cell[c], value) || !isfinite(*value)) {
        return rdg_fail(t->ctx, RDG_ERR_FORMAT, where, "%s, line %ld: column \"%s\" has no number", t->path,
                        t->line, name);
    }
    if (is_error && !(*value > 0.0)) {
        return rdg_fail(t->ctx, RDG_ERR_FORMAT, where,
                        "%s, line %ld: the standard deviation \"%s\" is %g: give a positive one", t->path,
                        t->line, name, *value);
    }
    return RDG_OK;
}

static rdg_status read_rows(table *t, rdg_measured *m)
{
    rdg_index capacity[WANTED] = {0};
    while (next_line(t)) {
        for (int k = 0; k < WANTED; k++) {
            const bool is_error = k >= RDG_MEASURED_QUANTITIES;
            double **to = is_error ? &m->error[k - RDG_MEASURED_QUANTITIES] : &m->value[k];
            if (t->name[k]) {
                RDG_TRY(rdg_context_reserve(t->ctx, to, &capacity[k], m->n + 1, sizeof **to));
                RDG_TRY(read_cell(t, t->name[k], t->column[k], is_error, *to + m->n));
            }
        }
        m->n++;
    }
    return m->n > 0 ? RDG_OK : rdg_fail(t->ctx, RDG_ERR_FORMAT, where, "%s has no points", t->path);
}

rdg_measured *rdg_measured_read(rdg_context *ctx, const char *path, const rdg_measured_columns *columns)
{
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, path, NULL);
    RDG_NEED(ctx, columns, NULL);
    table t = {.ctx = ctx,
               .path = path,
               .name = {columns->level, columns->amplitude, columns->frequency, columns->damping, NULL,
                        columns->amplitude_error, columns->frequency_error, columns->damping_error}};
    t.file = rdg_text_file_open(ctx, where, path, "");
    rdg_measured *m = t.file ? rdg_context_calloc(ctx, 1, sizeof *m) : NULL;
    if (m) {
        m->ctx = ctx;
        void *locale = rdg_locale_begin();
        if (find_columns(&t) == RDG_OK) {
            read_rows(&t, m);
        }
        rdg_locale_end(locale);
    }
    if (t.file) {
        fclose(t.file);
    }
    return m ? own(ctx, m) : NULL;
}
