/* A model at all cases of a plan, in several threads. */
#include "kept_cases_impl.h"
#include "sampling_impl.h"

#include <ridgewalk/context.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE = 256 };

typedef struct work {
    const rdg_sampling *plan;
    rdg_sampling_function *function;
    void *data;
    rdg_index cases, n_results;
    double *result;
    bool *has; /* [cases] computed, now or before */
    rdg_kept_cases kept;
    rdg_index failed, first_failed; /* cases; 0: none */
    char message[MESSAGE];          /* of the first one */
    double *memory;                 /* [threads * (n + n_results)] */
    pthread_mutex_t mutex;          /* of the failures and of the file */
} work;

/* The message is that of the failed case with the lowest number, whatever the threads do. */
static void note_failure(work *w, rdg_index number, const char *message)
{
    pthread_mutex_lock(&w->mutex);
    w->failed++;
    if (w->first_failed == 0 || number < w->first_failed) {
        w->first_failed = number;
        snprintf(w->message, sizeof w->message, "%s", message);
    }
    pthread_mutex_unlock(&w->mutex);
}

static void keep(work *w, rdg_index number, const double *own)
{
    for (rdg_index j = 0; j < w->n_results; j++) {
        w->result[number - 1 + w->cases * j] = own[j];
    }
    w->has[number - 1] = true;
    pthread_mutex_lock(&w->mutex);
    rdg_kept_cases_add(&w->kept, number, own);
    pthread_mutex_unlock(&w->mutex);
}

/* value [n], own [n_results]: of this thread. A case in which the user interrupts runs is neither computed
 * nor failed: the results of runs that ended early may pass for either. */
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
    if (failed && !rdg_interrupted()) {
        const char *message = ctx ? rdg_error_message(ctx) : "";
        note_failure(w, number, *message ? message : rdg_status_text(status));
    } else if (!rdg_interrupted()) {
        keep(w, number, own);
    }
    rdg_context_free(ctx);
}

static void compute_missing(rdg_index i, int worker, void *data)
{
    work *w = data;
    const rdg_index n = w->plan->n;
    double *own = w->memory + (n + w->n_results) * worker;
    if (!w->has[i] && !rdg_interrupted()) {
        compute_case(w, i + 1, own, own + n);
    }
}

static rdg_index count_computed(const work *w)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < w->cases; k++) {
        count += w->has[k];
    }
    return count;
}

static rdg_status report(rdg_context *ctx, const char *where, const work *w)
{
    if (w->kept.error) {
        rdg_warn(ctx, "cases that are not kept", "%s: %s: cases are computed, but not kept in this file",
                 w->kept.path, strerror(w->kept.error));
    }
    if (rdg_interrupted()) {
        return rdg_fail(
            ctx, RDG_ERR_INTERRUPTED, where,
            "interrupted (Ctrl-C): %" PRId64 " of %" PRId64 " cases are computed, the others NaN; %s",
            count_computed(w), w->cases,
            w->kept.path ? "the same call goes on with them" : "rdg_sampling_resume() keeps cases");
    }
    if (w->failed == w->cases) {
        return rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where,
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

static rdg_status run(rdg_context *ctx, const char *where, work *w, int threads)
{
    for (rdg_index i = 0; i < w->cases * w->n_results; i++) {
        w->result[i] = NAN;
    }
    if (w->kept.path) {
        RDG_TRY(rdg_kept_cases_open(&w->kept, ctx, where, w->plan, w->result, w->has));
    }
    rdg_interrupts_watch();
    rdg_parallel_for(ctx, threads, 0, w->cases, 1, compute_missing, w);
    rdg_interrupts_leave();
    rdg_kept_cases_close(&w->kept);
    return report(ctx, where, w);
}

/* path: NULL: nothing is kept */
static rdg_status compute(rdg_context *ctx, const char *where, const char *path, const rdg_sampling *plan,
                          rdg_sampling_function *function, void *data, rdg_index n_results, double *result)
{
    RDG_NEED(ctx, plan, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, function, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    if (n_results < 1) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%" PRId64 " results of a case: give at least one",
                        n_results);
    }
    work w = {.plan = plan,
              .function = function,
              .data = data,
              .cases = rdg_sampling_cases(ctx, plan),
              .n_results = n_results,
              .result = result,
              .mutex = PTHREAD_MUTEX_INITIALIZER};
    if (w.cases == 0) {
        return rdg_error_status(ctx);
    }
    w.kept = (rdg_kept_cases){.path = path, .cases = w.cases, .n_results = n_results};
    const int threads = rdg_thread_count(ctx);
    w.memory = rdg_context_calloc(ctx, (size_t)threads * (size_t)(plan->n + n_results), sizeof(double));
    w.has = rdg_context_calloc(ctx, (size_t)w.cases, sizeof *w.has);
    const rdg_status status = w.memory && w.has ? run(ctx, where, &w, threads) : RDG_ERR_NO_MEMORY;
    rdg_free(w.has);
    rdg_free(w.memory);
    return status;
}

rdg_status rdg_sampling_compute(rdg_context *ctx, const rdg_sampling *plan, rdg_sampling_function *function,
                                void *data, rdg_index n_results, double *result)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    return compute(ctx, __func__, NULL, plan, function, data, n_results, result);
}

rdg_status rdg_sampling_resume(rdg_context *ctx, const char *path, const rdg_sampling *plan,
                               rdg_sampling_function *function, void *data, rdg_index n_results,
                               double *result)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, path, RDG_ERR_ARGUMENT);
    return compute(ctx, __func__, path, plan, function, data, n_results, result);
}
