/* Follow a motion from return to return. */
#include "returns_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Answers of observers, apart from those of callbacks. */
enum { THERE = 7001, TOO_LONG, ESCAPED };

rdg_status rdg_returns_create(rdg_returns *r, const rdg_section *section, rdg_flow *flow)
{
    rdg_context *ctx = rdg_hybrid_context(section->h);
    const size_t states = (size_t)section->states;
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(section->h);
    *r = (rdg_returns){.section = section, .flow = flow, .bound = INFINITY};
    r->p = rdg_context_calloc(ctx, (size_t)p.n, sizeof *r->p);
    r->state.x = rdg_context_calloc(ctx, states, sizeof(double));
    r->x = rdg_context_calloc(ctx, RDG_KEPT * states, sizeof *r->x);
    r->t = rdg_context_calloc(ctx, RDG_KEPT, sizeof *r->t);
    r->mode = rdg_context_calloc(ctx, RDG_KEPT, sizeof *r->mode);
    r->step = rdg_context_calloc(ctx, RDG_KEPT, sizeof *r->step);
    r->low = rdg_context_calloc(ctx, states, sizeof *r->low);
    r->high = rdg_context_calloc(ctx, states, sizeof *r->high);
    r->extent = rdg_context_calloc(ctx, states, sizeof *r->extent);
    r->visited = rdg_context_calloc(ctx, RDG_VISITS, sizeof *r->visited);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index i = 0; i < p.n; i++) {
        r->p[i] = p.value[i];
    }
    return RDG_OK;
}

void rdg_returns_release(rdg_returns *r)
{
    void *arrays[] = {r->p, r->state.x, r->x, r->t, r->mode, r->step, r->low, r->high, r->extent, r->visited};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    *r = (rdg_returns){.section = NULL};
}

void rdg_returns_forget_size(rdg_returns *r)
{
    for (rdg_index i = 0; i < r->section->states; i++) {
        r->low[i] = INFINITY;
        r->high[i] = -INFINITY;
    }
}

void rdg_returns_begin(rdg_returns *r)
{
    r->state.t = r->started = r->last = 0.0;
    r->state.phi = fmod(r->state.phi, RDG_HZ(1.0));
    r->periods = r->count = r->visits = 0;
    r->escaped = r->late = r->still = false;
    r->reason[0] = '\0';
    r->every = 0.0;
    r->rows = 0;
    rdg_returns_forget_size(r);
}

double rdg_returns_value(const rdg_returns *r, const rdg_hybrid_state *state)
{
    const rdg_section *s = r->section;
    if (s->sensor) {
        return s->sensor(state, r->p, s->sensor_data);
    }
    return s->state < rdg_hybrid_phase_at(s->h, state->mode)->n ? state->x[s->state] : NAN;
}

static int note_size(rdg_returns *r, const rdg_hybrid_state *state)
{
    const rdg_index n = rdg_hybrid_phase_at(r->section->h, state->mode)->n;
    bool inside = true;
    for (rdg_index i = 0; i < n; i++) {
        r->low[i] = fmin(r->low[i], state->x[i]);
        r->high[i] = fmax(r->high[i], state->x[i]);
        inside = inside && fabs(state->x[i]) <= r->bound;
    }
    r->escaped = !inside;
    return inside ? 0 : ESCAPED;
}

static double note_value(rdg_returns *r, const rdg_hybrid_state *state)
{
    const double value = rdg_returns_value(r, state);
    r->least = fmin(r->least, value);
    r->most = fmax(r->most, value);
    return value;
}

static int at(const rdg_hybrid_state *state, void *data)
{
    rdg_returns *r = data;
    if (r->every > 0.0) {
        rdg_returns_note_row(r, note_value(r, state));
    }
    const int answer = note_size(r, state);
    return answer == 0 && r->section->counts && state->t - r->last > r->section->longest ? TOO_LONG : answer;
}

static void note_return(rdg_returns *r, const rdg_hybrid_state *state)
{
    const rdg_index place = r->count++ % RDG_KEPT;
    memcpy(r->x + place * r->section->states, state->x, (size_t)r->section->states * sizeof *r->x);
    r->t[place] = r->last = state->t;
    r->mode[place] = state->mode;
    r->step[place] = r->visits;
    if (r->every > 0.0 && r->sample) {
        r->sample[r->samples++] = rdg_returns_value(r, state);
    }
}

static int crossed(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    rdg_returns *r = data;
    const rdg_section *s = r->section;
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->h, event, NULL, NULL);
    if (rdg_brute_is_wider(s->h, s->where, after->mode, s->states)) {
        return -1;
    }
    if (c->reset.f || before->mode != after->mode) {
        r->visited[r->visits++ % RDG_VISITS] = after->mode;
    }
    if (r->every > 0.0) {
        note_value(r, before);
        note_value(r, after);
        rdg_returns_end_rows(r);
    }
    note_size(r, before);
    const int answer = note_size(r, after);
    if (answer == 0 && s->counts && event < s->events && s->counts[event]) {
        note_return(r, after);
        return r->count >= r->wanted ? THERE : 0;
    }
    return answer;
}

static int because(rdg_returns *r, int answer)
{
    switch (answer) {
    case 0:
    case THERE:
        return 0;
    case TOO_LONG:
        r->late = true;
        snprintf(r->reason, sizeof r->reason, "it does not return within %g after t = %.10g",
                 r->section->longest, r->last);
        return 1;
    case ESCAPED:
        snprintf(r->reason, sizeof r->reason, "it escapes: beyond %g at t = %.10g", r->bound, r->state.t);
        return 1;
    default:
        snprintf(r->reason, sizeof r->reason, "%.250s", rdg_flow_reason(r->flow));
        return answer;
    }
}

static int run(rdg_returns *r, double t_end)
{
    const rdg_flow_observer observer = {.at = at, .crossed = crossed, .data = r, .every = r->every};
    return rdg_flow_run(r->flow, r->p, &r->state, t_end, 0, &observer);
}

int rdg_returns_follow(rdg_returns *r, rdg_index count)
{
    const rdg_section *s = r->section;
    r->wanted = r->count + count;
    if (s->counts) {
        const int answer = run(r, r->last + s->longest * ((double)count + 1.0));
        return because(r, answer == 0 ? TOO_LONG : answer);
    }
    const double period = RDG_HZ(1.0) / r->p[rdg_hybrid_parameters_of(s->h).omega];
    int answer = 0;
    while (answer == 0 && r->count < r->wanted) {
        answer = run(r, r->started + (double)++r->periods * period);
        if (answer == 0) {
            note_size(r, &r->state);
            note_return(r, &r->state);
        }
    }
    return because(r, answer);
}

int rdg_returns_wait(rdg_returns *r, double time)
{
    r->wanted = RDG_MOST_RETURNS;
    r->last = INFINITY; /* no return is waited for */
    const int answer = because(r, run(r, r->state.t + time));
    r->last = r->started = r->state.t;
    r->periods = 0;
    return answer;
}

double rdg_returns_time(const rdg_returns *r)
{
    const rdg_index kept = r->count < RDG_KEPT ? r->count : RDG_KEPT;
    return kept < 2
               ? 0.0
               : (r->t[rdg_returns_place(r, 0)] - r->t[rdg_returns_place(r, kept - 1)]) / (double)(kept - 1);
}

double rdg_returns_distance(const rdg_returns *r, rdg_index mode, const double *x, rdg_index other_mode,
                            const double *other)
{
    if (mode != other_mode) {
        return INFINITY;
    }
    const rdg_index n = rdg_hybrid_phase_at(r->section->h, mode)->n;
    double largest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        /* what varies less than its own error, many times, has no extent */
        const double size = fmax(fabs(r->low[i]), fabs(r->high[i]));
        const double error = r->section->relative * size + r->section->absolute;
        const double extent = fmax(r->high[i] - r->low[i], error / 1e-7);
        largest = fmax(largest, fabs(x[i] - other[i]) / extent);
    }
    return largest;
}
