/* A first point that Newton's method does not meet: the load is raised from its easy value. */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct curve {
    double a, steep;
    bool limited; /* solutions for small loads only */
    double wall;  /* no values for loads beyond, if it is not 0 */
} curve;

/* load = s + a sin s with s = steep x: folds for |a| > 1, between which Newton's method stays; limited: load
 * = sin s has no solution beyond 1. */
static int curve_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const curve *c = data;
    const double x = u[0];
    const double s = c->steep * x;
    y[0] = (c->limited ? sin(s) : s + c->a * sin(s)) - u[1];
    return c->wall > 0.0 && s > c->wall;
}

static int curve_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const curve *c = data;
    const double s = c->steep * u[0];
    values[0] = c->steep * (c->limited ? cos(s) : 1.0 + c->a * cos(s));
    values[1] = -1.0;
    return 0;
}

static rdg_problem *curve_problem(rdg_context *ctx, curve *c, double x, double load)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "curve", .n = 2, .m = 1, .f = curve_f, .df = curve_df, .data = c};
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "load", 1, &load);
    rdg_set_typical(p, "x", 1.0 / c->steep, true);
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "load", "load", 0);
    rdg_set_unit(p, "load", "N");
    return p;
}

typedef struct reply {
    char note[1024];
} reply;

static void listen(rdg_channel channel, const char *text, void *data)
{
    reply *r = data;
    if (channel == RDG_CHANNEL_NOTE) {
        strncat(r->note, text, sizeof r->note - strlen(r->note) - 1);
    }
}

/* A curve with folds, which Newton's method begins somewhere for a large load that is to be raised from 0. */
static rdg_problem *draw(rdg_context *ctx, curve *c, double steep, double *load, uint64_t *seed)
{
    *c = (curve){.a = 1.0 + 4.0 * fabs(random_signed(seed)), .steep = steep};
    *load = 30.0 + 20.0 * random_signed(seed);
    rdg_problem *p = curve_problem(ctx, c, 10.0 * random_signed(seed) / steep, *load);
    assert_ok(ctx, rdg_set_load(p, "load", 0.0, "x", (double[]){0.0}));
    return p;
}

/* The first point along the curve from 0 that has this load. */
static double first_met(const curve *c, double load)
{
    double s = 0.0;
    while (s + c->a * sin(s) < load) {
        s += 1e-3;
    }
    double low = s - 1e-3;
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (low + s);
        *(middle + c->a * sin(middle) < load ? &low : &s) = middle;
    }
    return s / c->steep;
}

static void raised_load_meets_the_first_point_behind_folds(void **state)
{
    static reply said;
    rdg_context *ctx = *state;
    uint64_t seed = 21;
    int raised = 0;
    rdg_set_writer(ctx, listen, &said);
    for (int k = 0; k < 200; k++) {
        curve c;
        double load = 0.0;
        rdg_problem *p = draw(ctx, &c, pow(10.0, 4.0 * random_signed(&seed)), &load, &seed);
        *said.note = '\0';
        assert_ok(ctx, rdg_solve(p));
        assert_true(rdg_start_values(p)[1] == load);
        if (strstr(said.note, "the first correction failed at load = ")) {
            assert_non_null(strstr(said.note, " N: continued from load = 0 N in "));
            assert_near(rdg_start_values(p)[0], first_met(&c, load), 1e-8, 0.0);
            raised++;
        }
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
    assert_true(raised > 50);
}

static void failure_says_how_far_the_load_came(void **state)
{
    rdg_context *ctx = *state;
    curve c = {.steep = 1.0, .limited = true};
    rdg_problem *p = curve_problem(ctx, &c, 0.3, 1.5);
    rdg_set_load(p, "load", 0.0, "x", (double[]){0.0});
    assert_true(rdg_solve(p) != RDG_OK);
    const char *far = strstr(rdg_error_message(ctx), "continued from load = 0 N it came as far as load = ");
    assert_non_null(far);
    assert_near(atof(strrchr(strstr(far, "as far"), '=') + 1), 1.0, 0.05, 0.0);
    assert_non_null(strstr(rdg_error_message(ctx), "then it turned back"));
    rdg_error_clear(ctx);
    rdg_problem_free(p);
}

static void failure_at_the_end_of_the_domain_says_that_it_ended_there(void **state)
{
    rdg_context *ctx = *state;
    curve c = {.steep = 1.0, .wall = 2.9}; /* load = s */
    rdg_problem *p = curve_problem(ctx, &c, 7.0, 3.0);
    rdg_set_load(p, "load", 0.0, "x", (double[]){0.0});
    assert_true(rdg_solve(p) != RDG_OK);
    const char *far = strstr(rdg_error_message(ctx), "it came as far as load = ");
    assert_non_null(far);
    assert_near(atof(strchr(far, '=') + 1), 2.9, 1e-3, 0.0);
    assert_null(strstr(far, "turned back"));
    rdg_error_clear(ctx);
    rdg_problem_free(p);
}

static bool keep_first(rdg_problem *p, const rdg_chart *chart, void *data)
{
    double *first = data;
    if (chart->point == 0) {
        first[0] = chart->u[0];
        first[1] = chart->u[1];
    }
    (void)p;
    return false;
}

/* Released, the load would let Newton's method begin anywhere on the curve. */
static void load_that_is_released_begins_where_it_was_asked_to(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 22;
    for (int k = 0; k < 200; k++) {
        double first[2] = {0.0};
        curve c;
        double load = 0.0;
        rdg_problem *p = draw(ctx, &c, 1.0, &load, &seed);
        assert_ok(ctx, rdg_continue(p, "l", RDG_RELEASE("load"), RDG_MAX_POINTS(1), RDG_NO_FOLDER,
                                    RDG_NO_TABLE, RDG_OBSERVE(keep_first, first)));
        assert_near(first[1], load, 1e-12, 0.0);
        assert_near(first[0] + c.a * sin(first[0]), load, 1e-9, 0.0);
        rdg_problem_free(p);
    }
}

/* The load that is held elsewhere is raised from where the start values are: from its easy value it cannot
 * be. */
static void load_is_raised_from_the_start_s_own_value_first(void **state)
{
    static reply said;
    rdg_context *ctx = *state;
    uint64_t seed = 23;
    int raised = 0;
    rdg_set_writer(ctx, listen, &said);
    for (int k = 0; k < 100; k++) {
        const double s = 0.25 + 0.25 * random_signed(&seed), load = 40.0 + 10.0 * random_signed(&seed);
        curve c = {.a = 1.0 + 4.0 * fabs(random_signed(&seed)), .steep = 1.0, .wall = 200.0};
        double u[2] = {0.0};
        char own[64];
        rdg_problem *p = curve_problem(ctx, &c, s, s + c.a * sin(s));
        snprintf(own, sizeof own, "continued from load = %.6g N", s + c.a * sin(s));
        assert_ok(ctx, rdg_set_load(p, "load", -1.0, "x", (double[]){1e3}));
        *said.note = '\0';
        assert_ok(ctx, rdg_continue(p, "l", RDG_HOLD_AT("load", load), RDG_NO_FOLDER, RDG_NO_TABLE,
                                    RDG_OBSERVE(keep_first, u)));
        assert_near(u[1], load, 1e-12, 0.0);
        if (strstr(said.note, "the first correction failed")) {
            assert_non_null(strstr(said.note, own));
            assert_near(u[0], first_met(&c, load), 1e-8, 0.0);
            raised++;
        }
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
    assert_true(raised > 20);
}

/* A function without values ends the run, were it to be asked for ever. */
static int nowhere_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    long *calls = data;
    y[0] = u[0] - u[1];
    return ++*calls > 10000 ? -1 : 1;
}

/* The runs that raise it fail as the start does: at each value of the second parameter, too. */
static void load_is_not_raised_for_a_run_that_raises_it(void **state)
{
    rdg_context *ctx = *state;
    long calls = 0;
    const rdg_function f = {.name = "nowhere", .n = 3, .m = 1, .f = nowhere_f, .data = &calls};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, (double[]){0.3});
    rdg_add_variables(p, "load", 1, (double[]){1.0});
    rdg_add_variables(p, "omega", 1, (double[]){0.5});
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "load", "load", 0);
    rdg_add_parameter(p, "omega", "omega", 0);
    assert_ok(ctx, rdg_set_load(p, "load", 0.0, "x", (double[]){0.0}));
    assert_ok(ctx, rdg_set_load_beyond(p, "omega"));
    assert_true(rdg_continue(p, "n", RDG_RELEASE("omega"), RDG_NO_FOLDER, RDG_NO_TABLE) != RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "there is none at omega = 8 either"));
    assert_true(calls < 100);
    rdg_error_clear(ctx);
    rdg_problem_free(p);
}

static void failure_without_a_load_names_a_remedy(void **state)
{
    rdg_context *ctx = *state;
    curve c = {.steep = 1.0, .limited = true};
    rdg_problem *p = curve_problem(ctx, &c, 0.3, 1.5);
    assert_true(rdg_solve(p) != RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "give start values nearer to a solution"));
    rdg_error_clear(ctx);
    rdg_set_load(p, "load", 0.0, NULL, NULL);
    rdg_set_load(p, NULL, 0.0, NULL, NULL);
    assert_true(rdg_solve(p) != RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "rdg_set_load()"));
    rdg_error_clear(ctx);
    rdg_problem_free(p);
}

static void load_that_is_none_is_refused(void **state)
{
    rdg_context *ctx = *state;
    curve c = {.steep = 1.0};
    rdg_problem *p = curve_problem(ctx, &c, 0.0, 0.0);
    rdg_set_load(p, "strain", 0.0, NULL, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "strain");
    rdg_set_load(p, "load", NAN, NULL, NULL);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "easy value of \"load\"");
    rdg_set_load(p, "load", 0.0, "y", (double[]){0.0});
    assert_failed(ctx, RDG_ERR_NAME, "y");
    rdg_set_load(p, "load", 0.0, "x", (double[]){INFINITY});
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "start value of \"x\"");
    rdg_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(raised_load_meets_the_first_point_behind_folds),
        TEST(failure_says_how_far_the_load_came),
        TEST(failure_at_the_end_of_the_domain_says_that_it_ended_there),
        TEST(load_that_is_released_begins_where_it_was_asked_to),
        TEST(load_is_raised_from_the_start_s_own_value_first),
        TEST(load_is_not_raised_for_a_run_that_raises_it),
        TEST(failure_without_a_load_names_a_remedy),
        TEST(load_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
