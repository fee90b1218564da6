/* A ridge over the kinks of very many sliders. */
#define _XOPEN_SOURCE 700

#include "ridge_continuation.h"

static void ridge_gets_past_any_number_of_sliders(void **state)
{
    ridge_gets_past_sliders(*state, 800, 800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(ridge_gets_past_any_number_of_sliders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
