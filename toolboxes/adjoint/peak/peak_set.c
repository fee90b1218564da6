/* All maxima at a forcing amplitude: the first point, and which peak is which at another forcing amplitude.
 */
#include "peak_set_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { RESTORE = 12 };

void rdg_peak_set_free(const rdg_peak_set *set)
{
    if (set) {
        rdg_peak_list *list = (rdg_peak_list *)set;
        rdg_context_disown(list->ctx, list);
        rdg_peak_list_free(list);
    }
}

rdg_status rdg_peak_begin(rdg_peak_response *r, double level, const double *through)
{
    double *u = rdg_start_values(r->p);
    rdg_peak_forget_margins(r); /* the structure may have changed */
    if (through) {
        memcpy(u, through, ((size_t)r->omega + 1) * sizeof *u);
    } else {
        u[r->omega] = r->low;
    }
    u[r->level] = level;
    if (r->n_numbers > 0) {
        rdg_hbm_use_parameters(r->hb, r->p, u);
    }
    RDG_TRY(through ? RDG_OK : rdg_hbm_linear_response(r->hb, r->low, u[r->alpha], u + r->Q));
    return rdg_solve(r->p);
}

static void find_greatest(rdg_peak_set *set)
{
    set->greatest = -1;
    for (rdg_index k = 0; k < set->count; k++) {
        if (set->greatest < 0 || set->peak[k]->amplitude > set->peak[set->greatest]->amplitude) {
            set->greatest = k;
        }
    }
}

/* Images under a symmetry have the same amplitude and frequency. */
static bool are_images(const rdg_peak_point *a, const rdg_peak_point *b)
{
    return fabs(a->amplitude - b->amplitude) < rdg_peak_last_step * a->amplitude &&
           fabs(a->omega - b->omega) < rdg_peak_last_step * a->omega;
}

static void count_images(rdg_peak_list *list)
{
    for (rdg_index k = 0; k < list->set.count; k++) {
        rdg_index first = 0;
        while (first < k && !are_images(list->peak[first], list->peak[k])) {
            first++;
        }
        list->peak[k]->multiplicity = 0;
        list->peak[first]->multiplicity++;
    }
}

/* The response through a point becomes a part. */
static void add_start(rdg_peak_list *list, const double *point)
{
    rdg_peak_response *r = list->r;
    double *u = r->vector[PEAK_FOLLOW], *row = r->vector[PEAK_FOLLOW + 1];
    memcpy(u, rdg_start_values(r->p), (size_t)r->n * sizeof *u);
    memcpy(u + r->Q, point + r->Q, (size_t)r->n_Q * sizeof *u);
    u[r->omega] = point[r->omega];
    rdg_peak_border_omega(r, u, row);
    if (rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND) {
        rdg_peak_add_seed_beside(list, u, 1.0);
    }
}

static rdg_status make(rdg_peak_list *list, rdg_index n, const double *const *through)
{
    rdg_peak_set *set = &list->set;
    RDG_TRY(rdg_peak_begin(list->r, set->level, NULL));
    for (rdg_index k = 0; k < n; k++) {
        add_start(list, through[k]);
    }
    RDG_TRY(rdg_peak_find_isolas(list));
    RDG_TRY(rdg_peak_trace_all(list, rdg_start_values(list->r->p)));
    for (rdg_index k = 0; k < set->count && list->detached_from > 0; k++) {
        list->peak[k]->detached = list->peak[k]->part >= list->detached_from;
    }
    set->detached = list->detached_from > 0 ? set->parts - list->detached_from : 0;
    find_greatest(set);
    count_images(list);
    set->whole = set->covered && set->unresolved == 0;
    for (rdg_index k = 0; k < set->branch_points; k++) {
        set->whole = set->whole && set->branch[k].followed;
    }
    return list->ended ? rdg_error_status(list->ctx) : RDG_OK;
}

static const rdg_peak_set *set_of(rdg_peak_response *r, double level, rdg_index n,
                                  const double *const *through, const char *where)
{
    rdg_peak_list *list =
        rdg_peak_is_level(r, level, where) ? rdg_context_calloc(r->ctx, 1, sizeof *list) : NULL;
    if (!list) {
        return NULL;
    }
    list->r = r;
    list->ctx = r->ctx;
    list->set.level = level;
    list->most = RDG_TRACE_POINTS;
    if (make(list, n, through) != RDG_OK) {
        rdg_peak_list_free(list);
        return NULL;
    }
    return rdg_context_own(r->ctx, list, rdg_peak_list_free) == RDG_OK ? &list->set : NULL;
}

const rdg_peak_set *rdg_peak_set_at(rdg_peak_response *r, double level)
{
    return r && rdg_error_status(r->ctx) == RDG_OK ? set_of(r, level, 0, NULL, "rdg_peak_set_at") : NULL;
}

const rdg_peak_set *rdg_peak_set_through(rdg_peak_response *r, double level, const double *u)
{
    if (!r || rdg_error_status(r->ctx) != RDG_OK) {
        return NULL;
    }
    RDG_NEED(r->ctx, u, NULL);
    if (rdg_require_finite(r->ctx, __func__, "u", r->omega + 1, u) != RDG_OK) {
        return NULL;
    }
    return set_of(r, level, 1, &u, __func__);
}

const rdg_peak_set *rdg_peak_set_through_all(rdg_peak_response *r, double level, rdg_index n,
                                             const double *const *u)
{
    if (!r || rdg_error_status(r->ctx) != RDG_OK) {
        return NULL;
    }
    if (n < 0 || (n > 0 && !u)) {
        RDG_FAIL(r->ctx, RDG_ERR_ARGUMENT, "%lld points: a number >= 0, and a list of them", (long long)n);
        return NULL;
    }
    for (rdg_index k = 0; k < n; k++) {
        RDG_NEED(r->ctx, u[k], NULL);
        if (rdg_require_finite(r->ctx, __func__, "u", r->omega + 1, u[k]) != RDG_OK) {
            return NULL;
        }
    }
    return set_of(r, level, n, u, __func__);
}

rdg_status rdg_peak_match(rdg_peak_response *r, const rdg_peak_set *from, const rdg_peak_set *other,
                          rdg_index *to, rdg_peak_event *event)
{
    if (!r) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(r->ctx, from, RDG_ERR_ARGUMENT);
    RDG_NEED(r->ctx, other, RDG_ERR_ARGUMENT);
    RDG_NEED(r->ctx, to, RDG_ERR_ARGUMENT);
    RDG_NEED(r->ctx, event, RDG_ERR_ARGUMENT);
    for (rdg_index k = 0; k < from->count; k++) {
        rdg_peak_point *peak = rdg_peak_point_copy(r, from->peak[k]);
        if (!peak) {
            return rdg_error_status(r->ctx);
        }
        event[k] = rdg_peak_follow(r, peak, other->level);
        to[k] = event[k] == RDG_PEAK_REACHED ? rdg_peak_list_find(r, other, peak) : -1;
        rdg_peak_point_free(peak);
    }
    return rdg_error_status(r->ctx);
}
