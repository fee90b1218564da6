/* link: -Wl,--wrap=rdg_run_store_append */
/* Runs that are cut off behind any of their charts, once or twice, and taken up again are the undisturbed
 * runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "resume_scenarios.h"

#ifndef STRIDE
#define STRIDE 7 /* charts between those behind which it is cut */
#endif

static const scenario *taken;

static rdg_status go_scenario(rdg_context *ctx, const char *name, bool resumes)
{
    (void)name;
    return go(ctx, taken, resumes);
}

static void runs_cut_anywhere_are_the_same(void **state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < N_SCENARIOS; i++) {
        taken = &scenarios[i];
        const cut_case what = {.name = taken->name, .go = go_scenario};
        count += cut_everywhere(&what, 1, STRIDE);
    }
    assert_int_equal(count, 0);
}

/* Unit circles in a row, each meeting the next in two points: their product is zero. */
static int circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = 1.0;
    for (int k = 0; k < 3; k++) {
        const double x = u[0] - k * 1.5;
        y[0] *= x * x + u[1] * u[1] - 1.0;
    }
    return 0;
}

static rdg_status follow_circles(rdg_context *ctx, const char *name, bool resumes)
{
    const double starts[2][2] = {{-1.0, 0.0}, {4.0, 0.0}};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_index n_runs = 0;
    rdg_add_variables(p, "u", 2, starts[0]);
    rdg_add_zero(p, &(rdg_function){.name = "circles", .n = 2, .m = 1, .f = circles}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    const rdg_status status = rdg_diagram(p, name, 20, &n_runs, resumes ? RDG_RESUME : RDG_EXPECT_EARLY_END,
                                          RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_START(starts[0]),
                                          RDG_START(starts[1]), RDG_NO_TABLE, RDG_LABEL_EVERY(6));
    assert_true(status != RDG_OK || n_runs == 3);
    return status;
}

static void diagrams_cut_anywhere_are_the_same(void **state)
{
    (void)state;
    const cut_case what = {
        .name = "circles", .go = follow_circles, .others = {"1", "2", "3"}, .is_only_others = true};
    assert_int_equal(cut_everywhere(&what, 1, STRIDE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_cut_anywhere_are_the_same),
        SCRATCH_TEST(diagrams_cut_anywhere_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
