/* A run as it is written: into its folder (run.json, bd.csv, solNNNNN.h5), or into memory. Reading is in
 * run_data.h. */
#ifndef RDG_RUN_STORE_IMPL_H
#define RDG_RUN_STORE_IMPL_H

#include "chart.h"
#include "context.h"

/* What the columns and data sets are called; borrowed by the store, outlives it. */
typedef struct rdg_layout {
    rdg_index n_blocks;           /* blocks of variables */
    const char *const *block;     /* [n_blocks] */
    const rdg_index *block_start; /* [n_blocks + 1] */
    rdg_index n_parameters;
    const char *const *parameter; /* [n_parameters] */
    const char *const *unit;      /* [n_parameters] "" where none is known */
} rdg_layout;

/* A fact about the run for run.json: a number or, where text is not NULL, a text. */
typedef struct rdg_fact {
    const char *name;
    const char *text;
    double number;
} rdg_fact;

typedef struct rdg_run_store rdg_run_store;

/* Small problems have so many variables at most: each then has its own column of bd.csv, "block[i]". */
enum { RDG_SMALL_PROBLEM = 8 };

/* The first columns of bd.csv; the parameters follow, then the variables of a small problem. */
#define RDG_FIRST_COLUMNS "point,label,type,step,next_step,iterations,residual,norm,time_s"
enum { RDG_N_FIRST_COLUMNS = 9 };

/* Create (or empty) the folder of the run `name` and write run.json ("finished": false) and bd.csv's header.
 * `facts` (options, versions, parameters), [n_facts], go into run.json. The store is not owned by ctx. */
rdg_status rdg_run_store_create(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store);

/* The same in memory: the context keeps the run, and whatever it kept under this name before is gone. */
rdg_status rdg_run_store_create_in_memory(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                          const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store);

/* Go on with the run `name` of the same layout: new lines of bd.csv follow the old ones (a last line that was
 * cut off is removed), run.json gets the new facts and "finished": false. RDG_ERR_FORMAT where its columns
 * are other ones. */
rdg_status rdg_run_store_open_append(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                     const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store);

/* The same in memory; there is such a run. */
rdg_status rdg_run_store_append_in_memory(rdg_context *ctx, const char *name, const rdg_layout *layout,
                                          const rdg_fact *facts, rdg_index n_facts, rdg_run_store **store);

/* What goes with a solution, besides its chart; borrowed. */
typedef struct rdg_solution_more {
    const double *state; /* [n_state] */
    rdg_index n_state;   /* 0: none */
    const char *kept;    /* by the problem; NULL: nothing */
} rdg_solution_more;

/* It goes into the solution files from now on. */
void rdg_run_store_keep(rdg_run_store *store, const rdg_solution_more *more);

/* One line of bd.csv; for a chart with a label also its HDF5 file (written aside, then renamed, before the
 * line, so that a label in bd.csv always has its file). */
rdg_status rdg_run_store_append(rdg_run_store *store, const rdg_chart *chart);

/* Rewrite run.json with how the run ended: "finished": true, `facts` appended. */
rdg_status rdg_run_store_finish(rdg_run_store *store, const rdg_fact *facts, rdg_index n_facts);

/* For who writes more: the run in memory (NULL: in a folder), the folder's descriptor, the layout, "run
 * <name>", and the failure of a file with an errno. */
struct rdg_memory_run *rdg_run_store_memory(const rdg_run_store *store);
rdg_context *rdg_run_store_context(const rdg_run_store *store);
int rdg_run_store_folder(const rdg_run_store *store);
const rdg_layout *rdg_run_store_layout(const rdg_run_store *store);
const char *rdg_run_store_title(const rdg_run_store *store);
rdg_status rdg_run_store_failure(const rdg_run_store *store, const char *file, int error);

/* Close the files; what was appended stays. NULL is allowed. */
void rdg_run_store_free(rdg_run_store *store);

#endif
