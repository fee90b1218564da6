/* All maxima at a level: against whole responses of random structures, and invariants of the set. */
#define _XOPEN_SOURCE 700

#include "exchange_levels.h"
#include "ridge_cases.h"
#include "scratch.h"
#include "symmetric_structures.h"

#include <ridgewalk/diagram.h>

enum { EACH = 6 };

static void sets_of_random_structures_are_whole(void **state)
{
    (void)state;
    peak_score score = {0};
    for (int kind = LINEAR; kind < RANDOM_KINDS; kind++) {
        for (int k = 0; k < EACH; k++) {
            score_peaks(seed_of((random_kind)kind, k), (random_kind)kind, &score);
        }
    }
    print_message("%ld maxima, %ld missed, %ld extra; followed %ld: %ld on a maximum, %ld to a fold\n",
                  score.maxima, score.missed, score.extra, score.followed, score.on, score.folds);
    assert_true(score.points < 11000); /* half the angle or length of steps: more points */
    assert_true(score.maxima > 90);
    assert_int_equal(score.missed, 0);
    assert_int_equal(score.extra, 0);
    assert_int_equal(score.uncertain, 0);
    assert_int_equal(score.refused, 0);
    assert_int_equal(score.off, 0);
    assert_int_equal(score.lost, 0);
    assert_int_equal(score.false_folds, 0);
    assert_true(score.folds > 2);
    assert_int_equal(score.followed, score.on + score.folds + score.left);
}

/* A resonance of a third of the width of a step; responses that turn back where slip begins; a maximum
 * between two onsets that follow each other; one close beside an onset. */
static void hidden_maxima_are_found(void **state)
{
    (void)state;
    static const struct {
        random_kind kind;
        int number, maxima;
    } structure[] = {{HARDENING, 118, 6}, {RUBBING, 179, 4}, {ALL_SORTS, 161, 4},
                     {ALL_SORTS, 206, 2}, {SLIDING, 200, 6}, {RUBBING, 46, 5}};
    for (size_t k = 0; k < sizeof structure / sizeof *structure; k++) {
        peak_score score = {0};
        score_peaks(seed_of(structure[k].kind, structure[k].number), structure[k].kind, &score);
        assert_int_equal(score.maxima, structure[k].maxima);
        assert_int_equal(score.missed, 0);
        assert_int_equal(score.extra, 0);
        assert_int_equal(score.uncertain, 0);
    }
}

/* Peaks that end or change where a contact begins to slip, or at a kink of the slope without a margin: each
 * end has a name. */
static void ends_at_onsets_have_a_name(void **state)
{
    (void)state;
    static const struct {
        random_kind kind;
        int number;
    } structure[] = {{ALL_SORTS, 33}, {ALL_SORTS, 45}, {RUBBING, 78},
                     {STOPPED, 84},   {ALL_SORTS, 87}, {ALL_SORTS, 104}};
    peak_score score = {0};
    for (size_t k = 0; k < sizeof structure / sizeof *structure; k++) {
        score_peaks(seed_of(structure[k].kind, structure[k].number), structure[k].kind, &score);
    }
    assert_int_equal(score.lost, 0);
    assert_int_equal(score.off, 0);
    assert_int_equal(score.false_folds, 0);
    assert_int_equal(score.missed, 0);
    assert_true(score.folds >= 5);
}

/* Followed to another level and back a peak is itself, or ends on the way: it never goes on as another
 * maximum. */
static void a_peak_is_itself_on_the_way_back(void **state)
{
    (void)state;
    static const struct {
        random_kind kind;
        int number;
    } structure[] = {{RUBBING, 4},  {RUBBING, 37}, {SLIDING, 16},
                     {SLIDING, 21}, {STOPPED, 49}, {HARDENING, 20}};
    int returned = 0;
    for (size_t k = 0; k < sizeof structure / sizeof *structure; k++) {
        rdg_context *ctx = rdg_context_create();
        uint64_t seed = seed_of(structure[k].kind, structure[k].number);
        rdg_set_writer(ctx, NULL, NULL);
        const random_response q = random_system(ctx, &seed, structure[k].kind);
        rdg_peak_response *r = rdg_peak_response_create(q.hb, "Am", 0.5 * q.low, 3.0 * q.high, NULL);
        const rdg_peak_set *set = rdg_peak_set_at(r, q.alpha);
        for (rdg_index i = 0; i < set->count; i++) {
            rdg_peak_point *peak = rdg_peak_point_copy(r, set->peak[i]);
            if (rdg_peak_follow(r, peak, q.alpha * pow(1.3, 8)) == RDG_PEAK_REACHED) {
                assert_int_equal(rdg_peak_follow(r, peak, q.alpha), RDG_PEAK_REACHED);
                assert_near(peak->amplitude, set->peak[i]->amplitude, 1e-7, 0.0);
                returned++;
            }
            rdg_peak_point_free(peak);
        }
        rdg_context_free(ctx);
    }
    assert_true(returned > 15);
}

/* A resonance in the window, and the same window above and below it: ends, order, the greatest. */
static void ends_of_the_window_say_where_the_response_falls(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = one_mass(ctx, 0.02);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    static const double window[][2] = {{0.5, 2.0}, {0.5, 0.9}, {1.1, 2.0}};
    static const bool falls[][2] = {{false, false}, {false, true}, {true, false}};
    for (int k = 0; k < 3; k++) {
        rdg_peak_response *r = rdg_peak_response_create(hb, "Am", window[k][0], window[k][1], NULL);
        const rdg_peak_set *set = rdg_peak_set_at(r, 1.0);
        assert_non_null(set);
        assert_true(set->covered);
        assert_int_equal(set->count, k == 0);
        assert_int_equal(set->greatest, k == 0 ? 0 : -1);
        assert_int_equal(set->branch_points, 0);
        assert_int_equal(set->unresolved, 0);
        for (int e = 0; e < 2; e++) {
            const double w = window[k][e];
            assert_near(set->end[e].omega, w, 1e-12, 0.0);
            assert_near(set->end[e].amplitude, sqrt(0.5) / hypot(1.0 - w * w, 0.02 * w), 1e-12, 0.0);
            assert_int_equal(set->end[e].falls, falls[k][e]);
        }
        if (k == 0) { /* of 1/hypot(1 - w^2, 2 D w), 2 D = 0.02 */
            assert_near(set->peak[0]->omega, sqrt(1.0 - 2e-4), 1e-10, 0.0);
            assert_near(set->peak[0]->amplitude, sqrt(0.5) / (0.02 * sqrt(1.0 - 1e-4)), 1e-12, 0.0);
        }
        rdg_peak_set_free(set);
        rdg_peak_response_free(r);
    }
}

/* A domain that ends exactly at a peak: the peak is in the set, or its end is a maximum of the domain. */
static void a_peak_at_an_end_of_the_domain_is_not_lost(void **state)
{
    (void)state;
    int ends = 0;
    for (int k = 0; k < 12; k++) {
        rdg_context *ctx = rdg_context_create();
        const random_kind kind = k % 2 ? RUBBING : SLIDING;
        uint64_t seed = seed_of(kind, k / 2);
        const random_response q = random_system(ctx, &seed, kind);
        const rdg_peak_set *all =
            rdg_peak_set_at(rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL), q.alpha);
        for (rdg_index i = 0; i < 2 * all->count; i++) {
            const rdg_peak_point *p = all->peak[i / 2];
            const double low = i % 2 ? q.low : p->omega, high = i % 2 ? p->omega : q.high;
            const rdg_peak_set *set =
                rdg_peak_set_at(rdg_peak_response_create(q.hb, "Am", low, high, NULL), q.alpha);
            bool has = false;
            for (rdg_index j = 0; j < set->count; j++) {
                has = has || has_peak(p->amplitude, p->omega, set->peak[j]->amplitude, set->peak[j]->omega);
            }
            for (rdg_index j = 0; j < set->ends; j++) {
                has = has || (set->end[j].falls &&
                              has_peak(p->amplitude, p->omega, set->end[j].amplitude, set->end[j].omega));
            }
            assert_true(has);
            ends++;
        }
        rdg_context_free(ctx);
    }
    assert_true(ends > 60);
}

/* The corner of the beam's table is a corner of its set, and the set at a level beside has the same peak. */
static void a_corner_is_in_the_set_and_is_matched(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(200), RDG_HZ(330), NULL);
    const rdg_peak_set *corner = rdg_peak_set_at(r, 0.1583188043), *above = rdg_peak_set_at(r, 0.5);
    rdg_index to[4];
    rdg_peak_event event[4];
    assert_non_null(corner);
    assert_non_null(above);
    assert_int_equal(corner->count, 1);
    assert_int_equal(corner->peak[0]->kind, RDG_PEAK_CORNER);
    assert_ok(ctx, rdg_peak_match(r, corner, above, to, event));
    assert_int_equal(event[0], RDG_PEAK_REACHED);
    assert_int_equal(to[0], 0);
    assert_ok(ctx, rdg_peak_match(r, above, corner, to, event));
    assert_int_equal(to[0], 0);
    rdg_peak_set_free(corner);
    rdg_peak_set_free(above);
}

/* Branch points of the response itself, by frequency of the first two; the number of all. */
static rdg_index branch_points_of_response(const rdg_peak_set *set, double omega[2])
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < set->branch_points; k++) {
        if (set->branch[k].part == 0) {
            omega[count < 2 ? count : 1] = set->branch[k].omega;
            count++;
        }
    }
    return count;
}

static void assert_branch_points(rdg_hbm *hb, const rdg_peak_set *set, double low, double high)
{
    double omega[2];
    const rdg_peaks *found =
        scan_response(hb, "Am", RDG_HOLD_AT("alpha", set->level), RDG_WINDOW("omega", low, high));
    assert_non_null(found);
    assert_int_equal(branch_points_of_response(set, omega), 2);
    assert_int_equal(found->branch_points, 2);
    for (int k = 0; k < 2; k++) {
        assert_near(omega[k], found->branch_point[k].omega, 1e-5, 0.0);
    }
}

/* The greatest amplitude of all runs of the core over the response and what crosses it. */
static bool see_greatest(rdg_problem *p, const rdg_chart *chart, void *data)
{
    double *most = data;
    *most = fmax(*most, chart->mu[rdg_parameter_index(p, "Am")]);
    return false;
}

static double greatest_of_diagram(rdg_hbm *hb, double level)
{
    double most = 0.0;
    rdg_index runs = 0;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", level));
    rdg_diagram(p, "diagram", 9, &runs, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 3.0),
                RDG_STEP(0.01, 1e-4, 0.02), RDG_OBSERVE(see_greatest, &most), RDG_NO_TABLE, RDG_IN_MEMORY);
    rdg_problem_free(p);
    return most;
}

/* Two equal masses, driven alike, on hardening springs: the determinant changes its sign where the motion
 * loses its symmetry. Beyond one mass moves more than the other one, either of them. */
static rdg_hbm *hardening_pair(rdg_context *ctx)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0.0185, 0.0029, 0.0029, 0.0185},
                 K[4] = {1.185, 0.185, 0.185, 1.185};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    for (int i = 0; i < 2; i++) {
        const char *at = i ? "b" : "a";
        rdg_name_dof(s, at, i);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = i ? "kb" : "ka", .at = at, .k3 = 0.05});
        rdg_force_add(s, at, 1, 1.0);
    }
    rdg_sensor_add(s, "Am", "a");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static void responses_behind_branch_points_are_parts(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = hardening_pair(ctx);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", 0.5, 3.0, NULL);
    double level = 0.15;
    for (int i = 0; i < 4; i++, level *= 1.15) {
        const rdg_peak_set *set = rdg_peak_set_at(r, level);
        assert_non_null(set);
        assert_branch_points(hb, set, 0.5, 3.0);
        assert_true(set->whole);
        const rdg_peak_point *top = set->peak[set->greatest];
        const double most = greatest_of_diagram(hb, level);
        assert_int_equal(set->parts, 2); /* a closed curve through both points, once */
        assert_true(top->part > 0);
        assert_near(top->amplitude, most, 1e-4, 0.0);
        assert_true(top->amplitude > most * (1.0 - 1e-9));
    }
    assert_null(rdg_peak_set_at(r, 0.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give a positive one");
}

/* Rings of masses driven alike lose their symmetry in two directions at once: the determinant keeps its sign.
 * Each mass may move most, so that the sensor at one of them sees images of one motion as several peaks.
 */
static void responses_behind_double_branch_points_are_parts(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        uint64_t name;
        double level;
        int images; /* the most peaks of one amplitude and frequency */
    } at[] = {{1037, 0.0505662, 2}, {1088, 0.0503239, 2}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const symmetric s = symmetric_structure(ctx, at[i].name);
        rdg_peak_response *r = rdg_peak_response_create(s.hb, "Am", s.low, s.high, NULL);
        const rdg_peak_set *set = rdg_peak_set_at(r, at[i].level);
        assert_non_null(set);
        assert_branch_points(s.hb, set, s.low, s.high);
        int images = 0, sum = 0;
        for (rdg_index k = 0; k < set->branch_points; k++) {
            assert_true(set->branch[k].followed);
            assert_true(set->branch[k].part > 0 || set->branch[k].multiplicity == 2);
        }
        for (rdg_index k = 0; k < set->count; k++) {
            images = set->peak[k]->multiplicity > images ? set->peak[k]->multiplicity : images;
            sum += set->peak[k]->multiplicity;
        }
        assert_int_equal(images, at[i].images);
        assert_int_equal(sum, set->count);
    }
}

/* Two sliders that begin to slip at once, by symmetry: the determinant changes its sign by a jump, and curves
 * on which one slips alone leave the non-smooth point. */
static void responses_behind_a_common_onset_are_parts(void **state)
{
    rdg_context *ctx = *state;
    const symmetric s = symmetric_structure(ctx, 1005);
    rdg_peak_response *r = rdg_peak_response_create(s.hb, "Am", s.low, s.high, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, s.least * pow(s.most / s.least, 3.9 / 4.0));
    int kinks = 0;
    assert_non_null(set);
    assert_true(set->whole);
    for (rdg_index k = 0; k < set->branch_points; k++) {
        kinks += set->branch[k].multiplicity == 0;
    }
    assert_int_equal(kinks, 1);
}

/* A few of those of test_peak_set_slow.c. */
static void whole_sets_of_symmetric_structures_have_the_greatest(void **state)
{
    (void)state;
    const symmetric_sets sum = symmetric_set_campaign(1060, 12, 3, 50);
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.branched > 10);
    assert_true(sum.whole >= sum.sets - 4);
}

/* A step over several onsets, after which products of probes stay as they are: no branch point. */
static void a_jump_of_the_probe_is_no_branch_point(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = seed_of(RUBBING, 174);
    const random_response q = random_system(ctx, &seed, RUBBING);
    const rdg_peak_set *set =
        rdg_peak_set_at(rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL), q.alpha);
    assert_int_equal(set->branch_points, 0);
    assert_true(set->whole);
}

/* A chain without symmetry has none, although the probe of branch points changes its sign often. */
static void responses_without_branch_points_have_none(void **state)
{
    (void)state;
    int branched = 0;
    for (int k = 0; k < 30; k++) {
        rdg_context *ctx = rdg_context_create();
        uint64_t seed = seed_of(HARDENING, k);
        const random_response q = random_system(ctx, &seed, HARDENING);
        const rdg_peak_set *set =
            rdg_peak_set_at(rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL), q.alpha);
        branched += set->branch_points > 0;
        rdg_context_free(ctx);
    }
    assert_int_equal(branched, 0);
}

/* Blades at 2 N: as the preload grows, the non-smooth peak near 1331.79 rad/s begins between 40.660
 * and 40.662 N. Before that the smooth one lies within 1e-6 of the onset of slip. */
static void a_smooth_peak_right_beside_an_onset_is_found(void **state)
{
    rdg_context *ctx = *state;
    const rdg_contact pads = {.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = 50.0};
    rdg_hbm *hb = rdg_hbm_create(blades_on(ctx, 1.5e-5, pads), RDG_HARMONICS(1));
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(185), RDG_HZ(300), NULL);
    for (int k = 0; k <= 40; k++) {
        const double alpha = 2.0 * 50.0 / (40.659 + 1e-4 * k);
        const rdg_peak_set *set = rdg_peak_set_at(r, alpha);
        assert_non_null(set);
        assert_true(set->whole);
        assert_int_equal(set->count, 2);
        assert_near(set->peak[1]->omega, 1331.79, 5e-6, 0.0);
        rdg_peak_set_free(set);
    }
    rdg_peak_response_free(r);
}

/* Where a smooth peak and a non-smooth one exchange they are at one place, and slopes there are zero to
 * rounding; also where the non-smooth one meets a minimum. */
static void sets_at_exchanges_have_the_peak_once(void **state)
{
    (void)state;
    static const struct {
        random_kind kind;
        int number;
    } structure[] = {{RUBBING, 9},  {RUBBING, 14}, {RUBBING, 31},  {SLIDING, 5},   {SLIDING, 12},
                     {SLIDING, 24}, {SLIDING, 27}, {ALL_SORTS, 5}, {ALL_SORTS, 9}, {ALL_SORTS, 13}};
    exchange_score score = {0};
    for (size_t k = 0; k < sizeof structure / sizeof *structure; k++) {
        score_exchanges(seed_of(structure[k].kind, structure[k].number), structure[k].kind, false, &score);
    }
    assert_true(score.kinds[RDG_PEAK_SLIP] > 20 && score.kinds[RDG_PEAK_CORNER_END] > 20);
    assert_int_equal(score.lacking, 0);
    assert_int_equal(score.doubled, 0);
    assert_int_equal(score.open, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_smooth_peak_right_beside_an_onset_is_found),
        SCRATCH_TEST(sets_of_random_structures_are_whole),
        SCRATCH_TEST(sets_at_exchanges_have_the_peak_once),
        SCRATCH_TEST(hidden_maxima_are_found),
        SCRATCH_TEST(ends_at_onsets_have_a_name),
        SCRATCH_TEST(a_peak_is_itself_on_the_way_back),
        SCRATCH_TEST(ends_of_the_window_say_where_the_response_falls),
        SCRATCH_TEST(a_peak_at_an_end_of_the_domain_is_not_lost),
        SCRATCH_TEST(a_corner_is_in_the_set_and_is_matched),
        SCRATCH_TEST(responses_behind_branch_points_are_parts),
        SCRATCH_TEST(responses_behind_double_branch_points_are_parts),
        SCRATCH_TEST(responses_behind_a_common_onset_are_parts),
        SCRATCH_TEST(whole_sets_of_symmetric_structures_have_the_greatest),
        SCRATCH_TEST(a_jump_of_the_probe_is_no_branch_point),
        SCRATCH_TEST(responses_without_branch_points_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
