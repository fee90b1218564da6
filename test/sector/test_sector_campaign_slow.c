/* 200 random rotors, N = 3 to 24, all engine orders, one to three contacts inside sectors and across, H to 7:
 * maxima of responses, and ends and events of ridges, are those of the ring. */
#include "sector_campaign.h"

enum { CASES = 200 };

static void report(const char *what, const campaign *c)
{
    print_message(
        "%s: %d responses (%d of large rings) with %d maxima, %d ridges with %d points; %d rings without a "
        "wave, %d ridges that leave it, %d maxima blurred; largest relative difference %.2g\n",
        what, c->responses, c->large, c->peaks, c->ridges, c->special, c->no_wave, c->lost, c->blurred,
        c->worst);
}

static void maxima_are_those_of_the_ring(void **state)
{
    const campaign c = sector_campaign(state, 3, CASES, false);
    report("maxima", &c);
    assert_true(c.worst <= 1e-10 && c.responses >= CASES * 9 / 10 && c.no_wave <= CASES / 20 &&
                c.blurred <= CASES / 20);
}

static void ridges_are_those_of_the_ring(void **state)
{
    const campaign c = sector_campaign(state, 11, CASES, true);
    report("ridges", &c);
    assert_true(c.worst <= 1e-10 && c.ridges >= CASES / 2 && c.no_wave + c.lost <= CASES / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(maxima_are_those_of_the_ring),
                                       TEST(ridges_are_those_of_the_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
