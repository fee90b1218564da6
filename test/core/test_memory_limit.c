/* Computations that need more than half of the memory are refused before they begin. */
#define _DEFAULT_SOURCE

#include "fresh_context.h"
#include "memory_within.h"

#include <ridgewalk/memory_limit.h>

#include <unistd.h>

static void half_of_the_machine_is_allowed(void **state)
{
    const double all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    assert_ok(*state, rdg_require_memory(*state, "test", "arrays", 0.499 * all, "buy more"));
    assert_int_equal(rdg_require_memory(*state, "test", "arrays", 0.501 * all, "buy more"),
                     RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY, "arrays need");
}

static void a_limit_of_the_process_counts(void **state)
{
    const struct rlimit before = limit_memory(1e6);
    const rdg_status fits = rdg_require_memory(*state, "test", "arrays", 500000, "buy more");
    const rdg_status exceeds = rdg_require_memory(*state, "test", "two arrays", 600000, "buy more");
    allow_memory(before);
    assert_int_equal(fits, RDG_OK);
    assert_int_equal(exceeds, RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY,
                  "two arrays need 0.6 MB of memory, more than 0.5 MB, half of what there is: buy more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(half_of_the_machine_is_allowed),
        TEST(a_limit_of_the_process_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
