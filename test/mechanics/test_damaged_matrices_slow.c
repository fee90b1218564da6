/* Fifty thousand damaged files of matrices. */
#define _GNU_SOURCE

#include "damaged_matrices.h"

static void no_damaged_file_is_read_as_another(void **state)
{
    (void)state;
    const int read = damage_all_texts(50000, 7);
    assert_in_range(read, 1500, 47500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(no_damaged_file_is_read_as_another),
    };
    return cmocka_run_group_tests_name("mechanics: many damaged files", tests, NULL, NULL);
}
