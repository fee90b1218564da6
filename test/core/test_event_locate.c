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
    rdg_monitor_kind kind;
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
    assert_ok(ctx, rdg_add_monitor(p, &monitor, RDG_ALL, (const char *const[]){"watched"}, w->kind));
    assert_ok(ctx, rdg_continue(p, "pass", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 3),
                                wanted ? RDG_EVENT("JU", "watched", 0.0) : RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                                RDG_STEP(0.1, 0.1, 0.1), HARVEST_ONLY(h)));
}

/* Corrections that the location costs; the point found is at most `behind` behind the place. */
static long cost(rdg_context *ctx, const rdg_function *f, shape *of, rdg_monitor_kind kind, double behind)
{
    watched w = {.f = of, .kind = kind};
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
    assert_true(cost(*state, &sine, smooth, RDG_JUMPING, 1e-11) < 12);
}

static void a_kink_is_met_superlinearly(void **state)
{
    assert_true(cost(*state, &sine, kink, RDG_JUMPING, 1e-11) < 14);
}

static void a_function_that_is_continuous_costs_less(void **state)
{
    assert_true(cost(*state, &sine, smooth, RDG_KINKED, 1e-11) < 6);
    assert_true(cost(*state, &sine, kink, RDG_KINKED, 1e-11) < 14);
}

static void a_jump_costs_little_more_than_halving(void **state)
{
    assert_true(cost(*state, &sine, jump, RDG_JUMPING, 1e-11) <= 38);
}

static void a_range_without_solutions_is_stepped_over(void **state)
{
    const rdg_function f = {.name = "fragile", .n = 2, .m = 1, .f = fragile, .by_differences = true};
    assert_true(cost(*state, &f, jump, RDG_JUMPING, 2e-4) < 80);
    assert_true(cost(*state, &f, smooth, RDG_JUMPING, 1e-11) < 40);
}

/* A monitor that falls through zero in a jump, which nobody has announced, and on from there. */
typedef struct cliff {
    double at, height, depth, slope[2];
} cliff;

static int fall(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const cliff *c = data;
    const double s = u[0] - c->at;
    y[0] = s < 0.0 ? c->height - c->slope[0] * s : -c->depth - c->slope[1] * s;
    return 0;
}

static void a_branch_ends_where_a_terminal_function_jumps_through_zero(void **state)
{
    uint64_t seed = 5;
    for (int k = 0; k < 40; k++) {
        cliff c = {.at = 1.5 + random_signed(&seed),
                   .height = pow(10.0, -2.0 + 2.0 * random_signed(&seed)),
                   .depth = 0.1 + 0.09 * random_signed(&seed),
                   .slope = {0.1 * fabs(random_signed(&seed)), 3.0 + 2.0 * random_signed(&seed)}};
        const rdg_function monitor = {
            .name = "watched", .n = 2, .m = 1, .f = fall, .by_differences = true, .data = &c};
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, NULL);
        rdg_add_zero(p, &sine, RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        rdg_add_monitor(p, &monitor, RDG_ALL, NULL, RDG_ACTIVE);
        rdg_add_event(
            p, &(rdg_event_definition){.type = "TE", .parameter = "watched", .value = 0.0, .terminal = true});
        assert_ok(*state, rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 3), RDG_DIRECTION(1),
                                       RDG_STEP(0.1, 1e-6, 0.3), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.warnings, 0);
        assert_int_equal(harvest_count(&h, "TE"), 1);
        assert_near(harvest_nth(&h, "TE", 0)->u[0], c.at, 0, 1e-9);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* --- random continuous functions with kinks: straight or bent pieces between random nodes */

enum { NODES = 9 };

typedef struct pieces {
    double at[NODES], value[NODES], bend[NODES];
} pieces;

static double piecewise(const pieces *g, double x)
{
    int i = 0;
    while (i < NODES - 2 && x > g->at[i + 1]) {
        i++;
    }
    const double s = (x - g->at[i]) / (g->at[i + 1] - g->at[i]);
    return g->value[i] + s * (g->value[i + 1] - g->value[i]) + g->bend[i] * s * (1.0 - s);
}

static int watch_pieces(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = piecewise(data, u[0]);
    return 0;
}

/* Nodes at least a few steps apart; values of random sign. */
static pieces random_pieces(uint64_t *seed)
{
    pieces g;
    for (int i = 0; i < NODES; i++) {
        const double size = 0.2 + 0.8 * fabs(random_signed(seed));
        g.at[i] = 3.0 * (i + 0.3 * random_signed(seed)) / (NODES - 1);
        g.value[i] = copysign(size, random_signed(seed));
    }
    g.at[0] = -0.1;
    g.at[NODES - 1] = 3.1;
    for (int i = 0; i + 1 < NODES; i++) { /* bent, but monotonic, or at least away from zero */
        g.bend[i] = 0.8 * random_signed(seed) * fmin(fabs(g.value[i + 1] - g.value[i]), 0.2);
    }
    return g;
}

static int count_changes(const pieces *g)
{
    int count = 0;
    const int samples = 200000;
    double last = piecewise(g, 0.0);
    for (int i = 1; i <= samples; i++) {
        const double value = piecewise(g, 3.0 * i / samples);
        count += value * last < 0.0;
        last = value;
    }
    return count;
}

static void every_zero_of_random_functions_with_kinks_is_found(void **state)
{
    uint64_t seed = 99;
    long points[3] = {0, 0, 0}; /* without the event, continuous, may jump */
    int zeros = 0;
    (void)state;
    for (int c = 0; c < 300; c++) {
        pieces g = random_pieces(&seed);
        const int expected = count_changes(&g);
        zeros += expected;
        for (int kind = 0; kind < 3; kind++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            harvest h = {0};
            const rdg_function monitor = {
                .name = "watched", .n = 2, .m = 1, .f = watch_pieces, .by_differences = true, .data = &g};
            rdg_problem *p = rdg_problem_create(ctx);
            rdg_add_variables(p, "u", 2, NULL);
            rdg_add_zero(p, &sine, RDG_ALL);
            rdg_add_parameter(p, "x", "u", 0);
            rdg_add_monitor(p, &monitor, RDG_ALL, NULL, kind == 2 ? RDG_JUMPING : RDG_KINKED);
            assert_ok(ctx, rdg_continue(p, "pieces", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 3), RDG_NO_FOLDS,
                                        RDG_NO_BRANCH_POINTS,
                                        kind == 0 ? RDG_NO_FOLDS : RDG_EVENT("ZE", "watched", 0.0),
                                        HARVEST_ONLY(&h)));
            assert_int_equal(harvest_count(&h, "ZE"), kind > 0 ? expected : 0);
            for (int k = 0; k < expected && kind > 0; k++) {
                const double x = harvest_nth(&h, "ZE", (size_t)k)->u[0];
                assert_true(piecewise(&g, x) * piecewise(&g, x - 2e-10) <= 0.0); /* the first one behind it */
            }
            points[kind] += h.summary.corrections;
            harvest_clear(&h);
            rdg_context_free(ctx);
        }
    }
    assert_true(zeros > 900);
    assert_true(points[1] - points[0] < 5 * zeros);
    assert_true(points[2] - points[0] < 9 * zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_smooth_function_is_met_superlinearly),
        SCRATCH_TEST(a_kink_is_met_superlinearly),
        SCRATCH_TEST(a_function_that_is_continuous_costs_less),
        SCRATCH_TEST(a_jump_costs_little_more_than_halving),
        SCRATCH_TEST(a_range_without_solutions_is_stepped_over),
        SCRATCH_TEST(a_branch_ends_where_a_terminal_function_jumps_through_zero),
        cmocka_unit_test(every_zero_of_random_functions_with_kinks_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
