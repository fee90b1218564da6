/* Branches of stick-slip orbits have no special point where a sequence ends. */
#include "stick_slip.h"

static void random_oscillators_have_no_false_points(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const belt_oscillator q = any_belt_oscillator(1, k);
        (void)check_belt_oscillator(&q);
    }
}

/* The mass is caught where its acceleration vanishes: as what was before is forgotten in stick, frequency has
 * an extremum at this graze, but the branch ends there and does not turn. */
static void no_fold_stands_at_the_end(void **state)
{
    (void)state;
    const belt_oscillator q = {.A = 0.4092243772555077,
                               .omega = 0.44432086552065886,
                               .z = 0.10347597245449444,
                               .Fs = 0.57162357738869296,
                               .Fk = 0.27725428196711555,
                               .V = 0.24079876987801727};
    assert_int_equal(check_belt_oscillator(&q), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(random_oscillators_have_no_false_points),
                                       TEST(no_fold_stands_at_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
