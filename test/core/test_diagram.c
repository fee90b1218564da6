/* Diagrams: every curve that branch points lead to, once. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/diagram.h>

/* Unit circles in a row, each meeting the next in two points: their product is zero. */
typedef struct row_of_circles {
    int count;
    double apart;
} row_of_circles;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const row_of_circles *c = data;
    y[0] = 1.0;
    for (int k = 0; k < c->count; k++) {
        const double x = u[0] - k * c->apart;
        y[0] *= x * x + u[1] * u[1] - 1.0;
    }
    return 0;
}

static rdg_problem *problem(rdg_context *ctx, row_of_circles *c)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "circles", .n = 2, .m = 1, .f = value, .data = c};
    assert_ok(ctx, rdg_add_variables(p, "u", 2, (double[]){-1.0, 0.0}));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "x", "u", 0));
    assert_ok(ctx, rdg_add_parameter(p, "y", "u", 1));
    return p;
}

static void a_row_of_circles_is_followed_circle_by_circle(void **state)
{
    rdg_context *ctx = *state;
    row_of_circles three = {.count = 3, .apart = 1.5};
    rdg_problem *p = problem(ctx, &three);
    harvest h = {0};
    rdg_index n_runs = 0;
    assert_ok(ctx, rdg_diagram(p, "row", 20, &n_runs, RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST(&h),
                               RDG_NO_TABLE));
    assert_int_equal(n_runs, 3);
    assert_int_equal(h.summary.folds, 6);
    /* the middle circle passes four branch points, the others two, and two starts are branch points */
    for (int k = 1; k <= 3; k++) {
        char name[16];
        snprintf(name, sizeof name, "row/%d", k);
        rdg_run *run = rdg_run_open(ctx, name);
        assert_string_equal(rdg_run_text(run, "stop"), "closed curve");
        rdg_run_free(run);
    }
    harvest_clear(&h);
}

static void no_more_runs_than_asked_for(void **state)
{
    rdg_context *ctx = *state;
    row_of_circles three = {.count = 3, .apart = 1.5};
    rdg_problem *p = problem(ctx, &three);
    rdg_index n_runs = 0;
    assert_ok(ctx, rdg_diagram(p, "row", 2, &n_runs, RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE,
                               RDG_NO_FOLDER));
    assert_int_equal(n_runs, 2);
}

static void several_starts_reach_what_no_branch_point_leads_to(void **state)
{
    rdg_context *ctx = *state;
    row_of_circles apart = {.count = 2, .apart = 3.0};
    rdg_problem *p = problem(ctx, &apart);
    rdg_index n_runs = 0;
    rdg_run_summary summary;
    assert_ok(ctx, rdg_diagram(p, "apart", 20, &n_runs, RDG_RELEASE("y"), RDG_RELEASE("x"),
                               RDG_START(((double[]){-1.0, 0.0})), RDG_START(((double[]){0.6, 0.8})),
                               RDG_START(((double[]){2.0, 0.0})), RDG_NO_TABLE, RDG_NO_FOLDER,
                               RDG_SUMMARY(&summary)));
    assert_int_equal(n_runs, 2);
    assert_int_equal(summary.folds, 4);
}

static void wrong_arguments_are_refused(void **state)
{
    rdg_context *ctx = *state;
    row_of_circles one = {.count = 1};
    rdg_problem *p = problem(ctx, &one);
    rdg_diagram(p, "", 20, NULL, RDG_RELEASE("y"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a diagram needs a name");
    rdg_diagram(p, "none", 0, NULL, RDG_RELEASE("y"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "at least one run");
    rdg_diagram(p, "none", 5, NULL, RDG_RELEASE("z"), RDG_NO_TABLE, RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_row_of_circles_is_followed_circle_by_circle),
        SCRATCH_TEST(no_more_runs_than_asked_for),
        SCRATCH_TEST(several_starts_reach_what_no_branch_point_leads_to),
        SCRATCH_TEST(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
