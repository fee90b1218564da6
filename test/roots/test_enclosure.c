/* What an enclosure proves holds for every function in it; where it proves nothing it says so. */
#include "enclosure_impl.h"
#include "random_polynomials.h"

/* f = p + error (1 - (1 - 2 x)^4) cos(speed x + phase): its slope differs from that of p by 8 + speed errors
 * at most. */
typedef struct enclosed_function {
    known_polynomial k;
    double error, speed, phase;
} enclosed_function;

static double value_of(const enclosed_function *f, double x)
{
    const double y = 1 - 2 * x;
    return rdg_polynomial_at(&f->k.p, x) + f->error * (1 - y * y * y * y) * cos(f->speed * x + f->phase);
}

/* Changes of sign between low and high, in steps that no two zeros of such a function share. */
static int count_changes(const enclosed_function *f, double low, double high)
{
    enum { STEPS = 400 };
    int changes = 0;
    double last = value_of(f, low);
    for (int i = 1; i <= STEPS; i++) {
        const double value = value_of(f, low + (high - low) * i / STEPS);
        changes += (last > 0) != (value > 0);
        last = value;
    }
    return changes;
}

static enclosed_function any_function(uint64_t *seed, double least, double most)
{
    enclosed_function f = {.k = any_polynomial(seed, 6)};
    double size = 0;
    for (int i = 0; i <= f.k.p.degree; i++) {
        size = fmax(size, fabs(f.k.p.c[i]));
    }
    for (int i = 0; i <= f.k.p.degree; i++) {
        f.k.p.c[i] /= size;
    }
    f.error = pow(10, least + (most - least) * unit(seed));
    f.speed = 4 * unit(seed);
    f.phase = 6.28 * unit(seed);
    return f;
}

static rdg_enclosure enclosure_of(const enclosed_function *f)
{
    return (rdg_enclosure){.p = f->k.p, .low = 0, .high = 1, .error = f->error, .rounding = 1e-15};
}

static void roots_are_those_of_every_function_inside(void **state)
{
    (void)state;
    uint64_t seed = 21;
    int told = 0;
    for (int trial = 0; trial < 10000; trial++) {
        const enclosed_function f = any_function(&seed, -8, -2);
        const rdg_enclosure e = enclosure_of(&f);
        rdg_enclosed_root roots[RDG_MOST_ROOTS];
        double at = -1;
        const int n = rdg_enclosure_roots(&e, roots, &at);
        if (n < 0) {
            assert_true(at >= 0.1 && at <= 0.9);
            continue;
        }
        told++;
        double last = 0;
        for (int i = 0; i <= n; i++) {
            const bool end = i == n;
            const double low = end ? 1 : roots[i].low;
            /* no change of sign off the roots */
            const double off = 1e-9 * (low - last);
            assert_true(low - last < 1e-9 || count_changes(&f, last + off, low - off) == 0);
            if (end) {
                break;
            }
            assert_true(roots[i].low >= last && roots[i].at >= roots[i].low && roots[i].at <= roots[i].high);
            if (roots[i].is_resolved && roots[i].high > roots[i].low) {
                assert_int_equal(count_changes(&f, roots[i].low, roots[i].high), 1);
            }
            last = roots[i].high;
        }
    }
    assert_in_range(told, 3000, 10000);
}

/* Without a band all is told; what is not resolved is rounding. */
static void exact_polynomials_are_told_at_once(void **state)
{
    (void)state;
    uint64_t seed = 22;
    int unresolved = 0;
    for (int trial = 0; trial < 10000; trial++) {
        enclosed_function f = any_function(&seed, -8, -2);
        f.error = 0;
        rdg_enclosure e = enclosure_of(&f);
        e.rounding = trial % 2 ? 1e-15 : 0;
        const double rounding = e.rounding + rdg_polynomial_rounding(&e.p);
        rdg_enclosed_root roots[RDG_MOST_ROOTS];
        double at = -1;
        const int n = rdg_enclosure_roots(&e, roots, &at);
        assert_true(n >= 0);
        for (int i = 0; i < n; i++) {
            const double x = roots[i].low + (roots[i].high - roots[i].low) * unit(&seed);
            assert_true(roots[i].is_resolved || fabs(rdg_polynomial_at(&e.p, x)) <= 5 * rounding);
            unresolved += !roots[i].is_resolved;
        }
        for (int i = 0; i < f.k.count; i++) {
            bool found = f.k.zero[i] < 0 || f.k.zero[i] > 1;
            for (int j = 0; j < n; j++) {
                found =
                    found || (f.k.zero[i] >= roots[j].low - 1e-15 && f.k.zero[i] <= roots[j].high + 1e-15);
            }
            assert_true(found);
        }
    }
    assert_in_range(unresolved, 1000, 20000);
}

static void check(rdg_enclosure e, int expected, const char *what)
{
    rdg_enclosed_root roots[RDG_MOST_ROOTS];
    double at;
    const int n = rdg_enclosure_roots(&e, roots, &at);
    if (n != expected) {
        print_error("%s: %d in place of %d\n", what, n, expected);
        fail();
    }
}

/* Bounds on both sides of each number that decides: a straight line c x - shift has slope c, and the band of
 * height 1 the slope 8 at its ends. */
static void numbers_decide_where_they_should(void **state)
{
    (void)state;
    const double tiny = 1e-15;
    for (int scale = -3; scale <= 3; scale++) {
        const double s = pow(10, scale);
        for (int i = 0; i < 2; i++) {
            const double slope = i ? 12.5 * s : 11.5 * s, a = -0.3 * slope;
            check((rdg_enclosure){{1, {a, a + slope}}, 0, 1, s, tiny * s}, i ? 1 : RDG_ROOTS_SPLIT, "slope");
            check((rdg_enclosure){{1, {0, slope}}, 5, 7, s, tiny * s}, i ? 1 : RDG_ROOTS_SPLIT,
                  "zero at the low end");
            check((rdg_enclosure){{1, {slope, 0}}, 5, 7, s, tiny * s}, i ? 1 : RDG_ROOTS_SPLIT,
                  "zero at the high end");
            check((rdg_enclosure){{0, {i ? 1.01 * s : 0.99 * s}}, 0, 1, s, tiny * s}, i ? 0 : RDG_ROOTS_SPLIT,
                  "height");
        }
        /* x^2: a double zero in the middle, exact, and in a band that is rounding, and one that is not */
        const rdg_polynomial square = {2, {s, -s, s}};
        check((rdg_enclosure){square, -1, 1, 0, 1e-12 * s}, 1, "double");
        check((rdg_enclosure){square, -1, 1, 3.9e-12 * s, 1e-12 * s}, 1, "double in rounding");
        check((rdg_enclosure){square, -1, 1, 4.1e-12 * s, 1e-12 * s}, RDG_ROOTS_SPLIT, "double in a band");
    }
}

/* An enclosure that tells nothing is divided where |p| is least, but not next to an end. */
static void divisions_are_where_zeros_may_be(void **state)
{
    (void)state;
    rdg_enclosed_root r[RDG_MOST_ROOTS];
    double at;
    for (int i = 0; i <= 16; i++) {
        const double x = i / 16.0; /* (s - x)^2 + 1 */
        const rdg_enclosure e = {{2, {x * x + 1, x * x - x + 1, (1 - x) * (1 - x) + 1}}, 0, 1, 4, 1e-15};
        assert_int_equal(rdg_enclosure_roots(&e, r, &at), RDG_ROOTS_SPLIT);
        const bool has_ends = i > 0 && i < 16; /* else the uncertain part begins behind the end */
        assert_near(at, fmin(fmax(x, 0.1), 0.9), 0, has_ends ? 1.0 / 16 : 0);
    }
    const rdg_enclosure flat = {{1, {1, 1.5}}, 0, 1, 100, 1e-15};
    assert_int_equal(rdg_enclosure_roots(&flat, r, &at), RDG_ROOTS_SPLIT);
    assert_true(at == 0.1);
}

/* A slope that is rounding proves nothing. */
static void slopes_of_rounding_are_not_resolved(void **state)
{
    (void)state;
    rdg_enclosed_root r[RDG_MOST_ROOTS];
    double at;
    for (int i = 0; i < 2; i++) {
        const double end = i ? 3e-12 : 30e-12;
        const rdg_polynomial line = {1, {-end, end}};
        const rdg_enclosure e = {rdg_polynomial_elevated(&line, 20), 0, 1, 0, 1e-12};
        assert_int_equal(rdg_enclosure_roots(&e, r, &at), 1);
        assert_true(r[0].is_resolved == (i == 0));
    }
}

/* The roots' places are those of the function's variable, and the root of p is between. */
static void places_are_absolute(void **state)
{
    (void)state;
    rdg_enclosed_root r[RDG_MOST_ROOTS];
    double at;
    const rdg_enclosure e = {{2, {3, -5, 3}}, 10, 14, 1e-6, 1e-15}; /* 3 - 16 x (1 - x) */
    assert_int_equal(rdg_enclosure_roots(&e, r, &at), 2);
    assert_near(r[0].at, 11, 0, 1e-13);
    assert_near(r[1].at, 13, 0, 1e-13);
    assert_true(r[0].is_resolved && r[0].high - r[0].low < 1e-5 && r[0].high > r[0].low);
    /* both ends are zeros */
    const rdg_enclosure ends = {{2, {0, -5, 0}}, 10, 14, 1e-6, 1e-15};
    assert_int_equal(rdg_enclosure_roots(&ends, r, &at), 2);
    assert_true(r[0].low == 10 && r[0].high == 10 && r[1].low == 14 && r[1].high == 14);
    /* a value at an end of one sign, the slope towards the other: there is the zero of p, whatever the band
     * is */
    const rdg_enclosure near_end = {{1, {1e-9, -1}}, 0, 1, 1e-2, 1e-15};
    assert_int_equal(rdg_enclosure_roots(&near_end, r, &at), 1);
    assert_near(r[0].at, 1e-9, 0, 1e-15);
    /* the values at ends have signs, though less than rounding away there is none */
    const rdg_enclosure tight[2] = {{{1, {2e-14, -20}}, 0, 1, 1, 1e-15}, {{1, {-20, 2e-14}}, 0, 1, 1, 1e-15}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rdg_enclosure_roots(&tight[i], r, &at), 1);
        assert_true(r[0].high > r[0].low && r[0].before * r[0].after < 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(roots_are_those_of_every_function_inside),
                                       cmocka_unit_test(exact_polynomials_are_told_at_once),
                                       cmocka_unit_test(numbers_decide_where_they_should),
                                       cmocka_unit_test(divisions_are_where_zeros_may_be),
                                       cmocka_unit_test(slopes_of_rounding_are_not_resolved),
                                       cmocka_unit_test(places_are_absolute)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
