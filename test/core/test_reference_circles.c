/* Reference problems: the circle, and two circles that meet. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

typedef struct circles {
    int count;
    double centre[2]; /* on the axis of u1; radius 1 */
} circles;

/* The product of the circles' equations. */
static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const circles *c = data;
    y[0] = 1.0;
    for (int k = 0; k < c->count; k++) {
        const double x = u[0] - c->centre[k];
        y[0] *= x * x + u[1] * u[1] - 1.0;
    }
    return 0;
}

static circles one = {.count = 1, .centre = {0.0}};
static circles two = {.count = 2, .centre = {0.0, 1.0}};

static rdg_problem *problem(rdg_context *ctx, circles *c)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "circles", .n = 2, .m = 1, .f = value, .data = c};
    assert_ok(ctx, rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0}));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "x", "u", 0));
    assert_ok(ctx, rdg_add_parameter(p, "y", "u", 1));
    return p;
}

static void circle_closes_with_a_fold_at_top_and_bottom(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx, &one);
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -2, 2),
                                HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
    assert_int_equal(h.summary.backwards, RDG_STOP_NONE);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_nth(&h, "FP", k);
        assert_near(c->u[1], k == 0 ? 1.0 : -1.0, 0, 1e-10);
        assert_near(c->u[0], 0.0, 0, 1e-10);
    }
    harvest_clear(&h);
}

static void circles_cross_in_two_branch_points(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx, &two);
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "circles", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -2, 2),
                                HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "BP"), 2);
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_nth(&h, "BP", k);
        assert_near(c->u[0], 0.5, 0, 1e-10);
        assert_near(c->u[1], k == 0 ? 0.5 * sqrt(3.0) : -0.5 * sqrt(3.0), 0, 1e-10);
    }
    harvest_clear(&h);
}

/* From each of the branch points the whole second circle, with its folds in the first parameter. */
static void check_second_circle(rdg_context *ctx, rdg_problem *p, rdg_index label, const char *first,
                                const char *second, const double fold[2][2])
{
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "second", RDG_SWITCH("circles", label), RDG_RELEASE(first),
                                RDG_RELEASE(second), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(h.summary.folds, 2);
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_near(&h, "FP", first, fold[k][first[0] - 'x']);
        assert_near(c->u[0], fold[k][0], 0, 1e-10);
        assert_near(c->u[1], fold[k][1], 0, 1e-10);
    }
    for (size_t k = 0; k < h.count; k++) {
        const double *u = h.chart[k].u;
        assert_near((u[0] - 1) * (u[0] - 1) + u[1] * u[1], 1.0, 0, 1e-10);
    }
    /* the branch point that was not the start is met on the way */
    const harvested *other = harvest_nth(&h, "BP", 1);
    assert_near(other->u[0], 0.5, 0, 1e-10);
    assert_near(other->u[1], -h.chart[0].u[1], 0, 1e-10);
    harvest_clear(&h);
}

static void switching_leads_to_the_second_circle(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx, &two);
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "circles", RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST(&h)));
    for (size_t k = 0; k < 2; k++) {
        const rdg_index label = harvest_nth(&h, "BP", k)->label;
        assert_true(label > 0);
        check_second_circle(ctx, p, label, "x", "y", (const double[2][2]){{0, 0}, {2, 0}});
        check_second_circle(ctx, p, label, "y", "x", (const double[2][2]){{1, -1}, {1, 1}});
    }
    harvest_clear(&h);
}

static void restart_from_a_branch_point_stays_on_its_branch(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx, &two);
    harvest h = {0}, again = {0};
    assert_ok(ctx, rdg_continue(p, "circles", RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST(&h)));
    for (size_t k = 0; k < 2; k++) {
        const rdg_index label = harvest_nth(&h, "BP", k)->label;
        assert_ok(ctx, rdg_continue(p, "again", RDG_FROM("circles", label), RDG_RELEASE("y"),
                                    RDG_RELEASE("x"), HARVEST_ONLY(&again)));
        assert_int_equal(again.summary.forwards, RDG_STOP_CLOSED);
        assert_int_equal(harvest_count(&again, "FP"), 2);
        for (size_t c = 0; c < again.count; c++) {
            const double *u = again.chart[c].u;
            assert_near(u[0] * u[0] + u[1] * u[1], 1.0, 0, 1e-10);
        }
        harvest_clear(&again);
    }
    harvest_clear(&h);
}

static void only_branch_points_have_another_branch(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx, &two);
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "circles", RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST(&h)));
    const rdg_index label = harvest_nth(&h, "FP", 0)->label;
    assert_int_equal(
        rdg_continue(p, "other", RDG_SWITCH("circles", label), RDG_RELEASE("y"), RDG_RELEASE("x")),
        RDG_ERR_SINGULAR);
    assert_non_null(strstr(rdg_error_message(ctx), "the start is no simple branch point"));
    rdg_error_clear(ctx);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(circle_closes_with_a_fold_at_top_and_bottom),
        SCRATCH_TEST(circles_cross_in_two_branch_points),
        SCRATCH_TEST(switching_leads_to_the_second_circle),
        SCRATCH_TEST(restart_from_a_branch_point_stays_on_its_branch),
        SCRATCH_TEST(only_branch_points_have_another_branch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
