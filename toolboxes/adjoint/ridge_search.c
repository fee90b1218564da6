/* Local search for the ridge behind a change of regime.
 *
 * Just behind the onset of slip the maximum of the forced response is a kink, where the equations of the
 * ridge have no solution nearby. So levels alpha_on (1 + eps) with growing eps are tried: the maximum over
 * omega is sought by sampling and golden section, then Newton's method for the ridge starts from there. It
 * converges next to the maximum exactly when the maximum is smooth. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { SAMPLES = 61, MAX_GOLDEN = 60, MAX_RESTARTS = 100 };

static const double first_distance = 1e-5; /* from the onset, relative in alpha */
static const double growth = 1.4;
static const double farthest = 0.5;
static const double half_width = 3e-3; /* of the search, relative in omega */
static const double golden_tol = 1e-9; /* relative in omega: Newton's method does the rest */

/* Forced response at omega from the last one (trial, in place); false if it is not met. */
static bool respond(rdg_ridge_driver *d, double omega, double alpha, double *amplitude)
{
    double *u = rdg_start_values(d->plain);
    memcpy(u, d->trial, (size_t)d->n_plain * sizeof *u);
    u[d->omega] = omega;
    u[d->alpha] = alpha;
    if (rdg_solve(d->plain) != RDG_OK) {
        rdg_error_clear(d->ctx); /* no response here is an answer, not a failure */
        return false;
    }
    memcpy(d->trial, u, (size_t)d->n_plain * sizeof *u);
    return rdg_parameter_value(d->plain, d->sensor, u, amplitude) == RDG_OK;
}

/* Largest of equally spaced samples around `centre`; leaves the response in d->best. */
static bool sample(rdg_ridge_driver *d, double centre, double alpha, double *omega, double *amplitude)
{
    *amplitude = -1.0;
    for (int i = 0; i < SAMPLES; i++) {
        const double x = centre * (1.0 + half_width * (2.0 * i / (SAMPLES - 1) - 1.0));
        double value = 0.0;
        if (respond(d, x, alpha, &value) && value > *amplitude) {
            *amplitude = value;
            *omega = x;
            memcpy(d->best, d->trial, (size_t)d->n_plain * sizeof *d->best);
        }
    }
    return *amplitude > 0.0;
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

/* A ridge point at this level next to the sampled maximum, with every contact's regime as at the maximum. */
static bool smooth_maximum_at(rdg_ridge_driver *d, const rdg_chart *event, double alpha, double *u)
{
    double omega = event->u[d->omega];
    double amplitude = 0.0;
    double reached = 0.0;
    memcpy(d->trial, event->u, (size_t)d->n_plain * sizeof *d->trial);
    rdg_ridge_release_contacts(d);
    if (!sample(d, omega, alpha, &omega, &amplitude)) {
        return false;
    }
    refine(d, alpha, 2.0 * half_width * omega / (SAMPLES - 1), &omega, &amplitude);
    memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
    memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
    if (rdg_ridge_choose_regimes(d, u) != RDG_OK || !rdg_ridge_solve(d, u)) {
        return false;
    }
    /* Newton's method must end on the maximum that was sampled, and within the regimes that it assumed */
    const bool near = fabs(u[d->omega] - omega) <= half_width * omega;
    if (!near || rdg_parameter_value(d->extended, d->sensor, u, &reached) != RDG_OK ||
        fabs(reached - amplitude) > 1e-6 * amplitude) {
        return false;
    }
    for (rdg_index k = 0; k < d->n_watches; k++) {
        double margin = 0.0;
        if (rdg_hbm_margin(d->hb, d->watch[k].margin, u, &margin, NULL) != 0 ||
            (margin > 0.0) != d->watch[k].stuck) {
            return false;
        }
    }
    return true;
}

bool rdg_ridge_restart(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    if (++d->restarts > MAX_RESTARTS) {
        rdg_write(d->ctx, RDG_CHANNEL_WARNING,
                  "warning: the ridge of \"%s\" was restarted %d times: it ends\n", d->sensor, MAX_RESTARTS);
        return false;
    }
    double distance = first_distance;
    while (distance <= farthest) {
        const double alpha = event->u[d->alpha] * (1.0 + direction * distance);
        if (smooth_maximum_at(d, event, alpha, u)) {
            return true;
        }
        distance *= growth;
    }
    rdg_ridge_release_contacts(d);
    rdg_write(
        d->ctx, RDG_CHANNEL_WARNING,
        "warning: no smooth maximum of \"%s\" was found up to alpha = %.6g N behind the change of regime at "
        "%.10g N: the ridge ends\n",
        d->sensor, event->u[d->alpha] * (1.0 + direction * farthest), event->u[d->alpha]);
    return false;
}
