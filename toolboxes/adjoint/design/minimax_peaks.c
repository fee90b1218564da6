/* The peaks that are carried along, from a look at the whole response; and the same look at the end. */
#include "minimax_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A peak below this height, relative to the greatest, is not carried along; one that comes up is from a
 * greater height. */
static const double low_peak = 0.3, may_rise = 0.5;

/* By how much a peak is higher than another, to be surely so. */
static const double surely = 1e-8;

/* How far anything that is shared changes between two looks at the whole response, relatively. */
static const double apart = 0.1;

double rdg_minimax_value(const rdg_minimax_driver *d, const char *parameter)
{
    double value = 0.0;
    rdg_parameter_value(d->p, parameter, rdg_start_values(d->p), &value);
    return value;
}

void rdg_minimax_finish(rdg_minimax_driver *d)
{
    rdg_problem_free(d->p);
    rdg_peak_set_free(d->peaks);
    rdg_free(d->u);
    d->p = NULL;
    d->peaks = NULL;
    d->u = NULL;
}

/* Maxima of the response for given values of what is shared; a curve that does not cover the window is told
 * by `covered`, and no failure. */
static const rdg_peak_set *look(rdg_minimax_driver *d, rdg_equal_peaks_plan *plan)
{
    const rdg_peak_set *peaks =
        rdg_equal_peaks_find(plan, RDG_EQUAL_PEAKS_MOST, d->options->from, d->options->to);
    rdg_error_forgive(d->ctx);
    d->result->points += peaks ? peaks->points : 0;
    return peaks;
}

static const rdg_peak_point *maximum_of(const rdg_peak_set *peaks, const double *u)
{
    for (rdg_index k = 0; k < peaks->count; k++) {
        if (peaks->peak[k]->u == u) {
            return peaks->peak[k];
        }
    }
    return NULL;
}

static bool is_low(const rdg_peak_set *peaks, const rdg_peak_point *m)
{
    return m->amplitude < low_peak * peaks->peak[peaks->greatest]->amplitude;
}

/* Low ones are no matter, and corners are no smooth points of a ridge. */
static void leave_out_low(rdg_equal_peaks_plan *plan, const rdg_peak_set *peaks)
{
    rdg_index n = 0;
    for (rdg_index i = 0; i < plan->n; i++) {
        const rdg_peak_point *m = maximum_of(peaks, plan->u[i]);
        if (m && !is_low(peaks, m) && m->kind == RDG_PEAK_SMOOTH) {
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
    rdg_free(d->u);
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
    d->is_corner = d->peaks->peak[d->peaks->greatest]->kind != RDG_PEAK_SMOOTH;
    if (!d->is_corner && make(d) != RDG_OK) {
        rdg_error_forgive(d->ctx);
        d->is_corner = true;
    }
    return rdg_error_status(d->ctx);
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
static const rdg_peak_point *find_peak(const rdg_minimax_driver *d, const double *u, rdg_index i,
                                       const rdg_peak_set *peaks)
{
    const double close = 1e-5;
    const double omega = omega_at(d, u, i);
    const rdg_peak_point *nearest = NULL;
    for (rdg_index k = 0; k < peaks->count; k++) {
        const rdg_peak_point *m = peaks->peak[k];
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

/* Is a maximum none of the peaks that are carried along at a point, and not much lower than the greatest? */
static bool is_new_peak(const rdg_minimax_driver *d, const double *u, const rdg_peak_set *peaks, rdg_index k)
{
    bool is_known = peaks->peak[k]->amplitude < may_rise * peaks->peak[peaks->greatest]->amplitude ||
                    peaks->peak[k]->kind != RDG_PEAK_SMOOTH || peaks->peak[k]->multiplicity == 0;
    for (rdg_index i = 0; i < d->plan.n && !is_known; i++) {
        is_known = find_peak(d, u, i, peaks) == peaks->peak[k];
    }
    return !is_known;
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
    const rdg_peak_set *peaks = look(d, &plan);
    for (rdg_index k = 0; peaks && k < peaks->count; k++) {
        is_new = is_new || is_new_peak(d, chart->u, peaks, k);
    }
    rdg_peak_set_free(peaks);
    return is_new;
}

/* Peaks for the problem that is to be made anew; theta < 0: not one of the equal ones. */
typedef struct selection {
    rdg_equal_peaks_plan plan;
    double theta[RDG_EQUAL_PEAKS_MOST];
} selection;

static void select_peak(selection *s, const double *u, double theta)
{
    if (s->plan.n < RDG_EQUAL_PEAKS_MOST) {
        s->theta[s->plan.n] = theta;
        s->plan.u[s->plan.n++] = u;
    }
}

/* Those that are carried along and are to stay. They need not be among the maxima that a look at the response
 * shows: its branch may have come off the rest. */
static void select_known(const rdg_minimax_driver *d, bool all, selection *s)
{
    const double height = rdg_minimax_value(d, "height");
    for (rdg_index i = 0; i < d->plan.n; i++) {
        char name[32];
        snprintf(name, sizeof name, "peak%" PRId64 ".Q", i + 1);
        const double *u = rdg_start_values(d->p) + rdg_variable_index(d->p, name, NULL);
        const bool is_high = rdg_minimax_value(d, d->gap[i]) <= (1.0 - low_peak) * height;
        if (d->is_active[i]) {
            select_peak(s, u, fmax(rdg_minimax_value(d, d->theta[i]), 0.0));
        } else if (all && is_high) {
            select_peak(s, u, -1.0);
        }
    }
}

static void select_new(const rdg_minimax_driver *d, const rdg_peak_set *peaks, selection *s)
{
    for (rdg_index k = 0; peaks && k < peaks->count; k++) {
        if (is_new_peak(d, rdg_start_values(d->p), peaks, k)) {
            select_peak(s, peaks->peak[k]->u, -1.0);
        }
    }
}

static void sort_by_frequency(selection *s, rdg_index omega_at)
{
    for (rdg_index i = 1; i < s->plan.n; i++) {
        for (rdg_index k = i; k > 0 && s->plan.u[k][omega_at] < s->plan.u[k - 1][omega_at]; k--) {
            const double *u = s->plan.u[k];
            const double theta = s->theta[k];
            s->plan.u[k] = s->plan.u[k - 1];
            s->theta[k] = s->theta[k - 1];
            s->plan.u[k - 1] = u;
            s->theta[k - 1] = theta;
        }
    }
}

/* Is a peak that is none of the equal ones higher than these? */
static bool is_overtaken(const rdg_minimax_driver *d, const selection *s)
{
    double equal = 0.0, other = 0.0;
    for (rdg_index i = 0; i < d->plan.n; i++) {
        double *height = s->theta[i] >= 0.0 ? &equal : &other;
        *height = fmax(*height, d->plan.height[i]);
    }
    return other > equal * (1.0 + surely);
}

static void keep_weights(rdg_minimax_driver *d, const selection *s)
{
    const rdg_index first = rdg_variable_index(d->p, "theta", NULL);
    for (rdg_index i = 0; i < d->plan.n; i++) {
        d->is_active[i] = s->theta[i] >= 0.0;
        rdg_start_values(d->p)[first + i] = fmax(s->theta[i], 0.0);
    }
}

rdg_minimax_renewal rdg_minimax_renew(rdg_minimax_driver *d, bool all)
{
    selection s = {.plan = plan_at(d, rdg_start_values(d->p))};
    rdg_equal_peaks_plan whole = s.plan;
    rdg_problem *old = d->p;
    s.plan.n = 0;
    select_known(d, all, &s);
    if (!all && s.plan.n == d->plan.n) {
        return RDG_RENEWAL_NONE;
    }
    const rdg_peak_set *peaks = all ? look(d, &whole) : NULL;
    select_new(d, peaks, &s);
    sort_by_frequency(&s, rdg_hbm_unknowns(d->plan.hb));
    const rdg_equal_peaks_plan before = d->plan;
    d->plan = s.plan;
    const rdg_status status = make(d);
    rdg_peak_set_free(peaks);
    if (!d->p) {
        d->p = old;
        d->plan = before;
    } else {
        rdg_problem_free(old);
    }
    if (status != RDG_OK) {
        rdg_error_forgive(d->ctx);
        return RDG_RENEWAL_NONE;
    }
    if (!is_overtaken(d, &s)) {
        keep_weights(d, &s);
        return RDG_RENEWAL_DONE;
    }
    for (rdg_index j = 0; j < d->options->n; j++) {
        d->place[j] = d->place[j] == RDG_PLACE_FREE ? RDG_PLACE_HELD : d->place[j];
    }
    return RDG_RENEWAL_OVERTAKEN;
}

/* --- looks at the response elsewhere, and at the end */

double rdg_minimax_greatest_at(rdg_minimax_driver *d, rdg_index j, double value)
{
    rdg_equal_peaks_plan plan = plan_at(d, rdg_start_values(d->p));
    plan.shared[1 + j].value = value;
    const rdg_peak_set *peaks = look(d, &plan);
    const double height = peaks && peaks->greatest >= 0 ? peaks->peak[peaks->greatest]->amplitude : 0.0;
    rdg_peak_set_free(peaks);
    return height;
}

/* Are the equal peaks maxima of the response, each another one? */
static bool are_maxima(const rdg_minimax_driver *d, const rdg_peak_set *peaks, double height)
{
    const double as_high = 1e-8;
    const double *u = rdg_start_values(d->p);
    const rdg_peak_point *taken[RDG_EQUAL_PEAKS_MOST] = {0};
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
    const double height = rdg_minimax_value(d, "height");
    rdg_equal_peaks_plan plan = plan_at(d, rdg_start_values(d->p));
    const rdg_peak_set *peaks = look(d, &plan);
    *higher =
        peaks && peaks->greatest >= 0 && peaks->peak[peaks->greatest]->amplitude > height * (1.0 + surely);
    const bool doubtful = peaks && rdg_peak_set_doubt(peaks, "N", d->doubt, sizeof d->doubt);
    d->result->certified = peaks && peaks->whole && !*higher && !doubtful && are_maxima(d, peaks, height);
    rdg_peak_set_free(peaks);
    return rdg_error_status(d->ctx);
}
