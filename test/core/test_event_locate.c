/* How monitors that may jump are followed to their events: how many corrections that costs, and that the
 * point is the first one behind. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

typedef double shape(double x);

static const double place = 1.23456789;

static double smooth(double x)
{
    return exp(x) - exp(place);
}

static double jump(double x)
{
    return x < place ? -1.0 : 1e-3;
}

static double kink(double x)
{
    return x < place ? 100.0 * (x - place) : x - place;
}

typedef struct watched {
    shape *f;
    long calls;
} watched;

/* y = sin x: curved, so that points need correcting */
static int curve(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - sin(u[0]);
    return 0;
}

static int watch(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    watched *w = data;
    w->calls++;
    y[0] = w->f(u[0]);
    return 0;
}

/* As Newton's method often does next to a jump, the curve fails in a narrow range before it. */
static int fragile(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    return u[0] > place - 2e-4 && u[0] < place - 1e-4 ? 1 : curve(n, u, m, y, data);
}

/* A run past the event; the harvest is the caller's to clear. */
static void pass(rdg_context *ctx, const rdg_function *f, watched *w, bool wanted, harvest *h)
{
    const rdg_function monitor = {
        .name = "watched", .n = 2, .m = 1, .f = watch, .by_differences = true, .data = w};
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "x", 1, NULL));
    assert_ok(ctx, rdg_add_variables(p, "y", 1, NULL));
    assert_ok(ctx, rdg_add_zero(p, f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "x", "x", 0));
    assert_ok(ctx, rdg_add_monitor(p, &monitor, RDG_ALL, (const char *const[]){"watched"}, RDG_SINGULAR));
    assert_ok(ctx, rdg_continue(p, "pass", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 3),
                                wanted ? RDG_EVENT("JU", "watched", 0.0) : RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                                RDG_STEP(0.1, 0.1, 0.1), HARVEST_ONLY(h)));
}

/* Corrections that the location costs; the point found is at most `behind` behind the place. */
static long cost(rdg_context *ctx, const rdg_function *f, shape *of, double behind)
{
    watched w = {.f = of};
    harvest with = {0};
    harvest without = {0};
    pass(ctx, f, &w, false, &without);
    pass(ctx, f, &w, true, &with);
    assert_int_equal(harvest_count(&with, "JU"), 1);
    const double *u = harvest_nth(&with, "JU", 0)->u;
    assert_near(u[1], sin(u[0]), 0, 1e-12);
    assert_true(of(u[0]) >= 0.0);
    assert_true(u[0] - place <= behind);
    const long corrections = with.summary.corrections - without.summary.corrections;
    harvest_clear(&with);
    harvest_clear(&without);
    return corrections;
}

static const rdg_function sine = {.name = "sine", .n = 2, .m = 1, .f = curve, .by_differences = true};

static void a_smooth_function_is_met_superlinearly(void **state)
{
    assert_true(cost(*state, &sine, smooth, 1e-11) < 12);
}

static void a_kink_is_met_superlinearly(void **state)
{
    assert_true(cost(*state, &sine, kink, 1e-11) < 14);
}

static void a_jump_costs_little_more_than_halving(void **state)
{
    assert_true(cost(*state, &sine, jump, 1e-11) <= 38);
}

static void a_range_without_solutions_is_stepped_over(void **state)
{
    const rdg_function f = {.name = "fragile", .n = 2, .m = 1, .f = fragile, .by_differences = true};
    assert_true(cost(*state, &f, jump, 2e-4) < 80);
    assert_true(cost(*state, &f, smooth, 1e-11) < 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_smooth_function_is_met_superlinearly),
                                       SCRATCH_TEST(a_kink_is_met_superlinearly),
                                       SCRATCH_TEST(a_jump_costs_little_more_than_halving),
                                       SCRATCH_TEST(a_range_without_solutions_is_stepped_over)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
