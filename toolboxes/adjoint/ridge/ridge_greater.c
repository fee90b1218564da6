/* The warning of a greater maximum: at a set, or on the way to it from the last one. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>

static void warn(rdg_ridge_driver *d, const rdg_ridge_overtaking *o, double from_level, const char *from)
{
    const rdg_ridge_certificate *c = &d->certificate;
    char where[80] = "";
    if (o->detached) {
        snprintf(where, sizeof where, ", on a response that is detached at %.6g %.20s", from_level,
                 d->level_unit);
    }
    rdg_warn(
        d->ctx, c->turned ? "greater maxima than the ridge's, downwards" : "greater maxima than the ridge's",
        "ridge \"%s\": %s%s = %.9g %s \"%s\" has a greater maximum elsewhere, at omega = %.6g rad/s%s; the "
        "ridge is at %.6g rad/s; rdg_ridges_of() follows all ridges",
        c->run, from, d->level_name, o->level, d->level_unit, d->sensor, o->omega, where, o->own_omega);
}

/* The greatest maximum of a set, if it is greater than the ridge there. */
static void look_at_set(const rdg_ridge_driver *d, const rdg_ridge_set *b, const rdg_ridge_mark *ridge,
                        rdg_ridge_overtaking *o)
{
    const rdg_peak_point *most = b->all && b->all->greatest >= 0 ? b->all->peak[b->all->greatest] : NULL;
    if (most && most->amplitude > ridge->amplitude * (1.0 + rdg_ridge_greater)) {
        *o = (rdg_ridge_overtaking){.level = ridge->level,
                                    .omega = most->omega,
                                    .own_omega = ridge->u[d->omega],
                                    .certain = o->certain};
    }
}

/* The first set that shows a greater maximum, or the way to it from the last one. */
bool rdg_ridge_report_greater(rdg_ridge_driver *d, const rdg_ridge_set *a, const rdg_ridge_set *b, bool jumps)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool up = !c->turned;
    const char *way = a->at.level == 0.0 ? "at " : up ? "from " : "down from ";
    char from[80];
    rdg_ridge_overtaking o = {.certain = true};
    if (a->at.level > 0.0) {
        o = rdg_ridge_overtaken(d, a, b, jumps ? &c->regular : &b->at, jumps);
    }
    if (o.level == 0.0) { /* the ridge that ended, if it could not be compared */
        look_at_set(d, b, jumps && !o.certain ? &c->before : &b->at, &o);
    }
    if (o.level > 0.0) {
        if (o.certain) {
            snprintf(from, sizeof from, "%s", way);
        } else if (c->known > 0.0) {
            snprintf(from, sizeof from, "from somewhere between %.6g and ", c->known);
        } else {
            snprintf(from, sizeof from, "at the latest from ");
        }
        warn(d, &o, a->at.level, from);
        c->exceeded[up] = true;
        c->exceeded[!up] = c->exceeded[!up] || a->at.level == 0.0;
    }
    return o.certain;
}
