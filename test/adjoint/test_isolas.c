/* Detached parts in peak sets: against brute force, and the same isola excited and described otherwise. */
#define _XOPEN_SOURCE 700

#include "random_isolas.h"
#include "random_peaks.h"
#include "scratch.h"

static const double alpha = 0.02, omega_low = 0.8, omega_high = 1.4;

/* Structures with isolas, by brute force, one resonance each; levels beside births and mergers. */
static void isolas_are_found(void **state)
{
    (void)state;
    static const struct {
        isola_sort sort;
        int number;
    } structure[] = {{SELF_EXCITED, 2}, {SELF_EXCITED, 5}, {SELF_EXCITED, 12},     {ABSORBER, 15},
                     {HARDENS, 37},     {SOFTENS, 6},      {ABSORBER_FRICTION, 16}};
    isola_score score = {0};
    for (size_t k = 0; k < sizeof structure / sizeof *structure; k++) {
        score_structure(structure[k].sort, structure[k].number, 30, &score);
    }
    print_message("%ld detached parts, %ld missed, of the others %ld of %ld maxima; %ld detached peaks, %ld "
                  "unreal; %ld levels, %ld not there\n",
                  score.parts, score.missed, score.maxima_missed, score.maxima, score.detached, score.unreal,
                  score.levels, score.not_there);
    assert_true(score.parts >= 6); /* brute force misses narrow ones */
    assert_true(score.levels >= 20);
    assert_int_equal(score.missed, 0);
    assert_int_equal(score.unreal, 0);
    assert_int_equal(score.maxima_missed, 0);
    assert_int_equal(score.not_there, 0);
    assert_int_equal(score.uncertain, 0);
}

typedef struct limit_cycle {
    double k3;
    enum { AT_MASS, AS_SINE, AT_BASE, AT_TWO } excited;
    bool chained; /* to a linear mass that the harmonic balance condenses */
} limit_cycle;

/* x'' + (-0.1 + 0.1 x'^2) x' + x + k3 x^3 = alpha cos(omega t) */
static rdg_hbm *make(rdg_context *ctx, const limit_cycle *q, bool keeps_all)
{
    const rdg_index n = q->chained ? 2 : 1;
    const double M[4] = {1.0, 0.0, 0.0, q->chained ? 1.0 : 0.0}, C[4] = {-0.1, 0.0, 0.0, 0.02};
    const double coupled[4] = {1.0 + 1.0 / 30.0, -1.0, -1.0, 31.0}, one = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "cycle", n, M, C, n == 1 ? &one : coupled);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "x", .c3 = 0.1});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = q->k3});
    switch (q->excited) {
    case AT_MASS:
        rdg_force_add(s, "x", 1, 1.0);
        break;
    case AS_SINE:
        rdg_force_phase_add(s, "x", 1, 1.0, -1.5707963267948966);
        break;
    case AT_BASE:
        rdg_base_motion_add(s, &(rdg_base_motion){.influence = &one, .n_influence = 1, .acceleration = 1.0});
        break;
    case AT_TWO: /* cos + sin, together of amplitude 1 */
        rdg_force_add(s, "x", 1, sqrt(0.5));
        rdg_force_phase_add(s, "x", 1, sqrt(0.5), -1.5707963267948966);
        break;
    }
    rdg_sensor_add(s, "Am", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    if (keeps_all) {
        rdg_hbm_keep_all(hb);
    }
    return hb;
}

/* The amplitude of the only detached peak at a level; asserts that there is one. */
static double isola_at(rdg_context *ctx, rdg_peak_response *r, double level)
{
    const rdg_peak_set *set = rdg_peak_set_at(r, level);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(set->searched);
    assert_int_equal(set->detached, 1);
    assert_int_equal(set->unsettled, 0);
    assert_int_equal(set->unresolved, 0);
    double amplitude = NAN;
    for (rdg_index k = 0; k < set->count; k++) {
        if (set->peak[k]->detached) {
            assert_true(isnan(amplitude));
            assert_int_equal(set->peak[k]->part, 1);
            amplitude = set->peak[k]->amplitude;
        }
    }
    rdg_peak_set_free(set);
    return amplitude;
}

static double isola_of(rdg_context *ctx, rdg_hbm *hb, const rdg_at *numbers)
{
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", omega_low, omega_high, numbers);
    const double amplitude = isola_at(ctx, r, alpha);
    rdg_peak_response_free(r);
    return amplitude;
}

static void an_isola_does_not_depend_on_how_it_is_excited(void **state)
{
    rdg_context *ctx = *state;
    const double expected = isola_of(ctx, make(ctx, &(limit_cycle){.k3 = 0.1}, false), NULL);
    assert_true(expected > 0.7 && expected < 0.9); /* 1.1057 / sqrt(2), and more with alpha */
    for (int e = AS_SINE; e <= AT_TWO; e++) {
        const limit_cycle q = {.k3 = 0.1, .excited = e};
        assert_near(isola_of(ctx, make(ctx, &q, false), NULL), expected, 1e-9, 0.0);
    }
}

static void it_is_found_with_condensed_degrees_of_freedom(void **state)
{
    rdg_context *ctx = *state;
    const limit_cycle q = {.k3 = 0.1, .chained = true};
    assert_near(isola_of(ctx, make(ctx, &q, false), NULL), isola_of(ctx, make(ctx, &q, true), NULL), 1e-9,
                0.0);
}

/* A number of the structure that the response has as a variable, at another value than the structure's. */
static void it_is_found_with_other_numbers(void **state)
{
    rdg_context *ctx = *state;
    const double expected = isola_of(ctx, make(ctx, &(limit_cycle){.k3 = 0.2}, false), NULL);
    rdg_hbm *hb = make(ctx, &(limit_cycle){.k3 = 0.05}, false);
    assert_near(isola_of(ctx, hb, RDG_AT_LIST(RDG_AT("spring.k3", 0.2))), expected, 1e-9, 0.0);
}

/* Parameters that change between two sets, and a set over a parameter at a forcing amplitude that is held. */
static void the_isola_is_that_of_the_numbers_as_they_are(void **state)
{
    rdg_context *ctx = *state;
    const double expected = isola_of(ctx, make(ctx, &(limit_cycle){.k3 = 0.2}, false), NULL);
    rdg_hbm *hb = make(ctx, &(limit_cycle){.k3 = 0.05}, false);
    rdg_peak_response *r =
        rdg_peak_response_create(hb, "Am", omega_low, omega_high, RDG_AT_LIST(RDG_AT("spring.k3", 0.05)));
    const double before = isola_at(ctx, r, alpha);
    rdg_peak_response_hold(r, "spring.k3", 0.2);
    assert_near(isola_at(ctx, r, alpha), expected, 1e-9, 0.0);
    rdg_peak_response_hold(r, "alpha", alpha);
    rdg_peak_response_release(r, "spring.k3");
    assert_near(isola_at(ctx, r, 0.2), expected, 1e-9, 0.0);
    assert_near(isola_at(ctx, r, 0.05), before, 1e-9, 0.0);
}

/* A response asked for at many levels finds the isola at each of them, in whatever order. */
static void the_order_of_levels_does_not_matter(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = make(ctx, &(limit_cycle){.k3 = 0.1}, false);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", omega_low, omega_high, NULL);
    static const double level[] = {0.03, 0.0001, 0.3, 0.02, 0.002, 0.04};
    for (size_t k = 0; k < sizeof level / sizeof *level; k++) {
        const rdg_peak_set *set = rdg_peak_set_at(r, level[k]);
        assert_int_equal(set->detached, level[k] < 0.044);
        assert_int_equal(set->peak[set->greatest]->detached, level[k] < 0.044);
    }
}

/* All peaks as points through which the responses are followed: none is followed twice. */
static void points_on_known_responses_add_nothing(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = make(ctx, &(limit_cycle){.k3 = 0.1}, false);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", omega_low, omega_high, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, 0.02);
    const double *point[8];
    assert_true(set->count > 1 && set->count <= 8);
    for (rdg_index k = 0; k < set->count; k++) {
        point[k] = set->peak[k]->u;
    }
    const rdg_peak_set *again = rdg_peak_set_through_all(r, 0.02, set->count, point);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(again->count, set->count);
    assert_int_equal(again->parts, set->parts);
    assert_int_equal(again->detached, 1);
    assert_int_equal(again->unresolved, 0);
    for (rdg_index k = 0; k < set->count; k++) {
        assert_true(set_has(again, set->peak[k]->omega, set->peak[k]->amplitude, 1e-9));
    }
    assert_null(rdg_peak_set_through_all(r, 0.02, -1, point));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "-1 points");
}

/* The response from the lower end leaves the domain on the absorber's resonance; that at the upper end folds.
 */
static void the_part_at_the_upper_end_is_found(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = isola_seed(ABSORBER, 1);
    const isola_case q = random_isola_case(ctx, &seed, ABSORBER);
    rdg_peak_response *r = rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, q.alpha);
    brute_parts all;
    assert_ok(ctx, rdg_error_status(ctx));
    begin_part(&q, -1, &all);
    assert_int_equal(all.part[0].peaks, 1);
    assert_true(set_has(set, all.part[0].peak_omega[0], all.part[0].peak_amplitude[0], 1e-4));
    assert_int_equal(set->detached, 1);
    free_parts(&all);
}

/* A start beside the onset of slip, where Newton's method from the chord fails: the response passes it. */
static void a_start_beside_an_onset_is_no_detached_part(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = seed_of(RUBBING, 20);
    const random_response q = random_system(ctx, &seed, RUBBING);
    const rdg_peak_set *set =
        rdg_peak_set_at(rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL), q.alpha);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(set->detached, 0);
    assert_int_equal(set->count, 2);
}

static void count_lines(rdg_channel channel, const char *text, void *data)
{
    (void)text;
    *(int *)data += channel != RDG_CHANNEL_TABLE;
}

/* Equal masses on equal springs, not coupled: a repeated frequency, of which the force excites one motion. */
static void modes_without_isolas_add_nothing(void **state)
{
    rdg_context *ctx = *state;
    int lines = 0;
    const double M[4] = {1.0, 0.0, 0.0, 1.0}, C[4] = {0.02, 0.0, 0.0, 0.02}, K[4] = {1.0, 0.0, 0.0, 1.0};
    rdg_structure *s = rdg_structure_create(ctx, "twins", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 0.1});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_set_writer(ctx, count_lines, &lines);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", 0.5, 2.0, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, 0.02);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(set->count, 1);
    assert_int_equal(set->detached, 0);
    assert_int_equal(set->unsettled, 0);
    assert_int_equal(lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isolas_are_found),
        SCRATCH_TEST(an_isola_does_not_depend_on_how_it_is_excited),
        SCRATCH_TEST(it_is_found_with_condensed_degrees_of_freedom),
        SCRATCH_TEST(it_is_found_with_other_numbers),
        SCRATCH_TEST(the_isola_is_that_of_the_numbers_as_they_are),
        SCRATCH_TEST(the_order_of_levels_does_not_matter),
        SCRATCH_TEST(points_on_known_responses_add_nothing),
        SCRATCH_TEST(the_part_at_the_upper_end_is_found),
        SCRATCH_TEST(a_start_beside_an_onset_is_no_detached_part),
        SCRATCH_TEST(modes_without_isolas_add_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
