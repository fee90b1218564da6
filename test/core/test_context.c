/* link: -Wl,--wrap=rdg_calloc */
/* The context: the first failure sticks, objects are freed newest first, text goes where the user wants. */
#define _XOPEN_SOURCE 700
#include "support.h"

#include <ridgewalk/toolbox.h>

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* rdg_calloc() as the library sees it: the k-th call from now fails, 0: none does. */
void *__real_rdg_calloc(size_t count, size_t size);
void *__wrap_rdg_calloc(size_t count, size_t size);

static int failing_call;

void *__wrap_rdg_calloc(size_t count, size_t size)
{
    if (failing_call > 0 && --failing_call == 0) {
        return NULL;
    }
    return __real_rdg_calloc(count, size);
}

/* What the writer has received. */
typedef struct heard {
    rdg_channel channel;
    int calls;
    char text[8192];
} heard;

static void listen(rdg_channel channel, const char *text, void *data)
{
    heard *h = data;
    h->channel = channel;
    h->calls++;
    snprintf(h->text, sizeof h->text, "%s", text);
}

/* An object that writes down its name when it is freed. */
typedef struct mortal {
    char name;
    char *obituaries;
} mortal;

static void bury(void *object)
{
    const mortal *m = object;
    m->obituaries[strlen(m->obituaries)] = m->name;
}

static rdg_status tune(rdg_context *ctx, const char *string, double tension)
{
    return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" has tension %g N; it must be positive", string, tension);
}

static int set_up(void **state)
{
    failing_call = 0;
    *state = rdg_context_create();
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    rdg_context_free(*state);
    return 0;
}

static void a_new_context_has_no_failure(void **state)
{
    assert_int_equal(rdg_error_status(*state), RDG_OK);
    assert_string_equal(rdg_error_message(*state), "");
}

static void the_message_names_the_function_the_object_and_the_number(void **state)
{
    rdg_context *ctx = *state;
    assert_int_equal(tune(ctx, "g", -2.385), RDG_ERR_ARGUMENT);
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    assert_string_equal(rdg_error_message(ctx), "tune: \"g\" has tension -2.385 N; it must be positive");
}

static void the_first_failure_sticks(void **state)
{
    rdg_context *ctx = *state;
    tune(ctx, "g", -2.385);
    assert_int_equal(tune(ctx, "e", -0.614), RDG_ERR_EARLIER);
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "\"g\""));
    assert_null(strstr(rdg_error_message(ctx), "\"e\""));
}

static void a_cleared_context_works_again(void **state)
{
    rdg_context *ctx = *state;
    tune(ctx, "g", -2.385);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_error_status(ctx), RDG_OK);
    assert_string_equal(rdg_error_message(ctx), "");
    assert_int_equal(tune(ctx, "e", -0.614), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "\"e\""));
}

static void a_message_that_is_too_long_is_cut(void **state)
{
    rdg_context *ctx = *state;
    char name[5000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    tune(ctx, name, 1.0);
    const char *message = rdg_error_message(ctx);
    assert_true(strlen(message) < sizeof name);
    assert_memory_equal(message, "tune: \"nnnn", 11);
}

static void objects_are_freed_newest_first(void **state)
{
    char obituaries[8] = "";
    mortal m[3] = {{'a', obituaries}, {'b', obituaries}, {'c', obituaries}};
    rdg_context *ctx = rdg_context_create();
    for (int i = 0; i < 3; i++) {
        assert_ok(ctx, rdg_context_own(ctx, &m[i], bury));
    }
    assert_string_equal(obituaries, "");
    rdg_context_free(ctx);
    assert_string_equal(obituaries, "cba");
    (void)state;
}

static void a_disowned_object_is_not_freed(void **state)
{
    static const char left[3][3] = {"cb", "ca", "ba"};
    for (int taken = 0; taken < 3; taken++) {
        char obituaries[8] = "";
        mortal m[3] = {{'a', obituaries}, {'b', obituaries}, {'c', obituaries}};
        rdg_context *ctx = rdg_context_create();
        for (int i = 0; i < 3; i++) {
            assert_ok(ctx, rdg_context_own(ctx, &m[i], bury));
        }
        rdg_context_disown(ctx, &m[taken]);
        rdg_context_disown(ctx, &m[taken]); /* no longer owned: ignored */
        rdg_context_free(ctx);
        assert_string_equal(obituaries, left[taken]);
    }
    (void)state;
}

static void an_object_can_be_freed_early_by_itself(void **state)
{
    rdg_context *ctx = *state;
    char obituaries[8] = "";
    mortal a = {'a', obituaries};
    assert_ok(ctx, rdg_context_own(ctx, &a, bury));
    rdg_context_disown(ctx, &a);
    bury(&a);
    rdg_context_free(ctx);
    *state = NULL;
    assert_string_equal(obituaries, "a");
}

static void an_object_that_cannot_be_recorded_is_freed_at_once(void **state)
{
    rdg_context *ctx = *state;
    char obituaries[8] = "";
    mortal a = {'a', obituaries};
    failing_call = 1;
    assert_int_equal(rdg_context_own(ctx, &a, bury), RDG_ERR_NO_MEMORY);
    assert_string_equal(obituaries, "a");
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_NO_MEMORY);
}

static void a_context_in_failure_frees_what_it_is_given(void **state)
{
    rdg_context *ctx = *state;
    char obituaries[8] = "";
    mortal a = {'a', obituaries};
    tune(ctx, "g", -2.385);
    assert_int_not_equal(rdg_context_own(ctx, &a, bury), RDG_OK);
    assert_string_equal(obituaries, "a");
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
}

static void memory_is_zeroed_and_its_lack_is_told(void **state)
{
    rdg_context *ctx = *state;
    double *x = rdg_context_calloc(ctx, 7, sizeof *x);
    assert_non_null(x);
    for (int i = 0; i < 7; i++) {
        assert_near(x[i], 0.0, 0.0, 0.0);
    }
    rdg_free(x);
    failing_call = 1;
    assert_null(rdg_context_calloc(ctx, 7, sizeof *x));
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_NO_MEMORY);
    assert_non_null(strstr(rdg_error_message(ctx), "56 bytes"));
}

static void a_context_in_failure_gives_no_memory(void **state)
{
    rdg_context *ctx = *state;
    tune(ctx, "g", -2.385);
    assert_null(rdg_context_calloc(ctx, 1, 1));
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
}

static void no_items_are_memory_too(void **state)
{
    void *nothing = rdg_calloc(0, 8);
    assert_non_null(nothing);
    rdg_free(nothing);
    (void)state;
}

static void a_context_without_memory_is_null(void **state)
{
    failing_call = 1;
    assert_null(rdg_context_create());
    (void)state;
}

static void a_copied_string_is_equal_and_apart(void **state)
{
    const char name[] = "pad";
    char *copy = rdg_strdup(name);
    assert_string_equal(copy, name);
    assert_ptr_not_equal(copy, name);
    rdg_free(copy);
    failing_call = 1;
    assert_null(rdg_strdup(name));
    (void)state;
}

static void text_goes_to_the_writer_with_its_channel(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_set_writer(ctx, listen, &h);
    rdg_write(ctx, RDG_CHANNEL_WARNING, "step %d of %s\n", 38, "frc");
    assert_int_equal(h.calls, 1);
    assert_int_equal(h.channel, RDG_CHANNEL_WARNING);
    assert_string_equal(h.text, "step 38 of frc\n");
}

static void without_a_writer_the_library_is_silent(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_set_writer(ctx, listen, &h);
    rdg_set_writer(ctx, NULL, &h);
    rdg_write(ctx, RDG_CHANNEL_TABLE, "step %d\n", 38);
    assert_int_equal(h.calls, 0);
}

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

static void every_call_accepts_no_context(void **state)
{
    char obituaries[8] = "";
    mortal a = {'a', obituaries};
    rdg_context_free(NULL);
    rdg_set_writer(NULL, listen, NULL);
    rdg_error_clear(NULL);
    rdg_context_disown(NULL, &a);
    rdg_write(NULL, RDG_CHANNEL_TABLE, "nobody hears this\n");
    rdg_free(NULL);
    assert_int_equal(rdg_error_status(NULL), RDG_ERR_NO_MEMORY);
    assert_true(strlen(rdg_error_message(NULL)) > 0);
    assert_int_equal(tune(NULL, "g", -2.385), RDG_ERR_EARLIER);
    assert_null(rdg_context_calloc(NULL, 1, 1));
    assert_int_not_equal(rdg_context_own(NULL, &a, bury), RDG_OK);
    assert_string_equal(obituaries, "a");
    assert_int_equal(rdg_exit(NULL), 1);
    (void)state;
}

static void contexts_do_not_share_failures(void **state)
{
    rdg_context *other = rdg_context_create();
    tune(*state, "g", -2.385);
    assert_int_equal(rdg_error_status(other), RDG_OK);
    rdg_context_free(other);
}

static void every_status_has_its_own_text(void **state)
{
#define X(code, text) code,
    static const rdg_status all[] = {RDG_STATUS_LIST(X)};
#undef X
    const size_t n = sizeof all / sizeof *all;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(rdg_status_text(all[i]), rdg_status_text(all[j]));
        }
    }
    assert_string_equal(rdg_status_text((rdg_status)n), "unknown status");
    (void)state;
}

static void the_version_has_three_numbers(void **state)
{
    int major = -1;
    int minor = -1;
    int patch = -1;
    char more = 0;
    assert_int_equal(sscanf(rdg_version(), "%d.%d.%d%c", &major, &minor, &patch, &more), 3);
    assert_true(major >= 0 && minor >= 0 && patch >= 0);
    (void)state;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_context_has_no_failure),
        TEST(the_message_names_the_function_the_object_and_the_number),
        TEST(the_first_failure_sticks),
        TEST(a_cleared_context_works_again),
        TEST(a_message_that_is_too_long_is_cut),
        TEST(objects_are_freed_newest_first),
        TEST(a_disowned_object_is_not_freed),
        TEST(an_object_can_be_freed_early_by_itself),
        TEST(an_object_that_cannot_be_recorded_is_freed_at_once),
        TEST(a_context_in_failure_frees_what_it_is_given),
        TEST(memory_is_zeroed_and_its_lack_is_told),
        TEST(a_context_in_failure_gives_no_memory),
        TEST(no_items_are_memory_too),
        TEST(a_context_without_memory_is_null),
        TEST(a_copied_string_is_equal_and_apart),
        TEST(text_goes_to_the_writer_with_its_channel),
        TEST(without_a_writer_the_library_is_silent),
        TEST(exit_prints_the_first_failure_and_frees),
        TEST(exit_is_silent_after_success),
        TEST(failure_that_nobody_asked_for_is_printed_when_the_context_is_freed),
        TEST(failure_that_nobody_asked_for_is_printed_when_the_process_ends),
        TEST(table_that_could_not_be_printed_is_a_failure),
        TEST(table_is_flushed_line_by_line_and_before_standard_error),
        TEST(every_call_accepts_no_context),
        TEST(contexts_do_not_share_failures),
        TEST(every_status_has_its_own_text),
        TEST(the_version_has_three_numbers),
    };
    return cmocka_run_group_tests_name("core: context", tests, NULL, NULL);
}
