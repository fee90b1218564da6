/* Orbits of hybrid systems: their segments, and the problem of them. */
#include "colloc_segments_impl.h"

#include <ridgewalk/linear.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 32, LINE_SIZE = 64 };

static rdg_status fill(rdg_collocation *c, const rdg_collocation_options *o, rdg_index segments)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(c->hybrid);
    c->forced = q.omega >= 0;
    c->order = o->order > 0 ? o->order : 1;
    c->options = (rdg_segment_options){.intervals = o->intervals, .degree = o->degree, .adapt = o->adapt};
    c->p = rdg_context_calloc(c->ctx, (size_t)q.n, sizeof *c->p);
    c->chain = rdg_context_calloc(c->ctx, (size_t)segments, sizeof *c->chain);
    if (!c->p || !c->chain) {
        return RDG_ERR_NO_MEMORY;
    }
    c->segments = segments;
    for (rdg_index j = 0; j < segments; j++) {
        c->chain[j] = (rdg_colloc_segment){.c = c, .number = j};
    }
    const double *p = o->p ? o->p : q.value;
    for (rdg_index k = 0; k < q.n; k++) {
        c->p[k] = p[k];
    }
    return RDG_OK;
}

rdg_collocation *rdg_colloc_segments_create(rdg_hybrid *h, const rdg_collocation_options *o,
                                            rdg_index segments)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    rdg_collocation *c = rdg_context_calloc(ctx, 1, sizeof *c);
    if (!c) {
        return NULL;
    }
    *c = (rdg_collocation){.ctx = ctx, .hybrid = h, .users = 1};
    if (fill(c, o, segments) != RDG_OK) {
        rdg_collocation_leave(c);
        return NULL;
    }
    return rdg_context_own(ctx, c, rdg_collocation_leave) == RDG_OK ? c : NULL;
}

static rdg_status add_parameters(rdg_collocation *c, rdg_problem *p)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(c->hybrid);
    if (q.n == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_add_variables(p, "p", q.n, c->p));
    for (rdg_index k = 0; k < q.n; k++) {
        RDG_TRY(rdg_add_parameter(p, q.name[k], "p", k));
        RDG_TRY(rdg_set_unit(p, q.name[k], q.unit[k]));
    }
    return RDG_OK;
}

/* What is a segment's own varies: its duration and, where it starts behind an event, the phase there. */
static rdg_status let_vary(const rdg_colloc_segment *segment, rdg_problem *p, const char *name)
{
    char parameter[2 * NAME_SIZE];
    (void)snprintf(parameter, sizeof parameter, "%s.T", name);
    RDG_TRY(rdg_let_vary(p, parameter));
    RDG_TRY(rdg_set_domain(p, parameter, 0.0, INFINITY));
    if (segment->c->forced && segment->event >= 0) {
        (void)snprintf(parameter, sizeof parameter, "%s.phi", name);
        RDG_TRY(rdg_let_vary(p, parameter));
    }
    return RDG_OK;
}

/* What is kept of a segment with labels (segment_stored.c). */
static rdg_status tag(rdg_colloc_segment *segment)
{
    const rdg_collocation *c = segment->c;
    const rdg_hybrid_event_surface *e =
        segment->event >= 0 ? rdg_hybrid_event_surface_at(c->hybrid, segment->event, NULL, NULL) : NULL;
    const char *mode = rdg_hybrid_phase_at(c->hybrid, segment->mode)->name, *event = e ? e->name : "";
    const size_t size = LINE_SIZE + 20 + strlen(mode) + strlen(event);
    char *line = rdg_context_calloc(c->ctx, size, 1);
    if (!line) {
        return RDG_ERR_NO_MEMORY;
    }
    (void)snprintf(line, size, "collocated\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%s\t%s\n",
                   segment->number + 1, c->segments, c->order, mode, event);
    rdg_free(segment->collocated->tag);
    segment->collocated->tag = line;
    return RDG_OK;
}

/* A segment may begin with next to no duration: it is no reason for short steps. */
static rdg_status set_typical(const rdg_colloc_segment *segment, rdg_problem *p, const char *name)
{
    char block[2 * NAME_SIZE];
    double period = 0.0;
    for (rdg_index j = 0; j < segment->c->segments; j++) {
        period += segment->c->chain[j].duration;
    }
    (void)snprintf(block, sizeof block, "%s.T", name);
    return rdg_set_typical(p, block, period, false);
}

static rdg_status add_segment(rdg_colloc_segment *segment, rdg_problem *p)
{
    rdg_collocation *c = segment->c;
    char name[NAME_SIZE];
    (void)snprintf(name, sizeof name, "segment%" PRId64, segment->number + 1);
    rdg_segment_options o = c->options;
    o.mode = rdg_hybrid_phase_at(c->hybrid, segment->mode)->name;
    o.duration = segment->duration;
    o.phase = segment->phase;
    o.count = segment->count;
    o.t = segment->t;
    o.mesh = segment->mesh;
    o.x = segment->x;
    const rdg_index shared = rdg_has_variables(p, "p") ? rdg_variable_index(p, "p", NULL) : -1;
    segment->collocated = rdg_segment_create(p, name, c->hybrid, &o, shared);
    RDG_TRY(rdg_error_status(c->ctx));
    RDG_TRY(set_typical(segment, p, name));
    RDG_TRY(let_vary(segment, p, name));
    return tag(segment);
}

/* "T", the sum of all durations. */
static rdg_status add_period(rdg_collocation *c, rdg_problem *p)
{
    rdg_index *index = rdg_context_calloc(c->ctx, (size_t)c->segments, sizeof *index);
    double *ones = rdg_context_calloc(c->ctx, (size_t)c->segments, sizeof *ones);
    rdg_status status = rdg_error_status(c->ctx);
    for (rdg_index j = 0; status == RDG_OK && j < c->segments; j++) {
        index[j] = c->chain[j].collocated->index[c->chain[j].collocated->at.T];
        ones[j] = 1.0;
    }
    const char *name = "T";
    status = status == RDG_OK ? rdg_add_linear_monitor(p, "durations", 1, c->segments, index, ones, NULL,
                                                       &name, RDG_ACTIVE)
                              : status;
    rdg_free(index);
    rdg_free(ones);
    return status;
}

/* An orbit that meets no event. */
static rdg_status close_smoothly(rdg_collocation *c, rdg_problem *p)
{
    c->n = c->chain[0].n;
    RDG_TRY(rdg_collocation_add_joint(c, p));
    if (c->forced) {
        return rdg_collocation_add_period(c, p);
    }
    RDG_TRY(rdg_collocation_add_phase(c, p));
    return rdg_collocation_add_size(c, p);
}

rdg_status rdg_colloc_segments_fill(rdg_collocation *c, rdg_problem *p)
{
    RDG_TRY(add_parameters(c, p));
    for (rdg_index j = 0; j < c->segments; j++) {
        RDG_TRY(add_segment(&c->chain[j], p));
    }
    c->segment = c->chain[0].collocated;
    if (c->chain[0].event < 0) {
        RDG_TRY(close_smoothly(c, p));
    }
    for (rdg_index j = 0; j < c->segments && c->chain[j].event >= 0; j++) {
        RDG_TRY(rdg_colloc_segment_join(&c->chain[j], p));
    }
    RDG_TRY(add_period(c, p));
    RDG_TRY(rdg_colloc_segments_watch(c, p));
    return rdg_collocation_add_multipliers(c, p);
}
