/* Statements on the file of a run, as another program would make them. */
#ifndef RDG_TEST_RUN_SQL_H
#define RDG_TEST_RUN_SQL_H

#include "support.h"

#include <sqlite3.h>

#include <stdio.h>
#include <string.h>

static inline sqlite3 *sql_open(const char *path)
{
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return database;
}

static inline void run_sql(const char *path, const char *statements)
{
    sqlite3 *database = sql_open(path);
    char *said = NULL;
    if (sqlite3_exec(database, statements, NULL, NULL, &said) != SQLITE_OK) {
        print_error("%s: %s\n", statements, said);
        fail();
    }
    sqlite3_close(database);
}

/* The first value that a statement answers, as text. */
static inline void sql_text(const char *path, const char *statement, char *text, size_t size)
{
    sqlite3 *database = sql_open(path);
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(database, statement, -1, &s, NULL) != SQLITE_OK) {
        print_error("%s: %s\n", statement, sqlite3_errmsg(database));
        fail();
    }
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    snprintf(text, size, "%s", (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    sqlite3_close(database);
}

static inline void sql_is(const char *path, const char *statement, const char *text)
{
    char answer[256];
    sql_text(path, statement, answer, sizeof answer);
    assert_string_equal(answer, text);
}

static inline void sql_blob(const char *path, const char *statement, void *bytes, size_t size)
{
    sqlite3 *database = sql_open(path);
    sqlite3_stmt *s = NULL;
    assert_int_equal(sqlite3_prepare_v2(database, statement, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_int_equal(sqlite3_column_bytes(s, 0), size);
    memcpy(bytes, sqlite3_column_blob(s, 0), size);
    sqlite3_finalize(s);
    sqlite3_close(database);
}

#endif
