/* Legs of an orbit from its arcs by shooting: those that follow each other in one mode are one leg. */
#include "colloc_segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

enum { SAMPLES_AN_ARC = 120 };

/* Legs of the orbit; 0: it cannot be taken (recorded). */
static rdg_index count_legs(rdg_shooting *s, const double *u)
{
    rdg_hybrid *h = rdg_shooting_system(s);
    rdg_context *ctx = rdg_hybrid_context(h);
    rdg_index legs = 0;
    for (rdg_index j = 0; j < rdg_shooting_segments(s); j++) {
        rdg_shooting_segment arc;
        if (rdg_shooting_segment_at(s, u, j, &arc) != RDG_OK) {
            return 0;
        }
        if (arc.at_once || !(arc.duration > 0.0)) {
            rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_collocation_from_shooting",
                     "\"%s\": segment %" PRId64
                     " of %s lasts no time: two events come at once, which orbits by "
                     "collocation cannot have",
                     rdg_hybrid_name(h), j + 1, rdg_shooting_sequence(s));
            return 0;
        }
        legs += arc.crossing >= 0;
    }
    return legs > 0 ? legs : 1; /* an orbit that meets none is one leg, which closes */
}

/* Samples of an arc behind those that the leg has; x [SAMPLES_AN_ARC states] as shooting tells them. */
static void append(rdg_colloc_leg *leg, double duration, rdg_index states, const double *x)
{
    const rdg_index from = leg->count > 0 ? 1 : 0; /* it starts where the one before ends */
    for (rdg_index i = from; i < SAMPLES_AN_ARC; i++) {
        leg->t[leg->count] = leg->duration + duration * (double)i / (SAMPLES_AN_ARC - 1.0);
        memcpy(leg->x + leg->count * leg->n, x + i * states, (size_t)leg->n * sizeof *x);
        leg->count++;
    }
    leg->duration += duration;
}

static rdg_status begin(rdg_colloc_leg *leg, const rdg_shooting_segment *arc, rdg_index arcs)
{
    rdg_collocation *c = leg->c;
    leg->mode = arc->mode;
    leg->crossing = -1;
    leg->phase = arc->phase;
    leg->n = rdg_hybrid_phase_at(c->hybrid, arc->mode)->n;
    leg->t = rdg_context_calloc(c->ctx, (size_t)(arcs * SAMPLES_AN_ARC), sizeof *leg->t);
    leg->x = rdg_context_calloc(c->ctx, (size_t)(arcs * SAMPLES_AN_ARC * leg->n), sizeof *leg->x);
    return rdg_error_status(c->ctx);
}

static rdg_status take_arcs(rdg_collocation *c, rdg_shooting *s, const double *u, rdg_index states,
                            const double *share, double *x)
{
    const rdg_index arcs = rdg_shooting_segments(s);
    rdg_colloc_leg *leg = c->leg;
    for (rdg_index j = 0; j < arcs; j++) {
        rdg_shooting_segment arc;
        RDG_TRY(rdg_shooting_segment_at(s, u, j, &arc));
        if (leg->count == 0) {
            RDG_TRY(begin(leg, &arc, arcs - j));
        }
        RDG_TRY(rdg_shooting_segment_motion(s, u, j, SAMPLES_AN_ARC, share, x));
        append(leg, arc.duration, states, x);
        if (arc.crossing >= 0) {
            leg->crossing = arc.crossing;
            leg++;
        }
    }
    return RDG_OK;
}

/* States of the largest mode that the problem of the orbit has room for. */
static rdg_index states_of(rdg_problem *p)
{
    rdg_index x = 0, tau = 1;
    (void)rdg_variable_index(p, "x", &x);
    (void)rdg_variable_index(p, "tau", &tau);
    return x / tau;
}

rdg_collocation *rdg_colloc_legs_from_shooting(rdg_shooting *s, rdg_problem *p, const double *u,
                                               const rdg_collocation_options *o)
{
    rdg_context *ctx = rdg_problem_context(p);
    const rdg_index legs = count_legs(s, u), states = states_of(p);
    if (legs < 1 || rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    rdg_collocation_options options = *o;
    options.p = rdg_has_variables(p, "p") ? u + rdg_variable_index(p, "p", NULL) : NULL;
    options.order = rdg_shooting_order(s);
    rdg_collocation *c = rdg_colloc_legs_create(rdg_shooting_system(s), &options, legs);
    double *share = rdg_context_calloc(ctx, SAMPLES_AN_ARC, sizeof *share);
    double *x = rdg_context_calloc(ctx, (size_t)(SAMPLES_AN_ARC * states), sizeof *x);
    for (rdg_index i = 0; share && i < SAMPLES_AN_ARC; i++) {
        share[i] = (double)i / (SAMPLES_AN_ARC - 1.0);
    }
    if (c && (!share || !x || take_arcs(c, s, u, states, share, x) != RDG_OK)) {
        c = NULL; /* the context has it */
    }
    rdg_free(share);
    rdg_free(x);
    return c;
}
