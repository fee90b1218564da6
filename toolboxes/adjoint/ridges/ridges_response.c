/* All maxima at a forcing amplitude over the domain: from a set of peaks. */
#include "ridges_impl.h"

#include <ridgewalk/peak_set.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

void rdg_ridges_maxima_free(rdg_ridges_maxima *m)
{
    rdg_free(m->maximum);
    rdg_free(m->u);
    rdg_free(m->detached);
    *m = (rdg_ridges_maxima){.covered = false};
}

static rdg_status take_maxima(rdg_ridges_work *w, const rdg_peak_set *set, rdg_ridges_maxima *out)
{
    const rdg_index n = set->count > 0 ? set->peak[0]->n : 0;
    out->maximum = rdg_context_calloc(w->ctx, (size_t)set->count + 1, sizeof *out->maximum);
    out->u = rdg_context_calloc(w->ctx, (size_t)(set->count * n) + 1, sizeof *out->u);
    out->detached = rdg_context_calloc(w->ctx, (size_t)set->count + 1, sizeof *out->detached);
    if (!out->maximum || !out->u || !out->detached) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < set->count; k++) {
        const rdg_peak_point *p = set->peak[k];
        if (p->multiplicity > 0) { /* else an image under a symmetry */
            double *u = out->u + out->count * n;
            memcpy(u, p->u, (size_t)n * sizeof *u);
            out->maximum[out->count++] = (rdg_maximum){.omega = p->omega, .amplitude = p->amplitude, .u = u};
            out->detached[out->count - 1] = p->detached;
        }
    }
    return RDG_OK;
}

static rdg_status take_set(rdg_ridges_work *w, double level, const rdg_peak_set *set, rdg_ridges_maxima *out)
{
    out->covered = set->covered;
    out->resolved = set->unresolved == 0;
    RDG_TRY(take_maxima(w, set, out));
    return rdg_ridge_note_set(&w->d, level, set);
}

static rdg_peak_response *make_response(rdg_ridges_work *w, double level)
{
    const rdg_ridge_driver *d = &w->d;
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    rdg_at *at = rdg_context_calloc(w->ctx, (size_t)d->n_numbers + 1, sizeof *at);
    for (rdg_index k = 0; at && k < d->n_numbers; k++) {
        const bool is_level = !in_alpha && strcmp(d->number[k].name, d->level_name) == 0;
        at[k] = RDG_AT(d->number[k].name, is_level ? level : d->number[k].start);
    }
    rdg_peak_response *r = at ? rdg_peak_response_create(d->hb, d->sensor, d->edge[0], d->edge[1], at) : NULL;
    rdg_free(at);
    return r;
}

rdg_peak_response *rdg_ridges_peak_response(rdg_ridges_work *w, double level)
{
    const bool in_alpha = strcmp(w->d.level_name, "alpha") == 0;
    if (!w->peaks || (!in_alpha && w->peaks_level != level)) {
        rdg_peak_response_free(w->peaks);
        w->peaks = make_response(w, level);
        w->peaks_level = level;
    }
    return w->peaks;
}

rdg_status rdg_ridges_find_maxima(rdg_ridges_work *w, double level, rdg_index n, const double *const *through,
                                  rdg_ridges_maxima *out)
{
    const double alpha = strcmp(w->d.level_name, "alpha") == 0 ? level : w->d.fixed_alpha;
    *out = (rdg_ridges_maxima){.covered = false};
    if (w->ready) {
        rdg_ridge_release_contacts(&w->d);
    }
    rdg_peak_response *r = rdg_ridges_peak_response(w, level);
    const rdg_peak_set *set = rdg_peak_set_through_all(r, alpha, n, through);
    rdg_error_forgive(w->d.ctx);
    rdg_status status = rdg_error_status(w->ctx);
    status = status == RDG_OK && set ? take_set(w, level, set, out) : status;
    rdg_peak_set_free(set);
    return status;
}
