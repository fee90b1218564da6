/* Modes of repeated frequencies of a mass on springs (random_frames.h). FRAME_SEED: a second campaign with
 * this seed. */
#define _XOPEN_SOURCE 700

#include "random_frames.h"

#include <stdlib.h>

static void directions_of_many_frames(void **state)
{
    const char *other = getenv("FRAME_SEED");
    (void)state;
    for (int k = 0; k < (other ? 2 : 1); k++) {
        const frame_tally t = frame_campaign(200, k == 0 ? 2026 : strtoull(other, NULL, 10));
        assert_true(100 * t.hidden < t.followed);
        assert_true(200 * t.missed < t.followed);
        assert_true(k > 0 || t.missed == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(directions_of_many_frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
