/* The default largest step and the window of the first active parameter: a step changes it by at most a
 * twentieth of the window. */
#define _XOPEN_SOURCE 700
#include "problems.h"
#include "scratch.h"
#include "straight_line.h"

enum { MOST = 4000 };

/* Values of the first active parameter in the order of computation. */
typedef struct trail {
    double at[MOST];
    int count, parameter;
} trail;

static bool note(rdg_problem *p, const rdg_chart *chart, void *data)
{
    trail *t = data;
    (void)p;
    assert_true(t->count < MOST);
    t->at[t->count++] = chart->mu[t->parameter];
    return false;
}

static double largest_change(const trail *t)
{
    double largest = 0.0;
    for (int k = 1; k < t->count; k++) {
        largest = fmax(largest, fabs(t->at[k] - t->at[k - 1]));
    }
    return largest;
}

/* y = slope x */
static int ray_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[1] - *(const double *)data * u[0];
    return 0;
}

static rdg_problem *ray(rdg_context *ctx, double *slope)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "ray", .n = 2, .m = 1, .f = ray_f, .data = slope}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    return p;
}

/* Windows from a tenth of a step to a million sizes: straight lines have 20 points at least, and no more than
 * the window and the largest step 0.5 ask for. */
static void a_line_through_its_window_has_twenty_points(void **state)
{
    static const double width[] = {1e-3, 0.1, 1.0, 7.0, 60.0};
    double slope[] = {0.0, 0.3, -2.0, 40.0};
    for (int k = 0; k < 20; k++) {
        const double W = width[k / 4], size = sqrt(1.0 + slope[k % 4] * slope[k % 4]);
        trail t = {.count = 0};
        rdg_problem *p = ray(*state, &slope[k % 4]);
        assert_ok(*state,
                  rdg_continue(p, "line", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, W), RDG_DIRECTION(1),
                               RDG_MAX_POINTS(3000), RDG_OBSERVE(note, &t), RDG_NO_TABLE, RDG_NO_FOLDER));
        assert_true(t.count > 20);
        assert_true(largest_change(&t) <= W / 20.0);
        assert_true(t.count < 40 + 12 * W * size); /* it is no finer than 20.6 to the window, or 0.5 */
        rdg_problem_free(p);
    }
}

/* Steps in a window of a million sizes, or in one that is open, are those without a window. */
static void a_wide_window_does_not_enlarge_steps(void **state)
{
    double slope = 0.4;
    trail t[3] = {{.count = 0}};
    for (int k = 0; k < 3; k++) {
        rdg_problem *p = ray(*state, &slope);
        const rdg_option window[] = {RDG_WINDOW("x", -1e6, 1e6), RDG_WINDOW("x", -1e6, INFINITY),
                                     RDG_NO_FOLDER};
        const rdg_option options[] = {
            RDG_RELEASE("x"),         window[k],    RDG_DIRECTION(1), RDG_MAX_POINTS(40),
            RDG_OBSERVE(note, &t[k]), RDG_NO_TABLE, RDG_NO_FOLDER,    RDG_LAST_OPTION};
        assert_ok(*state, rdg_continue_list(p, "wide", options));
        rdg_problem_free(p);
        assert_int_equal(t[k].count, t[0].count);
        assert_memory_equal(t[k].at, t[0].at, (size_t)t[0].count * sizeof(double));
    }
}

/* What the program gives is not bounded by the window. */
static void given_steps_stay(void **state)
{
    double slope = 0.4;
    trail t = {.count = 0};
    rdg_problem *p = ray(*state, &slope);
    assert_ok(*state,
              rdg_continue(p, "given", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 1.0), RDG_DIRECTION(1),
                           RDG_STEP(0.3, 1e-6, 0.3), RDG_OBSERVE(note, &t), RDG_NO_TABLE, RDG_NO_FOLDER));
    assert_true(largest_change(&t) > 0.1 && t.count < 10);
    rdg_problem_free(p);
}

/* c (x - x0) = y^2 + k y^3, or an ellipse: curves that bend into the window's direction. */
typedef struct bent {
    double c, x0, k;
} bent;

static int bent_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const bent *b = data;
    (void)n, (void)m;
    y[0] = b->c * (u[0] - b->x0) - u[1] * u[1] - b->k * u[1] * u[1] * u[1];
    return 0;
}

static void no_step_of_a_curve_that_bends_exceeds_its_share(void **state)
{
    uint64_t seed = 5;
    for (int k = 0; k < 60; k++) {
        bent b = {pow(10.0, random_signed(&seed)), random_signed(&seed), 0.3 * random_signed(&seed)};
        const double y = 0.5 + 0.4 * random_signed(&seed), W = pow(10.0, random_signed(&seed));
        const double x = b.x0 + (y * y + b.k * y * y * y) / b.c;
        trail t = {.count = 0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){x, y});
        rdg_add_zero(p, &(rdg_function){.name = "bent", .n = 2, .m = 1, .f = bent_f, .data = &b}, RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        assert_ok(*state,
                  rdg_continue(p, "bent", RDG_RELEASE("x"), RDG_WINDOW("x", x - 0.4 * W, x + 0.6 * W),
                               RDG_DIRECTION(k % 2 ? 1 : -1), RDG_MAX_POINTS(3000), RDG_OBSERVE(note, &t),
                               RDG_NO_TABLE, RDG_NO_FOLDER, RDG_EXPECT_EARLY_END));
        assert_true(largest_change(&t) <= W / 20.0 * (1.0 + 1e-12));
        rdg_problem_free(p);
    }
}

/* The window of a monitor that is no variable, and that jumps: the share of the window rejects no step there.
 */
static int stairs_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = 2.0 * u[0] + (u[0] > 0.5 ? *(const double *)data : 0.0);
    return 0;
}

static int stairs_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    values[0] = 2.0;
    return 0;
}

static void a_parameter_that_jumps_costs_no_steps(void **state)
{
    double jump = 1.0, slope = 0.4;
    const rdg_option steps[] = {RDG_NO_FOLDER, RDG_STEP(0.05, 1e-6, 0.5)};
    rdg_run_summary s[2];
    for (int k = 0; k < 2; k++) {
        trail t = {.parameter = 1};
        rdg_problem *p = ray(*state, &slope);
        const rdg_function q = {.name = "q", .n = 1, .m = 1, .f = stairs_f, .df = stairs_df, .data = &jump};
        rdg_add_monitor(p, &q, (const rdg_index[]){0}, (const char *const[]){"q"}, RDG_ACTIVE);
        const rdg_option options[] = {RDG_RELEASE("q"), RDG_RELEASE("x"),      RDG_WINDOW("q", -0.5, 5.5),
                                      RDG_DIRECTION(1), RDG_OBSERVE(note, &t), RDG_NO_TABLE,
                                      RDG_NO_FOLDER,    RDG_SUMMARY(&s[k]),    steps[k],
                                      RDG_LAST_OPTION};
        assert_ok(*state, rdg_continue_list(p, "stairs", options));
        assert_int_equal(s[k].forwards, RDG_STOP_BOUNDARY);
        rdg_problem_free(p);
    }
    assert_true(s[0].rejected <= s[1].rejected);
}

/* A run is taken up with the steps that it began with. */
static void other_steps_are_another_run(void **state)
{
    double slope = 0.4;
    rdg_problem *p = ray(*state, &slope);
    assert_ok(*state, rdg_continue(p, "steps", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 1.0), RDG_NO_TABLE));
    assert_ok(*state, rdg_resume(p, "steps", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 1.0), RDG_NO_TABLE));
    rdg_resume(p, "steps", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 1.0), RDG_STEP(0.05, 1e-6, 0.5),
               RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_ARGUMENT, "step_window");
    rdg_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_through_its_window_has_twenty_points),
        TEST(a_wide_window_does_not_enlarge_steps),
        TEST(given_steps_stay),
        TEST(no_step_of_a_curve_that_bends_exceeds_its_share),
        TEST(a_parameter_that_jumps_costs_no_steps),
        SCRATCH_TEST(other_steps_are_another_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
