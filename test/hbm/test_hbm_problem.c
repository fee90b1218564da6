/* The continuation problem of a harmonic balance. */
#include "models.h"

#include <string.h>

static rdg_hbm *model(rdg_context *ctx)
{
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k = 0.7, .k3 = 0.83}));
    assert_ok(ctx, rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "a", .force = 0.4, .epsilon = 0.9}));
    assert_ok(ctx, rdg_force_add(s, "c", 1, 1));
    assert_ok(ctx, rdg_sensor_add(s, "Am", "bc"));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "first", "a", 1));
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
}

static void problem_starts_at_the_linear_response(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx);
    double Q[15];
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("alpha", 0.3), RDG_AT("omega", RDG_HZ(0.2)));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(p);
    assert_ok(ctx, rdg_hbm_linear_response(hb, RDG_HZ(0.2), 0.3, Q));
    const double *u = rdg_start_values(p);
    const rdg_index first = rdg_variable_index(p, "Q", NULL);
    for (int i = 0; i < 15; i++) {
        assert_true(u[first + i] == Q[i]);
    }
    assert_near(u[rdg_variable_index(p, "omega", NULL)], 1.2566370614359172, 1e-15, 0);
    assert_near(u[rdg_variable_index(p, "alpha", NULL)], 0.3, 0, 0);
    assert_int_equal(rdg_variable_count(p), 17);
}

static void linear_response_of_a_linear_system_is_its_solution(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    assert_ok(ctx, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k = 0.7}));
    assert_ok(ctx, rdg_force_add(s, "a", 1, 1));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    double u[8], y[6];
    assert_ok(ctx, rdg_hbm_linear_response(hb, 1.1, 0.9, u));
    u[6] = 1.1;
    u[7] = 0.9;
    const rdg_function *g = rdg_hbm_function(hb);
    assert_int_equal(g->f(8, u, 6, y, g->data), 0);
    for (int i = 0; i < 6; i++) {
        assert_near(y[i], 0, 0, 1e-14);
    }
}

static void two_problems_share_a_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx);
    rdg_problem *first = rdg_hbm_problem(hb, RDG_AT("omega", 1.3));
    rdg_problem *second = rdg_hbm_problem(hb, RDG_AT("omega", 0.4), RDG_AT("alpha", 2));
    assert_non_null(first);
    assert_non_null(second);
    rdg_problem_free(first);
    rdg_problem_free(second);
    rdg_hbm_free(hb);
    assert_ok(ctx, rdg_error_status(ctx));
}

static void wrong_start_values_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = model(ctx);
    assert_null(rdg_hbm_problem(hb, RDG_AT("omga", 1)));
    assert_failed(ctx, RDG_ERR_NAME,
                  "rdg_hbm_problem: \"omga\" is no number of \"chain\"; it has: omega, alpha");
    assert_null(rdg_hbm_problem(hb, RDG_AT("alpha", 1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "frequency of \"chain\" is missing");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", -1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = -1");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1), RDG_AT("alpha", NAN)));
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "\"alpha\" of \"chain\" is nan");
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 1), RDG_AT("omega", 2)));
    assert_failed(ctx, RDG_ERR_NAME, "given twice");
    assert_null(rdg_hbm_problem(NULL, RDG_AT("omega", 1)));
}

static void undamped_resonance_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = oscillator(ctx, 1, 0, 4);
    assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    assert_null(rdg_hbm_problem(hb, RDG_AT("omega", 2)));
    assert_failed(ctx, RDG_ERR_SINGULAR, "\"oscillator\" at omega = 2 rad/s");
    assert_non_null(rdg_hbm_problem(hb, RDG_AT("omega", 2.1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(problem_starts_at_the_linear_response, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(linear_response_of_a_linear_system_is_its_solution, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(two_problems_share_a_harmonic_balance, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(wrong_start_values_are_refused, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(undamped_resonance_is_reported, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
