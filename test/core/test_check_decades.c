/* The check of derivatives where the variables of a block differ by decades. */
#include "decade_blocks.h"

static void one_percent_is_found_and_nothing_else(void **state)
{
    (void)state;
    decade_campaign(1, 1500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_percent_is_found_and_nothing_else)};
    return cmocka_run_group_tests_name("core: check of derivatives over decades", tests, NULL, NULL);
}
