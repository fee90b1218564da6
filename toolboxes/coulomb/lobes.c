/* The maxima of G(tau) = N / sin(tau), which are roots of h = N' sin(tau) - N cos(tau). */
#include "limit_impl.h"
#include "root_impl.h"

#include <math.h>

/* |P| times; h' = (N'' + N) sin(tau) */
static double slope(const rdg_limit *l, double side, double tau, double *bend)
{
    double N[3];
    rdg_limit_slack_values(l, tau, bend ? 3 : 2, N);
    if (bend) {
        *bend = side * (N[2] + N[0]) * sin(tau);
    }
    return side * (N[1] * sin(tau) - N[0] * cos(tau));
}

struct sided {
    const rdg_limit *l;
    double side;
};

static rdg_sloped slope_at(double tau, void *data)
{
    const struct sided *s = data;
    rdg_sloped h;
    h.value = slope(s->l, s->side, tau, &h.slope);
    return h;
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
    double N[3];
    rdg_limit_slack_values(l, 0.0, 3, N);
    double before = side * N[2];
    double last = 0.0;
    for (long k = 1; k < looks; k++) {
        const double tau = RDG_PI * (double)k / (double)looks;
        const double h = slope(l, side, tau, NULL);
        if (before > 0.0 && !(h > 0.0)) {
            const double at = rdg_root(slope_at, &(struct sided){l, side}, last, tau, 4e-16);
            rdg_limit_slack_values(l, at, 1, N);
            const rdg_lobe lobe = {at, side * N[0] / sin(at)};
            /* the lobe that is left out is the one nearest to `but` */
            if (lobe.value > best.value && !(but > 0.0 && fabs(at - but) < 0.5 * RDG_PI / (double)looks)) {
                best = lobe;
            }
        }
        before = h;
        last = tau;
    }
    return best;
}
