/* What a ridge says of itself: that its points are local maxima, and from which level on there is a greater
 * one. */
#define _XOPEN_SOURCE 700

#include "backbones.h"
#include "random_response.h"

#include <ridgewalk/peak_set.h>

static brute_force brute;

/* --- local maxima */

static void check_labels(rdg_context *ctx, const backbone_case *c, int folds)
{
    rdg_hbm *hb = backbone_start(ctx, c);
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", c->start, 300.0), RDG_NO_TABLE));
    const backbone b = backbone_open(ctx, "ridge");
    const double *local = rdg_run_column(b.run, "local_max"), *gap = rdg_run_column(b.run, "global_gap");
    double looked_at = b.alpha[0];
    assert_false(isnan(gap[0]) || isnan(gap[b.rows - 1]));
    for (rdg_index k = 0; k < b.rows; k++) {
        const bool labelled = rdg_run_label(b.run, k) > 0;
        const bool vanishes = strcmp(rdg_run_type(b.run, k), "FP") == 0;
        folds -= vanishes;
        assert_true(labelled ? local[k] == !vanishes : isnan(local[k]));
        assert_true(isnan(gap[k]) || gap[k] == 0.0);
        if (!isnan(gap[k])) {
            assert_true(b.alpha[k] <=
                        16.0 * looked_at); /* in between others are looked at when it has ended */
            looked_at = b.alpha[k];
        }
    }
    assert_int_equal(folds, 0);
    assert_null(strstr(scratch_said, "warning: ridge \"ridge\""));
    assert_null(strstr(scratch_said, "the whole response was not scanned"));
    rdg_run_free(b.run);
}

static void each_label_of_the_reference_ridges_is_a_local_maximum(void **state)
{
    check_labels(*state, &beam_1, 0);
    for (int k = 0; k < 6; k += 2) {
        check_labels(*state, &blades[k], 0);
    }
}

static void where_a_maximum_vanishes_there_is_none(void **state)
{
    check_labels(*state, &blades[3], 1);
}

/* --- a greater maximum elsewhere: two oscillators, of which one has a damping that grows with its amplitude
 */

enum { LEVELS = 12 };

typedef struct pair {
    random_response r; /* hb, window */
    double share;      /* of the second one in the sensor */
} pair;

static pair two_oscillators(rdg_context *ctx, uint64_t *seed)
{
    pair q = {.r = {.low = 0.6, .high = 1.8, .masses = 2}};
    const double zeta[2] = {random_scale(seed, 0.01, 0.03), random_scale(seed, 0.01, 0.03)};
    const double k2 = random_scale(seed, 1.3, 2.2), weak = 0.01 * random_signed(seed);
    const double M[4] = {1.0, 0.0, 0.0, 1.0}, K[4] = {1.0, weak, weak, k2};
    const double C[4] = {2.0 * zeta[0], 0.0, 0.0, 2.0 * zeta[1] * sqrt(k2)};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    q.share = random_scale(seed, 0.05, 1.2);
    rdg_name_combination(s, "both", 2, (rdg_index[]){0, 1}, (double[]){1.0, q.share});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "a", .c3 = random_scale(seed, 0.003, 0.03)});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_force_add(s, "b", 1, 1.0);
    rdg_sensor_add(s, "Am", "both");
    q.r.hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    return q;
}

static double greatest(rdg_context *ctx, pair *q, double alpha)
{
    double most = 0.0;
    q->r.alpha = alpha;
    assert_true(brute_follow(ctx, &q->r, 4e-3, &brute));
    for (int k = 0; k < brute.peaks; k++) {
        most = fmax(most, brute.amplitude[brute.peak[k]]);
    }
    return most;
}

/* The level in the warning; infinite if there was none. */
static double read_warning(void)
{
    const char *at = strstr(scratch_said, "warning: ridge \"pair\": ");
    const char *level = at ? strstr(at, "alpha = ") : NULL;
    return level ? strtod(level + strlen("alpha = "), NULL) : INFINITY;
}

/* Against small steps along the response at levels of which each is labelled. */
static bool check_overtaking(uint64_t *seed, rdg_ridge_certify_kind certify)
{
    void *state = NULL;
    double level[LEVELS], last_without = 0.0, first_with = INFINITY;
    scratch_setup(&state);
    rdg_context *ctx = state;
    pair q = two_oscillators(ctx, seed);
    for (int k = 0; k < LEVELS; k++) {
        level[k] = 0.02 * pow(100.0, (k + 0.5) / LEVELS);
    }
    rdg_problem *p = rdg_hbm_problem(q.r.hb, RDG_AT("omega", q.r.low), RDG_AT("alpha", 0.02));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", q.r.low, q.r.high),
                                RDG_LABEL_EVERY(1), RDG_NO_TABLE));
    assert_ok(ctx,
              rdg_ridge(q.r.hb, "pair", "Am", RDG_RIDGE_CERTIFY(certify), RDG_FROM_GREATEST("frc"),
                        RDG_WINDOW("alpha", 0.02, 2.0), RDG_UZ_LIST("alpha", LEVELS, level), RDG_NO_TABLE));
    const double said = read_warning();
    rdg_run *run = rdg_run_open(ctx, "pair");
    const double *alpha = rdg_run_column(run, "alpha"), *Am = rdg_run_column(run, "Am"),
                 *local = rdg_run_column(run, "local_max"), *gap = rdg_run_column(run, "global_gap");
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        assert_true(isnan(local[k]) || local[k] == 1.0);
        assert_true(certify != RDG_CERTIFY_EVERYWHERE || !isnan(gap[k]));
        if (strcmp(rdg_run_type(run, k), "UZ") != 0) {
            continue;
        }
        const double truth = fmax(0.0, greatest(ctx, &q, alpha[k]) / Am[k] - 1.0);
        assert_true(isnan(gap[k]) || fabs(gap[k] - truth) < 1e-4); /* what the samples of brute force miss */
        if (truth > 1e-4 && first_with == INFINITY) {
            first_with = alpha[k];
        }
        last_without = first_with == INFINITY ? alpha[k] : last_without;
    }
    assert_true(said >= 0.98 * last_without);
    assert_true(said <= 1.02 * first_with || (first_with == INFINITY && said == INFINITY));
    rdg_run_free(run);
    scratch_teardown(&state);
    return said < INFINITY;
}

static void the_level_at_which_another_maximum_overtakes_is_said_and_none_where_there_is_none(void **state)
{
    enum { SYSTEMS = 12 };
    uint64_t seed = 77;
    int said = 0;
    (void)state;
    for (int k = 0; k < SYSTEMS; k++) {
        said += check_overtaking(&seed, k % 2 ? RDG_CERTIFY_LABELS : RDG_CERTIFY_EVERYWHERE);
    }
    print_message("overtaken: %d of %d\n", said, SYSTEMS);
    assert_true(said >= 3 && said <= SYSTEMS - 3);
}

/* --- options and costs */

static long ridge_iterations(rdg_context *ctx, rdg_hbm *hb, const char *name, rdg_ridge_certify_kind certify)
{
    const long before = rdg_newton_iterations(ctx);
    assert_ok(ctx, rdg_ridge(hb, name, "Am", RDG_RIDGE_CERTIFY(certify), RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", beam_1.start, 300.0), RDG_NO_TABLE, RDG_LABEL_EVERY(2)));
    return rdg_newton_iterations(ctx) - before;
}

/* Factorisations for all maxima at a level, the most of three. */
static long set_factorisations(rdg_hbm *hb)
{
    const double level[] = {0.03, 3.0, 300.0};
    long most = 0;
    for (size_t k = 0; k < sizeof level / sizeof *level; k++) {
        rdg_peak_response *r =
            rdg_peak_response_create(hb, "Am", RDG_HZ(beam_1.range[0]), RDG_HZ(beam_1.range[1]), NULL);
        assert_non_null(rdg_peak_set_at(r, level[k]));
        const long made = rdg_peak_response_counts(r).factorisations;
        most = made > most ? made : most;
    }
    return most;
}

/* Four decades have seven sets no farther apart than a factor of 4, and one more at each end and each jump.
 */
static void the_checks_cost_a_few_responses_and_change_no_digit_of_the_ridge(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    const long set = set_factorisations(hb);
    const long bare = ridge_iterations(ctx, hb, "bare", RDG_CERTIFY_NOTHING);
    const long checked = ridge_iterations(ctx, hb, "checked", RDG_CERTIFY_LABELS);
    print_message("%ld iterations, with checks %ld; all maxima at a level %ld\n", bare, checked, set);
    assert_true(checked > bare + set && checked < bare + 12 * set);
    const backbone a = backbone_open(ctx, "bare"), b = backbone_open(ctx, "checked");
    assert_int_equal(a.rows, b.rows);
    for (rdg_index k = 0; k < a.rows; k++) {
        assert_near(b.alpha[k], a.alpha[k], 1e-9, 0.0);
        assert_near(b.omega[k], a.omega[k], 1e-9, 0.0);
    }
    assert_null(rdg_run_column(a.run, "local_max"));
    assert_failed(ctx, RDG_ERR_NAME, "local_max");
    rdg_run_free(a.run);
    rdg_run_free(b.run);
}

static void every_point_is_checked_where_this_is_wanted(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    ridge_iterations(ctx, hb, "every", RDG_CERTIFY_EVERYWHERE);
    const backbone b = backbone_open(ctx, "every");
    const double *local = rdg_run_column(b.run, "local_max"), *gap = rdg_run_column(b.run, "global_gap");
    for (rdg_index k = 0; k < b.rows; k++) {
        assert_true(local[k] == 1.0 && gap[k] == 0.0);
    }
    rdg_run_free(b.run);
}

/* At SLIP and CE the smooth and the non-smooth peak are at one place: the ridge's own is in the set there. */
static void the_gap_is_known_where_peaks_exchange(void **state)
{
    (void)state;
    static const random_kind kinds[] = {RUBBING, SLIDING, ALL_SORTS};
    int exchanges = 0;
    for (int k = 0; k < 9; k++) {
        rdg_context *ctx = rdg_context_create();
        uint64_t seed = 1000 * (uint64_t)kinds[k % 3] + 7919 * (uint64_t)(k / 3) + 17;
        rdg_set_writer(ctx, NULL, NULL);
        const random_response q = random_system(ctx, &seed, kinds[k % 3]);
        const double least = 0.3 * q.alpha;
        rdg_problem *p = rdg_hbm_problem(q.hb, RDG_AT("omega", q.low), RDG_AT("alpha", least));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", q.low, q.high),
                                    RDG_LABEL_EVERY(1), RDG_NO_TABLE, RDG_IN_MEMORY));
        assert_ok(ctx, rdg_ridge(q.hb, "every", "Am", RDG_RIDGE_CERTIFY(RDG_CERTIFY_EVERYWHERE),
                                 RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", least, 5.0 * q.alpha),
                                 RDG_NO_TABLE, RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
        rdg_run *run = rdg_run_open(ctx, "every");
        const double *gap = rdg_run_column(run, "global_gap");
        for (rdg_index i = 0; i < rdg_run_count(run); i++) {
            const char *type = rdg_run_type(run, i);
            exchanges += strcmp(type, "SLIP") == 0 || strcmp(type, "CE") == 0;
            assert_false(isnan(gap[i]));
        }
        rdg_run_free(run);
        rdg_context_free(ctx);
    }
    assert_true(exchanges > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(each_label_of_the_reference_ridges_is_a_local_maximum),
        SCRATCH_TEST(where_a_maximum_vanishes_there_is_none),
        cmocka_unit_test(the_level_at_which_another_maximum_overtakes_is_said_and_none_where_there_is_none),
        SCRATCH_TEST(the_checks_cost_a_few_responses_and_change_no_digit_of_the_ridge),
        SCRATCH_TEST(every_point_is_checked_where_this_is_wanted),
        SCRATCH_TEST(the_gap_is_known_where_peaks_exchange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
