/* Second derivatives of the equations of an orbit, contracted with multipliers.
 *
 * A segment takes part with L(z) = -(lambda of the next segment's states) . R(z) + (lambda of its duration)
 * h(z), z = z(sigma). Its second derivatives by sigma are Z^T L_zz Z + L_y d2y + L_phi d2phi; those by the
 * problem's variables follow, the phase at the start being phi + omega (sum of the durations before). */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <string.h>

/* L_z += factor lambda . f_z and L_zz += factor lambda . f_zz of a function of the end. */
static int add_function(rdg_shooting *s, const rdg_orbit_at *a, const rdg_hybrid_function *f, rdg_index m,
                        const double *lambda)
{
    const rdg_orbit_work *w = s->work;
    int answer = rdg_hybrid_df(f, a->nz, w->z, rdg_orbit_sizes(s, a), m, w->slope, w->scratch);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index k = 0; k < a->nz; k++) {
        for (rdg_index i = 0; i < m; i++) {
            w->gradient[k] += lambda[i] * w->slope[i + m * k];
        }
    }
    answer = rdg_hybrid_d2f(f, a->nz, w->z, rdg_orbit_sizes(s, a), m, lambda, w->slope, w->scratch);
    for (rdg_index k = 0; answer == 0 && k < a->nz * a->nz; k++) {
        w->curve[k] += w->slope[k];
    }
    return answer;
}

int rdg_orbit_lagrange(rdg_shooting *s, const rdg_orbit_at *a, const double *lambda, double surface)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index states = s->at.states;
    memset(w->gradient, 0, (size_t)a->nz * sizeof(double));
    memset(w->curve, 0, (size_t)(a->nz * a->nz) * sizeof(double));
    for (rdg_index i = 0; i < a->n_next; i++) {
        w->lambda[i] = -lambda[a->next * states + i];
        if (s->symmetry && a->next == 0) {
            w->lambda[i] = 0.0;
            for (rdg_index k = 0; k < a->n_next; k++) {
                w->lambda[i] -= lambda[k] * s->symmetry[k + states * i];
            }
        }
    }
    int answer = 0;
    if (a->event && a->event->reset.f) {
        answer = add_function(s, a, &a->event->reset, a->n_next, w->lambda);
    } else {
        memcpy(w->gradient, w->lambda, (size_t)a->n * sizeof(double));
    }
    if (answer == 0 && a->event) {
        answer = add_function(s, a, &a->event->surface, 1, &surface);
    }
    return answer;
}

/* Of a segment that runs to its event: with this multiplier of h, in place of that of tau - tau*, the
 * contracted function does not change with tau, and its second derivatives are those at a given duration,
 * sent through w->reach. */
static int surface_multiplier(rdg_shooting *s, const rdg_orbit_at *a, const double *lambda,
                              double *multiplier)
{
    const rdg_orbit_work *w = s->work;
    int answer = rdg_orbit_lagrange(s, a, lambda, 0.0); /* gradient: of - lambda . R */
    double sum = lambda[s->at.when + a->j];
    for (rdg_index k = 0; k < a->nz; k++) {
        sum -= w->gradient[k] * w->Z[k + a->nz * a->nz];
    }
    answer = answer ? answer : rdg_orbit_surface_slope(s, a, w->reach);
    const double rate = w->reach[a->nz];
    if (answer != 0 || rate == 0.0) {
        return answer ? answer : 1;
    }
    *multiplier = sum / rate;
    for (rdg_index c = 0; c < a->ns; c++) {
        w->reach[c] /= rate;
    }
    return 0;
}

/* w->H, at a given duration, through w->reach. */
static void bend_reached(const rdg_orbit_work *w, const rdg_orbit_at *a)
{
    const rdg_index n = a->ns, tau = a->nz;
    const double bent = w->H[tau + n * tau];
    double *by_tau = w->along; /* a row of H, which changes on the way */
    for (rdg_index c = 0; c < n; c++) {
        by_tau[c] = w->H[tau + n * c];
    }
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index b = 0; b < n; b++) {
            w->H[b + n * c] += w->reach[b] * (bent * w->reach[c] - by_tau[c]) - w->reach[c] * by_tau[b];
        }
    }
}

/* H += Z^T L_zz Z; most of L_zz is 0: surfaces and resets are linear in most of what they see. */
static void bend(const rdg_orbit_work *w, const rdg_orbit_at *a)
{
    for (rdg_index k = 0; k < a->nz; k++) {
        bool any = false;
        memset(w->along, 0, (size_t)a->ns * sizeof *w->along);
        for (rdg_index l = 0; l < a->nz; l++) {
            const double by = w->curve[k + a->nz * l];
            any = any || by != 0.0;
            for (rdg_index c = 0; c < a->ns && by != 0.0; c++) {
                w->along[c] += by * w->Z[l + a->nz * c];
            }
        }
        for (rdg_index c = 0; c < a->ns && any; c++) {
            for (rdg_index b = 0; b < a->ns; b++) {
                w->H[b + a->ns * c] += w->Z[k + a->nz * b] * w->along[c];
            }
        }
    }
}

/* values += H by the problem's variables. */
static void spread(rdg_shooting *s, const rdg_orbit_at *a, double *values)
{
    const rdg_orbit_work *w = s->work;
    rdg_index *other = w->column + s->at.slots + 2;
    double *weight = w->factor + s->at.slots + 2;
    for (rdg_index c = 0; c < a->ns; c++) {
        const rdg_index n_c = rdg_orbit_columns(s, a, c, w->column, w->factor);
        for (rdg_index b = 0; b < a->ns; b++) {
            const double value = w->H[b + a->ns * c];
            const rdg_index n_b = value != 0.0 ? rdg_orbit_columns(s, a, b, other, weight) : 0;
            for (rdg_index k = 0; k < n_c * n_b; k++) {
                rdg_stencil_add(&s->d2f, values, other[k / n_c], w->column[k % n_c],
                                weight[k / n_c] * w->factor[k % n_c] * value);
            }
        }
    }
}

static void add_pair(const rdg_shooting *s, double *values, rdg_index i, rdg_index j, double value)
{
    rdg_stencil_add(&s->d2f, values, i, j, value);
    rdg_stencil_add(&s->d2f, values, j, i, value);
}

/* The phase at the start, phi + omega (durations before), has a second derivative; L_phi is its weight. */
static void add_phase(const rdg_shooting *s, const rdg_orbit_at *a, double *values)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index phi = a->nz - 1;
    const double weight = rdg_dot(a->nz, w->gradient, w->Z + a->nz * phi);
    for (rdg_index i = 0; i < a->j; i++) {
        add_pair(s, values, s->at.tau + i, s->at.p + s->at.omega, weight);
    }
}

static int add_segment(rdg_shooting *s, const double *u, rdg_index j, const double *lambda, double *values)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    const rdg_orbit_work *w = s->work;
    double surface = lambda[s->at.when + j];
    int answer = rdg_orbit_end(s, &a, true);
    if (answer == 0 && rdg_orbit_reaches(&a)) {
        answer = surface_multiplier(s, &a, lambda, &surface);
    }
    answer = answer ? answer : rdg_orbit_lagrange(s, &a, lambda, surface);
    answer =
        answer ? answer
               : rdg_flow_second(s->flow, a.segment->mode, &s->segment[j].mesh, w->sigma, w->gradient, w->H);
    answer = answer || !a.start ? answer : rdg_orbit_start_bend(s, &a);
    if (answer != 0) {
        return answer;
    }
    bend(w, &a);
    if (s->at.forced) {
        const rdg_index omega = a.n + s->at.omega;
        w->H[omega + a.ns * a.nz] += w->gradient[a.nz - 1];
        w->H[a.nz + a.ns * omega] += w->gradient[a.nz - 1];
        add_phase(s, &a, values);
    }
    if (rdg_orbit_reaches(&a)) {
        bend_reached(w, &a);
    }
    spread(s, &a, values);
    return 0;
}

int rdg_orbit_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)n;
    (void)m;
    rdg_shooting *s = data;
    const rdg_orbit_layout *at = &s->at;
    for (rdg_index j = 0; j < s->segments; j++) {
        const int answer = add_segment(s, u, j, lambda, values);
        if (answer != 0) {
            return answer;
        }
        if (at->forced) {
            add_pair(s, values, at->tau + j, at->p + at->omega, lambda[at->period] / rdg_orbit_phase(s));
        }
    }
    return 0;
}

/* Variables that one segment depends on meet in an entry: states of a slot, all durations, phase, parameters.
 */
rdg_status rdg_orbit_make_d2f_stencil(rdg_shooting *s)
{
    const rdg_orbit_layout *at = &s->at;
    RDG_TRY(rdg_stencil_begin(s->ctx, &s->d2f, at->n, at->n));
    for (rdg_index i = 0; i < at->n; i++) {
        for (rdg_index j = 0; j < at->n; j++) {
            const bool same_slot = i / at->states == j / at->states;
            if (same_slot || i >= at->tau || j >= at->tau) {
                rdg_stencil_mark(&s->d2f, i, j);
            }
        }
    }
    return rdg_stencil_end(s->ctx, &s->d2f);
}
