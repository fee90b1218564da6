/* The list of maxima while it is made. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* Branch points nearer than this are the same: they are known to 1e-7, and two that far apart are not
 * reported from a multiple one. */
static const double same_branch = 1e-4;

void rdg_peak_list_free(void *object)
{
    rdg_peak_list *list = object;
    for (rdg_index k = 0; k < list->set.count; k++) {
        rdg_peak_point_free(list->peak[k]);
    }
    rdg_free(list->peak);
    for (rdg_index k = 0; k < list->set.branch_points; k++) {
        rdg_free(list->star[k].u);
    }
    for (rdg_index k = 0; k < list->rays; k++) {
        rdg_free(list->ray[k].u);
    }
    rdg_free(list->end);
    rdg_free(list->branch);
    rdg_free(list->star);
    rdg_free(list->ray);
    rdg_free(list);
}

rdg_index rdg_peak_list_find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak)
{
    for (rdg_index k = 0; k < set->count; k++) {
        if (rdg_peak_distance(r, set->peak[k]->u, peak->u) < rdg_peak_same) {
            return k;
        }
    }
    return -1;
}

/* Space for one more item. `items` is the address of a pointer. */
static bool reserve(rdg_peak_list *list, void *items, rdg_index *room, rdg_index count, size_t size)
{
    list->ended = list->ended || rdg_context_reserve(list->ctx, items, room, count + 1, size) != RDG_OK;
    return !list->ended;
}

void rdg_peak_list_add(rdg_peak_list *list, const rdg_peak_point *peak)
{
    if (rdg_peak_list_find(list->r, &list->set, peak) >= 0) {
        return; /* at the end of two stretches */
    }
    rdg_peak_point *copy = rdg_peak_point_copy(list->r, peak);
    list->ended = list->ended || !copy;
    if (!copy || !reserve(list, &list->peak, &list->room, list->set.count, sizeof *list->peak)) {
        rdg_peak_point_free(copy);
        return;
    }
    list->peak[list->set.count++] = copy;
    list->set.peak = list->peak;
}

void rdg_peak_list_add_end(rdg_peak_list *list, const rdg_peak_end *end)
{
    if (reserve(list, &list->end, &list->end_room, list->set.ends, sizeof *list->end)) {
        list->end[list->set.ends++] = *end;
        list->set.end = list->end;
    }
}

/* Two vectors of a list's item, one allocation */
static double *copy_pair(rdg_peak_list *list, const double *a, const double *b)
{
    const size_t n = (size_t)list->r->n;
    double *pair = rdg_context_calloc(list->ctx, 2 * n, sizeof *pair);
    if (pair) {
        memcpy(pair, a, n * sizeof *a);
        memcpy(pair + n, b, n * sizeof *b);
    }
    list->ended = list->ended || !pair;
    return pair;
}

void rdg_peak_list_add_branch(rdg_peak_list *list, const double *u, const double *tangent, rdg_index part,
                              rdg_peak_crossing what)
{
    const rdg_index n = list->set.branch_points;
    for (rdg_index k = 0; k < n; k++) {
        if (rdg_peak_distance(list->r, list->star[k].u, u) < same_branch) {
            return;
        }
    }
    double *pair = reserve(list, &list->branch, &list->branch_room, n, sizeof *list->branch) &&
                           reserve(list, &list->star, &list->star_room, n, sizeof *list->star)
                       ? copy_pair(list, u, tangent)
                       : NULL;
    if (pair) {
        list->star[n] = (rdg_peak_star){.u = pair,
                                        .tangent = pair + list->r->n,
                                        .is_kink = what == RDG_PEAK_CROSSING_AT_KINK,
                                        .searched = what == RDG_PEAK_CROSSING_UNKNOWN};
        list->branch[n] = (rdg_peak_branch){
            .omega = u[list->r->omega], .amplitude = rdg_peak_amplitude(list->r, u), .part = part};
        list->set.branch_points++;
    }
    list->set.branch = list->branch;
}

void rdg_peak_list_add_seed(rdg_peak_list *list, const double *u, const double *direction)
{
    const bool has_room = reserve(list, &list->ray, &list->ray_room, list->rays, sizeof *list->ray);
    double *pair = has_room ? copy_pair(list, u, direction) : NULL;
    if (pair) {
        list->ray[list->rays++] = (rdg_peak_ray){.u = pair, .direction = pair + list->r->n, .branch = -1};
    }
}

void rdg_peak_list_add_ray(rdg_peak_list *list, rdg_index branch, const double *u)
{
    const rdg_index k = list->rays;
    rdg_peak_list_add_seed(list, u, u);
    for (rdg_index i = 0; list->rays > k && i < list->r->n; i++) {
        list->ray[k].direction[i] -= list->star[branch].u[i];
    }
    if (list->rays > k) {
        list->ray[k].branch = branch;
    }
}
