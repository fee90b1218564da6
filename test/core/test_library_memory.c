/* Memory fails inside SQLite, KINSOL, LAPACK, KLU, UMFPACK, CHOLMOD and FFTW: test_library_memory_slow.c
 * tries each allocation. */
#define _GNU_SOURCE

#include "library_memory.h"

static void memory_that_fails_in_a_library_makes_no_wrong_result(void **state)
{
    (void)state;
    if (!ALLOCATIONS_CAN_FAIL) {
        skip();
    }
    for (int k = 0; k < N_TASKS; k++) {
        exhaust(&tasks[k], 23, false);
        exhaust(&tasks[k], 17, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(memory_that_fails_in_a_library_makes_no_wrong_result),
    };
    return cmocka_run_group_tests_name("memory of the libraries", tests, NULL, NULL);
}
