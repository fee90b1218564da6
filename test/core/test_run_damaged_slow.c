/* A hundred thousand damaged files of a run. */
#define _GNU_SOURCE

#include "damaged_run.h"
#include "fuzz.h"

static void no_damaged_file_is_another_solution(void **state)
{
    damage_files(*state, fuzz_inputs(100000), fuzz_seed(11));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_damaged_file_is_another_solution, fixture_setup, fixture_teardown),
    };
    return cmocka_run_group_tests_name("run: damaged files", tests, NULL, NULL);
}
