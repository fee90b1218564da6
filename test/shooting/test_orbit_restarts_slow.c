/* Random chains with pads and stops: runs of their orbits through the changes of the sequence.
 * RESTARTS_FIRST, RESTARTS_COUNT: other ones than these, by their seeds. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>

#include "restarts.h"

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void runs_go_on_with_neighbours(void **state)
{
    (void)state;
    restarts all = {.runs = 0};
    const int first = asked("RESTARTS_FIRST", 1), count = asked("RESTARTS_COUNT", 200);
    for (int k = 0; k < count; k++) {
        (k % 4 == 0 ? follow_chain : follow_stopped)((uint64_t)first + (uint64_t)k, &all);
    }
    print_message(
        "%d runs, %d changes of the sequence, %d leaps, %d folds, %d runs with an end, %d of these at "
        "another branch\n",
        all.runs, all.changes, all.leaps, all.folds, all.ends, all.others);
    assert_int_equal(all.leaps, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_go_on_with_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
