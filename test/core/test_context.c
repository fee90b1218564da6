/* The context: the first failure sticks, and text goes where the user wants. */
#include "context_objects.h"
#include "toolbox.h"
#include "version.h"

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
    assert_int_equal(major, RDG_VERSION_MAJOR);
    assert_int_equal(minor, RDG_VERSION_MINOR);
    assert_int_equal(patch, RDG_VERSION_PATCH);
    assert_true(RDG_VERSION_IS(0, 0, 9) && RDG_VERSION_IS(0, 1, 0) && !RDG_VERSION_IS(1000, 0, 0));
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_context_has_no_failure),
        TEST(the_message_names_the_function_the_object_and_the_number),
        TEST(the_first_failure_sticks),
        TEST(a_cleared_context_works_again),
        TEST(a_message_that_is_too_long_is_cut),
        TEST(text_goes_to_the_writer_with_its_channel),
        TEST(without_a_writer_the_library_is_silent),
        TEST(every_call_accepts_no_context),
        TEST(contexts_do_not_share_failures),
        TEST(every_status_has_its_own_text),
        TEST(the_version_has_three_numbers),
    };
    return cmocka_run_group_tests_name("core: context", tests, NULL, NULL);
}
