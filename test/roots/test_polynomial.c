/* Polynomials in the Bernstein basis and all their zeros. */
#include "check_polynomials.h"

#include <lapacke.h>

static void values_slopes_and_parts_agree(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 300; trial++) {
        const int n = trial % (RDG_MOST_DEGREE + 1);
        double a[RDG_MOST_DEGREE + 1], size = 0;
        for (int i = 0; i <= n; i++) {
            a[i] = random_signed(&seed);
            size += fabs(a[i]);
        }
        const rdg_polynomial p = rdg_polynomial_from_powers(n, a), d = rdg_polynomial_derivative(&p);
        const rdg_polynomial q = rdg_polynomial_elevated(&p, RDG_MOST_DEGREE);
        const double x = unit(&seed), y = unit(&seed), low = fmin(x, y), high = fmax(x, y), t = unit(&seed);
        double value = 0, slope = 0;
        for (int i = n; i >= 0; i--) {
            value = value * x + a[i];
            slope = i > 0 ? slope * x + i * a[i] : slope;
        }
        assert_near(rdg_polynomial_at(&p, x), value, 0, 1e-14 * size);
        assert_near(rdg_polynomial_at(&q, x), value, 0, 1e-14 * size);
        assert_near(rdg_polynomial_at(&d, x), slope, 0, 1e-12 * size);
        const rdg_polynomial part = rdg_polynomial_part(&p, low, high);
        assert_near(rdg_polynomial_at(&part, t), rdg_polynomial_at(&p, low + t * (high - low)), 0,
                    1e-13 * size);
        if (n > 0) {
            double values[RDG_MOST_DEGREE + 1];
            for (int i = 0; i <= n; i++) {
                values[i] = rdg_polynomial_at(&p, 0.5 * (1 - cos(3.14159265358979323846 * i / n)));
            }
            const rdg_polynomial back = rdg_polynomial_through(n, values);
            assert_near(rdg_polynomial_at(&back, x), value, 0, 1e-11 * size);
        }
    }
}

static void no_zero_of_random_polynomials_is_missed(void **state)
{
    (void)state;
    assert_int_equal(count_wrong(10000, 11), 0);
}

/* Eigenvalues of the companion matrix of the scaled powers. */
static void zeros_are_eigenvalues_of_the_companion_matrix(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 2000; trial++) {
        enum { MOST = 10 };
        double a[MOST + 1], matrix[MOST * MOST] = {0}, re[MOST], im[MOST];
        const int n = 2 + trial % (MOST - 1);
        for (int i = 0; i <= n; i++) {
            a[i] = random_signed(&seed) * pow(3, i);
        }
        for (int i = 0; i < n; i++) {
            matrix[i + n * (n - 1)] = -a[i] / a[n];
            if (i > 0) {
                matrix[i + n * (i - 1)] = 1;
            }
        }
        assert_int_equal(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, matrix, n, re, im, NULL, 1, NULL, 1),
                         0);
        const rdg_polynomial p = rdg_polynomial_from_powers(n, a);
        rdg_root_span spans[RDG_MOST_SPANS];
        const int count = rdg_polynomial_roots(&p, rdg_polynomial_rounding(&p), spans);
        int expected = 0, found = 0;
        for (int i = 0; i < n; i++) {
            double gap = fmin(fabs(re[i]), fabs(1 - re[i])); /* from the ends and from other zeros */
            for (int j = 0; j < n; j++) {
                gap = j == i ? gap : fmin(gap, hypot(re[i] - re[j], im[i] - im[j]));
            }
            if (im[i] != 0 || re[i] < 0 || re[i] > 1 || gap < 1e-4) {
                continue;
            }
            expected++;
            for (int j = 0; j < count; j++) {
                found += spans[j].is_single && spans[j].low - re[i] < 1e-9 && re[i] - spans[j].high < 1e-9 &&
                         spans[j].high - spans[j].low < 1e-6;
            }
        }
        assert_int_equal(found, expected);
    }
}

static void the_zero_polynomial_is_one_span(void **state)
{
    (void)state;
    rdg_root_span spans[RDG_MOST_SPANS];
    const rdg_polynomial p = {.degree = 7};
    assert_int_equal(rdg_polynomial_roots(&p, rdg_polynomial_rounding(&p), spans), 1);
    assert_true(spans[0].low == 0 && spans[0].high == 1 && !spans[0].is_single);
}

/* A pair of zeros is two as soon as the polynomial is above rounding between them. */
static void near_pairs_are_two(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double half = i ? 2.4e-8 : 1e-8, a = 0.25 - half * half;
        const rdg_polynomial p = {2, {a, a - 0.5, a}}; /* (x - .5)^2 - half^2 */
        rdg_root_span spans[RDG_MOST_SPANS];
        assert_int_equal(rdg_polynomial_roots(&p, rdg_polynomial_rounding(&p), spans), i ? 2 : 1);
        assert_true(spans[0].is_single == (i == 1));
    }
}

/* (x - .5) ((x - .5)^2 + .01): the zero is where the interval would be halved. */
static void zeros_at_halves_are_single(void **state)
{
    (void)state;
    rdg_polynomial p = {1, {-0.5, 0.5}};
    multiply(&p, 2, (double[]){0.26, -0.24, 0.26});
    rdg_root_span spans[RDG_MOST_SPANS];
    assert_int_equal(rdg_polynomial_roots(&p, rdg_polynomial_rounding(&p), spans), 1);
    assert_true(spans[0].is_single && spans[0].low <= 0.5 && spans[0].high >= 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_slopes_and_parts_agree),
                                       cmocka_unit_test(no_zero_of_random_polynomials_is_missed),
                                       cmocka_unit_test(zeros_are_eigenvalues_of_the_companion_matrix),
                                       cmocka_unit_test(near_pairs_are_two),
                                       cmocka_unit_test(zeros_at_halves_are_single),
                                       cmocka_unit_test(the_zero_polynomial_is_one_span)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
