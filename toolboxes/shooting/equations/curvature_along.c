/* Second derivatives of the equations of an orbit, contracted with multipliers and along one direction: what
 * curvature.c reports as a matrix, times a vector, without the matrix.
 *
 * The gradient of a segment's L(z(sigma(u))) is sigma_u^T L_sigma; it changes along du by sigma_u^T
 * (L_sigma,sigma dsigma) and, as the phase at the segment's start is phi + omega (sum of the durations
 * before), by L_phase of that. */
#include "equations_impl.h"

#include <ridgewalk/vectors.h>

#include <string.h>

/* The direction of sigma. */
static void turn(rdg_shooting *s, const rdg_orbit_at *a, const double *du, double *d)
{
    const rdg_orbit_work *w = s->work;
    for (rdg_index c = 0; c < a->ns; c++) {
        const rdg_index count = rdg_orbit_columns(s, a, c, w->column, w->factor);
        d[c] = 0.0;
        for (rdg_index k = 0; k < count; k++) {
            d[c] += w->factor[k] * du[w->column[k]];
        }
    }
}

/* out += Z^T L_zz Z d, and what the phase at the end adds. */
static void bend(const rdg_shooting *s, const rdg_orbit_at *a, const double *d, double *out)
{
    const rdg_orbit_work *w = s->work;
    double *Zd = w->value;
    for (rdg_index k = 0; k < a->nz; k++) {
        Zd[k] = 0.0;
        for (rdg_index c = 0; c < a->ns; c++) {
            Zd[k] += w->Z[k + a->nz * c] * d[c];
        }
    }
    for (rdg_index l = 0; l < a->nz; l++) {
        double bent = 0.0;
        for (rdg_index k = 0; k < a->nz; k++) {
            bent += w->curve[l + a->nz * k] * Zd[k];
        }
        for (rdg_index c = 0; c < a->ns && bent != 0.0; c++) {
            out[c] += w->Z[l + a->nz * c] * bent;
        }
    }
    if (s->at.forced) {
        const rdg_index omega = a->n + s->at.omega;
        out[omega] += w->gradient[a->nz - 1] * d[a->nz];
        out[a->nz] += w->gradient[a->nz - 1] * d[omega];
    }
}

/* gradient += factor sigma_u^T out */
static void spread(rdg_shooting *s, const rdg_orbit_at *a, double factor, const double *out, double *gradient)
{
    const rdg_orbit_work *w = s->work;
    for (rdg_index c = 0; c < a->ns; c++) {
        const rdg_index count = rdg_orbit_columns(s, a, c, w->column, w->factor);
        for (rdg_index k = 0; k < count; k++) {
            gradient[w->column[k]] += factor * w->factor[k] * out[c];
        }
    }
}

/* gradient += weight times the second derivative of omega tau_j along du */
static void add_pair(const rdg_shooting *s, rdg_index j, double weight, const double *du, double *gradient)
{
    const rdg_index omega = s->at.p + s->at.omega, tau = s->at.tau + j;
    gradient[omega] += weight * du[tau];
    gradient[tau] += weight * du[omega];
}

/* The phase at the start of the segment is bilinear. */
static void add_phase(const rdg_shooting *s, const rdg_orbit_at *a, double factor, const double *du,
                      double *gradient)
{
    const rdg_orbit_work *w = s->work;
    const double weight = rdg_dot(a->nz, w->gradient, w->Z + a->nz * (a->nz - 1));
    for (rdg_index i = 0; i < a->j; i++) {
        add_pair(s, i, factor * weight, du, gradient);
    }
}

static int add_segment(rdg_shooting *s, const double *u, rdg_index j, const double *lambda, const double *du,
                       double factor, double *gradient)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    const rdg_orbit_work *w = s->work;
    double *d = w->along, *out = d + a.ns;
    int answer = rdg_orbit_end_as_it_starts(s, &a);
    answer = answer ? answer : rdg_orbit_lagrange(s, &a, lambda, lambda[s->at.when + j]);
    turn(s, &a, du, d);
    answer = answer ? answer
                    : rdg_flow_second_along(s->flow, a.segment->mode, &s->segment[j].mesh, w->sigma,
                                            w->gradient, d, out);
    if (answer != 0) {
        return answer;
    }
    bend(s, &a, d, out);
    spread(s, &a, factor, out, gradient);
    if (s->at.forced) {
        add_phase(s, &a, factor, du, gradient);
        add_pair(s, j, factor * lambda[s->at.period] / rdg_orbit_phase(s), du, gradient);
    }
    return 0;
}

int rdg_orbit_d2f_along(rdg_shooting *s, const double *u, const double *lambda, const double *du,
                        double factor, double *gradient)
{
    int answer = 0;
    for (rdg_index j = 0; j < s->segments && answer == 0; j++) {
        answer = add_segment(s, u, j, lambda, du, factor, gradient);
    }
    return answer;
}
