/* What a run is once it has been read. */
#ifndef RDG_RUN_DATA_IMPL_H
#define RDG_RUN_DATA_IMPL_H

#include "json_impl.h"
#include "memory_run_impl.h"
#include "run_data.h"
#include "run_solution_impl.h"
#include "run_store_impl.h"

#include <stddef.h>

/* A column of bd.csv. Texts lie in run->table or run->facts. */
typedef struct rdg_run_field {
    const char *header; /* as it stands there: omega_rad_s */
    const char *name;   /* omega; the header itself where run.json does not know it */
    const char *unit;   /* rad/s; "" */
    double *values;     /* [n_rows], in the order of the rows; NULL: texts (the types) */
} rdg_run_field;

/* A variable of a large problem as a column, read from the solutions on demand. */
typedef struct rdg_run_variable {
    char *name;
    double *values; /* [n_rows] */
    struct rdg_run_variable *next;
} rdg_run_variable;

/* Whole numbers of a table beside bd.csv. */
typedef struct rdg_run_mesh {
    rdg_index *values, count; /* NULL: not read yet */
} rdg_run_mesh;

struct rdg_run {
    rdg_context *ctx;
    rdg_memory_run *memory; /* NULL: it lies in its folder */
    char *path;             /* of its folder */
    char *name;
    char *table; /* bd.csv, cut into fields in place; of a run in memory its first line */
    char *facts; /* run.json, likewise */
    rdg_json json;
    rdg_index n_rows, n_fields;
    rdg_run_field *field; /* [n_fields] */
    double *values;       /* [n_rows * n_fields], owner of the fields' values */
    const char **type;    /* [n_rows] */
    rdg_run_variable *variables;
    rdg_run_mesh triangles, curves;
};

/* Read bd.csv: fields, rows, types, sorted by point. */
rdg_status rdg_run_read_table(rdg_run *run);

/* A block of a solution, or its state, wherever it lies; request->path is filled in here. */
rdg_status rdg_run_read_solution(rdg_run *run, const char *where, rdg_solution_request request,
                                 rdg_index *found);

/* --- memory_run_read.c: of a run in memory its facts, and what is asked of a solution */
rdg_status rdg_memory_run_read_facts(rdg_run *run);
rdg_status rdg_memory_run_read_solution(rdg_run *run, const char *where, const rdg_solution_request *request,
                                        rdg_index *found);

/* Row of a point, by bisection: rows are sorted by point; -1: none. */
rdg_index rdg_run_row_of_point(rdg_run *run, rdg_index point);

/* The state kept with a label, [n]: see rdg_solution_more. */
rdg_status rdg_run_state(rdg_run *run, rdg_index label, rdg_index n, double *state);

/* A fact of run.json; NULL, and no failure, where it does not have it. */
const char *rdg_run_find_fact(const rdg_run *run, const char *fact);

/* Refuse a run of another problem, or begun with other facts: the failure names the first difference.
 * Facts named "version" may differ. */
rdg_status rdg_run_require(rdg_run *run, const rdg_layout *layout, const rdg_fact *facts, rdg_index n_facts);

/* Whether there is such a run in memory, or in its folder: one that was killed before its first chart is none
 * yet. */
bool rdg_run_has_begun(rdg_context *ctx, const char *name, bool in_memory);

/* rdg_run_open() of the run in memory, or of that in its folder. */
rdg_run *rdg_run_open_in(rdg_context *ctx, const char *name, bool in_memory);

/* The column of this name, with a failure of `where` if there is none. *unit may be NULL. */
const double *rdg_run_lookup(rdg_run *run, const char *where, const char *name, const char **unit);

#endif
