/* Samples: the maxima of the whole response at a forcing amplitude, compared one to one with the ridges
 * there. A maximum that lies on no ridge is where a new one starts; a ridge that the response does not show
 * is searched for on the response through it, which need not hang together with the rest. */
#include "ridges_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RIDGES = 200 };

/* A known ridge at a forcing amplitude */
typedef struct sight {
    rdg_ridges_point at; /* ridge -1: it is not there */
    bool seen;           /* a response that was followed has it */
    bool tried;          /* the response through it was followed */
} sight;

/* One forcing amplitude. */
typedef struct glance {
    rdg_ridges_work *w;
    rdg_ridges_look *look;
    double level;
    sight *ridge; /* [capacity] */
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
    RDG_TRY(rdg_context_reserve(w->ctx, &g->ridge, &g->capacity, w->n_trails + 1, sizeof *g->ridge));
    for (; g->known < w->n_trails; g->known++) {
        rdg_ridges_point *at = &g->ridge[g->known].at;
        g->ridge[g->known] = (sight){.at = {.ridge = -1}};
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
        const rdg_ridges_point *at = &g->ridge[k].at;
        if (at->ridge >= 0 && rdg_same_maximum(at, m->omega, m->amplitude)) {
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
    if (k >= 0 && !g->ridge[k].seen) {
        g->ridge[k].seen = true;
        w->trail[k].detached = w->trail[k].detached || detached;
        g->look->sample.maxima++;
    }
    g->look->sample.maxima += k < 0;
    return RDG_OK;
}

/* The maxima of the response from the domain's lower end, of those that cross it, and of detached ones; of
 * those through points [n], too. */
static rdg_status take_response(glance *g, rdg_index n, const double *const *through)
{
    rdg_ridges_maxima found;
    rdg_status status = rdg_ridges_find_maxima(g->w, g->level, n, through, &found);
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

/* Ridges that are the same at this forcing amplitude become one. */
static rdg_status join(glance *g)
{
    for (rdg_index k = g->known - 1; k > 0; k--) {
        const sight *last = &g->ridge[k];
        rdg_index first = last->at.ridge >= 0 ? 0 : k;
        while (first < k && !(g->ridge[first].at.ridge >= 0 &&
                              rdg_same_maximum(&g->ridge[first].at, last->at.omega, last->at.amplitude))) {
            first++;
        }
        if (first == k) {
            continue;
        }
        RDG_TRY(rdg_ridge_trails_join(g->w, first, k, g->level));
        g->ridge[first].seen = g->ridge[first].seen || last->seen;
        memmove(&g->ridge[k], &g->ridge[k + 1], (size_t)(g->known - k - 1) * sizeof *g->ridge);
        g->known--;
    }
    return RDG_OK;
}

/* A ridge that the response through its point does not show */
static void judge_unseen(glance *g, rdg_index ridge)
{
    rdg_ridges_work *w = g->w;
    sight *of = &g->ridge[ridge];
    char why[RDG_RIDGES_WHY];
    snprintf(why, sizeof why, "ridge %lld, at %.9g rad/s, is no maximum of the response through it",
             (long long)ridge + 1, of->at.omega);
    object(g, why);
    if (g->whole) {
        rdg_ridge_trail_cut(&w->trail[ridge], g->level);
        of->at.ridge = rdg_ridge_trail_reaches(&w->trail[ridge], g->level) ? ridge : -1;
    }
}

/* Points of ridges that are not seen yet and through which no response was followed: [*n], one allocation.
 * detached: of those alone that other samples have on detached parts */
static rdg_status find_points(glance *g, bool detached, rdg_index *n, double **points)
{
    rdg_ridges_work *w = g->w;
    const size_t size = (size_t)w->d.n_extended;
    *n = 0;
    *points = rdg_context_calloc(w->ctx, size * (size_t)g->known, sizeof **points);
    for (rdg_index k = 0; *points && k < g->known; k++) {
        sight *of = &g->ridge[k];
        rdg_ridges_point at;
        if (of->at.ridge < 0 || of->seen || of->tried || (detached && !w->trail[k].detached)) {
            continue;
        }
        if (rdg_ridge_trail_solve(w, &w->trail[k], g->level, &at)) {
            memcpy(*points + size * (size_t)(*n)++, w->u, size * sizeof *w->u);
            of->at.omega = at.omega;
            of->tried = true;
        }
        RDG_TRY(rdg_error_status(w->ctx));
    }
    return *points ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status take_through(glance *g, rdg_index n, const double *points)
{
    rdg_context *ctx = g->w->ctx;
    const double **each = rdg_context_calloc(ctx, (size_t)n, sizeof *each);
    for (rdg_index k = 0; each && k < n; k++) {
        each[k] = points + k * g->w->d.n_extended;
    }
    const rdg_status status = each ? take_response(g, n, each) : RDG_ERR_NO_MEMORY;
    rdg_free((void *)each);
    return status;
}

/* The response, with all parts through ridges that it does not show. They are followed together: the rest of
 * the response would be followed again for each of them. Those that were detached elsewhere come at once. */
static rdg_status look_through_all(glance *g)
{
    rdg_index n = 1;
    for (int round = 0; n > 0; round++) {
        double *points = NULL;
        rdg_status status = find_points(g, round == 0, &n, &points);
        if (status == RDG_OK && (n > 0 || round == 0)) {
            status = take_through(g, n, points);
        }
        rdg_free(points);
        RDG_TRY(status);
        RDG_TRY(join(g));
        n = round == 0 ? 1 : n;
    }
    for (rdg_index k = 0; k < g->known; k++) {
        if (g->ridge[k].tried && !g->ridge[k].seen) {
            judge_unseen(g, k);
        }
    }
    return RDG_OK;
}

static rdg_status compare(glance *g)
{
    rdg_ridges_work *w = g->w;
    RDG_TRY(update(g));
    RDG_TRY(look_through_all(g));
    g->blind = !g->whole;
    if (g->blind) {
        object(g, "the response could not be followed over the whole domain");
    }
    for (rdg_index k = 0; k < g->known; k++) {
        g->look->sample.ridges += g->ridge[k].at.ridge >= 0;
    }
    return rdg_error_status(w->ctx);
}

static int by_level(const void *a, const void *b)
{
    const double x = ((const rdg_ridges_look *)a)->sample.level,
                 y = ((const rdg_ridges_look *)b)->sample.level;
    return (x > y) - (x < y);
}

rdg_status rdg_ridges_look_at(rdg_ridges_work *w, double level, bool must, bool *done)
{
    rdg_ridges_look look = {.sample = {.level = level, .agrees = true}};
    glance g = {.w = w, .look = &look, .level = level};
    RDG_TRY(rdg_context_reserve(w->ctx, &w->look, &w->look_capacity, w->n_looks + 1, sizeof *w->look));
    const rdg_status status = compare(&g);
    rdg_free(g.ridge);
    RDG_TRY(status);
    *done = must || !g.blind;
    if (*done) {
        w->look[w->n_looks++] = look;
        qsort(w->look, (size_t)w->n_looks, sizeof *w->look, by_level);
    }
    return RDG_OK;
}
