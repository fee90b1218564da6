/* A greater maximum elsewhere: the first ridges of test_ridge_alarms_slow.c. On the two masses 4, 10 and 22
 * the ridge's own maximum is 1e-3 above the ridge as it is interpolated over a long step of a linear range.
 */
#define _XOPEN_SOURCE 700

#include "adjoint/ridge_alarms.h"

static void two_masses(void **state)
{
    static const uint64_t number[] = {3, 4, 10, 13, 22};
    alarm_count sum = {.ridges = 0};
    (void)state;
    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
        alarm_check(ALARM_TWO_MASSES, number[k], &sum);
    }
    assert_int_equal(sum.falsely, 0);
    assert_int_equal(sum.missed, 0);
    assert_int_equal(sum.alarms, 2);
}

static void plates_and_chains(void **state)
{
    (void)state;
    for (int kind = ALARM_PLATES; kind <= ALARM_CHAINS; kind++) {
        const alarm_count sum = alarm_campaign((alarm_kind)kind, 0, 3);
        assert_int_equal(sum.falsely, 0);
        assert_int_equal(sum.missed, 0);
    }
}

/* Of the chain 5046 one maximum is greater from 0.346 to 0.75 N, another one from 0.967 N on: at 1.2 N, where
 * the response is looked at, the first one has fallen behind. */
static void a_greater_maximum_between_two_scans(void **state)
{
    (void)state;
    const alarm_count sum = alarm_campaign(ALARM_CHAINS, 5046, 1);
    assert_int_equal(sum.greater, 1);
    assert_int_equal(sum.falsely, 0);
    assert_int_equal(sum.missed, 0);
}

/* Of the chain 84 the greater maximum is on a closed response, which the other one meets at 0.06 N. */
static void a_greater_maximum_on_a_detached_response(void **state)
{
    (void)state;
    const alarm_count sum = alarm_campaign(ALARM_CHAINS, 84, 1);
    assert_int_equal(sum.alarms, 1);
    assert_int_equal(sum.falsely, 0);
    assert_int_equal(sum.missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_masses), cmocka_unit_test(plates_and_chains),
                                       cmocka_unit_test(a_greater_maximum_between_two_scans),
                                       cmocka_unit_test(a_greater_maximum_on_a_detached_response)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
