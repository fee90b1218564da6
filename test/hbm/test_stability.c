/* Floquet exponents by Hill's method: against eigenvalues, folds, and the variational equations integrated in
 * time. */
#include "floquet.h"
#include "harvest.h"
#include "models.h"
#include "own_element.h"

static void linear_structures_have_their_eigenvalues(void **state)
{
    static const int harmonics[] = {0, 1, 2, 5};
    rdg_context *ctx = *state;
    for (rdg_index from = 0; from < 2; from++) {
        rdg_structure *s = chain(ctx);
        rdg_force_add(s, "a", 1, 1.0);
        rdg_hbm *hb = rdg_hbm_create(s, from == 0 ? 4 : 1, harmonics + from);
        assert_linear(ctx, hb, 0.0, 0, 0.731);
        assert_linear(ctx, hb, 0.0, 0, 2.385);
    }
}

/* The largest real part changes its sign at the folds, and only there. */
static void a_duffing_oscillator_is_unstable_between_its_folds(void **state)
{
    rdg_context *ctx = *state;
    static const int harmonics[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const int odd[] = {1, 3, 5, 7, 9, 11};
    for (int all = 0; all < 3; all++) {
        rdg_structure *structure = oscillator(ctx, 1.0, 0.05, 1.0);
        rdg_cubic_spring_add(structure, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
        rdg_force_add(structure, "x", 1, 1.0);
        rdg_sensor_add(structure, "Am", "x");
        rdg_hbm *hb = rdg_hbm_create(structure, all == 2 ? 12 : all == 1 ? 6 : 1, all == 2 ? harmonics : odd);
        harvest h = {0};
        follow_stability(hb, 0.18, 0.8, 0.8, 1.6, &h);
        assert_int_equal(harvest_count(&h, "FP"), 2);
        assert_int_equal(harvest_count(&h, "ST"), 2);
        for (size_t k = 0; k < 2; k++) {
            const harvested *fold = harvest_nth(&h, "FP", k), *change = harvest_nth(&h, "ST", k);
            assert_near(harvest_mu(&h, change, "omega"), harvest_mu(&h, fold, "omega"), 1e-9, 0);
            assert_near(harvest_mu(&h, change, "Am"), harvest_mu(&h, fold, "Am"), 1e-6, 0);
            assert_near(harvest_mu(&h, fold, "stability"), 0, 0, 1e-6);
        }
        int folds = 0;
        for (size_t k = 0; k < h.count; k++) {
            const harvested *c = &h.chart[k];
            folds += strcmp(c->type, "FP") == 0;
            if (c->type[0] == '\0') {
                assert_true((harvest_mu(&h, c, "stability") > 0) == (folds == 1));
                /* the exponents' sum is the damping's: the pair's real part until it splits */
                assert_true(harvest_mu(&h, c, "stability") >= -0.025 - 1e-9);
            }
        }
        harvest_clear(&h);
    }
}

static void exponents_agree_with_integration_in_time(void **state)
{
    rdg_context *ctx = *state;
    polynomial on_a = {.k2 = 0.3, .k3 = 0.9, .c3 = 0.2}, on_bc = {.k3 = 1.1, .c3 = 0.4};
    rdg_structure *s = chain(ctx);
    add_law(s, "a", &on_a);
    add_law(s, "bc", &on_bc);
    rdg_force_add(s, "b", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    rdg_hbm_keep_all(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1), RDG_AT("alpha", 0.4));
    assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.1, 2.3), HARVEST_ONLY(&h)));
    const floquet_law law[] = {{polynomial_law, {1, 0, 0}, &on_a}, {polynomial_law, {0, 1.3, -0.7}, &on_bc}};
    floquet f = {.n_laws = 2, .law = law, .mass = {chain_M[0], chain_M[4], chain_M[8]}};
    for (size_t k = 0; k < h.count; k += 5) {
        const harvested *c = &h.chart[k];
        const double largest = assert_multipliers(ctx, hb, &f, c->u, 1e-6);
        const double period = 6.283185307179586476925286766559 / harvest_mu(&h, c, "omega");
        assert_near(exp(harvest_mu(&h, c, "stability") * period), largest, 0, 1e-6);
    }
    harvest_clear(&h);
}

/* x'' + 0.1 x' + x - x^2 = alpha cos(0.85 t): the motion loses its stability by period doubling, where a
 * multiplier is -1. */
static void a_motion_that_doubles_its_period_is_found(void **state)
{
    rdg_context *ctx = *state;
    polynomial softening = {.k2 = -1.0};
    const double mass = 1.0;
    rdg_structure *s = oscillator(ctx, mass, 0.1, 1.0);
    add_law(s, "x", &softening);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.85), RDG_AT("alpha", 0.01));
    assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "force", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.01, 0.2),
                                RDG_EVENT("ST", "stability", 0), HARVEST_ONLY(&h)));
    const floquet_law law = {polynomial_law, {1}, &softening};
    floquet f = {.n_laws = 1, .law = &law, .mass = {mass}};
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "ST"), 3);
    for (size_t k = 0; k < 3; k++) {
        const harvested *c = harvest_nth(&h, "ST", k);
        double re, im;
        assert_near(assert_multipliers(ctx, hb, &f, c->u, 1e-6), 1.0, 1e-8, 0);
        assert_ok(ctx, rdg_hbm_exponents(hb, c->u, 0.85, 1, &re, &im));
        assert_near(im, k < 2 ? 0.0 : 0.425, 0, 1e-8);
        if (k < 2) {
            assert_near(harvest_mu(&h, c, "alpha"), harvest_mu(&h, harvest_nth(&h, "FP", k), "alpha"), 1e-9,
                        0);
        }
    }
    harvest_clear(&h);
}

static int linear_element(void *instance, const rdg_basis *basis, const double *z, double omega,
                          rdg_element_result *result)
{
    const rdg_index n = basis->n_coefficients;
    (void)instance;
    (void)omega;
    for (rdg_index i = 0; i < n; i++) {
        if (result->force) {
            result->force[i] = 0.7 * z[i];
        }
        for (rdg_index j = 0; result->jacobian && j <= n; j++) {
            result->jacobian[i + n * j] = i == j ? 0.7 : 0.0;
        }
    }
    return z[basis->has_static] > 1e3;
}

/* The harmonic balance of a chain with an element of the user's own. */
static rdg_hbm *chain_with_own_element(rdg_context *ctx, rdg_index n, const int *harmonics)
{
    static const rdg_law_in_frequency law = {OWN_LAW(linear_element)};
    rdg_structure *s = chain(ctx);
    own_element_add(s, "own", "b", &law);
    rdg_force_add(s, "a", 1, 1.0);
    return rdg_hbm_create(s, n, harmonics);
}

static void elements_of_the_users_own_are_asked_in_all_harmonics(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = chain_with_own_element(ctx, RDG_HARMONICS(0, 1, 2));
    assert_linear(ctx, hb, 0.7, 1, 1.3);
    hb = chain_with_own_element(ctx, RDG_HARMONICS(1, 2));
    assert_linear(ctx, hb, 0.7, 1, 1.3);
}

static void bad_input_is_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = chain_with_own_element(ctx, RDG_HARMONICS(0, 1));
    double Q[6] = {0}, re[6], im[6];
    rdg_hbm_exponents(hb, NULL, 1.0, 1, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is NULL");
    rdg_hbm_exponents(hb, Q, 1.0, 7, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "7 exponents of \"chain\" are requested: it has 6");
    rdg_hbm_exponents(hb, Q, 1.0, 0, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "0 exponents");
    rdg_hbm_exponents(hb, Q, 0.0, 1, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = 0");
    Q[2] = NAN;
    rdg_hbm_exponents(hb, Q, NAN, 1, re, im);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = nan");
    Q[2] = 0;
    Q[3] = 1e4;
    rdg_hbm_exponents(hb, Q, 1.0, 1, re, im);
    assert_failed(ctx, RDG_ERR_CALLBACK, "omega = 1 rad/s cannot be evaluated (answer 1)");
    assert_int_equal(rdg_hbm_exponents(NULL, Q, 1.0, 1, re, im), RDG_ERR_EARLIER);

    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0));
    assert_int_equal(rdg_hbm_add_stability(NULL, p, "stability"), RDG_ERR_EARLIER);
    assert_int_equal(rdg_hbm_add_stability(hb, NULL, "stability"), RDG_ERR_EARLIER);
    rdg_hbm_add_stability(hb, p, "omega");
    assert_failed(ctx, RDG_ERR_NAME, "omega");
    rdg_hbm_add_stability(hb, p, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "needs a name");
    rdg_hbm_add_stability(hb, rdg_problem_create(ctx), "stability");
    assert_failed(ctx, RDG_ERR_NAME, "\"Q\"");
    rdg_hbm_add_stability(chain_with_own_element(ctx, RDG_HARMONICS(0, 1, 2)), p, "stability");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "6 unknowns Q, the harmonic balance of \"chain\" has 10");
    assert_ok(ctx, rdg_hbm_add_stability(hb, p, "stability"));

    const double M[] = {1, 0, 0, 0}, K[] = {2, -1, -1, 2};
    rdg_structure *s = rdg_structure_create(ctx, "massless", 2, M, NULL, K);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_hbm_exponents(hb, Q, 1.0, 1, re, im);
    assert_failed(ctx, RDG_ERR_SINGULAR, "mass matrix of \"massless\" is singular");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(linear_structures_have_their_eigenvalues, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_duffing_oscillator_is_unstable_between_its_folds, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(exponents_agree_with_integration_in_time, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(a_motion_that_doubles_its_period_is_found, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(elements_of_the_users_own_are_asked_in_all_harmonics, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(bad_input_is_named, fresh_context, free_context),
    };
    return cmocka_run_group_tests_name("stability", tests, NULL, NULL);
}
