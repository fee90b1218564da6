/* The maxima of the response at a level, over the window of frequencies. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>

#include <math.h>
#include <string.h>

static const double around = 1.02; /* the window reaches at least so far on either side of the ridge */

/* Relative: how far the ridge between two of its points may be from their interpolation. */
static const double own_omega = 1e-3, own_height = 1e-2;

static const double greater = 1e-6; /* relative: by which another maximum is higher */

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
    const rdg_option how[] = {RDG_PEAKS_ABOVE(above * (1.0 + greater)),
                              RDG_PEAKS_QUICK,
                              RDG_WINDOW("omega", c->window[0], c->window[1]),
                              RDG_TOLERANCE(1e-9, 1e-10),
                              RDG_ANGLE(15.0),
                              RDG_STEP(0.05, 1e-6, 0.2),
                              through ? RDG_START(through) : RDG_MAX_POINTS(5000)};
    const rdg_peaks *found = rdg_ridge_peaks(d, level, sizeof how / sizeof *how, how);
    c->last = rdg_newton_iterations(d->ctx) - before;
    c->spent += c->last;
    c->scans++;
    return found;
}

static void remember_seen(rdg_ridge_driver *d, const rdg_maximum *m)
{
    memcpy(d->certificate.seen, m->u, (size_t)d->n_plain * sizeof *m->u);
}

double rdg_ridge_gap_of(rdg_ridge_driver *d, const rdg_peaks *found, double own)
{
    const rdg_maximum *m = found && found->greatest >= 0 ? &found->maximum[found->greatest] : NULL;
    if (m && m->amplitude > own * (1.0 + greater)) {
        remember_seen(d, m);
        return m->amplitude / own - 1.0;
    }
    return found && found->covered && found->branch_points == 0 ? 0.0 : NAN;
}

/* The ridge's own maximum among those of the response; NULL: it is not there, or cannot be told for certain.
 */
static const rdg_maximum *find_own(const rdg_peaks *found, const rdg_ridge_place *ridge)
{
    const rdg_maximum *own = NULL;
    double nearest = 1.0;
    for (rdg_index k = 0; found && k < found->count; k++) {
        const rdg_maximum *m = &found->maximum[k];
        const double away = fmax(fabs(m->omega / ridge->omega - 1.0) / own_omega,
                                 fabs(m->amplitude / ridge->amplitude - 1.0) / own_height);
        if (away < nearest) {
            nearest = away;
            own = m;
        }
    }
    return own;
}

double rdg_ridge_gap_at(rdg_ridge_driver *d, double level)
{
    const rdg_ridge_place ridge = rdg_ridge_place_at(d, level);
    const rdg_ridge_place *point = rdg_ridge_point_nearest(d, level);
    const bool is_point = point && point->level == level; /* it is no interpolation */
    rdg_ridge_scan_window(d, ridge.omega);
    const rdg_peaks *found =
        rdg_ridge_scan(d, level, ridge.amplitude * (is_point ? 1.0 : 1.0 - own_height), NULL);
    const rdg_maximum *own = is_point ? NULL : find_own(found, &ridge);
    const double height = is_point ? point->amplitude : own ? own->amplitude : NAN;
    const double gap = isnan(height) ? NAN : rdg_ridge_gap_of(d, found, height);
    rdg_peaks_free(found);
    return gap;
}
