/* SQLite, as the modules above use it: a file or a piece of memory with a run in it, its statements, and what
 * went wrong as text. Functions that answer an int answer SQLite's code, SQLITE_OK being 0. */
#ifndef RDG_DATABASE_IMPL_H
#define RDG_DATABASE_IMPL_H

#include "objects.h"

#include <sqlite3.h>

#include <stdbool.h>

/* "RDG1", and the version of the tables. */
enum { RDG_RUN_FILE = 0x52444731, RDG_RUN_TABLES = 2 };

/* What is known of a place where a database may be. */
typedef enum rdg_place { RDG_PLACE_FREE, RDG_PLACE_FILE, RDG_PLACE_OTHER } rdg_place;

/* Links are not followed: one is something other than a file. *error: an errno, where it is not known; then
 * the answer is RDG_PLACE_OTHER. */
rdg_place rdg_database_place(const char *path, int *error);

/* A file, which can be opened: SQLite would wait for a pipe beside it ("-wal", "-shm", "-journal"), and write
 * into a file that has another name as well. Who opens a run is reported of all this. */
bool rdg_database_is_file(const char *path);

/* The failure of a call that answered `code`. `path` names the file; NULL: a run in memory. */
rdg_status rdg_database_failure(rdg_context *ctx, const char *where, const char *path, sqlite3 *database,
                                int code);

/* Any database, with SQLite's flags, of which nothing but reading and writing is expected; to be closed in
 * any case. SQLite's code. */
int rdg_database_open(const char *path, int flags, sqlite3 **database);

/* A database in memory; *database is to be closed in any case. */
rdg_status rdg_database_open_memory(rdg_context *ctx, const char *where, sqlite3 **database);

/* Has the file any? Waits for who writes it; true where nobody can report. */
bool rdg_database_has_tables(const char *path);

/* A run that is there, to be read. NULL after a failure. */
sqlite3 *rdg_database_open_to_read(rdg_context *ctx, const char *where, const char *path);

/* A run that is there, or a new file, to be written by who holds the lock. NULL after a failure. */
sqlite3 *rdg_database_open_to_write(rdg_context *ctx, const char *where, const char *path);

void rdg_database_close(sqlite3 *database);

/* Statements without an answer, one after the other. */
int rdg_database_run(sqlite3 *database, const char *statements);

/* The whole number that a statement answers. */
int rdg_database_ask(sqlite3 *database, const char *statement, sqlite3_int64 *answer);

/* The rows of a table of so many columns, for which memory is to be had. SQLITE_CORRUPT: more than there is
 * space for in the file, as where pages hang in each other's place. */
int rdg_database_count(sqlite3 *database, const char *statement, int columns, sqlite3_int64 *rows);

/* To be finalized; NULL after a failure, with SQLite's code in *code. */
sqlite3_stmt *rdg_database_prepare(sqlite3 *database, const char *statement, int *code);

/* The same for one that is done again and again: the database keeps it until it is closed. Nothing is bound.
 */
sqlite3_stmt *rdg_database_statement(sqlite3 *database, const char *statement, int *code);

/* A statement that answers nothing: do it, and make it ready for the next time. */
int rdg_database_do(sqlite3_stmt *statement);

/* All tables and views go. */
int rdg_database_empty(sqlite3 *database);

#endif
