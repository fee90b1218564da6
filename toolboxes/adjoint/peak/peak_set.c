/* All maxima at a level: the first point, the list, and which peak is which at another level. */
#include "peak_set_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Solutions whose relative distance is less are the same: Newton's method leaves 1e-14 of smooth peaks, kinks
 * are known to 1e-9. */
static const double same = 1e-6;

static void release(void *object)
{
    rdg_peak_list *list = object;
    for (rdg_index k = 0; k < list->set.count; k++) {
        rdg_peak_point_free(list->peak[k]);
    }
    rdg_free(list->peak);
    rdg_free(list->branch);
    rdg_free(list);
}

void rdg_peak_set_free(const rdg_peak_set *set)
{
    if (set) {
        rdg_peak_list *list = (rdg_peak_list *)set;
        rdg_context_disown(list->ctx, list);
        release(list);
    }
}

static bool are_same(rdg_peak_response *r, const rdg_peak_point *a, const rdg_peak_point *b)
{
    double *d = r->vector[PEAK_STEP];
    for (rdg_index i = 0; i < r->n; i++) {
        d[i] = a->u[i] - b->u[i];
    }
    return rdg_peak_size(r, a->u, d) < same;
}

static rdg_index find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak)
{
    for (rdg_index k = 0; k < set->count; k++) {
        if (are_same(r, set->peak[k], peak)) {
            return k;
        }
    }
    return -1;
}

void rdg_peak_list_add(rdg_peak_list *list, const rdg_peak_point *peak)
{
    if (find(list->r, &list->set, peak) >= 0) {
        return; /* at the end of two stretches */
    }
    rdg_peak_point *copy = rdg_peak_point_copy(list->r, peak);
    if (!copy || rdg_context_reserve(list->ctx, &list->peak, &list->room, list->set.count + 1,
                                     sizeof *list->peak) != RDG_OK) {
        rdg_peak_point_free(copy);
        list->ended = true;
        return;
    }
    list->peak[list->set.count++] = copy;
    list->set.peak = list->peak;
}

void rdg_peak_list_add_branch(rdg_peak_list *list, double omega)
{
    if (rdg_context_reserve(list->ctx, &list->branch, &list->branch_room, list->set.branch_points + 1,
                            sizeof *list->branch) != RDG_OK) {
        list->ended = true;
        return;
    }
    list->branch[list->set.branch_points++] = omega;
    list->set.branch_omega = list->branch;
}

/* The response at the lower end of the window. */
static rdg_status begin(rdg_peak_response *r, double level)
{
    double *u = rdg_start_values(r->p);
    u[r->omega] = r->low;
    u[r->alpha] = level;
    if (r->n_numbers > 0) {
        rdg_hbm_use_numbers(r->hb, r->p, u);
    }
    RDG_TRY(rdg_hbm_linear_response(r->hb, r->low, level, u + r->Q));
    return rdg_solve(r->p);
}

static rdg_status make(rdg_peak_list *list)
{
    rdg_peak_set *set = &list->set;
    RDG_TRY(begin(list->r, set->level));
    RDG_TRY(rdg_peak_trace_all(list, rdg_start_values(list->r->p)));
    set->greatest = -1;
    for (rdg_index k = 0; k < set->count; k++) {
        if (set->greatest < 0 || set->peak[k]->amplitude > set->peak[set->greatest]->amplitude) {
            set->greatest = k;
        }
    }
    return list->ended ? rdg_error_status(list->ctx) : RDG_OK;
}

const rdg_peak_set *rdg_peak_set_at(rdg_peak_response *r, double level)
{
    if (!r || rdg_error_status(r->ctx) != RDG_OK) {
        return NULL;
    }
    if (!(level > 0.0 && isfinite(level))) {
        rdg_fail(r->ctx, RDG_ERR_ARGUMENT, "rdg_peak_set_at", "level %g: give a positive one", level);
        return NULL;
    }
    rdg_peak_list *list = rdg_context_calloc(r->ctx, 1, sizeof *list);
    if (!list) {
        return NULL;
    }
    list->r = r;
    list->ctx = r->ctx;
    list->set.level = level;
    if (make(list) != RDG_OK) {
        release(list);
        return NULL;
    }
    return rdg_context_own(r->ctx, list, release) == RDG_OK ? &list->set : NULL;
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
        to[k] = event[k] == RDG_PEAK_REACHED ? find(r, other, peak) : -1;
        rdg_peak_point_free(peak);
    }
    return rdg_error_status(r->ctx);
}
