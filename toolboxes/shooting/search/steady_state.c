/* The first orbit from a motion: when does it return, and through which events? */
#include "record_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_shooting_create";

/* A motion has returned when it is as near to where it was, of its size. Newton's method does the rest. */
static const double returned = 0.05;

/* The period that is requested, and that of the motion, differ by less. */
static const double about = 0.25;

/* An end of the time examined that a bound on events or steps comes before. */
static const double whenever = 1e90;

enum { MOST_PERIODS = 32 };

/* Periods of an orbit that are shorter than the time examined; and in which one has been passed twice, from
 * any event on, if it lasts as long as requested within `about`. */
static const double looks = 10.0, twice = 3.0;

/* An orbit found in a record: segments from event `first` to first + segments. */
typedef struct found_orbit {
    rdg_index first, segments;
    double period;
} found_orbit;

/* A motion as it is at the beginnings of periods of the forcing. */
typedef struct strobe {
    const rdg_record *r;
    const double *x; /* [MOST_PERIODS + 1 states] */
    rdg_index mode[MOST_PERIODS + 1];
} strobe;

static double strobe_distance(const void *data, rdg_index i, rdg_index k)
{
    const strobe *at = data;
    const rdg_index states = at->r->s->at.states;
    const rdg_index j = i + k;
    return at->mode[i] != at->mode[j]
               ? INFINITY
               : rdg_record_distance(at->r, at->x + i * states, at->x + j * states,
                                     rdg_hybrid_phase_at(at->r->s->hybrid, at->mode[i])->n);
}

/* How many periods of the forcing there are in one of the motion. */
static rdg_status find_order(rdg_record *r, double forcing)
{
    rdg_shooting *s = r->s;
    const rdg_index states = s->at.states;
    double *x = rdg_context_calloc(s->ctx, (size_t)((MOST_PERIODS + 1) * states), sizeof *x);
    strobe at = {.r = r, .x = x};
    rdg_status status = x ? RDG_OK : RDG_ERR_NO_MEMORY;
    const double begin = r->state.t;
    rdg_record_forget(r);
    for (rdg_index k = 0; status == RDG_OK && k <= MOST_PERIODS; k++) {
        memcpy(x + k * states, r->state.x, (size_t)states * sizeof *x);
        at.mode[k] = r->state.mode;
        status = k < MOST_PERIODS ? rdg_record_run(r, begin + (double)(k + 1) * forcing, 0) : RDG_OK;
    }
    double nearest = INFINITY;
    const rdg_returns returns = {.distance = strobe_distance, .data = &at, .count = MOST_PERIODS};
    s->order = status == RDG_OK ? rdg_returns_choose(&returns, returned, &nearest) : 0;
    rdg_free(x);
    RDG_TRY(status);
    return s->order > 0 ? RDG_OK : rdg_record_no_return(s, nearest, "within 32 periods of its forcing");
}

/* Where an event comes as the period begins it comes as it ends, too: is it the same one? */
static bool is_counted_twice(const rdg_record *r, double period)
{
    if (r->count < 2) {
        return false;
    }
    const rdg_recorded *first = &r->item[0];
    const rdg_recorded *last = &r->item[r->count - 1];
    return first->event == last->event && fabs(last->t - first->t - period) <= 1e-9 * period;
}

/* To an instant of the period at which no event comes near: at one that comes as the period begins the
 * mode would be chosen by rounding. */
static rdg_status stand_aside(rdg_record *r, double forcing)
{
    rdg_record_forget(r);
    RDG_TRY(rdg_record_run(r, r->state.t + forcing, 0));
    double widest = 0.0;
    double middle = 0.0;
    for (rdg_index i = 0; i < r->count; i++) {
        const bool is_last = i + 1 == r->count;
        const double end = is_last ? r->item[0].t + forcing : r->item[i + 1].t;
        if (end - r->item[i].t > widest) {
            widest = end - r->item[i].t;
            middle = 0.5 * (end + r->item[i].t);
        }
    }
    const double at = middle + (middle < r->state.t ? forcing : 0.0);
    return r->count > 0 ? rdg_record_run(r, at, 0) : RDG_OK;
}

/* One orbit of a forced system in the record. */
static rdg_status find_forced(rdg_record *r, const rdg_shooting_options *o, found_orbit *found)
{
    rdg_shooting *s = r->s;
    const double forcing = RDG_HZ(1.0) / s->p[s->at.omega];
    s->order = o->order > 0 ? o->order : 1;
    if (o->transient > 0.0) {
        RDG_TRY(stand_aside(r, forcing));
    }
    if (o->order == 0 && o->transient > 0.0) {
        RDG_TRY(find_order(r, forcing));
    }
    rdg_record_forget(r);
    found->period = forcing * (double)s->order;
    const double begin = r->state.t;
    RDG_TRY(rdg_record_run(r, begin + found->period, 0));
    found->segments = r->count;
    if (is_counted_twice(r, found->period)) {
        found->segments--;
    }
    /* without events it begins with the phase 0 */
    const double whole = forcing * ceil(r->state.t / forcing - 1e-6);
    return found->segments > 0 ? RDG_OK : rdg_record_run(r, fmax(whole, r->state.t), 0);
}

/* Of the states behind events i and i + k, which end equal event signatures. */
static double event_distance(const void *data, rdg_index i, rdg_index k)
{
    const rdg_record *r = data;
    for (rdg_index j = i + k; j > i && j >= k; j--) {
        if (r->item[j].event != r->item[j - k].event) {
            return INFINITY;
        }
    }
    const rdg_index n = rdg_hybrid_phase_at(r->s->hybrid, r->item[i].mode)->n;
    return r->item[i].mode != r->item[i + k].mode
               ? INFINITY
               : rdg_record_distance(r, rdg_record_x(r, i), rdg_record_x(r, i + k), n);
}

static rdg_status find_in_events(rdg_record *r, found_orbit *found)
{
    const rdg_index last = r->count - 1;
    double nearest = INFINITY;
    const rdg_returns returns = {.distance = event_distance, .data = r, .count = last};
    const rdg_index segments = rdg_returns_choose(&returns, returned, &nearest);
    *found = (found_orbit){last - segments, segments, r->item[last].t - r->item[last - segments].t};
    return segments > 0 ? RDG_OK : rdg_record_no_return(r->s, nearest, "to an event");
}

/* Of about the requested period, where the last two show the same events: the nearest return, however far.
 * A motion that is not steady yet comes nearer after other multiples of its period. */
static bool find_of_period(const rdg_record *r, double period, found_orbit *found)
{
    const rdg_index last = r->count - 1;
    double nearest = INFINITY;
    *found = (found_orbit){0, 0, 0.0};
    for (rdg_index k = 1; 2 * k <= last; k++) {
        const double lasts = r->item[last].t - r->item[last - k].t;
        const double distance = event_distance(r, last - k, k);
        if (fabs(lasts - period) <= about * period && distance < nearest) {
            nearest = distance;
            *found = (found_orbit){last - k, k, lasts};
        }
    }
    return found->segments > 0;
}

static rdg_status find_in_plane(rdg_record *r, double window, const rdg_shooting_options *o,
                                found_orbit *found)
{
    found->period = o->transient > 0.0 ? 0.0 : o->period;
    return rdg_record_return_to_plane(r, window, returned, &found->period);
}

static rdg_index length_of(const char *const *names)
{
    rdg_index n = 0;
    while (names && names[n]) {
        n++;
    }
    return n;
}

static rdg_status find_autonomous(rdg_record *r, const rdg_shooting_options *o, found_orbit *found)
{
    rdg_shooting *s = r->s;
    const rdg_index wanted = length_of(o->sequence);
    const double window = o->period > 0.0 ? looks * o->period : o->transient;
    rdg_record_forget(r);
    if (!(window > 0.0) && wanted == 0) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, where,
            "\"%s\": give a time to the steady state (.transient), a period, or the event signature",
            rdg_hybrid_name(s->hybrid));
    }
    if (rdg_hybrid_event_surfaces(s->hybrid) == 0) {
        return find_in_plane(r, window, o, found);
    }
    if (wanted > 0 && !(o->transient > 0.0)) {
        const double end = o->period > 0.0 ? r->state.t + window : whenever;
        RDG_TRY(rdg_record_run(r, end, (long)wanted + 1));
        if (r->count <= wanted) {
            return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                            "\"%s\": the motion does not meet the requested event signature: %" PRId64
                            " events until t = %g",
                            rdg_hybrid_name(s->hybrid), r->count, r->state.t);
        }
        *found = (found_orbit){0, wanted, r->item[wanted].t - r->item[0].t};
        return RDG_OK;
    }
    const double begin = r->state.t;
    if (o->period > 0.0 && !(o->transient > 0.0)) {
        RDG_TRY(rdg_record_run(r, begin + twice * o->period, 0));
        if (find_of_period(r, o->period, found)) {
            return RDG_OK;
        }
    }
    RDG_TRY(rdg_record_run(r, begin + window, 0));
    return r->count > 1 ? find_in_events(r, found) : find_in_plane(r, window, o, found);
}

/* Do the events of the orbit, from any of them on, have these names? */
static rdg_status check_sequence(const rdg_record *r, const found_orbit *found, const char *const *names)
{
    rdg_shooting *s = r->s;
    const rdg_index n = length_of(names);
    for (rdg_index k = 0; k < n; k++) {
        if (rdg_hybrid_event_surface_index(s->hybrid, names[k]) < 0) {
            return rdg_error_status(s->ctx);
        }
    }
    for (rdg_index shift = 0; n > 0 && n == found->segments && shift < n; shift++) {
        rdg_index same = 0;
        while (same < n && r->item[found->first + (same + shift) % n].event ==
                               rdg_hybrid_event_surface_index(s->hybrid, names[same])) {
            same++;
        }
        if (same == n) {
            return RDG_OK;
        }
    }
    if (n == 0) {
        return RDG_OK;
    }
    char chars[256];
    size_t used = 0;
    chars[0] = '\0';
    for (rdg_index k = 0; k < found->segments && used < sizeof chars; k++) {
        const rdg_hybrid_event_surface *c =
            rdg_hybrid_event_surface_at(s->hybrid, r->item[found->first + k].event, NULL, NULL);
        used += (size_t)snprintf(chars + used, sizeof chars - used, "%s%s", k ? ", " : "", c->name);
    }
    return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion does not meet the requested event signature, of %" PRId64
                    " events from \"%s\" on, but: %s",
                    rdg_hybrid_name(s->hybrid), n, names[0], found->segments > 0 ? chars : "no event");
}

/* Segments between the events of the record. */
static rdg_status take_segments(const rdg_record *r, const found_orbit *found, rdg_draft *draft)
{
    rdg_shooting *s = r->s;
    const rdg_index half = s->symmetry ? 2 : 1;
    const rdg_index segments = found->segments / half;
    if (found->segments % half != 0) {
        return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                        "\"%s\": an orbit of %" PRId64 " events has no half: it is not symmetric",
                        rdg_hybrid_name(s->hybrid), found->segments);
    }
    for (rdg_index j = 0; j < segments; j++) {
        const rdg_recorded *from = &r->item[found->first + j];
        const rdg_recorded *end = &r->item[found->first + (j + 1) % found->segments];
        const double wrap = j + 1 == found->segments ? found->period : 0.0;
        rdg_draft_segment segment = {.mode = from->mode,
                                     .event = end->event,
                                     .phi = from->phi,
                                     .tau = end->t + wrap - from->t,
                                     .x = rdg_record_x(r, found->first + j)};
        RDG_TRY(rdg_meet_at_once(r, found->first + j, found->period, &segment));
        RDG_TRY(rdg_draft_add(s, draft, &segment));
    }
    return RDG_OK;
}

/* One segment without an event, from where the motion is; with forcing from where its phase is 0 next. */
static rdg_status take_whole(rdg_record *r, double period, rdg_draft *draft)
{
    const double turn = RDG_HZ(1.0), rounding = 1e-9;
    const double ahead = r->s->at.forced ? turn - fmod(r->state.phi, turn) : 0.0;
    if (ahead > rounding && ahead < turn - rounding) {
        RDG_TRY(rdg_record_run(r, r->state.t + ahead / r->s->p[r->s->at.omega], 0));
    }
    const rdg_draft_segment segment = {
        .mode = r->state.mode, .event = -1, .tau = period / (r->s->symmetry ? 2.0 : 1.0), .x = r->state.x};
    return rdg_draft_add(r->s, draft, &segment);
}

/* Half of an orbit stands for the other half. */
static rdg_status check_symmetry(rdg_record *r, const rdg_draft *draft)
{
    rdg_shooting *s = r->s;
    for (rdg_index j = 0; j < draft->count; j++) {
        const rdg_draft_segment *segment = &draft->segment[j];
        if (!rdg_orbit_is_mirrored(s, segment->x, s->p, segment->phi, segment->tau)) {
            return rdg_orbit_not_mirrored(s, where);
        }
    }
    return RDG_OK;
}

/* A steady motion is on the orbit that it is on: is that the one that is requested? */
static rdg_status check_period(rdg_shooting *s, const rdg_shooting_options *o, double period)
{
    return !(o->transient > 0.0) || !(o->period > 0.0) || fabs(period - o->period) <= about * o->period
               ? RDG_OK
               : rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                          "\"%s\": the steady state is an orbit of the period %.10g, not of about %g: start "
                          "it elsewhere, or at the orbit, with .transient = 0",
                          rdg_hybrid_name(s->hybrid), period, o->period);
}

static rdg_status find(rdg_record *r, const rdg_shooting_options *o, rdg_draft *draft)
{
    rdg_shooting *s = r->s;
    found_orbit found = {0, 0, 0.0};
    const double forcing = s->at.forced ? RDG_HZ(1.0) / s->p[s->at.omega] : 0.0;
    RDG_TRY(rdg_record_begin(r, s, o));
    if (o->transient > 0.0) {
        RDG_TRY(rdg_record_run(r, s->at.forced ? forcing * ceil(o->transient / forcing) : o->transient, 0));
    }
    memcpy(r->settled, r->largest, (size_t)s->at.states * sizeof(double));
    RDG_TRY(s->at.forced ? find_forced(r, o, &found) : find_autonomous(r, o, &found));
    RDG_TRY(check_period(s, o, found.period));
    RDG_TRY(check_sequence(r, &found, o->sequence));
    RDG_TRY(found.segments > 0 ? take_segments(r, &found, draft) : take_whole(r, found.period, draft));
    return check_symmetry(r, draft);
}

rdg_status rdg_orbit_find(rdg_shooting *s, const rdg_shooting_options *o, rdg_draft *draft)
{
    rdg_record r = {.s = s};
    const rdg_status status = find(&r, o, draft);
    rdg_record_release(&r);
    return status;
}

/* Do the events of the record from `middle` on repeat those from `first` to there? */
static bool same_events(const rdg_record *r, rdg_index first, rdg_index middle)
{
    bool same = r->count - middle == middle - first;
    for (rdg_index i = middle; same && i < r->count; i++) {
        same = r->item[i].event == r->item[i - middle + first].event;
    }
    return same;
}

/* The orbit of the record's events from `first` on, if it is welcome. */
static rdg_status take_period(rdg_record *r, rdg_index first, double period, rdg_draft *draft,
                              rdg_draft_check welcome, bool *found)
{
    const found_orbit orbit = {first, r->count - first, period};
    rdg_draft_release(draft);
    RDG_TRY(orbit.segments > 0 ? take_segments(r, &orbit, draft) : take_whole(r, period, draft));
    *found = welcome(r->s, draft);
    return RDG_OK;
}

/* Period after period, until two show the same events and these are welcome: behind the end of an event
 * signature a transient may be as large as what is new. */
static rdg_status follow_forced(rdg_record *r, double period, rdg_draft *draft, rdg_draft_check welcome,
                                bool *found)
{
    rdg_index first = 0;
    rdg_index middle = 0;
    for (int k = 0; !*found && k < MOST_PERIODS; k++) {
        RDG_TRY(rdg_record_run(r, r->state.t + period, 0));
        if (k > 0 && same_events(r, first, middle)) {
            RDG_TRY(take_period(r, middle, period, draft, welcome, found));
        }
        first = middle;
        middle = r->count;
    }
    return RDG_OK;
}

/* One period of a prediction, which need not be stable. It is nearer to an orbit than the end of the old ones
 * if it misses itself by less than it is away from there. */
static rdg_status follow_prediction(rdg_record *r, const rdg_orbit_instant *from, const double *end,
                                    double period, rdg_draft *draft, rdg_draft_check welcome, bool *found)
{
    const rdg_index n = rdg_hybrid_phase_at(r->s->hybrid, from->mode)->n;
    RDG_TRY(rdg_record_run(r, r->state.t + period, 0));
    const bool closes = r->state.mode == from->mode && rdg_record_distance(r, r->state.x, from->x, n) <
                                                           rdg_record_distance(r, end, from->x, n);
    return closes ? take_period(r, 0, period, draft, welcome, found) : RDG_OK;
}

static rdg_status follow_autonomous(rdg_record *r, double period, rdg_draft *draft, rdg_draft_check welcome,
                                    bool *found)
{
    found_orbit orbit = {0, 0, period};
    RDG_TRY(rdg_record_run(r, 3.5 * period, 0));
    if (r->count > 1) {
        RDG_TRY(find_in_events(r, &orbit));
        RDG_TRY(take_segments(r, &orbit, draft));
        *found = welcome(r->s, draft);
    }
    return RDG_OK;
}

rdg_status rdg_orbit_follow(rdg_shooting *s, const rdg_orbit_instant *from, double period, const double *end,
                            rdg_draft *draft, rdg_draft_check welcome, bool *found)
{
    rdg_record r = {.s = s};
    *found = false;
    rdg_status status = rdg_record_begin_in(&r, s, from->mode, from->x, from->phi);
    if (status == RDG_OK && end) {
        status = follow_prediction(&r, from, end, period, draft, welcome, found);
    } else if (status == RDG_OK) {
        status = (s->at.forced ? follow_forced : follow_autonomous)(&r, period, draft, welcome, found);
    }
    rdg_record_release(&r);
    return status;
}
