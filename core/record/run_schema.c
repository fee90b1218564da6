/* Tables and views. What a table means is stated in doc/data.md. */
#define _POSIX_C_SOURCE 200809L

#include "run_schema_impl.h"
#include "version.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* A statement a line. */
static const char tables[] =
    "create table run(key text primary key, value) without rowid;\n"
    "create table quantity(id integer primary key, name text not null, unit text not null, kind text,"
    " low real, high real);\n"
    "create table block(id integer primary key, name text not null, first integer not null, n integer not "
    "null);\n"
    "create table solution(point integer primary key, u blob not null, tangent blob not null, state blob,"
    " kept text, checksum integer not null);\n"
    "create table seal(name text primary key, checksum integer not null) without rowid;\n";

static const char tables_of_words[] =
    "create table if not exists note(id integer primary key, time real, severity text not null,"
    " point integer, text text not null);\n"
    "create table if not exists model(id integer primary key, part text not null, name text not null,"
    " key text not null, value, unit text not null);\n"
    "create table if not exists coefficient(block text not null, i integer not null, displacement text not"
    " null, harmonic integer not null, part text not null, primary key(block, i)) without rowid;\n";

/* of a run that goes on they become more */
#define COUNT_OF_FINISHED                                                                                    \
    "select count(*) from point where (select value from run where key = 'finished') = 1"

const rdg_seal rdg_seal_of_facts = {
    "facts",
    (const char *const[]){"select key, value from run order by key",
                          "select id, name, unit, kind, low, high from quantity order by id",
                          "select id, name, first, n from block order by id", COUNT_OF_FINISHED, NULL}};

const rdg_seal rdg_seal_of_mesh = {
    "mesh", (const char *const[]){"select point_1, point_2, point_3 from triangle order by id",
                                  "select curve, point from curve_point order by id", NULL}};

char *rdg_run_schema_columns(rdg_index n_quantities)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, RDG_POINT_COLUMNS);
    for (rdg_index i = 1; i <= n_quantities; i++) {
        sqlite3_str_appendf(text, ", q%d", (int)i);
    }
    return sqlite3_str_finish(text);
}

static void add_points(sqlite3_str *text, rdg_index n_quantities)
{
    sqlite3_str_appendall(text,
                          "create table point(point integer primary key, type text not null, label integer,"
                          " step real, next_step real, iterations integer, residual real, norm real,"
                          " time real");
    for (rdg_index i = 1; i <= n_quantities; i++) {
        sqlite3_str_appendf(text, ", q%d real", (int)i);
    }
    sqlite3_str_appendall(text, ", row_checksum integer not null);\n");
}

/* --- which blocks and quantities there are */

static int add_blocks(sqlite3 *database, const rdg_layout *layout)
{
    int code = SQLITE_OK;
    sqlite3_stmt *add =
        rdg_database_statement(database, "insert into block(name, first, n) values(?, ?, ?)", &code);
    for (rdg_index b = 0; code == SQLITE_OK && b < layout->n_blocks; b++) {
        sqlite3_bind_text(add, 1, layout->block[b], -1, SQLITE_STATIC);
        sqlite3_bind_int64(add, 2, layout->block_start[b]);
        sqlite3_bind_int64(add, 3, layout->block_start[b + 1] - layout->block_start[b]);
        code = rdg_database_do(add);
    }
    return code;
}

static int add_quantity(sqlite3_stmt *add, const char *name, const char *unit,
                        const rdg_quantity_about *about)
{
    int code = sqlite3_bind_text(add, 1, name, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_text(add, 2, unit, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_text(add, 3, about->kind, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_double(add, 4, about->low); /* NaN becomes NULL */
    code = code ? code : sqlite3_bind_double(add, 5, about->high);
    return code ? code : rdg_database_do(add);
}

/* Parameters, then the variables of a small problem. */
static int add_quantities(sqlite3 *database, const rdg_layout *layout)
{
    static const rdg_quantity_about variable = {.kind = "variable", .low = NAN, .high = NAN};
    static const rdg_quantity_about nothing = {.kind = NULL, .low = NAN, .high = NAN};
    int code = SQLITE_OK;
    sqlite3_stmt *add = rdg_database_statement(
        database, "insert into quantity(name, unit, kind, low, high) values(?, ?, ?, ?, ?)", &code);
    for (rdg_index i = 0; code == SQLITE_OK && i < layout->n_parameters; i++) {
        code = add_quantity(add, layout->parameter[i], layout->unit[i],
                            layout->about ? &layout->about[i] : &nothing);
    }
    for (rdg_index b = 0; rdg_layout_small(layout) > 0 && b < layout->n_blocks; b++) {
        const rdg_index n = layout->block_start[b + 1] - layout->block_start[b];
        for (rdg_index i = 0; code == SQLITE_OK && i < n; i++) {
            char *name = sqlite3_mprintf("%s[%d]", layout->block[b], (int)i);
            code = name ? add_quantity(add, name, "", &variable) : SQLITE_NOMEM;
            sqlite3_free(name);
        }
    }
    return code;
}

/* --- views, in which quantities have their names */

/* The columns of a view so far; names are blind to case. */
static bool is_taken(const rdg_layout *layout, rdg_index before, const char *name)
{
    static const char *const first[] = {"point",      "type",     "label", "step", "next_step",
                                        "iterations", "residual", "norm",  "time", "f_Hz"};
    for (size_t k = 0; k < sizeof first / sizeof *first; k++) {
        if (sqlite3_stricmp(first[k], name) == 0) {
            return true;
        }
    }
    for (rdg_index i = 0; i < before; i++) {
        if (sqlite3_stricmp(layout->parameter[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_frequency(const rdg_layout *layout, rdg_index i)
{
    return strcmp(layout->parameter[i], "omega") == 0 && strcmp(layout->unit[i], "rad/s") == 0;
}

static void add_named_columns(sqlite3_str *text, const rdg_layout *layout)
{
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        const int id = (int)i + 1;
        if (is_taken(layout, i, layout->parameter[i])) {
            sqlite3_str_appendf(text, ", q%d as \"%w %d\"", id, layout->parameter[i], id);
        } else {
            sqlite3_str_appendf(text, ", q%d as \"%w\"", id, layout->parameter[i]);
        }
        if (is_frequency(layout, i)) {
            sqlite3_str_appendf(text, ", q%d / 6.283185307179586 as f_Hz", id);
        }
    }
    rdg_index id = layout->n_parameters;
    for (rdg_index b = 0; rdg_layout_small(layout) > 0 && b < layout->n_blocks; b++) {
        for (rdg_index i = 0; i < layout->block_start[b + 1] - layout->block_start[b]; i++) {
            id++;
            sqlite3_str_appendf(text, ", q%d as \"%w[%d]\"", (int)id, layout->block[b], (int)i);
        }
    }
}

static void add_views(sqlite3_str *text, const rdg_layout *layout)
{
    sqlite3_str_appendall(text, "create view bd as select " RDG_POINT_COLUMNS);
    add_named_columns(text, layout);
    sqlite3_str_appendall(text, " from point order by point;\n"
                                "create view special as select * from bd where type <> '';\n");
}

char *rdg_run_schema_tables(const rdg_layout *layout)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, tables);
    sqlite3_str_appendall(text, tables_of_words);
    add_points(text, layout->n_parameters + rdg_layout_small(layout));
    add_views(text, layout);
    return sqlite3_str_finish(text);
}

int rdg_run_schema_make(sqlite3 *database, const rdg_layout *layout)
{
    char *statements = rdg_run_schema_tables(layout);
    int code = statements ? rdg_database_run(database, statements) : SQLITE_NOMEM;
    sqlite3_free(statements);
    char *kind =
        sqlite3_mprintf("pragma application_id = %d; pragma user_version = %d", RDG_RUN_FILE, RDG_RUN_TABLES);
    code = code ? code : kind ? rdg_database_run(database, kind) : SQLITE_NOMEM;
    sqlite3_free(kind);
    return code;
}

int rdg_run_schema_fill(sqlite3 *database, const rdg_layout *layout)
{
    const int code = add_blocks(database, layout);
    return code ? code : add_quantities(database, layout);
}

int rdg_run_schema_make_words(sqlite3 *database)
{
    return rdg_database_run(database, tables_of_words);
}

int rdg_run_schema_make_dense(sqlite3 *database)
{
    int code = SQLITE_OK;
    sqlite3_stmt *make = rdg_database_statement(
        database,
        "create table if not exists dense(point integer primary key, edge blob not null, value blob not "
        "null, error blob not null, checksum integer not null)",
        &code);
    return code ? code : rdg_database_do(make);
}

int rdg_run_schema_make_mesh(sqlite3 *database)
{
    return rdg_database_run(database,
                            "create table if not exists triangle(id integer primary key, point_1 integer,"
                            " point_2 integer, point_3 integer);"
                            "create table if not exists curve_point(id integer primary key, curve integer,"
                            " point integer);"
                            "delete from triangle; delete from curve_point");
}

/* --- facts */

static const char put[] = "insert or replace into run(key, value) values(?, ?)";

/* Whole numbers are written as such. */
static int bind_number(sqlite3_stmt *statement, double number)
{
    const double most = 9e15;
    if (isless(fabs(number), most) && floor(number) == number && !(number == 0.0 && signbit(number))) {
        return sqlite3_bind_int64(statement, 2, (sqlite3_int64)number);
    }
    return sqlite3_bind_double(statement, 2, number);
}

int rdg_run_facts_write(sqlite3 *database, const rdg_fact *facts, rdg_index n_facts)
{
    int code = SQLITE_OK;
    sqlite3_stmt *add = rdg_database_statement(database, put, &code);
    for (rdg_index i = 0; code == SQLITE_OK && i < n_facts; i++) {
        code = sqlite3_bind_text(add, 1, facts[i].name, -1, SQLITE_STATIC);
        code = code            ? code
               : facts[i].text ? sqlite3_bind_text(add, 2, facts[i].text, -1, SQLITE_STATIC)
                               : bind_number(add, facts[i].number);
        code = code ? code : rdg_database_do(add);
    }
    return code;
}

/* "2026-11-30T23:59:59Z" */
static void name_moment(char text[24])
{
    const time_t now = time(NULL);
    struct tm parts = {.tm_mday = 1};
    gmtime_r(&now, &parts);
    strftime(text, 24, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* The run keeps the number that it has. */
static int write_id(sqlite3 *database)
{
    sqlite3_uint64 id = 0;
    sqlite3_randomness(sizeof id, &id);
    int code = SQLITE_OK;
    sqlite3_stmt *add = rdg_database_statement(database, "insert or ignore into run values('id', ?)", &code);
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, (uint64_t)id);
    code = code ? code : sqlite3_bind_text(add, 1, text, -1, SQLITE_TRANSIENT);
    return code ? code : rdg_database_do(add);
}

int rdg_run_facts_begin(sqlite3 *database, const char *name)
{
    char now[24];
    name_moment(now);
    const rdg_fact facts[] = {{.name = "library", .text = "Ridgewalk"},
                              {.name = "version", .text = rdg_version()},
                              {.name = "name", .text = name},
                              {.name = "finished", .number = 0.0},
                              {.name = "started", .text = now}};
    const int code = rdg_run_facts_write(database, facts, 5);
    return code ? code : write_id(database);
}

int rdg_run_facts_end(sqlite3 *database)
{
    char now[24];
    name_moment(now);
    const rdg_fact facts[] = {{.name = "finished", .number = 1.0}, {.name = "ended", .text = now}};
    return rdg_run_facts_write(database, facts, 2);
}
