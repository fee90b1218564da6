/* What a process has shown of its runs, line by line, and whether it is in the store: a row with the label,
 * the type and the numbers that stood in the line. */
#ifndef RDG_TEST_SHOWN_LINES_H
#define RDG_TEST_SHOWN_LINES_H

#include "support.h"

#include <ridgewalk/run_data.h>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A context's writer that has shown a line when it is back. data: a file's descriptor */
static inline void show_line(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_TABLE) {
        (void)!syscall(SYS_write, *(const int *)data, text, strlen(text)); /* not one of the store's calls */
    }
}

/* A line of the table, as table.c writes it. */
typedef struct shown_line {
    long long point;
    char residual[16], label[16], type[64];
} shown_line;

/* Texts without the blanks around them. */
static inline void take_columns(char *to, const char *line, size_t first, size_t n)
{
    const size_t length = strcspn(line, "\n");
    to[0] = '\0';
    if (first < length) {
        sscanf(line + first, "%15s", to);
        to[n < 15 ? n : 15] = '\0';
    }
}

static inline bool read_line(const char *line, shown_line *l)
{
    enum { BEFORE_LABEL = 21, LABEL = 6, BEFORE_TYPE = 29, TYPE = 4 };
    int iterations = 0;
    char blank = '\0';
    if (sscanf(line, "%lld %d %15s%c", &l->point, &iterations, l->residual, &blank) != 4 ||
        !strchr(l->residual, 'e') || strlen(line) < BEFORE_TYPE) {
        return false;
    }
    char label[LABEL + 1] = "", type[TYPE + 1] = "";
    memcpy(label, line + BEFORE_LABEL, LABEL);
    memcpy(type, line + BEFORE_TYPE, TYPE);
    take_columns(l->label, label, 0, LABEL);
    take_columns(l->type, type, 0, TYPE);
    return true;
}

static inline void assert_is_stored(rdg_run *run, const char *name, const char *line, const shown_line *l)
{
    char residual[16], label[24] = "";
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (rdg_run_point(run, row) != l->point) {
            continue;
        }
        snprintf(residual, sizeof residual, "%.1e", rdg_run_column(run, "residual")[row]);
        if (rdg_run_label(run, row) > 0) {
            snprintf(label, sizeof label, "%lld", (long long)rdg_run_label(run, row));
            const char *block = rdg_run_block_name(run, 0); /* rows alone have none */
            assert_true(!block || rdg_run_block_size(run, rdg_run_label(run, row), block) > 0);
        }
        if (strcmp(label, l->label) == 0 && strncmp(rdg_run_type(run, row), l->type, 4) == 0 &&
            strcmp(residual, l->residual) == 0) {
            return;
        }
        print_error("the store has label \"%s\", type \"%s\", %s\n", label, rdg_run_type(run, row), residual);
        break;
    }
    print_error("run %s, of %lld rows: not as it was shown: %s\n", name, (long long)rdg_run_count(run), line);
    fail();
}

/* "boundary of the domain after 47 points: ...": true if it is such a line, of a run that is kept in a file.
 */
static inline bool read_end(const char *line, long long *points)
{
    const char *after = strstr(line, " after ");
    char what[8] = "";
    return after && !strstr(line, "; in memory") && sscanf(after, " after %lld %6s", points, what) == 2 &&
           (strncmp(what, "points", 6) == 0 || strncmp(what, "rows", 4) == 0);
}

static inline void assert_has_ended(rdg_run *run, const char *line, long long points)
{
    if (!rdg_run_finished(run) || (long long)rdg_run_number(run, "points") != points) {
        print_error("the store does not know of this end: %s\n", line);
        fail();
    }
}

/* Every line in the file is in the runs that it tells of; the last one may not be whole. The number of lines.
 */
static inline long assert_shown_is_stored(rdg_context *ctx, const char *path)
{
    char line[4096], name[128] = "";
    rdg_run *run = NULL;
    long n = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        shown_line l;
        long long points = 0;
        if (strchr(line, '\n') && sscanf(line, "run %127[^: \n]", name) == 1) {
            rdg_run_free(run);
            run = NULL;
        } else if (strchr(line, '\n') && read_line(line, &l)) {
            run = run ? run : rdg_run_open(ctx, name);
            assert_ok(ctx, rdg_error_status(ctx));
            assert_is_stored(run, name, line, &l);
            n++;
        } else if (strchr(line, '\n') && read_end(line, &points)) {
            run = run ? run : rdg_run_open(ctx, name);
            assert_ok(ctx, rdg_error_status(ctx));
            assert_has_ended(run, line, points);
        }
    }
    rdg_run_free(run);
    fclose(file);
    return n;
}

#endif
