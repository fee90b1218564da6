/* Many states of hysteretic laws of one's own. MEMORY_SEED: another second seed. */
#include "fresh_context.h"
#include "memory_elements.h"

#include <stdlib.h>

static uint64_t second_seed(void)
{
    const char *other = getenv("MEMORY_SEED");
    return other ? strtoull(other, NULL, 10) : 4;
}

static void a_jenkins_law_is_the_closed_form(void **state)
{
    check_jenkins(*state, 3, 1000);
    check_jenkins(*state, second_seed(), 1000);
}

static void smooth_hysteresis_is_that_of_integration_in_time(void **state)
{
    check_smooth_laws(*state, 17, 6, 20000, 1e-6);
    check_smooth_laws(*state, second_seed(), 6, 20000, 1e-6);
}

static void derivatives_are_those_of_the_scheme(void **state)
{
    check_derivatives(*state, 29, 3, 0);
    check_derivatives(*state, second_seed(), 3, 0);
}

static void a_response_is_that_of_integration_in_time(void **state)
{
    check_response(*state, RDG_HARMONICS(1, 3, 5, 7, 9), 0.8, 1.2, 2000, 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_jenkins_law_is_the_closed_form), TEST(smooth_hysteresis_is_that_of_integration_in_time),
        TEST(derivatives_are_those_of_the_scheme), TEST(a_response_is_that_of_integration_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
