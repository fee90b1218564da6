/* Twenty thousand damaged files of finite element programs. RDG_SEED: another seed than 11 */
#define _GNU_SOURCE

#include "fe_damage.h"

static void damaged_files_are_refused_or_read_within_bounds(void **state)
{
    (void)state;
    const char *seed = getenv("RDG_SEED");
    const int read = fe_damage_files(20000, seed ? strtoull(seed, NULL, 10) : 11);
    print_message("%d of 20000 were still of use\n", read);
    assert_in_range(read, 1000, 16000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(damaged_files_are_refused_or_read_within_bounds),
    };
    return cmocka_run_group_tests_name("mechanics: many damaged files of finite element programs", tests,
                                       NULL, NULL);
}
