/* Two harmonic balances side by side in one problem. */
#include "harvest.h"
#include "oscillators.h"

static void two_oscillators_at_one_frequency_equal_each_by_itself(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    oscillator softer = hardening;
    softer.k3 = 0.3;
    rdg_hbm *hb[] = {oscillator_hbm(ctx, &hardening), oscillator_hbm(ctx, &softer)};
    const char *const side[] = {"left", "right"};
    rdg_problem *p = rdg_problem_create(ctx);
    for (int i = 0; i < 2; i++) {
        rdg_problem_enter(p, side[i]);
        rdg_hbm_add(hb[i], p, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
        rdg_problem_leave(p);
    }
    const rdg_index left = rdg_variable_index(p, "left.omega", NULL);
    const rdg_index right = rdg_variable_index(p, "right.omega", NULL);
    rdg_add_glue(p, "one frequency", 1, &left, &right);
    const double at[] = {0.8, 0.9, 0.95};
    harvest both = {0};
    assert_ok(ctx, rdg_continue(p, "both", RDG_RELEASE("left.omega"), RDG_RELEASE("right.omega"),
                                RDG_WINDOW("left.omega", 0.7, 1.0), RDG_UZ_LIST("left.omega", 3, at),
                                RDG_DIRECTION(1), HARVEST_ONLY(&both)));
    for (int i = 0; i < 2; i++) {
        harvest one = {0};
        rdg_problem *q = rdg_hbm_problem(hb[i], RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
        assert_ok(ctx, rdg_continue(q, "one", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.0),
                                    RDG_UZ_LIST("omega", 3, at), RDG_DIRECTION(1), HARVEST_ONLY(&one)));
        for (size_t k = 0; k < 3; k++) {
            const harvested *of_both = harvest_nth(&both, "UZ", k);
            const harvested *of_one = harvest_nth(&one, "UZ", k);
            assert_near(harvest_mu(&both, of_both, i ? "right.amp" : "left.amp"),
                        harvest_mu(&one, of_one, "amp"), 1e-10, 0.0);
        }
        harvest_clear(&one);
    }
    harvest_clear(&both);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_oscillators_at_one_frequency_equal_each_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
