/* The maxima of G(tau) = N / sin(tau), which are roots of h = N' sin(tau) - N cos(tau). */
#include "limit_impl.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* |P| times; h' = (N'' + N) sin(tau) */
static double slope(const rdg_limit *l, double side, double tau, double *bend)
{
    rdg_jet N[3];
    rdg_limit_slack(l, tau, bend ? 3 : 2, N);
    if (bend) {
        *bend = side * (N[2].f + N[0].f) * sin(tau);
    }
    return side * (N[1].f * sin(tau) - N[0].f * cos(tau));
}

/* The root of h between two places where it is positive and not positive, by Newton's method within its
 * bracket. */
static double root(const rdg_limit *l, double side, double low, double high)
{
    double tau = 0.5 * (low + high);
    for (int i = 0; i < 100 && high - low > 4e-16 * high; i++) {
        double bend = 0.0;
        const double h = slope(l, side, tau, &bend);
        *(h > 0.0 ? &low : &high) = tau;
        double next = bend < 0.0 ? tau - h / bend : low;
        if (!(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (fabs(next - tau) <= 1e-16 * tau) {
            break;
        }
        tau = next;
    }
    return tau;
}

rdg_lobe rdg_limit_greatest(const rdg_limit *l, double ratio, double but)
{
    const double side = l->P.f < 0.0 ? -1.0 : 1.0;
    rdg_lobe best = {0.0, but == 0.0 ? -INFINITY : ratio * fabs(l->P.f) * l->W0.f};
    double fastest = 1.0;
    for (rdg_index i = 0; i < l->n; i++) {
        fastest = fmax(fastest, l->v[i].f);
    }
    const long looks = 16 + (long)ceil(16.0 * fastest);
    /* G begins with a slope of the sign of N''(0): h is positive where it begins upwards */
    rdg_jet N[3];
    rdg_limit_slack(l, 0.0, 3, N);
    double before = side * N[2].f;
    double last = 0.0;
    for (long k = 1; k < looks; k++) {
        const double tau = pi * (double)k / (double)looks;
        const double h = slope(l, side, tau, NULL);
        if (before > 0.0 && !(h > 0.0)) {
            const double at = root(l, side, last, tau);
            rdg_limit_slack(l, at, 1, N);
            const rdg_lobe lobe = {at, side * N[0].f / sin(at)};
            /* the lobe that is left out is the one nearest to `but` */
            if (lobe.value > best.value && !(but > 0.0 && fabs(at - but) < 0.5 * pi / (double)looks)) {
                best = lobe;
            }
        }
        before = h;
        last = tau;
    }
    return best;
}
