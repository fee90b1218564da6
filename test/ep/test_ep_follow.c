/* Curves of Hopf points keep to their pair where another one, never critical, is nearer to the axis at every
 * guess, where two such curves cross, and whatever units the states have. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"
#include "three_pairs.h"

/* One curve from its end at q = -0.4 on, or -0.8: p by q; where they cross, at 0, is HH. */
static void follow(rdg_context *ctx, rdg_problem *p, rdg_index nth, bool second)
{
    harvest h = {0};
    rdg_run *load = rdg_run_open(ctx, "load");
    const rdg_index label = rdg_run_label(load, rdg_run_find(load, "HB", nth));
    rdg_run_free(load);
    assert_ok(ctx, rdg_continue(p, "curve", RDG_FROM("load", label), RDG_HOLD_AT("hopf", 0), RDG_RELEASE("q"),
                                RDG_RELEASE("p"), RDG_WINDOW("q", -0.4, 0.6), RDG_STEP(0.02, 1e-6, 0.1),
                                HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.warnings, 0);
    assert_true(h.summary.covered);
    assert_true(h.count < 60);
    for (size_t i = 0; i < h.count; i++) {
        const double mu_p = harvest_mu(&h, &h.chart[i], "p"), mu_q = harvest_mu(&h, &h.chart[i], "q");
        assert_near(mu_p, second ? -mu_q : mu_q + mu_q * mu_q, 0.0, 1e-10);
    }
    assert_int_equal(harvest_count(&h, "HH"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "HH", 0), "q"), 0.0, 0.0, 1e-6);
    harvest_clear(&h);
}

static void cross(rdg_context *ctx, three_pairs *t)
{
    rdg_problem *p = pairs_at(ctx, t, -0.5, -0.3); /* pairs cross at p = -0.21 and 0.3 */
    assert_ok(ctx, rdg_continue(p, "load", RDG_RELEASE("p"), RDG_WINDOW("p", -0.5, 0.5)));
    follow(ctx, p, 0, false);
    follow(ctx, p, 1, true); /* the same problem: what the first run followed is forgotten */
    rdg_problem_free(p);
}

static void curves_of_hopf_points_that_cross_are_followed_each_to_its_end(void **state)
{
    three_pairs t = {.unit = {1, 1, 1, 1, 1, 1}};
    cross(*state, &t);
}

static void and_in_whatever_units(void **state)
{
    three_pairs t = {.unit = {1, 1e-4, 1, 1e3, 10, 1}};
    cross(*state, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(curves_of_hopf_points_that_cross_are_followed_each_to_its_end),
        SCRATCH_TEST(and_in_whatever_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
