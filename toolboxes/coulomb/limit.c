/* Sums of a system at one frequency, multiplied by their common denominator. */
#include "limit_impl.h"
#include "sinc_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const double half_pi = 1.57079632679489661923;

rdg_status rdg_limit_room(const rdg_coulomb *c, rdg_limit *limit)
{
    *limit = (rdg_limit){.n = c->n};
    limit->v = rdg_context_calloc(c->ctx, 3 * (size_t)c->n, sizeof *limit->v);
    if (!limit->v) {
        return RDG_ERR_NO_MEMORY;
    }
    limit->q = limit->v + c->n;
    limit->g = limit->q + c->n;
    return RDG_OK;
}

void rdg_limit_release(rdg_limit *limit)
{
    rdg_free(limit->v);
    limit->v = NULL;
}

/* cos(pi v / 2) / (1 - v^2), also at v = 1 */
static rdg_jet without_resonance(rdg_jet v)
{
    const rdg_jet one = rdg_jet_constant(1.0);
    const rdg_jet x = rdg_jet_scaled(half_pi, rdg_jet_minus(one, v));
    const rdg_jet sinc = rdg_jet_of(rdg_sinc(x.f), rdg_sinc_slope(x.f), rdg_sinc_bend(x.f), x);
    return rdg_jet_times(sinc, rdg_jet_over(half_pi, rdg_jet_plus(v, one)));
}

/* C / (1 - R^2) of mode i, = -v^2 C / (1 - v^2) */
static rdg_jet pole(rdg_jet others, rdg_jet v)
{
    return rdg_jet_scaled(-1.0,
                          rdg_jet_times(others, rdg_jet_times(rdg_jet_times(v, v), without_resonance(v))));
}

void rdg_limit_at(const rdg_coulomb *c, double r1, rdg_limit *l)
{
    const rdg_index n = c->n;
    const rdg_jet r = {r1, 1.0, 0.0};
    l->r1 = r1;
    l->C = rdg_jet_constant(1.0);
    l->poles = rdg_jet_constant(1.0);
    for (rdg_index i = 0; i < n; i++) {
        l->v[i] = rdg_jet_over(c->wn[i], r);
        const rdg_jet cosine = rdg_jet_cos(rdg_jet_scaled(half_pi, l->v[i]));
        l->q[i] = l->C; /* of the modes before */
        l->C = rdg_jet_times(l->C, cosine);
        l->poles = rdg_jet_times(l->poles, without_resonance(l->v[i]));
    }
    rdg_jet after = rdg_jet_constant(1.0);
    l->CV = rdg_jet_scaled(-c->b, l->C);
    l->CU = rdg_jet_constant(0.0);
    for (rdg_index i = n - 1; i >= 0; i--) {
        const rdg_jet angle = rdg_jet_scaled(half_pi, l->v[i]);
        const rdg_jet others = rdg_jet_times(l->q[i], after);
        const rdg_jet sine = rdg_jet_times(others, rdg_jet_sin(angle));
        const double soft = 1.0 / (c->wn[i] * c->wn[i]);
        l->CV = rdg_jet_plus(l->CV, rdg_jet_scaled(c->a[i] * c->p[i] * soft, pole(others, l->v[i])));
        l->CU = rdg_jet_plus(l->CU, rdg_jet_scaled(c->a[i] * c->a[i] * soft, rdg_jet_times(sine, l->v[i])));
        after = rdg_jet_times(after, rdg_jet_cos(angle));
        const rdg_jet weight = rdg_jet_over(c->a[i] * c->a[i] / c->wn[i], r);
        l->q[i] = rdg_jet_times(weight, l->C);
        l->g[i] = rdg_jet_times(weight, sine);
    }
    const rdg_jet over = rdg_jet_over(1.0, r);
    l->CW0 = rdg_jet_scaled(c->aa, rdg_jet_times(l->C, rdg_jet_times(over, over)));
}

/* cos(tau) - cos(v tau) keeps its digits near tau = 0 as a product */
static rdg_jet between(rdg_jet v, double tau)
{
    const rdg_jet sum = rdg_jet_scaled(0.5 * tau, rdg_jet_plus(v, rdg_jet_constant(1.0)));
    const rdg_jet difference = rdg_jet_scaled(0.5 * tau, rdg_jet_minus(v, rdg_jet_constant(1.0)));
    return rdg_jet_scaled(2.0, rdg_jet_times(rdg_jet_sin(sum), rdg_jet_sin(difference)));
}

void rdg_limit_slack(const rdg_limit *l, double tau, int orders, rdg_jet *N)
{
    memset(N, 0, (size_t)orders * sizeof *N);
    for (rdg_index i = 0; i < l->n; i++) {
        const rdg_jet v = l->v[i];
        const rdg_jet angle = rdg_jet_scaled(tau, v);
        /* the k-th derivatives of sin(v tau), cos(v tau) and cos(tau) */
        rdg_jet sine = rdg_jet_sin(angle);
        rdg_jet cosine = rdg_jet_cos(angle);
        double own = cos(tau);
        double next = -sin(tau);
        for (int k = 0; k < orders; k++) {
            const rdg_jet rest = k == 0 ? between(v, tau) : rdg_jet_minus(rdg_jet_constant(own), cosine);
            N[k] =
                rdg_jet_plus(N[k], rdg_jet_plus(rdg_jet_times(l->q[i], sine), rdg_jet_times(l->g[i], rest)));
            const rdg_jet slope = rdg_jet_times(v, cosine);
            cosine = rdg_jet_scaled(-1.0, rdg_jet_times(v, sine));
            sine = slope;
            const double bend = -own;
            own = next;
            next = bend;
        }
    }
}

void rdg_limit_stuck(const rdg_coulomb *c, double r1, rdg_jet *force, rdg_jet *Q)
{
    const rdg_index r = c->n - 1;
    const rdg_jet square = {r1 * r1, 2.0 * r1, 2.0};
    double constant = rdg_dot(c->n, c->a, c->p);
    for (rdg_index i = 0; i < c->n; i++) {
        constant -= c->b * c->a[i] * c->wn[i] * c->wn[i] * c->along[i];
    }
    rdg_jet sum =
        rdg_jet_scaled(1.0 / c->aa, rdg_jet_plus(rdg_jet_constant(constant), rdg_jet_scaled(c->b, square)));
    rdg_jet product = rdg_jet_constant(1.0);
    for (rdg_index k = 0; k < r; k++) {
        /* sum / product + strength / (held_wn^2 - r1^2) on a common denominator */
        const double w2 = c->held_wn[k] * c->held_wn[k];
        const double strength = c->held_z[k] * c->held_p[k] / w2;
        if (fabs(strength) >
            1e-13 * (fabs(constant) / c->aa + fabs(c->b) * r1 * r1)) { /* else it is not driven */
            const rdg_jet factor = rdg_jet_minus(rdg_jet_constant(1.0), rdg_jet_scaled(1.0 / w2, square));
            sum = rdg_jet_plus(rdg_jet_times(sum, factor), rdg_jet_scaled(strength, product));
            product = rdg_jet_times(product, factor);
        }
    }
    *force = sum;
    *Q = product;
}
