/* Runs of places that follow each other. */
#include "runs_impl.h"

#include "toolbox.h"

#include <string.h>

/* Runs of the list; written to `run` unless that is NULL. */
static rdg_index split(rdg_index count, const rdg_index *to, rdg_run *run)
{
    rdg_index runs = 0;
    for (rdg_index k = 0; k < count;) {
        rdg_index end = k + 1;
        while (to[k] >= 0 && end < count && to[end] == to[k] + end - k) {
            end++;
        }
        if (to[k] >= 0 && run) {
            run[runs] = (rdg_run){.from = k, .to = to[k], .count = end - k};
        }
        runs += to[k] >= 0;
        k = end;
    }
    return runs;
}

rdg_status rdg_runs_create(rdg_context *ctx, rdg_index count, const rdg_index *to, rdg_runs *runs)
{
    *runs = (rdg_runs){.count = split(count, to, NULL)};
    runs->run = rdg_context_calloc(ctx, (size_t)runs->count, sizeof *runs->run);
    if (!runs->run) {
        *runs = (rdg_runs){.count = 0};
        return RDG_ERR_NO_MEMORY;
    }
    split(count, to, runs->run);
    return RDG_OK;
}

void rdg_runs_release(rdg_runs *runs)
{
    rdg_free(runs->run);
    *runs = (rdg_runs){.count = 0};
}

void rdg_runs_copy(const rdg_runs *runs, const double *values, double *out)
{
    for (rdg_index k = 0; k < runs->count; k++) {
        const rdg_run r = runs->run[k];
        if (r.count == 1) {
            out[r.to] = values[r.from];
        } else {
            memcpy(out + r.to, values + r.from, (size_t)r.count * sizeof *out);
        }
    }
}

void rdg_runs_add(const rdg_runs *runs, const double *values, double *out)
{
    for (rdg_index k = 0; k < runs->count; k++) {
        const rdg_run r = runs->run[k];
        const double *restrict from = values + r.from;
        double *restrict to = out + r.to;
#pragma omp simd
        for (rdg_index i = 0; i < r.count; i++) {
            to[i] += from[i];
        }
    }
}
