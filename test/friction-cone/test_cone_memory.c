/* A contact with a friction cone when memory runs out at the k-th allocation, for every k. */
#include "failing_memory.h"
#include "hbm/models.h"

#include <ridgewalk/cone_contact.h>

static void build_and_evaluate(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "chain", 3, chain_M, chain_C, chain_K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_name_dof(s, "c", 2);
    rdg_cone_contact_add(
        s, &(rdg_cone_contact){
               .tangential = {"a", "b"}, .normal = "c", .kt = 1.2, .kn = 0.7, .mu = 0.4, .preload = 0.5});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    const double Q[12] = {0.9, -0.2, 0.1, 0.4, 0.7, 0.05, -0.03, 0.01};
    double re[6], im[6];
    const rdg_function *g = rdg_hbm_function(hb);
    rdg_hbm_exponents(hb, Q, 1.1, 6, re, im); /* with an instance for all harmonics */
    if (!g || rdg_error_status(ctx) != RDG_OK) {
        return;
    }
    const long asked = memory_asked;
    double u[14], y[12], J[12 * 14] = {0}, H[14 * 14] = {0};
    memcpy(u, Q, sizeof Q);
    u[12] = 1.1;
    u[13] = 0;
    assert_int_equal(g->f(14, u, 12, y, g->data), 0);
    assert_int_equal(g->df(14, u, 12, J, g->data), 0);
    assert_int_equal(g->d2f(14, u, 12, Q, H, g->data), 0);
    assert_true(memory_asked == asked);
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    exhaust_memory(build_and_evaluate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_that_runs_out_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
