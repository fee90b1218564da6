/* A model at all cases of a plan, in several threads. */
#include "sampling_impl.h"

#include <ridgewalk/context.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { MESSAGE = 256 };

typedef struct work {
    const rdg_sampling *plan;
    rdg_sampling_function *function;
    void *data;
    rdg_index cases, n_results;
    double *result;
    rdg_index failed, first_failed; /* cases; 0: none */
    char message[MESSAGE];          /* of the first one */
} work;

/* The message is that of the failed case with the lowest number, whatever the threads do. */
static void note_failure(work *w, rdg_index number, const char *message)
{
#ifdef _OPENMP
#pragma omp critical(rdg_sampling)
#endif
    {
        w->failed++;
        if (w->first_failed == 0 || number < w->first_failed) {
            w->first_failed = number;
            snprintf(w->message, sizeof w->message, "%s", message);
        }
    }
}

/* value [n], own [n_results]: of this thread */
static void compute_case(work *w, rdg_index number, double *value, double *own)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    for (rdg_index j = 0; j < w->n_results; j++) {
        own[j] = NAN;
    }
    rdg_status status = ctx ? rdg_sampling_values(ctx, w->plan, number, value) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        status = w->function(ctx, number, value, own, w->data);
    }
    const bool failed = status != RDG_OK || rdg_error_status(ctx) != RDG_OK;
    if (failed) {
        const char *message = ctx ? rdg_error_message(ctx) : "";
        note_failure(w, number, *message ? message : rdg_status_text(status));
    }
    for (rdg_index j = 0; j < w->n_results; j++) {
        w->result[number - 1 + w->cases * j] = failed ? NAN : own[j];
    }
    rdg_context_free(ctx);
}

static int thread_number(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* memory [threads * (n + n_results)] */
static void compute_all(work *w, int threads, double *memory)
{
    const rdg_index n = w->plan->n;
    (void)threads; /* built without OpenMP */
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (rdg_index number = 1; number <= w->cases; number++) {
        double *own = memory + (n + w->n_results) * thread_number();
        compute_case(w, number, own, own + n);
    }
}

static rdg_status say(rdg_context *ctx, const work *w)
{
    if (w->failed == w->cases) {
        return rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, "rdg_sampling_compute",
                        "none of %" PRId64 " cases has a result; case %" PRId64 ": %s", w->cases,
                        w->first_failed, w->message);
    }
    if (w->failed > 0) {
        rdg_warn(ctx, "cases without a result",
                 "%" PRId64 " of %" PRId64 " cases have no result (NaN); case %" PRId64 ": %s", w->failed,
                 w->cases, w->first_failed, w->message);
    }
    return RDG_OK;
}

rdg_status rdg_sampling_compute(rdg_context *ctx, const rdg_sampling *plan, rdg_sampling_function *function,
                                void *data, rdg_index n_results, double *result)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, plan, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, function, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    if (n_results < 1) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "%" PRId64 " results of a case: give at least one", n_results);
    }
    work w = {.plan = plan,
              .function = function,
              .data = data,
              .cases = rdg_sampling_cases(ctx, plan),
              .n_results = n_results,
              .result = result};
    const int threads = rdg_thread_count(ctx);
    double *memory =
        w.cases > 0 ? rdg_context_calloc(ctx, (size_t)threads * (size_t)(plan->n + n_results), sizeof(double))
                    : NULL;
    if (!memory) {
        return rdg_error_status(ctx);
    }
    compute_all(&w, threads, memory);
    rdg_free(memory);
    return say(ctx, &w);
}
