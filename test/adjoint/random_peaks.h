/* Peak sets of random structures against whole responses, and matched with the sets of another level. */
#ifndef RDG_TEST_RANDOM_PEAKS_H
#define RDG_TEST_RANDOM_PEAKS_H

#include "random_response.h"
#include "response_scan.h"

#include <ridgewalk/peak_set.h>

enum { MATCHED = 64 };

typedef struct peak_score {
    long points; /* of the responses */
    long maxima, missed, extra, uncertain, refused;
    long followed, on, off, lost, left, folds, false_folds;
    long lost_behind; /* on responses behind branch points */
} peak_score;

static inline bool has_peak(double amplitude, double omega, double other, double other_omega)
{
    return fabs(other / amplitude - 1.0) < 1e-6 && fabs(other_omega / omega - 1.0) < 1e-3;
}

static inline void compare_with_response(const rdg_peak_set *set, const rdg_peaks *found, peak_score *score)
{
    for (rdg_index i = 0; i < found->count; i++) {
        bool has = false;
        for (rdg_index j = 0; j < set->count; j++) {
            has = has ||
                  (set->peak[j]->part == 0 && has_peak(found->maximum[i].amplitude, found->maximum[i].omega,
                                                       set->peak[j]->amplitude, set->peak[j]->omega));
        }
        score->maxima++;
        score->missed += !has;
    }
    for (rdg_index j = 0; j < set->count; j++) {
        bool has = set->peak[j]->part > 0; /* those of the response alone are compared */
        for (rdg_index i = 0; i < found->count; i++) {
            has = has || has_peak(found->maximum[i].amplitude, found->maximum[i].omega,
                                  set->peak[j]->amplitude, set->peak[j]->omega);
        }
        score->extra += !has;
    }
}

/* A peak that ends at a fold, as reported: no peak at a level beyond leads back to it. */
static inline bool ends_at_fold(rdg_peak_response *r, const rdg_peak_point *from, double level)
{
    rdg_index to[MATCHED];
    rdg_peak_event event[MATCHED];
    rdg_peak_point *peak = rdg_peak_point_copy(r, from);
    bool ends = rdg_peak_follow(r, peak, level) == RDG_PEAK_FOLD;
    const rdg_peak_set *here = rdg_peak_set_at(r, peak->level),
                       *beyond = rdg_peak_set_at(r, 1.03 * peak->level);
    ends = ends && here && beyond && peak->level > from->level && peak->level < level &&
           rdg_peak_match(r, beyond, here, to, event) == RDG_OK;
    for (rdg_index k = 0; ends && k < beyond->count; k++) {
        ends = to[k] < 0 || fabs(here->peak[to[k]]->amplitude / peak->amplitude - 1.0) > 1e-7;
    }
    rdg_peak_point_free(peak);
    return ends;
}

/* From the level of the set over eight levels, each 1.3 times the one before. */
static inline void follow_all(const random_response *q, const rdg_peak_set *set, peak_score *score)
{
    rdg_index to[MATCHED];
    rdg_peak_event event[MATCHED];
    rdg_peak_response *r = rdg_peak_response_create(q->hb, "Am", 0.5 * q->low, 3.0 * q->high, NULL);
    const rdg_peak_set *there = rdg_peak_set_at(r, set->level * pow(1.3, 8));
    if (there && set->count <= MATCHED && rdg_peak_match(r, set, there, to, event) == RDG_OK) {
        for (rdg_index k = 0; k < set->count; k++) {
            score->followed++;
            *(set->peak[k]->part == 0 ? &score->lost : &score->lost_behind) += event[k] == RDG_PEAK_LOST;
            score->left += event[k] == RDG_PEAK_LEFT_WINDOW;
            score->folds += event[k] == RDG_PEAK_FOLD;
            score->false_folds += event[k] == RDG_PEAK_FOLD && !ends_at_fold(r, set->peak[k], there->level);
            score->on += event[k] == RDG_PEAK_REACHED && to[k] >= 0;
            score->off += event[k] == RDG_PEAK_REACHED && to[k] < 0;
        }
    }
}

/* Of the structure of a kind with a number. */
static inline uint64_t seed_of(random_kind kind, int number)
{
    return 1000 * (uint64_t)kind + 7919 * (uint64_t)number + 17;
}

/* One structure; false: there is none of this seed. */
static inline void score_peaks(uint64_t seed, random_kind kind, peak_score *score)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    random_response q = random_system(ctx, &seed, kind);
    assert_int_equal(rdg_error_status(ctx), RDG_OK);
    rdg_peak_response *r = rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL);
    const rdg_peak_set *set = rdg_peak_set_at(r, q.alpha);
    if (!set) {
        fail_msg("%s", rdg_error_message(ctx));
    }
    const rdg_peaks *found =
        scan_response(q.hb, "Am", RDG_HOLD_AT("alpha", q.alpha), RDG_WINDOW("omega", q.low, q.high));
    rdg_error_clear(ctx);
    score->points += set->points;
    score->uncertain += !set->covered || set->unresolved > 0;
    if (found) {
        compare_with_response(set, found, score);
    }
    score->refused += !found;
    follow_all(&q, set, score);
    rdg_context_free(ctx);
}

#endif
