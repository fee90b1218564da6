/* A sweep under way. */
#ifndef RDG_SWEEP_IMPL_H
#define RDG_SWEEP_IMPL_H

#include "returns_impl.h"

typedef struct rdg_sweeping {
    rdg_hybrid *h;
    rdg_context *ctx;
    rdg_sweep_options o; /* with defaults */
    rdg_index parameter; /* its place */
    rdg_section section;
    rdg_crew crew;
    rdg_sweep_table *table;
    rdg_index lanes;     /* event signatures of values in which motions go on from one another; cold: 0 */
    rdg_returns *motion; /* [threads or lanes] */
    rdg_index motions;
    double *start; /* [states] */
    rdg_index start_mode;
    bool *moving; /* [lanes] there is a motion to go on from */
    int *answer;  /* [rows] */
} rdg_sweeping;

/* --- sweep_row.c: one motion; r: its state is where it starts. */
void rdg_sweep_settle(const rdg_sweeping *s, rdg_returns *r, rdg_sweep_row *row, int *answer);

/* --- sweep_files.c */
rdg_status rdg_sweep_write(rdg_sweeping *s);

#endif
