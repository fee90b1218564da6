/* Follow a grid of starts. */
#include "basins_impl.h"

#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_basins";

enum { AXES = 3 };

void rdg_basins_release(rdg_basins_map *map)
{
    if (map) {
        for (rdg_index k = 0; k < map->attractors; k++) {
            rdg_free(map->attractor[k].x);
            rdg_free(map->attractor[k].mode);
            rdg_free(map->attractor[k].extent);
        }
        for (rdg_index i = 0; map->reason && map->lost > 0 && i < map->starts; i++) {
            if (map->reason[i] && *map->reason[i]) {
                rdg_free((void *)map->reason[i]);
            }
        }
        rdg_free(map->attractor);
        rdg_free((void *)map->reason);
        rdg_free(map->number);
        *map = (rdg_basins_map){.starts = 0};
    }
}

static rdg_status check_axis(const rdg_basining *b, rdg_index k)
{
    const rdg_basins_axis *a = &b->o.axis[k];
    const rdg_index n = rdg_hybrid_phase_at(b->h, b->start_mode)->n;
    if (a->state < 0 || a->state >= n || a->count < 0 || a->count > 1000000 || !isfinite(a->from) ||
        !isfinite(a->to)) {
        return rdg_fail(b->ctx, RDG_ERR_ARGUMENT, where,
                        "axis %" PRId64 " of \"%s\": state %" PRId64 " from %g to %g, %" PRId64
                        " values: the phase has %" PRId64 " states, counted from 0",
                        k, rdg_hybrid_name(b->h), a->state, a->from, a->to, a->count, n);
    }
    return RDG_OK;
}

static rdg_status check_axes(rdg_basining *b)
{
    b->map->starts = 1;
    while (b->axes < AXES && b->o.axis[b->axes].count != 0) {
        RDG_TRY(check_axis(b, b->axes));
        b->map->starts *= b->o.axis[b->axes++].count;
    }
    return b->axes == 0 || b->map->starts > 1000000000
               ? rdg_fail(b->ctx, RDG_ERR_ARGUMENT, where,
                          "the grid of \"%s\" has %s: give axis[0] a count, and keep it below 1e9 starts",
                          rdg_hybrid_name(b->h), b->axes == 0 ? "no axis" : "too many starts")
               : RDG_OK;
}

static rdg_status set_defaults(rdg_basining *b)
{
    rdg_basins_options *o = &b->o;
    RDG_TRY(rdg_brute_check(b->h, where, "transient", o->transient));
    RDG_TRY(rdg_brute_check(b->h, where, "tolerance", o->tolerance));
    RDG_TRY(rdg_brute_check(b->h, where, "same", o->same));
    RDG_TRY(rdg_brute_check(b->h, where, "bound", o->bound));
    if (o->transient_returns < 0 || o->most_returns < 0) {
        return rdg_fail(b->ctx, RDG_ERR_ARGUMENT, where,
                        "transient_returns = %" PRId64 ", most_returns = %" PRId64 ": none may be negative",
                        o->transient_returns, o->most_returns);
    }
    o->transient_returns = o->transient_returns > 0 ? o->transient_returns : o->transient > 0.0 ? 0 : 64;
    o->most_returns = o->most_returns > 0 ? o->most_returns : 4000;
    o->tolerance = o->tolerance > 0.0 ? o->tolerance : 1e-6;
    o->same = o->same > 0.0 ? o->same : 1e-3;
    return RDG_OK;
}

/* The states off the axes, and how far the grid reaches. */
static rdg_status make_start(rdg_basining *b)
{
    const rdg_start start = {.mode = b->o.mode, .x = b->o.x, .phi = b->o.phi};
    b->start = rdg_context_calloc(b->ctx, (size_t)b->section.states, sizeof *b->start);
    b->span = rdg_context_calloc(b->ctx, (size_t)b->section.states, sizeof *b->span);
    RDG_TRY(rdg_error_status(b->ctx));
    rdg_hybrid_state state = {.x = b->start};
    RDG_TRY(rdg_brute_start(b->h, where, &start, &state));
    b->start_mode = state.mode;
    RDG_TRY(check_axes(b));
    double largest = rdg_largest(b->section.states, b->start);
    for (rdg_index k = 0; k < b->axes; k++) {
        const rdg_basins_axis *a = &b->o.axis[k];
        b->span[a->state] = fabs(a->to - a->from);
        largest = fmax(largest, fmax(fabs(a->from), fabs(a->to)));
    }
    b->o.bound = b->o.bound > 0.0 ? b->o.bound : largest > 0.0 ? 1e4 * largest : INFINITY;
    return RDG_OK;
}

static rdg_status make_outcomes(rdg_basining *b)
{
    const size_t states = (size_t)b->section.states;
    b->outcomes = 16 * b->crew.threads;
    b->outcome = rdg_context_calloc(b->ctx, (size_t)b->outcomes, sizeof *b->outcome);
    b->motion = rdg_context_calloc(b->ctx, (size_t)b->crew.threads, sizeof *b->motion);
    RDG_TRY(rdg_error_status(b->ctx));
    for (rdg_index k = 0; k < b->crew.threads; k++) {
        RDG_TRY(rdg_returns_create(&b->motion[k], &b->section, b->crew.flow[k]));
    }
    for (rdg_index k = 0; k < b->outcomes; k++) {
        rdg_attractor *of = &b->outcome[k].of;
        of->x = rdg_context_calloc(b->ctx, RDG_KEPT * states, sizeof *of->x);
        of->mode = rdg_context_calloc(b->ctx, RDG_KEPT, sizeof *of->mode);
        of->extent = rdg_context_calloc(b->ctx, states, sizeof *of->extent);
    }
    b->map->number = rdg_context_calloc(b->ctx, (size_t)b->map->starts, sizeof *b->map->number);
    b->map->reason = rdg_context_calloc(b->ctx, (size_t)b->map->starts, sizeof *b->map->reason);
    return rdg_error_status(b->ctx);
}

static void work(rdg_index i, int worker, void *data)
{
    rdg_basining *b = data;
    rdg_basins_follow(b, &b->motion[worker], i, &b->outcome[i - b->first]);
}

static rdg_status lose(rdg_basining *b, rdg_index i, const rdg_outcome *outcome)
{
    RDG_TRY(rdg_error_status(b->ctx));
    if (outcome->answer < 0) {
        return rdg_fail(b->ctx, RDG_ERR_CALLBACK, where, "\"%s\", start %" PRId64 ": %s",
                        rdg_hybrid_name(b->h), i, outcome->reason);
    }
    char *reason = rdg_context_strdup(b->ctx, outcome->reason);
    if (!reason) {
        return RDG_ERR_NO_MEMORY;
    }
    b->map->number[i] = -1;
    b->map->reason[i] = reason;
    b->map->lost++;
    return RDG_OK;
}

/* In the order of the starts. */
static rdg_status take(rdg_basining *b, rdg_index i, const rdg_outcome *outcome)
{
    b->map->reason[i] = "";
    if (outcome->escaped) {
        b->map->number[i] = 0;
        b->map->escaped++;
        return RDG_OK;
    }
    if (outcome->answer != 0 || outcome->of.fate == RDG_SWEEP_SLOW) {
        return lose(b, i, outcome);
    }
    b->map->number[i] = rdg_attractor_number(b, &outcome->of);
    return rdg_error_status(b->ctx);
}

static rdg_status follow_all(rdg_basining *b)
{
    const rdg_index starts = b->map->starts;
    rdg_index told = 0;
    for (b->first = 0; b->first < starts; b->first += b->outcomes) {
        const rdg_index end = b->first + b->outcomes < starts ? b->first + b->outcomes : starts;
        rdg_parallel_for(b->ctx, b->crew.threads, b->first, end, 1, work, b);
        for (rdg_index i = b->first; i < end; i++) {
            RDG_TRY(take(b, i, &b->outcome[i - b->first]));
        }
        if (!b->o.quiet && 10 * end / starts > told) {
            told = 10 * end / starts;
            rdg_write(b->ctx, RDG_CHANNEL_NOTE,
                      "basins of \"%s\": %" PRId64 " of %" PRId64 " starts, %" PRId64 " attractors, %" PRId64
                      " motions lost\n",
                      rdg_hybrid_name(b->h), end, starts, b->map->attractors, b->map->lost);
        }
    }
    return RDG_OK;
}

static void tell(const rdg_basining *b)
{
    rdg_index first = 0;
    while (first < b->map->starts && b->map->number[first] >= 0) {
        first++;
    }
    if (first < b->map->starts) {
        char who[128], at[128] = "";
        snprintf(who, sizeof who, "basins of \"%.100s\"", rdg_hybrid_name(b->h));
        for (rdg_index k = 0; k < b->axes; k++) {
            const size_t used = strlen(at);
            snprintf(at + used, sizeof at - used, "%sx[%" PRId64 "] = %.10g", k ? ", " : "",
                     b->o.axis[k].state, rdg_basins_value(b, k, first));
        }
        rdg_fall_short(b->ctx, who,
                       "%" PRId64 " of %" PRId64
                       " motions were lost, as the map marks; the first from %s: %s",
                       b->map->lost, b->map->starts, at, b->map->reason[first]);
    }
}

static void release(rdg_basining *b)
{
    for (rdg_index k = 0; b->motion && k < b->crew.threads; k++) {
        rdg_returns_release(&b->motion[k]);
    }
    for (rdg_index k = 0; b->outcome && k < b->outcomes; k++) {
        rdg_free(b->outcome[k].of.x);
        rdg_free(b->outcome[k].of.mode);
        rdg_free(b->outcome[k].of.extent);
    }
    rdg_free(b->motion);
    rdg_free(b->outcome);
    rdg_free(b->start);
    rdg_free(b->span);
    rdg_section_release(&b->section);
    rdg_crew_dismiss(&b->crew);
}

static rdg_status run(rdg_basining *b)
{
    const rdg_flow_options flow = rdg_brute_accuracy(&b->o.flow);
    b->section = (rdg_section){.longest = b->o.longest, .relative = flow.relative, .absolute = flow.absolute};
    RDG_TRY(set_defaults(b));
    RDG_TRY(rdg_section_make(&b->section, b->h, where, b->o.mode, b->o.section));
    b->map->states = b->section.states;
    RDG_TRY(make_start(b));
    RDG_TRY(rdg_crew_hire(&b->crew, b->h, where, b->o.threads, &flow));
    RDG_TRY(make_outcomes(b));
    RDG_TRY(follow_all(b));
    RDG_TRY(rdg_basins_write(b));
    tell(b);
    return RDG_OK;
}

rdg_status rdg_basins(rdg_hybrid *h, const rdg_basins_options *options, rdg_basins_map *map)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_basins_map own = {.starts = 0}, *to = map ? map : &own;
    *to = (rdg_basins_map){.starts = 0};
    rdg_basining b = {.h = h, .ctx = ctx, .o = *options, .map = to};
    const rdg_status status = run(&b);
    release(&b);
    rdg_basins_release(&own);
    return status;
}
