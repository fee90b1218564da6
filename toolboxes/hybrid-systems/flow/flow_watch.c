/* On which side of its surfaces a motion is, and which one it crosses first. */
#include "flow_run_impl.h"
#include "modal_impl.h"

#include <float.h>
#include <math.h>

/* Of what g is a sum of: its rounding errors; and what a start may be off, which Newton's method has found.
 */
static const double noise = 64.0 * DBL_EPSILON;
static const double on = 1e-9;

/* Events that are as near to each other, of the time, come at one instant: then in their order. */
static const double instant = 16.0 * DBL_EPSILON;

static int behind_from_the_start(rdg_journey *j, const rdg_watch *w)
{
    if (j->crossed >= 0) {
        return rdg_flow_because(
            j->flow, 1,
            "the event surface \"%s\" of \"%s\" leads to a state of phase \"%s\" that is behind the "
            "surface of \"%s\" at t = %.10g: %g beyond it",
            rdg_hybrid_event_surface_at(j->flow->h, j->crossed, NULL, NULL)->name,
            rdg_hybrid_name(j->flow->h), j->flow->mode, w->event->name, j->state->t, -w->first.g);
    }
    return rdg_flow_because(
        j->flow, 1, "the motion of \"%s\" starts in phase \"%s\" behind the surface of \"%s\": %g beyond it",
        rdg_hybrid_name(j->flow->h), j->flow->mode, w->event->name, -w->first.g);
}

/* Where all surfaces are known as sums of waves, steps follow these. */
static void choose_stride(rdg_journey *j)
{
    rdg_flow *flow = j->flow;
    const rdg_rk *k = &flow->rk;
    flow->stride = 0.0;
    for (rdg_index i = 0; i < j->watched; i++) {
        if (!j->watch[i].modal) {
            return;
        }
    }
    if (j->watched == 0) {
        return;
    }
    rdg_linear_begin(flow, 0.0);
    double stride = rdg_linear_grows(flow);
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_modal_begin(flow, &j->watch[i]);
        stride = fmin(stride, rdg_modal_turns(flow, j->watch[i].modal));
    }
    flow->stride = fmin(k->forced ? fmin(stride, 0.8 / k->omega) : stride, DBL_MAX);
}

/* Is it the surface that the motion has just come through, of whichever event? */
static bool is_crossed(const rdg_journey *j, const rdg_watch *w)
{
    const rdg_hybrid_event_surface *c =
        j->crossed < 0 ? NULL : rdg_hybrid_event_surface_at(j->flow->h, j->crossed, NULL, NULL);
    return c && c->surface.f == w->event->surface.f && c->surface.data == w->event->surface.data;
}

int rdg_watch_mode(rdg_journey *j)
{
    rdg_flow *flow = j->flow;
    const rdg_index events = rdg_hybrid_event_surfaces(flow->h);
    j->watch = flow->watched;
    j->watched = 0;
    for (rdg_index i = 0; i < events; i++) {
        rdg_index from = -1;
        rdg_hybrid_event_surface_at(flow->h, i, &from, NULL);
        if (from != j->state->mode) {
            continue;
        }
        rdg_watch *w = &j->watch[j->watched++];
        /* the step was examined to its end, the motion goes on from within */
        const bool later = w->front_at > j->place;
        const rdg_side side = later ? w->was : w->side;
        rdg_watch_set(w, flow, i);
        int answer = rdg_look_first(flow, w, &w->first);
        answer = answer == 0 ? rdg_modal_take(flow, w, j->watched - 1) : answer;
        if (answer != 0) {
            return answer;
        }
        w->first.rate /= flow->rk.share;
        const double g = w->first.g;
        const double size = is_crossed(j, w) ? fmax(w->first.size, j->crossed_size) : w->first.size;
        w->side = g > noise * size ? RDG_SIDE_FRONT : g >= -on * size ? RDG_SIDE_ON : RDG_SIDE_BEHIND;
        if (j->goes_on) {
            /* the motion is what it was, and so are its surfaces */
            w->side = w->side == RDG_SIDE_FRONT && later ? RDG_SIDE_FRONT : side;
        } else if (w->side == RDG_SIDE_BEHIND && !w->marks && !w->event->guard.f) {
            return behind_from_the_start(j, w);
        }
    }
    choose_stride(j);
    return 0;
}

int rdg_journey_extend(rdg_journey *j)
{
    const int answer = j->extended ? 0 : rdg_flow_extend(j->flow);
    j->extended = true;
    return answer != 0 ? rdg_flow_refused(j->flow, answer, j->flow->rk.pos) : 0;
}

/* Whether nothing can happen within the step. */
static int is_quiet(rdg_journey *j, const rdg_watch *w, bool *quiet)
{
    *quiet = false;
    const double side = w->side == RDG_SIDE_FRONT ? 1.0 : -1.0;
    if (w->side == RDG_SIDE_ON || !(side * w->last.g > 0.0)) {
        return 0;
    }
    double bound = 0.0;
    const int answer = rdg_look_bound(j->flow, w, side, &bound);
    *quiet = bound > noise * w->last.size;
    return answer;
}

/* What is near zero on the extension is examined on the true motion. */
static int make_certain(rdg_flow *flow, rdg_watch *w, rdg_look *look, int extremum)
{
    if (w->modal || look->place <= 0.0 || look->place >= 1.0) {
        return 0;
    }
    const double varies = fabs(look->g - w->passed.g) + fabs(w->passed.rate);
    if (fabs(look->g) > rdg_look_doubt(flow, look) + 1e-3 * varies) {
        return 0;
    }
    return extremum != 0 ? rdg_true_extremum(flow, w, look) : rdg_look_truly(flow, w, look->place, look);
}

/* Go on through the step until the surface is crossed. */
static int search(rdg_journey *j, rdg_watch *w)
{
    rdg_flow *flow = j->flow;
    rdg_look look;
    int extremum = 0;
    bool there = false;
    w->found = INFINITY;
    for (;;) {
        w->above = w->side == RDG_SIDE_FRONT ? noise * w->last.size : INFINITY;
        w->below = w->side == RDG_SIDE_BEHIND ? 0.0 : -INFINITY;
        int answer = rdg_scan_next(flow, w, &look, &extremum, &there);
        answer = answer == 0 && there ? make_certain(flow, w, &look, extremum) : answer;
        if (answer != 0 || !there) {
            return answer;
        }
        const rdg_look before = w->passed;
        w->passed = look;
        if (look.g > noise * look.size) {
            w->was = w->side != RDG_SIDE_FRONT ? w->side : w->was;
            w->front_at = w->side != RDG_SIDE_FRONT ? look.place : w->front_at;
            w->side = RDG_SIDE_FRONT;
        } else if (w->side == RDG_SIDE_FRONT && look.g <= 0.0) {
            return rdg_true_root(flow, w, before, look, &w->found);
        } else if (w->side == RDG_SIDE_ON &&
                   look.g < -on * fmax(look.size, fmax(w->first.size, w->last.size))) {
            /* a motion that starts on a section and leaves it backwards has not come to it; one that starts
             * on another surface and goes through it crosses it where it starts */
            w->side = RDG_SIDE_BEHIND;
            if (!w->marks) {
                w->found = 0.0;
                return 0;
            }
        }
    }
}

static void choose(rdg_journey *j, rdg_watch **first)
{
    const double near =
        instant * fabs(j->state->t) / j->flow->rk.share; /* shares of the step, which is a time */
    *first = NULL;
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_watch *w = &j->watch[i];
        if (w->found <= 1.0 && (!*first || w->found < (*first)->found - near)) {
            *first = w;
        }
    }
}

/* An earlier one of the same surface, as where a slider is held or slips on: what was seen of it is seen of
 * this one, too. */
static const rdg_watch *twin(const rdg_journey *j, const rdg_watch *w)
{
    const rdg_hybrid_function *s = &w->event->surface;
    for (const rdg_watch *other = j->watch; other < w; other++) {
        const rdg_hybrid_function *o = &other->event->surface;
        if (o->f == s->f && o->data == s->data && other->sign == w->sign && !w->modal) {
            return other;
        }
    }
    return NULL;
}

/* The step's end beside a surface; can anything happen within the step? */
static int look_at_end(rdg_journey *j, rdg_watch *w, bool *quiet)
{
    const rdg_watch *known = twin(j, w);
    if (known) {
        w->last = known->last;
        *quiet = known->quiet && known->side == w->side;
        return *quiet ? 0 : is_quiet(j, w, quiet);
    }
    const int answer = rdg_look_last(j->flow, w, &w->last);
    if (w->modal) {
        rdg_modal_begin(j->flow, w);
        return answer;
    }
    return answer == 0 ? is_quiet(j, w, quiet) : answer;
}

int rdg_watch_step(rdg_journey *j, rdg_watch **first)
{
    int answer = 0;
    if (!(j->flow->stride > 0.0)) {
        rdg_look_bend(j->flow);
    }
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_watch *w = &j->watch[i];
        w->begun[0] = w->side;
        w->begun[1] = w->was;
        w->quiet = false;
        w->found = INFINITY;
        w->front_at = -INFINITY;
        w->first.rate *= j->flow->rk.share;
    }
    for (rdg_index i = 0; i < j->watched && answer == 0; i++) {
        rdg_watch *w = &j->watch[i];
        answer = look_at_end(j, w, &w->quiet);
        if (answer == 0 && !w->quiet) {
            answer = rdg_journey_extend(j);
            rdg_look_aside(j->flow);
            rdg_scan_begin(w);
            answer = answer == 0 ? search(j, w) : answer;
            rdg_look_back(j->flow);
        }
    }
    choose(j, first);
    return answer;
}

void rdg_watch_retreat(rdg_journey *j)
{
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_watch *w = &j->watch[i];
        w->side = w->begun[0];
        w->was = w->begun[1];
        w->first.rate /= j->flow->rk.share;
    }
}

int rdg_watch_pass(rdg_journey *j, rdg_watch *w, rdg_watch **first)
{
    w->side = RDG_SIDE_BEHIND;
    rdg_look_aside(j->flow);
    const int answer = search(j, w);
    rdg_look_back(j->flow);
    choose(j, first);
    return answer;
}

void rdg_watch_advance(rdg_journey *j)
{
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_watch *w = &j->watch[i];
        w->first = w->last;
        w->first.place = 0.0;
        w->first.rate /= j->flow->rk.share;
    }
}
