/* Several peaks of one response in one problem: as many copies of the ridge, side by side, each with unit
 * weight, then the glue. The adjoint equations of the copies are added at once, before they are glued: so
 * each copy has its own, and those of the glued problem, in which a copy of weight 0 would be singular, are
 * none. */
#include "equal_peaks_impl.h"

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

/* So many maxima are higher, images under a symmetry of the structure counting once. */
static rdg_index rank(const rdg_peak_set *set, rdg_index k)
{
    rdg_index higher = 0;
    for (rdg_index i = 0; i < set->count; i++) {
        const double more = set->peak[i]->amplitude - set->peak[k]->amplitude;
        higher += set->peak[i]->multiplicity > 0 && (more > 0.0 || (more == 0.0 && i < k));
    }
    return higher;
}

const rdg_peak_set *rdg_equal_peaks_find(rdg_equal_peaks_plan *plan, rdg_index n, double low, double high)
{
    if (!plan->response) {
        plan->response = rdg_peak_response_create(plan->hb, plan->sensor, low, high, plan->shared + 1);
    }
    for (rdg_index k = 1; plan->response && k < plan->n_shared; k++) {
        rdg_peak_response_hold(plan->response, plan->shared[k].name, plan->shared[k].value);
    }
    const rdg_peak_set *set = plan->response ? rdg_peak_set_at(plan->response, plan->shared[0].value) : NULL;
    plan->n = 0;
    for (rdg_index i = 0; set && i < set->count; i++) {
        if (set->peak[i]->multiplicity > 0 && rank(set, i) < n) {
            plan->u[plan->n++] = set->peak[i]->u;
        }
    }
    return set;
}

static void name_part(rdg_index i, const char *what, char name[RDG_EQUAL_PEAKS_NAME])
{
    snprintf(name, RDG_EQUAL_PEAKS_NAME, "peak%" PRId64 "%s%.290s", i + 1, *what ? "." : "", what);
}

static rdg_status add_copy(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index i, rdg_problem *single)
{
    const rdg_index m = rdg_hbm_unknowns(plan->hb);
    char part[RDG_EQUAL_PEAKS_NAME];
    const double *u = rdg_start_values(single);
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

/* The block `to` has the values that `from` has in the problem of one peak, behind its first `before`. */
static rdg_status take_block(rdg_problem *p, const char *to, rdg_index before, rdg_problem *single,
                             const char *from)
{
    rdg_index n = 0;
    const rdg_index in_p = rdg_variable_index(p, to, NULL);
    const rdg_index in_single = rdg_variable_index(single, from, &n);
    if (in_p < 0 || in_single < 0) {
        return RDG_ERR_NAME;
    }
    memcpy(rdg_start_values(p) + in_p + before, rdg_start_values(single) + in_single,
           (size_t)n * sizeof(double));
    return RDG_OK;
}

/* Multipliers of a copy; those of what is shared and the frequency are no one's business to hold. */
static rdg_status take_multipliers(rdg_problem *p, const rdg_equal_peaks_plan *plan, rdg_index i,
                                   rdg_problem *single)
{
    char name[RDG_EQUAL_PEAKS_NAME], to[RDG_EQUAL_PEAKS_NAME + 8], from[RDG_EQUAL_PEAKS_NAME + 8];
    RDG_TRY(take_block(p, "lambda", i * rdg_hbm_unknowns(plan->hb), single, "lambda"));
    name_part(i, plan->sensor, name);
    snprintf(to, sizeof to, "d.%s", name);
    snprintf(from, sizeof from, "d.%.300s", plan->sensor);
    RDG_TRY(take_block(p, to, 0, single, from));
    for (rdg_index k = 0; k < plan->n_shared; k++) {
        name_part(i, plan->shared[k].name, name);
        snprintf(to, sizeof to, "d.%s", name);
        snprintf(from, sizeof from, "d.%.300s", plan->shared[k].name);
        RDG_TRY(take_block(p, to, 0, single, from));
        RDG_TRY(rdg_let_vary(p, to));
        RDG_TRY(rdg_hide_parameter(p, to));
        RDG_TRY(rdg_let_vary(p, name));
        RDG_TRY(rdg_hide_parameter(p, name));
    }
    name_part(i, "omega", name);
    return rdg_let_vary(p, name);
}

static rdg_status fill(rdg_problem *p, rdg_equal_peaks_plan *plan, rdg_problem *const *single)
{
    char objective[RDG_EQUAL_PEAKS_NAME];
    for (rdg_index i = 0; i < plan->n; i++) {
        RDG_TRY(add_copy(p, plan, i, single[i]));
        RDG_TRY(rdg_parameter_value(single[i], plan->sensor, rdg_start_values(single[i]), &plan->height[i]));
    }
    name_part(0, plan->sensor, objective);
    if (!rdg_adjoint_add(p, objective)) {
        return rdg_error_status(plan->ctx);
    }
    for (rdg_index i = 0; i < plan->n; i++) {
        RDG_TRY(take_multipliers(p, plan, i, single[i]));
    }
    return rdg_equal_peaks_glue(p, plan);
}

rdg_problem *rdg_equal_peaks_make(rdg_equal_peaks_plan *plan)
{
    rdg_problem *single[RDG_EQUAL_PEAKS_MOST] = {0};
    bool all = true;
    for (rdg_index i = 0; i < plan->n && all; i++) {
        single[i] = rdg_equal_peaks_single(plan, plan->u[i]);
        all = single[i];
    }
    rdg_problem *p = all ? rdg_problem_create(plan->ctx) : NULL;
    if (p && fill(p, plan, single) != RDG_OK) {
        rdg_problem_free(p);
        p = NULL;
    }
    for (rdg_index i = 0; i < plan->n; i++) {
        rdg_problem_free(single[i]);
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
    const rdg_peak_set *peaks = rdg_equal_peaks_find(&plan, n, low, high);
    if (peaks && plan.n == 0) {
        rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where_made,
                 "\"%s\" has no maximum between omega = %g and %g rad/s", sensor, low, high);
    }
    rdg_problem *p =
        peaks && plan.n > 0 && rdg_error_status(ctx) == RDG_OK ? rdg_equal_peaks_make(&plan) : NULL;
    rdg_peak_set_free(peaks);
    rdg_peak_response_free(plan.response);
    return p;
}
