/* Runs that are kept in memory, and beside them in folders. */
#ifndef RDG_TEST_MEMORY_RUNS_H
#define RDG_TEST_MEMORY_RUNS_H

#include "run_problems.h"
#include "same_run.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>

static inline rdg_problem *crossing_with_unit(rdg_context *ctx)
{
    rdg_problem *p = crossing_problem(ctx);
    rdg_set_unit(p, "y", "m/s^2");
    return p;
}

/* A name that needs quotes. */
static inline rdg_problem *winding_problem(rdg_context *ctx)
{
    return winding_problem_of(ctx, "x, \"first\"");
}

#define CROSSING                                                                                             \
    RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -0.6, 0.6), RDG_UZ("x", 0.25), RDG_NO_TABLE
#define WINDING RDG_RELEASE("x0"), RDG_RELEASE("s"), RDG_WINDOW("s", -3, 3), RDG_LABEL_EVERY(4), RDG_NO_TABLE

static inline rdg_run *open_of_folder(rdg_context *ctx, const char *name)
{
    assert_failed(ctx, (rdg_run_forget(ctx, name), RDG_ERR_NAME), "in memory"); /* it is not there */
    rdg_run *run = rdg_run_open(ctx, name);
    assert_non_null(run);
    return run;
}

static inline bool lies_on_disk(const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s.db", scratch_folder, name);
    return access(path, F_OK) == 0;
}

#endif
