/* The check of derivatives follows the state: no false alarm for drag and tanh friction. */
#include "checked_states.h"

static void right_derivatives_pass_at_any_size_of_the_state(void **state)
{
    (void)state;
    check_states(5, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_derivatives_pass_at_any_size_of_the_state)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
