/* Derivatives of an Iwan model's force by its parameters. The force is a sum of k A + (k phi) B over sliders,
 * with A and B integrals between the instants of their events. To first order these instants do not count,
 * since the force of a slider is continuous there: dF/dp is the same sum with dk/dp and d(k phi)/dp. To
 * second order they do. A slider begins to slip at tau where x = x_from + s phi, s = xi_slip - xi_before = 0
 * or +-2, so that dtau/dp = s phi_p/x'(tau), dtau/dz = -G^T/x'(tau), G = H(tau) - H_from. The integrand of
 * dF/dp falls by s k phi_p there:
 *
 *     d2(lambda.F)/dz dp = lambda . dJ/dp + sum (lambda . r H(tau)) s k phi_p G/x'(tau),
 *     d2(lambda.F)/dp dq = the sum with second derivatives - sum (lambda . r H(tau)) s^2 k phi_p
 * phi_q/x'(tau). */
#include "iwan_impl.h"

#include <ridgewalk/vectors.h>

#include <string.h>

static void differentiate(iwan_model *e)
{
    for (rdg_index i = 0; i < e->n_sliders; i++) {
        e->by[i] = rdg_iwan_differentiate(&e->law, i);
    }
}

/* The direction of the slip less that before the stick phase. */
static double reversal(const iwan_model *e, const iwan_slip *p)
{
    const double xi = e->extremum[p->to].rises ? -1.0 : 1.0;
    const double before = e->extremum[p->from].rises ? -1.0 : 1.0;
    return xi - before;
}

/* lambda . r H(tau) k s/x'(tau) of a slip; G, [n] */
static double at_slip(iwan_model *e, const iwan_slip *p, const double *lambda, double *G)
{
    const double *from = e->extremum[p->from].H;
    rdg_series_functions(&e->series, p->tau, G);
    const double factor = rdg_series_contracted(&e->series, lambda, G);
    for (rdg_index j = 0; j < e->series.n; j++) {
        G[j] -= from[j];
    }
    return factor * e->slider[p->slider].k * reversal(e, p) / p->slope;
}

static void sum_first(iwan_model *e, int which)
{
    for (rdg_index i = 0; i < e->n_sliders; i++) {
        e->weight[i] = (iwan_weight){e->by[i].k.by[which], e->by[i].limit.by[which]};
    }
    rdg_iwan_sum_weighted(e);
}

/* The sums are those of the parameter. */
static void fill_mixed(iwan_model *e, int which, const rdg_element_parameters *answer, double *mixed)
{
    const rdg_index n = e->series.n;
    double *jacobian = e->work + n;
    rdg_iwan_jacobian(e, answer->sliders, jacobian);
    for (rdg_index j = 0; j < n; j++) {
        mixed[j] = rdg_dot(n, answer->lambda, jacobian + n * j);
    }
    mixed[n] = 0.0; /* dry friction does not know how fast it slips */
    for (rdg_index i = 0; i < e->n_slips; i++) {
        double *G = e->vector[0];
        const double factor = at_slip(e, &e->slip[i], answer->lambda, G);
        const double by = factor * e->by[e->slip[i].slider].phi.by[which];
        for (rdg_index j = 0; j < n; j++) {
            mixed[j] += by * G[j];
        }
    }
}

static double second(iwan_model *e, int a, int b, const double *lambda)
{
    for (rdg_index i = 0; i < e->n_sliders; i++) {
        e->weight[i] = (iwan_weight){e->by[i].k.second[a][b], e->by[i].limit.second[a][b]};
    }
    rdg_iwan_sum_weighted(e);
    rdg_iwan_force(e, e->work);
    double sum = rdg_dot(e->series.n, lambda, e->work);
    for (rdg_index i = 0; i < e->n_slips; i++) {
        const iwan_slip *p = &e->slip[i];
        const iwan_quantity *phi = &e->by[p->slider].phi;
        sum -= at_slip(e, p, lambda, e->vector[0]) * reversal(e, p) * phi->by[a] * phi->by[b];
    }
    return sum;
}

void rdg_iwan_by_numbers(iwan_model *e, const rdg_element_parameters *answer)
{
    const rdg_index n = e->series.n;
    differentiate(e);
    for (rdg_index k = 0; k < answer->n; k++) {
        sum_first(e, answer->which[k]);
        if (answer->force) {
            rdg_iwan_force(e, answer->force + n * k);
        }
        if (answer->mixed) {
            fill_mixed(e, answer->which[k], answer, answer->mixed + (n + 1) * k);
        }
    }
    for (rdg_index i = 0; answer->second && i < answer->n * answer->n; i++) {
        const rdg_index k = i % answer->n;
        const rdg_index l = i / answer->n;
        answer->second[i] = k < l ? answer->second[l + answer->n * k]
                                  : second(e, answer->which[k], answer->which[l], answer->lambda);
    }
    rdg_iwan_sum(e);
}
