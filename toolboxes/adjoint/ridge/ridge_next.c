/* Where the ridge goes on behind a chart at which it ended: at the next maximum uphill, a little behind.
 *
 * A non-smooth peak that begins at the event, and the stuck ridge behind one, begin at that very point: there
 * is no gap. Contacts that slip have no second derivative at their onset: to them there is one. Where changes
 * of contact state follow each other at the same place the distance grows by a factor, so that the ridge gets
 * past any number of them. No forcing amplitude that is requested is passed over. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* relative in alpha */
static const double first_distance = 1e-7, slip_distance = 1e-6, last_distance = 0.5, growth = 10.0;
static const double close_by = 20.0;                   /* times the last distance: the same place still */
static const double same_place = 1e-6, farther = 10.0; /* in omega, and for the distance in alpha */

/* Share of the motion, towards slip, at which the smooth peak behind a non-smooth one is sought from. */
static const double beside = 1e-4;

/* Of one maximum and its continuation: growth of ln(amplitude) for that of ln(forcing amplitude), and how far
 * it may be sought. */
static const double same_height = 1e-6, growing = 20.0, last_distance_staying = 1e-4;
static const double same_frequency =
    1e-4; /* behind a non-smooth point a maximum may move as the square root of the forcing amplitude */

/* Are two responses at different forcing amplitudes points of one maximum? */
static bool is_same_place(const rdg_ridge_driver *d, const double *a, const double *b)
{
    const double distance = fabs(a[d->level] / b[d->level] - 1.0);
    return fabs(a[d->omega] / b[d->omega] - 1.0) <= same_place + farther * distance;
}

/* Is the maximum found behind the event the one that was followed? */
static bool is_same_maximum(const rdg_ridge_driver *d, const double *u)
{
    const double distance = fabs(u[d->level] / d->event->u[d->level] - 1.0);
    double height = 0.0;
    return fabs(u[d->omega] / d->event->u[d->omega] - 1.0) <= same_frequency + farther * distance &&
           rdg_parameter_value(d->extended, d->sensor, u, &height) == RDG_OK &&
           fabs(height / d->event->mu[d->sensor_at] - 1.0) <= same_height + growing * distance;
}

/* At a forcing amplitude there is a maximum next to `from`, into u, which is nearer to that than to the
 * event. */
static bool is_aside(rdg_ridge_driver *d, const double *from, double level, double *u)
{
    const double omega = from[d->omega];
    return rdg_ridge_climb(d, from, level, u) &&
           fabs(u[d->omega] - omega) < 0.5 * fabs(omega - d->event->u[d->omega]);
}

/* Is the maximum found behind the event at a forcing amplitude, into u, the one that was followed? One that
 * has come into being just before the event, beside that, is there on this side of it too. The contact states
 * are left as they are behind it. */
static bool is_still_there(rdg_ridge_driver *d, double level, double *u)
{
    const double *event = d->event->u;
    if (!is_same_maximum(d, u)) {
        return false;
    }
    return is_same_place(d, u, event) ||
           (!is_aside(d, u, 2.0 * event[d->level] - level, d->found) && rdg_ridge_climb(d, event, level, u));
}

/* The non-smooth peak found behind the event begins where the slope on its stuck side is zero: there, if the
 * ridge has come to that point and was not there already. */
static void go_to_beginning(rdg_ridge_driver *d, rdg_ridge_watch *w, bool again, double *u)
{
    const double ended = d->event->u[d->level];
    memcpy(d->found, u, (size_t)d->n_plain * sizeof *u);
    if (rdg_ridge_solve_onset(d, w, d->found) &&
        d->direction * (d->found[d->level] - ended) >= (again ? 1.0 : -1.0) * rdg_ridge_same_level * ended &&
        d->direction * (u[d->level] - d->found[d->level]) >= 0.0 && is_same_place(d, u, d->found)) {
        memcpy(u, d->found, (size_t)d->n_plain * sizeof *u);
    }
}

/* The non-smooth peak of a contact that sticks begins at its onset on the smooth ridge, and the stuck ridge
 * at the end of a non-smooth peak: at the event, unless they are of another maximum. */
static void close_gap(rdg_ridge_driver *d, const rdg_ridge_watch *left, bool again, double *u)
{
    rdg_ridge_watch *corner = rdg_ridge_corner(d);
    const bool sticks = left && left->regime == RDG_RIDGE_STICKS && strcmp(d->event->type, "CE") == 0;
    if (!again && (corner ? corner == d->onset && !left : sticks) && is_same_place(d, u, d->event->u)) {
        memcpy(u, d->event->u, (size_t)d->n_plain * sizeof *u);
    } else if (corner) {
        go_to_beginning(d, corner, again, u);
    }
}

/* The first forcing amplitude beyond `from` that is requested, no farther than `level`. */
static double stop_at_wish(const rdg_ridge_driver *d, double from, double level)
{
    from *= 1.0 + d->direction * rdg_ridge_same_level;
    for (const rdg_option *o = d->wishes; o->kind != RDG_OPTION_END; o++) {
        if (!o->name || strcmp(o->name, d->level_name) != 0) {
            continue;
        }
        const double own[] = {o->a, o->b};
        const bool window = o->kind == RDG_OPTION_WINDOW;
        const bool event = o->kind == RDG_OPTION_EVENT || o->kind == RDG_OPTION_TERMINAL;
        const double *value = o->kind == RDG_OPTION_EVENTS ? o->values : own;
        const rdg_index n = o->kind == RDG_OPTION_EVENTS ? o->count : window ? 2 : event ? 1 : 0;
        for (rdg_index k = 0; k < n; k++) {
            if (d->direction * (value[k] - from) > 0.0 && d->direction * (level - value[k]) > 0.0) {
                level = value[k];
            }
        }
    }
    return level;
}

/* The contact that has reached its onset of slip at the event, from the side on which it sticks. */
static const rdg_ridge_watch *find_onset(const rdg_ridge_driver *d)
{
    const rdg_ridge_watch *at = NULL;
    double least = rdg_ridge_same_level;
    for (rdg_index k = 0; k < d->n_watches && strcmp(d->event->type, "SLIP") == 0; k++) {
        const rdg_ridge_watch *w = &d->watch[k];
        const double margin = fabs(d->event->mu[w->margin_at]) / w->at_rest;
        if (w->regime == RDG_RIDGE_STICKS && margin < least) {
            least = margin;
            at = w;
        }
    }
    return at;
}

/* Where the maximum is sought behind the event: there, or beside a non-smooth peak that ends on the slipping
 * side of its contact. The Jacobian jumps at its very point. */
static void choose_start(rdg_ridge_driver *d)
{
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    const double *u = d->event->u, *mu = d->event->mu;
    memcpy(d->behind, u, (size_t)d->n_plain * sizeof *u);
    d->is_beside_slip = w && strcmp(d->event->type, "CE") == 0 &&
                        fabs(mu[d->tau_at]) <= fabs(mu[w->sigma_at]) && rdg_ridge_slope_at(d, u) == 0;
    if (!d->is_beside_slip) {
        return;
    }
    const double *tangent = d->slope.at->tangent; /* it changes the margin by its unit */
    double motion = 0.0, way = 0.0;
    for (rdg_index i = 0; i < d->slope.at->m; i++) {
        motion += u[i] * u[i];
        way += tangent[i] * tangent[i];
    }
    const double share = beside * sqrt(motion / way);
    for (rdg_index i = 0; i < d->n_plain; i++) {
        d->behind[i] -= share * tangent[i];
    }
}

/* The non-smooth peak of the contact that has reached its onset, or of one that begins to slip anew. */
static bool goes_into_corner(rdg_ridge_driver *d, double level, double *u)
{
    if (d->how.restart > 0.0) {
        return false;
    }
    return d->onset ? rdg_ridge_solve_corner(d, d->onset, d->event->u, level, u)
                    : d->is_fenced && rdg_ridge_solve_new_corner(d, d->event->u, level, u) &&
                          is_same_maximum(d, u);
}

/* Is there a maximum at a distance behind the event, or, before that, at a forcing amplitude that is
 * requested? *tried: the farthest forcing amplitude so far. */
static bool go_on_at(rdg_ridge_driver *d, double distance, double *tried, double *u)
{
    const double level = d->event->u[d->level];
    *tried = stop_at_wish(d, *tried, level * (1.0 + d->direction * distance));
    if (!goes_into_corner(d, *tried, u) && !rdg_ridge_climb(d, d->behind, *tried, u)) {
        return false;
    }
    if (d->is_fenced && !rdg_ridge_corner(d) && d->direction * (*tried - d->fence) < 0.0 &&
        !rdg_ridge_slips_anew(d, d->event->u, u)) {
        return false; /* it is in front of the change at which the ridge ended */
    }
    if (d->stays && !is_still_there(d, *tried, u)) {
        d->gone[d->direction > 0] = true;
        return false;
    }
    d->stepped_at = level;
    d->stepped_by = fabs(*tried / level - 1.0);
    if (stop_at_wish(d, level, *tried) != *tried) {
        rdg_leave_out(d->extended,
                      "%.10g to %.10g %s were not reached, the ridge continues behind them: the maximum of "
                      "\"%s\" there is neither smooth nor at the onset of a contact",
                      fmin(level, *tried), fmax(level, *tried), d->level_unit, d->sensor);
    }
    return true;
}

/* At the distance of the restart alone; or as near as can be. */
static bool go_on(rdg_ridge_driver *d, bool again, double *u)
{
    const double last = d->stays ? last_distance_staying : last_distance;
    bool *gone = &d->gone[d->direction > 0];
    double tried = d->event->u[d->level];
    *gone = false;
    if (d->how.restart > 0.0) {
        const bool met = go_on_at(d, d->how.restart, &tried, u);
        d->stepped_by = met ? first_distance : d->stepped_by; /* what comes next is at another place */
        return met;
    }
    double distance = again ? growth * d->stepped_by : d->is_beside_slip ? slip_distance : first_distance;
    while (distance <= last && !*gone) {
        if (go_on_at(d, distance, &tried, u)) {
            return true;
        }
        distance *= growth;
    }
    return false;
}

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    if (!rdg_ridge_is_event(event)) {
        return false; /* a terminal event of the user */
    }
    d->event = event;
    d->direction = direction;
    choose_start(d);
    d->onset = find_onset(d);
    d->gone[direction > 0] = d->stays && strcmp(event->type, "FP") == 0;
    if (d->gone[direction > 0]) {
        return false;
    }
    d->low = 0.25 * event->u[d->omega];
    d->high = 4.0 * event->u[d->omega];
    const rdg_ridge_watch *left = rdg_ridge_corner(d);
    const bool again = fabs(event->u[d->level] - d->stepped_at) <= close_by * d->stepped_by * d->stepped_at;
    if (go_on(d, again, u)) {
        if (d->how.restart == 0.0) {
            close_gap(d, left, again, u);
        }
        return true;
    }
    rdg_ridge_release_contacts(d);
    if (rdg_error_status(d->ctx) == RDG_OK && !d->stays) {
        rdg_ridge_say_lost(d, left ? left : d->onset);
    }
    return false;
}
