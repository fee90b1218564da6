/* Contact elements as objects: the Hessian tensor, bad input, exhausted memory. */
#include "failing_memory.h"
#include "random_contact.h"

static void the_tensor_is_symmetric_and_its_contraction_is_the_contracted_hessian(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int s = 0; s < 300; s++) {
        random_contact c;
        static double tensor[RANDOM_MAX_N * RANDOM_MAX_N * RANDOM_MAX_N];
        double hessian[(RANDOM_MAX_N + 1) * (RANDOM_MAX_N + 1)], lambda[RANDOM_MAX_N], largest = 0;
        draw_contact(&c, &seed, (random_regime)(s % REGIMES));
        const rdg_index N = c.N;
        for (rdg_index i = 0; i < N; i++) {
            lambda[i] = random_signed(&seed);
        }
        rdg_element_result result = {.lambda = lambda, .hessian = hessian};
        assert_int_equal(rdg_contact_evaluate(c.element, c.z, &result), 0);
        assert_int_equal(rdg_contact_hessian_tensor(c.element, c.z, tensor), 0);
        for (rdg_index i = 0; i < N * N * N; i++) {
            largest = fmax(largest, fabs(tensor[i]));
        }
        for (rdg_index j = 0; j < N; j++) {
            for (rdg_index k = 0; k < N; k++) {
                double sum = 0;
                for (rdg_index i = 0; i < N; i++) {
                    const double entry = tensor[(i * N + k) * N + j];
                    assert_near(entry, tensor[(i * N + j) * N + k], 0, 1e-13 * largest);
                    sum += lambda[i] * entry;
                }
                assert_near(hessian[j + (N + 1) * k], sum, 0, 1e-13 * largest);
            }
            assert_near(hessian[N + (N + 1) * j], 0, 0, 0);
        }
        rdg_context_free(c.ctx);
    }
}

static void an_element_says_no_to_motion_that_is_not_finite(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int regime = 0; regime < REGIMES; regime++) {
        random_contact c;
        double force[RANDOM_MAX_N], tensor[RANDOM_MAX_N];
        draw_contact(&c, &seed, (random_regime)regime);
        rdg_element_result result = {.force = force};
        rdg_element_margin margin = {.gradient = NULL};
        for (rdg_index i = 0; i < c.N; i++) {
            const double kept = c.z[i];
            c.z[i] = i % 2 ? INFINITY : NAN;
            assert_true(rdg_contact_evaluate(c.element, c.z, &result) > 0);
            assert_true(rdg_contact_margin(c.element, c.z, &margin) > 0);
            assert_true(rdg_contact_hessian_tensor(c.element, c.z, tensor) > 0);
            assert_int_equal(rdg_contact_segments(c.element, c.z, 0, NULL), -1);
            c.z[i] = kept;
        }
        rdg_context_free(c.ctx);
    }
}

static void a_contact_at_rest_carries_its_preload_only(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    const int harmonic[] = {1, 2, 4};
    for (int alone = 0; alone < 2; alone++) {
        const rdg_basis basis = {.n_harmonics = alone ? 1 : 3,
                                 .harmonic = harmonic,
                                 .has_static = true,
                                 .n_coefficients = alone ? 3 : 7};
        const rdg_contact law = {
            .tangential = "x", .normal = "y", .kt = 2e8, .kn = 3e8, .mu = 0.3, .preload = 40};
        rdg_contact_element *element = rdg_contact_element_create(ctx, &law, &basis);
        double z[14] = {0}, force[14];
        rdg_element_result result = {.force = force};
        assert_int_equal(rdg_contact_evaluate(element, z, &result), 0);
        for (rdg_index i = 0; i < 2 * basis.n_coefficients; i++) {
            assert_near(force[i], i == basis.n_coefficients ? 40 : 0, 0, 0);
        }
        rdg_element_margin margin = {.gradient = NULL};
        assert_int_equal(rdg_contact_margin(element, z, &margin), 0);
        assert_near(margin.value, 24, 1e-15, 0);
    }
    rdg_context_free(ctx);
}

static void without_friction_there_is_no_tangential_force(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    uint64_t seed = 3;
    const rdg_basis basis = {
        .n_harmonics = 2, .harmonic = (const int[]){1, 2}, .has_static = false, .n_coefficients = 4};
    const rdg_contact law = {.tangential = "x", .normal = "y", .kt = 1.3, .kn = 0.9, .preload = 0.6};
    rdg_contact_element *element = rdg_contact_element_create(ctx, &law, &basis);
    for (int s = 0; s < 300; s++) {
        double z[8], force[8], jacobian[72], hessian[81];
        const double lambda[8] = {1, 1, 1, 1, 0, 0, 0, 0};
        for (int i = 0; i < 8; i++) {
            z[i] = 2 * random_signed(&seed);
        }
        rdg_element_result result = {
            .force = force, .jacobian = jacobian, .lambda = lambda, .hessian = hessian};
        assert_int_equal(rdg_contact_evaluate(element, z, &result), 0);
        for (int i = 0; i < 4; i++) {
            assert_near(force[i], 0, 0, 1e-14);
            for (int j = 0; j < 8; j++) {
                assert_near(jacobian[i + 8 * j], 0, 0, 1e-13);
                assert_near(hessian[i + 9 * j], 0, 0, 1e-12);
            }
        }
    }
    rdg_context_free(ctx);
}

typedef struct bad_contact {
    rdg_contact contact;
    rdg_status status;
    const char *words;
} bad_contact;

static void bad_input_is_named_in_the_message(void **state)
{
    (void)state;
    const rdg_basis basis = {
        .n_harmonics = 1, .harmonic = (const int[]){1}, .has_static = false, .n_coefficients = 2};
    const bad_contact bad[] = {
        {{.tangential = "tip", .kt = -2, .mu = 0.3}, RDG_ERR_ARGUMENT, "kt of contact \"tip\" is -2"},
        {{.tangential = "tip", .kt = 0, .mu = 0.3}, RDG_ERR_ARGUMENT, "must be positive"},
        {{.tangential = "tip", .kt = NAN}, RDG_ERR_NOT_FINITE, "kt of contact \"tip\" is nan"},
        {{.name = "pad", .tangential = "tip", .kt = 1, .kn = -3}, RDG_ERR_ARGUMENT, "kn of contact \"pad\""},
        {{.tangential = "tip", .kt = 1, .mu = -0.1}, RDG_ERR_ARGUMENT, "mu of contact \"tip\" is -0.1"},
        {{.tangential = "tip", .kt = 1, .mu = INFINITY}, RDG_ERR_NOT_FINITE, "mu of contact \"tip\""},
        {{.tangential = "tip", .kt = 1, .preload = -5}, RDG_ERR_ARGUMENT, "no normal displacement"},
        {{.tangential = "tip", .kt = 1, .preload = NAN}, RDG_ERR_NOT_FINITE, "preload of contact"},
        {{.name = "pad", .kt = 1}, RDG_ERR_NAME, "\"pad\" has no tangential displacement"},
    };
    rdg_context *ctx = rdg_context_create();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_null(rdg_contact_element_create(ctx, &bad[i].contact, &basis));
        assert_int_equal(rdg_error_status(ctx), bad[i].status);
        assert_non_null(strstr(rdg_error_message(ctx), bad[i].words));
        const rdg_contact good = {.tangential = "tip", .kt = 1};
        assert_null(rdg_contact_element_create(ctx, &good, &basis)); /* the first failure sticks */
        rdg_error_clear(ctx);
    }
    const rdg_contact good = {.tangential = "tip", .kt = 1};
    const rdg_basis unsorted = {.n_harmonics = 2, .harmonic = (const int[]){3, 1}, .n_coefficients = 4};
    assert_null(rdg_contact_element_create(ctx, &good, &unsorted));
    assert_non_null(strstr(rdg_error_message(ctx), "harmonic 1 at place 1"));
    rdg_error_clear(ctx);
    assert_null(rdg_contact_element_create(ctx, NULL, &basis));
    assert_null(rdg_contact_element_create(NULL, &good, &basis));
    rdg_context_free(ctx);
}

static void when_memory_ends_there_is_no_element_and_no_leak(void **state)
{
    (void)state;
    const rdg_contact law = {.tangential = "x", .normal = "y", .kt = 1, .kn = 1, .mu = 0.3, .preload = 1};
    const rdg_basis basis = {
        .n_harmonics = 2, .harmonic = (const int[]){1, 3}, .has_static = true, .n_coefficients = 5};
    bool created = false;
    for (long k = 1; !created; k++) {
        rdg_context *ctx = rdg_context_create();
        memory_left = k - 1;
        rdg_contact_element *element = rdg_contact_element_create(ctx, &law, &basis);
        memory_left = -1;
        created = element != NULL;
        assert_int_equal(rdg_error_status(ctx), created ? RDG_OK : RDG_ERR_NO_MEMORY);
        rdg_contact_element_free(element);
        rdg_context_free(ctx);
        assert_in_range(k, 1, 100);
    }
}

/* Force and Jacobian of an element at z, one after the other, as harmonic balance asks for them. */
static void ask(rdg_contact_element *element, const double *z, double *force, double *jacobian)
{
    assert_int_equal(rdg_contact_evaluate(element, z, &(rdg_element_result){.force = force}), 0);
    assert_int_equal(rdg_contact_evaluate(element, z, &(rdg_element_result){.jacobian = jacobian}), 0);
}

static void an_answer_does_not_depend_on_what_was_asked_before(void **state)
{
    (void)state;
    uint64_t seed = 2385;
    for (int k = 0; k < 200 * REGIMES; k++) {
        random_contact c;
        draw_contact(&c, &seed, (random_regime)(k % REGIMES));
        const rdg_index N = c.N;
        double force[2][RANDOM_MAX_N], jacobian[2][RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
        double other[RANDOM_MAX_N], broken[RANDOM_MAX_N];
        rdg_element_margin fresh_margin = {0}, margin = {0};
        rdg_contact_element *fresh = rdg_contact_element_create(c.ctx, &c.law, &c.basis);
        assert_non_null(fresh);
        ask(fresh, c.z, force[0], jacobian[0]);
        assert_int_equal(rdg_contact_margin(fresh, c.z, &fresh_margin), 0);

        for (rdg_index i = 0; i < N; i++) {
            other[i] = c.z[i] * (1 + 0.5 * random_signed(&seed));
            broken[i] = i == N - 1 ? NAN : c.z[i];
        }
        double unused[RANDOM_MAX_N];
        rdg_element_result hold_force = {.force = unused};
        assert_int_equal(rdg_contact_evaluate(c.element, other, &hold_force), 0);
        assert_int_equal(rdg_contact_margin(c.element, c.z, &margin), 0); /* only the margin of z is known */
        assert_true(rdg_contact_evaluate(c.element, broken, &hold_force) > 0);
        assert_int_equal(rdg_contact_margin(c.element, c.z, &margin), 0);
        rdg_contact_hold_stuck(c.element, true);
        assert_int_equal(rdg_contact_evaluate(c.element, c.z, &hold_force), 0);
        rdg_contact_hold_stuck(c.element, false);
        ask(c.element, c.z, force[1], jacobian[1]);
        assert_memory_equal(force[0], force[1], (size_t)N * sizeof(double));
        assert_memory_equal(jacobian[0], jacobian[1], (size_t)(N * (N + 1)) * sizeof(double));
        assert_true(margin.value == fresh_margin.value);
        rdg_context_free(c.ctx);
    }
}

static void evaluation_takes_no_memory(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int regime = 0; regime < REGIMES; regime++) {
        random_contact c;
        double force[RANDOM_MAX_N], jacobian[RANDOM_MAX_N * (RANDOM_MAX_N + 1)];
        double hessian[(RANDOM_MAX_N + 1) * (RANDOM_MAX_N + 1)];
        draw_contact(&c, &seed, (random_regime)regime);
        rdg_element_result result = {.force = force, .jacobian = jacobian, .lambda = c.z, .hessian = hessian};
        rdg_element_margin margin = {.gradient = force};
        const long before = memory_asked;
        assert_int_equal(rdg_contact_evaluate(c.element, c.z, &result), 0);
        assert_int_equal(rdg_contact_margin(c.element, c.z, &margin), 0);
        assert_int_equal(memory_asked, before);
        rdg_context_free(c.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tensor_is_symmetric_and_its_contraction_is_the_contracted_hessian),
        cmocka_unit_test(an_element_says_no_to_motion_that_is_not_finite),
        cmocka_unit_test(a_contact_at_rest_carries_its_preload_only),
        cmocka_unit_test(without_friction_there_is_no_tangential_force),
        cmocka_unit_test(bad_input_is_named_in_the_message),
        cmocka_unit_test(when_memory_ends_there_is_no_element_and_no_leak),
        cmocka_unit_test(an_answer_does_not_depend_on_what_was_asked_before),
        cmocka_unit_test(evaluation_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
