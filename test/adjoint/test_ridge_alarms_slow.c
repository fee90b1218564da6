/* 300 random ridges: no false warning of a greater maximum elsewhere, and none that is missing at a label.
 * ALARMS_FIRST, ALARMS_RIDGES: others than these, of each kind, by the number that messages name. */
#define _XOPEN_SOURCE 700

#include "adjoint/ridge_alarms.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void check(alarm_kind kind)
{
    const int count = asked("ALARMS_RIDGES", 100);
    const alarm_count sum = alarm_campaign(kind, (uint64_t)asked("ALARMS_FIRST", 40), count);
    assert_int_equal(sum.falsely, 0);
    assert_int_equal(sum.missed, 0);
    assert_true(count < 100 || (sum.greater >= 10 && 5 * sum.open <= sum.greater && sum.brief <= 2));
}

static void two_masses(void **state)
{
    (void)state;
    check(ALARM_TWO_MASSES);
}

static void plates(void **state)
{
    (void)state;
    check(ALARM_PLATES);
}

static void chains(void **state)
{
    (void)state;
    check(ALARM_CHAINS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_masses), cmocka_unit_test(plates),
                                       cmocka_unit_test(chains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
