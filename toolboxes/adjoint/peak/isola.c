/* Detached parts of the response (isolas) at a forcing amplitude.
 *
 * A backbone has the forcing amplitude alpha_b that sustains each of its motions. The response of one mode at
 * alpha has the motions with alpha_b <= alpha. Each root of alpha_b = alpha is near a maximum or a minimum, a
 * minimum of alpha_b near the birth of a detached part. Points of the response near each of them, and at the
 * upper end of the domain, are rays: what is followed from the lower end, or from a branch point, passes
 * those that are connected with it. The others are on detached parts. */
#include "backbone_impl.h"
#include "peak_set_impl.h"

#include <ridgewalk/deflate.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* alpha_b is that of a response within this factor: the peak beyond a minimum so near the forcing amplitude
 * is followed from where alpha_b is this share of the factor's logarithm above both. */
static const double near = 1.5, inside = 0.3;

/* Parts begin this far beside a point, share of the motion. */
static const double beside = 1e-4;

enum { CLIMB = 40, RESTORE = 20, MOST_FOUND = 8 };

/* The forcing amplitude of the set, which may be one over a parameter of the structure. */
static double excitation(const rdg_peak_list *list)
{
    return rdg_start_values(list->r->p)[list->r->alpha];
}

/* The direction in which the phase of a motion changes: its derivative by omega t. */
static void turn_phase(const rdg_peak_response *r, const double *u, double *direction)
{
    const rdg_basis *basis = rdg_hbm_basis(r->hb);
    const rdg_index kept = r->n_Q / basis->n_coefficients;
    memset(direction, 0, (size_t)r->n * sizeof *direction);
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        const rdg_index cosine = r->Q + (basis->has_static + 2 * h) * kept, sine = cosine + kept;
        for (rdg_index i = 0; i < kept; i++) {
            direction[cosine + i] = basis->harmonic[h] * u[sine + i];
            direction[sine + i] = -basis->harmonic[h] * u[cosine + i];
        }
    }
}

/* A border row for the phase of a motion, or for its frequency. */
static void border(rdg_peak_response *r, const double *start, bool phase, double *row)
{
    if (phase) {
        turn_phase(r, start, r->vector[PEAK_SETTLE]);
        rdg_peak_border_along(r, start, r->vector[PEAK_SETTLE], row);
    } else {
        rdg_peak_border_omega(r, start, row);
    }
}

/* A point of the response near a motion of the backbone, with the phase of that or else its frequency. */
static bool settle(rdg_peak_response *r, const double *start, double *u)
{
    double *row = r->vector[PEAK_SETTLE + 1];
    bool found = false;
    for (int k = 0; k < 2 && !found; k++) {
        border(r, start, k == 0, row);
        memcpy(u, start, (size_t)r->n * sizeof *u);
        found = rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND && u[r->omega] > 0.0;
    }
    return found;
}

/* The same at another forcing amplitude nearby: the peak there, followed to that of the set, whatever the set
 * is over. */
static bool settle_beside(rdg_peak_list *list, const double *start, double *u)
{
    rdg_peak_response *r = list->r;
    const rdg_index level = r->level, level_row = r->level_row;
    double *row = r->vector[PEAK_SETTLE + 1];
    rdg_peak_point *peak = rdg_peak_point_create(r);
    rdg_peak_answer answer = RDG_PEAK_FAILED;
    rdg_peak_response_release(r, "alpha");
    for (int k = 0; k < 2 && peak && answer != RDG_PEAK_FOUND; k++) {
        border(r, start, k == 0, row);
        answer = rdg_peak_climb(r, start, row, CLIMB, peak);
    }
    const bool reached =
        answer == RDG_PEAK_FOUND && rdg_peak_follow(r, peak, excitation(list)) == RDG_PEAK_REACHED;
    r->level = level;
    r->level_row = level_row;
    if (reached) {
        memcpy(u, peak->u, (size_t)r->n * sizeof *u);
        rdg_peak_border_along(r, u, peak->tangent, row);
    }
    rdg_peak_point_free(peak);
    return reached && rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND;
}

/* A point of the response beside u, where the tangent is known: u may be a peak or an end of the domain, and
 * one is not to begin there. */
void rdg_peak_add_seed_beside(rdg_peak_list *list, double *u, double sense)
{
    rdg_peak_response *r = list->r;
    double *tangent = r->vector[PEAK_SETTLE], *row = r->vector[PEAK_SETTLE + 1];
    memcpy(tangent, r->at->tangent, (size_t)r->n * sizeof *tangent);
    rdg_peak_border_along(r, u, tangent, row);
    const double length = sense * beside / rdg_peak_size(r, u, tangent);
    rdg_peak_add(r->n, u, length, tangent, u);
    if (rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND && u[r->omega] > r->low &&
        u[r->omega] < r->high) {
        rdg_peak_list_add_seed(list, u, tangent);
    }
}

/* The motion of the backbone between two points with a forcing amplitude in between. */
static void interpolate(const rdg_backbone *b, rdg_index k, double level, double *u, double *start)
{
    const rdg_backbone_point *a = &b->point[k], *c = &b->point[k + 1];
    const double share = (level - a->level) / (c->level - a->level);
    rdg_peak_between(b->mode->n, a->u, c->u, share, u);
    rdg_backbone_level(b, u, start);
    start[b->r->alpha] = level;
}

/* Where Newton's method fails: responses at the frequency of a motion by deflation. How many were found. */
static int deflate(rdg_peak_list *list, const double *start, double *u)
{
    rdg_peak_response *r = list->r;
    double *row = r->vector[PEAK_SETTLE + 1];
    int found = 0;
    bool more = true;
    rdg_deflation *search = rdg_deflation_create(r->p, NULL);
    if (!search || rdg_deflation_hold(search, "alpha", start[r->alpha]) != RDG_OK ||
        rdg_deflation_hold(search, "omega", start[r->omega]) != RDG_OK) {
        more = false;
    }
    while (more && found < MOST_FOUND && rdg_deflation_search(search, start, &more) == RDG_OK && more) {
        memcpy(u, rdg_deflation_solution(search, rdg_deflation_count(search) - 1), (size_t)r->n * sizeof *u);
        rdg_peak_border_omega(r, u, row);
        if (rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND) {
            rdg_peak_add_seed_beside(list, u, 1.0);
            found++;
        }
    }
    rdg_deflation_free(search);
    return found;
}

/* The response near the backbone between points k and k + 1, where alpha_b is `level`: here, or where the
 * peak there leads to. */
static void look_at(rdg_peak_list *list, const rdg_backbone *b, rdg_index k, double level, bool here)
{
    rdg_peak_response *r = list->r;
    double *start = b->v[3], *u = r->vector[PEAK_SETTLE + 2];
    interpolate(b, k, level, b->v[1], start);
    if (!(start[r->omega] > r->low && start[r->omega] < r->high)) {
        return;
    }
    if (here ? settle(r, start, u) : settle_beside(list, start, u)) {
        rdg_peak_add_seed_beside(list, u, 1.0);
    } else {
        list->set.unsettled += here && deflate(list, start, u) == 0;
    }
}

/* A detached part is born near the minimum of alpha_b at point k. If the forcing amplitude is not far from
 * that, the peak is followed to it from where alpha_b has risen, on either side. */
static void look_beyond_minimum(rdg_peak_list *list, const rdg_backbone *b, rdg_index k)
{
    const rdg_backbone_point *at = b->point;
    const double least = at[k].level, level = excitation(list);
    const double entry = fmax(least, level) * pow(near, inside);
    if (!(least > level / near && least < level * near)) {
        return;
    }
    for (rdg_index sense = -1; sense <= 1; sense += 2) {
        rdg_index i = k + sense;
        while (i + sense >= 0 && i + sense < b->n && at[i].level < entry &&
               at[i].level < at[i + sense].level) {
            i += sense;
        }
        look_at(list, b, sense > 0 ? i - 1 : i, fmin(entry, at[i].level), false);
    }
}

/* Roots of alpha_b = forcing amplitude, and its minima. */
static void look_along(rdg_peak_list *list, const rdg_backbone *b)
{
    const rdg_backbone_point *at = b->point;
    const double level = excitation(list);
    for (rdg_index k = 0; k + 1 < b->n && !list->ended; k++) {
        if ((at[k].level < level) != (at[k + 1].level < level)) {
            look_at(list, b, k, level, true);
        }
        if (k > 0 && at[k - 1].level > at[k].level && at[k + 1].level > at[k].level) {
            look_beyond_minimum(list, b, k);
        }
    }
}

/* The response at the upper end of the domain: one that begins there may fold below it. */
static void look_at_end(rdg_peak_list *list)
{
    rdg_peak_response *r = list->r;
    double *u = r->vector[PEAK_SETTLE + 2], *row = r->vector[PEAK_SETTLE + 1];
    memcpy(u, rdg_start_values(r->p), (size_t)r->n * sizeof *u);
    u[r->omega] = r->high;
    rdg_peak_border_omega(r, u, row);
    if (rdg_hbm_linear_response(r->hb, r->high, excitation(list), u + r->Q) == RDG_OK &&
        rdg_peak_restore(r, u, row, RESTORE) == RDG_PEAK_FOUND) {
        rdg_peak_add_seed_beside(list, u, -1.0);
    }
}

rdg_status rdg_peak_find_isolas(rdg_peak_list *list)
{
    const struct rdg_backbones *all = rdg_backbones_of(list->r, excitation(list));
    list->set.searched = all && all->is_known;
    for (rdg_index i = 0; all && i < all->n; i++) {
        look_along(list, &all->of[i]);
    }
    if (all) {
        look_at_end(list);
    }
    if (rdg_error_status(list->ctx) == RDG_ERR_NO_MEMORY) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_error_clear(list->ctx); /* starts that have no response */
    return RDG_OK;
}
