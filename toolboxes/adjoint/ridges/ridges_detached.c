/* The search for detached parts of the response: peak sets (peak_set.h) at the first forcing amplitude, where
 * a detached part is born by the energy balance of the modes, and at forcing amplitudes that are requested. A
 * detached maximum on no known ridge begins one. */
#include "backbone_impl.h"
#include "ridges_impl.h"

#include <ridgewalk/peak_set.h>

#include <math.h>
#include <string.h>

/* This far above its birth a part is searched for, relative to the forcing amplitude. */
static const double beyond = 1.02;

enum { MOST_BIRTHS = 64 };

static rdg_status take(rdg_ridges_work *w, double level, const rdg_peak_point *peak)
{
    const rdg_maximum m = {.omega = peak->omega, .amplitude = peak->amplitude, .u = peak->u};
    char why[RDG_RIDGES_WHY] = "";
    rdg_index known = -1;
    if (w->ready && rdg_ridge_trails_know(w, false, level, &m)) {
        return rdg_error_status(w->ctx);
    }
    RDG_TRY(rdg_error_status(w->ctx));
    RDG_TRY(rdg_ridge_trail_follow(w, level, &m, why, &known));
    w->all.detached += known >= 0;
    return known >= 0 ? RDG_OK
                      : rdg_ridges_doubt(w, level, level, "at %.9g %s %.180s", level, w->d.level_unit, why);
}

/* Detached maxima at a forcing amplitude. A response that cannot be followed is that of the samples to
 * report. */
static rdg_status search_level(rdg_ridges_work *w, rdg_peak_response *r, double level)
{
    const bool in_alpha = strcmp(w->d.level_name, "alpha") == 0;
    if (w->ready) {
        rdg_ridge_release_contacts(&w->d);
    }
    const rdg_peak_set *set = rdg_peak_set_at(r, in_alpha ? level : w->d.fixed_alpha);
    if (!set) {
        if (rdg_error_status(w->ctx) == RDG_ERR_NO_MEMORY) {
            return RDG_ERR_NO_MEMORY;
        }
        rdg_error_clear(w->ctx);
        return RDG_OK;
    }
    w->all.searched++;
    rdg_status status = RDG_OK;
    for (rdg_index k = 0; k < set->count && status == RDG_OK; k++) {
        status = set->peak[k]->detached ? take(w, level, set->peak[k]) : RDG_OK;
    }
    if (set->detached > 0 && set->unresolved > 0 && status == RDG_OK) {
        status = rdg_ridges_doubt(w, level, level, "at %.9g %s a detached response could not be followed",
                                  level, w->d.level_unit);
    }
    rdg_peak_set_free(set);
    return status == RDG_OK ? rdg_trenches_follow(w) : status;
}

/* The same with the response made for the forcing amplitude. */
static rdg_status search_alone(rdg_ridges_work *w, double level)
{
    rdg_peak_response *r = rdg_ridges_peak_response(w, level);
    return r ? search_level(w, r, level) : rdg_error_status(w->ctx);
}

static rdg_status search_births(rdg_ridges_work *w)
{
    double birth[MOST_BIRTHS];
    rdg_peak_response *r = rdg_ridges_peak_response(w, w->low);
    rdg_status status = r ? search_level(w, r, w->low) : rdg_error_status(w->ctx);
    const rdg_index n =
        status == RDG_OK ? rdg_backbones_find_births(r, w->low, w->high, MOST_BIRTHS, birth) : 0;
    for (rdg_index k = 0; k < n && status == RDG_OK; k++) {
        status = search_level(w, r, fmin(beyond * birth[k], w->high));
    }
    return status;
}

rdg_status rdg_ridges_look_for_detached(rdg_ridges_work *w)
{
    const rdg_index levels = w->deflated;
    RDG_TRY(strcmp(w->d.level_name, "alpha") == 0 ? search_births(w) : search_alone(w, w->low));
    for (rdg_index k = 0; k < levels; k++) {
        const double part = levels > 1 ? (double)k / (double)(levels - 1) : 0.5;
        RDG_TRY(search_alone(w, fmax(w->high * pow(w->low / w->high, part), w->low)));
    }
    return RDG_OK;
}
