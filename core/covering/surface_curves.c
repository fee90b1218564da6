/* Curves on a covered surface along which an event function, parameter - value, vanishes: it changes sign
 * along a link between neighbours, Newton's method finishes there, and the points of a face are joined. */
#include "sink_impl.h"
#include "surface_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAX_TURNS = 5 };

/* NaN where the event cannot happen. */
static double value_at(const rdg_map *map, rdg_index patch, const rdg_event *event)
{
    const rdg_patch *from = &map->covering->patch[patch];
    const rdg_chart at = {.u = from->u, .mu = from->mu};
    return rdg_event_value(map->covering->t->p, event, &at);
}

static bool changes_sign(double a, double b)
{
    /* quiet comparisons: there may be no value */
    return (isless(a, 0.0) && isgreaterequal(b, 0.0)) || (isgreaterequal(a, 0.0) && isless(b, 0.0));
}

/* Keep the point t->next as an event and hand it on. */
static rdg_status keep(rdg_map *map, const rdg_event *event, rdg_index *crossing, bool *stop)
{
    rdg_tracer *t = map->covering->t;
    if (rdg_node_observe(t, &t->next) != RDG_CONVERGED) {
        return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", on a curve of type %s: %s",
                        t->setup->name, event->type, t->p->trouble);
    }
    const rdg_chart *at = &t->next.chart; /* on a surface it stands for what lies before and after, too */
    const char *type = rdg_event_type(t->p, event, at, at, at);
    if (!type) {
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(t->ctx, &map->crossing, &map->capacity_for_crossings, map->n_crossings + 1,
                                sizeof *map->crossing));
    rdg_crossing *k = &map->crossing[map->n_crossings];
    *k = (rdg_crossing){.next = {-1, -1}};
    k->mu = rdg_context_calloc(t->ctx, (size_t)t->p->n_parameters, sizeof *k->mu);
    if (!k->mu) {
        return RDG_ERR_NO_MEMORY;
    }
    *crossing = map->n_crossings++;
    memcpy(k->mu, t->next.chart.mu, (size_t)t->p->n_parameters * sizeof *k->mu);
    return rdg_sink_emit(t, &t->next, type, stop);
}

/* Where a curve meets a domain's bound its last point lies on it: t->next is taken from beyond. False: it
 * cannot be. */
static bool put_on_bound(rdg_map *map, const rdg_event *event)
{
    rdg_covering *c = map->covering;
    rdg_tracer *t = c->t;
    double *u = t->next.chart.u;
    for (int turns = 0; turns < MAX_TURNS; turns++) {
        if (rdg_problem_parameters(t->p, u, t->next.chart.mu) != 0) {
            return false;
        }
        const rdg_index left = rdg_gate_window_left(t, &t->next.chart);
        if (left < 0) {
            return true;
        }
        double value = 0.0;
        double *row = c->rows;
        if (c->k != 2 || rdg_problem_parameter(t->p, left, u, &value, row) != 0) {
            return false;
        }
        const double square = rdg_dot(c->n, row, row);
        const double bound = value < t->setup->low[left] ? t->setup->low[left] : t->setup->high[left];
        for (rdg_index j = 0; j < c->n; j++) {
            c->guess[j] = u[j] + (bound - value) / square * row[j];
        }
        if (rdg_patch_correct_here(c, event->parameter, event->value, u) != RDG_CONVERGED) {
            return false;
        }
    }
    return false;
}

/* The zero on a dart, from the point between its ends where a linear function would have it. */
static rdg_status cross(rdg_map *map, rdg_index d, const rdg_event *event, bool *stop)
{
    rdg_covering *c = map->covering;
    const rdg_patch *a = &c->patch[map->dart[d].from];
    const rdg_patch *b = &c->patch[map->dart[d].to];
    const double before = a->mu[event->parameter] - event->value;
    const double after = b->mu[event->parameter] - event->value;
    const double fraction = before / (before - after);
    double along[RDG_MAX_DIMENSION];
    rdg_patch_project(c, a, b->u, along);
    for (rdg_index j = 0; j < c->n; j++) {
        c->guess[j] = a->u[j] + fraction * (b->u[j] - a->u[j]);
        c->t->next.chart.tangent[j] = 0.0;
    }
    const rdg_outcome outcome =
        rdg_patch_correct_value(c, a, along, event->parameter, event->value, c->t->next.chart.u);
    if (outcome != RDG_CONVERGED || !put_on_bound(map, event)) {
        map->n_missed++;
        return rdg_error_status(c->t->ctx);
    }
    rdg_index crossing = -1;
    RDG_TRY(keep(map, event, &crossing, stop));
    map->dart[d].crossing = crossing;
    map->dart[map->dart[d].reverse].crossing = crossing;
    return RDG_OK;
}

static void join(rdg_map *map, rdg_index a, rdg_index b)
{
    const rdg_index pair[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        rdg_crossing *k = &map->crossing[pair[i]];
        k->next[k->next[0] >= 0] = pair[1 - i];
    }
}

/* Join the points of one face, in pairs as they follow each other around it; not over a boundary. */
static void join_face(rdg_map *map, rdg_index start)
{
    bool gap = false;
    rdg_index open = -1;
    rdg_index d = start;
    do {
        map->dart[d].visited = true;
        d = rdg_map_next_dart(map, d, &gap);
    } while (d != start);
    if (gap) {
        return;
    }
    do {
        const rdg_index crossing = map->dart[d].crossing;
        if (crossing >= 0 && open >= 0) {
            join(map, open, crossing);
            open = -1;
        } else if (crossing >= 0) {
            open = crossing;
        }
        d = rdg_map_next_dart(map, d, &gap);
    } while (d != start);
}

/* Number the points from one end of a curve to the other, or once round. */
static void walk(rdg_map *map, rdg_index from)
{
    rdg_index at = from;
    rdg_index before = -1;
    while (at >= 0 && !map->crossing[at].visited) {
        rdg_crossing *k = &map->crossing[at];
        k->visited = true;
        map->curve[2 * map->n_curve_points] = map->n_curves;
        map->curve[2 * map->n_curve_points++ + 1] = map->covering->n_patches + at;
        const rdg_index next = k->next[0] != before ? k->next[0] : k->next[1];
        before = at;
        at = next;
    }
    if (at == from && before != from) { /* a closed curve ends where it began */
        map->curve[2 * map->n_curve_points] = map->n_curves;
        map->curve[2 * map->n_curve_points++ + 1] = map->covering->n_patches + at;
    }
    map->n_curves++;
}

static rdg_status number_curves(rdg_map *map)
{
    map->curve = rdg_context_calloc(map->covering->t->ctx, 4 * (size_t)map->n_crossings, sizeof *map->curve);
    if (!map->curve) {
        return RDG_ERR_NO_MEMORY;
    }
    for (int closed = 0; closed < 2; closed++) { /* curves with ends first */
        for (rdg_index k = 0; k < map->n_crossings; k++) {
            if (!map->crossing[k].visited && (closed || map->crossing[k].next[1] < 0)) {
                walk(map, k);
            }
        }
    }
    return RDG_OK;
}

static rdg_status find_zeros(rdg_map *map, const rdg_event *event, bool *stop)
{
    for (rdg_index d = 0; d < map->n_darts; d++) {
        map->dart[d].crossing = -1;
        map->dart[d].visited = false;
    }
    for (rdg_index d = 0; !*stop && d < map->n_darts; d++) {
        const rdg_dart *dart = &map->dart[d];
        if (dart->from < dart->to &&
            changes_sign(value_at(map, dart->from, event), value_at(map, dart->to, event))) {
            RDG_TRY(cross(map, d, event, stop));
        }
    }
    for (rdg_index d = 0; d < map->n_darts; d++) {
        if (!map->dart[d].visited) {
            join_face(map, d);
        }
    }
    return RDG_OK;
}

rdg_status rdg_surface_find_curves(rdg_map *map)
{
    const rdg_run_setup *setup = map->covering->t->setup;
    bool stop = false;
    for (rdg_index k = 0; !stop && k < setup->n_events; k++) {
        const rdg_event *event = &setup->event[k];
        if (event->kind == RDG_EVENT_VALUE && event->stop != RDG_STOP_BOUNDARY &&
            event->stop != RDG_STOP_DOMAIN) {
            RDG_TRY(find_zeros(map, event, &stop));
        }
    }
    if (map->n_missed > 0) {
        rdg_warn(map->covering->t->ctx, "events that are not met",
                 "run %s: in %" PRId64 " places an event function changes sign between two charts, but "
                 "Newton's method does not converge to its zero there (a pole or a "
                 "non-smooth point?); smaller charts (RDG_SAG) may show it",
                 setup->name, map->n_missed);
    }
    return number_curves(map);
}
