/* A run that is being written, and the state that its labelled rows keep. */
#ifndef RDG_TIMESTEPPING_RUN_IMPL_H
#define RDG_TIMESTEPPING_RUN_IMPL_H

#include "timestepping_impl.h"

#include <ridgewalk/contents.h>
#include <ridgewalk/run_writer.h>

enum {
    RDG_TS_BLOCKS = 9, /* q, v, a, A, memory, sensors, force, contacts, clock */
    RDG_TS_CLOCK = 18, /* numbers of the clock */
    RDG_TS_SMALL = 8,  /* coordinates that have columns of their own */
    RDG_TS_FEW = 16,   /* constraints and contacts that have columns */
    RDG_TS_COLUMN_NAME = 64
};

typedef struct rdg_ts_run {
    rdg_timestepping *ts;
    const char *name;
    rdg_run_writer *writer;
    rdg_index coordinates, gaps; /* that have columns */
    rdg_index columns;
    rdg_written_column *about;
    char (*text)[RDG_TS_COLUMN_NAME];
    double *column, *state, *impulse; /* impulse: [rows] since the last row */
    double last_t, energy;            /* T + V - work at the start of the motion */
    rdg_index rows, steps, events, contact;
    int iterations;
    bool warned;
    bool is_complete, is_taken_up; /* a run that was cut off is complete, or is gone on with */
} rdg_ts_run;

/* What goes with a labelled row besides its state, so that the run can be gone on with. */
enum { RDG_TS_MEMORY = 5 };

/* On failure the writer is NULL; to be released in any case. */
rdg_status rdg_ts_run_open(rdg_ts_run *run, rdg_timestepping *ts, const char *name,
                           const rdg_timestepping_run_options *o);
void rdg_ts_run_release(rdg_ts_run *run);

/* What it is a run of: an rdg_describe */
void rdg_ts_describe(const rdg_contents *out, const char *block, void *timestepping);

/* Columns and state of where the motion is */
void rdg_ts_run_fill(rdg_ts_run *run);

/* The blocks of a state and their sizes, in order; [RDG_TS_BLOCKS] */
void rdg_ts_blocks(const rdg_timestepping *ts, rdg_written_block *block);
rdg_index rdg_ts_state_size(const rdg_timestepping *ts);
void rdg_ts_state_store(const rdg_timestepping *ts, double *state);
void rdg_ts_state_load(rdg_timestepping *ts, const double *state);
/* Then what follows from it: gaps, velocities of rows, elements */
rdg_status rdg_ts_state_settle(rdg_timestepping *ts);

#endif
