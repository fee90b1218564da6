/* Runs that are kept in memory: each is what its folder would hold. They belong to the context, by name; who
 * writes or reads one holds it as well, so that it stays as it is when a new run takes its name. */
#ifndef RDG_MEMORY_RUN_IMPL_H
#define RDG_MEMORY_RUN_IMPL_H

#include "run_mesh_impl.h"
#include "run_store_impl.h"
#include "text_impl.h"

/* A labelled solution. */
typedef struct rdg_memory_solution {
    rdg_index label;
    rdg_index n_state;
    double *numbers; /* [2 n_variables + n_state]: variables, tangent, state */
    char *kept;      /* by the problem; NULL: nothing */
} rdg_memory_solution;

typedef struct rdg_memory_run rdg_memory_run;
struct rdg_memory_run {
    rdg_memory_run *older; /* of the same context */
    int holders;
    char *name;
    char *header;     /* what would be the first line of bd.csv */
    char *head;       /* run.json: its first part, */
    char *tail;       /* and how it ended */
    char **type_name; /* [n_type_names] each type that occurs, once */
    rdg_index n_type_names, type_name_room;
    rdg_index n_fields, n_rows;
    double *numbers; /* [n_rows * n_fields] row by row, in the order of computation */
    rdg_index numbers_room;
    const char **type; /* [n_rows] "" or one of type_name */
    rdg_index type_room;
    rdg_index n_variables, n_solutions, solution_room;
    rdg_memory_solution *solution; /* [n_solutions] */
    bool has_mesh;
    rdg_index n_triangles, n_curve_points;
    rdg_index *triangle, *curve; /* as in rdg_mesh */
};

/* A new run, held by who asks for it; it can be found once it is published. NULL after a failure. */
rdg_memory_run *rdg_memory_run_create(rdg_context *ctx, const char *name, const rdg_layout *layout);

/* Let the context keep it, in place of an older one of its name. */
rdg_status rdg_memory_run_publish(rdg_context *ctx, rdg_memory_run *run);

/* The run of this name, to be held by who needs it; NULL: there is none. */
rdg_memory_run *rdg_memory_run_find(const rdg_context *ctx, const char *name);

void rdg_memory_run_hold(rdg_memory_run *run);

/* Hold it no more; the last one frees it. NULL is allowed. */
void rdg_memory_run_release(rdg_memory_run *run);

/* The context keeps the run of this name no longer. false: there is none. */
bool rdg_memory_run_forget(rdg_context *ctx, const char *name);

/* Names of the runs that the context keeps. */
void rdg_memory_run_list(const rdg_context *ctx, rdg_text *list);

/* A chart, and its solution if it has a label. */
rdg_status rdg_memory_run_append(rdg_context *ctx, rdg_memory_run *run, const rdg_layout *layout,
                                 const rdg_solution_more *more, const rdg_chart *chart);

rdg_status rdg_memory_run_mesh(rdg_context *ctx, rdg_memory_run *run, const rdg_mesh *mesh);

/* The solution of a label; NULL: there is none. */
const rdg_memory_solution *rdg_memory_run_solution(const rdg_memory_run *run, rdg_index label);

#endif
