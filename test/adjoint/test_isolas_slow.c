/* Detached parts in the sets of random structures, against all parts by brute force.
 * ISOLAS_FIRST, ISOLAS_EACH: others than these, of each sort. */
#define _XOPEN_SOURCE 700

#include "adjoint/random_isolas.h"
#include "adjoint/random_peaks.h"

static int wanted(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static isola_score campaign(int from, int to)
{
    const int first = wanted("ISOLAS_FIRST", 0), each = wanted("ISOLAS_EACH", 60);
    isola_score score = {0};
    for (int sort = from; sort < to; sort++) {
        for (int k = first; k < first + each; k++) {
            score_structure(sort, k, 100, &score);
        }
    }
    print_message("%ld structures, %ld detached parts, %ld missed, of the others %ld of %ld maxima; %ld "
                  "detached peaks, %ld unreal; %ld levels "
                  "beside births and mergers, %ld isolas not there; %ld uncertain sets\n",
                  score.structures, score.parts, score.missed, score.maxima_missed, score.maxima,
                  score.detached, score.unreal, score.levels, score.not_there, score.uncertain);
    assert_int_equal(score.unreal, 0);
    assert_int_equal(score.maxima_missed, 0);
    return score;
}

/* Of 63 one is missed, of an internal resonance 1:3 (absorber, number 58); of the next 51, from number 1000
 * on, five: three of these belong to an internal resonance. */
static void isolas_of_one_resonance_are_found(void **state)
{
    (void)state;
    const isola_score score = campaign(SELF_EXCITED, ABSORBER_STOP);
    assert_true(10 * score.missed <= score.parts);
    assert_int_equal(score.not_there, 0);
    assert_true(50 * score.uncertain <= score.structures);
}

/* The backbones do not follow tongues of internal resonance: of the second harmonic, by a one-sided stop. */
static void of_internal_resonances_some_are_missed(void **state)
{
    (void)state;
    const isola_score score = campaign(ABSORBER_STOP, ISOLA_SORTS);
    assert_true(3 * score.missed <= 2 * score.parts);
}

/* Chains of masses that are linear, rub or slide: nothing is invented. */
static void structures_without_isolas_have_none(void **state)
{
    (void)state;
    const int first = wanted("ISOLAS_FIRST", 0), each = wanted("ISOLAS_EACH", 60);
    long structures = 0, detached = 0, unreal = 0;
    for (int kind = LINEAR; kind <= SLIDING; kind++) {
        for (int k = first; k < first + each; k++, structures++) {
            rdg_context *ctx = rdg_context_create();
            uint64_t seed = seed_of((random_kind)kind, k);
            rdg_set_writer(ctx, NULL, NULL);
            const random_response q = random_system(ctx, &seed, (random_kind)kind);
            const isola_case c = {.hb = q.hb, .low = q.low, .high = q.high, .alpha = q.alpha};
            rdg_peak_response *r = rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL);
            const rdg_peak_set *set = rdg_peak_set_at(r, q.alpha);
            brute_parts all;
            assert_non_null(set);
            detached += set->detached;
            begin_part(&c, 1, &all);
            for (rdg_index i = 0; i < set->count; i++) {
                unreal += set->peak[i]->detached && !is_real(&all, set->peak[i]);
            }
            free_parts(&all);
            rdg_context_free(ctx);
        }
    }
    print_message("%ld structures, %ld detached parts, %ld unreal peaks\n", structures, detached, unreal);
    assert_int_equal(unreal, 0);
    assert_true(50 * detached <= structures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isolas_of_one_resonance_are_found),
        cmocka_unit_test(of_internal_resonances_some_are_missed),
        cmocka_unit_test(structures_without_isolas_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
