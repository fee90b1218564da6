/* Samples: the maxima of the whole response at a forcing amplitude, compared one to one with the ridges
 * there. A maximum that lies on no ridge is where a new one starts; a ridge that the response does not show
 * is searched for on the response through it, which need not hang together with the rest. */
#include "ridges_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKS = 400, MOST_RIDGES = 200, MOST_AGAIN = 2 };

static const double same_level = 1e-9;
static const double too_close =
    1e-6; /* forcing amplitudes between which there is nothing to be examined, relative */

/* One forcing amplitude. */
typedef struct glance {
    rdg_ridges_work *w;
    rdg_ridges_look *look;
    double level;
    rdg_ridges_point *at; /* [capacity] of each ridge; ridge -1: it is not there */
    bool *seen;           /* [capacity] */
    rdg_index known, capacity;
    bool whole; /* the response from the domain's lower end was followed to the other one */
    bool blind; /* the response could not be followed */
} glance;

static void object(glance *g, const char *why)
{
    if (g->look->sample.agrees) {
        snprintf(g->look->why, sizeof g->look->why, "%s", why);
    }
    g->look->sample.agrees = false;
}

/* The ridges that are known by now, at this forcing amplitude. */
static rdg_status update(glance *g)
{
    rdg_ridges_work *w = g->w;
    char why[RDG_RIDGES_WHY];
    const rdg_index before = g->capacity;
    RDG_TRY(rdg_context_reserve(w->ctx, &g->at, &g->capacity, w->n_trails + 1, sizeof *g->at));
    if (g->capacity > before) {
        RDG_TRY(rdg_context_grow(w->ctx, &g->seen, before, g->capacity - before, sizeof *g->seen));
    }
    for (; g->known < w->n_trails; g->known++) {
        rdg_ridges_point *at = &g->at[g->known];
        *at = (rdg_ridges_point){.ridge = -1};
        g->seen[g->known] = false;
        if (!rdg_ridge_trail_reaches(&w->trail[g->known], g->level)) {
            continue;
        }
        const bool solved = rdg_ridge_trail_solve(w, &w->trail[g->known], g->level, at);
        RDG_TRY(rdg_error_status(w->ctx));
        at->ridge = g->known;
        if (!solved) {
            snprintf(why, sizeof why, "ridge %lld could not be solved for", (long long)g->known + 1);
            object(g, why);
        }
    }
    return RDG_OK;
}

static rdg_index find(const glance *g, const rdg_maximum *m)
{
    for (rdg_index k = 0; k < g->known; k++) {
        if (g->at[k].ridge >= 0 && rdg_same_maximum(&g->at[k], m->omega, m->amplitude)) {
            return k;
        }
    }
    return -1;
}

/* A maximum of the response: on a ridge, or where a new one starts. */
static rdg_status take(glance *g, const rdg_maximum *m, bool detached)
{
    rdg_ridges_work *w = g->w;
    char why[RDG_RIDGES_WHY];
    rdg_index k = find(g, m);
    const bool first = w->n_trails == 0; /* a search without any time has one ridge, too */
    if (k < 0 && !first && !rdg_ridges_has_time(w)) {
        object(g, "there was no time to follow all maxima");
    } else if (k < 0 && w->n_trails < MOST_RIDGES) {
        RDG_TRY(rdg_ridge_trail_follow(w, g->level, m, why, &k));
        RDG_TRY(update(g));
        w->all.detached += detached && k >= 0;
        if (k < 0) {
            object(g, why);
        }
    } else if (k < 0) {
        object(g, "there are more ridges than can be kept");
    }
    if (k >= 0 && !g->seen[k]) {
        g->seen[k] = true;
        w->trail[k].detached = w->trail[k].detached || detached;
        g->look->sample.maxima++;
    }
    g->look->sample.maxima += k < 0;
    return RDG_OK;
}

/* The maxima of the response from the domain's lower end, of those that cross it, and of detached ones; of
 * the one through a point, too. */
static rdg_status take_response(glance *g, const double *through)
{
    rdg_ridges_maxima found;
    rdg_status status = rdg_ridges_find_maxima(g->w, g->level, through, &found);
    for (rdg_index k = 0; k < found.count && status == RDG_OK; k++) {
        status = take(g, &found.maximum[k], found.detached[k]);
    }
    g->whole = g->whole || found.covered;
    if (found.covered && !found.resolved) {
        object(g, "the number of maxima is not certain");
    }
    rdg_ridges_maxima_free(&found);
    return status;
}

/* The response through a ridge that was not seen yet. */
static rdg_status look_through(glance *g, rdg_index ridge)
{
    rdg_ridges_work *w = g->w;
    char why[RDG_RIDGES_WHY];
    rdg_ridges_point at;
    if (!rdg_ridge_trail_solve(w, &w->trail[ridge], g->level, &at)) {
        return rdg_error_status(w->ctx);
    }
    RDG_TRY(take_response(g, w->u));
    if (!g->seen[ridge]) {
        snprintf(why, sizeof why, "ridge %lld, at %.9g rad/s, is no maximum of the response through it",
                 (long long)ridge + 1, at.omega);
        object(g, why);
        if (g->whole) {
            rdg_ridge_trail_cut(&w->trail[ridge], g->level);
            g->at[ridge].ridge = rdg_ridge_trail_reaches(&w->trail[ridge], g->level) ? ridge : -1;
        }
    }
    return RDG_OK;
}

/* Ridges that are the same at this forcing amplitude become one. */
static rdg_status join(glance *g)
{
    for (rdg_index k = g->known - 1; k > 0; k--) {
        rdg_index first = g->at[k].ridge >= 0 ? 0 : k;
        while (first < k && !(g->at[first].ridge >= 0 &&
                              rdg_same_maximum(&g->at[first], g->at[k].omega, g->at[k].amplitude))) {
            first++;
        }
        if (first == k) {
            continue;
        }
        RDG_TRY(rdg_ridge_trails_join(g->w, first, k, g->level));
        g->seen[first] = g->seen[first] || g->seen[k];
        memmove(&g->at[k], &g->at[k + 1], (size_t)(g->known - k - 1) * sizeof *g->at);
        memmove(&g->seen[k], &g->seen[k + 1], (size_t)(g->known - k - 1) * sizeof *g->seen);
        g->known--;
    }
    return RDG_OK;
}

static rdg_status compare(glance *g)
{
    rdg_ridges_work *w = g->w;
    RDG_TRY(update(g));
    RDG_TRY(take_response(g, NULL));
    RDG_TRY(join(g));
    for (rdg_index k = 0; k < g->known; k++) { /* their number may grow */
        if (g->at[k].ridge >= 0 && !g->seen[k]) {
            RDG_TRY(look_through(g, k));
        }
    }
    RDG_TRY(join(g));
    g->blind = !g->whole;
    if (g->blind) {
        object(g, "the response could not be followed over the whole domain");
    }
    for (rdg_index k = 0; k < g->known; k++) {
        g->look->sample.ridges += g->at[k].ridge >= 0;
    }
    return rdg_error_status(w->ctx);
}

static int by_level(const void *a, const void *b)
{
    const double x = ((const rdg_ridges_look *)a)->sample.level,
                 y = ((const rdg_ridges_look *)b)->sample.level;
    return (x > y) - (x < y);
}

/* One forcing amplitude; only if the response can be followed there, unless that must be. */
static rdg_status look_at(rdg_ridges_work *w, double level, bool must, bool *done)
{
    rdg_ridges_look look = {.sample = {.level = level, .agrees = true}};
    glance g = {.w = w, .look = &look, .level = level};
    RDG_TRY(rdg_context_reserve(w->ctx, &w->look, &w->look_capacity, w->n_looks + 1, sizeof *w->look));
    const rdg_status status = compare(&g);
    rdg_free(g.at);
    rdg_free(g.seen);
    RDG_TRY(status);
    *done = must || !g.blind;
    if (*done) {
        w->look[w->n_looks++] = look;
        qsort(w->look, (size_t)w->n_looks, sizeof *w->look, by_level);
    }
    return RDG_OK;
}

/* At a forcing amplitude between two others; where the response cannot be followed, at another one. */
static rdg_status look_between(rdg_ridges_work *w, double low, double high)
{
    static const double part[] = {0.5, 0.47, 0.57};
    const int n = sizeof part / sizeof *part;
    bool done = false;
    for (int k = 0; k < n && !done && rdg_ridges_has_time(w); k++) {
        RDG_TRY(look_at(w, low * pow(high / low, part[k]), k == n - 1, &done));
    }
    return RDG_OK;
}

/* --- which forcing amplitudes */

static bool is_sampled_between(const rdg_ridges_work *w, double low, double high)
{
    for (rdg_index k = 0; k < w->n_looks; k++) {
        const double level = w->look[k].sample.level;
        if (level >= low * (1.0 - same_level) && level <= high * (1.0 + same_level)) {
            return true;
        }
    }
    return false;
}

/* The next forcing amplitude at which a ridge begins or ends, above another one. */
static double next_end(const rdg_ridges_work *w, double above)
{
    double next = w->high;
    for (rdg_index k = 0; k < w->n_trails; k++) {
        const double end[] = {w->trail[k].low.level, w->trail[k].high.level};
        for (int i = 0; i < 2; i++) {
            next = end[i] > above * (1.0 + too_close) && end[i] < next ? end[i] : next;
        }
    }
    return next;
}

/* Two ends that follow each other and have no sample between them; false: there are none. */
static bool find_unsampled(const rdg_ridges_work *w, double *low, double *high)
{
    *low = w->low;
    while (*low < w->high * (1.0 - too_close)) {
        *high = next_end(w, *low);
        if (!is_sampled_between(w, *low * (1.0 + 0.1 * too_close), *high * (1.0 - 0.1 * too_close))) {
            return true;
        }
        *low = *high;
    }
    return false;
}

/* The first sample at which other ridges are known by now than were then, and that was not examined again
 * too often; -1: there is none. */
static rdg_index find_outdated(const rdg_ridges_work *w, int most)
{
    for (rdg_index k = 0; k < w->n_looks; k++) {
        rdg_index there = 0;
        for (rdg_index i = 0; i < w->n_trails; i++) {
            there += rdg_ridge_trail_reaches(&w->trail[i], w->look[k].sample.level);
        }
        if (there != w->look[k].sample.ridges && w->look[k].again < most) {
            return k;
        }
    }
    return -1;
}

/* Ridges that were found after a sample may be there too, or be the same as another one. */
static rdg_status look_again(rdg_ridges_work *w)
{
    bool done = false;
    for (rdg_index k = find_outdated(w, MOST_AGAIN); k >= 0 && rdg_ridges_has_time(w);
         k = find_outdated(w, MOST_AGAIN)) {
        const rdg_ridges_look old = w->look[k];
        w->n_looks--;
        memmove(&w->look[k], &w->look[k + 1], (size_t)(w->n_looks - k) * sizeof *w->look);
        RDG_TRY(look_at(w, old.sample.level, true, &done));
        w->look[k].again = old.again + 1;
        RDG_TRY(rdg_trenches_follow(w));
    }
    for (rdg_index k = find_outdated(w, MOST_LOOKS); k >= 0; k = find_outdated(w, MOST_LOOKS)) {
        rdg_ridges_look *look = &w->look[k];
        look->sample.agrees = false;
        look->again = MOST_LOOKS;
        snprintf(look->why, sizeof look->why,
                 "ridges found at other forcing amplitudes do not agree with those here");
    }
    return RDG_OK;
}

/* Between all ends that follow each other. */
static rdg_status look_between_ends(rdg_ridges_work *w)
{
    double low = 0.0, high = 0.0;
    while (rdg_ridges_has_time(w) && find_unsampled(w, &low, &high)) {
        if (w->n_looks >= MOST_LOOKS) {
            return rdg_ridges_doubt(w, w->low, w->high, "more than %d responses would have to be scanned",
                                    MOST_LOOKS);
        }
        RDG_TRY(look_between(w, low, high));
        RDG_TRY(rdg_trenches_follow(w));
    }
    return RDG_OK;
}

rdg_status rdg_ridges_look_at_all(rdg_ridges_work *w)
{
    const rdg_index spread = w->spread;
    const double ratio = pow(w->high / w->low, 1.0 / (double)(spread - 1));
    bool done = false;
    RDG_TRY(look_at(w, w->low, true, &done));
    for (rdg_index k = 1; k < spread - 1; k++) {
        const double level = w->low * pow(ratio, (double)k);
        RDG_TRY(look_between(w, level / sqrt(ratio), level * sqrt(ratio)));
    }
    RDG_TRY(look_at(w, w->high, true, &done));
    RDG_TRY(rdg_trenches_follow(w));
    RDG_TRY(look_between_ends(w));
    if (rdg_ridges_has_time(w)) {
        RDG_TRY(rdg_ridges_look_for_detached(w));
    }
    RDG_TRY(look_between_ends(w));
    RDG_TRY(look_again(w));
    return look_between_ends(w); /* ridges that have become one end elsewhere */
}
