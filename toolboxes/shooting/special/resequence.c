/* Where an event signature of events ends (GR, DU, TO) a motion a little farther on shows the next one: a
 * period of the tangent's prediction, or the motion that this comes to. The branch goes on with the orbit
 * that Newton's method finds of it, if that is a neighbour of the end (neighbour.c). */
#include "special_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* So far beyond the point, of the size of its parameters, the motion is examined: one after the other. */
static const double beyond[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3};

/* A parameter near zero is as large as this. */
static const double least_size = 1e-2;

/* An event signature has begun at a point that is as near, as far as its margins report, along the tangent.
 */
static const double begins_within = 0.1;

/* Along a curve that is upright parameters change less. */
static const double upright = 1e-7;

enum { LOOKS = sizeof beyond / sizeof *beyond };

/* Are these the segments of the event signature that has ended, from any of them on? */
static bool is_old_sequence(const rdg_shooting *s, const rdg_draft *draft)
{
    const rdg_index segments = s->ended_segments;
    const rdg_orbit_segment *old = s->ended;
    if (draft->count != segments) {
        return false;
    }
    for (rdg_index shift = 0; shift < segments; shift++) {
        rdg_index same = 0;
        while (same < segments && draft->segment[same].event == old[(same + shift) % segments].event &&
               draft->segment[same].mode == old[(same + shift) % segments].mode) {
            same++;
        }
        if (same == segments) {
            return true;
        }
    }
    return false;
}

static bool is_new_sequence(const rdg_shooting *s, const rdg_draft *draft)
{
    return draft->count <= s->at.slots && !is_old_sequence(s, draft);
}

/* Free all slots, take the segments, and leave out what they do not use. */
static rdg_status change(rdg_shooting *s, rdg_problem *p, const rdg_draft *draft, double *u)
{
    rdg_orbit_leave_home(s);
    RDG_TRY(rdg_orbit_remember(s));
    s->changing = true;
    rdg_status status = rdg_restore(p, "x", 0, s->at.tau);
    status = status == RDG_OK ? rdg_restore(p, "tau", 0, s->at.slots) : status;
    status = status == RDG_OK ? rdg_orbit_take(s, draft, u) : status;
    if (status == RDG_OK) {
        rdg_orbit_note_sizes(s, u);
        status = rdg_orbit_freeze(s, p, u);
    }
    s->changing = false;
    s->revision++;
    return status == RDG_OK ? rdg_orbit_remember(s) : status;
}

/* The largest component of a direction of the parameters, of their sizes. */
static double length_of(const rdg_shooting *s, const double *along, const double *p)
{
    double largest = 0.0;
    for (rdg_index k = 0; k < s->at.np; k++) {
        largest = fmax(largest, fabs(along[k]) / fmax(fabs(p[k]), least_size));
    }
    return largest;
}

/* By a share of their sizes, as the branch goes. Where it has come to the point upright its tangent is
 * nothing but rounding: as they have come from the chart before. */
static void move_parameters(const rdg_shooting *s, const rdg_chart *event, double step, double *p)
{
    const rdg_index np = s->at.np;
    const bool has_before = s->n_traces > 1 && s->trace[s->n_traces - 1].is_joined;
    const double *along = event->tangent + s->at.p;
    double *way = s->work->along;
    if (has_before && length_of(s, along, p) < upright) {
        const double *before = s->trace_p + (s->n_traces - 2) * np;
        for (rdg_index k = 0; k < np; k++) {
            way[k] = event->u[s->at.p + k] - before[k];
        }
        along = way;
    }
    const double largest = length_of(s, along, p);
    for (rdg_index k = 0; largest > 0.0 && k < np; k++) {
        p[k] += step * along[k] / largest;
    }
}

/* The tangent's prediction, so far that a parameter changes by a share of its size: to first order in the
 * step the states are on the orbits beyond, whether these are stable or not. False: the branch has come to
 * the point upright. */
static bool predict(const rdg_shooting *s, const rdg_chart *event, double step, double *u)
{
    const double largest = length_of(s, event->tangent + s->at.p, event->u + s->at.p);
    for (rdg_index i = 0; largest >= upright && i < s->at.n; i++) {
        u[i] += step * event->tangent[i] / largest;
    }
    return largest >= upright;
}

/* Is a parameter of the system free in the run under way? */
static bool is_free(const rdg_shooting *s, rdg_problem *p, rdg_index k)
{
    return !rdg_run_holds(p, rdg_parameter_index(p, rdg_hybrid_parameters_of(s->hybrid).name[k]));
}

/* How many are, where there are several: along a ridge several segments may vanish at once at a point where
 * the tangent means nothing, and each parameter is sampled along by itself, too. */
static int free_parameters(const rdg_shooting *s, rdg_problem *p)
{
    int count = 0;
    for (rdg_index k = 0; k < s->at.np; k++) {
        count += is_free(s, p, k);
    }
    return count > 1 ? count : 0;
}

/* Sample number `way`: 0 along the branch, from 1 on along one of the free parameters. */
static void move_along(const rdg_shooting *s, rdg_problem *p, const rdg_chart *event, int way, double step,
                       double *parameters)
{
    if (way == 0) {
        move_parameters(s, event, step, parameters);
        return;
    }
    rdg_index k = s->at.np;
    while (way > 0) {
        way -= is_free(s, p, --k);
    }
    parameters[k] += step * fmax(fabs(parameters[k]), least_size);
}

/* Where the motion beyond an event is examined. */
typedef struct look {
    int way;     /* 0: along the branch; from 1 on: along one of the free parameters */
    double step; /* of the size of the parameters */
    bool settles;
} look;

/* The share of the segment, which is the longest one, at which the motion from variables u on is examined:
 * at the phase of the end's sample. */
static double share_of_end(rdg_shooting *s, const double *u)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, s->end.segment);
    const double turned = a.omega * s->work->sigma[a.nz];
    return s->at.forced ? (s->end.phi[0] - s->work->sigma[a.nz - 1]) / turned : 0.5;
}

/* Another event signature a step beyond the event, into `draft`. *found false: there is none. */
static rdg_status look_beyond(rdg_shooting *s, rdg_problem *p, const rdg_chart *event, const look *look,
                              double *u, rdg_draft *draft, bool *found)
{
    const rdg_orbit_end_samples *end = &s->end;
    double phi = 0.0;
    double *x = s->work->gradient;
    *found = false;
    if (look->settles) {
        move_along(s, p, event, look->way, look->step, u + s->at.p);
    } else if (look->way > 0 || !predict(s, event, look->step, u)) {
        return RDG_OK;
    }
    const double period = rdg_orbit_period(s, u);
    if (!end->is_known || rdg_orbit_state_on_segment(s, u, end->segment, share_of_end(s, u), x, &phi) != 0) {
        return RDG_OK;
    }
    memcpy(s->p, u + s->at.p, (size_t)s->at.np * sizeof *u);
    const double T = s->at.forced ? RDG_HZ((double)s->order) / s->p[s->at.omega] : period;
    const rdg_orbit_instant from = {end->mode, x, phi};
    const double *near = look->settles ? NULL : end->x;
    const rdg_status status = rdg_orbit_follow(s, &from, T, near, draft, is_new_sequence, found);
    if (status == RDG_ERR_NO_CONVERGENCE) { /* the motion cannot be followed, or does not return */
        rdg_error_clear(s->ctx);
        return RDG_OK;
    }
    return status;
}

/* One sample after the other, each farther, then to the other side: where the branch comes upright its
 * tangent does not report which one is beyond. With several ways to sample, along all of them and to both
 * sides first. Each one first shows a period of the predicted motion, then the motion that this comes to. */
static look next_look(rdg_shooting *s, int looks, int ways)
{
    const int number = s->asked / 2;
    look next = {.way = number % ways, .settles = s->asked % 2 == 1};
    s->asked++;
    if (ways > 1) {
        next.step = number / ways % 2 == 0 ? beyond[number / ways / 2] : -beyond[number / ways / 2];
    } else {
        next.step = number < looks / 2 ? beyond[number] : -beyond[number - looks / 2];
    }
    return next;
}

/* How often the motion is examined. Where several segments vanish at once Newton's method fails in front of
 * it, and there is no convergence (MX): then farther. */
static int looks_at(const char *type)
{
    const bool is_end = strcmp(type, "GR") == 0 || strcmp(type, "DU") == 0 || strcmp(type, "TO") == 0;
    return 2 * (is_end ? LOOKS - 2 : strcmp(type, "MX") == 0 ? LOOKS : 0);
}

/* The orbit that the motion beyond an end has led to is no neighbour of that. */
static void note_other_orbit(rdg_shooting *s, rdg_problem *p, const rdg_chart *at, double distance)
{
    rdg_orbit_end_samples *end = &s->end;
    end->is_left = end->leaves[end->side] = true;
    end->distance = distance / rdg_orbit_size_at_end(s); /* infinite: in another mode */
    for (rdg_index k = s->at.np - 1; k >= 0; k--) {
        if (is_free(s, p, k)) {
            end->parameter = k;
            end->value = at->u[s->at.p + k];
        }
    }
}

static void tell_other_orbit(const rdg_shooting *s, rdg_problem *p, const rdg_chart *event)
{
    const char *name = rdg_hybrid_parameters_of(s->hybrid).name[s->end.parameter];
    char how[80] = "is in another phase of the system at the same phase of the forcing";
    if (isfinite(s->end.distance)) {
        snprintf(how, sizeof how, "differs by %.2g of its size", s->end.distance);
    }
    rdg_leave_out(p,
                  "the branch ends with its event signature (%s, point %" PRId64
                  ", %s = %.10g): no neighbouring orbit is found beyond. The motion there leads to another "
                  "branch, to an orbit at %s = %.10g whose state %s. Start a run from that motion",
                  event->type, event->point, name, event->u[s->at.p + s->end.parameter], name, s->end.value,
                  how);
}

/* An end behind which nothing was found leaves something out. */
static void tell_end(rdg_shooting *s, rdg_problem *p, const rdg_chart *event)
{
    if (s->is_known_way) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "note: \"%s\": at the end of the event signature %s (%s, point %" PRId64
                  ") the run comes back to orbits that it has come through\n",
                  rdg_hybrid_name(s->hybrid), rdg_shooting_sequence(s), event->type, event->point);
        return;
    }
    if (s->end.is_left) {
        tell_other_orbit(s, p, event);
        return;
    }
    rdg_leave_out(p, /* what to do stands first: event signatures may be longer than messages */
                  "at the end of an event signature (%s, point %" PRId64
                  ") the motion beyond shows no other one that "
                  "repeats and has at most %" PRId64 " segments (rdg_shooting_options.segments); it is %s",
                  event->type, event->point, s->at.slots, rdg_shooting_sequence(s));
}

/* Where several segments vanish at once, and a condition that bends there is held besides, as along a ridge,
 * Newton's method does not meet the graze: the branch ends where its value leaves its domain, just behind. */
static const char *type_of_end(rdg_problem *p, const rdg_chart *event)
{
    const rdg_index graze = rdg_parameter_index(p, "graze");
    const char *type = event->type ? event->type : "";
    return strcmp(type, "EP") == 0 && graze >= 0 && event->mu[graze] < 0.0 ? "GR" : type;
}

/* Back to the event signature that has ended: one that was tried was not the next one. */
static rdg_status take_back(rdg_shooting *s, rdg_problem *p, const rdg_chart *event)
{
    s->changing = true;
    rdg_status status = rdg_restore(p, "x", 0, s->at.tau);
    status = status == RDG_OK ? rdg_restore(p, "tau", 0, s->at.slots) : status;
    rdg_orbit_copy_segments(s->segment, s->ended, s->ended_segments);
    s->segments = s->ended_segments;
    status = status == RDG_OK ? rdg_orbit_freeze(s, p, event->u) : status;
    s->changing = false;
    s->revision++;
    return status == RDG_OK ? rdg_orbit_name_sequence(s) : status;
}

/* The first time that a continuation is requested at an event, or once more. */
static rdg_status begin_to_ask(rdg_shooting *s, rdg_problem *p, const rdg_chart *event)
{
    if (event->point != s->asked_at) {
        s->asked_at = event->point;
        s->asked = 0;
        s->has_crossed = false;
        rdg_orbit_copy_segments(s->ended, s->segment, s->segments);
        s->ended_segments = s->segments;
        s->is_known_way = false;
        if (looks_at(type_of_end(p, event)) > 0) {
            RDG_TRY(rdg_orbit_leave_trace(s, event->u, true, true));
            RDG_TRY(rdg_orbit_sample_end(s, event));
        }
        return RDG_OK;
    }
    return take_back(s, p, event);
}

/* The grazing motion itself, in the event signature on the other side of a graze of an impact. */
static rdg_status cross_graze(rdg_shooting *s, rdg_problem *p, const rdg_chart *event, double *u, bool *found)
{
    rdg_draft draft = {.count = 0};
    s->has_crossed = true;
    memcpy(u, event->u, (size_t)rdg_variable_count(p) * sizeof *u);
    rdg_status status = rdg_orbit_cross_graze(s, event->u, &draft, found);
    if (status == RDG_OK && *found) {
        status = change(s, p, &draft, u);
    }
    rdg_draft_release(&draft);
    return status;
}

static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    rdg_shooting *s = data;
    (void)direction;
    const int looks = looks_at(type_of_end(p, event));
    if (rdg_orbit_tell_rest(s, event)) {
        return false;
    }
    if (begin_to_ask(s, p, event) != RDG_OK) {
        return false;
    }
    if (!s->has_crossed && strcmp(type_of_end(p, event), "GR") == 0) {
        bool found = false;
        const rdg_status status = cross_graze(s, p, event, u, &found);
        if (status != RDG_OK || found) {
            return status == RDG_OK;
        }
    }
    const int ways = 1 + free_parameters(s, p);
    while (s->asked < 2 * looks * ways) {
        rdg_draft draft = {.count = 0};
        bool found = false;
        const look next = next_look(s, looks, ways);
        s->end.side = next.step < 0.0;
        if (next.settles && s->end.leaves[s->end.side]) {
            continue;
        }
        memcpy(u, event->u, (size_t)rdg_variable_count(p) * sizeof *u);
        rdg_status status = look_beyond(s, p, event, &next, u, &draft, &found);
        if (status == RDG_OK && found) {
            status = change(s, p, &draft, u);
        }
        rdg_draft_release(&draft);
        if (status != RDG_OK || found) {
            return status == RDG_OK;
        }
    }
    if (looks > 0 && strcmp(event->type, "MX") != 0) {
        tell_end(s, p, event);
    }
    return false;
}

/* What an event signature has to keep above zero, and how far it may be off where it is zero. */
static const struct {
    const char *name;
    double rounding; /* of the largest value of a surface, of "passing" in a period; 0: that there is a
                        segment counts */
} margins[] = {{"duration", 0.0}, {"passing", 1e-7}, {"guard", 0.0}, {"graze", 1e-12}};

enum { MARGINS = sizeof margins / sizeof *margins };

/* A monitor, and its slope along the tangent. */
static bool margin_at(rdg_shooting *s, rdg_problem *p, const rdg_chart *at, rdg_index k, double *slope)
{
    const rdg_index n = rdg_variable_count(p);
    double value = 0.0;
    *slope = 0.0;
    if (rdg_context_reserve(s->ctx, &s->slope, &s->slope_capacity, n, sizeof *s->slope) != RDG_OK) {
        return false;
    }
    memset(s->slope, 0, (size_t)n * sizeof *s->slope);
    if (rdg_parameter_gradient(p, k, n, at->u, &value, s->slope) != 0) {
        return false;
    }
    for (rdg_index i = 0; i < n; i++) {
        *slope += s->slope[i] * at->tangent[i];
    }
    return true;
}

/* Is the corrected point an orbit of the new event signature, and which way does it lead away from where that
 * began? There one of the margins is zero: the one that is nearest to it grows. */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_shooting *s = data;
    double nearest = begins_within;
    int way = 0;
    for (int i = 0; i < MARGINS; i++) {
        const bool is_there = strcmp(margins[i].name, "guard") != 0 || rdg_orbit_has_guards(s);
        const rdg_index k = is_there ? rdg_parameter_index(p, margins[i].name) : -1;
        double slope = 0.0;
        if (k < 0) {
            continue;
        }
        const double time = strcmp(margins[i].name, "passing") == 0 ? rdg_orbit_period(s, at->u) : 1.0;
        if (!isgreater(at->mu[k], -margins[i].rounding * s->largest / time)) {
            return RDG_NO_WAY_ON;
        }
        if (margin_at(s, p, at, k, &slope) && at->mu[k] < nearest * fabs(slope)) {
            nearest = at->mu[k] / fabs(slope);
            way = slope > 0.0 ? 1 : -1;
        }
    }
    if (rdg_orbit_is_traced(s, at->u)) {
        s->is_known_way = true;
        return RDG_NO_WAY_ON;
    }
    const double distance = rdg_orbit_distance_from_end(s, at->u);
    if (!(distance <= s->end.reach)) {
        note_other_orbit(s, p, at, distance);
        return RDG_NO_WAY_ON;
    }
    return rdg_orbit_leave_trace(s, at->u, true, false) == RDG_OK ? way : RDG_NO_WAY_ON;
}

rdg_status rdg_orbit_let_sequence_change(rdg_shooting *s, rdg_problem *p)
{
    if (rdg_hybrid_event_surfaces(s->hybrid) == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_move_along(p, rdg_orbit_trace_chart, s));
    return rdg_set_way_on(p, way_on, heading, s);
}
