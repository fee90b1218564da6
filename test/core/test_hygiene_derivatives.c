/* Derivatives and monitors that misbehave at any call: a shorter step, MX, or a message; never a wrong point.
 */
#include "problems.h"

#include <math.h>

enum { MAX_CALLS = 400 };

/* Two circles that cross in (1/2, +-sqrt(3)/2): folds, branch points, their second derivatives. `who`
 * misbehaves at call number `at` of its own, or from there on. */
typedef enum who { JACOBIAN, HESSIAN, MONITOR, MONITOR_GRADIENT, N_WHO } who;

typedef struct villain {
    who who;
    long calls, at;
    bool from_then_on;
    int answer; /* 0: NaN is written */
} villain;

static bool strikes(villain *v, who who)
{
    if (v->who != who) {
        return false;
    }
    v->calls++;
    return v->calls == v->at || (v->from_then_on && v->calls > v->at);
}

static int finish(villain *v, who who, double *values)
{
    if (!strikes(v, who)) {
        return 0;
    }
    values[0] = v->answer == 0 ? NAN : values[0];
    return v->answer;
}

static double one(const double *u)
{
    return u[0] * u[0] + u[1] * u[1] - 1;
}

static double two(const double *u)
{
    return (u[0] - 1) * (u[0] - 1) + u[1] * u[1] - 1;
}

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = one(u) * two(u);
    return 0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    values[0] = 2 * u[0] * two(u) + one(u) * 2 * (u[0] - 1);
    values[1] = 2 * u[1] * two(u) + one(u) * 2 * u[1];
    return finish(data, JACOBIAN, values);
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)n;
    (void)m;
    values[0] = lambda[0] * (2 * two(u) + 2 * one(u) + 8 * u[0] * (u[0] - 1));
    values[1] = values[2] = lambda[0] * (4 * u[0] * u[1] + 4 * (u[0] - 1) * u[1]);
    values[3] = lambda[0] * (2 * two(u) + 2 * one(u) + 8 * u[1] * u[1]);
    return finish(data, HESSIAN, values);
}

static int watch_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] + 0.1 * u[0];
    return finish(data, MONITOR, y);
}

static int watch_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    values[0] = 0.1;
    values[1] = 1;
    return finish(data, MONITOR_GRADIENT, values);
}

static bool lies_on_a_circle(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    ++*(long *)data;
    assert_near(fmin(fabs(one(chart->u)), fabs(two(chart->u))), 0, 0, 1e-9);
    assert_near(chart->mu[0], chart->u[1] + 0.1 * chart->u[0], 1e-15, 0);
    return false;
}

static rdg_status run(rdg_context *ctx, villain *v, rdg_run_summary *summary, long *charts)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){-1, 0});
    const rdg_function circles = {.name = "circles", .n = 2, .m = 1, .f = f, .df = df, .d2f = d2f, .data = v};
    const rdg_function watch = {.name = "watch", .n = 2, .m = 1, .f = watch_f, .df = watch_df, .data = v};
    rdg_add_zero(p, &circles, RDG_ALL);
    rdg_add_monitor(p, &watch, RDG_ALL, NULL, RDG_ACTIVE);
    *charts = 0;
    const rdg_status status =
        rdg_continue(p, "villain", RDG_RELEASE("watch"), RDG_UZ("watch", 0.2), RDG_NO_FOLDER, RDG_NO_TABLE,
                     RDG_OBSERVE(lies_on_a_circle, charts), RDG_SUMMARY(summary), RDG_MAX_POINTS(60));
    rdg_problem_free(p);
    return status;
}

static const char *const names[N_WHO] = {"zero function \"circles\": df", "zero function \"circles\": d2f",
                                         "monitor function \"watch\": f", "monitor function \"watch\": df"};

static void without_a_villain_the_run_is_whole(void **state)
{
    villain v = {.who = N_WHO};
    rdg_run_summary summary;
    long charts = 0;
    assert_ok(*state, run(*state, &v, &summary, &charts));
    assert_true(summary.branch_points >= 2 && summary.folds >= 2);
}

static void a_request_to_end_is_heard_wherever_it_comes_from(void **state)
{
    for (who w = JACOBIAN; w < N_WHO; w++) {
        long at = 1;
        for (bool reached = true; reached && at < MAX_CALLS; at++) {
            villain v = {.who = w, .at = at, .answer = -7};
            rdg_run_summary summary;
            long charts = 0;
            const rdg_status status = run(*state, &v, &summary, &charts);
            reached = v.calls >= at;
            if (reached) {
                assert_int_equal(status, RDG_ERR_CALLBACK);
                assert_int_equal(v.calls, at); /* and is not called again */
                assert_non_null(strstr(rdg_error_message(*state), "returned -7"));
                assert_failed(*state, RDG_ERR_CALLBACK, names[w]);
            }
        }
        assert_true(at > (w == HESSIAN ? 5 : 20));
    }
}

/* One bad value: the run goes on, or there is no first point, and the message says whose fault that is. */
static void one_bad_value_makes_no_wrong_point(void **state)
{
    for (who w = JACOBIAN; w < N_WHO; w++) {
        for (int answer = 0; answer < 2; answer++) {
            for (long at = 1; at < 150; at += w == HESSIAN ? 1 : 3) {
                villain v = {.who = w, .at = at, .answer = answer};
                rdg_run_summary summary;
                long charts = 0;
                const rdg_status status = run(*state, &v, &summary, &charts);
                if (status != RDG_OK) {
                    assert_int_equal(charts, 0);
                    assert_failed(*state, answer == 0 ? RDG_ERR_NOT_FINITE : RDG_ERR_NO_CONVERGENCE,
                                  names[w]);
                } else {
                    assert_int_not_equal(summary.forwards, RDG_STOP_MIN_STEP);
                }
            }
        }
    }
}

static void values_that_stay_bad_end_the_branch_with_what_it_has(void **state)
{
    for (who w = JACOBIAN; w < N_WHO; w++) {
        for (int answer = 0; answer < 2; answer++) {
            for (long at = 20; at < 60; at += 7) {
                villain v = {.who = w, .at = at, .answer = answer, .from_then_on = true};
                rdg_run_summary summary;
                long charts = 0;
                assert_ok(*state, run(*state, &v, &summary, &charts));
                assert_true(charts >= 1);
                if (w == JACOBIAN || w == MONITOR) {
                    assert_int_equal(summary.backwards, RDG_STOP_MIN_STEP);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(without_a_villain_the_run_is_whole),
        TEST(a_request_to_end_is_heard_wherever_it_comes_from),
        TEST(one_bad_value_makes_no_wrong_point),
        TEST(values_that_stay_bad_end_the_branch_with_what_it_has),
    };
    return cmocka_run_group_tests_name("core: derivatives that misbehave", tests, NULL, NULL);
}
