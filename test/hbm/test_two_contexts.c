/* What two contexts own is not brought together: each would free its own. */
#include "models.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/truncation.h>

static rdg_hbm *balance(rdg_context *ctx)
{
    rdg_structure *s = chain(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "b", .k3 = 0.385});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_sensor_add(s, "Am", "a");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

/* The call failed, and both contexts know why. */
static void assert_refused(rdg_status status, rdg_context *a, rdg_context *b)
{
    const char *words = "the problem and the harmonic balance of \"chain\" belong to two contexts";
    assert_int_equal(status, RDG_ERR_ARGUMENT);
    assert_failed(a, RDG_ERR_ARGUMENT, words);
    assert_failed(b, RDG_ERR_ARGUMENT, words);
}

static void a_problem_and_a_harmonic_balance_of_two_contexts_are_refused(void **state)
{
    rdg_context *a = *state, *b = rdg_context_create();
    rdg_set_writer(b, NULL, NULL);
    rdg_hbm *hb = balance(a);
    rdg_problem *p = rdg_hbm_problem(balance(b), RDG_AT("omega", 0.7));
    const rdg_at at[] = {{"omega", 0.7}, {NULL, 0}};
    assert_int_equal(rdg_hbm_unknowns(hb) > 0, 1);
    assert_refused(rdg_hbm_add_at(hb, p, at), a, b);
    assert_refused(rdg_hbm_add_sensors(hb, p), a, b);
    assert_refused(rdg_hbm_add_stability(hb, p, "s"), a, b);
    assert_refused(rdg_hbm_add_bifurcations(hb, p, "s"), a, b);
    assert_refused(rdg_hbm_add_doubling(hb, p, "d"), a, b);
    assert_refused(rdg_hbm_add_truncation(hb, p, "t"), a, b);
    assert_refused(rdg_hbm_adapt(hb, p, 1e-3), a, b);
    assert_refused(rdg_phase_resonance_add(hb, p, "a"), a, b);
    rdg_context_free(b);
}

static void within_one_context_they_go_together(void **state)
{
    rdg_context *a = *state;
    rdg_hbm *hb = balance(a);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7));
    assert_ok(a, rdg_hbm_add_stability(hb, p, "s"));
    assert_ok(a, rdg_phase_resonance_add(hb, p, "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_problem_and_a_harmonic_balance_of_two_contexts_are_refused),
        TEST(within_one_context_they_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
