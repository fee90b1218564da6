/* A new ridge from a maximum that a response has shown: both ways, as long as this maximum is there. */
#include "ridges_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same = 1e-6; /* of omega and of the amplitude at one forcing amplitude, relative */
static const double same_level = 1e-9;

bool rdg_same_maximum(const rdg_ridges_point *a, double omega, double amplitude)
{
    return fabs(a->omega - omega) <= same * omega && fabs(a->amplitude - amplitude) <= same * amplitude;
}

void rdg_ridge_trail_free(rdg_ridge_trail *t)
{
    for (rdg_index k = 0; k < t->n; k++) {
        rdg_free(t->at[k].u);
        rdg_free(t->at[k].regime);
    }
    rdg_free(t->at);
}

/* --- what the run has met */

typedef struct walk {
    rdg_ridges_work *w;
    rdg_ridge_trail *trail;
    rdg_index slope_at;   /* place in mu of minus the slope over the forcing amplitude */
    const char *ended[2]; /* type of the last chart downwards and upwards */
    rdg_status status;
} walk;

static const char *name_of_type(const char *type)
{
    static const char *const types[] = {"EP", "FP", "SLIP", "CE", "FK", "MX", "RS"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(type, types[k]) == 0) {
            return types[k];
        }
    }
    return "";
}

static rdg_status keep(walk *k, const rdg_chart *chart)
{
    rdg_ridges_work *w = k->w;
    const rdg_ridge_driver *d = &w->d;
    rdg_ridge_trail *t = k->trail;
    RDG_TRY(rdg_context_reserve(w->ctx, &t->at, &t->capacity, t->n + 1, sizeof *t->at));
    rdg_ridge_trail_point *p = &t->at[t->n++];
    *p = (rdg_ridge_trail_point){.level = chart->u[d->level],
                                 .omega = chart->u[d->omega],
                                 .amplitude = chart->mu[d->sensor_at],
                                 .slope = -chart->mu[k->slope_at],
                                 .point = chart->point,
                                 .upwards = chart->point > 0,
                                 .u = rdg_context_calloc(w->ctx, 2 * (size_t)d->n_extended, sizeof *p->u),
                                 .regime =
                                     rdg_context_calloc(w->ctx, (size_t)d->n_watches, sizeof *p->regime)};
    if (!p->u || !p->regime) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(p->u, chart->u, (size_t)d->n_extended * sizeof *p->u);
    memcpy(p->u + d->n_extended, chart->tangent, (size_t)d->n_extended * sizeof *p->u);
    for (rdg_index i = 0; i < d->n_watches; i++) {
        p->regime[i] = (unsigned char)((unsigned)d->watch[i].regime | (d->watch[i].focused ? 4U : 0U));
    }
    k->ended[chart->point >= 0] = name_of_type(chart->type);
    if (chart->point == 0) {
        k->ended[0] = k->ended[1];
    }
    return RDG_OK;
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    walk *k = data;
    (void)p;
    k->status = keep(k, chart);
    return k->status != RDG_OK;
}

static int by_point(const void *a, const void *b)
{
    const rdg_index x = ((const rdg_ridge_trail_point *)a)->point,
                    y = ((const rdg_ridge_trail_point *)b)->point;
    return (x > y) - (x < y);
}

/* --- how it has ended */

static bool is_at(double level, double end)
{
    return fabs(level / end - 1.0) <= same_level;
}

/* Where two parts of the response meet, or a part of it comes into being, the response is singular. There the
 * maximum meets a minimum of the other part, at a fold in forcing amplitude like any other; but the amplitude
 * goes with the root of the forcing amplitude left, so that its growth over the forcing amplitude, both in
 * logarithms, has no bound. It is finite at other folds. Rounding of the forcing amplitude, 1e-15, bounds it
 * by about 1e7. */
static bool is_merge(const rdg_ridge_trail_point *p)
{
    const double steep = 1e4;
    return !islessequal(fabs(p->slope * p->level / p->amplitude), steep); /* quiet: there may be no value */
}

static rdg_ridge_end_kind kind_of_end(const rdg_ridges_work *w, const rdg_ridge_trail *t, rdg_stop stop,
                                      const char *type, bool up)
{
    const rdg_ridge_driver *d = &w->d;
    const rdg_ridge_trail_point *p = &t->at[up ? t->n - 1 : 0];
    if (is_at(p->level, up ? w->high : w->low)) {
        return RDG_RIDGE_AT_LEVEL;
    }
    if (stop == RDG_STOP_BOUNDARY || stop == RDG_STOP_OUTWARD) {
        return RDG_RIDGE_AT_EDGE;
    }
    if (strcmp(type, "FP") == 0 && is_merge(p)) {
        return RDG_RIDGE_AT_MERGE;
    }
    return !d->gone[up] ? RDG_RIDGE_LOST : strcmp(type, "FP") == 0 ? RDG_RIDGE_AT_FOLD : RDG_RIDGE_AT_KINK;
}

static void describe_end(const walk *k, rdg_stop stop, bool up, rdg_ridge_end *end)
{
    const rdg_ridge_trail *t = k->trail;
    const rdg_ridge_trail_point *p = &t->at[up ? t->n - 1 : 0];
    *end = (rdg_ridge_end){.kind = kind_of_end(k->w, t, stop, k->ended[up], up),
                           .type = k->ended[up],
                           .level = p->level,
                           .omega = p->omega,
                           .amplitude = p->amplitude};
}

/* --- the run */

static rdg_status run(rdg_ridges_work *w, rdg_ridge_trail *t)
{
    rdg_ridge_driver *d = &w->d;
    rdg_run_summary summary = {.points = 0};
    walk k = {.w = w,
              .trail = t,
              .slope_at = rdg_parameter_index(d->extended, d->eta_level),
              .ended = {"", ""}}; /* a run may have no chart in one direction */
    rdg_option_list list = {.ctx = w->ctx};
    rdg_option_list_add_rest(&list, w->run->item, NULL);
    rdg_option_list_add(&list, RDG_OBSERVE(look, &k));
    rdg_option_list_add(&list, RDG_SUMMARY(&summary));
    d->stepped_at = d->stepped_by = 0.0;
    d->gone[0] = d->gone[1] = false;
    rdg_status status = rdg_error_status(w->ctx);
    status = status == RDG_OK ? rdg_ridge_follow(d, t->run, list.item) : status;
    status = status == RDG_OK ? k.status : status;
    rdg_option_list_release(&list);
    rdg_ridge_release_contacts(d);
    if (status == RDG_OK && t->n > 0) {
        qsort(t->at, (size_t)t->n, sizeof *t->at, by_point);
        describe_end(&k, summary.backwards, false, &t->low);
        describe_end(&k, summary.forwards, true, &t->high);
    }
    return status;
}

/* The maximum as a solution of the ridge's equations, into their start values. */
static bool start_at(rdg_ridges_work *w, double level, const rdg_maximum *from, rdg_ridges_point *at)
{
    rdg_ridge_driver *d = &w->d;
    const size_t n = (size_t)d->n_extended;
    d->low = 0.25 * from->omega;
    d->high = 4.0 * from->omega;
    memcpy(d->found, rdg_start_values(d->extended), n * sizeof *d->found);
    memcpy(d->found, from->u, (size_t)d->n_plain * sizeof *from->u);
    const bool climbed = rdg_ridge_climb(d, d->found, level, w->u);
    if (!climbed || rdg_parameter_value(d->extended, d->sensor, w->u, &at->amplitude) != RDG_OK) {
        return false;
    }
    at->level = level;
    at->omega = w->u[d->omega];
    memcpy(rdg_start_values(d->extended), w->u, n * sizeof *w->u);
    return rdg_same_maximum(at, from->omega, from->amplitude);
}

/* The driver's problems stand at the first maximum that is met. */
static rdg_status make_ready(rdg_ridges_work *w, double level, const rdg_maximum *m)
{
    rdg_ridge_driver *d = &w->d;
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    RDG_TRY(rdg_ridge_make_problems(d, m->u, m->omega, in_alpha ? level : d->fixed_alpha));
    rdg_start_values(d->extended)[d->level] = level;
    RDG_TRY(rdg_ridge_extend(d));
    RDG_TRY(rdg_ridge_add_corners(d));
    w->u = rdg_context_calloc(w->ctx, (size_t)d->n_extended, sizeof *w->u);
    w->ready = w->u != NULL;
    return rdg_error_status(w->ctx);
}

/* A new one at the end of a list. */
static rdg_status append(rdg_ridges_work *w, rdg_ridge_trail **list, rdg_index *n, rdg_index *capacity,
                         double level)
{
    const bool minimum = list == &w->trench;
    RDG_TRY(rdg_context_reserve(w->ctx, list, capacity, *n + 1, sizeof **list));
    rdg_ridge_trail *t = &(*list)[*n];
    *t = (rdg_ridge_trail){.found = level, .minimum = minimum};
    ++*n;
    snprintf(t->run, sizeof t->run, "%.200s/%s%lld", w->name, minimum ? "trench" : "",
             (long long)(minimum ? *n : ++w->named));
    return RDG_OK;
}

/* Into a list, with its number; -1: it could not be followed. */
static rdg_status follow(rdg_ridges_work *w, rdg_ridge_trail **list, rdg_index *n, rdg_index *capacity,
                         double level, const rdg_maximum *from, char *why, rdg_index *known)
{
    rdg_ridges_point at = {.ridge = -1};
    *known = -1;
    const bool starts = start_at(w, level, from, &at);
    RDG_TRY(rdg_error_status(w->ctx));
    if (!starts) {
        rdg_ridge_release_contacts(&w->d);
        snprintf(why, RDG_RIDGES_WHY,
                 "the %s at %.9g rad/s, %.9g, is neither smooth nor at the onset of a contact",
                 w->d.minimum ? "minimum" : "maximum", from->omega, from->amplitude);
        return RDG_OK;
    }
    RDG_TRY(append(w, list, n, capacity, level));
    rdg_ridge_trail *t = &(*list)[*n - 1];
    const rdg_status status = run(w, t);
    rdg_error_forgive(w->d.ctx);
    if (status != RDG_OK && rdg_error_status(w->ctx) != RDG_OK) {
        return status;
    }
    if (status != RDG_OK || t->n == 0) {
        rdg_ridge_trail_free(t);
        --*n;
        snprintf(why, RDG_RIDGES_WHY, "the %s at %.9g rad/s, %.9g, could not be followed",
                 w->d.minimum ? "minimum" : "maximum", from->omega, from->amplitude);
        return RDG_OK;
    }
    *known = *n - 1;
    return RDG_OK;
}

rdg_status rdg_ridge_trail_follow(rdg_ridges_work *w, double level, const rdg_maximum *from, char *why,
                                  rdg_index *known)
{
    *known = -1;
    if (!w->ready) {
        RDG_TRY(make_ready(w, level, from));
    }
    return follow(w, &w->trail, &w->n_trails, &w->trail_capacity, level, from, why, known);
}

rdg_status rdg_trench_follow(rdg_ridges_work *w, double level, const rdg_maximum *from, char *why,
                             rdg_index *known)
{
    w->d.minimum = true;
    const rdg_status status =
        follow(w, &w->trench, &w->n_trenches, &w->trench_capacity, level, from, why, known);
    w->d.minimum = false;
    return status;
}
