/* Two contexts in two threads do not meet: FFTW's planner is shared by all threads, behind a lock. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 5 };

/* What a thread computes: a response curve, written, read back, and a failure of its own. */
typedef struct worker {
    double sum;    /* of all stored solutions */
    char said[64]; /* the run that is missing, as the message has it */
    int number;
    bool good;
} worker;

static rdg_problem *oscillator(rdg_context *ctx, double k3)
{
    const double one = 1.0, damping = 0.1;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 0.2);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    return rdg_hbm_problem(hb, RDG_AT("omega", 0.7));
}

static bool compute(worker *w, const char *name)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    rdg_continue(oscillator(ctx, 0.5 + 0.1 * w->number), name, RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.7, 1.4), RDG_LABEL_EVERY(5));
    rdg_run *run = rdg_run_open(ctx, name);
    w->sum = 0;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        double Q[4] = {0};
        if (rdg_run_label(run, k) > 0) {
            rdg_run_solution(run, rdg_run_label(run, k), "Q", 4, Q, NULL);
        }
        w->sum += Q[0] + 2 * Q[1] + 3 * Q[2] + 4 * Q[3];
    }
    const bool good = rdg_error_status(ctx) == RDG_OK;
    char missing[32];
    snprintf(missing, sizeof missing, "missing%d", w->number);
    rdg_run_open(ctx, missing);
    const char *said = strstr(rdg_error_message(ctx), "\"missing");
    snprintf(w->said, sizeof w->said, "%.10s", said ? said : "");
    rdg_context_free(ctx);
    return good;
}

static void *work(void *data)
{
    worker *w = data;
    char name[32];
    snprintf(name, sizeof name, "thread%d", w->number);
    w->good = true;
    for (int round = 0; round < ROUNDS; round++) {
        const double before = w->sum;
        w->good = compute(w, name) && (round == 0 || w->sum == before) && w->good;
    }
    return NULL;
}

static void threads_get_what_they_would_get_alone(void **state)
{
    (void)state;
    worker workers[THREADS], alone[THREADS];
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++) {
        alone[k] = (worker){.number = k};
        assert_true(compute(&alone[k], "alone"));
        assert_true(alone[k].sum != 0);
    }
    for (int k = 0; k < THREADS; k++) {
        workers[k] = (worker){.number = k};
        assert_int_equal(pthread_create(&thread[k], NULL, work, &workers[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_join(thread[k], NULL), 0);
        assert_true(workers[k].good);
        assert_true(workers[k].sum == alone[k].sum);
        assert_string_equal(workers[k].said, alone[k].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(threads_get_what_they_would_get_alone)};
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
