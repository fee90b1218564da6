/* Curves that leave branch points, as parts of a set: each is followed both ways, to an end of the domain or
 * until it closes. */
#include "peak_set_impl.h"

#include <ridgewalk/failure.h>

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

static void add_ends(rdg_peak_trace *t)
{
    for (int k = 0; k < 2; k++) {
        rdg_peak_list_add_end(t->list, &t->end[k]);
    }
    t->list->set.parts = 1;
}

/* The response from u at the lower end of the domain. */
static void follow_response(rdg_peak_trace *t, const double *u)
{
    double *row = t->v[TRACE_START];
    rdg_peak_border_omega(t->r, u, row); /* omega grows along it */
    rdg_peak_trace_from(t, u, row);
    add_ends(t);
}

static void follow_all(rdg_peak_trace *t, const double *u)
{
    follow_response(t, u);
    const bool complete = t->left;
    follow_parts(t);
    t->list->set.covered = complete && has_upper_end(t);
}

/* In the other order, each in the other sense. */
static void turn_round(rdg_peak_list *list)
{
    for (rdg_index a = 0, b = list->set.count - 1; a < b; a++, b--) {
        rdg_peak_point *kept = list->peak[a];
        list->peak[a] = list->peak[b];
        list->peak[b] = kept;
    }
    for (rdg_index k = 0; k < list->set.count; k++) {
        for (rdg_index i = 0; i < list->r->n; i++) {
            list->peak[k]->tangent[i] *= -1.0;
        }
    }
}

/* The curve through the first ray: first the side on which omega falls. */
static void follow_both_ways(rdg_peak_trace *t)
{
    t->from = 0;
    t->list->ray[0].known = true;
    follow_way(t, 0, -1.0);
    const bool left = t->left;
    const rdg_peak_end first = t->end[1];
    turn_round(t->list);
    if (!t->closed) {
        follow_way(t, 0, 1.0);
    }
    t->left = t->left && left;
    t->end[0] = first;
    t->list->set.ends = 0;
    add_ends(t);
}

static void follow_alone(rdg_peak_trace *t, double *u, bool through)
{
    rdg_peak_list *list = t->list;
    if (through) {
        rdg_peak_border_omega(t->r, u, t->v[TRACE_CHORD_ROW]);
        if (rdg_peak_factor(t->r, u, t->v[TRACE_CHORD_ROW], false) == 0) {
            memcpy(t->v[TRACE_START], u, (size_t)t->r->n * sizeof *u);
            rdg_peak_add_seed_beside(list, t->v[TRACE_START], 1.0);
        }
        if (list->rays == 0 &&
            rdg_peak_factor(t->r, u, t->v[TRACE_CHORD_ROW], false) == 0) { /* the upper end */
            memcpy(t->v[TRACE_START], u, (size_t)t->r->n * sizeof *u);
            rdg_peak_add_seed_beside(list, t->v[TRACE_START], -1.0);
        }
    }
    if (list->rays > 0) {
        follow_both_ways(t);
    } else {
        follow_response(t, u);
    }
    const rdg_peak_end *end = list->end;
    list->set.covered = t->left && !list->ended && fmin(end[0].omega, end[1].omega) <= t->r->low &&
                        fmax(end[0].omega, end[1].omega) >= t->r->high;
    list->stop = t->stopped                       ? RDG_STOP_OBSERVER
                 : t->closed                      ? RDG_STOP_CLOSED
                 : t->left                        ? RDG_STOP_BOUNDARY
                 : list->set.points >= list->most ? RDG_STOP_MAX_POINTS
                                                  : RDG_STOP_MIN_STEP;
}

static rdg_status trace(rdg_peak_list *list, double *u, bool alone, bool through)
{
    rdg_peak_trace t = {.r = list->r, .list = list, .from = -1};
    const rdg_status status = rdg_peak_trace_allocate(&t);
    if (status == RDG_OK && alone) {
        follow_alone(&t, u, through);
    } else if (status == RDG_OK) {
        follow_all(&t, u);
    }
    rdg_peak_trace_release(&t);
    return status == RDG_OK ? rdg_error_status(list->ctx) : status;
}

rdg_status rdg_peak_trace_all(rdg_peak_list *list, double *u)
{
    return trace(list, u, false, false);
}

rdg_status rdg_peak_trace_alone(rdg_peak_list *list, double *u, bool through)
{
    return trace(list, u, true, through);
}
