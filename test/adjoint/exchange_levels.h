/* Peak sets at the very forcing amplitudes at which peaks exchange, against whole responses. */
#ifndef RDG_TEST_EXCHANGE_LEVELS_H
#define RDG_TEST_EXCHANGE_LEVELS_H

#include "random_peaks.h"

enum { MOST_EXCHANGES = 64 };

typedef struct exchange_list {
    rdg_peak_response *r;
    int count;
    rdg_peak_point *at[MOST_EXCHANGES]; /* the peaks there */
} exchange_list;

typedef struct exchange_score {
    int kinds[3]; /* exchanges of each */
    int lacking;  /* sets without the peak that is exchanged */
    int doubled;  /* with two peaks at one place */
    int open;     /* not whole */
    int missed, extra, refused;
} exchange_score;

typedef struct exchange_notes {
    exchange_list *list;
    exchange_score *score;
} exchange_notes;

static inline void note_exchange(const rdg_peak_exchange *met, const rdg_peak_point *at, void *data)
{
    const exchange_notes *notes = data;
    assert_true(notes->list->count < MOST_EXCHANGES);
    notes->list->at[notes->list->count++] = rdg_peak_point_copy(notes->list->r, at);
    notes->score->kinds[met->kind]++;
}

/* Exchanges of all peaks of a set on the way to another forcing amplitude. */
static inline void find_exchanges(double from, double to, exchange_list *list, exchange_score *score)
{
    const rdg_peak_set *set = rdg_peak_set_at(list->r, from);
    assert_non_null(set);
    for (rdg_index k = 0; k < set->count; k++) {
        rdg_peak_point *peak = rdg_peak_point_copy(list->r, set->peak[k]);
        rdg_peak_follow_exchanges(list->r, peak, to, note_exchange, &(exchange_notes){list, score});
        rdg_peak_point_free(peak);
    }
    rdg_peak_set_free(set);
}

/* Is it one place? The last variables of a point are omega and alpha. */
static inline bool are_at_one_place(const rdg_peak_point *a, const rdg_peak_point *b)
{
    double off = 0.0, all = 0.0;
    for (rdg_index i = 0; i < a->n - 2; i++) {
        off += (a->u[i] - b->u[i]) * (a->u[i] - b->u[i]);
        all += b->u[i] * b->u[i];
    }
    return off < 1e-12 * all && fabs(a->omega / b->omega - 1.0) < 1e-6;
}

/* A non-smooth peak that is about to end: narrower than the steps of a run. */
static inline bool is_narrow(const rdg_peak_point *p)
{
    const double a = fabs(p->stuck_slope), b = fabs(p->slip_slope);
    return p->kind == RDG_PEAK_CORNER && fmin(a, b) < 1e-3 * fmax(a, b);
}

/* The referee need not see the peak that is exchanged: it may meet a minimum there. */
static inline void compare_at_exchange(const random_response *q, const rdg_peak_set *set,
                                       const rdg_peak_point *own, exchange_score *score)
{
    const rdg_peaks *found =
        scan_response(q->hb, "Am", RDG_HOLD_AT("alpha", set->level), RDG_WINDOW("omega", q->low, q->high));
    peak_score all = {0};
    score->refused += !found;
    if (found) {
        compare_with_response(set, found, &all);
        scan_free(found);
    }
    for (rdg_index k = 0; k < set->count && all.extra > 0; k++) {
        all.extra -= is_narrow(set->peak[k]) || are_at_one_place(set->peak[k], own);
    }
    score->missed += (int)all.missed;
    score->extra += (int)all.extra;
}

/* Exchanges of one structure from 0.05 to 5 times its forcing amplitude; brute: compare with responses. */
static inline void score_exchanges(uint64_t seed, random_kind kind, bool brute, exchange_score *score)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const random_response q = random_system(ctx, &seed, kind);
    exchange_list list = {.r = rdg_peak_response_create(q.hb, "Am", q.low, q.high, NULL)};
    find_exchanges(0.05 * q.alpha, 5.0 * q.alpha, &list, score);
    for (int i = 0; i < list.count; i++) {
        rdg_error_clear(ctx);
        const rdg_peak_set *set = rdg_peak_set_at(list.r, list.at[i]->level);
        assert_non_null(set);
        int own = 0;
        for (rdg_index k = 0; k < set->count; k++) {
            own += are_at_one_place(set->peak[k], list.at[i]);
        }
        score->lacking += own == 0;
        score->doubled += own > 1;
        score->open += !set->whole;
        if (brute) {
            compare_at_exchange(&q, set, list.at[i], score);
        }
        rdg_peak_set_free(set);
        rdg_peak_point_free(list.at[i]);
    }
    rdg_context_free(ctx);
}

#endif
