/* Second derivatives of an Iwan model's force, contracted with multipliers. A slider that sticks from an
 * extremum to the instant tau, at which it begins to slip, has
 *
 *     -k (lambda . r H(tau)) G G^T / x'(tau),   G = H(tau) - H_from,
 *
 * from the motion of tau, and k (lambda . w) H' H'^T / x'' at the extremum, from that of its memory; the sum
 * of k w over sliders is known from the Jacobian. Sliders that never slip have the latter in the static row.
 */
#include "iwan_impl.h"

#include <ridgewalk/vectors.h>

static void add_square(double factor, const double *a, rdg_index n, rdg_index stride, double *hessian)
{
    for (rdg_index j = 0; j < n; j++) {
        const double f = factor * a[j];
        for (rdg_index i = 0; i < n; i++) {
            hessian[i + stride * j] += f * a[i];
        }
    }
}

/* lambda . sum of k w of the memories that follow an extremum; those of sliders that never slip in the static
 * row */
static double weight_of(const iwan_model *e, bool static_row, rdg_index p, const double *lambda)
{
    double sum = rdg_dot(e->series.n, lambda, e->extremum[p].origin);
    if (static_row) {
        sum += lambda[0] * ((p == e->highest ? e->moved[0] : 0.0) + (p == e->lowest ? e->moved[1] : 0.0));
    }
    return sum;
}

void rdg_iwan_add_hessian(iwan_model *e, rdg_stuck_slider sliders, const double *lambda, rdg_index stride,
                          double *hessian)
{
    const bool static_row = e->series.has_static && sliders != RDG_STUCK_CONSTANT;
    const rdg_index n = e->series.n;
    double *H = e->vector[0];
    for (rdg_index i = 0; i < e->n_slips; i++) {
        const iwan_slip *p = &e->slip[i];
        const double *from = e->extremum[p->from].H;
        rdg_series_functions(&e->series, p->tau, H);
        const double factor =
            -e->slider[p->slider].k * rdg_series_contracted(&e->series, lambda, H) / p->slope;
        for (rdg_index j = 0; j < n; j++) {
            H[j] -= from[j];
        }
        add_square(factor, H, n, stride, hessian);
    }
    for (rdg_index p = 0; p < e->n_extrema; p++) {
        const double weight = weight_of(e, static_row, p, lambda);
        if (weight != 0.0 && e->extremum[p].curvature != 0.0) {
            rdg_series_slopes(&e->series, e->extremum[p].H, e->vector[1]);
            add_square(weight / e->extremum[p].curvature, e->vector[1], n, stride, hessian);
        }
    }
}
