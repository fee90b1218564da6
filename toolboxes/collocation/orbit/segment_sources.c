/* Segments of an orbit from its sources by shooting: those that follow each other in one mode are one
 * segment. */
#include "colloc_segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

enum { SAMPLES_A_SOURCE = 120 };

/* Segments of the orbit; 0: it cannot be taken (recorded). */
static rdg_index count_segments(rdg_shooting *s, const double *u)
{
    rdg_hybrid *h = rdg_shooting_system(s);
    rdg_context *ctx = rdg_hybrid_context(h);
    rdg_index segments = 0;
    for (rdg_index j = 0; j < rdg_shooting_segments(s); j++) {
        rdg_shooting_segment source;
        if (rdg_shooting_segment_at(s, u, j, &source) != RDG_OK) {
            return 0;
        }
        if (source.at_once || !(source.duration > 0.0)) {
            rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_collocation_from_shooting",
                     "\"%s\": segment %" PRId64
                     " of %s lasts no time: two events come at once, which orbits by "
                     "collocation cannot have",
                     rdg_hybrid_name(h), j + 1, rdg_shooting_sequence(s));
            return 0;
        }
        segments += source.event >= 0;
    }
    return segments > 0 ? segments : 1; /* an orbit that meets none is one segment, which closes */
}

/* Samples of a source behind those that the segment has; x [SAMPLES_A_SOURCE states] as shooting reports
 * them.
 */
static void append(rdg_colloc_segment *segment, double duration, rdg_index states, const double *x)
{
    const rdg_index from = segment->count > 0 ? 1 : 0; /* it starts where the one before ends */
    for (rdg_index i = from; i < SAMPLES_A_SOURCE; i++) {
        segment->t[segment->count] = segment->duration + duration * (double)i / (SAMPLES_A_SOURCE - 1.0);
        memcpy(segment->x + segment->count * segment->n, x + i * states, (size_t)segment->n * sizeof *x);
        segment->count++;
    }
    segment->duration += duration;
}

static rdg_status begin(rdg_colloc_segment *segment, const rdg_shooting_segment *source, rdg_index sources)
{
    rdg_collocation *c = segment->c;
    segment->mode = source->mode;
    segment->event = -1;
    segment->phase = source->phase;
    segment->n = rdg_hybrid_phase_at(c->hybrid, source->mode)->n;
    segment->t = rdg_context_calloc(c->ctx, (size_t)(sources * SAMPLES_A_SOURCE), sizeof *segment->t);
    segment->x =
        rdg_context_calloc(c->ctx, (size_t)(sources * SAMPLES_A_SOURCE * segment->n), sizeof *segment->x);
    return rdg_error_status(c->ctx);
}

static rdg_status take_segments(rdg_collocation *c, rdg_shooting *s, const double *u, rdg_index states,
                                const double *share, double *x)
{
    const rdg_index sources = rdg_shooting_segments(s);
    rdg_colloc_segment *segment = c->chain;
    for (rdg_index j = 0; j < sources; j++) {
        rdg_shooting_segment source;
        RDG_TRY(rdg_shooting_segment_at(s, u, j, &source));
        if (segment->count == 0) {
            RDG_TRY(begin(segment, &source, sources - j));
        }
        RDG_TRY(rdg_shooting_segment_motion(s, u, j, SAMPLES_A_SOURCE, share, x));
        append(segment, source.duration, states, x);
        if (source.event >= 0) {
            segment->event = source.event;
            segment++;
        }
    }
    return RDG_OK;
}

/* States of the largest mode that the problem of the orbit has space for. */
static rdg_index states_of(rdg_problem *p)
{
    rdg_index x = 0, tau = 1;
    (void)rdg_variable_index(p, "x", &x);
    (void)rdg_variable_index(p, "tau", &tau);
    return x / tau;
}

rdg_collocation *rdg_colloc_segments_from_shooting(rdg_shooting *s, rdg_problem *p, const double *u,
                                                   const rdg_collocation_options *o)
{
    rdg_context *ctx = rdg_problem_context(p);
    const rdg_index segments = count_segments(s, u), states = states_of(p);
    if (segments < 1 || rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    rdg_collocation_options options = *o;
    options.p = rdg_has_variables(p, "p") ? u + rdg_variable_index(p, "p", NULL) : NULL;
    options.order = rdg_shooting_order(s);
    rdg_collocation *c = rdg_colloc_segments_create(rdg_shooting_system(s), &options, segments);
    double *share = rdg_context_calloc(ctx, SAMPLES_A_SOURCE, sizeof *share);
    double *x = rdg_context_calloc(ctx, (size_t)(SAMPLES_A_SOURCE * states), sizeof *x);
    for (rdg_index i = 0; share && i < SAMPLES_A_SOURCE; i++) {
        share[i] = (double)i / (SAMPLES_A_SOURCE - 1.0);
    }
    if (c && (!share || !x || take_segments(c, s, u, states, share, x) != RDG_OK)) {
        c = NULL; /* the context has it */
    }
    rdg_free(share);
    rdg_free(x);
    return c;
}
