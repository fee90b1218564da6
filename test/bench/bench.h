/* What the benchmarks share: a context without words, and the least of many times. Each prints lines "name
 * key=value ..." for table.awk. */
#ifndef RDG_BENCH_H
#define RDG_BENCH_H

#include <ridgewalk/core.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void bench_ignore(rdg_channel channel, const char *text, void *data)
{
    (void)channel;
    (void)text;
    (void)data;
}

/* A context that says nothing and keeps its run folders among what is built. */
static inline rdg_context *bench_context(void)
{
    const char *build = getenv("BUILD");
    char folder[4096];
    rdg_context *ctx = rdg_context_create();
    snprintf(folder, sizeof folder, "%s/bench/runs", build ? build : "build");
    rdg_set_writer(ctx, bench_ignore, NULL);
    rdg_set_run_folder(ctx, folder);
    return ctx;
}

/* The program's exit status: a benchmark that fails has no numbers. */
static inline int bench_exit(rdg_context *ctx)
{
    const bool failed = rdg_error_status(ctx) != RDG_OK;
    if (failed) {
        fprintf(stderr, "%s\n", rdg_error_message(ctx));
    }
    rdg_context_free(ctx);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static inline void bench_require(bool good, const char *otherwise)
{
    if (!good) {
        fprintf(stderr, "%s\n", otherwise);
        exit(EXIT_FAILURE);
    }
}

/* Milliseconds of the processor since an answer of clock(). */
static inline double bench_cpu_ms(clock_t begin)
{
    return 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* Microseconds of a call in a batch of calls. */
static inline double bench_batch_us(int (*call)(void *data), void *data, int calls)
{
    const double begin = rdg_seconds();
    for (int k = 0; k < calls; k++) {
        bench_require(call(data) == 0, "a function that is timed has failed");
    }
    return 1e6 * (rdg_seconds() - begin) / calls;
}

/* Microseconds of a call: the least of some batches, each long enough for the clock. */
static inline double bench_call_us(int (*call)(void *data), void *data)
{
    enum { BATCHES = 25 };
    const double batch_us = 300.0;
    int calls = 1;
    while (bench_batch_us(call, data, calls) * calls < batch_us) {
        calls *= 2;
    }
    double least = bench_batch_us(call, data, calls);
    for (int batch = 1; batch < BATCHES; batch++) {
        const double us = bench_batch_us(call, data, calls);
        least = us < least ? us : least;
    }
    return least;
}

#endif
