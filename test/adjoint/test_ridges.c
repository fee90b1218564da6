/* All ridges of a structure, their envelope and the certificate, against whole responses at other levels. */
#define _XOPEN_SOURCE 700

#include "backbone_cases.h"
#include "ridges_truth.h"
#include "scratch.h"

#include <stdlib.h>

/* One ridge, stuck, corner and slipping: that of rdg_ridge(). */
static void the_beam_has_one_ridge(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.03, 300.0),
                                          RDG_WINDOW("omega", RDG_HZ(200.0), RDG_HZ(340.0)), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    assert_int_equal(all->count, 1);
    assert_true(all->certified);
    assert_int_equal(all->pieces, 1);
    assert_int_equal(all->ridge[0].low.kind, RDG_RIDGE_AT_LEVEL);
    assert_int_equal(all->ridge[0].high.kind, RDG_RIDGE_AT_LEVEL);
    const truth t = ridges_truth_within(ctx, hb, all, "Am", RDG_HZ(200.0), RDG_HZ(340.0), 8);
    assert_int_equal(t.wrong, 0);
    assert_true(t.worst < 1e-9);
}

/* Out of phase and in phase change places. Two more ridges are there from 4.936 to 5.462 N and from 6.130 to
 * 6.485 N only; the trench of the ridge that ends at 6.454 N leads to the last one. */
static void the_blades_change_places(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &blades[0]);
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.7, 7.0),
                                          RDG_WINDOW("omega", RDG_HZ(190.0), RDG_HZ(230.0)), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    assert_int_equal(all->count, 4);
    assert_true(all->certified);
    assert_int_equal(all->pieces, 2);
    assert_true(all->piece[0].crosses);
    assert_near(all->piece[0].high.amplitude, all->piece[1].low.amplitude, 1e-14, 0.0);
    assert_near(all->piece[0].high.level, 2.458925415, 1e-9, 0.0);
    rdg_run *run = rdg_run_open(ctx, "all");
    const rdg_index row = rdg_run_find(run, "XR", 0);
    assert_true(row > 0);
    assert_near(rdg_run_column(run, "alpha")[row], all->piece[0].high.level, 1e-15, 0.0);
    rdg_run_free(run);
    const truth t = ridges_truth_within(ctx, hb, all, "Am", RDG_HZ(190.0), RDG_HZ(230.0), 8);
    assert_int_equal(t.wrong, 0);
    assert_true(t.worst < 1e-9);
}

/* The search ends in time: both ends of the domain are sampled, and nothing is certified. */
static void a_search_has_a_budget(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.03, 300.0),
                                          RDG_WINDOW("omega", RDG_HZ(200.0), RDG_HZ(340.0)),
                                          RDG_RIDGES_BUDGET(1e-6), RDG_RIDGES_ITERATIONS(1e9), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    assert_int_equal(all->samples, 2);
    assert_int_equal(all->count, 1);
    assert_false(all->certified);
    assert_int_equal(all->ranges, 1);
    assert_non_null(
        strstr(scratch_said, "the search ended after 1e-06 s (RDG_RIDGES_BUDGET), with 2 samples"));
    assert_non_null(strstr(scratch_said, "Missing: what "));
    assert_int_equal(rdg_shortfalls(ctx), 1);
    const rdg_ridges *none = rdg_ridges_of(hb, "none", "Am", RDG_WINDOW("alpha", 0.03, 300.0),
                                           RDG_WINDOW("omega", RDG_HZ(200.0), RDG_HZ(340.0)),
                                           RDG_RIDGES_BUDGET(0.0), RDG_IN_MEMORY);
    assert_null(none);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give a positive time");
}

/* The same ridges each time, more of them with more iterations, and all in the end. */
static void a_budget_of_iterations_is_repeatable(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &blades[0]);
    static const double most[] = {200.0, 200.0, 2000.0};
    rdg_index left[3], samples[3];
    long used[3];
    for (int k = 0; k < 3; k++) {
        const rdg_ridges *all = rdg_ridges_of(
            hb, "all", "Am", RDG_WINDOW("alpha", 0.7, 7.0), RDG_WINDOW("omega", RDG_HZ(190.0), RDG_HZ(230.0)),
            RDG_RIDGES_ITERATIONS(most[k]), RDG_EXPECT_EARLY_END, RDG_IN_MEMORY);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_false(all->certified);
        left[k] = all->ends_left + all->ranges_left;
        samples[k] = all->samples;
        used[k] = all->iterations;
    }
    assert_int_equal(used[0], used[1]);
    assert_int_equal(left[0], left[1]);
    assert_int_equal(samples[0], samples[1]);
    assert_true(samples[2] > samples[0] && left[0] > 0);
    assert_non_null(strstr(scratch_said, "200 iterations (RDG_RIDGES_ITERATIONS)"));
    rdg_ridges_of(hb, "none", "Am", RDG_WINDOW("alpha", 0.7, 7.0),
                  RDG_WINDOW("omega", RDG_HZ(190.0), RDG_HZ(230.0)), RDG_RIDGES_ITERATIONS(0), RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give a positive number");
}

/* Where the window has no maximum there is no ridge, certified; where the ridge leaves it, it ends. */
static void a_window_may_have_no_ridge(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    rdg_ridges_point at;
    const rdg_ridges *none = rdg_ridges_of(hb, "none", "Am", RDG_WINDOW("alpha", 0.03, 0.1),
                                           RDG_WINDOW("omega", RDG_HZ(330.0), RDG_HZ(340.0)), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(none->count, 0);
    assert_true(none->certified);
    assert_ok(ctx, rdg_ridges_greatest(none, 0.05, &at));
    assert_int_equal(at.ridge, -1);
    const rdg_ridges *part = rdg_ridges_of(hb, "part", "Am", RDG_WINDOW("alpha", 0.1, 10.0),
                                           RDG_WINDOW("omega", RDG_HZ(300.0), RDG_HZ(340.0)), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(part->count, 1);
    assert_int_equal(part->ridge[0].high.kind, RDG_RIDGE_AT_EDGE);
    assert_near(part->ridge[0].high.omega, RDG_HZ(300.0), 1e-9, 0.0);
    assert_int_equal(part->piece[part->pieces - 1].ridge, -1);
    assert_non_null(strstr(scratch_said, "note: ridges part: at alpha = "));
    assert_non_null(strstr(scratch_said, "the end of the domain, omega = 1884.96 rad/s"));
    assert_int_equal(rdg_ridges_at(part, 0, 9.0, &at), RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* A ridge that its points do not suffice for is lost, and around its end nothing is certified. */
static void where_a_ridge_is_lost_is_not_certified(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1, 3));
    const rdg_ridges *all = rdg_ridges_of(
        hb, "all", "Am", RDG_WINDOW("alpha", 0.03, 5.0), RDG_WINDOW("omega", RDG_HZ(200.0), RDG_HZ(340.0)),
        RDG_MAX_POINTS(2), RDG_STEP(1e-3, 1e-6, 1e-3), RDG_IN_MEMORY, RDG_NO_TABLE, RDG_EXPECT_EARLY_END);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    int lost = 0;
    for (rdg_index k = 0; k < all->count; k++) {
        const rdg_ridge_end *end[] = {&all->ridge[k].low, &all->ridge[k].high};
        for (int i = 0; i < 2; i++) {
            const bool is_lost = end[i]->kind == RDG_RIDGE_LOST;
            lost += is_lost;
            assert_false(is_lost && rdg_ridges_certified(all, end[i]->level));
        }
    }
    assert_true(lost > 0);
    assert_false(all->certified);
}

/* Where two ranges meet, the level is certified if both are. */
static void levels_are_certified_by_their_ranges(void **state)
{
    (void)state;
    const rdg_ridges_range range[] = {
        {.low = 1.0, .high = 2.0, .certified = true},
        {.low = 2.0, .high = 3.0, .certified = false},
        {.low = 3.0, .high = 5.0, .certified = true},
    };
    const rdg_ridges all = {.ranges = 3, .range = range};
    const double level[] = {0.9, 1.0, 1.7, 2.0, 2.4, 3.0, 3.3, 5.0, 5.1};
    const bool certified[] = {false, true, true, false, false, false, true, true, false};
    for (size_t k = 0; k < sizeof level / sizeof *level; k++) {
        assert_int_equal(rdg_ridges_certified(&all, level[k]), certified[k]);
    }
}

/* The number in a column of the first line below the header. */
static double first_number(const char *path, const char *column)
{
    char head[512], line[512];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(head, sizeof head, file));
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    const char *at = strstr(head, column), *number = line;
    assert_non_null(at);
    for (const char *c = head; c < at; c++) {
        number = *c == ',' ? strchr(number, ',') + 1 : number;
    }
    return strtod(number, NULL);
}

static void files_have_frequencies_in_hertz(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", 0.03, 0.1),
                                          RDG_WINDOW("omega", RDG_HZ(200.0), RDG_HZ(340.0)),
                                          RDG_RIDGES_SAMPLES(2), RDG_IN_MEMORY, RDG_NO_TABLE);
    assert_non_null(all);
    char ridges[96], envelope[96];
    snprintf(ridges, sizeof ridges, "%s/ridges.csv", scratch_folder);
    snprintf(envelope, sizeof envelope, "%s/envelope.csv", scratch_folder);
    assert_ok(ctx, rdg_ridges_export(all, ridges));
    assert_ok(ctx, rdg_ridges_export_envelope(all, envelope));
    assert_near(first_number(ridges, "f_Hz"), all->ridge[0].omega[0] / RDG_HZ(1.0), 1e-12, 0.0);
    assert_near(first_number(envelope, "f_Hz"), all->piece[0].low.omega / RDG_HZ(1.0), 1e-12, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(where_a_ridge_is_lost_is_not_certified),
        cmocka_unit_test(levels_are_certified_by_their_ranges),
        SCRATCH_TEST(files_have_frequencies_in_hertz),
        SCRATCH_TEST(the_beam_has_one_ridge),
        SCRATCH_TEST(the_blades_change_places),
        SCRATCH_TEST(a_window_may_have_no_ridge),
        SCRATCH_TEST(a_search_has_a_budget),
        SCRATCH_TEST(a_budget_of_iterations_is_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
