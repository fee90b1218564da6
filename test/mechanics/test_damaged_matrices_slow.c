/* A hundred thousand damaged files of matrices and of CalculiX. */
#define _GNU_SOURCE

#include "damaged_matrices.h"
#include "fuzz.h"

static void no_damaged_file_is_another_matrix(void **state)
{
    (void)state;
    const int trials = fuzz_inputs(100000);
    assert_in_range(damage_all_texts(trials, fuzz_seed(17)), trials / 33, trials - trials / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(no_damaged_file_is_another_matrix),
    };
    return cmocka_run_group_tests_name("mechanics: many damaged files", tests, NULL, NULL);
}
