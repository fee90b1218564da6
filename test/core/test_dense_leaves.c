/* Leaves of dense output: sampled until interpolation is good, of monitors with corners and jumps, too. */
#define _XOPEN_SOURCE 700

#include "dense_follow.h"
#include "failing_memory.h"
#include "run_data_impl.h"

/* y = x / 2, and A a function of x alone: what interpolation leaves is its only error. */
static int straight_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - 0.5 * u[1];
    return 0;
}

static double wave(double x)
{
    return 2.0 + sin(0.5 * x * x);
}

static double corner(double x)
{
    return fabs(x - 3.3);
}

static int function_of_x(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double (*const *of)(double) = data;
    (void)n;
    (void)m;
    y[0] = (*of)(u[0]);
    return 0;
}

static rdg_run *follow_straight(rdg_context *ctx, double (**A)(double), rdg_monitor_kind kind)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.0, 0.0});
    rdg_add_zero(p,
                 &(rdg_function){.name = "f", .n = 2, .m = 1, .f = straight_residual, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 1);
    const rdg_index place = 1;
    rdg_add_monitor(
        p,
        &(rdg_function){.name = "A", .n = 1, .m = 1, .f = function_of_x, .by_differences = true, .data = A},
        &place, (const char *const[]){"A"}, kind);
    assert_ok(ctx, rdg_continue(p, "straight", RDG_RELEASE("x"), RDG_WINDOW("x", 0.0, 12.0), RDG_IN_MEMORY,
                                RDG_NO_TABLE, RDG_DENSE_OUTPUT, RDG_STEP(0.1, 1e-6, 0.1)));
    rdg_problem_free(p);
    return rdg_run_open(ctx, "straight");
}

/* The polynomial of degree 4 through values at five of nine equidistant places is off by this at the others.
 */
static double off_at_inner_places(double (*A)(double), double low, double high, double *largest)
{
    double off = 0.0;
    *largest = 0.0;
    for (int i = 1; i < 8; i += 2) {
        double sum = 0.0;
        for (int j = 0; j <= 8; j += 2) {
            double weight = A(low + (high - low) * j / 8.0);
            *largest = fmax(*largest, fabs(weight));
            for (int k = 0; k <= 8; k += 2) {
                weight *= k == j ? 1.0 : (double)(i - k) / (j - k);
            }
            sum += weight;
        }
        off = fmax(off, fabs(sum - A(low + (high - low) * i / 8.0)));
    }
    return off;
}

static void leaves_are_halved_until_interpolation_is_good(void **state)
{
    rdg_context *ctx = *state;
    double (*A)(double) = wave;
    rdg_run *run = follow_straight(ctx, &A, RDG_REGULAR);
    const double *x = rdg_run_column(run, "x");
    rdg_index leaves = 0, near_half = 0, near_twice = 0;
    double ignored = 0.0;
    rdg_run_interpolate(run, "A", 0.5, &ignored);
    for (rdg_index row = 0; row + 1 < rdg_run_count(run); row++) {
        double largest = 0.0;
        const double off = off_at_inner_places(A, x[row], x[row + 1], &largest) / (1e-5 * largest);
        assert_true(rdg_run_has_dense(run, row, &leaves));
        assert_true((leaves == 1) == (off <= 1.0));
        near_half += off > 0.5 && off <= 1.0;
        near_twice += off > 1.0 && off < 2.0;
    }
    assert_true(near_half > 0 && near_twice > 0);
    rdg_run_free(run);
}

static void corners_of_monitors_are_resolved(void **state)
{
    rdg_context *ctx = *state;
    double (*A)(double) = corner;
    rdg_run *run = follow_straight(ctx, &A, RDG_KINKED);
    double narrowest = 1.0;
    rdg_index leaves = 0;
    for (int i = 0; i <= 20 * PLACES; i++) {
        const double place = (double)(rdg_run_count(run) - 1) * i / (20 * PLACES);
        double x = NAN, value = NAN, error = NAN;
        assert_ok(ctx, rdg_run_interpolate(run, "x", place, &x));
        assert_ok(ctx, rdg_run_interpolate(run, "A", place, &value, &error));
        assert_true(fabs(value - corner(x)) <= error + 1e-12);
        assert_true(error < 2e-3);
    }
    for (rdg_index row = 0; row + 1 < rdg_run_count(run); row++) {
        for (rdg_index i = 0; rdg_run_has_dense(run, row, &leaves) && i < leaves; i++) {
            narrowest =
                fmin(narrowest, rdg_run_dense_edge(run, row, i + 1) - rdg_run_dense_edge(run, row, i));
        }
    }
    assert_near(narrowest, 1.0 / 64.0, 1e-12, 0.0);
    rdg_run_free(run);
}

/* A number that may jump has the value of the nearer row, and what it changes by as error. */
static double step_function(double x)
{
    return floor(0.7 * x);
}

static void jumping_monitors_are_those_of_the_nearer_row(void **state)
{
    rdg_context *ctx = *state;
    double (*A)(double) = step_function;
    rdg_run *run = follow_straight(ctx, &A, RDG_JUMPING);
    const double *rows = rdg_run_column(run, "A");
    for (rdg_index row = 0; row + 1 < rdg_run_count(run); row++) {
        for (int i = 0; i < 2; i++) {
            double value = NAN, error = NAN;
            assert_ok(ctx, rdg_run_interpolate(run, "A", (double)row + (i ? 0.6 : 0.4), &value, &error));
            assert_true(value == rows[row + i] && error == fabs(rows[row + 1] - rows[row]));
        }
    }
    rdg_run_free(run);
}

static void follow_and_read(rdg_context *ctx)
{
    double value = NAN;
    rdg_problem *p = dense_problem(ctx, &dense_cases[3], 2, 0);
    rdg_continue(p, "ring", RDG_RELEASE("x"), RDG_IN_MEMORY, RDG_NO_TABLE, RDG_DENSE_OUTPUT);
    rdg_run_interpolate(rdg_run_open(ctx, "ring"), "A", 0.5, &value);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    exhaust_memory(follow_and_read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(leaves_are_halved_until_interpolation_is_good),
                                       SCRATCH_TEST(corners_of_monitors_are_resolved),
                                       SCRATCH_TEST(jumping_monitors_are_those_of_the_nearer_row),
                                       cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
