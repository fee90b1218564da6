/* Every allocation of a process fails in turn, the libraries' too. */
#define _GNU_SOURCE

#include "library_memory.h"

#include <limits.h>

static void no_library_makes_a_wrong_result_of_it(void **state)
{
    (void)state;
    if (!ALLOCATIONS_CAN_FAIL) {
        skip();
    }
    for (int k = 0; k < N_TASKS; k++) {
        const int once = exhaust(&tasks[k], LONG_MAX, false), onward = exhaust(&tasks[k], LONG_MAX, true);
        print_message("%s: %ld allocations; %d and %d ends in libraries\n", tasks[k].name, told->asked, once,
                      onward);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(no_library_makes_a_wrong_result_of_it),
    };
    return cmocka_run_group_tests_name("memory of the libraries: each allocation", tests, NULL, NULL);
}
