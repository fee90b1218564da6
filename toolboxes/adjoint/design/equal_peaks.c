/* Several peaks of one response in one problem: as many copies of the ridge, side by side, each with unit
 * weight, then the glue. The adjoint equations of the copies are added at once, before they are glued: so
 * each copy has its own, and those of the glued problem, in which a copy of weight 0 would be singular, are
 * none. */
#include "equal_peaks_impl.h"
#include "least_peak_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where_made[] = "rdg_equal_peaks";

rdg_status rdg_equal_peaks_read(rdg_equal_peaks_plan *plan, const char *where, const rdg_at *at)
{
    plan->shared[0] = RDG_AT("alpha", 1.0);
    plan->n_shared = 1;
    for (const rdg_at *item = at; item && item->name; item++) {
        if (strcmp(item->name, "alpha") == 0) {
            plan->shared[0].value = item->value;
        } else if (plan->n_shared > RDG_EQUAL_PEAKS_NUMBERS) {
            return rdg_fail(plan->ctx, RDG_ERR_ARGUMENT, where, "more than %d numbers",
                            RDG_EQUAL_PEAKS_NUMBERS);
        } else {
            plan->shared[plan->n_shared++] = *item;
        }
    }
    plan->shared[plan->n_shared] = (rdg_at){0, 0.0};
    return RDG_OK;
}

/* The n greatest maxima of a set become the peaks of the plan, in their order. */
static void choose(rdg_equal_peaks_plan *plan, const rdg_peak_set *set, rdg_index n)
{
    for (rdg_index i = 0; i < set->count; i++) {
        if (set->peak[i]->multiplicity > 0 && rdg_least_rank(set, i) < n) {
            plan->peak[plan->n++] = set->peak[i];
        }
    }
}

static void name_part(rdg_index i, const char *what, char name[RDG_EQUAL_PEAKS_NAME])
{
    snprintf(name, RDG_EQUAL_PEAKS_NAME, "peak%" PRId64 "%s%.290s", i + 1, *what ? "." : "", what);
}

static rdg_status add_copy(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index i)
{
    const rdg_index m = rdg_hbm_unknowns(plan->hb);
    char part[RDG_EQUAL_PEAKS_NAME];
    const double *u = plan->peak[i]->u;
    const rdg_index first = rdg_variable_count(p);
    rdg_at at[RDG_EQUAL_PEAKS_NUMBERS + 3] = {RDG_AT("omega", u[m])};
    memcpy(at + 1, plan->shared, ((size_t)plan->n_shared + 1) * sizeof *at);
    name_part(i, "", part);
    RDG_TRY(rdg_problem_enter(p, part));
    RDG_TRY(rdg_hbm_add_at(plan->hb, p, at));
    RDG_TRY(rdg_problem_leave(p));
    memcpy(rdg_start_values(p) + first, u, ((size_t)m + 1) * sizeof *u);
    return rdg_set_load(p, NULL, 0.0, NULL, NULL);
}

/* d.<quantity of copy i> begins at a value. */
static rdg_status set_multiplier(rdg_problem *p, rdg_index i, const char *quantity, double value,
                                 char name[RDG_EQUAL_PEAKS_NAME], char d[RDG_EQUAL_PEAKS_NAME + 8])
{
    name_part(i, quantity, name);
    snprintf(d, RDG_EQUAL_PEAKS_NAME + 8, "d.%s", name);
    const rdg_index at = rdg_variable_index(p, d, NULL);
    if (at < 0) {
        return RDG_ERR_NAME;
    }
    rdg_start_values(p)[at] = value;
    return RDG_OK;
}

/* Multipliers of a copy are those of its peak; those of what is shared and the frequency are no one's
 * business to hold. */
static rdg_status set_multipliers(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index i)
{
    const rdg_index m = rdg_hbm_unknowns(plan->hb);
    char name[RDG_EQUAL_PEAKS_NAME], d[RDG_EQUAL_PEAKS_NAME + 8];
    memcpy(rdg_start_values(p) + rdg_variable_index(p, "lambda", NULL) + i * m, plan->peak[i]->multipliers,
           (size_t)m * sizeof(double));
    RDG_TRY(set_multiplier(p, i, plan->sensor, 1.0, name, d));
    for (rdg_index k = 0; k < plan->n_shared; k++) {
        const char *shared = plan->shared[k].name;
        const double slope = rdg_peak_sensitivity(plan->response, plan->peak[i], shared);
        RDG_TRY(set_multiplier(p, i, shared, -slope, name, d));
        RDG_TRY(rdg_let_vary(p, d));
        RDG_TRY(rdg_hide_parameter(p, d));
        RDG_TRY(rdg_let_vary(p, name));
        RDG_TRY(rdg_hide_parameter(p, name));
    }
    name_part(i, "omega", name);
    return rdg_let_vary(p, name);
}

static rdg_status fill(rdg_problem *p, const rdg_equal_peaks_plan *plan)
{
    char objective[RDG_EQUAL_PEAKS_NAME];
    for (rdg_index i = 0; i < plan->n; i++) {
        if (plan->peak[i]->kind != RDG_PEAK_SMOOTH) {
            return rdg_fail(plan->ctx, RDG_ERR_NO_CONVERGENCE, where_made,
                            "the maximum of \"%s\" at omega = %g rad/s is non-smooth", plan->sensor,
                            plan->peak[i]->omega);
        }
        RDG_TRY(add_copy(p, plan, i));
    }
    name_part(0, plan->sensor, objective);
    if (!rdg_adjoint_add(p, objective)) {
        return rdg_error_status(plan->ctx);
    }
    for (rdg_index i = 0; i < plan->n; i++) {
        RDG_TRY(set_multipliers(p, plan, i));
    }
    return rdg_equal_peaks_glue(p, plan);
}

rdg_problem *rdg_equal_peaks_make(const rdg_equal_peaks_plan *plan)
{
    rdg_problem *p = rdg_problem_create(plan->ctx);
    if (p && fill(p, plan) != RDG_OK) {
        rdg_problem_free(p);
        p = NULL;
    }
    return p;
}

rdg_problem *rdg_equal_peaks_at(rdg_hbm *hb, const char *sensor, rdg_index n, double low, double high,
                                const rdg_at *at)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(ctx, ctx, NULL);
    rdg_equal_peaks_plan plan = {.ctx = ctx, .hb = hb, .sensor = sensor};
    if (!sensor || n < 1 || n > RDG_EQUAL_PEAKS_MOST) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where_made, "a sensor and 1 to %d peaks are needed, not %" PRId64,
                 RDG_EQUAL_PEAKS_MOST, n);
        return NULL;
    }
    if (rdg_equal_peaks_read(&plan, where_made, at) != RDG_OK) {
        return NULL;
    }
    plan.response = rdg_peak_response_create(hb, sensor, low, high, plan.shared + 1);
    const rdg_peak_set *set = plan.response ? rdg_peak_set_at(plan.response, plan.shared[0].value) : NULL;
    rdg_problem *p = NULL;
    if (set) {
        choose(&plan, set, n);
    }
    if (set && plan.n == 0) {
        rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where_made,
                 "\"%s\" has no maximum between omega = %g and %g rad/s", sensor, low, high);
    } else if (set) {
        p = rdg_equal_peaks_make(&plan);
    }
    rdg_peak_set_free(set);
    rdg_peak_response_free(plan.response);
    return p;
}
