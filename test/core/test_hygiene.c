/* Functions and problems that misbehave: a run ends in a shorter step, in MX or in a message that names what
 * is wrong, never in a crash or in a wrong point. */
#include "problems.h"

#include <string.h>

enum { MAX_CALLS = 120 };

/* A circle whose function misbehaves at one call, or from one call on. */
typedef struct villain {
    long calls, at;
    bool from_then_on;
    double value; /* written in place of the residual, if answer is 0 */
    int answer;
} villain;

static int misbehave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    villain *v = data;
    circle_f(n, u, m, y, NULL);
    v->calls++;
    if (v->calls == v->at || (v->from_then_on && v->calls > v->at)) {
        y[0] = v->answer == 0 ? v->value : y[0];
        return v->answer;
    }
    return 0;
}

static rdg_problem *problem_of(rdg_context *ctx, villain *v)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(
        p,
        &(rdg_function){
            .name = "villain", .n = 2, .m = 1, .f = misbehave, .df = circle_df, .d2f = circle_d2f, .data = v},
        RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static bool lies_on_the_circle(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    long *charts = data;
    ++*charts;
    assert_near(hypot(chart->u[0], chart->u[1]), 1.0, 1e-9, 0.0);
    return false;
}

static rdg_status run_villain(rdg_context *ctx, villain *v, rdg_run_summary *summary, long *charts)
{
    rdg_problem *p = problem_of(ctx, v);
    *charts = 0;
    const rdg_status status = rdg_continue(p, "villain", RDG_RELEASE("y"), RDG_NO_FOLDER, RDG_NO_TABLE,
                                           RDG_OBSERVE(lies_on_the_circle, charts), RDG_SUMMARY(summary));
    rdg_problem_free(p);
    return status;
}

static void one_value_that_is_not_finite_only_shortens_a_step(void **state)
{
    rdg_context *ctx = *state;
    static const double values[] = {NAN, INFINITY, -INFINITY};
    for (long at = 20; at < MAX_CALLS; at++) {
        villain v = {.at = at, .value = values[at % 3]};
        rdg_run_summary summary;
        long charts = 0;
        assert_ok(ctx, run_villain(ctx, &v, &summary, &charts));
        assert_int_equal(summary.forwards, RDG_STOP_CLOSED);
        assert_int_equal(summary.folds, 2);
    }
}

static void values_that_stay_not_finite_end_the_branch_with_what_it_has(void **state)
{
    rdg_context *ctx = *state;
    for (long at = 20; at < MAX_CALLS; at += 7) {
        villain v = {.at = at, .from_then_on = true, .value = NAN};
        rdg_run_summary summary;
        long charts = 0;
        assert_ok(ctx, run_villain(ctx, &v, &summary, &charts));
        assert_int_equal(summary.forwards, RDG_STOP_MIN_STEP);
        assert_true(charts > 1);
    }
}

static void nan_at_the_start_names_the_function(void **state)
{
    rdg_context *ctx = *state;
    villain v = {.at = 1, .from_then_on = true, .value = NAN};
    rdg_run_summary summary;
    long charts = 0;
    assert_int_equal(run_villain(ctx, &v, &summary, &charts), RDG_ERR_NOT_FINITE);
    assert_non_null(strstr(rdg_error_message(ctx), "villain"));
    assert_non_null(strstr(rdg_error_message(ctx), "nan"));
    assert_int_equal(charts, 0);
}

static void leaving_the_domain_ends_in_a_shorter_step_or_at_its_edge(void **state)
{
    rdg_context *ctx = *state;
    for (long at = 20; at < MAX_CALLS; at += 5) {
        villain v = {.at = at, .answer = 1};
        rdg_run_summary summary;
        long charts = 0;
        assert_ok(ctx, run_villain(ctx, &v, &summary, &charts));
        assert_int_equal(summary.forwards, RDG_STOP_CLOSED);
        v = (villain){.at = at, .answer = 1, .from_then_on = true};
        assert_ok(ctx, run_villain(ctx, &v, &summary, &charts));
        assert_int_equal(summary.forwards, RDG_STOP_MIN_STEP);
    }
}

static void negative_answer_ends_the_run_and_names_the_function(void **state)
{
    rdg_context *ctx = *state;
    for (long at = 1; at < MAX_CALLS; at++) {
        villain v = {.at = at, .answer = -3};
        rdg_run_summary summary;
        long charts = 0;
        assert_int_equal(run_villain(ctx, &v, &summary, &charts), RDG_ERR_CALLBACK);
        assert_non_null(strstr(rdg_error_message(ctx), "villain"));
        assert_non_null(strstr(rdg_error_message(ctx), "-3"));
        rdg_error_clear(ctx);
    }
}

static int far_root(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] + u[1] - 300.0;
    y[1] = u[0] - u[1] + 100.0;
    return 0;
}

static void linear_problem_is_solved_from_zero_however_far_its_root(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "line", .n = 2, .m = 2, .f = far_root}, RDG_ALL);
    assert_ok(ctx, rdg_solve(p));
    assert_near(rdg_start_values(p)[0], 100.0, 1e-12, 0.0);
    assert_near(rdg_start_values(p)[1], 200.0, 1e-12, 0.0);
    assert_ok(ctx, rdg_solve(p)); /* the guess is the solution now */
    assert_near(rdg_start_values(p)[0], 100.0, 1e-12, 0.0);
}

static void singular_start_says_so(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, NULL); /* the centre: the gradient vanishes */
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    assert_int_equal(rdg_continue(p, "centre", RDG_RELEASE("y"), RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_SINGULAR);
    assert_non_null(strstr(rdg_error_message(ctx), "singular"));
    assert_non_null(strstr(rdg_error_message(ctx), "centre"));
}

static void failure_in_one_context_does_not_reach_another(void **state)
{
    rdg_context *ctx = *state;
    rdg_context *other = rdg_context_create();
    rdg_set_writer(other, NULL, NULL);
    assert_int_equal(rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("z")), RDG_ERR_NAME);
    assert_int_equal(rdg_continue(circle_problem(other), "c", RDG_RELEASE("x"), RDG_RELEASE("y"),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_OK);
    rdg_context_free(other);
}

/* --- callbacks that take away what the run stands on */

enum { FREES_PROBLEM, FREES_CONTEXT, EXITS, WAYS_TO_FREE };

typedef struct saboteur {
    rdg_context *ctx;
    rdg_problem *p;
    int way;
    rdg_index at; /* point */
    bool clears;  /* the failure, as if nothing had been */
    long calls;
} saboteur;

static void take_away(saboteur *s)
{
    if (s->way == FREES_PROBLEM) {
        rdg_problem_free(s->p);
    } else if (s->way == FREES_CONTEXT) {
        rdg_context_free(s->ctx);
    } else {
        assert_int_equal(rdg_exit(s->ctx), 1);
    }
    assert_failed(s->ctx, RDG_ERR_ARGUMENT, "a run");
    if (!s->clears) {
        rdg_problem_free(s->p);
    }
}

static bool frees(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    saboteur *s = data;
    s->calls++;
    if (chart->point == s->at) {
        take_away(s);
    }
    return false;
}

static int frees_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    saboteur *s = data;
    if (++s->calls == s->at) {
        take_away(s);
    }
    return circle_f(n, u, m, y, NULL);
}

static void nothing_is_freed_under_a_run(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    for (int k = 0; k < 120; k++) {
        saboteur s = {.ctx = ctx, .way = k % WAYS_TO_FREE, .clears = k % 2 == 0};
        const bool observes = random_signed(&seed) < 0.0;
        s.at = (rdg_index)(1.0 + 6.0 * fabs(random_signed(&seed)));
        rdg_problem *p = s.p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
        rdg_add_zero(p,
                     &(rdg_function){.name = "circle",
                                     .n = 2,
                                     .m = 1,
                                     .f = observes ? circle_f : frees_f,
                                     .df = circle_df,
                                     .data = observes ? NULL : (void *)&s},
                     RDG_ALL);
        rdg_add_parameter(p, "y", "u", 1);
        const rdg_status status = rdg_continue(p, "r", RDG_RELEASE("y"), RDG_NO_FOLDER, RDG_NO_TABLE,
                                               observes ? RDG_OBSERVE(frees, &s) : RDG_NO_FOLDS);
        if (s.clears) {
            assert_ok(ctx, status);
        } else {
            assert_int_equal(status, RDG_ERR_ARGUMENT);
            assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_problem_free: a run of this problem is under way");
        }
        assert_true(s.calls >= s.at);
        rdg_problem_free(p); /* now it goes */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_value_that_is_not_finite_only_shortens_a_step),
        TEST(values_that_stay_not_finite_end_the_branch_with_what_it_has),
        TEST(nan_at_the_start_names_the_function),
        TEST(leaving_the_domain_ends_in_a_shorter_step_or_at_its_edge),
        TEST(negative_answer_ends_the_run_and_names_the_function),
        TEST(linear_problem_is_solved_from_zero_however_far_its_root),
        TEST(singular_start_says_so),
        TEST(failure_in_one_context_does_not_reach_another),
        TEST(nothing_is_freed_under_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
