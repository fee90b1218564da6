/* A run as it is written: into its file, or into memory. Reading is in run_data.h. */
#ifndef RDG_RUN_STORE_IMPL_H
#define RDG_RUN_STORE_IMPL_H

#include "chart.h"
#include "contents.h"
#include "objects.h"
#include "run_layout_impl.h"

#include <stdbool.h>

typedef struct rdg_run_store rdg_run_store;

/* Longest name of a type of point (FP, BP, ..., or a user's event). */
enum { RDG_TYPE_LENGTH = 63 };

/* What is to be written. */
typedef struct rdg_run_plan {
    const char *name;
    const rdg_layout *layout;
    const rdg_fact *facts; /* [n_facts] options, versions, parameters */
    rdg_index n_facts;
    void (*describe)(const rdg_contents *out, const void *data); /* what the run is of; NULL: nothing is known
                                                                  */
    const void *described;
    bool in_memory; /* the context keeps it */
    bool durable;   /* each point is on the disk before the next one is computed */
    bool goes_on;   /* with the points that are there, which have this layout; else these go when the first
                       point of the new run is there */
    rdg_index n_points; /* those points, as they were read: more or fewer are somebody else's; < 0: any */
    const char *id; /* of the run with those points, as it was read: another is somebody else's; NULL: any */
    bool resumes;   /* without goes_on: no run had begun, so that one with points is somebody else's */
} rdg_run_plan;

/* Begin to write. The store is not owned by ctx. RDG_ERR_BUSY: somebody else writes this run; RDG_ERR_FORMAT:
 * the run that is to be gone on with has other columns, or what lies in its place is no run. */
rdg_status rdg_run_store_open(rdg_context *ctx, const rdg_run_plan *plan, rdg_run_store **store);

/* The curve between two neighbouring rows: every quantity at places x, 0 <= x <= 1, from the row that is
 * nearer to the start of the run to the other one. A leaf is a part of it with RDG_LEAF_INTERVALS equal
 * intervals; values at its ends are those of its neighbours. Quantities: norm, parameters, variables of a
 * small problem; NaN: not known in between, as of a monitor that may jump. */
enum { RDG_LEAF_INTERVALS = 8 };

typedef struct rdg_dense_gap {
    rdg_index n_leaves;  /* 0: the curve jumps */
    rdg_index width;     /* number of quantities */
    const double *edge;  /* [n_leaves + 1] of the leaves */
    const double *value; /* [(RDG_LEAF_INTERVALS n_leaves + 1) width] */
    const double *error; /* [n_leaves width] estimates */
} rdg_dense_gap;

/* What goes with a solution, besides its chart; borrowed. */
typedef struct rdg_solution_more {
    const double *state;      /* [n_state] */
    rdg_index n_state;        /* 0: none */
    const char *kept;         /* by the problem; NULL: nothing */
    bool without_label;       /* charts without a label have solutions, too */
    const rdg_dense_gap *gap; /* between this row and its predecessor; NULL: not known */
} rdg_solution_more;

/* It goes with the solutions from now on. */
void rdg_run_store_keep(rdg_run_store *store, const rdg_solution_more *more);

/* A row; for a chart with a label its solution, too. It is safe from a kill soon, and at once after
 * rdg_run_store_commit(). */
rdg_status rdg_run_store_append(rdg_run_store *store, const rdg_chart *chart);
rdg_status rdg_run_store_commit(rdg_run_store *store);

/* What is shown of a run must be safe: call this before each line about it. While something that was appended
 * is not safe yet, lines of the context are held back; this lets them go as soon as it is. The last ones go
 * with the store. */
void rdg_run_store_shows(rdg_run_store *store);

/* Whether runs that are written let go of the lines that they hold back, for those of another run. */
void rdg_run_stores_show_all(rdg_context *ctx);

/* How the charts of a surface hang together. */
typedef struct rdg_mesh {
    rdg_index n_triangles;
    const rdg_index *triangle; /* [3 n_triangles] points */
    rdg_index n_curve_points;
    const rdg_index *curve; /* [2 n_curve_points] number of the curve, point */
    const char *axes;       /* the parameters that are drawn as coordinates, "x, y, z" */
} rdg_mesh;

rdg_status rdg_run_store_mesh(rdg_run_store *store, const rdg_mesh *mesh);

/* How the run ended; nothing more can be written. */
rdg_status rdg_run_store_finish(rdg_run_store *store, const rdg_fact *facts, rdg_index n_facts);

/* Close it; what was appended stays. NULL is allowed. */
void rdg_run_store_free(rdg_run_store *store);

#endif
