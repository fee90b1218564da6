/* Inside of rdg_optimise(). */
#ifndef RDG_OPTIMISE_IMPL_H
#define RDG_OPTIMISE_IMPL_H

#include "active_set_impl.h"
#include "optimality_impl.h"

typedef struct rdg_optimisation {
    rdg_adjoint *a;
    rdg_problem *p;
    rdg_context *ctx;
    const char *name;
    const rdg_optimise_options *options;
    rdg_stage stage;
    rdg_active_set set;
    rdg_optimum result;
    rdg_index most_runs;
} rdg_optimisation;

/* --- optimise_move.c */

/* A run; first: the parameter that determines the direction, or NULL for a point. */
rdg_status rdg_optimise_run(rdg_optimisation *o, const char *what, rdg_index nth, const char *first,
                            double direction);

/* Move quantity k back to the bound that it lies outside of, or as the objective improves. */
rdg_status rdg_optimise_move(rdg_optimisation *o, rdg_index k, bool to_range);

#endif
