/* link: -Wl,--wrap=rdg_calloc */
/* The memory of a context: its objects are freed newest first, and lack of it is told. */
#include "context_objects.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests_name("core: memory of a context", tests, NULL, NULL);
}
