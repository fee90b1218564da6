/* Rests of chains with unilateral springs, floating ones among them. */
#include "random_rests.h"

static void chains_rest_where_they_can(void **state)
{
    (void)state;
    check_rests(1, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chains_rest_where_they_can)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
