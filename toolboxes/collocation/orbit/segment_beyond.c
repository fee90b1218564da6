/* The event signature behind a graze (GR), from where the branch of the one before ends.
 *
 * At an impact, an event that leads back to its own mode, it is known: an orbit that only touches the
 * surface in between is one of the event signature with that impact as well, without a velocity, and one that
 * meets it without a velocity is one of the event signature without it. Other events lead into another mode
 * for a time that begins with nothing: which event signature follows is shown by the motion a little farther
 * on. */
#include "colloc_past_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_collocation_beyond";

/* A label whose distance from a graze, of the size of the surface or its rate, is more is none. */
static const double near = 1e-5;

/* Orbits begin as far from it, of that size. */
static const double off = 1e-4;

/* A parameter near zero is as large as this. */
static const double least_size = 1e-2;

/* So far beyond, of the sizes of parameters, the motion is examined, to both sides, for so many periods. */
static const double steps[] = {1e-4, 1e-3, 1e-2};
static const double patience = 400.0;

/* --- impacts */

/* The motion of a stored segment from a to b, behind what the segment has. */
static rdg_status add_piece(rdg_colloc_segment *segment, const rdg_stored *s, double a, double b)
{
    const rdg_index most = s->N * s->K + 3;
    if (!segment->t) { /* there may be two of them */
        segment->t = rdg_context_calloc(s->ctx, 2 * (size_t)most, sizeof *segment->t);
        segment->x = rdg_context_calloc(s->ctx, 2 * (size_t)(most * s->n), sizeof *segment->x);
    }
    if (!segment->t || !segment->x) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = -1; k <= s->N * s->K; k++) {
        const rdg_index i = k < 0 ? 0 : k < s->N * s->K ? k / s->K : s->N - 1;
        const double within =
            s->mesh[i] + (double)(k - i * s->K) / (double)s->K * (s->mesh[i + 1] - s->mesh[i]);
        const bool is_end = k == s->N * s->K;
        const double tau = k < 0 ? a : is_end ? b : within;
        const bool is_inside = tau > a + 1e-9 && tau < b - 1e-9;
        if (is_inside || is_end || (k < 0 && segment->count == 0)) {
            rdg_stored_state(s, tau, segment->x + segment->count * s->n);
            segment->t[segment->count++] = segment->duration + (tau - a) * s->T;
        }
    }
    segment->duration += (b - a) * s->T;
    return RDG_OK;
}

/* Segment number k of the new orbit begins in segment j + turn segments of the old one, at tau. */
static rdg_colloc_segment *begin(rdg_collocation *c, rdg_index k, const rdg_colloc_past *v, rdg_index j,
                                 double tau)
{
    rdg_colloc_segment *segment = &c->chain[k];
    const rdg_stored *s = &v->segment[j % v->segments];
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(c->hybrid);
    const rdg_index turn = j / v->segments;
    const double turned = q.omega >= 0 ? s->p[q.omega] * tau * s->T : 0.0;
    segment->mode = v->mode[j % v->segments];
    segment->event = v->event[j % v->segments];
    segment->n = s->n;
    segment->phase = s->phi + turned + RDG_HZ(1.0) * (double)(turn * v->order);
    return segment;
}

/* Segments [from, from + count) of the old orbit, as they are, to the new one from k on. */
static rdg_status copy_segments(rdg_collocation *c, rdg_index k, const rdg_colloc_past *v, rdg_index from,
                                rdg_index count)
{
    for (rdg_index j = from; j < from + count; j++, k++) {
        RDG_TRY(add_piece(begin(c, k, v, j, 0.0), &v->segment[j % v->segments], 0.0, 1.0));
    }
    return RDG_OK;
}

/* The impact at the end of segment j is none any more. */
static rdg_status leave_out(rdg_collocation *c, const rdg_colloc_past *v, rdg_index j)
{
    rdg_colloc_segment *segment = begin(c, 0, v, j, 0.0);
    RDG_TRY(add_piece(segment, &v->segment[j], 0.0, 1.0));
    if (v->segments == 1) {
        segment->event = -1;
        return RDG_OK;
    }
    RDG_TRY(add_piece(segment, &v->segment[(j + 1) % v->segments], 0.0, 1.0));
    segment->event = v->event[(j + 1) % v->segments];
    return copy_segments(c, 1, v, j + 2, v->segments - 2);
}

/* An impact more, at tau of segment j. */
static rdg_status put_in(rdg_collocation *c, const rdg_colloc_past *v, rdg_index j, double tau,
                         rdg_index event)
{
    const bool closed = v->event[j] < 0;
    rdg_colloc_segment *segment = begin(c, 0, v, j, closed ? tau : 0.0);
    if (closed) {
        RDG_TRY(add_piece(segment, &v->segment[j], tau, 1.0));
        RDG_TRY(add_piece(segment, &v->segment[j], 0.0, tau));
        segment->event = event;
        return RDG_OK;
    }
    RDG_TRY(add_piece(segment, &v->segment[j], 0.0, tau));
    segment->event = event;
    RDG_TRY(add_piece(begin(c, 1, v, j, tau), &v->segment[j], tau, 1.0));
    return copy_segments(c, 2, v, j + 1, v->segments - 1);
}

/* The parameter that changes most along the branch, of its size; -1: none does. */
static rdg_index fastest(const rdg_stored *s)
{
    rdg_index most = -1;
    double largest = 0.0;
    for (rdg_index k = 0; k < s->np; k++) {
        const double change = fabs(s->dp[k]) / fmax(fabs(s->p[k]), least_size);
        most = change > largest ? k : most;
        largest = fmax(largest, change);
    }
    return most;
}

/* Variables of a problem become the predictor. */
static rdg_status take(rdg_colloc_segment *segment, const double *u)
{
    const rdg_segment *s = segment->collocated;
    const rdg_segment_layout *at = &s->at;
    rdg_context *ctx = segment->c->ctx;
    rdg_free(segment->t);
    rdg_free(segment->x);
    segment->t = NULL;
    segment->count = at->N * at->K + 1;
    segment->x = rdg_context_calloc(ctx, (size_t)at->nx, sizeof *segment->x);
    segment->mesh = rdg_context_calloc(ctx, (size_t)at->N + 1, sizeof *segment->mesh);
    if (!segment->x || !segment->mesh) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(segment->mesh, s->mesh, (size_t)(at->N + 1) * sizeof *segment->mesh);
    for (rdg_index k = 0; k < at->nx; k++) {
        segment->x[k] = u[s->index[k]];
    }
    segment->duration = u[s->index[at->T]];
    segment->phase = at->phi >= 0 ? u[s->index[at->phi]] : 0.0;
    for (rdg_index k = 0; k < at->np; k++) {
        segment->c->p[k] = u[s->index[at->p + k]];
    }
    return RDG_OK;
}

/* A little off the graze, on the side where there are orbits: there both ways lead on or to the graze. */
static rdg_status step_off(rdg_collocation *c, const rdg_colloc_past *v, bool passing)
{
    const rdg_index fast = fastest(&v->segment[0]);
    rdg_problem *p = fast >= 0 ? rdg_collocation_problem(c) : NULL;
    rdg_status status = rdg_error_status(c->ctx);
    if (p && status == RDG_OK) {
        status = rdg_let_vary(p, rdg_hybrid_parameters_of(c->hybrid).name[fast]);
        status = status == RDG_OK ? rdg_colloc_segments_hold_off(c, p, passing, off) : status;
        status = status == RDG_OK ? rdg_solve(p) : status;
    }
    for (rdg_index j = 0; p && status == RDG_OK && j < c->segments; j++) {
        status = take(&c->chain[j], rdg_start_values(p));
    }
    rdg_problem_free(p);
    c->segment = NULL;
    c->monodromy = NULL;
    return status;
}

static rdg_collocation *at_an_impact(rdg_hybrid *h, const rdg_colloc_past *v, const rdg_colloc_end *end,
                                     const rdg_collocation_options *o)
{
    const bool leaves = end->tau >= 1.0;
    const rdg_index segments = leaves                       ? (v->segments > 1 ? v->segments - 1 : 1)
                               : v->event[end->segment] < 0 ? 1
                                                            : v->segments + 1;
    rdg_collocation_options options = *o;
    options.order = v->order;
    options.p = v->segment[0].np > 0 ? v->segment[0].p : NULL;
    rdg_collocation *c = rdg_colloc_segments_create(h, &options, segments);
    const rdg_status status = !c       ? RDG_ERR_EARLIER
                              : leaves ? leave_out(c, v, end->segment)
                                       : put_in(c, v, end->segment, end->tau, end->event);
    return status == RDG_OK && step_off(c, v, !leaves) == RDG_OK ? c : NULL; /* the context has it */
}

/* --- other events */

/* Are the events of an orbit by shooting those of the label, from any of them on? */
static bool is_old(rdg_shooting *s, const double *u, const rdg_colloc_past *v)
{
    rdg_index count = 0;
    rdg_shooting_segment source;
    for (rdg_index j = 0; j < rdg_shooting_segments(s); j++) {
        count += rdg_shooting_segment_at(s, u, j, &source) == RDG_OK && source.event >= 0;
    }
    for (rdg_index shift = 0; count == v->segments && shift < count; shift++) {
        rdg_index k = shift, same = 0;
        for (rdg_index j = 0; j < rdg_shooting_segments(s); j++) {
            if (rdg_shooting_segment_at(s, u, j, &source) == RDG_OK && source.event >= 0) {
                same += source.event == v->event[k++ % count];
            }
        }
        if (same == count) {
            return true;
        }
    }
    return false;
}

/* Parameters p, a step along the branch, of their sizes. */
static void move(const rdg_stored *s, double step, double *p)
{
    double largest = 0.0;
    for (rdg_index k = 0; k < s->np; k++) {
        largest = fmax(largest, fabs(s->dp[k]) / fmax(fabs(s->p[k]), least_size));
    }
    for (rdg_index k = 0; k < s->np; k++) {
        p[k] = s->p[k] + (largest > 0.0 ? step * s->dp[k] / largest : 0.0);
    }
}

/* The orbit that the motion comes to, of another event signature; NULL: there is none. */
static rdg_collocation *reach_steady(rdg_hybrid *h, const rdg_colloc_past *v, double step,
                                     const rdg_collocation_options *o)
{
    double T = 0.0, *p = rdg_context_calloc(v->ctx, (size_t)v->segment[0].np + 1, sizeof *p);
    for (rdg_index j = 0; j < v->segments; j++) {
        T += v->segment[j].T;
    }
    rdg_shooting *s = NULL;
    if (p) {
        move(&v->segment[0], step, p);
        s = rdg_colloc_segments_shoot(h, v, &(rdg_shooting_options){.p = p, .transient = patience * T});
    }
    rdg_problem *problem = s ? rdg_shooting_problem(s) : NULL;
    rdg_collocation *c = NULL;
    if (problem && rdg_solve(problem) == RDG_OK && !is_old(s, rdg_start_values(problem), v)) {
        c = rdg_colloc_segments_from_shooting(s, problem, rdg_start_values(problem), o);
    }
    rdg_problem_free(problem);
    rdg_shooting_free(s);
    rdg_free(p);
    if (rdg_error_status(v->ctx) == RDG_ERR_NO_CONVERGENCE || rdg_error_status(v->ctx) == RDG_ERR_ARGUMENT) {
        rdg_error_clear(v->ctx); /* no orbit there, or one that segments cannot have */
    }
    return c;
}

static rdg_collocation *at_another(rdg_hybrid *h, const rdg_colloc_past *v, const rdg_colloc_end *end,
                                   const rdg_collocation_options *o)
{
    rdg_collocation *c = NULL;
    for (size_t k = 0; !c && rdg_error_status(v->ctx) == RDG_OK && k < 2 * sizeof steps / sizeof *steps;
         k++) {
        c = reach_steady(h, v, k % 2 == 0 ? steps[k / 2] : -steps[k / 2], o);
    }
    if (!c && rdg_error_status(v->ctx) == RDG_OK) {
        rdg_fail(v->ctx, RDG_ERR_NO_CONVERGENCE, where,
                 "\"%s\": next to label %" PRId64
                 " of run \"%s\", where its event signature ends at \"%s\", the motion comes to "
                 "no orbit of another event signature: rdg_sweep() shows what is there",
                 rdg_hybrid_name(h), v->label, v->run,
                 rdg_hybrid_event_surface_at(h, end->event, NULL, NULL)->name);
    }
    return c;
}

/* --- */

/* What ends the event signature of the label. */
static rdg_status find_end(rdg_hybrid *h, const rdg_colloc_past *v, rdg_colloc_end *end)
{
    const rdg_collocation_options as_it_is = {.adapt = -1};
    rdg_collocation *c = rdg_colloc_segments_from_run(h, where, v->run, v->label, &as_it_is, 1);
    rdg_problem *p = rdg_collocation_problem(c);
    rdg_status status = p ? RDG_OK : rdg_error_status(v->ctx);
    if (p && rdg_colloc_segments_end(c, rdg_start_values(p), end) != 0) {
        status = rdg_fail(v->ctx, RDG_ERR_CALLBACK, where,
                          "\"%s\": a surface has no value on the orbit of label %" PRId64, rdg_hybrid_name(h),
                          v->label);
    }
    if (status == RDG_OK && !(end->distance < near)) {
        status =
            rdg_fail(v->ctx, RDG_ERR_ARGUMENT, where,
                     "label %" PRId64
                     " of run \"%s\" is no end of an event signature (GR, TO, DU): the nearest one is %.2g "
                     "away, of its size",
                     v->label, v->run, end->distance);
    }
    rdg_problem_free(p);
    rdg_collocation_free(c);
    return status;
}

rdg_collocation *rdg_collocation_beyond(rdg_hybrid *h, const char *run, rdg_index label,
                                        const rdg_collocation_options *options)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, run, NULL);
    rdg_collocation_options o = options ? *options : (rdg_collocation_options){.intervals = 0};
    if (rdg_collocation_check_options(ctx, where, &o) != RDG_OK) {
        return NULL;
    }
    rdg_colloc_past v = {.ctx = ctx, .where = where, .run = run, .label = label};
    rdg_colloc_end end = {.segment = 0};
    rdg_collocation *c = NULL;
    if (rdg_colloc_past_read(&v, h) == RDG_OK && find_end(h, &v, &end) == RDG_OK) {
        rdg_index from = -1, to = -1;
        (void)rdg_hybrid_event_surface_at(h, end.event, &from, &to);
        o.intervals = o.intervals > 0 ? o.intervals : v.segment[0].N;
        o.degree = o.degree > 0 ? o.degree : v.segment[0].K;
        c = from == to && !end.is_choice ? at_an_impact(h, &v, &end, &o) : at_another(h, &v, &end, &o);
    }
    rdg_colloc_past_release(&v);
    return c;
}
