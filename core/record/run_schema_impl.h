/* The tables of a run. */
#ifndef RDG_RUN_SCHEMA_IMPL_H
#define RDG_RUN_SCHEMA_IMPL_H

#include "contents.h"
#include "database_impl.h"
#include "run_layout_impl.h"
#include "seal_impl.h"

/* Columns of the table of points before the quantities; the first parameter is quantity 1, column q1. */
#define RDG_POINT_COLUMNS "point, type, label, step, next_step, iterations, residual, norm, time"
enum { RDG_N_POINT_COLUMNS = 9, RDG_TYPE_COLUMN = 1, RDG_NORM_COLUMN = 7 };

/* Facts with quantities and blocks; triangles with the curves on a surface. */
extern const rdg_seal rdg_seal_of_facts, rdg_seal_of_mesh;

/* SQLite's own limit of columns, 2000, less those. */
enum { RDG_MOST_QUANTITIES = 1900 };

/* The statements that make tables and views, each with ";\n" behind it; to be freed with sqlite3_free().
 * NULL: no memory. */
char *rdg_run_schema_tables(const rdg_layout *layout);

/* Make them; inside a transaction. */
int rdg_run_schema_make(sqlite3 *database, const rdg_layout *layout);

/* State which blocks and quantities there are. */
int rdg_run_schema_fill(sqlite3 *database, const rdg_layout *layout);

/* Tables of a surface; they may be there. */
int rdg_run_schema_make_mesh(sqlite3 *database);

/* Table of the curve between rows; it may be there. */
int rdg_run_schema_make_dense(sqlite3 *database);

/* Tables of what is stated while the run lasts, and of what it is of; they may be there. */
int rdg_run_schema_make_words(sqlite3 *database);

/* Fill the latter. */
int rdg_run_contents_write(sqlite3 *database, void (*describe)(const rdg_contents *out, const void *data),
                           const void *data);

/* "..., q1, q2": what follows RDG_POINT_COLUMNS; to be freed with sqlite3_free(). NULL: no memory. */
char *rdg_run_schema_columns(rdg_index n_quantities);

/* Write facts, those of the same name are replaced. */
int rdg_run_facts_write(sqlite3 *database, const rdg_fact *facts, rdg_index n_facts);

/* The facts that every run has, but for how it ended. */
int rdg_run_facts_begin(sqlite3 *database, const char *name);

/* That it has ended, and when. */
int rdg_run_facts_end(sqlite3 *database);

#endif
