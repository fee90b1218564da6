/* The peaks that are carried along, from a look at the whole response; and the same look at the end. */
#include "minimax_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A peak below this height, relative to the greatest, is not carried along; one that comes up is from a
 * greater height. */
static const double low_peak = 0.3, may_rise = 0.5;

/* How far anything that is shared changes between two looks at the whole response, relatively. */
static const double apart = 0.1;

void rdg_minimax_finish(rdg_minimax_driver *d)
{
    rdg_problem_free(d->p);
    rdg_peaks_free(d->peaks);
    rdg_free(d->u);
    d->p = NULL;
    d->peaks = NULL;
    d->u = NULL;
}

/* Maxima of the response for given values of what is shared; a curve that does not cover the window is told
 * by `covered`, and no failure. */
static const rdg_peaks *look(rdg_minimax_driver *d, rdg_equal_peaks_plan *plan)
{
    const rdg_peaks *peaks =
        rdg_equal_peaks_find(plan, RDG_EQUAL_PEAKS_MOST, d->options->from, d->options->to);
    if (rdg_error_status(d->ctx) == RDG_ERR_NO_CONVERGENCE) {
        rdg_error_clear(d->ctx);
    }
    d->result->points += peaks ? peaks->points : 0;
    return peaks;
}

static const rdg_maximum *maximum_of(const rdg_peaks *peaks, const double *u)
{
    for (rdg_index k = 0; k < peaks->count; k++) {
        if (peaks->maximum[k].u == u) {
            return &peaks->maximum[k];
        }
    }
    return NULL;
}

/* Low ones are no matter. */
static void leave_out_low(rdg_equal_peaks_plan *plan, const rdg_peaks *peaks)
{
    rdg_index n = 0;
    for (rdg_index i = 0; i < plan->n; i++) {
        const rdg_maximum *m = maximum_of(peaks, plan->u[i]);
        if (m && m->amplitude >= low_peak * peaks->maximum[peaks->greatest].amplitude) {
            plan->u[n++] = m->u;
        }
    }
    plan->n = n;
}

static void name_all(rdg_minimax_driver *d)
{
    for (rdg_index i = 0; i < d->plan.n; i++) {
        snprintf(d->gap[i], sizeof d->gap[i], "gap%d", (int)(i + 1));
        snprintf(d->theta[i], sizeof d->theta[i], "theta%d", (int)(i + 1));
    }
    for (rdg_index j = 0; j < d->options->n; j++) {
        snprintf(d->eta[j], sizeof d->eta[j], "d.%.300s", d->options->parameters[j]);
    }
    for (rdg_index k = 0; k < d->plan.n_shared; k++) {
        d->seen[k] = d->plan.shared[k].value;
    }
}

/* The problem of the peaks in the plan. */
static rdg_status make(rdg_minimax_driver *d)
{
    d->p = rdg_equal_peaks_make(&d->plan);
    RDG_TRY(rdg_error_status(d->ctx));
    name_all(d);
    d->u = rdg_context_calloc(d->ctx, (size_t)rdg_variable_count(d->p), sizeof *d->u);
    for (rdg_index i = 0; d->u && i < d->plan.n; i++) {
        d->is_active[i] = rdg_minimax_value(d, d->theta[i]) > 0.5;
    }
    return rdg_error_status(d->ctx);
}

rdg_status rdg_minimax_begin(rdg_minimax_driver *d, const double *value)
{
    rdg_minimax_finish(d);
    for (rdg_index j = 0; j < d->options->n; j++) {
        d->plan.shared[1 + j].value = value[j];
        d->place[j] = RDG_PLACE_HELD;
    }
    d->peaks = look(d, &d->plan);
    RDG_TRY(rdg_error_status(d->ctx));
    if (!d->peaks || d->plan.n == 0) {
        return rdg_fail(d->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_minimax",
                        "\"%s\": \"%s\" has no maximum between omega = %g and %g rad/s", d->name,
                        d->plan.sensor, d->options->from, d->options->to);
    }
    leave_out_low(&d->plan, d->peaks);
    return make(d);
}

/* --- peaks that come up */

static void name_of_omega(rdg_index i, char name[32])
{
    snprintf(name, 32, "peak%" PRId64 ".omega", i + 1);
}

static double omega_at(const rdg_minimax_driver *d, const double *u, rdg_index i)
{
    char name[32];
    double omega = 0.0;
    name_of_omega(i, name);
    rdg_parameter_value(d->p, name, u, &omega);
    return omega;
}

/* The maximum that peak i of a point is; NULL: it is none. */
static const rdg_maximum *find_peak(const rdg_minimax_driver *d, const double *u, rdg_index i,
                                    const rdg_peaks *peaks)
{
    const double close = 1e-5;
    const double omega = omega_at(d, u, i);
    const rdg_maximum *nearest = NULL;
    for (rdg_index k = 0; k < peaks->count; k++) {
        const rdg_maximum *m = &peaks->maximum[k];
        if (fabs(m->omega - omega) <= close * omega &&
            (!nearest || fabs(m->omega - omega) < fabs(nearest->omega - omega))) {
            nearest = m;
        }
    }
    return nearest;
}

/* The plan for what is shared at a point. */
static rdg_equal_peaks_plan plan_at(const rdg_minimax_driver *d, const double *u)
{
    rdg_equal_peaks_plan plan = d->plan;
    for (rdg_index k = 0; k < plan.n_shared; k++) {
        rdg_parameter_value(d->p, plan.shared[k].name, u, &plan.shared[k].value);
    }
    return plan;
}

bool rdg_minimax_sees_new(rdg_minimax_driver *d, const rdg_chart *chart)
{
    rdg_equal_peaks_plan plan = plan_at(d, chart->u);
    bool has_moved = false;
    bool is_new = false;
    for (rdg_index k = 0; k < plan.n_shared; k++) {
        has_moved = has_moved || fabs(plan.shared[k].value - d->seen[k]) >
                                     apart * fmax(fabs(plan.shared[k].value), fabs(d->seen[k]));
    }
    if (!has_moved) {
        return false;
    }
    for (rdg_index k = 0; k < plan.n_shared; k++) {
        d->seen[k] = plan.shared[k].value;
    }
    const rdg_peaks *peaks = look(d, &plan);
    for (rdg_index k = 0; peaks && k < peaks->count; k++) {
        bool is_known = peaks->maximum[k].amplitude < may_rise * peaks->maximum[peaks->greatest].amplitude;
        for (rdg_index i = 0; i < d->plan.n && !is_known; i++) {
            is_known = find_peak(d, chart->u, i, peaks) == &peaks->maximum[k];
        }
        is_new = is_new || !is_known;
    }
    rdg_peaks_free(peaks);
    return is_new;
}

/* Weights and places of a problem that is made anew. */
static rdg_status take_over(rdg_minimax_driver *d, const rdg_peaks *peaks, const rdg_equal_peaks_plan *plan,
                            const double *theta)
{
    rdg_problem_free(d->p);
    rdg_peaks_free(d->peaks);
    rdg_free(d->u);
    d->u = NULL;
    d->plan = *plan;
    d->peaks = peaks;
    RDG_TRY(make(d));
    const rdg_index first = rdg_variable_index(d->p, "theta", NULL);
    for (rdg_index i = 0; i < d->plan.n; i++) {
        d->is_active[i] = theta[i] >= 0.0;
        rdg_start_values(d->p)[first + i] = fmax(theta[i], 0.0);
    }
    return RDG_OK;
}

/* The weight of the equal peak that a maximum is; < 0: it is none of these. */
static double theta_of(const rdg_minimax_driver *d, const rdg_peaks *peaks, const double *maximum)
{
    const double *u = rdg_start_values(d->p);
    for (rdg_index i = 0; i < d->plan.n; i++) {
        const rdg_maximum *m = d->is_active[i] ? find_peak(d, u, i, peaks) : NULL;
        if (m && m->u == maximum) {
            return fmax(rdg_minimax_value(d, d->theta[i]), 0.0);
        }
    }
    return -1.0;
}

bool rdg_minimax_renew(rdg_minimax_driver *d, bool all)
{
    double theta[RDG_EQUAL_PEAKS_MOST] = {
        0}; /* of the peaks of the new problem; < 0: none of the equal ones */
    rdg_equal_peaks_plan plan = plan_at(d, rdg_start_values(d->p));
    const rdg_peaks *peaks = look(d, &plan);
    rdg_index n = 0, missing = 0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        missing += d->is_active[i];
    }
    if (peaks && plan.n > 0) {
        leave_out_low(&plan, peaks);
    }
    for (rdg_index k = 0; peaks && k < plan.n; k++) {
        theta[n] = theta_of(d, peaks, plan.u[k]);
        missing -= theta[n] >= 0.0;
        if (all || theta[n] >= 0.0) {
            plan.u[n++] = plan.u[k];
        }
    }
    plan.n = n;
    if (n == 0 || missing > 0 || (!all && n == d->plan.n)) {
        rdg_peaks_free(peaks);
        return false;
    }
    return take_over(d, peaks, &plan, theta) == RDG_OK;
}

/* --- the look at the end */

/* Are the equal peaks maxima of the response, each another one? */
static bool are_maxima(const rdg_minimax_driver *d, const rdg_peaks *peaks, double height)
{
    const double as_high = 1e-8;
    const double *u = rdg_start_values(d->p);
    const rdg_maximum *taken[RDG_EQUAL_PEAKS_MOST] = {0};
    for (rdg_index i = 0; i < d->plan.n; i++) {
        taken[i] = d->is_active[i] ? find_peak(d, u, i, peaks) : NULL;
        if (d->is_active[i] && (!taken[i] || fabs(taken[i]->amplitude - height) > as_high * height)) {
            return false;
        }
        for (rdg_index k = 0; k < i; k++) {
            if (taken[i] && taken[i] == taken[k]) {
                return false;
            }
        }
    }
    return true;
}

rdg_status rdg_minimax_certify(rdg_minimax_driver *d, bool *higher)
{
    const double height = rdg_minimax_value(d, "height"), surely = 1e-8;
    rdg_equal_peaks_plan plan = plan_at(d, rdg_start_values(d->p));
    const rdg_peaks *peaks = look(d, &plan);
    *higher =
        peaks && peaks->greatest >= 0 && peaks->maximum[peaks->greatest].amplitude > height * (1.0 + surely);
    d->result->certified = peaks && peaks->covered && !*higher && are_maxima(d, peaks, height);
    rdg_peaks_free(peaks);
    return rdg_error_status(d->ctx);
}
