/* Curves that leave branch points, as parts of a set: each is followed both ways, to an end of the domain or
 * until it closes. */
#include "peak_set_impl.h"

#include <math.h>
#include <string.h>

/* Matrices factored for the curves that leave branch points of a set: rings of six have more of these. */
enum { MOST_FACTORISATIONS = 200000 };

/* One way from a ray. True: it is complete. */
static bool follow_way(rdg_peak_trace *t, rdg_index ray, double sense)
{
    const rdg_peak_ray *from = &t->list->ray[ray];
    for (rdg_index i = 0; i < t->r->n; i++) {
        t->start_direction[i] = sense * from->direction[i];
    }
    rdg_peak_border_along(t->r, from->u, t->start_direction, t->v[TRACE_CHORD_ROW]);
    rdg_peak_trace_from(t, from->u, t->v[TRACE_CHORD_ROW]);
    if (t->left) {
        rdg_peak_list_add_end(t->list, &t->end[1]);
    }
    return t->left || t->closed;
}

/* The curve through a ray, both ways. */
static void follow_part(rdg_peak_trace *t, rdg_index ray)
{
    rdg_peak_set *set = &t->list->set;
    t->part = set->parts++;
    if (t->list->ray[ray].branch < 0 && t->list->detached_from == 0) {
        t->list->detached_from = t->part;
    }
    t->from = ray;
    t->list->ray[ray].known = true;
    bool complete = follow_way(t, ray, 1.0);
    if (!t->closed) {
        complete = follow_way(t, ray, -1.0) && complete;
    }
    if (!complete) {
        set->unresolved++;
    }
}

/* Those of branch points come first: what is left then is detached. */
static rdg_index find_ray(const rdg_peak_list *list)
{
    rdg_index found = -1;
    for (rdg_index k = 0; k < list->rays; k++) {
        if (!list->ray[k].known && (found < 0 || list->ray[found].branch < 0)) {
            found = k;
        }
    }
    return found;
}

/* All rays of the branch points that are known by now. */
static void find_rays(rdg_peak_trace *t)
{
    rdg_peak_list *list = t->list;
    for (rdg_index k = 0; k < list->set.branch_points && !list->ended; k++) {
        if (!list->star[k].searched) {
            list->star[k].searched = true;
            list->branch[k].followed = rdg_peak_find_rays(t, k);
        }
    }
}

static void follow_parts(rdg_peak_trace *t)
{
    rdg_peak_list *list = t->list;
    t->budget = rdg_peak_response_counts(t->r).factorisations + MOST_FACTORISATIONS;
    find_rays(t);
    for (rdg_index k = find_ray(list); k >= 0 && !list->ended; k = find_ray(list)) {
        if (!rdg_peak_has_budget(t)) {
            if (list->ray[k].branch >= 0) {
                list->branch[list->ray[k].branch].followed = false;
            } else {
                list->set.unresolved++;
            }
            list->ray[k].known = true;
            continue;
        }
        follow_part(t, k);
        find_rays(t);
    }
}

static bool has_upper_end(const rdg_peak_trace *t)
{
    bool has = false;
    for (rdg_index k = 0; k < t->list->set.ends; k++) {
        has = has || t->list->end[k].omega >= t->r->high;
    }
    return has;
}

static void follow_all(rdg_peak_trace *t, const double *u)
{
    double *row = t->v[TRACE_START];
    rdg_peak_border_omega(t->r, u, row); /* omega grows along it */
    rdg_peak_trace_from(t, u, row);
    const bool complete = t->left;
    for (int k = 0; k < 2; k++) {
        rdg_peak_list_add_end(t->list, &t->end[k]);
    }
    t->list->set.parts = 1;
    follow_parts(t);
    t->list->set.covered = complete && has_upper_end(t);
}

rdg_status rdg_peak_trace_all(rdg_peak_list *list, const double *u)
{
    rdg_peak_trace t = {.r = list->r, .list = list, .from = -1};
    const rdg_status status = rdg_peak_trace_allocate(&t);
    if (status == RDG_OK) {
        follow_all(&t, u);
    }
    rdg_peak_trace_release(&t);
    return status == RDG_OK ? rdg_error_status(list->ctx) : status;
}
