/* Some damaged files of finite element programs. */
#define _GNU_SOURCE

#include "fe_damage.h"

static void damaged_files_are_refused_or_read_within_bounds(void **state)
{
    (void)state;
    const int read = fe_damage_files(504, 3);
    print_message("%d of 504 were still of use\n", read);
    assert_in_range(read, 25, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(damaged_files_are_refused_or_read_within_bounds),
    };
    return cmocka_run_group_tests_name("mechanics: damaged files of finite element programs", tests, NULL,
                                       NULL);
}
