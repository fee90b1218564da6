/* Samples of uncertain quantities, and a model at all of them. */
#include "fresh_context.h"

#include <ridgewalk/context.h>
#include <ridgewalk/sampling.h>
#include <ridgewalk/statistics.h>
#include <ridgewalk/toolbox.h>

enum { MOST = RDG_SOBOL_MOST };

static rdg_uncertain uniform[MOST];

static rdg_sampling plan_of(rdg_sampling_method method, rdg_index samples, rdg_index n, uint64_t seed)
{
    for (int j = 0; j < MOST; j++) {
        uniform[j] = (rdg_uncertain)RDG_UNIFORM("u", 0.0, 1.0);
    }
    return (rdg_sampling){.method = method, .samples = samples, .seed = seed, .n = n, .quantity = uniform};
}

static uint32_t digits(double u)
{
    return (uint32_t)(u * 0x1p32);
}

/* The first points in three dimensions, as its authors print them, but for the shift of the
 * digits. */
static void sobol_points_are_those_of_joe_and_kuo(void **state)
{
    static const double printed[10][3] = {{0, 0, 0},
                                          {0.5, 0.5, 0.5},
                                          {0.75, 0.25, 0.25},
                                          {0.25, 0.75, 0.75},
                                          {0.375, 0.375, 0.625},
                                          {0.875, 0.875, 0.125},
                                          {0.625, 0.125, 0.875},
                                          {0.125, 0.625, 0.375},
                                          {0.1875, 0.3125, 0.9375},
                                          {0.6875, 0.8125, 0.4375}};
    const rdg_sampling plan = plan_of(RDG_SOBOL_POINTS, 10, 3, 1);
    double first[3], u[3];
    rdg_sampling_values(*state, &plan, 1, first);
    for (int i = 0; i < 10; i++) {
        assert_ok(*state, rdg_sampling_values(*state, &plan, i + 1, u));
        for (int j = 0; j < 3; j++) {
            assert_int_equal(digits(u[j]) ^ digits(first[j]), digits(printed[i][j]));
        }
    }
}

/* Each of so many equal intervals has one value, in each dimension. */
static void check_intervals(rdg_context *ctx, const rdg_sampling *plan)
{
    int *found = calloc((size_t)(plan->samples * plan->n), sizeof *found);
    double u[MOST];
    for (rdg_index i = 0; i < plan->samples; i++) {
        assert_ok(ctx, rdg_sampling_values(ctx, plan, i + 1, u));
        for (rdg_index j = 0; j < plan->n; j++) {
            assert_true(u[j] > 0.0 && u[j] < 1.0);
            found[(rdg_index)(u[j] * (double)plan->samples) + plan->samples * j]++;
        }
    }
    for (rdg_index k = 0; k < plan->samples * plan->n; k++) {
        assert_int_equal(found[k], 1);
    }
    free(found);
}

static void each_interval_has_one_value(void **state)
{
    for (uint64_t seed = 0; seed < 3; seed++) {
        rdg_sampling plan = plan_of(RDG_SOBOL_POINTS, 256, MOST, seed);
        check_intervals(*state, &plan);
        static const rdg_index sizes[] = {1, 2, 3, 5, 64, 65, 1000};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            plan = plan_of(RDG_LATIN_HYPERCUBE, sizes[k], 20, seed);
            check_intervals(*state, &plan);
        }
    }
}

/* A whole grid of squares in two dimensions has one point each: in dimensions 1 and 2 of Sobol' points
 * exactly. */
static void sobol_points_fill_the_square_evenly(void **state)
{
    const rdg_sampling plan = plan_of(RDG_SOBOL_POINTS, 256, 2, 5);
    for (int m = 0; m <= 8; m++) {
        int found[256] = {0};
        const int across = 1 << m, up = 256 / across;
        for (int i = 1; i <= 256; i++) {
            double u[2];
            rdg_sampling_values(*state, &plan, i, u);
            found[(int)(u[0] * across) + across * (int)(u[1] * up)]++;
        }
        for (int k = 0; k < 256; k++) {
            assert_int_equal(found[k], 1);
        }
    }
}

static double correlation(rdg_context *ctx, const rdg_sampling *plan, rdg_index a, rdg_index b)
{
    double sum = 0.0, u[MOST];
    for (rdg_index i = 1; i <= plan->samples; i++) {
        rdg_sampling_values(ctx, plan, i, u);
        sum += 12.0 * (u[a] - 0.5) * (u[b] - 0.5);
    }
    return sum / (double)plan->samples;
}

/* All pairs of dimensions, in both methods: random ones would have 1/sqrt(1024) = 0.03, five times that at
 * most. */
static void dimensions_are_not_correlated(void **state)
{
    for (int method = 0; method < 2; method++) {
        const rdg_sampling plan =
            plan_of(method ? RDG_SOBOL_POINTS : RDG_LATIN_HYPERCUBE, 1024, method ? 20 : 10, 3);
        for (rdg_index a = 0; a < plan.n; a++) {
            for (rdg_index b = 0; b < a; b++) {
                assert_true(fabs(correlation(*state, &plan, a, b)) < 5.0 / 32.0);
            }
        }
    }
}

static void seeds_give_other_samples(void **state)
{
    double one[4], other[4];
    for (int method = 0; method < 2; method++) {
        const rdg_sampling a = plan_of(method ? RDG_SOBOL_POINTS : RDG_LATIN_HYPERCUBE, 100, 4, 1);
        rdg_sampling b = a;
        b.seed = 2;
        rdg_sampling_values(*state, &a, 17, one);
        rdg_sampling_values(*state, &b, 17, other);
        for (int j = 0; j < 4; j++) {
            assert_true(one[j] != other[j]);
        }
        rdg_sampling_values(*state, &a, 17, other);
        assert_memory_equal(one, other, sizeof one);
    }
}

/* The distribution function of the value is the number from which it was made, to rounding. */
static void distributions_have_their_quantiles(void **state)
{
    const rdg_uncertain quantity[] = {RDG_UNIFORM("a", -2.0, 6.0), RDG_NORMAL("b", 10.0, 0.5),
                                      RDG_LOGNORMAL("c", 0.3, 0.2)};
    rdg_sampling plan = {.method = RDG_LATIN_HYPERCUBE, .samples = 100000, .n = 3, .quantity = quantity};
    for (rdg_index k = 1; k <= plan.samples; k += 37) {
        double value[3], u[3];
        rdg_sampling same = plan_of(plan.method, plan.samples, 3, 0);
        assert_ok(*state, rdg_sampling_values(*state, &plan, k, value));
        rdg_sampling_values(*state, &same, k, u);
        assert_near(value[0], -2.0 + 8.0 * u[0], 0.0, 1e-15);
        assert_near(0.5 * erfc(-(value[1] - 10.0) / 0.5 / sqrt(2.0)), u[1], 0.0, 2e-14);
        assert_near(0.5 * erfc(-log(value[2] / 0.3) / 0.2 / sqrt(2.0)), u[2], 0.0, 2e-14);
    }
}

/* --- a model in all cases */

static rdg_status model(rdg_context *own, rdg_index number, const double *value, double *result, void *data)
{
    const double *bad = data;
    result[0] = value[0] * value[1];
    result[1] = (double)number;
    return value[0] > *bad ? rdg_fail(own, RDG_ERR_NO_CONVERGENCE, "model", "no motion at %g", value[0])
                           : RDG_OK;
}

static void threads_compute_what_one_computes(void **state)
{
    enum { CASES = 200 };
    const rdg_sampling plan = plan_of(RDG_SOBOL_POINTS, CASES, 2, 0);
    double alone[2 * CASES], together[2 * CASES], never = 2.0;
    assert_ok(*state, rdg_sampling_compute(*state, &plan, model, &never, 2, alone));
    rdg_threads(*state, 3);
    assert_ok(*state, rdg_sampling_compute(*state, &plan, model, &never, 2, together));
    assert_memory_equal(alone, together, sizeof alone);
    for (int k = 0; k < CASES; k++) {
        double u[2];
        rdg_sampling_values(*state, &plan, k + 1, u);
        assert_true(alone[k] == u[0] * u[1] && alone[CASES + k] == k + 1);
    }
}

static void cases_without_a_result_are_told(void **state)
{
    enum { CASES = 64 };
    const rdg_sampling plan = plan_of(RDG_SOBOL_POINTS, CASES, 2, 0);
    double result[2 * CASES], most = 0.75;
    const long before = rdg_warnings(*state);
    assert_ok(*state, rdg_sampling_compute(*state, &plan, model, &most, 2, result));
    assert_int_equal(rdg_warnings(*state), before + 1);
    int missing = 0;
    for (int k = 0; k < CASES; k++) {
        assert_int_equal(isnan(result[k]), isnan(result[CASES + k]));
        missing += isnan(result[k]) != 0;
    }
    assert_int_equal(missing, CASES / 4);
    rdg_estimate median;
    assert_ok(*state, rdg_quantile(*state, CASES, result, 0.5, &median));
    most = -1.0;
    rdg_sampling_compute(*state, &plan, model, &most, 2, result);
    assert_failed(*state, RDG_ERR_NO_CONVERGENCE, "case 1: model: no motion at");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sobol_points_are_those_of_joe_and_kuo),
        TEST(each_interval_has_one_value),
        TEST(sobol_points_fill_the_square_evenly),
        TEST(dimensions_are_not_correlated),
        TEST(seeds_give_other_samples),
        TEST(distributions_have_their_quantiles),
        TEST(threads_compute_what_one_computes),
        TEST(cases_without_a_result_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
