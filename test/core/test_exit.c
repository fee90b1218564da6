/* The end of a program: failures that nobody asked for, and a table that could not be printed. */
#define _XOPEN_SOURCE 700
#include "context_objects.h"

#include <sys/wait.h>
#include <unistd.h>

static void exit_prints_the_first_failure_and_frees(void **state)
{
    char obituaries[8] = "";
    mortal a = {'a', obituaries};
    heard h = {0};
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, listen, &h);
    assert_ok(ctx, rdg_context_own(ctx, &a, bury));
    tune(ctx, "g", -2.385);
    tune(ctx, "e", -0.614);
    *state = NULL;
    assert_int_equal(rdg_exit(ctx), 1);
    assert_int_equal(h.calls, 1);
    assert_int_equal(h.channel, RDG_CHANNEL_ERROR);
    assert_string_equal(h.text, "tune: \"g\" has tension -2.385 N; it must be positive\n");
    assert_string_equal(obituaries, "a");
}

static void exit_is_silent_after_success(void **state)
{
    heard h = {0};
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, listen, &h);
    *state = NULL;
    assert_int_equal(rdg_exit(ctx), 0);
    assert_int_equal(h.calls, 0);
}

static void failure_that_nobody_asked_for_is_printed_when_the_context_is_freed(void **state)
{
    for (int asked = 0; asked < 2; asked++) {
        heard h = {0};
        rdg_context *ctx = asked ? rdg_context_create() : *state;
        rdg_set_writer(ctx, listen, &h);
        tune(ctx, "g", -2.385);
        if (asked) {
            assert_true(strlen(rdg_error_message(ctx)) > 0);
        }
        rdg_context_free(ctx);
        assert_int_equal(h.calls, 1 - asked);
        assert_true(asked || h.channel == RDG_CHANNEL_ERROR);
    }
    *state = NULL;
}

/* The exit status of a process that does `what`, and what it writes to standard error. */
static int in_a_process(void (*what)(void), char *said, size_t size)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        what();
        exit(0);
    }
    close(pipes[1]);
    size_t length = 0;
    for (ssize_t n = 1; n > 0 && length + 1 < size; length += n > 0 ? (size_t)n : 0) {
        n = read(pipes[0], said + length, size - length - 1);
    }
    said[length] = '\0';
    close(pipes[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void forget_to_exit(void)
{
    heard h = {0}; /* is gone when the process ends */
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, listen, &h);
    tune(ctx, "g", -2.385);
    tune(rdg_context_create(), "d", -1.0);
    rdg_context *silent = rdg_context_create();
    rdg_set_writer(silent, NULL, NULL);
    tune(silent, "a", -1.0);
    rdg_context_free(rdg_context_create());
}

static void failure_that_nobody_asked_for_is_printed_when_the_process_ends(void **state)
{
    (void)state;
    char said[512];
    in_a_process(forget_to_exit, said, sizeof said);
    assert_string_equal(said, "tune: \"d\" has tension -1 N; it must be positive\n"
                              "tune: \"g\" has tension -2.385 N; it must be positive\n");
}

static void print_to_a_full_disk(void)
{
    rdg_context *ctx = rdg_context_create();
    if (freopen("/dev/full", "w", stdout)) {
        rdg_write(ctx, RDG_CHANNEL_TABLE, "step 38\n");
    }
    exit(rdg_exit(ctx));
}

static void print_in_order(void)
{
    rdg_context *ctx = rdg_context_create();
    dup2(STDERR_FILENO, STDOUT_FILENO);
    rdg_write(ctx, RDG_CHANNEL_TABLE, "a line");
    rdg_write(ctx, RDG_CHANNEL_NOTE, ", a note\n");
    rdg_write(ctx, RDG_CHANNEL_TABLE, "a whole line\n");
    _exit(0); /* what is not flushed is lost */
}

static void table_that_could_not_be_printed_is_a_failure(void **state)
{
    (void)state;
    char said[512];
    assert_int_equal(in_a_process(print_to_a_full_disk, said, sizeof said), 1);
    assert_string_equal(said, "standard output could not be written: the table is not whole\n");
}

static void table_is_flushed_line_by_line_and_before_standard_error(void **state)
{
    (void)state;
    char said[512];
    assert_int_equal(in_a_process(print_in_order, said, sizeof said), 0);
    assert_string_equal(said, "a line, a note\na whole line\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(exit_prints_the_first_failure_and_frees),
        TEST(exit_is_silent_after_success),
        TEST(failure_that_nobody_asked_for_is_printed_when_the_context_is_freed),
        TEST(failure_that_nobody_asked_for_is_printed_when_the_process_ends),
        TEST(table_that_could_not_be_printed_is_a_failure),
        TEST(table_is_flushed_line_by_line_and_before_standard_error),
    };
    return cmocka_run_group_tests_name("core: exit", tests, NULL, NULL);
}
