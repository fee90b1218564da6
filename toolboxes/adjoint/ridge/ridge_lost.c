/* The message about a ridge that does not go on: where it ends, why, what was not reached, what may lead on.
 */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double steep = 100.0; /* growth of a maximum for that of the forcing amplitude, both relative */

/* Does the maximum go to infinity at a finite forcing amplitude, as that of a structure that friction alone
 * damps? */
static bool has_no_bound(const rdg_ridge_driver *d)
{
    const rdg_index slope = rdg_parameter_index(d->extended, d->eta_level); /* minus that of the maximum */
    return slope >= 0 && strcmp(d->event->type, "MX") == 0 &&
           -d->event->mu[slope] * d->event->u[d->level] > steep * d->event->mu[d->sensor_at];
}

/* What happens at the end of the ridge; contact: the one at its onset of slip, or NULL. */
static const char *describe_end(const rdg_ridge_driver *d, const rdg_ridge_watch *contact, char *text,
                                size_t size)
{
    const char *type = d->event->type;
    if (has_no_bound(d)) {
        return "the maximum grows beyond all bounds (what damps it there?)";
    }
    if (strcmp(type, "MX") == 0) {
        return "no step converges";
    }
    if (strcmp(type, "FK") == 0 || strcmp(type, "FP") == 0) {
        return "the maximum meets a minimum";
    }
    snprintf(text, size, contact ? "contact \"%s\" changes its state" : "a contact changes its state",
             contact ? contact->name : "");
    return text;
}

void rdg_ridge_say_lost(const rdg_ridge_driver *d, const rdg_ridge_watch *contact)
{
    static const char advice[] = "a ridge may start behind it, RDG_FROM(run, label) of a response there; "
                                 "rdg_ridges_of() follows all maxima of the domain";
    char text[RDG_RIDGE_NAME_SIZE + 64];
    const bool up = d->direction > 0;
    const double level = d->event->u[d->level];
    const rdg_option *window = rdg_option_find(d->wishes, RDG_OPTION_WINDOW, d->level_name);
    const double end = window ? (up ? window->b : window->a) : INFINITY;
    const char *what = describe_end(d, contact, text, sizeof text);
    if (isfinite(end)) {
        rdg_leave_out(d->extended,
                      "%.6g to %.6g %s were not reached: at %s = %.10g %s %s (%s), and behind that no "
                      "maximum of \"%s\" was found; %s",
                      up ? level : end, up ? end : level, d->level_unit, d->level_name, level, d->level_unit,
                      what, d->event->type, d->sensor, advice);
    } else {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: the ridge ends at %s = %.10g %s: there %s (%s), and behind that no maximum of "
                  "\"%s\" was found; %s\n",
                  d->level_name, level, d->level_unit, what, d->event->type, d->sensor, advice);
    }
}
