/* Roots in brackets: how many evaluations functions of one variable cost, with slopes and without. */
#include "support.h"

#include <ridgewalk/root.h>

#include <fenv.h>
#include <float.h>
#include <math.h>

/* A function of x - place and its slope */
typedef double shape(double x, double *slope);

static double wave(double x, double *slope)
{
    *slope = cos(x) + 0.3;
    return sin(x) + 0.3 * x;
}

static double steep(double x, double *slope)
{
    *slope = 50.0 / (cosh(50.0 * x) * cosh(50.0 * x));
    return tanh(50.0 * x);
}

static double kink(double x, double *slope)
{
    *slope = x < 0.0 ? 100.0 : 1.0;
    return *slope * x;
}

static double falling(double x, double *slope)
{
    *slope = -exp(x);
    return 1.0 - exp(x);
}

static double flat(double x, double *slope)
{
    *slope = 3.0 * x * x;
    return x * x * x;
}

/* Newton's method comes closer by 1 - 1/1.4 = 0.29 a step. */
static double bowed(double x, double *slope)
{
    *slope = 1.4 * pow(fabs(x), 0.4);
    return copysign(pow(fabs(x), 1.4), x);
}

static double jump(double x, double *slope)
{
    *slope = 0.0;
    return x < 0.0 ? -1.0 : 1e-3;
}

static const double low = 1.0, high = 2.0, within = 1e-14;

/* Evaluations until the root is found; it is the place. */
static int evaluations(shape *f, double place, bool with_slope, double error)
{
    double slope, value, at_low = f(low - place, &slope), at_high = f(high - place, &slope);
    rdg_root root = rdg_root_between(low, at_low, high, at_high, within);
    int count = 0;
    do {
        value = f(root.at - place, &slope);
        assert_in_range(++count, 1, 200);
        assert_true(root.at > low && root.at < high);
    } while (rdg_root_next(&root, value, with_slope ? slope : (double)NAN));
    assert_near(root.at, place, 0.0, error);
    return count;
}

static int most_evaluations(shape *f, bool with_slope, double error)
{
    uint64_t seed = 5;
    int most = 0;
    for (int k = 0; k < 200; k++) {
        const double place = 1.5 + 0.499 * random_signed(&seed);
        const int count = evaluations(f, place, with_slope, error);
        most = count > most ? count : most;
    }
    return most;
}

static void roots_are_found_with_few_evaluations(void **state)
{
    static const struct {
        shape *f;
        double error;
        int most[2]; /* without slopes, with them */
    } cases[] = {{wave, 1e-14, {5, 3}},    {steep, 1e-14, {12, 10}}, {kink, 1e-14, {8, 2}},
                 {falling, 1e-14, {6, 5}}, {flat, 1e-4, {67, 99}},   {jump, 2e-14, {69, 69}},
                 {bowed, 1e-13, {55, 25}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int with = 0; with < 2; with++) {
            const int most = most_evaluations(cases[i].f, with > 0, cases[i].error);
            print_message("function %zu, %s slopes: at most %d evaluations\n", i, with ? "with" : "without",
                          most);
            assert_in_range(most, 1, cases[i].most[with]);
        }
    }
}

/* x (x - place): the zero at the low end is not the one that is sought. */
static void a_zero_at_an_end_is_not_meant(void **state)
{
    (void)state;
    rdg_root root = rdg_root_between(0.0, 0.0, 1.0, 0.7, 1e-15);
    double value;
    do {
        value = root.at * (root.at - 0.3);
    } while (rdg_root_next(&root, value, NAN));
    assert_near(root.at, 0.3, 1e-14, 0.0);
    /* a value that is not a number, and a root that is met, end the search where it is */
    root = rdg_root_between(0.0, -1.0, 1.0, 1.0, 1e-15);
    assert_near(root.at, 0.5, 0.0, 0.0);
    assert_false(rdg_root_next(&root, NAN, 1.0));
    assert_false(rdg_root_next(&root, 0.0, 1.0));
    assert_near(root.at, 0.5, 0.0, 0.0);
    /* of a function that jumps the end where it is smaller */
    double slope;
    root = rdg_root_between(low, NAN, high, 1e-3, within);
    while (rdg_root_next(&root, jump(root.at - 1.3, &slope), NAN)) {
    }
    assert_true(jump(root.at - 1.3, &slope) > 0.0);
    /* values at both ends may be unknown: it begins in the middle */
    root = rdg_root_between(-1.0, NAN, 3.0, NAN, 1e-15);
    assert_near(root.at, 1.0, 0.0, 0.0);
}

/* scale (size + g(x/stretch)) - scale (size + g(place/stretch)), g(y) = y + 0.3 sin(y): values are off by the
 * rounding of two sums of this size. */
typedef struct sum {
    double scale, stretch, size, place;
} sum;

static double value_of(const sum *s, double x, double *slope)
{
    const double y = x / s->stretch, z = s->place / s->stretch;
    *slope = s->scale * (1.0 + 0.3 * cos(y)) / s->stretch;
    return s->scale * ((s->size + (y + 0.3 * sin(y))) - (s->size + (z + 0.3 * sin(z))));
}

/* At all scales of the function, of its argument and of its rounding a root is known to this, and costs no
 * evaluation beyond. */
static void roots_are_known_to_the_rounding_of_the_function(void **state)
{
    static const double scales[] = {1e-250, 1e-20, 1.0, 1e20, 1e250}, sizes[] = {0.0, 1.0, 1e3, 1e9};
    (void)state;
    uint64_t seed = 7;
    int most[2] = {0, 0};
    for (int k = 0; k < 5 * 5 * 4 * 50; k++) {
        const double scale = scales[k % 5], stretch = scales[k / 5 % 5], size = sizes[k / 25 % 4];
        const sum s = {scale, stretch, size, stretch * (1.5 + 0.499 * random_signed(&seed))};
        const double rounding = DBL_EPSILON * scale * (size + 3.0);
        const double precision = DBL_EPSILON * 2.0 * stretch;
        for (int with = 0; with < 2; with++) {
            double slope, at_low = value_of(&s, stretch, &slope),
                          at_high = value_of(&s, 2.0 * stretch, &slope), value;
            rdg_root root = rdg_root_between(stretch, at_low, 2.0 * stretch, at_high, precision);
            int count = 0;
            do {
                value = value_of(&s, root.at, &slope);
                root.rounding = rounding;
                count++;
            } while (rdg_root_next(&root, value, with > 0 ? slope : (double)NAN));
            most[with] = count > most[with] ? count : most[with];
            assert_near(root.at, s.place, 0.0, 2.0 * (rounding / (0.7 * scale)) * stretch + precision);
        }
    }
    print_message("at most %d evaluations, %d with slopes\n", most[0], most[1]);
    assert_in_range(most[0], 1, 5);
    assert_in_range(most[1], 1, 5);
}

/* A bracket without width, as of a time that does not pass, and one with values whose quotients overflow: no
 * exception of floating-point arithmetic. */
static void no_bracket_divides_by_zero_or_overflows(void **state)
{
    (void)state;
    feclearexcept(FE_ALL_EXCEPT);
    rdg_root root = rdg_root_between(2.0, -1.0, 2.0, 1.0, 1e-12);
    assert_true(root.at == 2.0);
    while (rdg_root_next(&root, 0.5, NAN)) {
    }
    assert_true(root.at == 2.0);
    root = rdg_root_between(0.0, -1e300, 1.0, 1.0, 1e-12); /* two values that differ by little on one side */
    for (int k = 0; k < 3; k++) {
        rdg_root_next(&root, 1.0 - 1e-16 * k, NAN);
    }
    assert_int_equal(fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_found_with_few_evaluations),
        cmocka_unit_test(roots_are_known_to_the_rounding_of_the_function),
        cmocka_unit_test(a_zero_at_an_end_is_not_meant),
        cmocka_unit_test(no_bracket_divides_by_zero_or_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
