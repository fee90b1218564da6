/* The list of maxima while it is made. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

/* Solutions whose relative distance is less are the same: Newton's method leaves 1e-14 of smooth peaks, kinks
 * are known to 1e-9. */
static const double same = 1e-6;

void rdg_peak_list_free(void *object)
{
    rdg_peak_list *list = object;
    for (rdg_index k = 0; k < list->set.count; k++) {
        rdg_peak_point_free(list->peak[k]);
    }
    rdg_free(list->peak);
    rdg_free(list->branch);
    rdg_free(list);
}

static bool are_same(rdg_peak_response *r, const rdg_peak_point *a, const rdg_peak_point *b)
{
    double *d = r->vector[PEAK_STEP];
    for (rdg_index i = 0; i < r->n; i++) {
        d[i] = a->u[i] - b->u[i];
    }
    return rdg_peak_size(r, a->u, d) < same;
}

rdg_index rdg_peak_list_find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak)
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
    if (rdg_peak_list_find(list->r, &list->set, peak) >= 0) {
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
