/* The list of maxima while it is made. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* Branch points nearer than this are the same: they are known to 1e-7, and two that far apart are not told
 * from a multiple one. */
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

/* Relative distance of two points. */
static double distance(rdg_peak_response *r, const double *a, const double *b)
{
    double *d = r->vector[PEAK_STEP];
    for (rdg_index i = 0; i < r->n; i++) {
        d[i] = a[i] - b[i];
    }
    return rdg_peak_size(r, a, d);
}

rdg_index rdg_peak_list_find(rdg_peak_response *r, const rdg_peak_set *set, const rdg_peak_point *peak)
{
    for (rdg_index k = 0; k < set->count; k++) {
        if (distance(r, set->peak[k]->u, peak->u) < rdg_peak_same) {
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

void rdg_peak_list_add_end(rdg_peak_list *list, const rdg_peak_end *end)
{
    if (rdg_context_reserve(list->ctx, &list->end, &list->end_room, list->set.ends + 1, sizeof *list->end) !=
        RDG_OK) {
        list->ended = true;
        return;
    }
    list->end[list->set.ends++] = *end;
    list->set.end = list->end;
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
        if (distance(list->r, list->star[k].u, u) < same_branch) {
            return;
        }
    }
    if (rdg_context_reserve(list->ctx, &list->branch, &list->branch_room, n + 1, sizeof *list->branch) !=
            RDG_OK ||
        rdg_context_reserve(list->ctx, &list->star, &list->star_room, n + 1, sizeof *list->star) != RDG_OK) {
        list->ended = true;
        return;
    }
    double *pair = copy_pair(list, u, tangent);
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
    if (rdg_context_reserve(list->ctx, &list->ray, &list->ray_room, list->rays + 1, sizeof *list->ray) !=
        RDG_OK) {
        list->ended = true;
        return;
    }
    double *pair = copy_pair(list, u, direction);
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
