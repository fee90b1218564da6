/* The least greatest peak: tuned absorbers, two and three equal peaks, bounds. */
#define _XOPEN_SOURCE 700

#include "minimax_cases.h"
#include "response_scan.h"

static const char *const turned[] = {"damper.c", "spring.k"};

/* From starts far off, in both orders of the numbers. */
static void the_same_from_anywhere(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        double k3, start[2], best[2], factor, theta1;
    } cases[] = {
        {0, {0.044, 0.011}, {0.0450602448604, 0.0128614112457}, 5.78376545151, 0.5098438568},
        {1e-5, {0.03, 0.02}, {0.0424495868509, 0.0129719175081}, 5.78750228633, 0.4194469936},
    };
    rdg_set_writer(ctx, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int order = 0; order < 2; order++) {
            rdg_hbm *hb = tuned_absorber(ctx, &(absorber){.mass = 0.05,
                                                          .c = 0.02,
                                                          .k2 = cases[i].start[0],
                                                          .c2 = cases[i].start[1],
                                                          .k3 = cases[i].k3});
            const rdg_minimax_options options = wide(order ? turned : both);
            rdg_minimax_result r;
            assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
            assert_true(r.found && r.certified);
            assert_int_equal(r.n_peaks, 2);
            assert_near(r.number[order].value, cases[i].best[0], 2e-12, 0.0);
            assert_near(r.number[!order].value, cases[i].best[1], 5e-12, 0.0);
            assert_near(r.height * sqrt(2.0), cases[i].factor, 2e-12, 0.0);
            assert_near(r.peak[0].theta, cases[i].theta1, 1e-9, 0.0);
            assert_near(r.peak[0].theta + r.peak[1].theta, 1.0, 1e-14, 0.0);
        }
    }
}

/* --- three peaks, bounds */

/* A mass with two absorbers. */
static rdg_hbm *two_absorbers(rdg_context *ctx)
{
    const double M[9] = {1, 0, 0, 0, 0.02, 0, 0, 0, 0.02}, none[9] = {0}, K[9] = {1};
    rdg_structure *s = rdg_structure_create(ctx, "two absorbers", 3, M, none, K);
    rdg_name_dof(s, "main", 0);
    rdg_name_relative(s, "one", 1, 0);
    rdg_name_relative(s, "two", 2, 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "support", .at = "main", .c = 0.02});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "k1", .at = "one", .k = 0.019});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "k2", .at = "two", .k = 0.024});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "c1", .at = "one", .c = 0.002});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "c2", .at = "two", .c = 0.002});
    rdg_force_add(s, "main", 1, 1.0);
    rdg_sensor_add(s, "Am", "main");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static const char *const four[] = {"k1.k", "k2.k", "c1.c", "c2.c"};
static const double four_low[] = {0.005, 0.005, 0.0003, 0.0003}, four_high[] = {0.05, 0.05, 0.02, 0.02};

static rdg_minimax_options some_of_four(rdg_index n)
{
    return (rdg_minimax_options){.n = n,
                                 .parameters = four,
                                 .low = four_low,
                                 .high = four_high,
                                 .alpha = 1.0,
                                 .from = 0.5,
                                 .to = 1.6,
                                 .options = silent};
}

/* The greatest peak at other numbers is greater: near and far, in any direction. */
static void assert_least(rdg_context *ctx, rdg_hbm *hb, rdg_index n, const rdg_minimax_result *r)
{
    uint64_t seed = 17;
    for (int trial = 0; trial < 24; trial++) {
        const double far[] = {1e-3, 1e-2, 1e-1};
        rdg_option list[] = {RDG_WINDOW("omega", 0.5, 1.6),
                             RDG_HOLD_AT("alpha", 1.0),
                             RDG_NO_FOLDS,
                             RDG_NO_FOLDS,
                             RDG_NO_FOLDS,
                             RDG_NO_FOLDS,
                             {.kind = RDG_OPTION_END}};
        for (rdg_index j = 0; j < n; j++) {
            const double value = r->number[j].value * exp(far[trial % 3] * random_signed(&seed));
            list[2 + j] = RDG_HOLD_AT(four[j], fmin(fmax(value, four_low[j]), four_high[j]));
        }
        list[2 + n] = (rdg_option){.kind = RDG_OPTION_END};
        const rdg_peaks *found = scan_response_list(hb, "Am", list);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_true(found->maximum[found->greatest].amplitude > r->height * (1.0 - 1e-12));
        scan_free(found);
    }
}

static void three_equal_peaks(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = two_absorbers(ctx);
    double before = INFINITY;
    for (rdg_index n = 2; n <= 4; n++) {
        const rdg_minimax_options options = some_of_four(n);
        rdg_minimax_result r;
        assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
        assert_true(r.found && r.certified);
        assert_int_equal(r.n_peaks, 3);
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            assert_true(r.peak[i].theta > 0.0);
            sum += r.peak[i].theta;
        }
        assert_near(sum, 1.0, 1e-14, 0.0);
        for (rdg_index j = 0; j < n; j++) {
            assert_near(r.number[j].slope * r.number[j].value, 0.0, 0.0, 1e-10 * r.height);
        }
        assert_true(r.height < before); /* one number more to choose */
        before = r.height;
        assert_least(ctx, hb, n, &r);
    }
}

/* One number: the weights are given by the slopes of both peaks, of opposite signs. */
static void two_peaks_over_one_number(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = two_absorbers(ctx);
    const rdg_minimax_options options = some_of_four(1);
    rdg_minimax_result r;
    assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
    assert_true(r.found && r.certified);
    assert_int_equal(r.n_peaks, 2);
    assert_least(ctx, hb, 1, &r);
    rdg_run *run = rdg_run_open(ctx, "best");
    const double *s1 = rdg_run_column(run, "d.peak1.k1.k"), *s2 = rdg_run_column(run, "d.peak2.k1.k");
    assert_true(s1[0] * s2[0] < 0.0);
    assert_near(r.peak[0].theta, s2[0] / (s2[0] - s1[0]), 1e-11, 0.0);
}

/* At an end of its range a number presses against it. */
static void numbers_at_their_bounds(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = two_absorbers(ctx);
    rdg_minimax_options options = some_of_four(4);
    options.low = (const double[]){0.005, 0.022, 0.0003, 0.0003};
    options.high = (const double[]){0.05, 0.05, 0.0025, 0.02};
    rdg_minimax_result r;
    assert_ok(ctx, rdg_minimax(hb, "best", "Am", &options, &r));
    assert_true(r.found && r.certified);
    assert_true(r.number[1].is_at_bound && r.number[1].slope > 0.0);
    assert_near(r.number[1].value, 0.022, 1e-9, 0.0);
    assert_true(r.number[2].is_at_bound && r.number[2].slope < 0.0);
    assert_near(r.number[2].value, 0.0025, 1e-9, 0.0);
    assert_false(r.number[0].is_at_bound || r.number[3].is_at_bound);
}

static void what_cannot_be_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = two_absorbers(ctx);
    rdg_minimax_options options = some_of_four(1);
    options.alpha = 0.0;
    rdg_minimax(hb, "best", "Am", &options, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "have to be positive");
    options = some_of_four(1);
    options.high = four_low;
    rdg_minimax(hb, "best", "Am", &options, NULL);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "number 1 has no positive range");
    options = some_of_four(1);
    options.to = 0.6;
    rdg_minimax(hb, "best", "Am", &options, NULL);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "no maximum between");
    options = some_of_four(1);
    options.over = "k9.k";
    options.over_high = 1.0;
    rdg_minimax(hb, "best", "Am", &options, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "k9.k");
}

int main(void)
{
    const struct CMUnitTest tests[] = {IN_SCRATCH(the_same_from_anywhere), IN_SCRATCH(three_equal_peaks),
                                       IN_SCRATCH(two_peaks_over_one_number),
                                       IN_SCRATCH(numbers_at_their_bounds),
                                       IN_SCRATCH(what_cannot_be_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
