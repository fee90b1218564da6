/* Rests of many chains with unilateral springs.
 * REST_SEED: another second seed. */
#include "random_rests.h"

#include <stdlib.h>

static void chains_rest_where_they_can(void **state)
{
    (void)state;
    const char *other = getenv("REST_SEED");
    check_rests(2, 10000);
    check_rests(other ? strtoull(other, NULL, 10) : 3, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chains_rest_where_they_can)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
