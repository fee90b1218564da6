/* What ends an event signature, one thing at a time: "graze.<event>", "passing.<event>",
 * "duration.<segment>", made when a run, or adjoint equations, request them.
 *
 * "graze", "passing" and "duration" report the least of all, and their derivatives jump where another one
 * becomes the least: in symmetric motion two of them are, all the time. A curve along which one is held, and
 * conditions that stand on second derivatives, need it by itself. */
#include "special_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the largest value of a surface, or the period: what is held at zero is no farther from it. */
static const double noise = 1e-9;

typedef struct named {
    rdg_shooting *s;
    rdg_index event;
} named;

static int graze(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const named *d = data;
    rdg_nearest_graze nearest;
    (void)n;
    (void)m;
    const int answer = rdg_orbit_find_graze(d->s, u, d->event, &nearest);
    y[0] = nearest.segment < 0 ? d->s->largest : nearest.value;
    return answer;
}

static int graze_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const named *d = data;
    rdg_nearest_graze nearest;
    (void)n;
    (void)m;
    const int answer = rdg_orbit_find_graze(d->s, u, d->event, &nearest);
    return answer != 0 || nearest.segment < 0 ? answer : rdg_orbit_graze_slope(d->s, u, &nearest, values);
}

static int passing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const named *d = data;
    (void)n;
    (void)m;
    return rdg_orbit_passing(d->s, u, d->event, y);
}

static int passing_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const named *d = data;
    (void)n;
    (void)m;
    return rdg_orbit_passing_slope(d->s, u, d->event, values);
}

/* The place of the parameter is kept: runs that hold it are curves of such points. */
static rdg_status keep(rdg_shooting *s, rdg_problem *p, const char *name)
{
    RDG_TRY(rdg_context_grow(s->ctx, (void *)&s->named, s->n_named, 1, sizeof *s->named));
    s->named[s->n_named++] = rdg_parameter_index(p, name);
    return RDG_OK;
}

static rdg_status add_of_event(rdg_shooting *s, rdg_problem *p, const char *name, rdg_index event,
                               bool is_graze)
{
    named *d = rdg_context_calloc(s->ctx, 1, sizeof *d);
    rdg_index *index = rdg_context_calloc(s->ctx, (size_t)s->at.n, sizeof *index);
    rdg_status status = rdg_error_status(s->ctx);
    for (rdg_index i = 0; status == RDG_OK && i < s->at.n; i++) {
        index[i] = i; /* the orbit's variables are the first ones of its problem */
    }
    if (status == RDG_OK) {
        *d = (named){s, event};
        status = rdg_add_monitor(p,
                                 &(rdg_function){.name = name,
                                                 .n = s->at.n,
                                                 .m = 1,
                                                 .f = is_graze ? graze : passing,
                                                 .df = is_graze ? graze_df : passing_df,
                                                 .by_differences = true,
                                                 .data = d,
                                                 .free_data = rdg_free},
                                 index, NULL, RDG_ACTIVE);
        d = status == RDG_OK ? NULL : d;
    }
    rdg_free(d);
    rdg_free(index);
    return status == RDG_OK ? keep(s, p, name) : status;
}

/* Segments are counted from 1. */
static rdg_status add_duration(rdg_shooting *s, rdg_problem *p, const char *name, const char *number)
{
    char *end = NULL;
    const long long segment = strtoll(number, &end, 10);
    if (*end || end == number || segment < 1 || segment > s->segments) {
        return RDG_ERR_NAME;
    }
    const rdg_index index = s->at.tau + segment - 1;
    const double one = 1.0;
    RDG_TRY(rdg_add_linear_monitor(p, name, 1, 1, &index, &one, NULL, &name, RDG_ACTIVE));
    return keep(s, p, name);
}

static rdg_index event_of(const rdg_shooting *s, const char *name)
{
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(s->hybrid); k++) {
        if (strcmp(rdg_hybrid_event_surface_at(s->hybrid, k, NULL, NULL)->name, name) == 0) {
            return k;
        }
    }
    return -1;
}

static rdg_status add(rdg_problem *p, const char *name, void *data)
{
    static const char *const kind[] = {"graze.", "passing.", "duration."};
    rdg_shooting *s = data;
    for (int k = 0; k < 3; k++) {
        const size_t length = strlen(kind[k]);
        if (strncmp(name, kind[k], length) != 0) {
            continue;
        }
        const rdg_index event = k < 2 ? event_of(s, name + length) : -1;
        return k == 2      ? add_duration(s, p, name, name + length)
               : event < 0 ? RDG_ERR_NAME
                           : add_of_event(s, p, name, event, k == 0);
    }
    return RDG_ERR_NAME;
}

static bool name_of(rdg_index index, char name[RDG_PROVIDED_NAME], void *data)
{
    const rdg_shooting *s = data;
    const rdg_index events = rdg_hybrid_event_surfaces(s->hybrid);
    if (index < 2 * events) {
        snprintf(name, RDG_PROVIDED_NAME, "%s.%.200s", index % 2 ? "passing" : "graze",
                 rdg_hybrid_event_surface_at(s->hybrid, index / 2, NULL, NULL)->name);
        return true;
    }
    snprintf(name, RDG_PROVIDED_NAME, "duration.%lld", (long long)index - (long long)(2 * events) + 1);
    return index - 2 * events < s->segments;
}

rdg_status rdg_orbit_add_named(rdg_shooting *s, rdg_problem *p)
{
    return rdg_add_provider(p, &(rdg_provider){.add = add, .name = name_of, .data = s});
}

bool rdg_orbit_holds_end(const rdg_problem *p, const rdg_shooting *s)
{
    bool holds = false;
    for (rdg_index k = 0; k < s->n_named; k++) {
        holds = holds || rdg_run_holds(p, s->named[k]);
    }
    return holds;
}

/* Along a curve on which one of them is held the least of all is zero, but for rounding, and nothing ends. */
static bool counts(rdg_problem *p, const rdg_chart *at, const rdg_shooting *s, const char *name, double size)
{
    return !rdg_orbit_holds_end(p, s) || fabs(at->mu[rdg_parameter_index(p, name)]) > noise * size;
}

bool rdg_orbit_graze_counts(rdg_problem *p, const rdg_chart *at, void *shooting)
{
    const rdg_shooting *s = shooting;
    return counts(p, at, s, "graze", s->largest);
}

/* Where several segments vanish at once Newton's method may meet what is no orbit of this curve, one on which
 * only some of them vanish and others last on: what is watched jumps there. Grazes may cease to be seen,
 * since the motion begins as near to the surface as it would on it. */
static bool leaps(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                  const rdg_shooting *s)
{
    static const char *const watched[] = {"graze", "passing", "duration"};
    const double little = 1e-3;
    bool any = false;
    for (int i = 0; i < 3; i++) {
        const rdg_index k = rdg_parameter_index(p, watched[i]);
        const double low = fmin(before->mu[k], after->mu[k]), high = fmax(before->mu[k], after->mu[k]);
        const double slack = high - low + little * fmax(fabs(low), fabs(high));
        const bool sees = i > 0 || at->mu[k] != s->largest;
        any = any || (sees && (at->mu[k] < low - slack || at->mu[k] > high + slack));
    }
    return any;
}

/* What a monitor is at a point, beside its values at the charts around it */
static double share_left(rdg_index k, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after)
{
    const double beside = fmax(fabs(before->mu[k]), fabs(after->mu[k]));
    return beside > 0.0 ? fabs(at->mu[k]) / beside : 0.0;
}

/* Does monitor k of grazes vanish since the duration does? A segment that lasts no longer takes its grazes
 * with it, by its third power at most, and which of these is located first is up to rounding. The duration is
 * located better. */
static bool vanishes_with_duration(rdg_problem *p, rdg_index k, const rdg_chart *before, const rdg_chart *at,
                                   const rdg_chart *after)
{
    const rdg_index duration = rdg_parameter_index(p, "duration");
    const bool changes = before->mu[duration] * after->mu[duration] < 0.0;
    return changes && share_left(duration, before, at, after) <= cbrt(share_left(k, before, at, after));
}

/* A continuation may begin behind a surface, or with an impact of no velocity, by no more than rounding, and
 * come out.
 */
const char *rdg_orbit_judge_graze(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                  const rdg_chart *after, void *shooting)
{
    const rdg_index graze = rdg_parameter_index(p, "graze");
    return before->mu[graze] < after->mu[graze] || leaps(p, before, at, after, shooting) ||
                   vanishes_with_duration(p, graze, before, at, after)
               ? NULL
               : "GR";
}

const char *rdg_orbit_judge_passing(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *shooting)
{
    const rdg_index passing = rdg_parameter_index(p, "passing");
    return before->mu[passing] < after->mu[passing] || leaps(p, before, at, after, shooting) ||
                   vanishes_with_duration(p, passing, before, at, after)
               ? NULL
               : "GR";
}

const char *rdg_orbit_judge_duration(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *shooting)
{
    return leaps(p, before, at, after, shooting) ? NULL : "DU";
}

bool rdg_orbit_passing_counts(rdg_problem *p, const rdg_chart *at, void *shooting)
{
    const rdg_shooting *s = shooting;
    return counts(p, at, s, "passing", s->largest / rdg_orbit_period(s, s->first));
}

bool rdg_orbit_duration_counts(rdg_problem *p, const rdg_chart *at, void *shooting)
{
    const rdg_shooting *s = shooting;
    return counts(p, at, s, "duration", rdg_orbit_period(s, s->first));
}
