/* The maxima of G(tau) = N / sin(tau), which are roots of h = N' sin(tau) - N cos(tau). */
#include "limit_impl.h"

#include <ridgewalk/root.h>

#include <math.h>

enum { SWEPT = 16 }; /* modes; with more of them each value stands alone */

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

/* sin(v tau) and cos(v tau) of a mode in equal steps of tau, by turning */
struct turn {
    double sine, cosine, by_sine, by_cosine;
};

static struct turn turn_of(double v, double step)
{
    return (struct turn){0.0, 1.0, sin(v * step), cos(v * step)};
}

static void advance(struct turn *t)
{
    const double sine = t->sine * t->by_cosine + t->cosine * t->by_sine;
    t->cosine = t->cosine * t->by_cosine - t->sine * t->by_sine;
    t->sine = sine;
}

/* h in equal steps: of each mode q (v cos(v tau) sin(tau) - sin(v tau) cos(tau)) + g (v sin(v tau) sin(tau)
 * + cos(v tau) cos(tau) - 1) / (1 - v^2). */
struct sweep {
    const rdg_limit *l;
    double side;
    double step;
    bool is_resonant; /* a mode next to which the division has no digits left */
    struct turn load, mode[SWEPT];
};

static void begin_sweep(struct sweep *s, const rdg_limit *l, double side, double step)
{
    *s = (struct sweep){.l = l, .side = side, .step = step, .is_resonant = l->n > SWEPT};
    s->load = turn_of(1.0, step);
    for (rdg_index i = 0; i < l->n && !s->is_resonant; i++) {
        s->mode[i] = turn_of(l->v[i].f, step);
        s->is_resonant = fabs(l->v[i].f - 1.0) < 1e-4;
    }
}

static double next_slope(struct sweep *s, double tau)
{
    if (s->is_resonant) {
        return slope(s->l, s->side, tau, NULL);
    }
    double h = 0.0;
    advance(&s->load);
    for (rdg_index i = 0; i < s->l->n; i++) {
        struct turn *m = &s->mode[i];
        const double v = s->l->v[i].f;
        advance(m);
        h += s->l->q[i].f * (v * m->cosine * s->load.sine - m->sine * s->load.cosine) +
             s->l->g[i].f * (v * m->sine * s->load.sine + m->cosine * s->load.cosine - 1.0) /
                 ((1.0 - v) * (1.0 + v));
    }
    return s->side * h;
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
    struct sweep sweep;
    begin_sweep(&sweep, l, side, RDG_PI / (double)looks);
    for (long k = 1; k < looks; k++) {
        const double tau = RDG_PI * (double)k / (double)looks;
        const double h = next_slope(&sweep, tau);
        if (before > 0.0 && !(h > 0.0)) {
            rdg_root root = rdg_root_between(last, NAN, tau, h, 4e-16);
            double bend, value;
            do {
                value = slope(l, side, root.at, &bend);
            } while (rdg_root_next(&root, value, bend));
            const double at = root.at;
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
