/* What a run is once it has been read. */
#ifndef RDG_RUN_DATA_IMPL_H
#define RDG_RUN_DATA_IMPL_H

#include "memo_impl.h"
#include "run_data.h"
#include "run_layout_impl.h"
#include "shelf_impl.h"

#include <stddef.h>

/* A column of the table. */
typedef struct rdg_run_field {
    const char *header; /* in a CSV file: omega_rad_s */
    const char *name;   /* omega */
    const char *unit;   /* rad/s; "" */
    double low, high;   /* the domain that was requested; NaN: none */
    double *values;     /* [n_rows], in the order of the rows; NULL: texts (the types) */
} rdg_run_field;

typedef struct rdg_run_block {
    const char *name;
    rdg_index first, n;
} rdg_run_block;

typedef struct rdg_run_fact {
    const char *name, *text;
} rdg_run_fact;

/* A variable of a large problem as a column, read from the solutions on demand. */
typedef struct rdg_run_variable {
    char *name;
    double *values; /* [n_rows] */
    struct rdg_run_variable *next;
} rdg_run_variable;

/* The curve between a row and the next one: rdg_dense_gap. */
typedef struct rdg_run_gap {
    bool is_described;
    bool is_backwards; /* x grows towards the row */
    rdg_index n_leaves;
    double *edge, *value, *error; /* parts of one array, which is `edge` */
} rdg_run_gap;

/* Whole numbers of a table besides the points. */
typedef struct rdg_run_mesh {
    rdg_index *values, count; /* NULL: not read yet */
} rdg_run_mesh;

struct rdg_run {
    rdg_context *ctx;
    rdg_memory_run *memory; /* NULL: it lies in its file */
    char *path;             /* of its file */
    char *name;
    char **texts; /* [n_texts] owner of all that are read */
    rdg_index n_texts, texts_capacity;
    rdg_run_fact *facts; /* [n_facts] in the order of their names */
    rdg_index n_facts, facts_capacity;
    rdg_run_block *blocks; /* [n_blocks] */
    rdg_index n_blocks, blocks_capacity;
    rdg_index n_rows, n_fields, fields_capacity;
    rdg_index n_quantities, n_parameters; /* the last fields; the first ones of these */
    rdg_run_field *field;                 /* [n_fields] */
    double *values;                       /* [n_rows * n_fields], owner of the fields' values */
    const char **type;                    /* [n_rows] */
    rdg_run_variable *variables;
    rdg_run_mesh triangles, curves;
    rdg_run_gap *gap; /* [n_rows] behind each row; NULL: not read yet */
};

/* --- run_read.c */

/* The database of a run, borrowed for the next calls; NULL after a failure. */
sqlite3 *rdg_run_database(rdg_run *run, const char *where);

/* The failure of a statement on it. */
rdg_status rdg_run_damaged(rdg_run *run, const char *where, sqlite3 *database, int code);

/* Facts, blocks, columns, rows. */
rdg_status rdg_run_read(rdg_run *run);

/* --- run_solution.c */

/* What is requested of a solution. */
typedef struct rdg_solution_request {
    rdg_index label;
    const rdg_index *point; /* the solution of this point, whatever its label; NULL: of the label */
    const char *block;      /* NULL: the state, into u, or what is kept */
    char **kept;            /* a copy of it, NULL where there is none; NULL: it is not requested */
    rdg_index n;            /* size expected; < 0: only report the size */
    double *u;              /* [n] or NULL */
    double *tangent;        /* [n] or NULL */
} rdg_solution_request;

/* Read a block, the state, or what is kept; *found gets its size. The label is there. */
rdg_status rdg_run_read_solution(rdg_run *run, const char *where, const rdg_solution_request *request,
                                 rdg_index *found);

/* The block of this name; NULL: there is none. */
const rdg_run_block *rdg_run_find_block(const rdg_run *run, const char *name);

/* --- run_dense.c */

/* Is there dense output? Then run->gap is there, but after a failure. */
bool rdg_run_read_dense(rdg_run *run, const char *where);
void rdg_run_free_dense(rdg_run *run);

/* The quantity of rdg_dense_gap that these values of rdg_run_lookup() belong to; -1: none. */
rdg_index rdg_run_dense_quantity(const rdg_run *run, const double *values);

/* Is the curve behind a row stored? *leaves: their number, 0 where it jumps. */
bool rdg_run_has_dense(const rdg_run *run, rdg_index row, rdg_index *leaves);

/* Fraction of the way to the next row at which leaf i ends, or, for 0, the first begins. */
double rdg_run_dense_edge(const rdg_run *run, rdg_index row, rdg_index i);

/* A quantity at a fraction of the way from a row to the next one; *error: estimate. NaN: not known there. */
double rdg_run_dense_value(const rdg_run *run, rdg_index quantity, rdg_index row, double fraction,
                           double *error);

/* --- others */

/* Row of a point, by bisection: rows are sorted by point; -1: none. */
rdg_index rdg_run_row_of_point(rdg_run *run, rdg_index point);

/* The state kept with a label, to be read: see rdg_solution_more. */
rdg_status rdg_run_state(rdg_run *run, rdg_index label, rdg_checkpoint *memo);

/* The same of a point, which need not have a label. */
rdg_status rdg_run_state_at(rdg_run *run, rdg_index point, rdg_checkpoint *memo);

/* A fact; NULL, and no failure, where the run does not have it. */
const char *rdg_run_find_fact(const rdg_run *run, const char *fact);

/* Refuse a run of another problem, or begun with other facts: the failure names the first difference.
 * Facts named "version" may differ. */
rdg_status rdg_run_require(rdg_run *run, const rdg_layout *layout, const rdg_fact *facts, rdg_index n_facts);

/* Is what the file holds now, as its fact "id" states (NULL: it has none), still the run that was read?
 * RDG_ERR_NAME: another one has replaced it. */
rdg_status rdg_run_require_id(rdg_run *run, const char *where, const char *id);

/* Whether there is such a run in memory, or in its file: one that was killed before its first chart is none
 * yet. */
bool rdg_run_has_begun(rdg_context *ctx, const char *name, bool in_memory);

/* rdg_run_open() of the run in memory, or of that in its file. */
rdg_run *rdg_run_open_in(rdg_context *ctx, const char *name, bool in_memory);

/* The column of this name, with a failure of `where` if there is none. *unit may be NULL. */
const double *rdg_run_lookup(rdg_run *run, const char *where, const char *name, const char **unit);

/* "FP, UZ": the types of the points that a run has, into a list; "none". */
const char *rdg_run_types(rdg_run *run, rdg_text *list);

#endif
