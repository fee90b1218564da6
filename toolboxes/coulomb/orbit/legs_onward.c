/* What comes behind the end of a sequence of legs: the motion is followed for two periods close by. */
#include "legs_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/toolbox.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far beyond, in units of the tangent: a little, more, and the other way, where the branch turns upright.
 */
static const double beyond[] = {1e-6, 1e-5, 1e-4, 1e-3, -1e-6, -1e-5, -1e-4, -1e-3};

enum { LOOKS = sizeof beyond / sizeof *beyond };

rdg_status rdg_legs_freeze_rest(rdg_coulomb_orbit *o, const double *u)
{
    RDG_TRY(rdg_thaw(o->problem, "t", 0, RDG_ORBIT_LEGS));
    return o->now.legs == RDG_ORBIT_LEGS
               ? RDG_OK
               : rdg_freeze(o->problem, &(rdg_frozen){.block = "t",
                                                      .first = o->now.legs,
                                                      .n = RDG_ORBIT_LEGS - o->now.legs,
                                                      .zero = "events",
                                                      .row = o->now.legs,
                                                      .at = u + o->now.legs});
}

/* Leg j of the whole period. */
static int regime_at(const rdg_sequence *s, rdg_index j)
{
    const rdg_index round = j / s->legs;
    return (s->whole || round % 2 == 0 ? 1 : -1) * (int)s->regime[j % s->legs];
}

static rdg_index legs_of_period(const rdg_sequence *s)
{
    return s->whole ? s->legs : 2 * s->legs;
}

/* The same legs, beginning wherever, or their mirror image. */
static bool is_same(const rdg_sequence *a, const rdg_sequence *b)
{
    const rdg_index legs = legs_of_period(a);
    if (a->whole != b->whole || a->legs != b->legs) {
        return false;
    }
    for (rdg_index shift = 0; shift < 2 * legs; shift++) {
        const int sign = shift < legs ? 1 : -1;
        rdg_index j = 0;
        while (j < legs && regime_at(a, (j + shift) % legs) == sign * regime_at(b, j)) {
            j++;
        }
        if (j == legs) {
            return true;
        }
    }
    return false;
}

static rdg_status take(rdg_coulomb_orbit *o, const rdg_sequence *sequence, const double *u)
{
    o->is_changing = true;
    o->now = *sequence;
    o->at[RDG_ORBIT_LEGS] = NAN;
    const rdg_status status = rdg_legs_freeze_rest(o, u);
    o->is_changing = false;
    return status;
}

/* The sequence of the motion from the event's orbit with the numbers beyond it. */
static rdg_status look(rdg_coulomb_orbit *o, const rdg_chart *event, double step, double *u,
                       rdg_sequence *found)
{
    found->legs = 0;
    if (rdg_legs_evaluate(o, event->u) != 0) {
        return RDG_OK;
    }
    double *state = rdg_context_calloc(o->c->ctx, (size_t)o->n2, sizeof *state);
    if (!state) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(state, o->state, (size_t)o->n2 * sizeof *state);
    for (int k = 0; k < RDG_ORBIT_NUMBERS; k++) {
        u[RDG_ORBIT_LEGS + k] = event->u[RDG_ORBIT_LEGS + k] + step * event->tangent[RDG_ORBIT_LEGS + k];
    }
    rdg_leg_list list;
    const double *number = rdg_legs_numbers(u);
    const rdg_status status =
        rdg_legs_record(o->c, number[0], number[1], number[2], event->u[0], state, 5.0 * RDG_PI, &list);
    rdg_free(state);
    if (status == RDG_OK && !rdg_legs_repeats(&list, o->now.whole, 0.05, found, u)) {
        found->legs = 0;
    }
    return status;
}

static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p, (void)direction;
    const bool is_end = event->type && (strcmp(event->type, "GR") == 0 || strcmp(event->type, "TO") == 0 ||
                                        strcmp(event->type, "DU") == 0);
    if (!is_end) {
        return false;
    }
    if (event->point != o->asked_at) {
        o->asked_at = event->point;
        o->asked = 0;
        o->ended = o->now;
    }
    while (o->asked < LOOKS) {
        rdg_sequence found;
        if (o->asked > 0 && take(o, &o->ended, event->u) != RDG_OK) {
            return false;
        }
        memset(u, 0, RDG_ORBIT_LEGS * sizeof *u);
        if (look(o, event, beyond[o->asked++], u, &found) != RDG_OK) {
            return false;
        }
        if (found.legs > 0 && !is_same(&found, &o->ended)) {
            if (o->home.legs == 0) {
                o->home = o->ended;
            }
            return take(o, &found, u) == RDG_OK;
        }
    }
    return false;
}

/* The margin that has come up grows. */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_coulomb_orbit *o = data;
    double later[RDG_ORBIT_LEGS + RDG_ORBIT_NUMBERS];
    const double here = rdg_legs_least_margin(o, at->u);
    (void)p;
    if (!(here > 0.0)) {
        return RDG_NO_WAY_ON;
    }
    for (rdg_index i = 0; i < RDG_ORBIT_LEGS + RDG_ORBIT_NUMBERS; i++) {
        later[i] = at->u[i] + 1e-7 * at->tangent[i];
    }
    return rdg_legs_least_margin(o, later) > here ? 1 : -1;
}

/* The frozen variables are others: if a run has gone back to those that it began with, so does the sequence.
 */
static rdg_status go_home(rdg_problem *p, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p;
    if (!o->is_changing && o->home.legs > 0) {
        o->now = o->home;
        o->home.legs = 0;
        o->at[RDG_ORBIT_LEGS] = NAN;
    }
    return RDG_OK;
}

static const char signs[] = "-0+";

/* With each label its legs are kept: "half +0", a sign for each. */
static const char *keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_coulomb_orbit *o = data;
    (void)p, (void)chart;
    char *next = o->text + snprintf(o->text, sizeof o->text, "%s ", o->now.whole ? "whole" : "half");
    for (rdg_index j = 0; j < o->now.legs; j++) {
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
    for (sequence->legs = 0; *sign != '\0' && sequence->legs < RDG_ORBIT_LEGS; sign++) {
        const char *place = strchr(signs, *sign);
        if (!place) {
            return false;
        }
        sequence->regime[sequence->legs++] = (rdg_contact_regime)(place - signs - 1);
    }
    return *sign == '\0' && sequence->legs > 0;
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
    if (at->is_on_way && o->home.legs == 0) {
        o->home = o->now;
    } else if (!at->is_on_way) {
        o->home.legs = 0;
    }
    return take(o, &kept, at->u);
}

rdg_status rdg_legs_let_go_on(rdg_coulomb_orbit *o)
{
    o->asked_at = INT_MIN;
    RDG_TRY(rdg_watch_frozen(o->problem, go_home, o));
    RDG_TRY(rdg_look_at_starts(o->problem, look_at_start, o));
    RDG_TRY(rdg_keep_with_labels(o->problem, keep, o));
    return rdg_set_way_on(o->problem, way_on, heading, o);
}
