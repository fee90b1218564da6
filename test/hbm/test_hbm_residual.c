/* The equations R = D Q + F_nl - alpha F_ex and their derivatives. */
#include "differences.h"
#include "models.h"

#include <complex.h>

/* Derivatives of the residual and of all sensors at random states. */
static void check_at_random_states(rdg_hbm *hb, double amplitude, double tolerance)
{
    const rdg_function *g = rdg_hbm_function(hb);
    const rdg_index m = rdg_hbm_unknowns(hb);
    double *u = calloc((size_t)g->n, sizeof *u), *lambda = calloc((size_t)g->n, sizeof *lambda),
           *size = calloc((size_t)g->n, sizeof *size);
    uint64_t seed = 2385;
    assert_int_equal(g->n, m + 2);
    assert_int_equal(g->m, m);
    for (int trial = 0; trial < 8; trial++) {
        for (rdg_index i = 0; i < g->n; i++) {
            u[i] = amplitude * random_signed(&seed);
            lambda[i] = random_signed(&seed);
            size[i] = amplitude;
        }
        u[m] = 1.37 + 0.8 * random_signed(&seed);
        size[m] = 1.0;
        check_jacobian(g, u, size, tolerance);
        check_hessian(g, u, lambda, size, tolerance);
    }
    free(u);
    free(lambda);
    free(size);
}

static void linear_system_has_the_response_of_its_complex_receptance(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1.7));
    assert_ok(ctx, rdg_force_phase_add(s, "bc", 3, 0.6, 0.9));
    assert_ok(ctx, rdg_force_add(s, "c", 0, -0.4));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
    assert_ok(ctx, rdg_hbm_keep_all(hb));
    const double omega = 1.193, alpha = 2.31;
    double Q[15];
    assert_int_equal(rdg_hbm_unknowns(hb), 15);
    assert_ok(ctx, rdg_hbm_linear_response(hb, omega, alpha, Q));
    const int harmonic[3] = {0, 1, 3};
    const double complex force[3][3] = {{0, 0, -0.4}, {1.7, 0, 0}, {0, 0.78, -0.42}};
    for (int h = 0; h < 3; h++) {
        /* q = Re((Qc - i Qs) e^(i k tau)): Z (Qc - i Qs) = force amplitude */
        const char *names[3] = {"a", "b", "c"};
        double complex q[3];
        for (int i = 0; i < 3; i++) {
            double cosine, sine;
            assert_ok(ctx, rdg_hbm_harmonic(hb, names[i], harmonic[h], Q, &cosine, &sine));
            q[i] = cosine - I * sine;
        }
        for (int i = 0; i < 3; i++) {
            const double k = harmonic[h] * omega;
            double complex sum = -alpha * force[h][i] * (harmonic[h] == 3 ? cexp(0.9 * I) : 1);
            for (int j = 0; j < 3; j++) {
                sum += (chain_K[i + 3 * j] - k * k * chain_M[i + 3 * j] + I * k * chain_C[i + 3 * j]) * q[j];
            }
            assert_near(cabs(sum), 0, 0, 1e-14);
        }
    }
}

static void cubic_oscillator_has_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const int lists[3][4] = {{1}, {1, 3}, {0, 1, 2, 3}};
    const rdg_index counts[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        rdg_structure *s = oscillator(ctx, 1.1, 0.07, 0.9);
        assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.83, .k = -0.21}));
        assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
        rdg_hbm *hb = rdg_hbm_create(s, counts[i], lists[i]);
        check_at_random_states(hb, 1.3, 1e-11);
    }
}

static void friction_oscillator_has_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const int lists[3][4] = {{1}, {1, 3}, {0, 1, 2, 3}};
    const rdg_index counts[3] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        rdg_structure *s = oscillator(ctx, 1.1, 0.07, 0.9);
        assert_ok(ctx,
                  rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 0.7, .epsilon = 0.6}));
        assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
        rdg_hbm *hb = rdg_hbm_create(s, counts[i], lists[i]);
        check_at_random_states(hb, 0.6, 1e-8);
    }
}

static void chain_with_relative_motions_has_exact_derivatives(void **state)
{
    rdg_context *ctx = *state;
    const int lists[3][5] = {{1}, {1, 3}, {0, 1, 2, 3, 7}};
    const rdg_index counts[3] = {1, 2, 5}; /* the last has 27 unknowns: dense as well */
    for (int i = 0; i < 3; i++) {
        rdg_structure *s = chain(ctx);
        assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k3 = 0.83}));
        assert_ok(ctx,
                  rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "a", .force = 0.7, .epsilon = 2.1}));
        assert_ok(ctx, rdg_force_add(s, "c", 1, 1));
        rdg_hbm *hb = rdg_hbm_create(s, counts[i], lists[i]);
        check_at_random_states(hb, 0.5, 1e-8);
    }
}

static void large_system_is_sparse_and_agrees_with_differences(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *structure = chain(ctx);
    assert_ok(ctx, rdg_cubic_spring_add(structure, &(rdg_cubic_spring){.at = "bc", .k3 = 0.83}));
    assert_ok(ctx, rdg_force_add(structure, "a", 1, 1));
    rdg_hbm *hb = rdg_hbm_create(structure, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8));
    const rdg_function *g = rdg_hbm_function(hb);
    assert_int_equal(g->m, 51);
    assert_non_null(g->df_pattern);
    /* 17 coefficients. D, on the chain's pattern: 7 for the static part, 28 a harmonic; the spring couples
       two of three displacements fully: 4 * 17^2, of which 4 + 8 * 16 lie in D; two full columns */
    assert_int_equal(g->df_pattern->start[g->n], 7 + 8 * 28 + 4 * 289 - 4 - 8 * 16 + 2 * 51);
    assert_int_equal(g->d2f_pattern->start[g->n], 4 * 289 + 2 * 51 + 1);
    check_at_random_states(hb, 0.2, 1e-10);
}

static void residual_at_one_frequency_does_not_depend_on_what_was_asked_before(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k3 = 0.83}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 2));
    const rdg_function *g = rdg_hbm_function(hb);
    double u[16], other[16], first[14], again[14], H[256], J[14 * 16], lambda[14];
    uint64_t seed = 7;
    for (int i = 0; i < 16; i++) {
        u[i] = random_signed(&seed);
        other[i] = random_signed(&seed);
        lambda[i % 14] = random_signed(&seed);
    }
    const rdg_index n = g->n, m = g->m;
    assert_true(n <= 16);
    assert_int_equal(g->f(n, u, m, first, g->data), 0);
    dense_hessian(g, other, lambda, H);
    dense_jacobian(g, u, J);
    assert_int_equal(g->f(n, u, m, again, g->data), 0);
    for (rdg_index i = 0; i < m; i++) {
        assert_true(first[i] == again[i]);
    }
}

static void condensed_system_has_the_solution_of_the_full_one(void **state)
{
    rdg_context *ctx = *state;
    double kept[2], full[6], whole[6];
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_force_add(s, "c", 1, 1));
    rdg_hbm *small = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_int_equal(rdg_hbm_kept(small, NULL), 1);
    assert_ok(ctx, rdg_hbm_linear_response(small, 1.31, 0.77, kept));
    assert_ok(ctx, rdg_hbm_expand(small, 1, 1.31, 0.77, kept, full));
    rdg_hbm *large = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_hbm_keep_all(large));
    assert_ok(ctx, rdg_hbm_linear_response(large, 1.31, 0.77, whole));
    for (int i = 0; i < 6; i++) {
        assert_near(full[i], whole[i], 1e-12, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(linear_system_has_the_response_of_its_complex_receptance,
                                        fresh_context, free_context),
        cmocka_unit_test_setup_teardown(cubic_oscillator_has_exact_derivatives, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(friction_oscillator_has_exact_derivatives, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(chain_with_relative_motions_has_exact_derivatives, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(large_system_is_sparse_and_agrees_with_differences, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(residual_at_one_frequency_does_not_depend_on_what_was_asked_before,
                                        fresh_context, free_context),
        cmocka_unit_test_setup_teardown(condensed_system_has_the_solution_of_the_full_one, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
