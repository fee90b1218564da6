/* The tables of a farm in SQLite, and one of them as CSV. */
#define _POSIX_C_SOURCE 200809L

#include "farm_rows.h"
#include "rdg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fail(rows *t)
{
    if (!t->failed) {
        complain("farm", "%s.db: %s", t->path, t->database ? sqlite3_errmsg(t->database) : "no memory");
    }
    t->failed = true;
    return false;
}

static bool execute(rows *t, const char *text)
{
    return text && sqlite3_exec(t->database, text, NULL, NULL, NULL) == SQLITE_OK ? true : fail(t);
}

/* Execute what sqlite3_mprintf() has made, and free it. */
static bool execute_made(rows *t, char *text)
{
    const bool good = execute(t, text);
    sqlite3_free(text);
    return good;
}

static void name_part(const rows *t, const char *ending, char *part)
{
    snprintf(part, FARM_PATH, "%s%s.part", t->path, ending);
}

bool open_rows(rows *t, const char *path)
{
    char part[FARM_PATH];
    t->path = path;
    name_part(t, ".db", part);
    unlink(part); /* left from a kill */
    if (sqlite3_open_v2(part, &t->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        return fail(t);
    }
    return execute(
        t, "pragma synchronous = off; pragma journal_mode = memory; begin;"
           "create table cases(\"case\" integer primary key, state text, status integer, tries integer,"
           " seconds real, message text);"
           "create table runs(\"case\" integer, run text, points integer, stop text);"
           "create table points(\"case\" integer, run text, type text, point integer, label integer);"
           "create table quantities(name text, unit text)");
}

bool add_case_row(rows *t, long number, case_state state, const record *r)
{
    static const char *const names[] = {"open", "begun", "failed", "complete"};
    return execute_made(t, sqlite3_mprintf("insert into cases values(%ld, %Q, %d, %d, %.17g, %Q)", number,
                                           names[state], r->status, r->tries, r->seconds, r->message));
}

bool add_run_row(rows *t, long number, const char *run, rdg_index points, const char *stop)
{
    return execute_made(t, sqlite3_mprintf("insert into runs values(%ld, %Q, %lld, %Q)", number, run,
                                           (long long)points, stop));
}

bool is_result(const char *column)
{
    const size_t n = strlen(column);
    return !is_of_the_walk(column) && strcmp(column, "label") != 0 && strcmp(column, "norm") != 0 &&
           (n == 0 || column[n - 1] != ']');
}

/* A column that no run before has had is added. */
static bool place_column(rows *t, const char *name, const char *unit)
{
    for (int k = 0; k < t->n; k++) {
        if (strcmp(t->name[k], name) == 0) {
            return true;
        }
    }
    if (t->n == MOST_FARM_COLUMNS) {
        complain("farm", "the runs have more than %d different columns", MOST_FARM_COLUMNS);
        t->failed = true;
        return false;
    }
    t->name[t->n] = strdup(name);
    t->unit[t->n] = strdup(unit);
    t->n++;
    return t->name[t->n - 1] && t->unit[t->n - 1] &&
           execute_made(t, sqlite3_mprintf("alter table points add column \"%w\" real", name)) &&
           execute_made(t, sqlite3_mprintf("insert into quantities values(%Q, %Q)", name, unit));
}

/* insert into points(..., "omega", "Am") values(?, ..., ?, ?) */
static sqlite3_stmt *prepare_point(rows *t, rdg_run *run)
{
    const char *column = NULL;
    sqlite3_stmt *s = NULL;
    sqlite3_str *text = sqlite3_str_new(t->database), *values = sqlite3_str_new(t->database);
    sqlite3_str_appendall(text, "insert into points(\"case\", run, type, point, label");
    sqlite3_str_appendall(values, ") values(?, ?, ?, ?, ?");
    bool good = true;
    for (rdg_index i = 0; good && (column = rdg_run_column_name(run, i)); i++) {
        if (is_result(column)) {
            good = place_column(t, column, rdg_run_unit(run, column));
            sqlite3_str_appendf(text, ", \"%w\"", column);
            sqlite3_str_appendall(values, ", ?");
        }
    }
    char *end = sqlite3_str_finish(values);
    sqlite3_str_appendf(text, "%s)", end ? end : "");
    sqlite3_free(end);
    char *whole = sqlite3_str_finish(text);
    if (good && (!whole || sqlite3_prepare_v2(t->database, whole, -1, &s, NULL) != SQLITE_OK)) {
        fail(t);
    }
    sqlite3_free(whole);
    return s;
}

bool add_point(rows *t, rdg_run *run, long number, const char *name, rdg_index row, const char *type)
{
    const char *column = NULL;
    int place = 6;
    sqlite3_stmt *s = prepare_point(t, run);
    if (!s) {
        return false;
    }
    sqlite3_bind_int64(s, 1, number);
    sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(s, 3, type, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, rdg_run_point(run, row));
    sqlite3_bind_int64(s, 5, rdg_run_label(run, row));
    for (rdg_index i = 0; (column = rdg_run_column_name(run, i)); i++) {
        const double *values = is_result(column) ? rdg_run_column(run, column) : NULL;
        if (values) {
            sqlite3_bind_double(s, place++, values[row]); /* of NaN it makes null */
        }
    }
    const bool good = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_finalize(s);
    return good || fail(t);
}

/* A field of text: in quotes where it has to be. */
static void print_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    }
    fputc('"', out);
}

static void print_field(FILE *out, sqlite3_stmt *s, int k)
{
    switch (sqlite3_column_type(s, k)) {
    case SQLITE_NULL:
        break;
    case SQLITE_FLOAT:
        fprintf(out, "%.17g", sqlite3_column_double(s, k));
        break;
    default:
        print_text(out, (const char *)sqlite3_column_text(s, k));
    }
}

static bool write_csv(rows *t, const char *path)
{
    sqlite3_stmt *s = NULL;
    FILE *out = fopen(path, "w");
    int code = sqlite3_prepare_v2(t->database, "select * from points order by rowid", -1, &s, NULL);
    if (out) {
        fputs("case,run,type,point,label", out);
    }
    for (int k = 0; out && k < t->n; k++) {
        char header[300];
        snprintf(header, sizeof header, *t->unit[k] ? "%s/%s" : "%s", t->name[k], t->unit[k]);
        fputc(',', out);
        print_text(out, header);
    }
    while (out && code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        code = SQLITE_OK;
        for (int k = 0; k < sqlite3_column_count(s); k++) {
            fputc(k > 0 ? ',' : '\n', out);
            print_field(out, s, k);
        }
    }
    sqlite3_finalize(s);
    if (out) {
        fputc('\n', out);
    }
    const bool written = out && fflush(out) == 0 && !ferror(out);
    if (code != SQLITE_DONE || (out && fclose(out) != 0) || !written) {
        complain("farm", "%s cannot be written: %s", path, strerror(errno));
        return false;
    }
    return true;
}

static bool take_name(const rows *t, const char *ending)
{
    char part[FARM_PATH], path[FARM_PATH];
    name_part(t, ending, part);
    snprintf(path, sizeof path, "%s%s", t->path, ending);
    if (rename(part, path) != 0) {
        complain("farm", "%s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

bool close_rows(rows *t, bool good)
{
    char csv[FARM_PATH], database[FARM_PATH];
    name_part(t, ".csv", csv);
    name_part(t, ".db", database);
    good = good && !t->failed && execute(t, "commit") && write_csv(t, csv);
    sqlite3_close(t->database);
    good = good && take_name(t, ".db") && take_name(t, ".csv");
    if (!good) {
        unlink(csv);
        unlink(database);
    }
    for (int k = 0; k < t->n; k++) {
        free(t->name[k]);
        free(t->unit[k]);
    }
    return good;
}
