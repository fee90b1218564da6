/* The check of derivatives at random states far from the start's size.
 * CHECKED_SEED: another second seed. */
#include "checked_states.h"

#include <stdlib.h>

static void right_derivatives_pass_at_any_size_of_the_state(void **state)
{
    (void)state;
    const char *other = getenv("CHECKED_SEED");
    check_states(6, 10);
    check_states(other ? strtoull(other, NULL, 10) : 7, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_derivatives_pass_at_any_size_of_the_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
