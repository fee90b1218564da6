/* Two files of what should be the same run: every row, labelled solution, fact and note but the clock's. */
#ifndef RDG_TEST_SAME_FILE_H
#define RDG_TEST_SAME_FILE_H

#include "scratch.h"

#include <sqlite3.h>

/* Rows of a query that one of two runs answers and the other does not; they are printed. The query has "RUN."
 * before names of tables. */
static inline int same_file_answers(sqlite3 *both, const char *query, const char *name, long at)
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
                    "%s, disturbed at %ld, only in %s %s %s %s\n", name, at, run[k],
                    (const char *)sqlite3_column_text(s, 0), sqlite3_column_name(s, 1),
                    sqlite3_column_type(s, 1) == SQLITE_BLOB ? "" : (const char *)sqlite3_column_text(s, 1));
            }
        }
        sqlite3_finalize(s);
    }
    return count;
}

/* Facts that are none of the computation. */
#define SAME_FILE_CLOCK "('id', 'started', 'first_started', 'ended', 'seconds')"

/* All notes but those that only a run that is resumed tells, and what a process tells once of a function. */
#define SAME_FILE_TOLD                                                                                       \
    "text not like '%: taken up at %' and text not like '%: computed again %' and text not like '% has no "  \
    "df%'"

/* All but the clock: rows, labelled solutions with what is kept, facts, notes. */
static inline int same_file_differences(const char *whole, const char *other, const char *name, long at)
{
    char path[2][200];
    char columns[2048] = "point";
    snprintf(path[0], sizeof path[0], "%s/%s/%s.db", scratch_folder, whole, name);
    snprintf(path[1], sizeof path[1], "attach '%s/%s/%s.db' as other", scratch_folder, other, name);
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
    static const char *const query[] = {
        "select point, u from RUN.solution", "select point, tangent from RUN.solution",
        "select point, kept from RUN.solution",
        ("select key, value from RUN.run where key not in " SAME_FILE_CLOCK),
        ("select severity, text, count(*) from RUN.note where " SAME_FILE_TOLD " group by severity, text")};
    char rows[2300];
    snprintf(rows, sizeof rows, "select %s from RUN.point", columns);
    int count = same_file_answers(both, rows, name, at);
    for (int k = 0; k < 5; k++) {
        count += same_file_answers(both, query[k], name, at);
    }
    sqlite3_int64 dense = 0;
    sqlite3_prepare_v2(both, "select count(*) from main.sqlite_master where name = 'dense'", -1, &s, NULL);
    if (sqlite3_step(s) == SQLITE_ROW) {
        dense = sqlite3_column_int64(s, 0);
    }
    sqlite3_finalize(s);
    if (dense) {
        count +=
            same_file_answers(both, "select point, edge, value, error, checksum from RUN.dense", name, at);
    }
    sqlite3_close(both);
    return count;
}

#endif
