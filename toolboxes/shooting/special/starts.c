/* Which event signature of events a run begins with: the one of the solution that it starts from. */
#include "special_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* No point has this number: no continuation has been requested in the run that begins. */
enum { NOWHERE = INT_MIN };

void rdg_orbit_copy_segments(rdg_orbit_segment *to, const rdg_orbit_segment *from, rdg_index segments)
{
    for (rdg_index j = 0; j < segments; j++) {
        to[j].mode = from[j].mode;
        to[j].n = from[j].n;
        to[j].event = from[j].event;
        to[j].ratio = from[j].ratio;
        to[j].at_once = from[j].at_once;
        to[j].mesh.steps = 0;
        to[j].known = false;
    }
}

/* The eliminated variables are others: if a run has gone back to those that it began with, so does the event
 * signature.
 */
static rdg_status go_home(rdg_problem *p, void *data)
{
    rdg_shooting *s = data;
    (void)p;
    if (s->changing || s->home_segments == 0) {
        return RDG_OK;
    }
    rdg_orbit_copy_segments(s->segment, s->home, s->home_segments);
    s->segments = s->home_segments;
    s->home_segments = 0;
    s->revision++;
    return rdg_orbit_name_sequence(s);
}

void rdg_orbit_leave_home(rdg_shooting *s)
{
    if (s->home_segments == 0) {
        rdg_orbit_copy_segments(s->home, s->segment, s->segments);
        s->home_segments = s->segments;
    }
}

static bool is_present(const rdg_shooting *s, const rdg_orbit_past *past)
{
    bool same = past->segments == s->segments && past->order == s->order;
    for (rdg_index j = 0; same && j < s->segments; j++) {
        const rdg_orbit_segment *a = &past->segment[j];
        const rdg_orbit_segment *b = &s->segment[j];
        same = a->mode == b->mode && a->event == b->event && a->ratio == b->ratio && a->at_once == b->at_once;
    }
    return same;
}

rdg_status rdg_orbit_remember(rdg_shooting *s)
{
    for (rdg_index k = 0; k < s->n_past; k++) {
        if (is_present(s, &s->past[k])) {
            return RDG_OK;
        }
    }
    RDG_TRY(rdg_context_grow(s->ctx, (void *)&s->past, s->n_past, 1, sizeof *s->past));
    rdg_orbit_segment *segment = rdg_context_calloc(s->ctx, (size_t)s->segments, sizeof *segment);
    if (!segment) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_orbit_copy_segments(segment, s->segment, s->segments);
    s->past[s->n_past++] = (rdg_orbit_past){.order = s->order, .segments = s->segments, .segment = segment};
    return RDG_OK;
}

/* Take an event signature; what runs begin with from now on, or what one is in on its way. */
static rdg_status take(rdg_shooting *s, rdg_problem *p, const rdg_orbit_past *past,
                       const rdg_start_solution *at)
{
    if (past->plane) {
        memcpy(s->anchor, past->plane, 2 * (size_t)s->at.states * sizeof(double));
        s->pace = 0.0;
    }
    /* sliders that stick all the time may stick elsewhere in the same event signature */
    const bool may_be_elsewhere = at->is_on_way && at->whole && rdg_hybrid_event_surfaces(s->hybrid) > 0;
    if (is_present(s, past) && !may_be_elsewhere) {
        return RDG_OK;
    }
    if (at->is_on_way) {
        rdg_orbit_leave_home(s);
    }
    s->changing = true;
    rdg_status status = rdg_restore(p, "x", 0, s->at.tau);
    status = status == RDG_OK ? rdg_restore(p, "tau", 0, s->at.slots) : status;
    rdg_orbit_copy_segments(s->segment, past->segment, past->segments);
    s->segments = past->segments;
    s->order = past->order;
    s->home_segments = at->is_on_way ? s->home_segments : 0;
    s->revision++;
    rdg_orbit_note_sizes(s, at->u);
    status = status == RDG_OK ? rdg_orbit_freeze(s, p, at->u) : status;
    s->changing = false;
    status = status == RDG_OK ? rdg_orbit_name_sequence(s) : status;
    return status == RDG_OK ? rdg_orbit_remember(s) : status;
}

/* Of which event signature that there has been is it a solution? The present one comes first; -1: of none. */
static rdg_status find(rdg_shooting *s, const double *u, rdg_index *found)
{
    const rdg_orbit_past own = {.order = s->order, .segments = s->segments};
    *found = -1;
    rdg_orbit_segment *before = rdg_context_calloc(s->ctx, (size_t)own.segments, sizeof *before);
    if (!before) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_orbit_copy_segments(before, s->segment, own.segments);
    for (rdg_index k = 0; *found < 0 && k < s->n_past; k++) {
        rdg_orbit_copy_segments(s->segment, s->past[k].segment, s->past[k].segments);
        s->segments = s->past[k].segments;
        s->order = s->past[k].order;
        *found = rdg_orbit_is_solved(s, u) ? k : -1;
    }
    rdg_orbit_copy_segments(s->segment, before, own.segments);
    s->segments = own.segments;
    s->order = own.order;
    rdg_free(before);
    return rdg_error_status(s->ctx);
}

/* Nothing is kept with it: are it one of the event signatures that there have been? */
static rdg_status look_at_numbers(rdg_shooting *s, rdg_problem *p, const rdg_start_solution *at)
{
    rdg_index k = 0;
    const size_t bytes = (size_t)s->at.p * sizeof(double);
    if (memcmp(at->u, s->first, bytes) != 0) { /* the first orbit, as nearly as the motion showed it */
        if (rdg_orbit_is_solved(s, at->u)) {
            return rdg_error_status(s->ctx);
        }
        RDG_TRY(find(s, at->u, &k));
    }
    if (k >= 0) {
        return take(s, p, &s->past[k], at);
    }
    if (!at->is_labelled || !at->whole) {
        return RDG_OK;
    }
    return rdg_fail(
        s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
        "\"%s\": the solution to start from is no orbit of the event signature %s, nor of another one "
        "that has come up: find one there, rdg_shooting_create()",
        rdg_hybrid_name(s->hybrid), rdg_shooting_sequence(s));
}

static rdg_status look(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_shooting *s = data;
    rdg_orbit_past past;
    s->asked_at = NOWHERE;
    s->n_traces = 0;
    RDG_TRY(rdg_orbit_remember(s));
    RDG_TRY(rdg_orbit_read(s, at->kept, &past));
    s->n_traces = at->is_on_way ? s->n_traces : 0;
    if (past.segments > s->at.slots) {
        const rdg_index segments = past.segments;
        rdg_orbit_past_release(&past);
        return rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                        "\"%s\": the orbit to start from has %" PRId64
                        " segments, and there are slots for %" PRId64 ": rdg_shooting_options.segments",
                        rdg_hybrid_name(s->hybrid), segments, s->at.slots);
    }
    const bool has_plane = past.plane != NULL;
    const rdg_status status = past.segments > 0 ? take(s, p, &past, at) : look_at_numbers(s, p, at);
    rdg_orbit_past_release(&past);
    if (status == RDG_OK && at->is_labelled && at->whole && !has_plane && !s->at.forced &&
        s->segment[s->segments - 1].event < 0) {
        rdg_orbit_begin(s, at->u);
    }
    if (status == RDG_OK && at->is_labelled) {
        rdg_orbit_forget(s, at->u);
    }
    return status;
}

rdg_status rdg_orbit_know_starts(rdg_shooting *s, rdg_problem *p)
{
    RDG_TRY(rdg_orbit_remember(s));
    RDG_TRY(rdg_watch_eliminated(p, go_home, s));
    RDG_TRY(rdg_look_at_starts(p, look, s));
    return rdg_keep_with_labels(p, rdg_orbit_write, s);
}
