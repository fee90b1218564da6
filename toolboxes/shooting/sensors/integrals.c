/* Integrals over an orbit as functions of the problem's variables: sums over its segments, each on its mesh.
 */
#include "shooting_sensors_impl.h"

#include <math.h>
#include <string.h>

/* Error of a step, of the one that was requested, from which on steps are chosen anew. */
static const double coarse = 2.0;

/* Segment j at u, in the wide system: all->sigma; its end is known, with derivatives if requested. As
 * callbacks answer. */
static int put(rdg_orbit_sensors *all, const double *u, rdg_index j, bool slopes, rdg_orbit_at *a)
{
    rdg_shooting *s = all->s;
    const rdg_index nq = all->n_integrals;
    *a = rdg_orbit_segment_at(s, u, j);
    const int answer = rdg_orbit_end(s, a, slopes); /* its mesh is fine enough */
    if (answer != 0) {
        return answer;
    }
    if (rdg_wide_reach(all, a->segment->mode) != RDG_OK) {
        return -1;
    }
    memcpy(all->sigma, s->work->sigma, (size_t)a->n * sizeof(double));
    memset(all->sigma + a->n, 0, (size_t)nq * sizeof(double));
    memcpy(all->sigma + a->n + nq, s->work->sigma + a->n, (size_t)(a->ns - a->n) * sizeof(double));
    if (all->by_own) {
        double *behind = all->sigma + a->n + nq + s->at.np;
        behind[0] = all->rate;
        behind[1] = all->rate * a->before;
        behind[2] = s->work->sigma[a->nz];
    }
    return 0;
}

/* Its integrals, *known: of a motion that is known without steps. Linear modes have parts, or steps, of their
 * own, as long as these are fine enough. */
static int run(rdg_orbit_sensors *all, const rdg_orbit_at *a, double *dy, const rdg_mesh **mesh, bool *known)
{
    const rdg_index mode = a->segment->mode;
    *mesh = &a->segment->mesh;
    *known = false;
    if (!rdg_hybrid_phase_at(all->s->hybrid, mode)->linear) {
        return rdg_flow_segment(all->flow, mode, *mesh, all->sigma, all->y, dy, NULL);
    }
    for (rdg_index j = 0; all->meshed != all->s->revision && j < all->s->at.slots; j++) {
        all->mesh[j].steps = 0;
    }
    all->meshed = all->s->revision;
    rdg_mesh *own = &all->mesh[a->j];
    *mesh = own;
    *known = rdg_motion_is_known(all, a);
    if (*known) {
        return rdg_known_integrals(all, a, dy != NULL, own);
    }
    double error = INFINITY;
    int answer = own->steps > 0 ? rdg_flow_segment(all->flow, mode, own, all->sigma, all->y, dy, &error) : 0;
    if (answer >= 0 && !(error <= coarse)) {
        answer = rdg_flow_mesh(all->flow, mode, all->sigma, own, NULL);
        answer = answer != 0 ? answer : rdg_flow_segment(all->flow, mode, own, all->sigma, all->y, dy, NULL);
    }
    return answer;
}

static int add_segment(rdg_orbit_sensors *all, const double *u, rdg_index j, bool slopes)
{
    rdg_orbit_at a;
    int answer = put(all, u, j, slopes, &a);
    const rdg_mesh *mesh = NULL;
    bool known = false;
    answer = answer ? answer : run(all, &a, slopes ? all->dy : NULL, &mesh, &known);
    if (answer != 0) {
        return answer;
    }
    const rdg_index nq = all->n_integrals, rows = a.n + nq, count = rdg_components(all, &a);
    for (rdg_index i = 0; i < nq; i++) {
        all->value[i] += all->y[a.n + i];
    }
    for (rdg_index c = 0; slopes && c < count; c++) {
        rdg_index *column = all->s->work->column;
        double *factor = all->s->work->factor;
        const rdg_index n_c = rdg_component_columns(all, &a, c, column, factor);
        for (rdg_index t = 0; t < n_c; t++) {
            for (rdg_index i = 0; i < nq; i++) {
                all->slope[i + nq * column[t]] +=
                    factor[t] * all->dy[a.n + i + rows * rdg_widened(all, a.n, c)];
            }
        }
    }
    return 0;
}

int rdg_orbit_integrals(rdg_orbit_sensors *all, const double *u, bool slopes)
{
    const size_t n = (size_t)all->s->at.n, nq = (size_t)all->n_integrals;
    if (all->known && all->revision == all->s->revision && (all->has_slope || !slopes) &&
        memcmp(all->at, u, n * sizeof *u) == 0) {
        return 0;
    }
    all->known = false;
    const double T = rdg_orbit_period(all->s, u);
    if (!(T > 0.0)) { /* no mean over it */
        return 1;
    }
    all->rate = RDG_HZ(1.0) / T;
    memset(all->value, 0, nq * sizeof(double));
    memset(all->slope, 0, nq * n * sizeof(double));
    for (rdg_index j = 0; j < all->s->segments; j++) {
        const int answer = add_segment(all, u, j, slopes);
        if (answer != 0) {
            return answer;
        }
    }
    memcpy(all->at, u, n * sizeof *u);
    all->known = true;
    all->has_slope = slopes;
    all->revision = all->s->revision;
    return 0;
}

/* The phase at the start of a segment, and its own rate, have second derivatives by the variables. */
static void add_phases(rdg_orbit_sensors *all, const rdg_orbit_at *a, const double *weight, double *values)
{
    const rdg_index nq = all->n_integrals, rows = a->n + nq;
    const rdg_index rate = rdg_widened(all, a->n, rdg_rate_component(all, a));
    const rdg_index phi = rdg_widened(all, a->n, rdg_components(all, a) - 2);
    double by_rate = 0.0, by_phase = 0.0;
    for (rdg_index i = 0; i < nq; i++) {
        by_rate += weight[i] * all->dy[a->n + i + rows * rate];
        by_phase += weight[i] * all->dy[a->n + i + rows * phi];
    }
    rdg_component_phases(all, a, by_rate, by_phase, values);
}

int rdg_orbit_integral_curves(rdg_orbit_sensors *all, const double *u, const double *weight, double *values)
{
    for (rdg_index j = 0; j < all->s->segments; j++) {
        rdg_orbit_at a;
        int answer = put(all, u, j, true, &a);
        if (answer != 0) {
            return answer;
        }
        memset(all->lambda, 0, (size_t)a.n * sizeof(double));
        memcpy(all->lambda + a.n, weight, (size_t)all->n_integrals * sizeof(double));
        const rdg_mesh *mesh = NULL;
        bool known = false;
        answer = run(all, &a, all->dy, &mesh, &known);
        if (answer == 0) {
            answer = known
                         ? rdg_known_curves(all, &a, mesh, weight)
                         : rdg_flow_second(all->flow, a.segment->mode, mesh, all->sigma, all->lambda, all->H);
        }
        if (answer != 0) {
            return answer;
        }
        rdg_component_spread(all, &a,
                             &(rdg_component_curves){.H = all->H,
                                                     .size = rdg_components(all, &a) + all->n_integrals,
                                                     .shift = all->n_integrals,
                                                     .columns = rdg_component_columns},
                             values);
        if (all->turns) {
            add_phases(all, &a, weight, values);
        }
    }
    return 0;
}
