/* Events of one kind that lie close together on a step: each is located once, at its place. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

enum { CASES = 500 };

typedef struct pair {
    double a, b, bend;
} pair;

/* 10^x with x even in [low, high] */
static double power(uint64_t *seed, double low, double high)
{
    return pow(10.0, low + 0.5 * (high - low) * (1.0 + random_signed(seed)));
}

/* y = x^3 - a x */
static int cubic(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    y[0] = u[1] - u[0] * (u[0] * u[0] - k->a);
    return 0;
}

static int cubic_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    values[0] = k->a - 3.0 * u[0] * u[0];
    values[1] = 1.0;
    return 0;
}

/* y = sin(bend x) / bend, so that the events' function is not a polynomial of the arclength */
static int wave(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    y[0] = u[1] - sin(k->bend * u[0]) / k->bend;
    return 0;
}

static int wave_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    values[0] = -cos(k->bend * u[0]);
    values[1] = 1.0;
    return 0;
}

static int two_zeros(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    y[0] = (u[0] - k->a) * (u[0] - k->b) * exp(u[0]);
    return 0;
}

static int two_zeros_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    values[0] = (2.0 * u[0] - k->a - k->b + (u[0] - k->a) * (u[0] - k->b)) * exp(u[0]);
    return 0;
}

/* Down to zero and straight up again, and once more. */
static int four_zeros(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    const double w = k->b - k->a;
    y[0] = (u[0] - k->a) * (u[0] - k->b) * (u[0] - k->b - w) * (u[0] - k->b - 2.0 * w) / (w * w);
    return 0;
}

static int steep_roof(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const pair *k = data;
    const double middle = 0.5 * (k->a + k->b);
    y[0] = fabs(u[0] - middle) * (u[0] < middle ? 1.0 : 3.0) - 0.5 * (k->b - k->a);
    return 0;
}

/* The points of a type are these, each met once. */
static void check(const harvest *h, const char *type, const double *expected, size_t count, double tolerance,
                  int which)
{
    double met[8] = {0.0};
    if (harvest_count(h, type) != count) {
        print_error("case %d: %zu points of type %s, not %zu at %.17g, %.17g ...\n", which,
                    harvest_count(h, type), type, count, expected[0], expected[1]);
        fail();
    }
    for (size_t i = 0; i < count; i++) {
        met[i] = harvest_nth(h, type, i)->u[0];
    }
    for (size_t i = 0; i < count; i++) { /* in the order of either direction */
        const double forwards = fabs(met[i] - expected[i]);
        const double backwards = fabs(met[i] - expected[count - 1 - i]);
        if (fmin(forwards, backwards) > tolerance) {
            print_error("case %d: %s at %.17g, not %.17g\n", which, type, met[i], expected[i]);
            fail();
        }
    }
}

static rdg_problem *curve(rdg_context *ctx, const rdg_function *f, const char *released, double x, double y)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &x);
    rdg_add_variables(p, "y", 1, &y);
    rdg_add_zero(p, f, RDG_ALL);
    rdg_add_parameter(p, released, released, 0);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static void two_folds_close_together_are_two(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        pair k = {.a = power(&seed, -7.0, -1.0)};
        const double x = -1.25 + 0.25 * random_signed(&seed);
        const rdg_function f = {
            .name = "f", .n = 2, .m = 1, .f = cubic, .df = i % 2 ? cubic_gradient : NULL, .data = &k};
        rdg_problem *p = curve(ctx, &f, "y", x, x * x * x - k.a * x);
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "folds", RDG_RELEASE("y"), RDG_WINDOW("y", -5, 1), HARVEST_ONLY(&h)));
        const double fold = sqrt(k.a / 3.0);
        check(&h, "FP", (const double[]){-fold, fold}, 2, f.df ? 1e-12 : 1e-7, i);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* The monitor has these zeros. */
static void find_zeros(rdg_context *ctx, pair *k, const rdg_function *monitor, rdg_monitor_kind kind,
                       const double *zero, size_t count, int which)
{
    const rdg_function f = {.name = "f", .n = 2, .m = 1, .f = wave, .df = wave_gradient, .data = k};
    rdg_problem *p = curve(ctx, &f, "x", 0.0, 0.0);
    assert_ok(ctx, rdg_add_monitor(p, monitor, (const rdg_index[]){0}, NULL, kind));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "zeros", RDG_RELEASE("x"), RDG_EVENT("Z", "g", 0), RDG_WINDOW("x", 0, 2),
                                HARVEST_ONLY(&h)));
    check(&h, "Z", zero, count, monitor->df ? 1e-12 : 1e-9, which);
    harvest_clear(&h);
    rdg_problem_free(p);
}

static pair draw(uint64_t *seed)
{
    pair k = {.a = 0.45 + 0.35 * random_signed(seed), .bend = power(seed, -0.5, 1.0)};
    k.b = k.a + power(seed, -4.7, -0.7);
    return k;
}

static void two_values_close_together_are_two(void **state)
{
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        pair k = draw(&seed);
        const rdg_function g = {
            .name = "g", .n = 1, .m = 1, .f = two_zeros, .df = two_zeros_gradient, .data = &k};
        find_zeros(*state, &k, &g, RDG_ACTIVE, (const double[]){k.a, k.b}, 2, i);
    }
}

static void a_monitor_that_is_only_watched_is_no_exception(void **state)
{
    uint64_t seed = 3;
    for (int i = 0; i < CASES; i++) {
        pair k = draw(&seed);
        const rdg_function g = {.name = "g",
                                .n = 1,
                                .m = 1,
                                .f = i % 2 ? two_zeros : steep_roof,
                                .by_differences = true,
                                .data = &k};
        const double width = k.b - k.a;
        const double middle = 0.5 * (k.a + k.b);
        const double roof[2] = {middle - 0.5 * width, middle + width / 6.0};
        find_zeros(*state, &k, &g, RDG_REGULAR, i % 2 ? (const double[]){k.a, k.b} : roof, 2, i);
    }
}

static void four_values_close_together_are_four(void **state)
{
    uint64_t seed = 4;
    for (int i = 0; i < CASES; i++) {
        pair k = draw(&seed);
        k.b = k.a + power(&seed, -2.5, -1.0);
        const double w = k.b - k.a;
        const rdg_function g = {
            .name = "g", .n = 1, .m = 1, .f = four_zeros, .by_differences = true, .data = &k};
        find_zeros(*state, &k, &g, RDG_ACTIVE, (const double[]){k.a, k.b, k.b + w, k.b + 2.0 * w}, 4, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(two_folds_close_together_are_two),
                                       SCRATCH_TEST(two_values_close_together_are_two),
                                       SCRATCH_TEST(a_monitor_that_is_only_watched_is_no_exception),
                                       SCRATCH_TEST(four_values_close_together_are_four)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
