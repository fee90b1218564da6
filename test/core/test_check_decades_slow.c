/* The check of derivatives where the variables of a block differ by decades, 40 000 blocks.
 * DECADES_SEED: another second seed. */
#include "decade_blocks.h"

#include <stdlib.h>

static void one_percent_is_found_and_nothing_else(void **state)
{
    (void)state;
    const char *other = getenv("DECADES_SEED");
    decade_campaign(2, 20000);
    decade_campaign(other ? strtoull(other, NULL, 10) : 3, 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_percent_is_found_and_nothing_else)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
