/* Branch points left along the other branch. */
#include "harvest.h"
#include "problems.h"

/* (l, x): x (l - x^k) = 0 has a branch point at 0: transcritical for k = 1, a pitchfork for k = 2. */
static int normal_form(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] * (u[0] - pow(u[1], *(const int *)data));
    return 0;
}

static void branch_points_are_exact_and_left_along_the_other_branch(void **state)
{
    for (int k = 1; k <= 2; k++) {
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){-0.37, 0});
        rdg_add_zero(p, &(rdg_function){.name = "form", .n = 2, .m = 1, .f = normal_form, .data = &k},
                     RDG_ALL);
        rdg_add_parameter(p, "l", "u", 0);
        assert_ok(*state,
                  rdg_continue(p, "trivial", RDG_RELEASE("l"), RDG_WINDOW("l", -1, 1), HARVEST_ONLY(&h)));
        const harvested *bp = harvest_nth(&h, "BP", 0);
        assert_int_equal(harvest_count(&h, "BP"), 1);
        assert_near(bp->u[0], 0, 0, 1e-8);
        assert_near(bp->u[1], 0, 0, 1e-8);
        harvest other = {0};
        assert_ok(*state, rdg_continue(p, "other", RDG_RELEASE("l"), RDG_SWITCH_AT(bp->u, bp->tangent),
                                       RDG_WINDOW("l", -1, 1), HARVEST_ONLY(&other)));
        for (size_t i = 1; i < other.count; i++) {
            assert_near(other.chart[i].u[0], pow(other.chart[i].u[1], k), 1e-8, 1e-8);
            assert_true(fabs(other.chart[i].u[1]) > 1e-5);
        }
        harvest_clear(&other);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void a_point_on_one_branch_only_cannot_be_switched_at(void **state)
{
    rdg_problem *p = circle_problem(*state);
    const rdg_status status =
        rdg_continue(p, "no", RDG_RELEASE("y"), RDG_RELEASE("x"),
                     RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, 1})), RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_int_equal(status, RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "rdg_continue: run \"no\": the start is no simple branch point");
}

static void branches_are_switched_on_curves_only(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_continue(p, "point", RDG_RELEASE("y"), RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, 1})),
                 RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_SIZE,
                  "run \"point\": another branch is to be taken, but the manifold has "
                  "dimension 0; branches are switched on curves only");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(branch_points_are_exact_and_left_along_the_other_branch),
        TEST(a_point_on_one_branch_only_cannot_be_switched_at),
        TEST(branches_are_switched_on_curves_only),
    };
    return cmocka_run_group_tests_name("core: switching branches", tests, NULL, NULL);
}
