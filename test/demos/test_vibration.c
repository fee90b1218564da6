/* The forced responses of the vibration demos: at each of their points a cycle takes out what the force puts
 * in. */
#include "harvest.h"
#include "hbm/energy.h"
#include "vibration/models.h"

static void assert_balance_along(rdg_context *ctx, rdg_hbm *hb, const char *force_at, double alpha,
                                 double low, double high)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", alpha));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                                RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
    assert_true(h.count > 20);
    for (size_t k = 0; k < h.count; k++) {
        assert_energy_balance(hb, force_at, h.chart[k].u, harvest_mu(&h, &h.chart[k], "omega"), alpha);
    }
    harvest_clear(&h);
}

static void hardening_oscillator(void **state)
{
    const double alpha[] = {0.06, 0.18, 0.4};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        assert_balance_along(*state, p01(*state, 7), "x", alpha[k], 0.5, 2.0);
    }
}

static void chain(void **state)
{
    assert_balance_along(*state, p02(*state, 7), "q1", 0.11, 0.8, 1.4);
}

static void beam_that_rubs(void **state)
{
    assert_balance_along(*state, p08(*state, 7, 128), "tip", 0.2, 110.0, 370.0);
}

static void impact_oscillator(void **state)
{
    static const int highest[] = {1, 5, 21};
    for (size_t k = 0; k < sizeof highest / sizeof *highest; k++) {
        assert_balance_along(*state, p03(*state, highest[k]), "q2", 0.1, 0.5, 0.95);
    }
}

static void elastic_friction(void **state)
{
    static const double alpha[] = {0.1, 0.3, 0.6, 1.0, 1.4};
    for (size_t k = 0; k < sizeof alpha / sizeof *alpha; k++) {
        assert_balance_along(*state, p10(*state, 7), "x", alpha[k], 0.8, 1.4);
    }
}

static int quiet_context(void **state)
{
    *state = rdg_context_create();
    rdg_set_writer(*state, NULL, NULL);
    return *state == NULL;
}

static int free_context(void **state)
{
    rdg_context_free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, quiet_context, free_context)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(hardening_oscillator), TEST(chain), TEST(impact_oscillator),
                                       TEST(elastic_friction), TEST(beam_that_rubs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
