/* A boundary as a fraction: numerator over denominator is beta, with a sign. */
#include "regimes_impl.h"

#include <math.h>

static rdg_jet hypotenuse(rdg_jet a, rdg_jet b)
{
    const rdg_jet square = rdg_jet_plus(rdg_jet_times(a, a), rdg_jet_times(b, b));
    const double root = sqrt(square.f);
    return root > 0.0 ? rdg_jet_of(root, 0.5 / root, -0.25 / (root * square.f), square)
                      : rdg_jet_constant(0.0);
}

/* Numerator and denominator as jets in r1, with the denominator's derivatives by mu and tau. */
void rdg_regime_fraction_at(rdg_regime *o, const double *u, rdg_fraction *f)
{
    const double mu = u[RDG_REGIME_MU];
    *f = (rdg_fraction){.by_mu = 0.0};
    if (o->which == RDG_STUCK) {
        rdg_jet Q;
        rdg_limit_stuck(o->c, u[RDG_REGIME_R1], &f->numerator, &Q);
        f->denominator = rdg_jet_scaled(mu, Q);
        f->by_mu = Q.f;
        return;
    }
    rdg_limit_at(o->c, u[RDG_REGIME_R1], &o->limit);
    f->numerator = o->limit.CV;
    if (u[RDG_REGIME_LOBE] == 0.0) {
        const rdg_jet start = rdg_jet_times(o->limit.C, o->limit.W0);
        f->denominator = hypotenuse(o->limit.CU, rdg_jet_scaled(mu, start));
        f->by_mu = f->denominator.f > 0.0 ? mu * start.f * start.f / f->denominator.f : 0.0;
        return;
    }
    rdg_limit_lobe(&o->limit, u[RDG_REGIME_TAU], &f->lobe);
    f->denominator = hypotenuse(o->limit.CU, rdg_jet_times(o->limit.ratio, f->lobe.G));
    const double square = o->limit.ratio.f * o->limit.ratio.f;
    f->by_tau = f->denominator.f > 0.0 ? square * f->lobe.G.f * f->lobe.slope.f / f->denominator.f : 0.0;
}

static void take_greatest(rdg_regime *o, double *u)
{
    rdg_limit_at(o->c, u[RDG_REGIME_R1], &o->limit);
    const rdg_lobe lobe = rdg_limit_greatest(&o->limit, u[RDG_REGIME_MU], -1.0);
    u[RDG_REGIME_TAU] = lobe.tau;
    u[RDG_REGIME_LOBE] = lobe.tau > 0.0 ? 1.0 : 0.0;
}

void rdg_regime_begin(rdg_regime *o, double *u)
{
    rdg_fraction f;
    if (o->which == RDG_CONTINUOUS) {
        take_greatest(o, u);
    }
    rdg_regime_fraction_at(o, u, &f);
    u[RDG_REGIME_ANGLE] = atan2(f.numerator.f, f.denominator.f);
}
