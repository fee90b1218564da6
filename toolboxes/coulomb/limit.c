/* Sums of a system at one frequency, multiplied by their common denominator. */
#include "limit_impl.h"

#include <ridgewalk/sinc.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const double half_pi = 0.5 * RDG_PI;

rdg_status rdg_limit_workspace(const rdg_coulomb *c, rdg_limit *limit)
{
    *limit = (rdg_limit){.n = c->n};
    limit->v = rdg_context_calloc(c->ctx, 6 * (size_t)c->n, sizeof *limit->v);
    if (!limit->v) {
        return RDG_ERR_NO_MEMORY;
    }
    limit->q = limit->v + c->n;
    limit->g = limit->q + c->n;
    limit->cosine = limit->g + c->n;
    limit->sine = limit->cosine + c->n;
    limit->smooth = limit->sine + c->n;
    return RDG_OK;
}

void rdg_limit_release(rdg_limit *limit)
{
    rdg_free(limit->v);
    limit->v = NULL;
}

/* Cosine and sine of pi v / 2, to all digits of v = wn / r1 also next to the zeros of the first, where v is
 * odd: narrow is what lies there if the contact knows little of a mode. */
static void half_turn(double wn, double r1, rdg_jet v, rdg_jet *cosine, rdg_jet *sine)
{
    const double odd = 2.0 * floor(0.5 * v.f) + 1.0;
    const double angle = half_pi * fma(-odd, r1, wn) / r1; /* from there on */
    const double sign = fmod(odd, 4.0) > 2.0 ? -1.0 : 1.0;
    const double C = -sign * sin(angle);
    const double S = sign * cos(angle);
    *cosine = rdg_jet_of(C, -half_pi * S, -half_pi * half_pi * C, v);
    *sine = rdg_jet_of(S, half_pi * C, -half_pi * half_pi * S, v);
}

/* 1 - v^2, likewise */
static rdg_jet from_resonance(double wn, double r1, rdg_jet v)
{
    const rdg_jet below = {(r1 - wn) / r1, -v.d, -v.dd};
    return rdg_jet_times(below, rdg_jet_plus(rdg_jet_constant(1.0), v));
}

/* cos(pi v / 2) / (1 - v^2), also at v = 1 */
static rdg_jet without_resonance(rdg_jet cosine, rdg_jet below, rdg_jet v)
{
    const rdg_jet one = rdg_jet_constant(1.0);
    if (fabs(v.f - 1.0) > 0.5) {
        return rdg_jet_times(cosine, rdg_jet_over(1.0, below));
    }
    const rdg_jet x = rdg_jet_scaled(half_pi, rdg_jet_minus(one, v));
    const rdg_jet sinc = rdg_jet_of(rdg_sinc(x.f), rdg_sinc_slope(x.f), rdg_sinc_bend(x.f), x);
    return rdg_jet_times(sinc, rdg_jet_over(half_pi, rdg_jet_plus(v, one)));
}

/* C / (1 - R^2) of mode i, = -v^2 C / (1 - v^2) */
static rdg_jet pole(rdg_jet others, rdg_jet smooth, rdg_jet v)
{
    return rdg_jet_scaled(-1.0, rdg_jet_times(others, rdg_jet_times(rdg_jet_times(v, v), smooth)));
}

void rdg_limit_at(const rdg_coulomb *c, double r1, rdg_limit *l)
{
    const rdg_index n = c->n;
    const rdg_jet r = {r1, 1.0, 0.0};
    l->r1 = r1;
    l->C = rdg_jet_constant(1.0);
    l->P = l->ratio = rdg_jet_constant(1.0);
    for (rdg_index i = 0; i < n; i++) {
        if (c->a[i] == 0.0) { /* the contact knows nothing of it */
            l->v[i] = l->q[i] = l->g[i] = rdg_jet_constant(0.0);
            continue;
        }
        l->v[i] = rdg_jet_over(c->wn[i], r);
        l->q[i] = l->C; /* of the modes before */
        l->g[i] = l->P;
        const rdg_jet below = from_resonance(c->wn[i], r1, l->v[i]);
        half_turn(c->wn[i], r1, l->v[i], &l->cosine[i], &l->sine[i]);
        l->smooth[i] = without_resonance(l->cosine[i], below, l->v[i]);
        l->C = rdg_jet_times(l->C, l->cosine[i]);
        l->P = rdg_jet_times(l->P, l->smooth[i]);
        l->ratio = rdg_jet_times(l->ratio, below);
    }
    rdg_jet C_after = rdg_jet_constant(1.0);
    rdg_jet P_after = rdg_jet_constant(1.0);
    l->CV = rdg_jet_scaled(-c->b, l->C);
    l->CU = rdg_jet_constant(0.0);
    for (rdg_index i = n - 1; i >= 0; i--) {
        if (c->a[i] == 0.0) {
            continue;
        }
        const rdg_jet others = rdg_jet_times(l->q[i], C_after);
        const rdg_jet sine = l->sine[i];
        const double soft = 1.0 / (c->wn[i] * c->wn[i]);
        l->CV = rdg_jet_plus(l->CV,
                             rdg_jet_scaled(c->a[i] * c->p[i] * soft, pole(others, l->smooth[i], l->v[i])));
        l->CU = rdg_jet_plus(l->CU, rdg_jet_scaled(c->a[i] * c->a[i] * soft,
                                                   rdg_jet_times(rdg_jet_times(others, sine), l->v[i])));
        const rdg_jet weight = rdg_jet_over(c->a[i] * c->a[i] / c->wn[i], r);
        l->q[i] = rdg_jet_times(weight, l->P);
        l->g[i] = rdg_jet_times(weight, rdg_jet_times(rdg_jet_times(l->g[i], P_after), sine));
        C_after = rdg_jet_times(C_after, l->cosine[i]);
        P_after = rdg_jet_times(P_after, l->smooth[i]);
    }
    const rdg_jet over = rdg_jet_over(1.0, r);
    l->W0 = rdg_jet_scaled(c->aa, rdg_jet_times(over, over));
}

/* D = (cos(tau) - cos(v tau)) / (1 - v^2) and its rate, also at v = 1 and near tau = 0 */
static void divided(rdg_jet v, double tau, rdg_jet D[2])
{
    const rdg_jet one = rdg_jet_constant(1.0);
    const rdg_jet sum = rdg_jet_scaled(0.5 * tau, rdg_jet_plus(v, one));
    const rdg_jet x = rdg_jet_scaled(0.5 * tau, rdg_jet_minus(v, one));
    const rdg_jet sinc = rdg_jet_of(rdg_sinc(x.f), rdg_sinc_slope(x.f), rdg_sinc_bend(x.f), x);
    const rdg_jet over = rdg_jet_over(1.0, rdg_jet_plus(v, one));
    D[0] = rdg_jet_scaled(-tau, rdg_jet_times(rdg_jet_times(sinc, rdg_jet_sin(sum)), over));
    D[1] = rdg_jet_times(
        over, rdg_jet_minus(rdg_jet_scaled(-tau, rdg_jet_times(v, rdg_jet_times(sinc, rdg_jet_cos(sum)))),
                            rdg_jet_constant(sin(tau))));
}

void rdg_limit_slack(const rdg_limit *l, double tau, int orders, rdg_jet *N)
{
    memset(N, 0, (size_t)orders * sizeof *N);
    for (rdg_index i = 0; i < l->n; i++) {
        const rdg_jet v = l->v[i];
        const rdg_jet sine = rdg_jet_sin(rdg_jet_scaled(tau, v));
        const rdg_jet cosine = rdg_jet_cos(rdg_jet_scaled(tau, v));
        rdg_jet D[4]; /* D'' = -D - cos(v tau) */
        divided(v, tau, D);
        D[2] = rdg_jet_scaled(-1.0, rdg_jet_plus(D[0], cosine));
        D[3] = rdg_jet_minus(rdg_jet_times(v, sine), D[1]);
        const rdg_jet vc = rdg_jet_times(v, cosine);
        const rdg_jet vv = rdg_jet_times(v, v);
        const rdg_jet S[4] = {sine, vc, rdg_jet_scaled(-1.0, rdg_jet_times(vv, sine)),
                              rdg_jet_scaled(-1.0, rdg_jet_times(vv, vc))};
        for (int k = 0; k < orders; k++) {
            N[k] =
                rdg_jet_plus(N[k], rdg_jet_plus(rdg_jet_times(l->q[i], S[k]), rdg_jet_times(l->g[i], D[k])));
        }
    }
}

void rdg_limit_slack_values(const rdg_limit *l, double tau, int orders, double *N)
{
    const double sine_tau = sin(tau);
    memset(N, 0, (size_t)orders * sizeof *N);
    for (rdg_index i = 0; i < l->n; i++) {
        const double v = l->v[i].f;
        const double sine = sin(tau * v);
        const double cosine = cos(tau * v);
        const double sum = 0.5 * tau * (v + 1.0);
        const double sinc = rdg_sinc(0.5 * tau * (v - 1.0));
        const double D = -tau * sinc * sin(sum) / (v + 1.0);
        const double rate = -(tau * v * sinc * cos(sum) + sine_tau) / (v + 1.0);
        const double S[3] = {sine, v * cosine, -v * v * sine};
        const double divided_by[3] = {D, rate, -D - cosine};
        for (int k = 0; k < orders && k < 3; k++) {
            N[k] += l->q[i].f * S[k] + l->g[i].f * divided_by[k];
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
        if (strength != 0.0) { /* else it is not driven, or does not push */
            const rdg_jet factor = rdg_jet_minus(rdg_jet_constant(1.0), rdg_jet_scaled(1.0 / w2, square));
            sum = rdg_jet_plus(rdg_jet_times(sum, factor), rdg_jet_scaled(strength, product));
            product = rdg_jet_times(product, factor);
        }
    }
    *force = sum;
    *Q = product;
}
