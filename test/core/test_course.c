/* What is known of a function along a step, and what that foretells. */
#include "support.h"

#include "course_impl.h"

#include <math.h>

static double polynomial(const double *root, int n, double x)
{
    double y = 1.0;
    for (int i = 0; i < n; i++) {
        y *= x - root[i];
    }
    return y;
}

/* Values of a polynomial at random places, in any order. */
static rdg_course draw(const double *root, int n, int known, uint64_t *seed)
{
    rdg_course c = {.known = 0};
    for (int i = 0; i < known; i++) {
        const double at = (2.0 * i + 1.0 + 0.8 * random_signed(seed)) / (2.0 * known);
        rdg_course_add(&c, i % 2 ? at : 1.0 - at, polynomial(root, n, i % 2 ? at : 1.0 - at));
    }
    return c;
}

static void six_values_tell_a_polynomial_of_fifth_degree(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int k = 0; k < 200; k++) {
        double root[5];
        for (int i = 0; i < 5; i++) {
            root[i] = random_signed(&seed);
        }
        const rdg_course c = draw(root, 5, 6 + k % 7, &seed);
        for (int i = 1; i < c.known; i++) {
            assert_true(c.at[i] > c.at[i - 1]);
        }
        const double x = 0.5 + 0.4 * random_signed(&seed);
        assert_near(rdg_course_foretold(&c, x), polynomial(root, 5, x), 1e-9, 1e-10);
    }
}

/* The nearest values tell, not all. */
static void what_is_far_does_not_count(void **state)
{
    (void)state;
    rdg_course c = {.known = 0};
    for (int i = 0; i < 20; i++) {
        rdg_course_add(&c, i, i < 10 ? i : 1000.0);
    }
    assert_near(rdg_course_foretold(&c, 3.5), 3.5, 1e-13, 0.0);
    assert_near(rdg_course_foretold(&c, 15.5), 1000.0, 1e-13, 0.0);
    assert_near(rdg_course_range(&c, 2, 8), 6.0, 1e-15, 0.0);
    assert_int_equal(rdg_course_changes(&c), 0);
}

static void there_is_room_for_so_many_values(void **state)
{
    (void)state;
    rdg_course c = {.known = 0};
    for (int i = 0; i < RDG_COURSE_MOST; i++) {
        assert_int_equal(rdg_course_add(&c, -i, i % 2 ? 1.0 : -1.0), 0);
    }
    assert_int_equal(rdg_course_add(&c, 0.5, 1.0), -1);
    assert_int_equal(rdg_course_changes(&c), 0); /* behind the step's beginning */
}

/* A pair of zeros between two values is seen however close together, next to a third one as well, and none
 * where there is none. */
static void pairs_between_two_values_are_seen(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < 600; k++) {
        const double values[] = {-0.2, 0.0, 0.2, 0.8, 1.0, 1.2};
        const double middle = 0.5 + 0.15 * random_signed(&seed);
        const double apart = pow(10.0, -2.5 + 1.5 * random_signed(&seed));
        const double root[] = {middle - 0.5 * apart, middle + 0.5 * apart, k % 3 == 0 ? 0.75 : 2.0};
        rdg_course c = {.known = 0};
        for (int i = 0; i < 6; i++) {
            const double way = values[i];
            const double lifted = (way - middle) * (way - middle) + 0.25 * apart * apart;
            rdg_course_add(&c, way, k % 3 == 2 ? lifted : polynomial(root, 3, way));
        }
        double where = 0.0;
        assert_int_equal(rdg_course_dips(&c, 2, 0.0, &where), k % 3 < 2);
        assert_true(k % 3 != 1 || fabs(where - middle) < 0.5 * apart);
        assert_true(k % 3 != 0 || (where > root[0] && where < root[2])); /* the pair or what divides them */
        if (k % 3 == 2 && apart < 0.1) { /* but for an error it would be one */
            assert_true(rdg_course_dips(&c, 2, 0.3 * apart * apart, &where));
            assert_near(where, middle, 0.0, 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_values_tell_a_polynomial_of_fifth_degree),
        cmocka_unit_test(what_is_far_does_not_count),
        cmocka_unit_test(there_is_room_for_so_many_values),
        cmocka_unit_test(pairs_between_two_values_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
