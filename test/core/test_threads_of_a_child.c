/* A child made by fork() has none of its parent's threads, and makes its own. Not under the thread sanitizer,
 * which does not follow a child's threads. */
#include "fresh_context.h"

#include <ridgewalk/toolbox.h>

#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PASSES = 300 };

static void count(rdg_index i, int worker, void *data)
{
    (void)worker;
    atomic_fetch_add((atomic_int *)data, (int)i);
    sched_yield();
}

static bool is_right(rdg_context *ctx)
{
    atomic_int sum = 0;
    rdg_parallel_for(ctx, rdg_thread_count(ctx), 0, PASSES, 1, count, &sum);
    return atomic_load(&sum) == PASSES * (PASSES - 1) / 2;
}

static void a_child_makes_threads_of_its_own(void **state)
{
    assert_int_equal(rdg_threads(*state, 3), RDG_OK);
    assert_int_equal(rdg_thread_count(*state), 3);
    assert_true(is_right(*state));
    const pid_t child = fork();
    if (child == 0) {
        bool right = rdg_thread_count(*state) == 3;
        for (int k = 0; k < 20; k++) {
            right = is_right(*state) && right;
        }
        rdg_context_free(*state);
        _exit(right ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(is_right(*state));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_child_makes_threads_of_its_own),
    };
    return cmocka_run_group_tests_name("core: threads of a child", tests, NULL, NULL);
}
