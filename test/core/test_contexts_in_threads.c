/* Contexts of one program in threads of their own: each computes what it computes alone, to the last bit. */
#define _GNU_SOURCE

#include "oscillators.h"
#include "run_problems.h"
#include "scratch.h"

#include <ridgewalk/run.h>
#include <ridgewalk/run_data.h>

#include <pthread.h>

enum { N_THREADS = 4, N_TIMES = 3, MOST = 512 };

typedef struct work {
    int number;
    rdg_index n, n_response;
    double norm[MOST], response[MOST];
    rdg_status status;
} work;

static rdg_index take(rdg_context *ctx, const char *name, double *norm)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index n = run ? rdg_run_count(run) : 0;
    const double *column = run ? rdg_run_column(run, "norm") : NULL;
    if (column && n <= MOST) {
        memcpy(norm, column, (size_t)n * sizeof *norm);
    }
    return n;
}

static const oscillator small = {
    .c = 0.2, .k3 = 1, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8};

/* A curve whose run is a file, and a response of harmonic balance in memory. */
static void *compute(void *data)
{
    work *w = data;
    char folder[128];
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    snprintf(folder, sizeof folder, "%s/%d", scratch_folder, w->number);
    rdg_set_run_folder(ctx, folder);
    for (int k = 0; k < N_TIMES; k++) {
        rdg_continue(winding_problem_of(ctx, "x"), "curve", RDG_RELEASE("x0"), RDG_RELEASE("s"),
                     RDG_WINDOW("s", -1, 1), RDG_UZ("s", 0.5));
        rdg_hbm *hb = oscillator_hbm(ctx, &small);
        rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.2)), "frc", RDG_IN_MEMORY,
                     RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6));
    }
    w->n = take(ctx, "curve", w->norm);
    w->n_response = take(ctx, "frc", w->response);
    w->status = rdg_error_status(ctx);
    rdg_context_free(ctx);
    return NULL;
}

static void each_thread_computes_what_it_computes_alone(void **state)
{
    static work alone, together[N_THREADS];
    pthread_t thread[N_THREADS];
    (void)state;
    alone.number = N_THREADS;
    compute(&alone);
    assert_int_equal(alone.status, RDG_OK);
    assert_in_range(alone.n, 10, MOST);
    assert_in_range(alone.n_response, 10, MOST);
    for (int k = 0; k < N_THREADS; k++) {
        together[k].number = k;
        assert_int_equal(pthread_create(&thread[k], NULL, compute, &together[k]), 0);
    }
    for (int k = 0; k < N_THREADS; k++) {
        assert_int_equal(pthread_join(thread[k], NULL), 0);
        assert_int_equal(together[k].status, RDG_OK);
        assert_int_equal(together[k].n, alone.n);
        assert_int_equal(together[k].n_response, alone.n_response);
        assert_memory_equal(together[k].norm, alone.norm, sizeof alone.norm);
        assert_memory_equal(together[k].response, alone.response, sizeof alone.response);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(each_thread_computes_what_it_computes_alone),
    };
    return cmocka_run_group_tests_name("contexts in threads", tests, NULL, NULL);
}
