/* Steps through a closed form: the motion is known everywhere, and the steps are those in which surfaces are
 * examined. */
#include "linear_impl.h"

#include <math.h>

/* A step may be as long as the Taylor polynomial of degree 7 describes the states to this share of what they
 * vary: amplitudes of high frequencies count by their size. */
static const double share_of_all = 1e-7;
static const double factorial = 40320.0;
/* What grows may do so by this exponent. */
static const double most_growth = 4.0;

void rdg_linear_begin(rdg_flow *flow, double pos)
{
    const rdg_rk *k = &flow->rk;
    rdg_linear_start(flow->closed, &flow->linears->work, k->z, k->phi0 + k->omega * (k->tau * pos));
}

void rdg_linear_within(rdg_flow *flow, double place, double *x)
{
    const rdg_rk *k = &flow->rk;
    rdg_linear_go(flow->closed, &flow->linears->work, place * k->share * k->tau, k->omega, k->z, x);
}

static double power_8(double a)
{
    const double b = a * a * a * a;
    return b * b;
}

/* What amplitude i varies by on its own and with the waves, *size, and its derivative of order 8. */
static double bend(const rdg_linear *l, const rdg_linear_work *w, double omega, rdg_index i, double *size)
{
    const rdg_index H = l->waves / 2;
    const double rate = sqrt(rdg_square(l->lambda[i]));
    rdg_structure_parameter own = w->z0[i];
    double sum = 0.0;
    *size = 0.0;
    for (rdg_index m = -H; m <= H; m++) {
        const rdg_structure_parameter q = w->q[i + l->n * (m + H)];
        const rdg_structure_parameter d = {-l->lambda[i].re, (double)m * omega - l->lambda[i].im};
        const double far = rdg_square(d), near = 0.0025 * rate * rate;
        /* at resonance what grows is taken for what has grown */
        const double by = 1.0 / fmax(fmax(far, near), 1e-300);
        const rdg_structure_parameter forced =
            rdg_scaled(by, rdg_times(q, (rdg_structure_parameter){d.re, -d.im}));
        const double amplitude = sqrt(rdg_square(forced));
        own = rdg_minus(own, forced);
        *size += m == 0 ? 0.0 : amplitude;
        sum += amplitude * power_8(fabs((double)m * omega));
    }
    const double amplitude = sqrt(rdg_square(own));
    *size += rate > 0.0 ? amplitude : 0.0;
    return sum + amplitude * power_8(rate);
}

double rdg_linear_grows(const rdg_flow *flow)
{
    double longest = INFINITY;
    for (rdg_index i = 0; i < flow->closed->n; i++) {
        if (flow->closed->lambda[i].re > 0.0) {
            longest = fmin(longest, most_growth / flow->closed->lambda[i].re);
        }
    }
    return longest;
}

double rdg_linear_reach(rdg_flow *flow, double pos)
{
    const rdg_rk *k = &flow->rk;
    const rdg_linear *l = flow->closed;
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n;
    double longest = rdg_linear_grows(flow), *size = w->x, *sharp = w->y;
    rdg_linear_begin(flow, pos);
    for (rdg_index i = 0; i < n; i++) {
        w->a[i].re = bend(l, w, k->omega, i, &w->a[i].im);
    }
    for (rdg_index r = 0; r < n; r++) {
        size[r] = sharp[r] = 0.0;
    }
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index r = 0; r < n; r++) {
            sharp[r] += l->reach[r + n * i] * w->a[i].re;
            size[r] += l->reach[r + n * i] * w->a[i].im;
        }
    }
    for (rdg_index r = 0; r < n; r++) {
        if (sharp[r] > 0.0 && size[r] > 0.0) {
            longest = fmin(longest, pow(share_of_all * factorial * size[r] / sharp[r], 0.125));
        }
    }
    return longest / fabs(k->tau != 0.0 ? k->tau : 1.0);
}
