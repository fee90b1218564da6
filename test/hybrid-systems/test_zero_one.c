/* The 0-1 test on maps that are known to be regular or chaotic. */
#include "fresh_context.h"

#include <ridgewalk/zero_one.h>

enum { N = 2000 };

static double test_of(rdg_context *ctx, const double *series, rdg_index count)
{
    double K = NAN;
    assert_ok(ctx, rdg_zero_one(ctx, count, series, NULL, &K));
    return K;
}

/* x -> r x (1 - x), after 5000 iterations */
static void logistic(double r, double offset, double size, double *series)
{
    double x = 0.3141;
    for (int j = -5000; j < N; j++) {
        x = r * x * (1.0 - x);
        if (j >= 0) {
            series[j] = offset + size * x;
        }
    }
}

static void the_logistic_map_is_known(void **state)
{
    rdg_context *ctx = *state;
    static double series[N];
    const double regular[] = {2.8,   3.2,  3.5,    3.55,
                              3.566, 3.83, 3.6275, 3.74}; /* windows of period 3, 6, 5 too */
    const double chaotic[] = {3.62, 3.68, 3.7, 3.8, 3.9, 3.97, 4.0};
    for (size_t k = 0; k < sizeof regular / sizeof *regular; k++) {
        logistic(regular[k], 0.0, 1.0, series);
        const double K = test_of(ctx, series, N);
        print_message("r = %g: K = %.4f\n", regular[k], K);
        assert_true(fabs(K) < 0.1);
    }
    for (size_t k = 0; k < sizeof chaotic / sizeof *chaotic; k++) {
        logistic(chaotic[k], 0.0, 1.0, series);
        const double K = test_of(ctx, series, N);
        print_message("r = %g: K = %.4f\n", chaotic[k], K);
        assert_true(K > 0.9);
    }
}

static void units_and_offsets_do_not_matter(void **state)
{
    rdg_context *ctx = *state;
    static double series[N];
    logistic(3.9, 0.0, 1.0, series);
    const double K = test_of(ctx, series, N);
    const double offset[] = {1e6, -3.0, 1e-9}, size[] = {1.0, 1e-7, 1e-12};
    for (int k = 0; k < 3; k++) {
        logistic(3.9, offset[k], size[k], series);
        assert_near(test_of(ctx, series, N), K, 0.0, 1e-3);
    }
}

static void two_frequencies_are_no_chaos(void **state)
{
    rdg_context *ctx = *state;
    static double series[N];
    for (int j = 0; j < N; j++) {
        series[j] = cos(2.399963 * j) + 0.4 * sin(0.7 + 1.1127 * j);
    }
    assert_true(fabs(test_of(ctx, series, N)) < 0.1);
    for (int j = 0; j < N; j++) {
        series[j] = 42.0;
    }
    assert_true(test_of(ctx, series, N) == 0.0);
}

static void the_same_answer_from_any_number_of_threads(void **state)
{
    rdg_context *ctx = *state;
    static double series[N];
    logistic(3.6, 0.0, 1.0, series);
    double K[4];
    for (int k = 0; k < 4; k++) {
        assert_ok(
            ctx, rdg_zero_one(ctx, N, series, &(rdg_zero_one_options){.threads = k < 3 ? 1 << k : 1}, &K[k]));
        assert_true(K[k] == K[0]);
    }
    assert_ok(ctx, rdg_zero_one(ctx, N, series, &(rdg_zero_one_options){.seed = 7}, &K[1]));
    assert_true(K[1] != K[0]);
}

static void what_is_no_series_is_refused(void **state)
{
    rdg_context *ctx = *state;
    static double series[N];
    double K;
    rdg_zero_one(ctx, 99, series, NULL, &K);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "99 values");
    series[17] = INFINITY;
    rdg_zero_one(ctx, N, series, NULL, &K);
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "value 17");
    series[17] = 0.0;
    rdg_zero_one(ctx, N, series, &(rdg_zero_one_options){.threads = -1}, &K);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "threads = -1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_logistic_map_is_known),    TEST(units_and_offsets_do_not_matter),
        TEST(two_frequencies_are_no_chaos), TEST(the_same_answer_from_any_number_of_threads),
        TEST(what_is_no_series_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
