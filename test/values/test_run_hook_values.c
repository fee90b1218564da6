/* What functions of toolboxes are handed along a run: on the circle x^2 + y^2 = 1 with z = x y. */
#define _GNU_SOURCE

#include "fresh_context.h"
#include "scratch.h"
#include "support.h"

#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/core.h>
#include <ridgewalk/description.h>
#include <ridgewalk/event.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/planner.h>
#include <ridgewalk/random.h>

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    y[1] = u[2] - u[0] * u[1];
    return 0;
}

static rdg_problem *make(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (const double[]){0.6, 0.8, 0.48});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 3, .m = 2, .f = circle, .by_differences = true},
                 (const rdg_index[]){0, 1, 2});
    rdg_add_parameter(p, "x", "u", 0);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void assert_on_curve(const double *u)
{
    assert_near(u[0] * u[0] + u[1] * u[1], 1.0, 1e-9, 0.0);
    assert_near(u[2], u[0] * u[1], 1e-9, 1e-9);
}

typedef struct seen {
    int points, charts, ends, starts, descriptions, labels;
    rdg_index last;
    double start, stored;
} seen;

static int step_off(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    seen *s = data;
    assert_on_curve(chart->u);
    s->last = chart->point;
    return ++s->points == 4 ? -1 : 0; /* the run ends there */
}

static void look_at_chart(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    seen *s = data;
    if (chart) {
        assert_on_curve(chart->u);
        assert_int_equal(chart->point, s->charts);
    }
    s->charts += chart != NULL;
    s->ends += chart == NULL;
}

static rdg_status look_at_start(rdg_problem *p, const rdg_start_solution *solution, void *data)
{
    (void)p;
    seen *s = data;
    s->starts++;
    s->start = solution->u[0];
    assert_false(solution->is_on_way);
    return RDG_OK;
}

static void describe(const rdg_contents *out, const char *block, void *data)
{
    seen *s = data;
    s->descriptions++;
    assert_string_equal(block, "u");
    out->fact(out,
              &(rdg_model_fact){.part = "circle", .name = "c", .key = "radius", .value = 1, .unit = "m"});
}

static void checkpoint(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    (void)p;
    seen *s = data;
    s->labels++;
    rdg_checkpoint_number(memo, &s->stored);
}

static void functions_of_a_problem_see_its_run(void **state)
{
    rdg_problem *p = make(*state);
    seen s = {.stored = 2.5};
    assert_ok(*state, rdg_look_at_charts(p, look_at_chart, &s));
    assert_ok(*state, rdg_look_at_starts(p, look_at_start, &s));
    assert_ok(*state, rdg_describe_problem(p, "u", describe, &s));
    assert_ok(*state, rdg_checkpoint_along(p, "number", checkpoint, &s));
    assert_ok(*state, rdg_continue(p, "all", RDG_RELEASE("x"), RDG_WINDOW("x", 0.6, 0.9), RDG_DIRECTION(1)));
    rdg_run *run = rdg_run_open(*state, "all");
    assert_int_equal(s.charts, rdg_run_count(run));
    assert_int_equal(s.ends, 1);
    assert_int_equal(s.starts, 1);
    assert_int_equal(s.descriptions, 1);
    assert_true(s.labels > 1);
    assert_near(s.start, 0.6, 0.0, 0.0);

    assert_ok(*state, rdg_move_along(p, step_off, &s));
    s.charts = 0;
    rdg_continue(p, "part", RDG_RELEASE("x"), RDG_WINDOW("x", 0.6, 0.9), RDG_DIRECTION(1),
                 RDG_STEP(1e-3, 1e-3, 1e-3));
    assert_int_equal(s.points, 4);
    assert_int_equal(s.last, 3);
}

/* The block of another size: y is found from the x that was stored. */
static rdg_status fit(rdg_problem *p, const rdg_start_block *block, double *u, double *tangent, bool *fitted,
                      void *data)
{
    (void)p;
    seen *s = data;
    s->starts++;
    assert_string_equal(block->name, "u");
    assert_int_equal(block->n, 3);
    for (int i = 0; i < 3; i++) {
        u[i] = block->u[i];
        tangent[i] = block->tangent[i];
    }
    u[1] = -u[1]; /* the other half of the circle */
    u[2] = -u[2];
    *fitted = true;
    return RDG_OK;
}

static void a_start_is_fitted_into_a_problem(void **state)
{
    rdg_problem *p = make(*state);
    seen s = {0};
    assert_ok(*state, rdg_continue(p, "from", RDG_RELEASE("x"), RDG_WINDOW("x", 0.6, 0.7), RDG_DIRECTION(1)));
    assert_ok(*state, rdg_fit_starts(p, fit, &s));
    assert_ok(*state,
              rdg_continue(p, "to", RDG_FROM("from", 1), RDG_RELEASE("x"), RDG_WINDOW("x", 0.5, 0.8)));
    assert_int_equal(s.starts, 1);
    rdg_run *run = rdg_run_open(*state, "to");
    double u[3];
    assert_ok(*state, rdg_run_solution(run, 1, "u", 3, u));
    assert_on_curve(u);
    assert_true(u[1] < 0.0);
}

/* At x = 0.7 the branch ends and continues opposite, once: z is left to the completion. */
static bool go_across(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    seen *s = data;
    assert_string_equal(event->type, "SX");
    assert_near(event->u[0], 0.7, 1e-9, 0.0);
    assert_int_equal(direction, 1);
    u[0] = -u[0];
    u[1] = -u[1];
    u[2] = 55.0;
    return ++s->ends == 1;
}

static void complete(rdg_problem *p, const rdg_chart *event, double *u, void *data)
{
    (void)p, (void)event;
    seen *s = data;
    assert_near(u[2], 55.0, 0.0, 0.0);
    u[2] = u[0] * u[1];
    s->labels++;
}

static void a_branch_continues_where_its_problem_says(void **state)
{
    rdg_problem *p = make(*state);
    seen s = {0};
    assert_ok(*state, rdg_add_event(p, &(rdg_event_definition){
                                           .type = "SX", .parameter = "x", .value = 0.7, .terminal = true}));
    assert_ok(*state, rdg_set_way_on(p, go_across, NULL, &s));
    assert_ok(*state, rdg_complete_way_on(p, complete, &s));
    assert_ok(*state,
              rdg_continue(p, "across", RDG_RELEASE("x"), RDG_WINDOW("x", -0.9, 0.9), RDG_DIRECTION(1)));
    assert_int_equal(s.ends, 2);
    assert_int_equal(s.labels, 1);
    rdg_run *run = rdg_run_open(*state, "across");
    const double *x = rdg_run_column(run, "x");
    const rdg_index rows = rdg_run_count(run);
    rdg_index back = 0;
    for (rdg_index i = 1; i < rows; i++) {
        back += x[i] < x[i - 1];
        assert_true(x[i] > x[i - 1] || fabs(x[i] + 0.7) < 1e-6);
    }
    assert_int_equal(back, 1);
    assert_near(x[rows - 1], 0.7, 1e-9, 0.0);
}

static void labels_of_options_and_summaries_are_told(void **state)
{
    rdg_problem *p = make(*state);
    assert_ok(*state, rdg_continue(p, "run", RDG_RELEASE("x"), RDG_WINDOW("x", 0.6, 0.7), RDG_DIRECTION(1)));
    rdg_run *run = rdg_run_open(*state, "run");
    const rdg_option from[] = {RDG_FROM("run", 2), RDG_FROM_POINT("run", "EP", 7), RDG_FROM_GREATEST("run")};
    assert_int_equal(rdg_option_start_label(*state, run, &from[0], "test", "next"), 2);
    assert_int_equal(rdg_option_start_label(*state, run, &from[1], "test", "next"), -1);
    assert_failed(*state, RDG_ERR_ARGUMENT, "EP");
    assert_int_equal(rdg_option_start_label(*state, run, &from[2], "test", "next"), 0);
    rdg_run_summary summary = {.points = 5};
    const rdg_option asked[] = {RDG_SUMMARY(&summary), {.kind = RDG_OPTION_END}};
    rdg_option_list_clear_summary(asked);
    assert_int_equal(summary.points, 0);
}

static void explain(rdg_problem *p, char *text, size_t size, void *data)
{
    (void)p;
    snprintf(text, size, "%s", (const char *)data);
}

static void too_few_equations_are_explained(void **state)
{
    rdg_problem *p = make(*state);
    assert_ok(*state, rdg_account_for(p, explain, "a circle and its area"));
    rdg_continue(p, "run"); /* nothing is released: x is held, all is determined */
    rdg_add_variables(p, "more", 2, (const double[]){0, 0});
    assert_int_equal(rdg_continue(p, "run", RDG_RELEASE("x")), RDG_ERR_SIZE);
    assert_failed(*state, RDG_ERR_SIZE, "a circle and its area");
}

static void a_bordered_scalar_has_the_residual_of_its_problem(void **state)
{
    rdg_bordered_scalar *b = rdg_bordered_scalar_create(make(*state), "x", 0, NULL);
    double y[2];
    assert_int_equal(rdg_bordered_scalar_residual(b, (const double[]){0.5, 2.0, 3.0}, y), 0);
    assert_near(y[0], 3.25, 1e-15, 0.0);
    assert_near(y[1], 2.0, 1e-15, 0.0);
    rdg_bordered_scalar_free(b);
}

static void the_open_interval_is_hit_in_its_middle(void **state)
{
    (void)state;
    assert_near(rdg_random_unit(0), ldexp(1, -53), 0.0, 0.0);
    assert_near(rdg_random_unit(UINT64_MAX), 1.0 - ldexp(1, -53), 0.0, 0.0);
    assert_near(rdg_random_unit(UINT64_C(1) << 63), 0.5 + ldexp(1, -53), 0.0, 0.0);
    rdg_planner_lock(); /* may be taken again when it was left */
    rdg_planner_unlock();
    rdg_planner_lock();
    rdg_planner_unlock();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(functions_of_a_problem_see_its_run),
        SCRATCH_TEST(a_start_is_fitted_into_a_problem),
        SCRATCH_TEST(a_branch_continues_where_its_problem_says),
        SCRATCH_TEST(labels_of_options_and_summaries_are_told),
        TEST(too_few_equations_are_explained),
        TEST(a_bordered_scalar_has_the_residual_of_its_problem),
        TEST(the_open_interval_is_hit_in_its_middle),
    };
    return cmocka_run_group_tests_name("values of runs' functions", tests, NULL, NULL);
}
