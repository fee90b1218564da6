/* What a point of a curve costs where there are many unknowns: counts, not time. */
#include "beam_on_contacts.h"
#include "fresh_context.h"
#include "harvest.h"

static rdg_run_summary response(rdg_context *ctx, rdg_index contacts, const rdg_option *without)
{
    rdg_run_summary s = {0};
    rdg_hbm *hb = beam_on_contacts(ctx, contacts);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(40)), RDG_AT("alpha", 5.0));
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(40), RDG_HZ(90)), RDG_DIRECTION(1),
                                RDG_MAX_POINTS(25), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s), *without));
    rdg_problem_free(p);
    rdg_hbm_free(hb);
    return s;
}

static double factorisations(const rdg_run_summary *s)
{
    return (double)s->timing.factorisations / (double)s->points;
}

/* Zeros of the determinant are excluded by solutions with the factors that the corrector leaves. */
static void the_search_for_branch_points_adds_no_factorisation(void **state)
{
    const rdg_option none = RDG_NO_BRANCH_POINTS, all = {.kind = RDG_OPTION_END};
    const rdg_run_summary with = response(*state, 1, &all), without = response(*state, 1, &none);
    print_message("%ld points, %.2f factorisations each, %ld rejected; without the search %ld, %.2f, %ld\n",
                  with.points, factorisations(&with), with.rejected, without.points, factorisations(&without),
                  without.rejected);
    assert_int_equal(with.branch_points, 0);
    assert_true(factorisations(&with) <= 2.2);
    assert_true(factorisations(&with) <= 1.01 * factorisations(&without));
    assert_int_equal(with.rejected, without.rejected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_search_for_branch_points_adds_no_factorisation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
