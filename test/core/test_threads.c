/* Loops that are shared out among threads. */
#include "fresh_context.h"

#include <ridgewalk/toolbox.h>

#include <sched.h>
#include <stdatomic.h>

enum { MOST_PASSES = 300, MOST_THREADS = 8 };

typedef struct record {
    rdg_context *ctx;
    atomic_int done[MOST_PASSES];
    atomic_int inside[MOST_THREADS]; /* passes under way, of each worker */
    atomic_int strange;              /* passes with a worker that is busy, or that does not exist */
    atomic_int helped;               /* passes of others than the caller */
    int threads;
    bool nests, yields;
} record;

static void add(rdg_index i, int worker, void *data)
{
    (void)worker;
    atomic_fetch_add((atomic_int *)data, (int)i);
}

static void note(rdg_index i, int worker, void *data)
{
    record *r = data;
    if (worker < 0 || worker >= r->threads) {
        atomic_fetch_add(&r->strange, 1);
        return;
    }
    if (atomic_fetch_add(&r->inside[worker], 1) != 0) {
        atomic_fetch_add(&r->strange, 1);
    }
    atomic_fetch_add(&r->done[i], 1);
    atomic_fetch_add(&r->helped, worker > 0);
    if (r->yields) {
        sched_yield();
    }
    if (r->nests) {
        atomic_int sum = 0;
        rdg_parallel_for(r->ctx, 4, 1, 11, 1, add, &sum);
        atomic_fetch_add(&r->strange, atomic_load(&sum) != 55);
    }
    atomic_fetch_sub(&r->inside[worker], 1);
}

static double unit(uint64_t *seed)
{
    return 0.5 + 0.5 * random_signed(seed);
}

/* Whether a loop with these numbers runs each pass once. */
static bool is_right(rdg_context *ctx, record *r, int threads, int first, int end, int piece)
{
    const bool nests = r->nests, yields = r->yields;
    *r = (record){.ctx = ctx, .threads = threads, .nests = nests, .yields = yields};
    rdg_parallel_for(ctx, threads, first, end, piece, note, r);
    bool right = atomic_load(&r->strange) == 0;
    for (int i = 0; i < MOST_PASSES; i++) {
        right = right && atomic_load(&r->done[i]) == (first <= i && i < end);
    }
    return right;
}

static void each_pass_runs_once(void **state)
{
    rdg_context *ctx = *state;
    static record r;
    uint64_t seed = 20261130;
    int helped = 0;
    for (int k = 0; k < 200; k++) {
        const int first = (int)(unit(&seed) * 20), threads = 1 + (int)(unit(&seed) * MOST_THREADS);
        const int end = first + (int)(unit(&seed) * (MOST_PASSES - 20));
        r.nests = k % 3 == 0;
        r.yields = k % 2 == 0;
        assert_true(is_right(ctx, &r, threads, first, end, 1 + (int)(unit(&seed) * 10)));
        helped += atomic_load(&r.helped);
    }
    assert_true(helped > 0);
}

static void odd_numbers_do_no_harm(void **state)
{
    static record r;
    assert_true(is_right(*state, &r, 4, 5, 5, 1));
    assert_true(is_right(*state, &r, 4, 5, 4, 1));
    assert_true(is_right(*state, &r, 4, 0, 10, 0));
    assert_true(is_right(*state, &r, 4, 0, 10, -3));
    assert_true(is_right(NULL, &r, 4, 0, 10, 1));
    rdg_parallel_for(*state, 4, 0, 10, 1, NULL, &r);
}

static void threads_are_there_for_who_wants_them(void **state)
{
    static record r;
    r.yields = true;
    assert_int_equal(rdg_threads_provide(*state, "test", 4), RDG_OK);
    assert_int_equal(rdg_thread_count(*state), 1);
    int helped = 0;
    for (int k = 0; k < 100; k++) {
        assert_true(is_right(*state, &r, 4, 0, MOST_PASSES, 1));
        helped += atomic_load(&r.helped);
    }
    assert_true(helped > 0);
    assert_int_equal(rdg_threads_provide(NULL, "test", 4), RDG_ERR_EARLIER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_pass_runs_once),
        TEST(odd_numbers_do_no_harm),
        TEST(threads_are_there_for_who_wants_them),
    };
    return cmocka_run_group_tests_name("core: threads", tests, NULL, NULL);
}
