/* The distance to the onset of slip, and the stuck regime held beyond it. */
#include "random_contact.h"

enum { STATES = 1000, SAMPLES = 2000 };

static double margin_at(const random_contact *c, const double *z, double *gradient)
{
    rdg_element_margin margin = {.gradient = gradient};
    assert_int_equal(rdg_contact_margin(c->element, z, &margin), 0);
    return margin.value;
}

static void the_margin_is_positive_exactly_when_the_contact_is_fully_stuck(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int i = 0; i < REGIMES * STATES; i++) {
        random_contact c;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        assert_int_equal(margin_at(&c, c.z, NULL) > 0, i % REGIMES == REGIME_STICK);
        rdg_context_free(c.ctx);
    }
}

static void the_margin_is_min_U_minus_max_L(void **state)
{
    (void)state;
    uint64_t seed = 16;
    for (int i = 0; i < 30; i++) {
        random_contact c;
        double highest = -INFINITY, lowest = INFINITY;
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        const rdg_index n = c.basis.n_coefficients, first = c.basis.has_static;
        for (int s = 0; s < SAMPLES; s++) {
            const double tau = 6.283185307179586 * s / SAMPLES;
            double x = first ? c.z[0] : 0, y = first && c.N > n ? c.z[n] : 0;
            for (rdg_index j = first; j < n; j++) {
                const rdg_index h = (j - first) / 2;
                const double angle = c.basis.harmonic[h] * tau;
                const double basis = (j - first) % 2 ? sin(angle) : cos(angle);
                x += basis * c.z[j];
                y += c.N > n ? basis * c.z[n + j] : 0;
            }
            const double p = c.law.kt * x, friction = c.law.mu * (c.law.preload + c.law.kn * y);
            highest = fmax(highest, p - friction);
            lowest = fmin(lowest, p + friction);
        }
        const double margin = margin_at(&c, c.z, NULL);
        assert_true(margin <= lowest - highest + 1e-14); /* samples miss the extrema, by O(1/SAMPLES^2) */
        assert_near(margin, lowest - highest, 0, 3e-3);
        rdg_context_free(c.ctx);
    }
}

static void the_gradient_is_the_derivative_of_the_margin(void **state)
{
    (void)state;
    uint64_t seed = 32;
    double worst = 0;
    int smooth = 0;
    for (int i = 0; i < STATES; i++) {
        random_contact c;
        double gradient[RANDOM_MAX_N], side[RANDOM_MAX_N], d[RANDOM_MAX_N], z[RANDOM_MAX_N];
        double value[4], slope = 0, turn = 0;
        const double steps[4] = {2e-4, -2e-4, 1e-4, -1e-4};
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        margin_at(&c, c.z, gradient);
        for (rdg_index j = 0; j < c.N; j++) {
            d[j] = random_signed(&seed) / 3;
            slope += gradient[j] * d[j];
        }
        for (int s = 0; s < 4; s++) {
            for (rdg_index j = 0; j < c.N; j++) {
                z[j] = c.z[j] + steps[s] * d[j];
            }
            value[s] = margin_at(&c, z, side);
            for (rdg_index j = 0; j < c.N; j++) {
                turn = fmax(turn, fabs(side[j] - gradient[j]));
            }
        }
        if (turn < 0.05) { /* else another extremum takes over within the step: S has a kink there */
            const double wide = (value[0] - value[1]) / 4e-4, narrow = (value[2] - value[3]) / 2e-4;
            const double difference = (4 * narrow - wide) / 3;
            worst = fmax(worst, fabs(slope - difference));
            assert_near(slope, difference, 0, 1e-8);
            smooth++;
        }
        rdg_context_free(c.ctx);
    }
    assert_true(smooth > STATES * 9 / 10);
    print_message("gradient of the margin: largest error %.1e, %d of %d states smooth\n", worst, smooth,
                  STATES);
}

static void a_held_contact_is_a_pair_of_springs_whatever_it_would_do(void **state)
{
    (void)state;
    uint64_t seed = 64;
    for (int i = 0; i < 600; i++) {
        random_contact c;
        double force[RANDOM_MAX_N], jacobian[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
        draw_contact(&c, &seed, (random_regime)(i % REGIMES));
        rdg_element_result result = {.force = force, .jacobian = jacobian};
        rdg_contact_hold_stuck(c.element, true);
        assert_int_equal(rdg_contact_evaluate(c.element, c.z, &result), 0);
        for (rdg_index j = 0; j < c.N; j++) {
            const rdg_index n = c.basis.n_coefficients;
            const double stiffness = j < n ? c.law.kt : c.law.kn;
            if (c.basis.has_static && j % n == 0) {
                continue; /* memory and preload, below */
            }
            assert_near(force[j], stiffness * c.z[j], 1e-15, 0);
            for (rdg_index k = 0; k < c.N; k++) {
                assert_near(jacobian[j + c.N * k], k == j ? stiffness : 0, 0, 0);
            }
        }
        rdg_contact_hold_stuck(c.element, false);
        assert_int_equal(rdg_contact_segments(c.element, c.z, 0, NULL), c.n_segments);
        rdg_context_free(c.ctx);
    }
}

/* x = X0 + A cos tau from rest: the slider follows where L has gone up to X0 + A, or U down to X0 - A. */
static void a_stuck_contact_remembers_how_a_virgin_one_got_there(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    const rdg_contact law = {.tangential = "x", .kt = 1.7, .mu = 0.5, .preload = 2.3};
    const rdg_basis basis = {
        .n_harmonics = 1, .harmonic = (const int[]){1}, .has_static = true, .n_coefficients = 3};
    rdg_contact_element *element = rdg_contact_element_create(ctx, &law, &basis);
    const double A = 0.4, limit = law.mu * law.preload;
    const double mean[] = {-1.3, -0.2, 0.0, 0.25, 1.9};
    for (int i = 0; i < 5; i++) {
        const double z[3] = {mean[i], A, 0};
        const double upper = law.kt * (mean[i] + A) - limit, lower = law.kt * (mean[i] - A) + limit;
        const double v = upper > 0 ? upper : lower < 0 ? lower : 0;
        double force[3];
        rdg_element_result result = {.force = force};
        assert_int_equal(rdg_contact_evaluate(element, z, &result), 0);
        assert_near(force[0], law.kt * mean[i] - v, 1e-14, 0);
        assert_near(force[1], law.kt * A, 1e-15, 0);
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_margin_is_positive_exactly_when_the_contact_is_fully_stuck),
        cmocka_unit_test(the_margin_is_min_U_minus_max_L),
        cmocka_unit_test(the_gradient_is_the_derivative_of_the_margin),
        cmocka_unit_test(a_held_contact_is_a_pair_of_springs_whatever_it_would_do),
        cmocka_unit_test(a_stuck_contact_remembers_how_a_virgin_one_got_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
