/* What comes behind the end of an event signature of segments: the motion is followed for two periods close
 * by. */
#include "segments_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far beyond, and for how long the motion is followed before it is examined. At once, by parts of the
 * tangent: a little, more, and the other way, where the branch turns upright. Then when it has become steady:
 * behind a graze stops grow as the root of the distance, and the motion that is followed from there may be
 * too far from the orbit for Newton's method. There, and where the branch turns upright, the tangent leads
 * nowhere: r1, or what else varies, by parts of itself. */
static const struct {
    double step;
    bool by_tangent;
    long lots; /* of periods that are not examined */
} beyond[] = {{1e-6, true, 0},  {1e-5, true, 0},  {1e-4, true, 0},  {1e-3, true, 0},  {-1e-6, true, 0},
              {-1e-5, true, 0}, {-1e-4, true, 0}, {-1e-3, true, 0}, {1e-6, false, 0}, {1e-6, false, 8},
              {1e-5, false, 8}, {1e-4, false, 8}, {1e-3, false, 20}};

enum { LOOKS = sizeof beyond / sizeof *beyond };

static const double lot = 5.0 * RDG_PI;

rdg_status rdg_segments_eliminate_rest(rdg_coulomb_orbit *o, const double *u)
{
    RDG_TRY(rdg_restore(o->problem, "t", 0, RDG_ORBIT_SEGMENTS));
    return o->now.segments == RDG_ORBIT_SEGMENTS
               ? RDG_OK
               : rdg_eliminate(o->problem, &(rdg_eliminated){.block = "t",
                                                             .first = o->now.segments,
                                                             .n = RDG_ORBIT_SEGMENTS - o->now.segments,
                                                             .zero = "events",
                                                             .row = o->now.segments,
                                                             .at = u + o->now.segments});
}

/* Segment j of the whole period. */
static int regime_at(const rdg_sequence *s, rdg_index j)
{
    const rdg_index round = j / s->segments;
    return (s->whole || round % 2 == 0 ? 1 : -1) * (int)s->regime[j % s->segments];
}

static rdg_index segments_of_period(const rdg_sequence *s)
{
    return s->whole ? s->segments : 2 * s->segments;
}

/* The same segments, beginning wherever, or their mirror image. */
static bool is_same(const rdg_sequence *a, const rdg_sequence *b)
{
    const rdg_index segments = segments_of_period(a);
    if (a->whole != b->whole || a->segments != b->segments) {
        return false;
    }
    for (rdg_index shift = 0; shift < 2 * segments; shift++) {
        const int sign = shift < segments ? 1 : -1;
        rdg_index j = 0;
        while (j < segments && regime_at(a, (j + shift) % segments) == sign * regime_at(b, j)) {
            j++;
        }
        if (j == segments) {
            return true;
        }
    }
    return false;
}

static rdg_status take(rdg_coulomb_orbit *o, const rdg_sequence *sequence, const double *u)
{
    o->is_changing = true;
    o->now = *sequence;
    o->at[RDG_ORBIT_SEGMENTS] = NAN;
    const rdg_status status = rdg_segments_eliminate_rest(o, u);
    o->is_changing = false;
    return status;
}

/* The numbers beyond an event, sample k: on from the point before. */
static void go_beyond(const rdg_coulomb_orbit *o, const rdg_chart *event, int k, double *number)
{
    const double *at = rdg_segments_numbers(event->u);
    const double *along = rdg_segments_numbers(event->tangent);
    int most = 0;
    for (int i = 0; i < RDG_ORBIT_NUMBERS; i++) {
        number[i] = at[i] + (beyond[k].by_tangent ? beyond[k].step * along[i] : 0.0);
        most = fabs(at[i] - o->left_from[i]) > fabs(at[most] - o->left_from[most]) ? i : most;
    }
    if (!beyond[k].by_tangent) {
        number[most] += copysign(beyond[k].step * fabs(at[most]), at[most] - o->left_from[most]);
    }
}

/* Stores the point that a step leaves. */
static int note_point(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p;
    memcpy(o->left_from, rdg_segments_numbers(chart->u), sizeof o->left_from);
    return 0;
}

/* Stops shorter than this, in tau, count as about to vanish. */
static const double is_short = 1e-3;

/* Without stops that are about to vanish: where a stick that lasted no longer has ended an event signature
 * they may take many periods to do so. How many there were: what the run goes on with is a motion without
 * them, which is checked, and that they were left out is stated (heading()). */
static rdg_index drop_short_stops(rdg_modal_segment_list *list)
{
    rdg_index kept = 0;
    rdg_index dropped = 0;
    for (rdg_index j = 0; j < list->count; j++) {
        const bool vanishes = list->regime[j] == RDG_COULOMB_STICK && j + 1 < list->count &&
                              list->tau[j + 1] - list->tau[j] < is_short;
        dropped += vanishes;
        if (!vanishes && !(kept > 0 && list->regime[j] == list->regime[kept - 1])) {
            list->regime[kept] = list->regime[j];
            list->tau[kept++] = list->tau[j];
        }
    }
    list->count = kept;
    return dropped;
}

/* The event signature of the motion from the event's orbit with the numbers beyond it, sample k. */
static rdg_status look(rdg_coulomb_orbit *o, const rdg_chart *event, int k, double *u, rdg_sequence *found)
{
    found->segments = 0;
    if (rdg_segments_evaluate(o, event->u) != 0) {
        return RDG_OK;
    }
    double *state = rdg_context_calloc(o->c->ctx, (size_t)o->n2, sizeof *state);
    if (!state) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(state, o->state, (size_t)o->n2 * sizeof *state);
    go_beyond(o, event, k, u + RDG_ORBIT_SEGMENTS);
    rdg_modal_segment_list list = {.count = 0};
    const double *number = rdg_segments_numbers(u);
    rdg_status status = RDG_OK;
    double tau = event->u[0];
    for (long left = beyond[k].lots; status == RDG_OK && left >= 0; left--) {
        status = rdg_segments_record(o->c, number[0], number[1], number[2], tau, state, lot, &list);
        tau += lot;
    }
    rdg_free(state);
    o->dropped = 0;
    if (status == RDG_OK && !beyond[k].by_tangent && beyond[k].lots == 0) {
        o->dropped = drop_short_stops(&list);
    }
    o->comes_to_rest = o->comes_to_rest || (status == RDG_OK && list.count == 0);
    if (status != RDG_OK || !rdg_segments_repeats(&list, o->now.whole, 0.05, found, u)) {
        found->segments = 0;
    } else {
        rdg_segments_shift(found, u);
    }
    return status;
}

/* The resonance next to which the motion has grown beyond all bounds. */
static void name_resonance(const rdg_coulomb_orbit *o, const double *number)
{
    const rdg_coulomb *c = o->c;
    rdg_index k = 0;
    for (rdg_index i = 1; i < c->n; i++) {
        k = fabs(c->wn[i] - number[0]) < fabs(c->wn[k] - number[0]) ? i : k;
    }
    double r1 = 0.0;
    double least = 0.0;
    if (rdg_coulomb_resonance(c, k, &r1, &least) == RDG_OK) {
        rdg_leave_out(o->problem,
                      "at r1 = %.9g, resonance %" PRId64
                      " of the structure that slips, friction below beta = %.9g leaves the response "
                      "without bound; beta is %.9g",
                      r1, k + 1, least, number[1]);
    }
}

/* Why the response ends at a natural boundary: it has no bound, or the contact comes to rest. */
static void name_bound(rdg_coulomb_orbit *o, const double *u)
{
    const double *number = rdg_segments_numbers(u);
    const rdg_index times = rdg_segments_near_held(o, number[0]);
    if (rdg_segments_evaluate(o, u) == 0 && fabs(rdg_modal_z(o->c, u[0], o->state)) > o->size) {
        name_resonance(o, number);
    } else if (times > 0) {
        rdg_leave_out(o->problem,
                      "at r1 = %.9g the contact comes to rest: %" PRId64
                      " r1 is a resonance of the structure with its contact held, which may vibrate freely",
                      number[0], times);
    }
}

static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)direction;
    if (event->type && strcmp(event->type, "EP") == 0) {
        name_bound(o, event->u);
        return false;
    }
    const bool is_end = event->type && (strcmp(event->type, "GR") == 0 || strcmp(event->type, "TO") == 0 ||
                                        strcmp(event->type, "DU") == 0);
    if (!is_end) {
        return false;
    }
    if (event->point != o->asked_at) {
        o->asked_at = event->point;
        o->asked = 0;
        o->ended = o->now;
        o->comes_to_rest = false;
        memcpy(o->ended_at, rdg_segments_numbers(event->u), sizeof o->ended_at);
    }
    while (o->asked < LOOKS) {
        rdg_sequence found;
        if (o->asked > 0 && take(o, &o->ended, event->u) != RDG_OK) {
            return false;
        }
        memset(u, 0, RDG_ORBIT_SEGMENTS * sizeof *u);
        if (look(o, event, o->asked++, u, &found) != RDG_OK) {
            return false;
        }
        /* for mu = 1 there is one response, which is its own mirror image */
        const bool is_none = found.segments == 0 ||
                             (found.whole && !o->ended.whole && !(rdg_segments_numbers(event->u)[2] > 1.0));
        if (!is_none && !is_same(&found, &o->ended)) {
            if (o->home.segments == 0) {
                o->home = o->ended;
            }
            return take(o, &found, u) == RDG_OK;
        }
    }
    if (o->comes_to_rest) {
        const double *number = rdg_segments_numbers(event->u);
        rdg_leave_out(p, "behind r1 = %.9g, beta = %.9g the contact sticks all the time", number[0],
                      number[1]);
    }
    return false;
}

/* Away from where the event signature before ended; next to that, so that the margin that has come up grows.
 */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_coulomb_orbit *o = data;
    double later[RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS];
    const double here = rdg_segments_least_margin(o, at->u);
    double away = 0.0;
    (void)p;
    if (!(here > -1e-12)) { /* where the branch bends back it begins at the very end of the one before */
        return RDG_NO_WAY_ON;
    }
    if (o->dropped > 0) {
        rdg_write(o->c->ctx, RDG_CHANNEL_NOTE,
                  "note: behind r1 = %.9g, beta = %.9g the motion begins with stops shorter than %g, %" PRId64
                  " of them; the run goes on with the orbit without them\n",
                  o->ended_at[0], o->ended_at[1], is_short, o->dropped);
        o->dropped = 0;
    }
    for (rdg_index i = RDG_ORBIT_SEGMENTS; i < RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS; i++) {
        away += (at->u[i] - o->ended_at[i - RDG_ORBIT_SEGMENTS]) * at->tangent[i];
    }
    if (fabs(away) > 1e-12) {
        return away > 0.0 ? 1 : -1;
    }
    for (rdg_index i = 0; i < RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS; i++) {
        later[i] = at->u[i] + 1e-7 * at->tangent[i];
    }
    return rdg_segments_least_margin(o, later) > here ? 1 : -1;
}

/* The eliminated variables are others: if a run has gone back to those that it began with, so does the event
 * signature.
 */
static rdg_status go_home(rdg_problem *p, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p;
    if (!o->is_changing && o->home.segments > 0) {
        o->now = o->home;
        o->home.segments = 0;
        o->at[RDG_ORBIT_SEGMENTS] = NAN;
    }
    return RDG_OK;
}

static const char signs[] = "-0+";

/* With each label its segments are kept: "half +0", a sign for each. */
static const char *keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p, (void)chart;
    char *next = o->text + snprintf(o->text, sizeof o->text, "%s ", o->now.whole ? "whole" : "half");
    for (rdg_index j = 0; j < o->now.segments; j++) {
        *next++ = signs[(int)o->now.regime[j] + 1];
    }
    *next = '\0';
    return o->text;
}

static bool read(const char *text, rdg_sequence *sequence)
{
    sequence->whole = strncmp(text, "whole ", 6) == 0;
    const char *sign = text + (sequence->whole ? 6 : 5);
    if (!sequence->whole && strncmp(text, "half ", 5) != 0) {
        return false;
    }
    for (sequence->segments = 0; *sign != '\0' && sequence->segments < RDG_ORBIT_SEGMENTS; sign++) {
        const char *place = strchr(signs, *sign);
        if (!place) {
            return false;
        }
        sequence->regime[sequence->segments++] = (rdg_contact_regime)(place - signs - 1);
    }
    return *sign == '\0' && sequence->segments > 0;
}

static rdg_status look_at_start(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_coulomb_orbit *o = data;
    rdg_sequence kept;
    (void)p;
    o->asked_at = INT_MIN;
    if (!at->kept || !read(at->kept, &kept)) {
        return RDG_OK;
    }
    if (at->is_on_way && o->home.segments == 0) {
        o->home = o->now;
    } else if (!at->is_on_way) {
        o->home.segments = 0;
    }
    return take(o, &kept, at->u);
}

rdg_status rdg_segments_let_go_on(rdg_coulomb_orbit *o)
{
    o->asked_at = INT_MIN;
    RDG_TRY(rdg_watch_eliminated(o->problem, go_home, o));
    RDG_TRY(rdg_look_at_starts(o->problem, look_at_start, o));
    RDG_TRY(rdg_keep_with_labels(o->problem, keep, o));
    RDG_TRY(rdg_move_along(o->problem, note_point, o));
    return rdg_set_way_on(o->problem, way_on, heading, o);
}
