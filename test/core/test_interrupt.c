/* Ctrl-C ends a run at its next point: it is told, and the run can be gone on with. */
#define _XOPEN_SOURCE 700

#include "problems.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static int own_calls;

static void own_handler(int signal)
{
    (void)signal;
    own_calls++;
}

/* data: how many times at point 10 */
static bool press(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    for (int k = 0; chart->point == 10 && k < *(int *)data; k++) {
        raise(SIGINT);
    }
    return false;
}

static rdg_status trace(rdg_context *ctx, const char *name, int times)
{
    return rdg_continue(circle_problem(ctx), name, RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_LABEL_EVERY(3),
                        RDG_NO_TABLE, RDG_OBSERVE(press, &times));
}

static void (*handler_now(void))(int)
{
    struct sigaction now;
    sigaction(SIGINT, NULL, &now);
    return now.sa_handler;
}

static rdg_index rows_of(rdg_context *ctx, const char *name, double *last)
{
    rdg_run *run = rdg_run_open(ctx, name);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index rows = rdg_run_count(run);
    *last = rdg_run_column(run, "u[0]")[rows - 1];
    rdg_run_free(run);
    return rows;
}

static void an_interrupted_run_is_told_and_gone_on_with(void **state)
{
    rdg_context *ctx = *state;
    double whole_end = 0.0, part_end = 0.0;
    assert_ok(ctx, trace(ctx, "whole", 0));
    const rdg_index whole = rows_of(ctx, "whole", &whole_end);
    assert_true(whole > 20);
    assert_int_equal(trace(ctx, "part", 1), RDG_ERR_INTERRUPTED);
    assert_non_null(strstr(rdg_error_message(ctx), "rdg_resume()"));
    rdg_error_clear(ctx);
    assert_true(handler_now() == SIG_DFL);
    const rdg_index part = rows_of(ctx, "part", &part_end);
    assert_true(part >= 11 && part < whole);

    /* what was asked for stays asked for, so that a driver that clears failures ends, too */
    assert_int_equal(trace(ctx, "next", 0), RDG_ERR_INTERRUPTED);
    rdg_error_clear(ctx);
    rdg_interrupt_forget();

    assert_ok(ctx, rdg_resume(circle_problem(ctx), "part", RDG_RELEASE("y"), RDG_RELEASE("x"),
                              RDG_LABEL_EVERY(3), RDG_NO_TABLE));
    assert_int_equal(rows_of(ctx, "part", &part_end), whole);
    assert_true(part_end == whole_end);
}

static void the_exit_status_says_so(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, scratch_folder);
    assert_int_equal(trace(ctx, "exit", 1), RDG_ERR_INTERRUPTED);
    rdg_error_clear(ctx); /* as a driver may */
    assert_int_equal(rdg_exit(ctx), 1);
    rdg_interrupt_forget();
}

/* What is not kept is not promised. */
static void a_run_that_keeps_nothing_says_so(void **state)
{
    rdg_context *ctx = *state;
    int once = 1;
    assert_int_equal(rdg_continue(circle_problem(ctx), "none", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                  RDG_NO_TABLE, RDG_NO_FOLDER, RDG_OBSERVE(press, &once)),
                     RDG_ERR_INTERRUPTED);
    assert_non_null(strstr(rdg_error_message(ctx), "nothing of it is kept"));
    assert_null(strstr(rdg_error_message(ctx), "rdg_resume"));
    rdg_error_clear(ctx);
    rdg_interrupt_forget();
}

static void a_programs_own_way_is_left_alone(void **state)
{
    rdg_context *ctx = *state;
    const struct sigaction own = {.sa_handler = own_handler};
    sigaction(SIGINT, &own, NULL);
    own_calls = 0;
    assert_ok(ctx, trace(ctx, "own", 1));
    assert_int_equal(own_calls, 1);
    assert_true(handler_now() == own_handler);
    signal(SIGINT, SIG_DFL);
}

static void the_second_one_ends_the_program(void **state)
{
    rdg_context *ctx = *state;
    const pid_t child = fork();
    if (child == 0) {
        trace(ctx, "second", 2);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
}

int main(void)
{
    signal(SIGINT, SIG_DFL); /* a background job of a shell ignores it */
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(an_interrupted_run_is_told_and_gone_on_with),
        SCRATCH_TEST(the_exit_status_says_so),
        SCRATCH_TEST(a_run_that_keeps_nothing_says_so),
        SCRATCH_TEST(a_programs_own_way_is_left_alone),
        SCRATCH_TEST(the_second_one_ends_the_program),
    };
    return cmocka_run_group_tests_name("run: interrupted", tests, NULL, NULL);
}
