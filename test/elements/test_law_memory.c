/* Memory that runs out while elements with force laws are added: a message and no leak, never a crash. */
#include "failing_memory.h"
#include "hbm/models.h"
#include "laws.h"

static void add_all_kinds(rdg_context *ctx)
{
    static const char *const at[2] = {"a", "bc"};
    rdg_structure *s = rdg_structure_create(ctx, "chain", 3, chain_M, chain_C, chain_K);
    rdg_name_dof(s, "a", 0);
    rdg_name_relative(s, "bc", 1, 2);
    rdg_polynomial_spring_add(s, &(rdg_polynomial_spring){.at = "bc", .n = 2, .k = (double[]){1, 0.3}});
    rdg_polynomial_stiffness_add(
        s, &(rdg_polynomial_stiffness){
               .d = 2, .at = at, .terms = 1, .exponent = (int[]){1, 2}, .coefficient = (double[]){1, 2}});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "a", .c3 = 0.1});
    rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.at = "a", .c2 = 0.1});
    rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "a", .c = 0.1});
    void *mine = rdg_calloc(1, 8);
    rdg_time_element_add(
        s, &(rdg_time_element){.at = "a", .plain = mixed_plain, .data = mine, .free_data = rdg_free});
    rdg_vector_element_add(s, &(rdg_vector_element){.d = 2, .at = at, .plain = coupled_plain});
    rdg_force_add(s, "bc", 1, 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.1));
    rdg_hbm_add_stability(hb, p, "stability"); /* more instances, as harmonic 2 is left out */
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    exhaust_memory(add_all_kinds);
}

static void evaluations_ask_for_no_memory(void **state)
{
    (void)state;
    static const char *const at[2] = {"a", "bc"};
    static double y[16], values[16 * 16], u[16] = {0.3, -0.2, 0.1, 0.4, 0.02, 0.05, -0.03, 0.01};
    memory_left = -1;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = chain(ctx);
    rdg_vector_element_add(s, &(rdg_vector_element){.d = 2, .at = at, .plain = coupled_plain});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_hbm_keep_all(hb));
    const rdg_function *g = rdg_hbm_function(hb);
    assert_int_equal(g->n, 14);
    const long asked = memory_asked;
    assert_int_equal(g->f(g->n, u, g->m, y, g->data), 0);
    assert_int_equal(g->df(g->n, u, g->m, values, g->data), 0);
    assert_int_equal(g->d2f(g->n, u, g->m, u, values, g->data), 0);
    assert_true(memory_asked == asked);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_survived),
                                       cmocka_unit_test(evaluations_ask_for_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
