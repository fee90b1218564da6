/* Stiffness against differences of the force, Hessian against differences of the stiffness, along random
 * directions at random states of every regime. */
#include "random_contact.h"

enum { STATES = 1000, LEVELS = 5 };

typedef enum difference_of { FORCE, STIFFNESS } difference_of;

/* Force, or stiffness^T lambda, at z + t d; false where the contact goes through other states. */
static bool sample(const random_contact *c, difference_of what, const double *lambda, const double *d,
                   double t, double *value)
{
    double z[RANDOM_MAX_N], jacobian[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
    for (rdg_index i = 0; i < c->N; i++) {
        z[i] = c->z[i] + t * d[i];
    }
    if (!same_states(c, z)) {
        return false;
    }
    rdg_element_result result = {.force = what == FORCE ? value : NULL,
                                 .jacobian = what == FORCE ? NULL : jacobian};
    assert_int_equal(rdg_contact_evaluate(c->element, z, &result), 0);
    for (rdg_index j = 0; what == STIFFNESS && j < c->N; j++) {
        value[j] = 0;
        for (rdg_index i = 0; i < c->N; i++) {
            value[j] += lambda[i] * jacobian[i + c->N * j];
        }
    }
    return true;
}

/* Derivative along d by Romberg's extrapolation of central differences with steps h, h/2, h/4, ...
 * @return the estimated error, infinite if the states change within the widest step */
static double differentiate(const random_contact *c, difference_of what, const double *lambda,
                            const double *d, double h, double *derivative)
{
    double table[LEVELS][LEVELS][RANDOM_MAX_N], error = 0;
    for (int k = 0; k < LEVELS; k++, h /= 2) {
        double plus[RANDOM_MAX_N], minus[RANDOM_MAX_N];
        if (!sample(c, what, lambda, d, h, plus) || !sample(c, what, lambda, d, -h, minus)) {
            return INFINITY;
        }
        for (rdg_index i = 0; i < c->N; i++) {
            double factor = 1;
            table[k][0][i] = (plus[i] - minus[i]) / (2 * h);
            for (int m = 1; m <= k; m++) {
                factor *= 4;
                table[k][m][i] =
                    table[k][m - 1][i] + (table[k][m - 1][i] - table[k - 1][m - 1][i]) / (factor - 1);
            }
        }
    }
    for (rdg_index i = 0; i < c->N; i++) {
        derivative[i] = table[LEVELS - 1][LEVELS - 1][i];
        error = fmax(error, fabs(derivative[i] - table[LEVELS - 2][LEVELS - 2][i]));
    }
    return error;
}

/* Shorten the widest step until the estimate of the error is good enough; false if it never is. */
static bool differentiable(const random_contact *c, difference_of what, const double *lambda, const double *d,
                           double accuracy, double *derivative)
{
    for (int shorter = 0; shorter < 5; shorter++) {
        if (differentiate(c, what, lambda, d, 0.05 * pow(4, -shorter), derivative) < accuracy) {
            return true;
        }
    }
    return false;
}

static void analytic(const random_contact *c, difference_of what, const double *lambda, const double *d,
                     double *derivative)
{
    const rdg_index N = c->N, rows = what == FORCE ? N : N + 1;
    double jacobian[RANDOM_MAX_N * (RANDOM_MAX_N + 1)], hessian[(RANDOM_MAX_N + 1) * (RANDOM_MAX_N + 1)];
    rdg_element_result result = {.jacobian = jacobian, .lambda = lambda, .hessian = hessian};
    assert_int_equal(rdg_contact_evaluate(c->element, c->z, &result), 0);
    for (rdg_index i = 0; i < N; i++) {
        derivative[i] = 0;
        for (rdg_index j = 0; j < N; j++) {
            derivative[i] += (what == FORCE ? jacobian : hessian)[i + rows * j] * d[j];
        }
    }
}

/* Draw states until STATES of a regime are far enough from the next one for differences to tell the
 * derivative; compare. */
static void compare(difference_of what, random_regime regime, double tolerance)
{
    uint64_t seed = 20240229 + (uint64_t)regime + 17 * (uint64_t)what;
    int compared = 0, drawn = 0;
    double worst = 0;
    for (; compared < STATES; drawn++) {
        random_contact c;
        double d[RANDOM_MAX_N], lambda[RANDOM_MAX_N], expected[RANDOM_MAX_N], actual[RANDOM_MAX_N];
        draw_contact(&c, &seed, regime);
        for (rdg_index i = 0; i < c.N; i++) {
            d[i] = random_signed(&seed);
            lambda[i] = random_signed(&seed);
        }
        if (differentiable(&c, what, lambda, d, 0.1 * tolerance, expected)) {
            analytic(&c, what, lambda, d, actual);
            for (rdg_index i = 0; i < c.N; i++) {
                worst = fmax(worst, fabs(actual[i] - expected[i]));
                assert_near(actual[i], expected[i], 0, tolerance);
            }
            compared++;
        }
        rdg_context_free(c.ctx);
    }
    print_message("%s, %s: largest error %.1e; %d of %d states too close to another regime\n",
                  what == FORCE ? "stiffness" : "Hessian", regime_name[regime], worst, drawn - STATES, drawn);
}

static void stiffness_is_the_derivative_of_the_force_in_every_regime(void **state)
{
    (void)state;
    for (int regime = 0; regime < REGIMES; regime++) {
        compare(FORCE, (random_regime)regime, 1e-9);
    }
}

static void hessian_is_the_derivative_of_the_stiffness_in_every_regime(void **state)
{
    (void)state;
    for (int regime = 0; regime < REGIMES; regime++) {
        compare(STIFFNESS, (random_regime)regime, 1e-8);
    }
}

/* Where both motions keep a proportion, with much friction, the contact opens without slip: also from stick,
 * for no other motion. Along such motions the Hessian is the derivative of the stiffness. */
static void hessian_holds_where_a_contact_opens_without_slip(void **state)
{
    (void)state;
    uint64_t seed = 77;
    static const int harmonic[] = {1, 2, 3};
    for (int k = 0; k < STATES; k++) {
        random_contact c = {.basis = {.n_harmonics = 1 + k % 3, .harmonic = harmonic}};
        double d[RANDOM_MAX_N], lambda[RANDOM_MAX_N], expected[RANDOM_MAX_N], actual[RANDOM_MAX_N];
        const rdg_index n = c.basis.n_coefficients = 2 * c.basis.n_harmonics;
        const double proportion = random_between(&seed, -2.0, 2.0);
        c.N = 2 * n;
        c.law = (rdg_contact){.tangential = "x",
                              .normal = "y",
                              .kt = random_between(&seed, 0.7, 1.9),
                              .kn = random_between(&seed, 0.6, 1.7),
                              .preload = random_between(&seed, 0.8, 1.6)};
        c.law.mu = 1.2 * fabs(proportion) * c.law.kt / c.law.kn + 0.1;
        c.ctx = rdg_context_create();
        c.element = rdg_contact_element_create(c.ctx, &c.law, &c.basis);
        do {
            for (rdg_index i = 0; i < n; i++) {
                c.z[n + i] = 3.0 * random_signed(&seed);
                c.z[i] = proportion * c.z[n + i];
                d[n + i] = random_signed(&seed);
                d[i] = proportion * d[n + i];
            }
            for (rdg_index i = 0; i < c.N; i++) {
                lambda[i] = random_signed(&seed);
            }
            c.n_segments = rdg_contact_segments(c.element, c.z, RANDOM_MAX_SEGMENTS, c.segment);
        } while (!in_regime(&c, REGIME_SEPARATION_THEN_STICK) ||
                 !differentiable(&c, STIFFNESS, lambda, d, 1e-9, expected));
        analytic(&c, STIFFNESS, lambda, d, actual);
        for (rdg_index i = 0; i < c.N; i++) {
            assert_near(actual[i], expected[i], 0, 1e-8);
        }
        rdg_context_free(c.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffness_is_the_derivative_of_the_force_in_every_regime),
        cmocka_unit_test(hessian_is_the_derivative_of_the_stiffness_in_every_regime),
        cmocka_unit_test(hessian_holds_where_a_contact_opens_without_slip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
