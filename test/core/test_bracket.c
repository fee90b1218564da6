/* The division of brackets: how many trials functions of one variable cost, at many random places of their
 * changes of sign. */
#include "bracket_impl.h"
#include "support.h"

#include <math.h>

typedef double shape(double x, double place);

static double smooth(double x, double place)
{
    return exp(x) - exp(place);
}

static double steep(double x, double place)
{
    return tanh(50.0 * (x - place));
}

static double kink(double x, double place)
{
    return x < place ? 100.0 * (x - place) : x - place;
}

static double root(double x, double place)
{
    return x < place ? -sqrt(place - x) : x - place;
}

static double falling(double x, double place)
{
    return x < place ? place - x : 0.01 * (place - x);
}

/* Smooth about the zero, with kinks on both sides of it. */
static double bent(double x, double place)
{
    return x - place + 0.4 * (fabs(x - 1.31) - fabs(place - 1.31)) -
           0.3 * (fabs(x - 1.72) - fabs(place - 1.72)) + 0.2 * (x - place) * (x + place);
}

static double jump(double x, double place)
{
    return x < place ? -1.0 : 1e-3;
}

static double cliff(double x, double place)
{
    return x < place ? -3.0 - x : 0.1 + x - place;
}

static double flat(double x, double place)
{
    return pow(x - place, 3.0);
}

static const double low = 1.0, high = 2.0, tolerance = 1e-10;

/* Trials until the bracket is narrow; it ends about the place. */
static int trials(shape *f, double place, bool is_continuous)
{
    rdg_bracket b = rdg_bracket_between(low, f(low, place), high, f(high, place), tolerance);
    if (is_continuous) {
        rdg_bracket_trust(&b);
    }
    int count = 0;
    while (rdg_bracket_is_wide(&b)) {
        const double fraction = rdg_bracket_next(&b);
        assert_true(fraction > 0.0 && fraction < 1.0);
        const double x = b.at[0] + fraction * (b.at[1] - b.at[0]);
        rdg_bracket_move(&b, x, f(x, place));
        count++;
        assert_true(count < 100);
    }
    assert_true(b.at[0] <= place && place <= b.at[1] + 1e-15);
    return count;
}

/* Means and greatest numbers of trials at random places. */
static void trials_are_few(void **state)
{
    const struct {
        shape *f;
        double mean;
        int most;
        bool is_continuous;
    } cases[] = {{smooth, 9.0, 11, false}, {steep, 13.0, 22, false},   {kink, 10.0, 12, false},
                 {root, 9.5, 11, false},   {falling, 10.0, 12, false}, {jump, 37.5, 38, false},
                 {cliff, 37.5, 38, false}, {flat, 37.5, 38, false},    {smooth, 5.9, 6, true},
                 {steep, 10.4, 13, true},  {kink, 7.1, 10, true},      {root, 7.1, 16, true},
                 {falling, 7.3, 10, true}, {flat, 49.0, 50, true},     {bent, 5.5, 7, true},
                 {bent, 8.6, 10, false}};
    enum { PLACES = 500 };
    (void)state;
    uint64_t seed = 2385;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        double sum = 0.0;
        int most = 0;
        for (int i = 0; i < PLACES; i++) {
            const int count = trials(cases[c].f, 1.5 + 0.5 * random_signed(&seed), cases[c].is_continuous);
            sum += count;
            most = count > most ? count : most;
        }
        assert_true(sum / PLACES <= cases[c].mean);
        assert_true(most <= cases[c].most);
    }
}

static void a_zero_at_the_high_end_is_found(void **state)
{
    (void)state;
    assert_true(trials(smooth, high, false) < 10);
    assert_true(trials(jump, high, false) <= 38);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trials_are_few),
                                       cmocka_unit_test(a_zero_at_the_high_end_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
