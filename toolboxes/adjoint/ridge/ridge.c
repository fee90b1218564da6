/* The ridge: where it starts, and its run. */
#include "ridge_impl.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- the start */

/* The labelled point of the forced response where the sensor is greatest. */
static rdg_index label_of_peak(rdg_run *run, const char *sensor)
{
    const double *amplitude = rdg_run_column(run, sensor);
    rdg_index best = 0;
    double greatest = -1.0;
    for (rdg_index row = 0; amplitude && row < rdg_run_count(run); row++) {
        if (rdg_run_label(run, row) > 0 && amplitude[row] > greatest) {
            greatest = amplitude[row];
            best = rdg_run_label(run, row);
        }
    }
    return best;
}

/* The frequencies that the forced response was requested, those that it has come to among them: a run that
 * ended early, or turned back, does not report where else maxima are. */
static rdg_status find_window(rdg_run *run, double *low, double *high)
{
    double asked[2];
    RDG_TRY(rdg_run_range(run, "omega", low, high));
    RDG_TRY(rdg_run_window(run, "omega", &asked[0], &asked[1]));
    *low = isfinite(asked[0]) && asked[0] > 0.0 ? fmin(*low, asked[0]) : *low;
    *high = isfinite(asked[1]) ? fmax(*high, asked[1]) : *high;
    return RDG_OK;
}

/* Read the start from the forced response; make the problems there. */
static rdg_status make_problems(rdg_ridge_driver *d, const char *name, const rdg_option *from, double *low,
                                double *high)
{
    const rdg_index n = rdg_hbm_unknowns(d->hb);
    rdg_run *run = rdg_run_open(d->ctx, from->name);
    double *Q = rdg_context_calloc(d->ctx, (size_t)n, sizeof *Q);
    double omega = 0.0;
    double alpha = 0.0;
    rdg_status status = rdg_error_status(d->ctx);
    if (status == RDG_OK) {
        rdg_index label = rdg_option_start_label(d->ctx, run, from, "rdg_ridge", name);
        label = label == 0 ? label_of_peak(run, d->sensor) : label;
        status = rdg_error_status(d->ctx);
        status = status == RDG_OK ? rdg_run_solution(run, label, "Q", n, Q, NULL) : status;
        status = status == RDG_OK ? rdg_run_solution(run, label, "omega", 1, &omega, NULL) : status;
        status = status == RDG_OK ? rdg_run_solution(run, label, "alpha", 1, &alpha, NULL) : status;
        status = status == RDG_OK ? find_window(run, low, high) : status;
        status = status == RDG_OK ? rdg_ridge_read_start(d, run, label, &alpha) : status;
    }
    status = status == RDG_OK ? rdg_ridge_make_problems(d, Q, omega, alpha) : status;
    rdg_free(Q);
    rdg_run_free(run);
    return status;
}

/* Is a response stationary itself? It is the one that is meant then. */
static bool is_stationary(rdg_ridge_driver *d, const double *u)
{
    const double none = 1e-6; /* of the terms that cancel */
    double value = 0.0, terms = 0.0;
    double *gradient = d->trial;
    const rdg_index sensor = rdg_parameter_index(d->plain, d->sensor);
    rdg_ridge_slope_aim(d, u);
    if (rdg_ridge_slope_at(d, u) != 0 ||
        rdg_parameter_gradient(d->plain, sensor, d->n_plain, u, &value, gradient) != 0) {
        return false;
    }
    for (rdg_index j = 0; j < d->n_plain; j++) {
        terms += fabs(gradient[j] * d->slope.at->tangent[j]);
    }
    return fabs(d->slope.at->slope) <= none * terms;
}

/* The greatest maximum of the whole response through a point, from which the ridge can begin: the point may
 * be greater than all of them, as the end of the domain that is nearer to a resonance. *whole: all of the
 * domain was examined. */
static bool climb_from_greatest(rdg_ridge_driver *d, const double *from, bool *whole, double *u)
{
    bool found = false;
    double below = INFINITY;
    rdg_ridge_release_contacts(d);
    const rdg_option how[] = {RDG_WINDOW("omega", d->low, d->high), RDG_START(from), RDG_PEAKS_QUICK,
                              RDG_TOLERANCE(1e-9, 1e-10)};
    const rdg_peaks *peaks = rdg_ridge_peaks(d, from[d->level], sizeof how / sizeof *how, how);
    *whole = peaks && peaks->covered;
    for (rdg_index k = 0; peaks && k < peaks->count && !found; k++) { /* one after the other */
        const rdg_maximum *next = NULL;
        for (rdg_index i = 0; i < peaks->count; i++) {
            const rdg_maximum *m = &peaks->maximum[i];
            next = m->amplitude < below && (!next || m->amplitude > next->amplitude) ? m : next;
        }
        if (next) {
            below = next->amplitude;
            memcpy(d->found, from, (size_t)d->n_extended * sizeof *d->found);
            memcpy(d->found, next->u, (size_t)d->n_plain * sizeof *next->u);
            found = rdg_ridge_climb(d, d->found, from[d->level], u);
        }
    }
    rdg_peaks_free(peaks);
    return found;
}

static rdg_status say_none(const rdg_ridge_driver *d, const char *name, double level, bool whole)
{
    return rdg_fail(d->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_ridge",
                    whole
                        ? "ridge \"%s\": \"%s\" has no maximum between omega = %g and %g rad/s at %s = %g "
                          "%s, neither smooth nor non-smooth: a wider RDG_WINDOW(\"omega\", low, high), or "
                          "another forcing amplitude, may have one"
                        : "ridge \"%s\": no maximum of \"%s\" was found between omega = %g and %g rad/s at "
                          "%s = %g %s, but the response could not be followed over all of that: start from a "
                          "label next to a maximum, RDG_FROM(run, label), or from another forcing amplitude",
                    name, d->sensor, d->low, d->high, d->level_name, level, d->level_unit);
}

/* The first point of the ridge into the start values, with its contact states: the response started from, if
 * it is a maximum; or else the greatest maximum of the response through it; or the next one uphill. u: [2
 * n_extended], workspace */
static rdg_status find_start(rdg_ridge_driver *d, const char *name, double *u)
{
    const size_t bytes = (size_t)d->n_extended * sizeof *u;
    double *from = u + d->n_extended;
    bool whole = false;
    memcpy(from, rdg_start_values(d->extended), bytes);
    RDG_TRY(rdg_ridge_add_corners(d));
    RDG_TRY(rdg_ridge_choose_regimes(d, from));
    memcpy(u, from, bytes);
    const bool here = is_stationary(d, from) && rdg_ridge_solve(d, u);
    if (!here && !climb_from_greatest(d, from, &whole, u) && !rdg_ridge_climb(d, from, from[d->level], u)) {
        RDG_TRY(rdg_error_status(d->ctx));
        return say_none(d, name, from[d->level], whole);
    }
    memcpy(rdg_start_values(d->extended), u, bytes);
    return RDG_OK;
}

static rdg_status follow(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    char response[512];
    const rdg_option by_mode = RDG_FROM_GREATEST(response);
    const rdg_option *given = rdg_option_find(options, RDG_OPTION_FROM, NULL);
    const rdg_option *mode = rdg_option_of(options, &rdg_ridge_mode), *from = given ? given : &by_mode;
    const rdg_option *window = rdg_option_find(options, RDG_OPTION_WINDOW, "omega");
    double low = 0.0;
    double high = 0.0;
    if (!given == !mode) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": give %s: RDG_FROM_GREATEST(\"frc\") is from a forced response, "
                        "RDG_FROM_MODE(1) from the first mode",
                        name, given ? "one start" : "the start");
    }
    snprintf(response, sizeof response, "%s/response", name);
    RDG_TRY(mode ? rdg_ridge_respond(d, name, mode->a, response) : RDG_OK);
    RDG_TRY(make_problems(d, name, from, &low, &high));
    RDG_TRY(rdg_ridge_extend(d));
    d->low = window ? window->a : low;
    d->high = window ? window->b : high;
    double *u = rdg_context_calloc(d->ctx, 2 * (size_t)d->n_extended, sizeof *u);
    const double low_end = d->low, high_end = d->high;
    const rdg_status found = u ? find_start(d, name, u) : RDG_ERR_NO_MEMORY;
    rdg_free(u);
    RDG_TRY(found);
    RDG_TRY(rdg_ridge_add_optimum(d));
    RDG_TRY(rdg_ridge_certificate_add(d, name, low_end, high_end));
    return rdg_ridge_follow(d, name, options);
}

/* At 0 N there is no maximum, and no ridge gets there. */
static rdg_status check_levels(const rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    const rdg_option *window = rdg_option_find(options, RDG_OPTION_WINDOW, d->level_name);
    if (window && window->a > window->b) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": the domain is %g to %g %s: the lower bound comes first", name,
                        window->a, window->b, d->level_unit);
    }
    if (window && window->a <= 0.0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, "rdg_ridge",
                        "ridge \"%s\": the domain is %g to %g %s, but without %s there is no maximum to be "
                        "followed: give a lower end above 0 %s",
                        name, window->a, window->b, d->level_unit,
                        strcmp(d->level_name, "alpha") == 0 ? "excitation" : d->level_name, d->level_unit);
    }
    return RDG_OK;
}

rdg_status rdg_ridge_list(rdg_hbm *hb, const char *name, const char *sensor, const rdg_option *options)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (!name || !*name || !sensor || !options) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_ridge", "a ridge needs a name, a sensor and options");
    }
    RDG_TRY(rdg_sensor_require_amplitude(rdg_hbm_structure(hb), "rdg_ridge", sensor));
    rdg_ridge_driver d = {.ctx = ctx, .hb = hb, .sensor = sensor, .wishes = options};
    RDG_TRY(rdg_ridge_read_options(&d, name, options));
    rdg_status status = rdg_ridge_read_numbers(&d, name, options);
    status = status == RDG_OK ? check_levels(&d, name, options) : status;
    status = status == RDG_OK ? follow(&d, name, options) : status;
    rdg_ridge_release(&d);
    return status;
}
