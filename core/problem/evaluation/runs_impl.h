/* Where numbers go, as stretches that stay together: places are most often one behind another, and such
 * numbers are copied as fast as memory allows. */
#ifndef RDG_RUNS_IMPL_H
#define RDG_RUNS_IMPL_H

#include "objects.h"

/* `count` numbers, from number `from` on, go to place `to` on. */
typedef struct rdg_run {
    rdg_index from, to, count;
} rdg_run;

typedef struct rdg_runs {
    rdg_index count;
    rdg_run *run;
} rdg_runs;

/* Number k of `count` goes to to[k]; one with a negative place is in no run. */
rdg_status rdg_runs_create(rdg_context *ctx, rdg_index count, const rdg_index *to, rdg_runs *runs);
void rdg_runs_release(rdg_runs *runs);

/* out[to] = values[from] */
void rdg_runs_copy(const rdg_runs *runs, const double *values, double *out);

/* out[to] += values[from] */
void rdg_runs_add(const rdg_runs *runs, const double *values, double *out);

#endif
