/* Where the ridge goes on behind a chart at which it ended. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MAX_RESTARTS = 100, MAX_RESTARTS_A_CONTACT = 20 };

static const double search_first = 1e-6, search_last = 0.5; /* relative in alpha */

static bool maximum_here(rdg_ridge_driver *d, void *with, double *u)
{
    (void)with;
    return rdg_ridge_is_maximum(d, u);
}

/* Across a change that leaves the stiffness continuous but not the Hessian: a first separation, a stick phase
 * that vanishes. A step that ended before the change is followed by a longer one. */
static bool step_over(rdg_ridge_driver *d, double *u)
{
    const double level = d->event->u[d->alpha];
    const bool again = fabs(level - d->stepped_at) <= 20.0 * d->stepped_by * level;
    if (rdg_ridge_choose_regimes(d, d->event->u) != RDG_OK ||
        !rdg_ridge_try(d, again ? 10.0 * d->stepped_by : 1e-8, 1e-5, maximum_here, NULL, u)) {
        return false;
    }
    d->stepped_at = level;
    d->stepped_by = fabs(u[d->alpha] / level - 1.0);
    return true;
}

/* The rules, from the exact ones to those that try. */
static bool go_on(rdg_ridge_driver *d, double *u)
{
    rdg_ridge_watch *corner = rdg_ridge_corner(d);
    const bool corner_ends = corner && strcmp(d->event->type, "CE") == 0;
    const bool explained = (corner_ends && rdg_ridge_leave_corner(d, corner, u)) ||
                           (!corner && rdg_ridge_enter_corner(d, u)) || rdg_ridge_meet_new_slip(d, u) ||
                           rdg_ridge_change_regimes(d, u);
    if (explained) {
        rdg_ridge_forget_focus(d);
        return true;
    }
    const bool vanished = strcmp(d->event->type, "FP") == 0;
    return !vanished && step_over(d, u);
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

static bool too_often(rdg_ridge_driver *d)
{
    const rdg_index most = MAX_RESTARTS + MAX_RESTARTS_A_CONTACT * d->n_watches;
    if (++d->restarts <= most) {
        return false;
    }
    rdg_write(d->ctx, RDG_CHANNEL_WARNING,
              "warning: the ridge of \"%s\" changed its regime %d times: it ends\n", d->sensor,
              d->restarts - 1);
    return true;
}

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    const double given = d->how.restart;
    const double first = given > 0.0 ? given : search_first;
    const double last = given > 0.0 ? given : search_last;
    d->event = event;
    d->direction = direction;
    if (!is_ours(event->type) || too_often(d)) {
        return false;
    }
    if (given == 0.0 && go_on(d, u)) {
        return true;
    }
    rdg_ridge_release_contacts(d);
    if (rdg_ridge_search(d, first, last, u)) {
        return true;
    }
    rdg_ridge_release_contacts(d);
    say_it_ends(d, last);
    return false;
}
