/* What is reported of a ridge at its end. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

void rdg_ridge_certificate_write(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    char text[3000], who[RDG_RIDGE_NAME_SIZE];
    c->first_false = c->n_false == 0 ? c->doubtful : c->first_false;
    c->n_false += c->n_doubtful;
    if (c->n_false > 0) {
        rdg_warn(
            d->ctx, "points of a ridge that are no maxima",
            "ridge \"%s\": %ld of %ld checked points are no local maxima of \"%s\" (column local_max), the "
            "first at %s = %.10g %s",
            c->run, c->n_false, c->judged, d->sensor, d->level_name, c->first_false, d->level_unit);
    }
    if (rdg_branch_points_describe(d->branch_point, d->n_branch_points, 0.0, INFINITY, d->level_unit, text,
                                   sizeof text)) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge \"%s\": %s: the responses that cross there were not followed, and may have a "
                  "greater maximum (column global_gap is NaN there)\n",
                  c->run, text);
    }
    snprintf(who, sizeof who, "ridge %.200s", c->run);
    rdg_ridge_say_higher_ends(d, who);
    if (c->n_uncovered > 0) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge \"%s\": at %ld points, the first one at %.6g %.20s, the response could not "
                  "be followed over the whole domain, so that a greater maximum elsewhere may not have been "
                  "seen (column global_gap)\n",
                  c->run, c->n_uncovered, c->first_uncovered, d->level_unit);
    }
    if (c->exceeded[0] || c->exceeded[1]) {
        return;
    }
    if (c->widest > rdg_ridge_too_wide * (1.0 + 1e-6)) {
        rdg_write(d->ctx, RDG_CHANNEL_NOTE,
                  "note: ridge \"%s\": between %.6g and %.6g %.20s, at the most, the whole response was not "
                  "scanned, "
                  "so that a greater maximum that appears and vanishes there is not excluded "
                  "(RDG_RIDGE_EFFORT() allows for more)\n",
                  c->run, c->blind[0], c->blind[1], d->level_unit);
    }
    if (c->unfollowed[0] > 0.0) {
        rdg_write(
            d->ctx, RDG_CHANNEL_NOTE,
            "note: ridge \"%s\": from %.6g to %.6g %.20s a maximum could not be followed, so that it is not "
            "excluded that it is greater there (RDG_RIDGE_EFFORT() allows for more)\n",
            c->run, c->unfollowed[0], c->unfollowed[1], d->level_unit);
    }
}
