/* Where the ridge goes on behind a chart at which it ended: at the next maximum uphill, a little behind.
 *
 * Where that is a corner, or the stuck ridge behind one, its beginning is known exactly, and there is no gap.
 * Contacts that slip have no second derivative at their onset: to them there is one. Where changes of regime
 * follow each other closely the distance grows, so that the ridge gets past any number of them. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* relative in alpha */
static const double first_distance = 1e-7, last_distance = 0.5, growth = 10.0;
static const double close_by = 20.0; /* times the last distance: the same place still */
static const double same_level = 1e-9;

/* The corner found behind the event begins where the slope on its stuck side is zero: there, if the ridge has
 * come to that point. */
static void go_to_beginning(rdg_ridge_driver *d, rdg_ridge_watch *w, double *u)
{
    const double ended = d->event->u[d->alpha];
    memcpy(d->found, u, (size_t)d->n_extended * sizeof *u);
    rdg_ridge_assume(w, RDG_RIDGE_STICKS);
    const bool begins = rdg_ridge_solve_onset(d, w, d->found);
    rdg_ridge_assume(w, RDG_RIDGE_CORNER);
    if (begins && d->direction * (d->found[d->alpha] - ended) >= -same_level * ended &&
        d->direction * (u[d->alpha] - d->found[d->alpha]) >= 0.0) {
        memcpy(u, d->found, (size_t)d->n_extended * sizeof *u);
    }
}

static void close_gap(rdg_ridge_driver *d, const rdg_ridge_watch *left, double *u)
{
    rdg_ridge_watch *corner = rdg_ridge_corner(d);
    if (corner) {
        go_to_beginning(d, corner, u);
    } else if (left && left->regime == RDG_RIDGE_STICKS && strcmp(d->event->type, "CE") == 0) {
        memcpy(u, d->event->u, (size_t)d->n_extended * sizeof *u);
    }
}

static void say_it_ends(const rdg_ridge_driver *d, double distance)
{
    rdg_write(d->ctx, RDG_CHANNEL_WARNING,
              "warning: no maximum of \"%s\" was found up to alpha = %.6g N behind the change of regime at "
              "%.10g N: the ridge ends\n",
              d->sensor, d->event->u[d->alpha] * (1.0 + d->direction * distance), d->event->u[d->alpha]);
}

/* A terminal event of the user ends the ridge. */
static bool is_ours(const char *type)
{
    static const char *const types[] = {"SLIP", "CE", "FP", "MX"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        if (strcmp(type, types[k]) == 0) {
            return true;
        }
    }
    return false;
}

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    const rdg_ridge_watch *left = rdg_ridge_corner(d);
    const double level = event->u[d->alpha];
    const bool again = fabs(level - d->stepped_at) <= close_by * d->stepped_by * level;
    const double given = d->how.restart;
    double distance = given > 0.0 ? given : again ? growth * d->stepped_by : first_distance;
    d->event = event;
    d->direction = direction;
    d->low = 0.25 * event->u[d->omega];
    d->high = 4.0 * event->u[d->omega];
    if (!is_ours(event->type)) {
        return false;
    }
    do {
        if (rdg_ridge_climb(d, event->u, level * (1.0 + direction * distance), u)) {
            d->stepped_at = level;
            d->stepped_by = distance;
            if (!again && given == 0.0) {
                close_gap(d, left, u);
            }
            return true;
        }
        distance *= growth;
    } while (given == 0.0 && distance <= last_distance);
    rdg_ridge_release_contacts(d);
    say_it_ends(d, distance / growth);
    return false;
}
