/* What ends an event signature of segments along a branch:
 *
 * GR  "graze", the least value of a surface, on the side where motions are, at its minima along a segment; a
 *     negative one is that of a segment which passes through. Those of events whose guard does not allow
 * them do not count. "passing", the least rate at which a surface is crossed at the end of a segment. TO
 * "guard", the least guard of an event that is taken, or of minus one before it that refuses. DU  the
 * duration of a segment. */
#include "colloc_margins_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Beyond 0 orbits pass through a surface, and are none. So far, of the largest value of a surface and of the
 * period, they are allowed, so that 0 is met. */
static const double beyond = 1e-7;

/* Rates and durations vanish as the roots of distances: as near to a surface they are larger. */
static const double beyond_rates = 1e-5;

static const struct {
    const char *name, *type;
    int (*find)(const rdg_collocation *c, const double *u, rdg_colloc_place *least);
    int (*slope)(const rdg_collocation *c, const double *u, double *values);
} watched[] = {{"graze", "GR", rdg_colloc_find_graze, rdg_colloc_graze_slope},
               {"passing", "GR", rdg_colloc_find_passing, rdg_colloc_passing_slope},
               {"guard", "TO", rdg_colloc_find_guard, rdg_colloc_guard_slope}};

enum { GRAZE, PASSING, GUARD, WATCHED };

/* One of them less a value. */
typedef struct margin {
    rdg_collocation *c;
    int kind;
    double value;
} margin;

static void release(void *data)
{
    margin *a = data;
    rdg_collocation_leave(a->c);
    rdg_free(a);
}

static margin *margin_of(rdg_collocation *c, int kind, double value)
{
    margin *a = rdg_context_calloc(c->ctx, 1, sizeof *a);
    if (a) {
        *a = (margin){c, kind, value};
        c->users++;
    }
    return a;
}

static int margin_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const margin *a = data;
    rdg_colloc_place least;
    (void)n, (void)m;
    const int answer = watched[a->kind].find(a->c, u, &least);
    y[0] = least.value - a->value;
    return answer;
}

static int margin_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const margin *a = data;
    (void)n, (void)m;
    return watched[a->kind].slope(a->c, u, values);
}

static rdg_function function_of(const rdg_problem *p, const char *name, margin *a)
{
    return (rdg_function){.name = name,
                          .n = rdg_variable_count(p),
                          .m = 1,
                          .f = margin_f,
                          .df = margin_df,
                          .by_differences = true,
                          .data = a,
                          .free_data = release};
}

/* All durations together. */
static double period_of(const rdg_collocation *c, const double *u)
{
    double T = 0.0;
    for (rdg_index j = 0; j < c->segments; j++) {
        T += u[c->chain[j].collocated->index[c->chain[j].collocated->at.T]];
    }
    return T;
}

rdg_status rdg_colloc_segments_hold_off(rdg_collocation *c, rdg_problem *p, bool passing, double share)
{
    const double value = share * c->largest / (passing ? period_of(c, rdg_start_values(p)) : 1.0);
    margin *a = margin_of(c, passing ? PASSING : GRAZE, value);
    if (!a) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_function zero = function_of(p, "margin", a);
    const rdg_status status = rdg_add_zero(p, &zero, RDG_ALL);
    if (status != RDG_OK) {
        release(a);
    }
    return status;
}

/* The nearest end: durations, of the period, come last. */
int rdg_colloc_segments_end(const rdg_collocation *c, const double *u, rdg_colloc_end *end)
{
    const double T = period_of(c, u);
    const double size[] = {c->largest, c->largest / T, c->largest};
    rdg_colloc_place nearest = {.value = INFINITY};
    *end = (rdg_colloc_end){.distance = INFINITY, .event = -1};
    for (int kind = 0; kind < WATCHED; kind++) {
        rdg_colloc_place least;
        const int answer = watched[kind].find(c, u, &least);
        if (answer != 0) {
            return answer;
        }
        const double distance = fabs(least.value) / size[kind];
        if (least.segment && distance < end->distance) {
            nearest = least;
            *end = (rdg_colloc_end){least.segment->number, -1, least.tau, distance, kind == GUARD};
        }
    }
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(c->hybrid); k++) {
        end->event = rdg_hybrid_event_surface_at(c->hybrid, k, NULL, NULL) == nearest.e ? k : end->event;
    }
    for (rdg_index j = 0; c->chain[0].event >= 0 && j < c->segments; j++) {
        const double lasts = u[c->chain[j].collocated->index[c->chain[j].collocated->at.T]] / T;
        if (fabs(lasts) < end->distance) {
            *end = (rdg_colloc_end){j, c->chain[j].event, 1.0, fabs(lasts), true};
        }
    }
    return 0;
}

/* Along a curve of such points they end nothing. */
static bool is_free(rdg_problem *p, const rdg_chart *at, void *data)
{
    const margin *a = data;
    (void)at;
    return !rdg_run_holds(p, rdg_parameter_index(p, watched[a->kind].name));
}

static rdg_status add(rdg_collocation *c, rdg_problem *p, int kind)
{
    const char *name = watched[kind].name;
    margin *a = margin_of(c, kind, 0.0);
    if (!a) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_function monitor = function_of(p, name, a);
    const rdg_status status = rdg_add_monitor(p, &monitor, RDG_ALL, NULL, RDG_ACTIVE);
    if (status != RDG_OK) {
        release(a);
        return status;
    }
    RDG_TRY(rdg_hide_parameter(p, name));
    const double capacity =
        kind == PASSING ? beyond_rates * c->largest / period_of(c, rdg_start_values(p)) : beyond * c->largest;
    RDG_TRY(rdg_set_domain(p, name, -capacity, INFINITY));
    return rdg_add_event(
        p, &(rdg_event_definition){
               .type = watched[kind].type, .parameter = name, .terminal = true, .where = is_free, .data = a});
}

static void name_of(const rdg_colloc_segment *segment, char *name, size_t size)
{
    (void)snprintf(name, size, "segment%" PRId64 ".T", segment->number + 1);
}

static bool is_free_duration(rdg_problem *p, const rdg_chart *at, void *data)
{
    char name[32];
    (void)at;
    name_of(data, name, sizeof name);
    return !rdg_run_holds(p, rdg_parameter_index(p, name));
}

/* Durations may be a little less than nothing, so that nothing is met. */
static rdg_status watch_durations(rdg_collocation *c, rdg_problem *p)
{
    const double capacity = beyond_rates * period_of(c, rdg_start_values(p));
    for (rdg_index j = 0; j < c->segments; j++) {
        char name[32];
        name_of(&c->chain[j], name, sizeof name);
        RDG_TRY(rdg_set_domain(p, name, -capacity, INFINITY));
        RDG_TRY(rdg_add_event(p, &(rdg_event_definition){.type = "DU",
                                                         .parameter = name,
                                                         .terminal = true,
                                                         .where = is_free_duration,
                                                         .data = &c->chain[j]}));
    }
    return RDG_OK;
}

/* At the end of an event signature: what to do. There is no continuation by itself. */
static bool tell_way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    const rdg_collocation *c = data;
    rdg_colloc_end end;
    (void)p, (void)direction, (void)u;
    const char *type = event->type ? event->type : "";
    const bool is_end = strcmp(type, "GR") == 0 || strcmp(type, "TO") == 0 || strcmp(type, "DU") == 0;
    if (is_end && rdg_colloc_segments_end(c, event->u, &end) == 0 && end.event >= 0) {
        rdg_write(c->ctx, RDG_CHANNEL_NOTE,
                  "note: \"%s\": this event signature of segments ends at \"%s\" (%s, point %" PRId64
                  "); rdg_collocation_beyond() begins that behind it, from this label\n",
                  rdg_hybrid_name(c->hybrid),
                  rdg_hybrid_event_surface_at(c->hybrid, end.event, NULL, NULL)->name, type, event->point);
    }
    return false;
}

rdg_status rdg_colloc_segments_watch(rdg_collocation *c, rdg_problem *p)
{
    if (rdg_colloc_measure(c, rdg_start_values(p)) != 0) {
        return rdg_fail(c->ctx, RDG_ERR_CALLBACK, "rdg_collocation_problem",
                        "\"%s\": a surface has no value on the first orbit", rdg_hybrid_name(c->hybrid));
    }
    const bool has_events = c->chain[0].event >= 0;
    c->watches[GRAZE] = true;
    c->watches[PASSING] = has_events;
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(c->hybrid); k++) {
        const bool is_guarded = rdg_hybrid_event_surface_at(c->hybrid, k, NULL, NULL)->guard.f;
        c->watches[GUARD] = c->watches[GUARD] || (has_events && is_guarded);
    }
    for (int kind = 0; kind < WATCHED; kind++) {
        if (c->watches[kind]) {
            RDG_TRY(add(c, p, kind));
        }
    }
    if (has_events) {
        RDG_TRY(watch_durations(c, p));
    }
    return rdg_set_way_on(p, tell_way_on, NULL, c);
}
