/* The maxima of the response at a level, over the window of frequencies. */
#include "ridge_impl.h"

#include <math.h>
#include <string.h>

static const double around = 1.02; /* the window reaches at least so far on either side of the ridge */

void rdg_ridge_scan_window(rdg_ridge_driver *d, double omega)
{
    rdg_ridge_certificate *c = &d->certificate;
    c->window[0] = fmin(c->low, omega / around);
    c->window[1] = fmax(c->high, omega * around);
}

const rdg_peaks *rdg_ridge_scan(rdg_ridge_driver *d, double level, double above, const double *through)
{
    rdg_ridge_certificate *c = &d->certificate;
    const long before = rdg_newton_iterations(d->ctx);
    const rdg_option begin = RDG_START(through), none = RDG_MAX_POINTS(5000);
    const rdg_peaks *found =
        rdg_frc_peaks(d->hb, d->sensor, RDG_PEAKS_ABOVE(above), RDG_PEAKS_QUICK, RDG_HOLD_AT("alpha", level),
                      RDG_WINDOW("omega", c->window[0], c->window[1]), through ? begin : none,
                      RDG_TOLERANCE(1e-9, 1e-10), RDG_ANGLE(15.0), RDG_STEP(0.05, 1e-6, 0.2));
    rdg_ridge_forgive(d);
    if (found && found->greatest >= 0) {
        memcpy(c->seen, found->maximum[found->greatest].u, (size_t)d->n_plain * sizeof *c->seen);
    }
    c->last = rdg_newton_iterations(d->ctx) - before;
    c->spent += c->last;
    c->scans++;
    return found;
}
