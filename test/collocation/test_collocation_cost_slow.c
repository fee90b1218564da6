/* What a point of a curve of orbits costs: counts, not time. The chain has many resonances, at each of which
 * the determinant is small. */
#include "fresh_context.h"
#include "harvest.h"
#include "oscillator_chain.h"

#include <ridgewalk/collocated_orbit.h>

static rdg_run_summary branch(rdg_context *ctx, rdg_index masses, double top)
{
    const double omega = 0.5;
    const rdg_hybrid_function f = oscillator_chain(&masses);
    rdg_run_summary s = {0};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "chain", 2 * masses, &f, RDG_PARAMETERS("omega"), &omega, "omega");
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 40, .adapt = 3}));
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, top),
                                RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s)));
    print_message("%ld points, %ld rejected; a point %.2f residuals, %.2f Jacobians, %.2f factorisations\n",
                  s.points, s.rejected, (double)s.timing.residuals / (double)s.points,
                  (double)s.timing.jacobians / (double)s.points,
                  (double)s.timing.factorisations / (double)s.points);
    return s;
}

static void one_oscillator(void **state)
{
    const rdg_run_summary s = branch(*state, 1, 2.0);
    assert_int_equal(s.folds, 2);
    assert_int_equal(s.branch_points, 0);
    assert_true(s.timing.factorisations <= 1.7 * (double)s.points);
    assert_int_equal(s.rejected, 0);
}

static void chain_of_16(void **state)
{
    const rdg_run_summary s = branch(*state, 16, 0.7);
    assert_int_equal(s.branch_points, 0);
    assert_true(s.timing.factorisations <= 4.0 * (double)s.points);
    assert_true(10 * s.rejected <= s.points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(one_oscillator), TEST(chain_of_16)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
