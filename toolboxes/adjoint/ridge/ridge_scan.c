/* The maxima of the response at a level, over the window of frequencies. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>

#include <math.h>
#include <string.h>

static const double around = 1.02; /* the window reaches at least so far on either side of the ridge */

void rdg_ridge_scan_window(rdg_ridge_driver *d, double omega)
{
    rdg_ridge_certificate *c = &d->certificate;
    c->window[0] = fmin(c->low, omega / around);
    c->window[1] = fmax(c->high, omega * around);
}

const rdg_peaks *rdg_ridge_peaks(rdg_ridge_driver *d, double level, rdg_index n, const rdg_option *options)
{
    rdg_option_list list = {.ctx = d->ctx};
    const bool in_alpha = strcmp(d->level_name, "alpha") == 0;
    rdg_option_list_add(&list, RDG_HOLD_AT("alpha", in_alpha ? level : d->fixed_alpha));
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        const bool is_level = !in_alpha && strcmp(d->number[k].name, d->level_name) == 0;
        rdg_option_list_add(&list, RDG_HOLD_AT(d->number[k].name, is_level ? level : d->number[k].start));
    }
    for (rdg_index k = 0; k < n; k++) {
        rdg_option_list_add(&list, options[k]);
    }
    const rdg_peaks *found =
        rdg_error_status(d->ctx) == RDG_OK ? rdg_frc_peaks_list(d->hb, d->sensor, list.item) : NULL;
    rdg_option_list_release(&list);
    rdg_ridge_forgive(d);
    if (found) {
        rdg_ridge_note_branch_points(d, level, found);
        rdg_ridge_note_higher_end(d, level, found);
    }
    return found;
}

const rdg_peaks *rdg_ridge_scan(rdg_ridge_driver *d, double level, double above, const double *through)
{
    rdg_ridge_certificate *c = &d->certificate;
    const long before = rdg_newton_iterations(d->ctx);
    const rdg_option how[] = {RDG_PEAKS_ABOVE(above),
                              RDG_PEAKS_QUICK,
                              RDG_WINDOW("omega", c->window[0], c->window[1]),
                              RDG_TOLERANCE(1e-9, 1e-10),
                              RDG_ANGLE(15.0),
                              RDG_STEP(0.05, 1e-6, 0.2),
                              through ? RDG_START(through) : RDG_MAX_POINTS(5000)};
    const rdg_peaks *found = rdg_ridge_peaks(d, level, sizeof how / sizeof *how, how);
    if (found && found->greatest >= 0) {
        memcpy(c->seen, found->maximum[found->greatest].u, (size_t)d->n_plain * sizeof *c->seen);
    }
    c->last = rdg_newton_iterations(d->ctx) - before;
    c->spent += c->last;
    c->scans++;
    return found;
}
