/* Circular frequencies in messages are told in Hz, too. */
#define _XOPEN_SOURCE 700

#include "fresh_context.h"

#include "text_impl.h"

static void assert_told(const char *said, const char *expected)
{
    char message[200];
    snprintf(message, sizeof message, "%s", said);
    rdg_tell_hertz(message, sizeof message);
    assert_string_equal(message, expected);
}

static void frequencies_are_told_in_hertz_behind_their_unit(void **state)
{
    (void)state;
    assert_told("at omega = 1994.2 rad/s; the rest", "at omega = 1994.2 rad/s (317.387 Hz); the rest");
    assert_told("from 1884.96 to 2104.87 rad/s was", "from 1884.96 to 2104.87 rad/s (300.001 to 335 Hz) was");
    assert_told("between 628.318530718 and 6.28319e+3 rad/s",
                "between 628.318530718 and 6.28319e+3 rad/s (100 and 1000 Hz)");
    assert_told("at 100 rad/s and at 200 rad/s", "at 100 rad/s (15.9155 Hz) and at 200 rad/s (31.831 Hz)");
}

static void what_is_no_frequency_of_a_cycle_a_second_is_left_alone(void **state)
{
    (void)state;
    assert_told("omega = 1 rad/s", "omega = 1 rad/s");
    assert_told("omega = -100 rad/s", "omega = -100 rad/s");
    assert_told("omega / (rad/s)", "omega / (rad/s)");
    assert_told("give it in rad/s", "give it in rad/s");
    assert_told("100 rad/s^2 and 100 rad/s/N", "100 rad/s^2 and 100 rad/s/N");
    assert_told("nan rad/s, inf rad/s, e5 rad/s", "nan rad/s, inf rad/s, e5 rad/s");
    assert_told("omega in 300 rad/s (1 to 2 Hz)", "omega in 300 rad/s (1 to 2 Hz)");
    assert_told("", "");
    assert_told(" rad/s", " rad/s");
}

static void what_has_no_capacity_is_left_out(void **state)
{
    (void)state;
    char message[24] = "at omega = 1994 rad/s";
    rdg_tell_hertz(message, sizeof message);
    assert_string_equal(message, "at omega = 1994 rad/s");
}

static void failures_tell_frequencies_in_hertz(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_fail(ctx, RDG_ERR_ARGUMENT, "f", "omega = %g rad/s", 1994.2);
    assert_string_equal(rdg_error_message(ctx), "f: omega = 1994.2 rad/s (317.387 Hz)");
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frequencies_are_told_in_hertz_behind_their_unit),
        cmocka_unit_test(what_is_no_frequency_of_a_cycle_a_second_is_left_alone),
        cmocka_unit_test(what_has_no_capacity_is_left_out),
        cmocka_unit_test(failures_tell_frequencies_in_hertz),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
