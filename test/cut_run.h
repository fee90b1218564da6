/* Runs that are cut off behind any of their charts and taken up again: in the end nobody can tell them from
 * runs that were left alone, to the last bit. To be included once, by a test with link:
 * -Wl,--wrap=rdg_run_store_append */
#ifndef RDG_TEST_CUT_RUN_H
#define RDG_TEST_CUT_RUN_H

#include "scratch.h"

#include <ridgewalk/toolbox.h>

#include <sqlite3.h>

typedef struct cut_case {
    const char *name; /* of the run */
    rdg_status (*go)(rdg_context *ctx, const char *name, bool resumes);
    const char *others[4]; /* runs beside it, below its name: "stage1" */
    bool is_only_others;   /* there is none of the name itself */
} cut_case;

/* Charts that are written, of all runs; the one behind which everything ends, 0: none. */
static long cut_written, cut_at;

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
rdg_status __real_rdg_run_store_append(void *store, const void *chart);
rdg_status __wrap_rdg_run_store_append(void *store, const void *chart);

static rdg_context *cut_context;

rdg_status __wrap_rdg_run_store_append(void *store, const void *chart)
{
    const rdg_status status = __real_rdg_run_store_append(store, chart);
    return status == RDG_OK && ++cut_written == cut_at
               ? rdg_fail(cut_context, RDG_ERR_INTERRUPTED, "test", "cut off")
               : status;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* In a context of its own, as a process that begins would do it. */
static inline rdg_status cut_go(const cut_case *what, const char *part, bool resumes, long at)
{
    char path[100];
    cut_context = rdg_context_create();
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    rdg_set_writer(cut_context, NULL, NULL);
    rdg_set_run_folder(cut_context, path);
    cut_written = 0;
    cut_at = at;
    const rdg_status status = what->go(cut_context, what->name, resumes);
    if (status != RDG_OK && cut_written < (at > 0 ? at : cut_written + 1)) {
        print_error("%s: %s\n", what->name, rdg_error_message(cut_context));
    }
    rdg_context_free(cut_context);
    cut_at = 0;
    return status;
}

/* Rows of a query that one of two runs answers and the other does not; they are printed. The query has "RUN."
 * before names of tables. */
static inline int cut_differences(sqlite3 *both, const char *query, const char *name, long at)
{
    char text[2][4096] = {""}, difference[2 * sizeof text[0] + 16];
    const char *const run[] = {"main.", "other."};
    int count = 0;
    for (int k = 0; k < 2; k++) {
        const char *place = strstr(query, "RUN.");
        snprintf(text[k], sizeof text[k], "%.*s%s%s", (int)(place - query), query, run[k], place + 4);
    }
    for (int k = 0; k < 2; k++) {
        sqlite3_stmt *s = NULL;
        snprintf(difference, sizeof difference, "%s except %s", text[k], text[1 - k]);
        assert_int_equal(sqlite3_prepare_v2(both, difference, -1, &s, NULL), SQLITE_OK);
        for (; sqlite3_step(s) == SQLITE_ROW; count++) {
            if (count < 4) {
                print_error(
                    "%s, cut behind chart %ld, only in %s %s %s %s\n", name, at, run[k],
                    (const char *)sqlite3_column_text(s, 0), sqlite3_column_name(s, 1),
                    sqlite3_column_type(s, 1) == SQLITE_BLOB ? "" : (const char *)sqlite3_column_text(s, 1));
            }
        }
        sqlite3_finalize(s);
    }
    return count;
}

/* Facts that are none of the computation. */
#define CUT_CLOCK "('id', 'started', 'first_started', 'ended', 'seconds')"

/* All but the clock: rows, labelled solutions with what is kept, facts. */
static inline int cut_compare(const char *name, long at)
{
    char path[2][200];
    char columns[2048] = "point";
    snprintf(path[0], sizeof path[0], "%s/whole/%s.db", scratch_folder, name);
    snprintf(path[1], sizeof path[1], "attach '%s/cut/%s.db' as other", scratch_folder, name);
    sqlite3 *both = NULL;
    assert_int_equal(sqlite3_open_v2(path[0], &both, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(both, path[1], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_stmt *s = NULL;
    sqlite3_prepare_v2(
        both,
        "select name from pragma_table_info('point') where name not in ('point', 'time', 'row_checksum')", -1,
        &s, NULL);
    while (sqlite3_step(s) == SQLITE_ROW) {
        const size_t used = strlen(columns);
        snprintf(columns + used, sizeof columns - used, ", %s", (const char *)sqlite3_column_text(s, 0));
    }
    sqlite3_finalize(s);
    static const char *const query[] = {"select point, u from RUN.solution",
                                        "select point, tangent from RUN.solution",
                                        "select point, kept from RUN.solution",
                                        ("select key, value from RUN.run where key not in " CUT_CLOCK)};
    char rows[2300];
    snprintf(rows, sizeof rows, "select %s from RUN.point", columns);
    int count = cut_differences(both, rows, name, at);
    for (int k = 0; k < 4; k++) {
        count += cut_differences(both, query[k], name, at);
    }
    sqlite3_int64 dense = 0;
    sqlite3_prepare_v2(both, "select count(*) from main.sqlite_master where name = 'dense'", -1, &s, NULL);
    if (sqlite3_step(s) == SQLITE_ROW) {
        dense = sqlite3_column_int64(s, 0);
    }
    sqlite3_finalize(s);
    if (dense) {
        count += cut_differences(both, "select point, edge, value, error, checksum from RUN.dense", name, at);
    }
    sqlite3_close(both);
    return count;
}

/* Whole, then cut behind chart `first`, `first` + `every`, ...; also twice. */
static inline int cut_everywhere(const cut_case *what, long first, long every)
{
    int count = 0;
    assert_int_equal(cut_go(what, "whole", false, 0), RDG_OK);
    const long charts = cut_written;
    for (long at = first; at <= charts; at += every) {
        for (int twice = 0; twice < 2; twice++) {
            assert_int_not_equal(cut_go(what, "cut", false, at), RDG_OK);
            if (twice) {
                cut_go(what, "cut", true, 1 + (at * 7) % 11);
            }
            assert_int_equal(cut_go(what, "cut", true, 0), RDG_OK);
            count += what->is_only_others ? 0 : cut_compare(what->name, at);
            for (int k = 0; k < 4 && what->others[k]; k++) {
                char other[100];
                snprintf(other, sizeof other, "%s/%s", what->name, what->others[k]);
                count += cut_compare(other, at);
            }
        }
    }
    return count;
}

#endif
