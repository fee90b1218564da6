/* Follow a motion and write its events down. */
#include "record_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_shooting_create";

static rdg_status start_state(rdg_record *r, const rdg_shooting_options *o)
{
    rdg_shooting *s = r->s;
    r->state.mode = o->mode ? rdg_hybrid_phase_index(s->hybrid, o->mode) : 0;
    if (r->state.mode < 0) {
        return rdg_error_status(s->ctx);
    }
    if (!isfinite(o->phase)) {
        return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "\"%s\": the phase of the start is %g",
                        rdg_hybrid_name(s->hybrid), o->phase);
    }
    r->state.phi = s->at.forced ? o->phase : 0.0;
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, r->state.mode)->n;
    for (rdg_index i = 0; o->x && i < n; i++) {
        if (!isfinite(o->x[i])) {
            return rdg_fail(s->ctx, RDG_ERR_NOT_FINITE, where, "\"%s\": x[%" PRId64 "] of the start is %g",
                            rdg_hybrid_name(s->hybrid), i, o->x[i]);
        }
        r->state.x[i] = o->x[i];
    }
    return RDG_OK;
}

static rdg_status create(rdg_record *r, rdg_shooting *s)
{
    *r = (rdg_record){.s = s};
    r->state.x = rdg_context_calloc(s->ctx, (size_t)s->at.states, sizeof(double));
    r->largest = rdg_context_calloc(s->ctx, (size_t)s->at.states, sizeof(double));
    r->settled = rdg_context_calloc(s->ctx, (size_t)s->at.states, sizeof(double));
    return rdg_error_status(s->ctx);
}

rdg_status rdg_record_begin(rdg_record *r, rdg_shooting *s, const rdg_shooting_options *o)
{
    RDG_TRY(create(r, s));
    return start_state(r, o);
}

rdg_status rdg_record_begin_in(rdg_record *r, rdg_shooting *s, rdg_index mode, const double *x, double phi)
{
    RDG_TRY(create(r, s));
    r->state.mode = mode;
    r->state.phi = phi;
    memcpy(r->state.x, x, (size_t)rdg_hybrid_phase_at(s->hybrid, mode)->n * sizeof *x);
    return RDG_OK;
}

void rdg_record_release(rdg_record *r)
{
    rdg_free(r->state.x);
    rdg_free(r->largest);
    rdg_free(r->settled);
    rdg_free(r->item);
    rdg_free(r->x);
}

void rdg_record_forget(rdg_record *r)
{
    r->count = 0;
    memset(r->largest, 0, (size_t)r->s->at.states * sizeof(double));
}

static void note_size(rdg_record *r, const rdg_hybrid_state *state)
{
    const rdg_index n = rdg_hybrid_phase_at(r->s->hybrid, state->mode)->n;
    for (rdg_index i = 0; i < n; i++) {
        r->largest[i] = fmax(r->largest[i], fabs(state->x[i]));
    }
}

bool rdg_orbit_is_too_narrow(rdg_shooting *s)
{
    for (rdg_index k = 0; k < rdg_hybrid_phases(s->hybrid); k++) {
        s->too_narrow = s->too_narrow || rdg_hybrid_phase_at(s->hybrid, k)->n > s->at.states;
    }
    return s->too_narrow;
}

static int note_step(const rdg_hybrid_state *state, void *data)
{
    note_size(data, state);
    return 0;
}

static int note_event(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                      void *data)
{
    rdg_record *r = data;
    rdg_context *ctx = r->s->ctx;
    const rdg_index states = r->s->at.states;
    /* the modes that may follow come up now, and not when a state of theirs has no space */
    if (rdg_hybrid_enter(r->s->hybrid, after->mode) != RDG_OK || rdg_orbit_is_too_narrow(r->s)) {
        return -1;
    }
    if (rdg_context_reserve(ctx, &r->item, &r->capacity, r->count + 1, sizeof *r->item) != RDG_OK ||
        rdg_context_reserve(ctx, &r->x, &r->capacity_x, 2 * (r->count + 1) * states, sizeof *r->x) !=
            RDG_OK) {
        return -1;
    }
    note_size(r, before);
    note_size(r, after);
    r->item[r->count] = (rdg_recorded){event, after->mode, after->t, after->phi};
    memcpy(rdg_record_before(r, r->count), before->x, (size_t)states * sizeof(double));
    memcpy(rdg_record_x(r, r->count++), after->x, (size_t)states * sizeof(double));
    return 0;
}

static rdg_status wider(rdg_shooting *s)
{
    return rdg_fail(
        s->ctx, RDG_ERR_NO_CONVERGENCE, where,
        "\"%s\": the motion leads to phases of more states than those known when its orbits were sought",
        rdg_hybrid_name(s->hybrid));
}

rdg_status rdg_record_run(rdg_record *r, double t_end, long events)
{
    rdg_shooting *s = r->s;
    const rdg_flow_observer observer = {.at = note_step, .crossed = note_event, .data = r};
    if (rdg_hybrid_enter(s->hybrid, r->state.mode) != RDG_OK) {
        return rdg_error_status(s->ctx);
    }
    if (rdg_orbit_is_too_narrow(s)) {
        return wider(s);
    }
    note_size(r, &r->state);
    const double *p = s->p;
    const int answer = rdg_flow_run(s->flow, p, &r->state, t_end, events, &observer);
    if (answer == 0 || rdg_error_status(s->ctx) != RDG_OK) {
        return rdg_error_status(s->ctx);
    }
    return s->too_narrow ? wider(s) : rdg_record_fail(r, answer);
}

rdg_status rdg_record_fail(const rdg_record *r, int answer)
{
    return rdg_fail(r->s->ctx, answer < 0 ? RDG_ERR_CALLBACK : RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion cannot be followed: %s", rdg_hybrid_name(r->s->hybrid),
                    rdg_flow_reason(r->s->flow));
}

double rdg_record_distance(const rdg_record *r, const double *a, const double *b, rdg_index n)
{
    double largest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double difference = fabs(a[i] - b[i]);
        largest = fmax(largest, difference > 0.0 ? difference / r->largest[i] : 0.0);
    }
    return largest;
}

rdg_status rdg_record_no_return(rdg_shooting *s, double nearest, const char *in)
{
    return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion does not return %s (nearest: %.1e of its size away): integrate "
                    "longer, or start it elsewhere",
                    rdg_hybrid_name(s->hybrid), in, nearest);
}
