/* Quantiles and Sobol' indices against closed forms. */
#include "fresh_context.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/sampling.h>
#include <ridgewalk/statistics.h>

static void quantiles_of_numbers_in_order(void **state)
{
    const double y[] = {5.0, NAN, 1.0, 3.0, 2.0, 4.0};
    static const double share[] = {0.0, 0.25, 0.5, 0.6, 1.0}, expected[] = {1.0, 2.0, 3.0, 3.4, 5.0};
    for (int k = 0; k < 5; k++) {
        rdg_estimate found;
        assert_ok(*state, rdg_quantile(*state, 6, y, share[k], &found));
        assert_near(found.value, expected[k], 1e-15, 0.0);
        assert_true(found.low <= found.value && found.value <= found.high);
        double copy[6];
        memcpy(copy, y, sizeof y);
        assert_near(rdg_quantile_of(6, copy, share[k]), expected[k], 1e-15, 0.0);
    }
    double none = NAN, one = 1.0;
    assert_true(isnan(rdg_quantile_of(1, &none, 0.5)) && isnan(rdg_quantile_of(1, &one, 1.1)));
}

/* Of 400 samples of 200 normal numbers the interval of the median holds 0 in 92 to 98 of 100, that of the
 * quantile of 90 % 1.2816. */
static void intervals_hold_the_truth(void **state)
{
    enum { REPETITIONS = 400, N = 200 };
    static const double share[] = {0.5, 0.9}, truth[] = {0.0, 1.2815515655446};
    const rdg_uncertain normal[] = {RDG_NORMAL("x", 0.0, 1.0)};
    uint64_t seed = 1;
    int held[2] = {0};
    for (int r = 0; r < REPETITIONS; r++) {
        double y[N];
        for (int i = 0; i < N; i++) { /* independent numbers: one sample each of many plans */
            const rdg_sampling plan = {
                .method = RDG_LATIN_HYPERCUBE, .samples = 1, .seed = seed++, .n = 1, .quantity = normal};
            rdg_sampling_values(*state, &plan, 1, &y[i]);
        }
        for (int k = 0; k < 2; k++) {
            rdg_estimate found;
            assert_ok(*state, rdg_quantile(*state, N, y, share[k], &found));
            held[k] += found.low <= truth[k] && truth[k] <= found.high;
        }
    }
    for (int k = 0; k < 2; k++) {
        assert_in_range(held[k], 92 * REPETITIONS / 100, 98 * REPETITIONS / 100);
    }
}

/* T. Ishigami, T. Homma (1990): sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1, x uniform in -pi to pi. */
static rdg_status ishigami(rdg_context *own, rdg_index number, const double *x, double *y, void *data)
{
    (void)own;
    (void)number;
    (void)data;
    y[0] = sin(x[0]) + 7.0 * sin(x[1]) * sin(x[1]) + 0.1 * pow(x[2], 4.0) * sin(x[0]);
    return RDG_OK;
}

static const rdg_uncertain angle[] = {RDG_UNIFORM("x1", -RDG_PI, RDG_PI), RDG_UNIFORM("x2", -RDG_PI, RDG_PI),
                                      RDG_UNIFORM("x3", -RDG_PI, RDG_PI)};

static void check_estimate(const rdg_estimate *found, double exact, double within)
{
    assert_near(found->value, exact, 0.0, within);
    assert_true(found->low <= exact && exact <= found->high);
}

static void check_ishigami(rdg_context *ctx, rdg_sampling_method method, rdg_index samples, double within)
{
    const rdg_sampling plan = {
        .method = method, .samples = samples, .seed = 4, .indices = true, .n = 3, .quantity = angle};
    const double pi4 = pow(RDG_PI, 4.0), a = 7.0, b = 0.1;
    const double alone = 0.5 * pow(1.0 + b * pi4 / 5.0, 2.0), second = a * a / 8.0,
                 both = b * b * pi4 * pi4 * 8.0 / 225.0, all = alone + second + both;
    rdg_sobol_index index[3];
    assert_int_equal(rdg_sampling_cases(ctx, &plan), 5 * plan.samples);
    double *y = calloc((size_t)rdg_sampling_cases(ctx, &plan), sizeof *y);
    assert_ok(ctx, rdg_sampling_compute(ctx, &plan, ishigami, NULL, 1, y));
    assert_ok(ctx, rdg_sobol_indices(ctx, &plan, y, index));
    free(y);
    check_estimate(&index[0].first, alone / all, within);
    check_estimate(&index[1].first, second / all, within);
    check_estimate(&index[2].first, 0.0, within);
    check_estimate(&index[0].total, (alone + both) / all, within);
    check_estimate(&index[1].total, second / all, within);
    check_estimate(&index[2].total, both / all, within);
}

/* Within 1 % of each, the least of which is 0.24 */
static void indices_of_ishigamis_function(void **state)
{
    check_ishigami(*state, RDG_SOBOL_POINTS, 8192, 0.0024);
    check_ishigami(*state, RDG_LATIN_HYPERCUBE, 4000, 0.04);
}

/* A sum of quantities with weights: shares of the variance, no interactions; a weight of zero gives zero
 * exactly. */
static rdg_status weigh(rdg_context *own, rdg_index number, const double *x, double *y, void *data)
{
    (void)own;
    y[0] = 1e6 + 3.0 * x[0] + 4.0 * x[1] + 0.0 * x[2];
    y[0] = data && number == 7 ? NAN : y[0];
    return RDG_OK;
}

static void indices_of_a_sum_are_shares_of_the_variance(void **state)
{
    const rdg_uncertain normal[] = {RDG_NORMAL("a", 0.0, 1.0), RDG_NORMAL("b", 5.0, 1.0),
                                    RDG_NORMAL("c", 0.0, 1.0)};
    const rdg_sampling plan = {
        .method = RDG_SOBOL_POINTS, .samples = 1024, .indices = true, .n = 3, .quantity = normal};
    double y[1024 * 5];
    for (int gap = 0; gap < 2; gap++) {
        rdg_sobol_index index[3];
        assert_ok(*state, rdg_sampling_compute(*state, &plan, weigh, gap ? y : NULL, 1, y));
        assert_ok(*state, rdg_sobol_indices(*state, &plan, y, index));
        check_estimate(&index[0].first, 0.36, 0.01);
        check_estimate(&index[1].total, 0.64, 0.01);
        assert_true(index[2].first.value == 0.0 && index[2].total.value == 0.0 && index[2].total.high == 0.0);
    }
}

/* What the samples of a Latin hypercube say of a resonance agrees with many random ones: median and 95 % of
 * the amplitude of an oscillator whose stiffness and damping are uncertain. */
static rdg_status resonance(rdg_context *own, rdg_index number, const double *x, double *y, void *data)
{
    (void)own;
    (void)number;
    (void)data;
    y[0] = 1.0 / hypot(x[0] - 1.0, 2.0 * x[1]);
    return RDG_OK;
}

static void quantiles_agree_with_a_direct_computation(void **state)
{
    const rdg_uncertain quantity[] = {RDG_NORMAL("stiffness", 1.0, 0.05),
                                      RDG_LOGNORMAL("damping", 0.01, 0.2)};
    rdg_sampling plan = {
        .method = RDG_LATIN_HYPERCUBE, .samples = 500, .seed = 3, .n = 2, .quantity = quantity};
    static double few[500], many[40000];
    assert_ok(*state, rdg_sampling_compute(*state, &plan, resonance, NULL, 1, few));
    plan.samples = 40000;
    plan.seed = 11;
    assert_ok(*state, rdg_sampling_compute(*state, &plan, resonance, NULL, 1, many));
    for (int k = 0; k < 2; k++) {
        rdg_estimate one, direct;
        const double share = k == 0 ? 0.5 : 0.95;
        assert_ok(*state, rdg_quantile(*state, 500, few, share, &one));
        assert_ok(*state, rdg_quantile(*state, 40000, many, share, &direct));
        assert_true(one.low <= direct.value && direct.value <= one.high);
    }
}

static void wrong_requests_are_named(void **state)
{
    double y[5 * 8] = {0.0}, value[3];
    rdg_estimate found;
    rdg_sobol_index index[3];
    rdg_sampling plan = {.samples = 8, .n = 3, .quantity = angle};
    rdg_quantile(*state, 3, (const double[]){NAN, NAN, NAN}, 0.5, &found);
    assert_failed(*state, RDG_ERR_ARGUMENT, "none of the 3 values is a number");
    rdg_quantile(*state, 3, y, 1.5, &found);
    assert_failed(*state, RDG_ERR_ARGUMENT, "share 1.5");
    rdg_sobol_indices(*state, &plan, y, index);
    assert_failed(*state, RDG_ERR_ARGUMENT, "set .indices");
    plan.indices = true;
    rdg_sobol_indices(*state, &plan, y, index);
    assert_failed(*state, RDG_ERR_ARGUMENT, "is the same in the 8 whole samples");
    y[0] = NAN;
    plan.samples = 2;
    rdg_sobol_indices(*state, &plan, y, index);
    assert_failed(*state, RDG_ERR_ARGUMENT, "1 of 2 samples are whole");
    rdg_sampling_values(*state, &plan, 11, value);
    assert_failed(*state, RDG_ERR_ARGUMENT, "case 11: the plan has the cases 1 to 10");
    plan.samples = 0;
    rdg_sampling_cases(*state, &plan);
    assert_failed(*state, RDG_ERR_ARGUMENT, "0 samples of 3 quantities");
    const rdg_uncertain wrong[] = {RDG_UNIFORM("mu", 0.4, 0.2), RDG_NORMAL("kt", 1e5, 0.0),
                                   RDG_LOGNORMAL("limit", -1.0, 0.1)};
    static const char *const words[] = {"\"mu\": uniform between 0.4 and 0.2",
                                        "\"kt\": its standard deviation is 0", "\"limit\": its median is -1"};
    for (int k = 0; k < 3; k++) {
        rdg_sampling_cases(*state, &(rdg_sampling){.samples = 1, .n = 1, .quantity = &wrong[k]});
        assert_failed(*state, RDG_ERR_ARGUMENT, words[k]);
    }
    plan =
        (rdg_sampling){.method = RDG_SOBOL_POINTS, .samples = 1, .n = RDG_SOBOL_MOST + 1, .quantity = angle};
    rdg_sampling_cases(*state, &plan);
    assert_failed(*state, RDG_ERR_ARGUMENT, "use RDG_LATIN_HYPERCUBE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(quantiles_of_numbers_in_order),
        TEST(intervals_hold_the_truth),
        TEST(indices_of_ishigamis_function),
        TEST(indices_of_a_sum_are_shares_of_the_variance),
        TEST(quantiles_agree_with_a_direct_computation),
        TEST(wrong_requests_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
