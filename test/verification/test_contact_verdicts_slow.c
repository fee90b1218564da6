/* Verdicts on solutions of 200 random structures with contacts of all kinds, against motions in small steps.
 * VERDICTS_FIRST, VERDICTS_COUNT: other structures, by the number that messages name. */
#define _XOPEN_SOURCE 700

#include "verification/contact_verdicts.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void verdicts_are_those_of_perturbed_motions(void **state)
{
    (void)state;
    const contact_verdicts all =
        model_campaign((uint64_t)asked("VERDICTS_FIRST", 1), asked("VERDICTS_COUNT", 200));
    assert_int_equal(all.wrong, 0);
    assert_true(200 * all.refused < all.points);
    assert_true(10 * all.undecided < all.points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_are_those_of_perturbed_motions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
