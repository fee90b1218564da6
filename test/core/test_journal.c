/* The journal of a context: warnings of one kind are said once a run and counted, what was not done counts
 * once. */
#include "fresh_context.h"

#include "journal_impl.h"
#include "toolbox.h"

typedef struct heard {
    int count;
    char last[256], all[8192];
} heard;

static void listen(rdg_channel channel, const char *text, void *data)
{
    heard *h = data;
    h->count += channel == RDG_CHANNEL_WARNING;
    snprintf(h->last, sizeof h->last, "%s", text);
    strncat(h->all, text, sizeof h->all - strlen(h->all) - 1);
}

static void a_warning_is_counted_aloud_from_the_second_of_its_kind_on(void **state)
{
    for (int times = 1; times <= 3; times++) {
        heard h = {0};
        char expected[64] = "warning: odd\n";
        rdg_set_writer(*state, listen, &h);
        rdg_warnings_begin(*state);
        for (int k = 0; k < times; k++) {
            rdg_warn(*state, "odd points", "odd");
        }
        rdg_warnings_end(*state, "run a");
        if (times > 1) {
            snprintf(expected, sizeof expected, "warning: run a: odd points: %d times in all\n", times);
        }
        assert_int_equal(h.count, times > 1 ? 2 : 1);
        assert_string_equal(h.last, expected);
    }
    assert_int_equal(rdg_warnings(*state), 6);
    rdg_set_writer(*state, NULL, NULL);
}

static void kinds_are_counted_apart(void **state)
{
    static const char *const kind[3] = {"a", "b", "c"};
    heard h = {0};
    rdg_set_writer(*state, listen, &h);
    rdg_warnings_begin(*state);
    for (int k = 0; k < 9; k++) {
        rdg_warn(*state, kind[k % 3], "kind %s", kind[k % 3]);
    }
    assert_int_equal(h.count, 3);
    rdg_warnings_end(*state, "run a");
    assert_int_equal(h.count, 6);
    for (int k = 0; k < 3; k++) {
        char expected[64];
        snprintf(expected, sizeof expected, "warning: run a: %s: 3 times in all\n", kind[k]);
        assert_non_null(strstr(h.all, expected));
    }
    rdg_set_writer(*state, NULL, NULL);
}

static void warnings_outside_of_runs_are_all_said(void **state)
{
    heard h = {0};
    rdg_set_writer(*state, listen, &h);
    rdg_warn(*state, "odd points", "odd");
    rdg_warn(*state, "odd points", "odd");
    assert_int_equal(h.count, 2);
    rdg_set_writer(*state, NULL, NULL);
}

/* What a run within a run does not do is the business of the outer one. */
static void shortfalls_of_the_outermost_run_count(void **state)
{
    heard h = {0};
    rdg_set_writer(*state, listen, &h);
    for (int depth = 1; depth <= 3; depth++) {
        rdg_warnings_begin(*state);
        rdg_fall_short(*state, "run a", "depth %d", depth);
        assert_int_equal(rdg_shortfalls(*state), 1);
        assert_string_equal(h.last, "warning: run a: depth 1\n");
    }
    for (int depth = 3; depth >= 1; depth--) {
        rdg_warnings_end(*state, "run a");
    }
    rdg_fall_short(*state, "run b", "again");
    assert_int_equal(rdg_shortfalls(*state), 2);
    assert_int_equal(rdg_warnings(*state), 2);
    assert_string_equal(rdg_context_journal(*state)->first, "run a");
    rdg_set_writer(*state, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_warning_is_counted_aloud_from_the_second_of_its_kind_on),
        TEST(kinds_are_counted_apart),
        TEST(warnings_outside_of_runs_are_all_said),
        TEST(shortfalls_of_the_outermost_run_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
