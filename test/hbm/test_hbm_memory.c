/* Memory that runs out at the k-th allocation, for every k: a message and no leak, never a crash. */
#include "failing_memory.h"
#include "models.h"

static bool build(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "chain", 3, chain_M, chain_C, chain_K);
    rdg_name_dof(s, "a", 0);
    rdg_name_combination(s, "bc", 2, (rdg_index[]){1, 2}, (double[]){1.3, -0.7});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k3 = 0.83});
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "bc", .force = 0.1, .epsilon = 0.2});
    rdg_force_add(s, "bc", 1, 1);
    rdg_sensor_add(s, "Am", "bc");
    rdg_sensor_harmonic_add(s, "first", "bc", 1);
    rdg_base_motion_add(s, &(rdg_base_motion){.direction = "a", .displacement = 0.1});
    rdg_static_force_add(s, "a", 0.3);
    rdg_prestress(s);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    rdg_hbm_full(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
    assert_true((p != NULL) == (rdg_error_status(ctx) == RDG_OK));
    rdg_hbm_add_stability(hb, p, "stability");
    const rdg_status status = rdg_error_status(ctx);
    const bool built = status == RDG_OK;
    if (!built && ctx) {
        assert_int_equal(status, RDG_ERR_NO_MEMORY);
        rdg_error_clear(ctx);
        memory_left = 1000000; /* a second attempt works once there is memory */
        hb = hb ? hb : rdg_hbm_create(s, RDG_HARMONICS(0, 1));
        assert_true(rdg_element_count(s) == 0 || rdg_hbm_unknowns(hb) > 0);
    }
    rdg_context_free(ctx);
    return built;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    long k = 0;
    bool built = false;
    for (; !built && k < 4000; k++) {
        memory_left = k;
        built = build();
        assert_int_equal(memory_held, 0);
    }
    assert_true(built);
    assert_true(k > 50);
}

static void exponents_ask_for_memory_once(void **state)
{
    (void)state;
    memory_left = -1;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = chain(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k3 = 0.83});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    const double Q[8] = {0.3, -0.2, 0.1, 0.4, 0.02, 0.05, -0.03, 0.01};
    double re[6], im[6];
    assert_int_equal(rdg_hbm_unknowns(hb), 8);
    assert_ok(ctx, rdg_hbm_exponents(hb, Q, 1.1, 6, re, im));
    const long asked = memory_asked;
    assert_ok(ctx, rdg_hbm_exponents(hb, Q, 1.2, 6, re, im));
    assert_true(memory_asked == asked);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_survived),
                                       cmocka_unit_test(exponents_ask_for_memory_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
