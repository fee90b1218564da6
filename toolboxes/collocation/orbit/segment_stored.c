/* Segments of labelled solutions: the event signature is kept with them, a line for each segment beside its
 * mesh,
 *
 *     segment <TAB> number <TAB> segments <TAB> order <TAB> mode <TAB> event that ends it, "": none
 *
 * Names of modes and events have no control characters in them. */
#include "colloc_past_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Modes are made as they are entered, and there may be more than could be searched. */
enum { MOST_MODES = 2000, NAME_SIZE = 32, LINE_SIZE = 64 };

void rdg_colloc_past_release(rdg_colloc_past *v)
{
    for (rdg_index j = 0; v->segment && j < v->segments; j++) {
        rdg_stored_release(&v->segment[j]);
    }
    rdg_free(v->kept);
    rdg_free(v->segment);
    rdg_free(v->mode);
    rdg_free(v->event);
}

/* What follows the number of a segment; NULL: there is no such segment. */
static const char *line_of(const rdg_colloc_past *v, rdg_index number)
{
    char start[LINE_SIZE];
    const int length = snprintf(start, sizeof start, "collocated\t%" PRId64 "\t", number);
    for (const char *line = v->kept; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, start, (size_t)length) == 0) {
            return line + length;
        }
    }
    return NULL;
}

static rdg_status read_kept(rdg_colloc_past *v)
{
    rdg_run *r = rdg_run_open(v->ctx, v->run);
    rdg_status status = r ? rdg_run_kept(r, v->label, &v->kept) : rdg_error_status(v->ctx);
    rdg_run_free(r);
    RDG_TRY(status);
    const char *first = v->kept ? line_of(v, 1) : NULL;
    char *end = NULL;
    v->segments = first ? strtoll(first, &end, 10) : 0;
    v->order = first ? strtoll(end, NULL, 10) : 0;
    const bool good =
        v->segments > 0 && v->order > 0 && line_of(v, v->segments) && !line_of(v, v->segments + 1);
    if (!good) {
        return rdg_fail(v->ctx, RDG_ERR_FORMAT, v->where,
                        "label %" PRId64
                        " of run \"%s\" is no orbit of segments: no event signature is kept with it",
                        v->label, v->run);
    }
    v->segment = rdg_context_calloc(v->ctx, (size_t)v->segments, sizeof *v->segment);
    v->mode = rdg_context_calloc(v->ctx, (size_t)v->segments, sizeof *v->mode);
    v->event = rdg_context_calloc(v->ctx, (size_t)v->segments, sizeof *v->event);
    return rdg_error_status(v->ctx);
}

static bool is_named(const char *text, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && (text[length] == '\t' || text[length] == '\n');
}

/* Modes are entered one after the other until one has the name; -1: none has. */
static rdg_index find_mode(rdg_hybrid *h, const char *text)
{
    for (rdg_index k = 0; k < rdg_hybrid_phases(h) && k < MOST_MODES; k++) {
        if (is_named(text, rdg_hybrid_phase_at(h, k)->name)) {
            return k;
        }
        if (rdg_hybrid_enter(h, k) != RDG_OK) {
            return -1;
        }
    }
    return -1;
}

static rdg_index find_event(const rdg_hybrid *h, rdg_index mode, const char *text)
{
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
        rdg_index from = -1;
        const rdg_hybrid_event_surface *e = rdg_hybrid_event_surface_at(h, k, &from, NULL);
        if (from == mode && is_named(text, e->name)) {
            return k;
        }
    }
    return -1;
}

static rdg_status read_names(rdg_colloc_past *v, rdg_hybrid *h, rdg_index j)
{
    const char *text = line_of(v, j + 1);
    for (int field = 0; text && field < 2; field++) {
        text = strchr(text, '\t');
        text = text ? text + 1 : NULL;
    }
    const char *event = text ? strchr(text, '\t') : NULL;
    v->mode[j] = event ? find_mode(h, text) : -1;
    RDG_TRY(rdg_error_status(v->ctx));
    bool found = v->mode[j] >= 0 && rdg_hybrid_enter(h, v->mode[j]) == RDG_OK;
    v->event[j] = found && event[1] != '\n' ? find_event(h, v->mode[j], event + 1) : -1;
    found = found && (v->event[j] >= 0 || (event[1] == '\n' && v->segments == 1));
    if (!found) {
        const int phase = text ? (int)strcspn(text, "\t\n") : 0,
                  surface = event ? (int)strcspn(event + 1, "\n") : 0;
        return rdg_fail(v->ctx, RDG_ERR_NAME, v->where,
                        "segment %" PRId64 " of label %" PRId64
                        " of run \"%s\": \"%s\" has no phase \"%.*s\" with the event surface \"%.*s\"",
                        j + 1, v->label, v->run, rdg_hybrid_name(h), phase, text ? text : "", surface,
                        event ? event + 1 : "");
    }
    return RDG_OK;
}

rdg_status rdg_colloc_past_read(rdg_colloc_past *v, rdg_hybrid *h)
{
    const rdg_index np = rdg_hybrid_parameters_of(h).n;
    RDG_TRY(read_kept(v));
    for (rdg_index j = 0; j < v->segments; j++) {
        char name[NAME_SIZE];
        (void)snprintf(name, sizeof name, "segment%" PRId64, j + 1);
        RDG_TRY(rdg_stored_read(v->ctx, v->where, v->run, v->label, name, &v->segment[j]));
        RDG_TRY(read_names(v, h, j));
        const rdg_index n = rdg_hybrid_phase_at(h, v->mode[j])->n;
        if (v->segment[j].n != n || v->segment[j].np != np) {
            return rdg_fail(v->ctx, RDG_ERR_SIZE, v->where,
                            "segment %" PRId64 " of label %" PRId64 " of run \"%s\" has %" PRId64
                            " states and %" PRId64 " parameters, the system \"%s\" %" PRId64 " and %" PRId64,
                            j + 1, v->label, v->run, v->segment[j].n, v->segment[j].np, rdg_hybrid_name(h), n,
                            np);
        }
    }
    return RDG_OK;
}

/* The segment, as it is or on a mesh of N intervals of degree K. */
static rdg_status take_segment(rdg_colloc_segment *segment, const rdg_colloc_past *v, rdg_index N,
                               rdg_index K)
{
    rdg_context *ctx = v->ctx;
    const rdg_index j = segment->number % v->segments, turn = segment->number / v->segments;
    const rdg_stored *s = &v->segment[j];
    segment->mode = v->mode[j];
    segment->event = v->event[j];
    segment->n = s->n;
    segment->duration = s->T;
    segment->phase = s->phi + RDG_HZ(1.0) * (double)(turn * v->order);
    segment->count = N * K + 1;
    segment->mesh = rdg_context_calloc(ctx, (size_t)N + 1, sizeof *segment->mesh);
    segment->x = rdg_context_calloc(ctx, (size_t)(segment->n * segment->count), sizeof *segment->x);
    if (!segment->mesh || !segment->x) {
        return RDG_ERR_NO_MEMORY;
    }
    if (N != s->N || K != s->K) {
        return rdg_stored_remesh(s, N, K, segment->mesh, segment->x);
    }
    memcpy(segment->mesh, s->mesh, (size_t)(N + 1) * sizeof *segment->mesh);
    memcpy(segment->x, s->x, (size_t)s->nx * sizeof *segment->x);
    return RDG_OK;
}

/* The tangent of the branch that is gone through twice, in the order of the variables of segments.c:
 * parameters, then states, duration and phase segment by segment. */
static rdg_status double_tangent(rdg_collocation *c, const rdg_colloc_past *v)
{
    rdg_index count = v->segment[0].np;
    for (rdg_index j = 0; j < c->segments; j++) {
        count += v->segment[j % v->segments].nx + 2;
    }
    c->tangent = rdg_context_calloc(c->ctx, (size_t)count, sizeof *c->tangent);
    if (!c->tangent) {
        return RDG_ERR_NO_MEMORY;
    }
    double *to = c->tangent;
    for (rdg_index k = 0; k < v->segment[0].np; k++) {
        *to++ = v->segment[0].dp[k];
    }
    for (rdg_index j = 0; j < c->segments; j++) {
        const rdg_stored *s = &v->segment[j % v->segments];
        memcpy(to, s->dx, (size_t)s->nx * sizeof *to);
        to += s->nx;
        *to++ = s->dT;
        if (c->forced) {
            *to++ = s->dphi;
        }
    }
    return RDG_OK;
}

/* As many intervals as the segment needs most. */
static rdg_index intervals_for(const rdg_colloc_past *v, const rdg_collocation_options *o, rdg_index K)
{
    rdg_index N = o->intervals;
    for (rdg_index j = 0; o->intervals == 0 && j < v->segments; j++) {
        double *density = rdg_context_calloc(v->ctx, (size_t)v->segment[j].N + 1, sizeof *density);
        const rdg_index wanted =
            density ? rdg_stored_intervals_for(&v->segment[j], K, o->error[0], o->error[1], density) : 0;
        rdg_free(density);
        N = wanted > N ? wanted : N;
    }
    return N;
}

static rdg_collocation *make(rdg_hybrid *h, const rdg_colloc_past *v, const rdg_collocation_options *o,
                             rdg_index turns)
{
    const rdg_index K = o->degree > 0 ? o->degree : v->segment[0].K, N = intervals_for(v, o, K);
    const rdg_collocation_options options = {.intervals = N,
                                             .degree = K,
                                             .adapt = o->adapt,
                                             .order = turns * v->order,
                                             .p = v->segment[0].np > 0 ? v->segment[0].p : NULL};
    rdg_collocation *c = rdg_error_status(v->ctx) == RDG_OK
                             ? rdg_colloc_segments_create(h, &options, turns * v->segments)
                             : NULL;
    rdg_status status = rdg_error_status(v->ctx);
    for (rdg_index j = 0; c && status == RDG_OK && j < c->segments; j++) {
        status = take_segment(&c->chain[j], v, N, K);
    }
    status = c && status == RDG_OK && turns > 1 ? double_tangent(c, v) : status;
    return status == RDG_OK ? c : NULL; /* the context has it */
}

rdg_collocation *rdg_colloc_segments_from_run(rdg_hybrid *h, const char *where, const char *run,
                                              rdg_index label, const rdg_collocation_options *o,
                                              rdg_index turns)
{
    rdg_colloc_past v = {.ctx = rdg_hybrid_context(h), .where = where, .run = run, .label = label};
    rdg_collocation *c = rdg_colloc_past_read(&v, h) == RDG_OK ? make(h, &v, o, turns) : NULL;
    rdg_colloc_past_release(&v);
    return c;
}

/* --- shooting from it */

/* Where shooting starts: at phase 0 of the forcing, or half-way along the longest segment. */
static rdg_index start_of(const rdg_colloc_past *v, const rdg_hybrid *h, double *tau)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(h);
    rdg_index at = 0;
    *tau = 0.5;
    for (rdg_index j = 0; j < v->segments; j++) {
        const rdg_stored *s = &v->segment[j];
        if (q.omega < 0) {
            at = s->T > v->segment[at].T ? j : at;
            continue;
        }
        const double from = s->phi / RDG_HZ(1.0), turns = s->p[q.omega] * s->T / RDG_HZ(1.0);
        if (ceil(from) <= from + turns && turns > 0.0) {
            *tau = (ceil(from) - from) / turns;
            return j;
        }
    }
    return at;
}

rdg_shooting *rdg_colloc_segments_shoot(rdg_hybrid *h, const rdg_colloc_past *v,
                                        const rdg_shooting_options *options)
{
    if (!v->segment) {
        return NULL;
    }
    rdg_shooting_options o = *options;
    double tau = 0.0, T = 0.0;
    const rdg_index first = start_of(v, h, &tau);
    const rdg_stored *s = &v->segment[first];
    double *x = rdg_context_calloc(v->ctx, (size_t)s->n, sizeof *x);
    const char **name = rdg_context_calloc(v->ctx, (size_t)v->segments + 1, sizeof *name);
    rdg_shooting *made = NULL;
    if (x && name) {
        for (rdg_index j = 0; j < v->segments; j++) {
            const rdg_index event = v->event[(first + j) % v->segments];
            name[j] = event >= 0 ? rdg_hybrid_event_surface_at(h, event, NULL, NULL)->name : NULL;
            T += v->segment[j].T;
        }
        rdg_stored_state(s, tau, x);
        o.mode = rdg_hybrid_phase_at(h, v->mode[first])->name;
        o.x = x;
        o.p = o.p ? o.p : s->p;
        if (!(o.transient > 0.0)) { /* the orbit itself, not one nearby */
            o.order = v->order;
            o.period = rdg_hybrid_parameters_of(h).omega >= 0 ? 0.0 : T;
            o.sequence = name[0] ? name : NULL;
        }
        made = rdg_shooting_create(h, &o);
    }
    rdg_free(x);
    rdg_free((void *)name);
    return made;
}

rdg_shooting *rdg_colloc_segments_to_shooting(rdg_hybrid *h, const char *where, const char *run,
                                              rdg_index label, const rdg_shooting_options *options)
{
    rdg_colloc_past v = {.ctx = rdg_hybrid_context(h), .where = where, .run = run, .label = label};
    rdg_shooting_options o = *options;
    o.transient = 0.0;
    o.p = NULL;
    rdg_shooting *s = rdg_colloc_past_read(&v, h) == RDG_OK ? rdg_colloc_segments_shoot(h, &v, &o) : NULL;
    rdg_colloc_past_release(&v);
    return s;
}
