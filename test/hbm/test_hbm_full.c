/* A harmonic balance with every degree of freedom kept, made from a condensed one; and what serves problems
 * of one's own: places of a displacement in Q, sensors. */
#include "models.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/run.h>

static rdg_hbm *condensed_chain(rdg_context *ctx)
{
    rdg_structure *s = chain(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "bc", .k = 0.3, .k3 = 1.7});
    rdg_force_phase_add(s, "b", 2, 0.4, 0.3);
    rdg_force_add(s, "b", 0, 0.2);
    rdg_sensor_rms_add(s, "rms", "b");
    rdg_sensor_harmonic_add(s, "peak", "bc", 2);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
}

/* A solution of the condensed equations, expanded to the masses that were condensed, solves the full ones. */
static void solution_of_the_condensed_equations_solves_the_full_ones(void **state)
{
    rdg_context *ctx = *state;
    enum { COEFFICIENTS = 5, KEPT = 2, FULL = 3 };
    const double omega = 1.3, alpha = 0.7;
    rdg_hbm *hb = condensed_chain(ctx), *full = rdg_hbm_full(hb);
    assert_int_equal(rdg_hbm_unknowns(hb), COEFFICIENTS * KEPT);
    assert_int_equal(rdg_hbm_unknowns(full), COEFFICIENTS * FULL);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_solve(p));
    const double *Q = rdg_start_values(p);
    double u[COEFFICIENTS * FULL + 2], part[2 * FULL], y[COEFFICIENTS * FULL];
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_hbm_expand(hb, k, omega, alpha, Q, part));
        memcpy(u + (k > 0 ? (2 * k - 1) * FULL : 0), part, (k > 0 ? 2 : 1) * FULL * sizeof *u);
    }
    u[COEFFICIENTS * FULL] = omega;
    u[COEFFICIENTS * FULL + 1] = alpha;
    const rdg_function *R = rdg_hbm_function(full);
    assert_int_equal(R->f(R->n, u, R->m, y, R->data), 0);
    for (int i = 0; i < COEFFICIENTS * FULL; i++) {
        assert_near(y[i], 0.0, 0.0, 1e-9);
    }
    for (rdg_index s = 0; s < 2; s++) {
        assert_string_equal(rdg_hbm_sensor_function(full, s, NULL)->name,
                            rdg_hbm_sensor_function(hb, s, NULL)->name);
    }
    rdg_hbm_free(full); /* the instances of the first one are its own */
    double z[COEFFICIENTS], force[COEFFICIENTS];
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, omega, z, force), 0);
    assert_true(force[0] != 0.0);
}

static void sensors_go_into_a_problem_of_ones_own(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *full = rdg_hbm_full(condensed_chain(ctx));
    rdg_problem *own = rdg_problem_create(ctx);
    double Q[15] = {0.0}, value = 0.0;
    rdg_index place[2];
    assert_ok(ctx, rdg_hbm_places(full, "test", "bc", 2, 2, place));
    assert_int_equal(place[0], 3 * 3 + 1);
    Q[place[1]] = 0.3;
    Q[place[1] + 3] = 0.4; /* the sine part: one coefficient of three masses behind */
    rdg_add_variables(own, "Q", 15, Q);
    assert_ok(ctx, rdg_hbm_add_sensors(full, own));
    assert_ok(ctx, rdg_parameter_value(own, "peak", Q, &value));
    assert_near(value, 0.7 * 0.5, 1e-14, 0.0);
    rdg_problem *other = rdg_problem_create(ctx);
    rdg_add_variables(other, "Q", 4, NULL);
    rdg_hbm_add_sensors(full, other);
    assert_failed(ctx, RDG_ERR_SIZE, "4 variables");
}

static void wrong_places_are_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = condensed_chain(ctx);
    rdg_index place[2];
    rdg_hbm_places(hb, "test", "a", 1, 1, place);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "condensed");
    rdg_hbm_places(hb, "test", "bc", 1, 1, place);
    assert_failed(ctx, RDG_ERR_SIZE, "2 terms");
    rdg_hbm_places(hb, "test", "bc", 3, 2, place);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "harmonic 3");
    rdg_hbm_places(hb, "test", "d", 1, 1, place);
    assert_failed(ctx, RDG_ERR_NAME, "bc");
    assert_null(rdg_hbm_full(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(solution_of_the_condensed_equations_solves_the_full_ones,
                                        fresh_context, free_context),
        cmocka_unit_test_setup_teardown(sensors_go_into_a_problem_of_ones_own, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(wrong_places_are_told, fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
