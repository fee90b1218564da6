/* A lobe of G at a place: G and its slope in time, without cancellation next to tau = 0, where an interior
 * maximum merges with the start of slip. With M = N'' + N,
 *
 *   G' = h / sin(tau)^2,   h = N' sin(tau) - N cos(tau),   h' = M sin(tau),
 *
 * M = sum q (1 - v^2) sin(v tau) - g cos(v tau); of h's terms, which are integrals of products, tau^2 is a
 * factor. */
#include "limit_impl.h"

#include <ridgewalk/sinc.h>

#include <math.h>

/* 1 / 3!, 1 / 5!, ... of sinc's series, whose terms fall by (here^2 / 110) */
static const double near = 0.15;

static rdg_jet sinc_of(rdg_jet x)
{
    return rdg_jet_of(rdg_sinc(x.f), rdg_sinc_slope(x.f), rdg_sinc_bend(x.f), x);
}

/* (sinc(x) - sinc(y)) / (y^2 - x^2), x = (1 - v) tau, y = (1 + v) tau: a jet, and its derivative by tau */
static rdg_jet divided_sinc(rdg_jet v, double tau, double *by_tau)
{
    const double t2 = tau * tau;
    const rdg_jet one = rdg_jet_constant(1.0);
    const rdg_jet vv = rdg_jet_times(v, v);
    const rdg_jet below = rdg_jet_minus(one, vv);
    const rdg_jet p = rdg_jet_scaled(2.0 * t2, rdg_jet_plus(one, vv));      /* x^2 + y^2 */
    const rdg_jet m = rdg_jet_scaled(t2 * t2, rdg_jet_times(below, below)); /* x^2 y^2 */
    const rdg_jet pp = rdg_jet_times(p, p);
    const double p_tau = 4.0 * tau * (1.0 + vv.f);
    const double m_tau = 4.0 * tau * t2 * below.f * below.f;
    *by_tau = -p_tau / 120.0 + (2.0 * p.f * p_tau - m_tau) / 5040.0 -
              (3.0 * pp.f * p_tau - 2.0 * (p_tau * m.f + p.f * m_tau)) / 362880.0;
    rdg_jet K = rdg_jet_plus(rdg_jet_constant(1.0 / 6.0), rdg_jet_scaled(-1.0 / 120.0, p));
    K = rdg_jet_plus(K, rdg_jet_scaled(1.0 / 5040.0, rdg_jet_minus(pp, m)));
    return rdg_jet_minus(
        K, rdg_jet_scaled(1.0 / 362880.0, rdg_jet_times(p, rdg_jet_minus(pp, rdg_jet_scaled(2.0, m)))));
}

/* w sinc(w tau / 2)^2 / 4: a jet, and its derivative by tau */
static rdg_jet squared_sinc(rdg_jet w, double tau, double *by_tau)
{
    const rdg_jet sinc = sinc_of(rdg_jet_scaled(0.5 * tau, w));
    *by_tau = 0.25 * w.f * w.f * sinc.f * rdg_sinc_slope(0.5 * tau * w.f);
    return rdg_jet_scaled(0.25, rdg_jet_times(w, rdg_jet_times(sinc, sinc)));
}

/* What mode i adds to N / tau and to h / tau^2 */
static void add_mode(const rdg_limit *l, rdg_index i, double tau, rdg_lobe_slope *sum)
{
    const rdg_jet v = l->v[i];
    const rdg_jet one = rdg_jet_constant(1.0);
    const rdg_jet plus = rdg_jet_plus(one, v);
    const rdg_jet minus = rdg_jet_minus(one, v);
    const rdg_jet half = sinc_of(rdg_jet_scaled(0.5 * tau, minus));
    const rdg_jet wave = rdg_jet_sin(rdg_jet_scaled(0.5 * tau, plus));
    const rdg_jet D = rdg_jet_times(rdg_jet_times(half, wave), rdg_jet_over(-1.0, plus)); /* over tau */
    const rdg_jet S = rdg_jet_times(v, sinc_of(rdg_jet_scaled(tau, v)));
    sum->G = rdg_jet_plus(sum->G, rdg_jet_plus(rdg_jet_times(l->q[i], S), rdg_jet_times(l->g[i], D)));
    double K_tau = 0.0;
    double b_tau[2];
    const rdg_jet weight = rdg_jet_times(l->q[i], rdg_jet_times(rdg_jet_times(plus, minus), v));
    const rdg_jet K = divided_sinc(v, tau, &K_tau);
    const rdg_jet b = rdg_jet_plus(squared_sinc(plus, tau, &b_tau[0]), squared_sinc(minus, tau, &b_tau[1]));
    sum->slope = rdg_jet_plus(sum->slope, rdg_jet_minus(rdg_jet_scaled(2.0 * tau, rdg_jet_times(weight, K)),
                                                        rdg_jet_times(l->g[i], b)));
    sum->bend += 2.0 * weight.f * (K.f + tau * K_tau) - l->g[i].f * (b_tau[0] + b_tau[1]);
}

static void lobe_near_start(const rdg_limit *l, double tau, rdg_lobe_slope *lobe)
{
    const double sinc = rdg_sinc(tau);
    const double over = 1.0 / (sinc * sinc);
    *lobe = (rdg_lobe_slope){.bend = 0.0};
    for (rdg_index i = 0; i < l->n; i++) {
        if (l->v[i].f > 0.0) {
            add_mode(l, i, tau, lobe);
        }
    }
    lobe->bend = over * (lobe->bend - 2.0 * rdg_sinc_slope(tau) / sinc * lobe->slope.f);
    lobe->G = rdg_jet_scaled(1.0 / sinc, lobe->G);
    lobe->slope = rdg_jet_scaled(over, lobe->slope);
}

void rdg_limit_lobe(const rdg_limit *l, double tau, rdg_lobe_slope *lobe)
{
    double fastest = 0.0;
    for (rdg_index i = 0; i < l->n; i++) {
        fastest = fmax(fastest, l->v[i].f);
    }
    if (fabs(tau) * (1.0 + fastest) < near) {
        lobe_near_start(l, tau, lobe);
        return;
    }
    rdg_jet N[4];
    const double sine = sin(tau);
    const double cosine = cos(tau);
    rdg_limit_slack(l, tau, 4, N);
    lobe->G = rdg_jet_scaled(1.0 / sine, N[0]);
    const rdg_jet h = rdg_jet_minus(rdg_jet_scaled(sine, N[1]), rdg_jet_scaled(cosine, N[0]));
    lobe->slope = rdg_jet_scaled(1.0 / (sine * sine), h);
    lobe->bend = (N[2].f + N[0].f) / sine - 2.0 * cosine / sine * lobe->slope.f;
}
