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
        const rdg_option ways[] = {RDG_SWITCH_AT(bp->u, bp->tangent), RDG_SWITCH_KNOWN(bp->u, bp->tangent)};
        for (size_t way = 0; way < 2; way++) {
            harvest other = {0};
            assert_ok(*state, rdg_continue(p, "other", RDG_RELEASE("l"), ways[way], RDG_WINDOW("l", -1, 1),
                                           HARVEST_ONLY(&other)));
            assert_true(other.count > 10);
            for (size_t i = 1; i < other.count; i++) {
                assert_near(other.chart[i].u[0], pow(other.chart[i].u[1], k), 1e-8, 1e-8);
                assert_true(fabs(other.chart[i].u[1]) > 1e-5);
            }
            harvest_clear(&other);
        }
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

static void what_is_said_to_be_a_branch_point_and_is_none_is_refused(void **state)
{
    const struct {
        double u[2], tangent[2];
        rdg_status status;
        const char *words;
    } bad[] = {
        {{1, 0}, {0, 1}, RDG_ERR_SINGULAR, "no branch point: the functions change by"},
        {{0.8, 0.6}, {-0.6, 0.8}, RDG_ERR_SINGULAR, "no branch point: the functions change by"},
        {{0, 0}, {1, 0}, RDG_ERR_NO_CONVERGENCE, "no first point: the scaled residual of the functions is"},
        {{0.8, 0.6}, {0, 0}, RDG_ERR_ARGUMENT, "the tangent of the branch that is left is zero"},
        {{0.8, NAN}, {0, 1}, RDG_ERR_NOT_FINITE, "start value u[1] is nan"},
        {{0.8, 0.6}, {NAN, 1}, RDG_ERR_NOT_FINITE, "tangent u[0] is nan"},
    };
    rdg_problem *p = circle_problem(*state);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        rdg_continue(p, "no", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_SWITCH_KNOWN(bad[k].u, bad[k].tangent),
                     RDG_NO_FOLDER, RDG_NO_TABLE);
        assert_failed(*state, bad[k].status, bad[k].words);
    }
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

/* 1e-5 of the typical sizes is what a located point may be off. */
static void start_beside_a_branch_point_is_none(void **state)
{
    for (int exponent = -8; exponent <= -1; exponent++) {
        int k = 2;
        const double off = pow(10, exponent);
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){off, 0});
        rdg_add_zero(p, &(rdg_function){.name = "form", .n = 2, .m = 1, .f = normal_form, .data = &k},
                     RDG_ALL);
        rdg_add_parameter(p, "l", "u", 0);
        rdg_continue(p, "other", RDG_RELEASE("l"), RDG_SWITCH_AT(((double[]){off, 0}), ((double[]){1, 0})),
                     RDG_WINDOW("l", -1, 1), RDG_NO_FOLDER, RDG_NO_TABLE);
        if (exponent > -5) {
            assert_failed(*state, RDG_ERR_SINGULAR, "the start is no simple branch point");
        } else if (exponent < -5) {
            assert_ok(*state, rdg_error_status(*state));
        }
        rdg_error_clear(*state);
        rdg_problem_free(p);
    }
}

/* A pitchfork in other coordinates: v = A u + b |u|^2. */
typedef struct turned {
    double A[4], b[2];
} turned;

static int turned_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const turned *t = data;
    const double s = u[1] * u[1];
    const double l = u[0] + t->b[0] * s;
    const double x = t->A[2] * u[1] + t->A[3] * u[0] * u[1] + t->b[1] * s * u[1];
    y[0] = t->A[0] * x * (l - x * x);
    return 0;
}

static void branch_that_leaves_a_pitchfork_has_no_fold_there(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 200; k++) {
        turned t = {.A = {1.0 + 0.5 * random_signed(&seed), 0.0, 1.0 + 0.5 * random_signed(&seed),
                          0.3 * random_signed(&seed)},
                    .b = {0.1 * random_signed(&seed), 0.1 * random_signed(&seed)}};
        harvest h = {0};
        harvest other = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){-0.3, 0});
        rdg_add_zero(p, &(rdg_function){.name = "turned", .n = 2, .m = 1, .f = turned_f, .data = &t},
                     RDG_ALL);
        rdg_add_parameter(p, "l", "u", 0);
        assert_ok(*state,
                  rdg_continue(p, "trivial", RDG_RELEASE("l"), RDG_WINDOW("l", -0.5, 0.5), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "BP"), 1);
        const harvested *bp = harvest_nth(&h, "BP", 0);
        assert_ok(*state, rdg_continue(p, "other", RDG_RELEASE("l"), RDG_SWITCH_AT(bp->u, bp->tangent),
                                       RDG_WINDOW("l", -0.05, 0.05), HARVEST_ONLY(&other)));
        assert_int_equal(harvest_count(&other, "FP"), 0);
        assert_true(other.count > 4);
        harvest_clear(&other);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(branch_points_are_exact_and_left_along_the_other_branch),
        TEST(start_beside_a_branch_point_is_none),
        TEST(branch_that_leaves_a_pitchfork_has_no_fold_there),
        TEST(a_point_on_one_branch_only_cannot_be_switched_at),
        TEST(what_is_said_to_be_a_branch_point_and_is_none_is_refused),
        TEST(branches_are_switched_on_curves_only),
    };
    return cmocka_run_group_tests_name("core: switching branches", tests, NULL, NULL);
}
