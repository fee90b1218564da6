/* Search for the ridge behind a change of regime that nothing else explains, and the paper's restart.
 *
 * Levels at growing distances are tried: the maximum over omega is sought by sampling and golden section,
 * then Newton's method for the ridge, or for a corner, starts from there. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { SAMPLES = 61, MAX_GOLDEN = 60 };

static const double growth = 2.0; /* of the distance in alpha */
/* of the search, relative in omega: a maximum may vanish and another one, farther away, take over */
static const double half_widths[] = {3e-3, 1e-2, 3e-2, 0.1, 0.3, 0.6};
static const double golden_tol = 1e-9; /* relative in omega: Newton's method does the rest */

/* Forced response at omega from the last one (trial, in place); false if it is not met. */
static bool respond(rdg_ridge_driver *d, double omega, double alpha, double *amplitude)
{
    double *u = rdg_ridge_start_from(d->plain, d->n_plain, d->trial);
    if (!u) {
        return false;
    }
    u[d->omega] = omega;
    u[d->alpha] = alpha;
    if (rdg_solve(d->plain) != RDG_OK) {
        rdg_ridge_forgive(d);
        return false;
    }
    memcpy(d->trial, u, (size_t)d->n_plain * sizeof *u);
    return rdg_parameter_value(d->plain, d->sensor, u, amplitude) == RDG_OK;
}

/* Largest of equally spaced samples around `centre`; leaves the response in d->best. false: it is at an end.
 */
static bool sample(rdg_ridge_driver *d, double centre, double half_width, double alpha, double *omega,
                   double *amplitude)
{
    int best = -1;
    *amplitude = -1.0;
    for (int i = 0; i < SAMPLES; i++) {
        const double x = centre * (1.0 + half_width * (2.0 * i / (SAMPLES - 1) - 1.0));
        double value = 0.0;
        if (respond(d, x, alpha, &value) && value > *amplitude) {
            best = i;
            *amplitude = value;
            *omega = x;
            memcpy(d->best, d->trial, (size_t)d->n_plain * sizeof *d->best);
        }
    }
    return best > 0 && best < SAMPLES - 1;
}

/* Amplitude at x, starting from the best response so far, which it replaces if it is greater. */
static double try_at(rdg_ridge_driver *d, double x, double alpha, double *omega, double *amplitude)
{
    double value = -1.0;
    memcpy(d->trial, d->best, (size_t)d->n_plain * sizeof *d->trial);
    if (respond(d, x, alpha, &value) && value > *amplitude) {
        *amplitude = value;
        *omega = x;
        memcpy(d->best, d->trial, (size_t)d->n_plain * sizeof *d->best);
    }
    return value;
}

/* Golden section around omega; d->best is the response at the maximum. */
static void refine(rdg_ridge_driver *d, double alpha, double spacing, double *omega, double *amplitude)
{
    const double ratio = 0.6180339887498949;
    double low = *omega - spacing;
    double high = *omega + spacing;
    double x[2] = {high - ratio * (high - low), low + ratio * (high - low)};
    double value[2];
    for (int k = 0; k < 2; k++) {
        value[k] = try_at(d, x[k], alpha, omega, amplitude);
    }
    for (int i = 0; i < MAX_GOLDEN && high - low > golden_tol * *omega; i++) {
        if (value[0] > value[1]) {
            high = x[1];
            x[1] = x[0];
            value[1] = value[0];
            x[0] = high - ratio * (high - low);
            value[0] = try_at(d, x[0], alpha, omega, amplitude);
        } else {
            low = x[0];
            x[0] = x[1];
            value[0] = value[1];
            x[1] = low + ratio * (high - low);
            value[1] = try_at(d, x[1], alpha, omega, amplitude);
        }
    }
}

/* The maximum next to the response d->best: smooth, or a corner. */
static bool settle(rdg_ridge_driver *d, const double *from, double *u)
{
    memcpy(u, from, (size_t)d->n_extended * sizeof *u);
    memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
    if (rdg_ridge_choose_regimes(d, u) != RDG_OK) {
        return false;
    }
    if (rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u)) {
        return true;
    }
    memcpy(u, from, (size_t)d->n_extended * sizeof *u);
    memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
    return d->how.restart == 0.0 && rdg_ridge_find_corner(d, u);
}

/* A ridge point at this level next to the sampled maximum, with every contact's regime as at the maximum. */
static bool maximum_within(rdg_ridge_driver *d, const double *from, double alpha, double half_width,
                           double *u)
{
    double omega = from[d->omega];
    double amplitude = 0.0;
    double reached = 0.0;
    memcpy(d->trial, from, (size_t)d->n_plain * sizeof *d->trial);
    rdg_ridge_release_contacts(d);
    if (!sample(d, omega, half_width, alpha, &omega, &amplitude)) {
        return false;
    }
    refine(d, alpha, 2.0 * half_width * omega / (SAMPLES - 1), &omega, &amplitude);
    /* Newton's method must end on the maximum that was sampled, and within the regimes that it assumed */
    return settle(d, from, u) && fabs(u[d->omega] - omega) <= half_width * omega &&
           rdg_parameter_value(d->extended, d->sensor, u, &reached) == RDG_OK &&
           fabs(reached - amplitude) <= 1e-6 * amplitude;
}

bool rdg_ridge_maximum(rdg_ridge_driver *d, const double *from, double alpha, double *u)
{
    for (size_t k = 0; k < sizeof half_widths / sizeof *half_widths; k++) {
        if (maximum_within(d, from, alpha, half_widths[k], u)) {
            return true;
        }
    }
    return false;
}

bool rdg_ridge_search(rdg_ridge_driver *d, double first, double last, double *u)
{
    double distance = first;
    while (distance <= last) {
        if (rdg_ridge_maximum(d, d->event->u, d->event->u[d->alpha] * (1.0 + d->direction * distance), u)) {
            return true;
        }
        distance *= growth;
    }
    return false;
}
