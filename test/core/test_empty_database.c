/* Tables that are made as pages are those that SQLite makes by statements. */
#include "database_impl.h"
#include "empty_database_impl.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* The only value of a statement's rows, one behind the other. */
static void all_rows(sqlite3 *database, const char *statement, char *text, size_t size)
{
    int code = SQLITE_OK;
    size_t n = 0;
    sqlite3_stmt *s = rdg_database_prepare(database, statement, &code);
    assert_non_null(s);
    text[0] = '\0';
    while (sqlite3_step(s) == SQLITE_ROW) {
        n += (size_t)snprintf(text + n, size - n, "%s\n", (const char *)sqlite3_column_text(s, 0));
        assert_true(n < size);
    }
    assert_int_equal(sqlite3_finalize(s), SQLITE_OK);
}

static sqlite3 *memory(void)
{
    sqlite3 *database = NULL;
    assert_int_equal(rdg_database_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &database),
                     SQLITE_OK);
    return database;
}

/* Both have the same tables, whole and empty, and take the same rows. */
static void compare(const char *lines, const char *rows, const char *question)
{
    static char first[100000], second[100000];
    sqlite3 *made = memory(), *reference = memory();
    assert_int_equal(rdg_empty_database_make(made, lines), SQLITE_OK);
    assert_int_equal(rdg_database_run(reference, lines), SQLITE_OK);
    const char *const questions[] = {
        "select type || ' ' || name || ' ' || tbl_name || ' ' || (rootpage > 0) || ' ' || sql"
        " from sqlite_master order by rowid",
        "pragma integrity_check", question};
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        if (questions[k] == question) {
            assert_int_equal(rdg_database_run(made, rows), SQLITE_OK);
            assert_int_equal(rdg_database_run(reference, rows), SQLITE_OK);
        }
        all_rows(made, questions[k], first, sizeof first);
        all_rows(reference, questions[k], second, sizeof second);
        assert_string_equal(first, second);
        assert_true(*first || !*lines);
    }
    all_rows(made, "pragma integrity_check", first, sizeof first);
    assert_string_equal(first, "ok\n");
    all_rows(made, "pragma application_id", first, sizeof first);
    all_rows(made, "pragma user_version", second, sizeof second);
    assert_int_equal(strtol(first, NULL, 10), RDG_RUN_FILE);
    assert_int_equal(strtol(second, NULL, 10), RDG_RUN_TABLES);
    rdg_database_close(made);
    rdg_database_close(reference);
}

static void they_are_those_of_the_statements(void **state)
{
    (void)state;
    compare("create table a(id integer primary key, x real);\n"
            "create table if not exists b(name text primary key, y) without rowid;\n"
            "create view c as select x, y as \"y (m/s)\" from a join b on name = x;\n",
            "insert into a(x) values(1), (2.5); insert into b values(2.5, 7), ('z', null), ('a', x'00')",
            "select y from b union all select \"y (m/s)\" from c");
}

/* From lines that fit to lines of which none does, each length of the last cell that fits among them. */
static void lines_of_any_length_are_made(void **state)
{
    (void)state;
    static char lines[30000];
    for (int columns = 1; columns < 700; columns += columns < 300 ? 23 : 97) {
        size_t n = (size_t)snprintf(lines, sizeof lines, "create table p(q0");
        for (int k = 1; k < columns; k++) {
            n += (size_t)snprintf(lines + n, sizeof lines - n, ", \"q %d\" real", k);
        }
        n += (size_t)snprintf(lines + n, sizeof lines - n,
                              ");\ncreate view v as select q0 from p;\ncreate table r(x);\n");
        assert_true(n < sizeof lines);
        compare(lines, "insert into p(q0) values(3), (4); insert into r values(5)",
                "select q0 from v union all select x from r");
    }
    for (int length = 3900; length < 4100; length++) {
        snprintf(lines, sizeof lines, "create table p(%0*d text);\n", length, 0);
        memset(strchr(lines, '(') + 1, 'q', (size_t)length);
        compare(lines, "insert into p values(3)", "select * from p");
    }
    compare("", "create table x(y); insert into x values(1)", "select y from x");
}

/* As many tables as pages have a number of one byte, and more. */
static void there_may_be_many(void **state)
{
    (void)state;
    static char lines[8000];
    size_t n = 0;
    for (int k = 0; k < 150; k++) {
        n += (size_t)snprintf(lines + n, sizeof lines - n, "create table t%d(x);\n", k);
    }
    compare(lines, "insert into t0 values(1); insert into t149 values(2)",
            "select x from t0 union all select x from t149");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_those_of_the_statements),
                                       cmocka_unit_test(lines_of_any_length_are_made),
                                       cmocka_unit_test(there_may_be_many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
