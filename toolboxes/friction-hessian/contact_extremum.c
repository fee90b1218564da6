/* An extremum of L or U, and how its instant moves with the displacements. */
#include "contact_impl.h"

void rdg_contact_visit(rdg_contact_element *e, contact_extremum *x, int signal)
{
    double jet[RDG_JET];
    rdg_series_functions(&e->series, x->tau, x->basis);
    rdg_series_jet(&e->series, &e->signal[signal], jet);
    rdg_series_slopes(&e->series, x->basis, x->slope);
    x->value = jet[0];
    x->curvature = jet[2];
}

/* d signal/dz_j if f is H, d signal'/dz_j if f is dH/dtau, of [kt f; sign mu kn f] */
double rdg_contact_signal_slope(const rdg_contact_element *e, const contact_extremum *x, const double *f,
                                rdg_index j)
{
    return j < e->n ? e->kt * f[j] : x->sign * e->mu * e->kn * f[j - e->n];
}

/* dtau/dz_j; none at rest, where every instant is an extremum */
double rdg_contact_moves(const rdg_contact_element *e, const contact_extremum *x, rdg_index j)
{
    return x->curvature != 0.0 ? -rdg_contact_signal_slope(e, x, x->slope, j) / x->curvature : 0.0;
}
