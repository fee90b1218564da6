/* Bounds over the forcing amplitude: ends followed from forcing amplitude to forcing amplitude, and events
 * between forcing amplitudes. */
#include "bounds_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A forcing amplitude in so many is searched anew; relative difference of amplitudes that counts as more;
 * bisections of an event in the interval between two forcing amplitudes. */
enum { SEARCH_EACH = 5, BISECTIONS = 12, EVENTS_MOST = 8 };
#define MORE 1e-9
/* A slider whose full force changes the amplitude by less, relative, is idle. */
#define IDLE 1e-8

void rdg_bounds_track_free(bounds_track *t)
{
    rdg_free(t->level);
    rdg_free(t->reason);
    for (int e = 0; e < 2; e++) {
        rdg_free(t->end[e]);
        rdg_free(t->row[e]);
    }
}

static rdg_bounds_end *end_of(rdg_bounds_result *r, int e)
{
    return e == 0 ? &r->low : &r->high;
}

static rdg_status add_row(bounds_track *t, int e, double level, const char *type, const rdg_bounds_end *end,
                          double width)
{
    RDG_TRY(rdg_context_reserve(t->s->ctx, &t->row[e], &t->capacity[e], t->rows[e] + 1, sizeof *t->row[e]));
    t->row[e][t->rows[e]++] = (bounds_row){.level = level, .type = type, .end = *end, .width = width};
    return RDG_OK;
}

/* Whether a slider that sticks counts. */
static bool is_idle(const rdg_bounds_search *s, const rdg_bounds_end *end, rdg_index k)
{
    const rdg_bounds_slider *slider = &end->slider[k];
    return slider->state <= RDG_BOUNDS_AT_UPPER && isfinite(slider->slope) &&
           fabs(slider->slope) * s->reach < IDLE * end->amplitude && slider->state != RDG_BOUNDS_FREE;
}

/* What happened between two motions; NULL: nothing. */
static const char *event_of(const rdg_bounds_search *s, const rdg_bounds_end *a, const rdg_bounds_end *b)
{
    for (rdg_index k = 0; k < s->n; k++) {
        const rdg_bounds_state from = a->slider[k].state;
        const rdg_bounds_state to = b->slider[k].state;
        const bool sticks[2] = {from <= RDG_BOUNDS_AT_UPPER, to <= RDG_BOUNDS_AT_UPPER};
        if (from == to || (sticks[0] && sticks[1] && (is_idle(s, a, k) || is_idle(s, b, k)))) {
            continue;
        }
        return sticks[0] && sticks[1] ? (to == RDG_BOUNDS_FREE ? "FREE" : "DRAG")
               : sticks[0]            ? "SLIP"
               : sticks[1]            ? "STICK"
                                      : "OPEN";
    }
    return (a->kind == RDG_PEAK_CORNER) != (b->kind == RDG_PEAK_CORNER) ? "CE" : NULL;
}

static rdg_status bounds_beside(bounds_track *t, double level, const rdg_bounds_end from[2])
{
    t->s->level = level;
    return rdg_bounds_continue(t->s, &from[0], &from[1]);
}

/* A forcing amplitude with both of its ends. */
typedef struct bounds_place {
    double level;
    rdg_bounds_end end[2];
} bounds_place;

/* The first event of end e behind `from`, by bisection; `from` goes there. false: there is none. */
static rdg_status locate(bounds_track *t, int e, bounds_place *from, const bounds_place *to, bool *found)
{
    const char *type = event_of(t->s, &from->end[e], &to->end[e]);
    double low = from->level;
    bounds_place there = *to;
    *found = type != NULL;
    for (int i = 0; type && i < BISECTIONS; i++) {
        const double middle = 0.5 * (low + there.level);
        RDG_TRY(bounds_beside(t, middle, from->end));
        const char *met = event_of(t->s, &from->end[e], end_of(t->s->result, e));
        if (met) {
            type = met;
            there = (bounds_place){middle, {t->s->result->low, t->s->result->high}};
        } else {
            low = middle;
        }
    }
    if (!type) {
        return RDG_OK;
    }
    *from = there;
    return add_row(t, e, there.level, type, &there.end[e],
                   there.end[1].amplitude / there.end[0].amplitude - 1.0);
}

static rdg_status locate_all(bounds_track *t, rdg_index k, int e)
{
    bounds_place from = {t->level[k - 1], {t->end[0][k - 1], t->end[1][k - 1]}};
    const bounds_place to = {t->level[k], {t->end[0][k], t->end[1][k]}};
    bool found = true;
    for (int i = 0; found && i < EVENTS_MOST; i++) {
        RDG_TRY(locate(t, e, &from, &to, &found));
    }
    return RDG_OK;
}

static void keep(bounds_track *t, rdg_index k)
{
    t->end[0][k] = t->s->result->low;
    t->end[1][k] = t->s->result->high;
    t->reason[k] = t->s->result->reason;
}

static double difference(double a, double b)
{
    return fabs(a / b - 1.0);
}

/* All forcing amplitudes since the last one that was searched anew, after a search has found more at forcing
 * amplitude k. */
static rdg_status search_before(bounds_track *t, rdg_index k)
{
    for (rdg_index i = k - 1; i >= 0 && i % SEARCH_EACH != 0; i--) {
        t->s->level = t->level[i];
        RDG_TRY(rdg_bounds_search_all(t->s));
        keep(t, i);
        t->anew++;
    }
    return RDG_OK;
}

static rdg_status find_ends(bounds_track *t)
{
    for (rdg_index k = 0; k < t->n; k++) {
        const bool anew = k % SEARCH_EACH == 0 || k == t->n - 1 || t->reason[k - 1] != RDG_BOUNDS_BAND;
        double low = NAN;
        double high = NAN;
        t->s->level = t->level[k];
        if (k > 0) {
            RDG_TRY(
                bounds_beside(t, t->level[k], (const rdg_bounds_end[2]){t->end[0][k - 1], t->end[1][k - 1]}));
            low = t->s->result->low.amplitude;
            high = t->s->result->high.amplitude;
            keep(t, k);
        }
        if (anew) {
            RDG_TRY(rdg_bounds_search_all(t->s));
            keep(t, k);
            if (k > 0 && t->reason[k - 1] == RDG_BOUNDS_BAND &&
                (difference(t->s->result->low.amplitude, low) > MORE ||
                 difference(t->s->result->high.amplitude, high) > MORE)) {
                RDG_TRY(search_before(t, k));
            }
        }
    }
    return RDG_OK;
}

rdg_status rdg_bounds_follow(bounds_track *t)
{
    RDG_TRY(find_ends(t));
    for (int e = 0; e < 2; e++) {
        for (rdg_index k = 0; k < t->n; k++) {
            if (k > 0) {
                RDG_TRY(locate_all(t, k, e));
            }
            const double width = t->end[1][k].amplitude / t->end[0][k].amplitude - 1.0;
            RDG_TRY(add_row(t, e, t->level[k], "", &t->end[e][k], width));
        }
    }
    rdg_bounds_result *r = t->s->result;
    r->low = t->end[0][t->n - 1];
    r->high = t->end[1][t->n - 1];
    r->reason = t->reason[t->n - 1];
    r->level = t->level[t->n - 1];
    return RDG_OK;
}
