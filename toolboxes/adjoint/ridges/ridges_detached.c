/* The search for detached responses. Known responses are followed over the window, and where they pass the
 * frequencies of a grid their points are kept; there these are deflated, and Newton's method looks for
 * further solutions. The response through one of those is followed in turn, and its maxima begin new ridges.
 * The levels are gone through downwards: what hangs together above and not below is then a start at hand. */
#include "ridges_impl.h"

#include <ridgewalk/deflate.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOUND = 20 };

/* Points at one frequency of the grid. */
typedef struct grid_points {
    double omega;
    double **u;    /* [n][variables]: this level's so far; guesses between charts until they are solved for */
    double *reach; /* [n] distance within which the solution is to be */
    double **before; /* [n_before][variables]: the last level's */
    rdg_index n, room, reach_room, n_before;
} grid_points;

typedef struct hunt {
    rdg_ridges_work *w;
    double level;
    rdg_problem *p;
    rdg_deflation *search;
    rdg_index n, omega;
    double *u;            /* [n] a start */
    double *last, *first; /* [n] the chart before; the one that both ways begin at */
    rdg_index found;      /* at this level */
    grid_points *at;      /* [frequencies] */
    rdg_index frequencies;
} hunt;

static void forget(double **u, rdg_index n)
{
    for (rdg_index k = 0; k < n; k++) {
        rdg_free(u[k]);
    }
}

static void release(hunt *h)
{
    for (rdg_index k = 0; h->at && k < h->frequencies; k++) {
        forget(h->at[k].u, h->at[k].n);
        forget(h->at[k].before, h->at[k].n_before);
        rdg_free(h->at[k].u);
        rdg_free(h->at[k].before);
        rdg_free(h->at[k].reach);
    }
    rdg_free(h->at);
    rdg_deflation_free(h->search);
    rdg_problem_free(h->p);
    rdg_free(h->u);
    rdg_free(h->last);
    rdg_free(h->first);
}

/* --- the known responses on the grid */

static rdg_status keep(hunt *h, grid_points *at, const double *u, double reach)
{
    rdg_context *ctx = h->w->ctx;
    RDG_TRY(rdg_context_reserve(ctx, &at->u, &at->room, at->n + 1, sizeof *at->u));
    RDG_TRY(rdg_context_reserve(ctx, &at->reach, &at->reach_room, at->n + 1, sizeof *at->reach));
    double *copy = rdg_context_calloc(ctx, (size_t)h->n, sizeof *copy);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    at->reach[at->n] = reach;
    at->u[at->n++] = memcpy(copy, u, (size_t)h->n * sizeof *copy);
    return RDG_OK;
}

/* Of the responses; the frequency is another matter. */
static double distance(const hunt *h, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < h->n; j++) {
        sum += j == h->omega ? 0.0 : (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sqrt(sum);
}

/* Where the way from the chart before to this one passes a frequency of the grid. */
static rdg_status keep_between(hunt *h, const double *u)
{
    const double from = h->last[h->omega];
    const double to = u[h->omega];
    for (rdg_index k = 0; k < h->frequencies; k++) {
        const double omega = h->at[k].omega;
        if ((from < omega) == (to < omega)) {
            continue;
        }
        const double x = (omega - from) / (to - from);
        for (rdg_index j = 0; j < h->n; j++) {
            h->u[j] = h->last[j] + x * (u[j] - h->last[j]);
        }
        RDG_TRY(keep(h, &h->at[k], h->u, distance(h, h->last, u)));
    }
    return RDG_OK;
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    hunt *h = data;
    (void)p;
    const size_t bytes = (size_t)h->n * sizeof *h->last;
    if (chart->point == 0) {
        memcpy(h->first, chart->u, bytes);
    } else if (llabs(chart->point) == 1) {
        memcpy(h->last, h->first, bytes);
    }
    const rdg_status status = chart->point != 0 ? keep_between(h, chart->u) : RDG_OK;
    memcpy(h->last, chart->u, bytes);
    return status != RDG_OK;
}

/* A maximum of a response: on a ridge, or the beginning of one. */
static rdg_status take(hunt *h, const rdg_maximum *m)
{
    rdg_ridges_work *w = h->w;
    char why[RDG_RIDGES_WHY] = "";
    rdg_index known = -1;
    if (w->ready && rdg_ridge_trails_know(w, false, h->level, m)) {
        return rdg_error_status(w->ctx);
    }
    RDG_TRY(rdg_error_status(w->ctx));
    RDG_TRY(rdg_ridge_trail_follow(w, h->level, m, why, &known));
    return known >= 0
               ? RDG_OK
               : rdg_ridges_doubt(w, h->level, h->level, "at %.9g %s %.180s", h->level, w->d.level_unit, why);
}

/* A part of a response is whole if it closes, or leaves the window at both ends, wherever that is. */
static bool is_whole(const rdg_ridges_work *w, const rdg_peaks *found)
{
    bool leaves = true;
    for (int k = 0; k < 2; k++) {
        const double omega = found->end[k].omega;
        leaves =
            leaves && (fabs(omega / w->d.edge[0] - 1.0) <= 1e-9 || fabs(omega / w->d.edge[1] - 1.0) <= 1e-9);
    }
    return leaves || found->stop == RDG_STOP_CLOSED;
}

/* The response through a point, or the whole one: its points on the grid, and its maxima. */
static rdg_status follow(hunt *h, const double *through)
{
    rdg_ridges_work *w = h->w;
    const rdg_peaks *found = rdg_ridges_response(w, h->level, through, look, h);
    rdg_status status = rdg_error_status(w->ctx);
    for (rdg_index k = 0; found && k < found->count && status == RDG_OK; k++) {
        status = take(h, &found->maximum[k]);
    }
    if (through && status == RDG_OK && !(found && is_whole(w, found))) {
        status = rdg_ridges_doubt(w, h->level, h->level,
                                  "at %.9g %s a detached response at %.9g rad/s could not be followed",
                                  h->level, w->d.level_unit, through[h->omega]);
    }
    rdg_peaks_free(found);
    return status;
}

/* The whole response, and those through ridges that were seen to be detached. */
static rdg_status follow_known(hunt *h)
{
    rdg_ridges_work *w = h->w;
    RDG_TRY(follow(h, NULL));
    for (rdg_index k = 0; k < w->n_trails; k++) {
        rdg_ridges_point at;
        if (w->trail[k].detached && rdg_ridge_trail_reaches(&w->trail[k], h->level) &&
            rdg_ridge_trail_solve(w, &w->trail[k], h->level, &at)) {
            RDG_TRY(follow(h, w->u));
        }
        RDG_TRY(rdg_error_status(w->ctx));
    }
    return RDG_OK;
}

/* --- the search */

static void let_slip(rdg_ridges_work *w)
{
    if (w->ready) {
        rdg_ridge_release_contacts(&w->d);
    }
}

/* Guesses of known responses that were kept since the last time become known solutions. */
static rdg_status add_known(hunt *h, grid_points *at, rdg_index *solved)
{
    for (; *solved < at->n; ++*solved) {
        bool found = false;
        memcpy(h->u, at->u[*solved], (size_t)h->n * sizeof *h->u);
        RDG_TRY(rdg_deflation_solve(h->search, h->u, &found));
        if (found && distance(h, h->u, at->u[*solved]) <= at->reach[*solved]) {
            RDG_TRY(rdg_deflation_add(h->search, h->u));
        }
    }
    return RDG_OK;
}

/* All further solutions from a start; the responses through them are known from then on. */
static rdg_status search_from(hunt *h, grid_points *at, const double *start, rdg_index *solved)
{
    bool found = true;
    while (found && h->found < MOST_FOUND) {
        memcpy(h->u, start, (size_t)h->n * sizeof *h->u);
        h->u[h->omega] = at->omega;
        let_slip(h->w);
        RDG_TRY(rdg_deflation_search(h->search, h->u, &found));
        if (found) {
            h->found++;
            RDG_TRY(follow(h, rdg_deflation_solution(h->search, rdg_deflation_count(h->search) - 1)));
            let_slip(h->w);
            RDG_TRY(add_known(h, at, solved));
        }
    }
    return RDG_OK;
}

/* The point of a ridge that is nearest in frequency. */
static const double *nearest(const rdg_ridge_trail *t, double omega)
{
    const rdg_ridge_trail_point *best = &t->at[0];
    for (rdg_index k = 1; k < t->n; k++) {
        best = fabs(t->at[k].omega - omega) < fabs(best->omega - omega) ? &t->at[k] : best;
    }
    return best->u;
}

static rdg_status search_at(hunt *h, grid_points *at)
{
    rdg_ridges_work *w = h->w;
    rdg_index solved = 0;
    RDG_TRY(rdg_deflation_hold(h->search, w->level_name, h->level));
    RDG_TRY(rdg_deflation_hold(h->search, "omega", at->omega));
    let_slip(w);
    RDG_TRY(add_known(h, at, &solved));
    for (rdg_index k = 0; k < at->n_before; k++) {
        RDG_TRY(search_from(h, at, at->before[k], &solved));
    }
    for (rdg_index k = 0; k < w->n_trails; k++) {
        RDG_TRY(search_from(h, at, nearest(&w->trail[k], at->omega), &solved));
    }
    for (rdg_index k = 0; k < rdg_deflation_count(h->search); k++) {
        RDG_TRY(search_from(h, at, rdg_deflation_solution(h->search, k), &solved));
    }
    return RDG_OK;
}

/* What is known at this level becomes what was known at the one before. */
static rdg_status hand_on(hunt *h, grid_points *at)
{
    const rdg_index n = rdg_deflation_count(h->search);
    rdg_context *ctx = h->w->ctx;
    forget(at->before, at->n_before);
    rdg_free(at->before);
    at->n_before = 0;
    at->before = rdg_context_calloc(ctx, (size_t)n, sizeof *at->before);
    for (rdg_index k = 0; at->before && k < n; k++) {
        double *copy = rdg_context_calloc(ctx, (size_t)h->n, sizeof *copy);
        if (!copy) {
            return RDG_ERR_NO_MEMORY;
        }
        at->before[at->n_before++] =
            memcpy(copy, rdg_deflation_solution(h->search, k), (size_t)h->n * sizeof *copy);
    }
    return rdg_error_status(ctx);
}

static rdg_status search_level(hunt *h)
{
    h->found = 0;
    RDG_TRY(follow_known(h));
    for (rdg_index k = 0; k < h->frequencies; k++) {
        RDG_TRY(search_at(h, &h->at[k]));
        RDG_TRY(hand_on(h, &h->at[k]));
    }
    for (rdg_index k = 0; k < h->frequencies; k++) {
        forget(h->at[k].u, h->at[k].n);
        h->at[k].n = 0;
    }
    h->w->all.detached += h->found;
    h->w->all.searched++;
    return h->found < MOST_FOUND
               ? RDG_OK
               : rdg_ridges_doubt(h->w, h->level, h->level,
                                  "at %.9g %s there are more than %d detached responses or pieces of them",
                                  h->level, h->w->d.level_unit, MOST_FOUND);
}

/* A problem of the response in the order of variables that responses have here, all its parameters held. */
static rdg_status make_search(hunt *h)
{
    rdg_ridges_work *w = h->w;
    const rdg_ridge_driver *d = &w->d;
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    rdg_at *at = rdg_context_calloc(w->ctx, (size_t)d->n_numbers + 3, sizeof *at);
    if (!at) {
        return RDG_ERR_NO_MEMORY;
    }
    at[0] = RDG_AT("omega", sqrt(d->edge[0] * d->edge[1]));
    at[1] = RDG_AT("alpha", in_alpha ? w->high : d->fixed_alpha);
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        at[2 + k] = RDG_AT(d->number[k].name, d->number[k].start);
    }
    h->p = rdg_hbm_problem_at(d->hb, at);
    rdg_free(at);
    h->search = h->p ? rdg_deflation_create(h->p, NULL) : NULL;
    RDG_TRY(rdg_error_status(w->ctx));
    h->n = rdg_variable_count(h->p);
    h->omega = rdg_variable_index(h->p, "omega", NULL);
    h->u = rdg_context_calloc(w->ctx, (size_t)h->n, sizeof *h->u);
    h->last = rdg_context_calloc(w->ctx, (size_t)h->n, sizeof *h->last);
    h->first = rdg_context_calloc(w->ctx, (size_t)h->n, sizeof *h->first);
    h->at = rdg_context_calloc(w->ctx, (size_t)h->frequencies, sizeof *h->at);
    RDG_TRY(rdg_error_status(w->ctx));
    for (rdg_index k = 0; k < h->frequencies; k++) {
        h->at[k].omega =
            d->edge[0] * pow(d->edge[1] / d->edge[0], ((double)k + 0.5) / (double)h->frequencies);
    }
    return rdg_error_status(w->ctx);
}

rdg_status rdg_ridges_look_for_detached(rdg_ridges_work *w)
{
    const rdg_index levels = w->deflated;
    hunt h = {.w = w, .frequencies = w->frequencies};
    rdg_status status = make_search(&h);
    for (rdg_index k = 0; k < levels && status == RDG_OK; k++) {
        const double part = levels > 1 ? (double)k / (double)(levels - 1) : 0.5;
        h.level = fmax(w->high * pow(w->low / w->high, part), w->low);
        status = search_level(&h);
        status = status == RDG_OK ? rdg_trenches_follow(w) : status;
    }
    release(&h);
    return status;
}
