/* "Did you mean": the name that differs by a letter or two from one that was not found. */
#define _XOPEN_SOURCE 700

#include "support.h"

#include "text_impl.h"

static void assert_suggests(const char *said, const char *name)
{
    char message[400], expected[480];
    snprintf(message, sizeof message, "%s", said);
    snprintf(expected, sizeof expected, name ? "%s; did you mean \"%s\"?" : "%s", said, name);
    rdg_tell_nearest(message, sizeof message);
    assert_string_equal(message, expected);
}

static void a_letter_too_many_too_few_wrong_or_exchanged_is_seen(void **state)
{
    (void)state;
    assert_suggests("f: parameter \"omga\" does not exist in the problem; it has: omega, alpha, Am", "omega");
    assert_suggests("f: parameter \"omeega\" does not exist in the problem; it has: alpha, omega", "omega");
    assert_suggests("f: run \"r\" has no column \"omgea\"; it has: alpha, omega, Am", "omega");
    assert_suggests("f: \"amega\" is no number of \"s\"; it has: omega, alpha", "omega");
    assert_suggests("f: there is no run \"fcr\"; runs in runs: ridge, frc", "frc");
    assert_suggests(
        "f: parameter \"pad.m\" does not exist in it; it has: A; runs can release as well: pad.mu", "pad.mu");
}

static void what_is_too_far_or_no_name_is_not_suggested(void **state)
{
    (void)state;
    assert_suggests("f: parameter \"speed\" does not exist in the problem; it has: omega, alpha, Am", NULL);
    assert_suggests("f: parameter \"x\" does not exist in the problem; it has: y, z", NULL);
    assert_suggests("f: parameter \"ab\" does not exist in the problem; it has: cd", NULL);
    assert_suggests("f: \"omega\" is no number of \"s\"; it has: omega, alpha", NULL);
    assert_suggests("f: \"omga\" is unknown", NULL);
    assert_suggests("f: it has: omega", NULL);
    assert_suggests("", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_too_many_too_few_wrong_or_exchanged_is_seen),
        cmocka_unit_test(what_is_too_far_or_no_name_is_not_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
