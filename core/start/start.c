/* The first chart of a run: its start values corrected, or a branch point left on another branch. */
#include "start_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"
#include "walk_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Is there a branch point at the start values, with branches that have tangents? Then it is the start, with
 * the tangent of the branch that the given one is nearer to. */
static bool settle_on_branch_point(rdg_tracer *t)
{
    const double near = 1e-5;
    const rdg_system *s = t->s;
    rdg_chart *chart = &t->start.chart;
    rdg_chart *trial = &t->next.chart;
    rdg_newton_report report;
    rdg_branch_kind kind = RDG_BRANCH_POINT;
    memcpy(trial->u, chart->u, (size_t)s->n * sizeof(double));
    memcpy(trial->tangent, chart->tangent, (size_t)s->n * sizeof(double));
    if (!rdg_system_normalise(s, trial->tangent) ||
        rdg_branch_point_solve(t, trial->tangent, trial->u, HUGE_VAL, &report, &kind) != RDG_CONVERGED) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        if (fabs(trial->u[j] - chart->u[j]) > near * s->size[j]) {
            return false;
        }
    }
    if (rdg_gate_residual(t, trial->u, &trial->residual) != RDG_CONVERGED) {
        return false;
    }
    memcpy(chart->u, trial->u, (size_t)s->n * sizeof(double));
    memcpy(chart->tangent, trial->tangent, (size_t)s->n * sizeof(double));
    chart->iterations = report.iterations;
    t->summary.iterations += report.iterations;
    t->summary.corrections++;
    return true;
}

/* Start on a branch point that is located. Where the Jacobian is singular no function of its factors is
 * known. */
static rdg_status start_on_branch_point(rdg_tracer *t)
{
    rdg_chart *chart = &t->start.chart;
    t->start.determinant = (rdg_determinant){.sign = 0.0};
    chart->type = "";
    if (rdg_tangent_orient(t, chart->u, chart->tangent) != RDG_CONVERGED ||
        rdg_node_observe(t, &t->start) != RDG_CONVERGED || rdg_gate_solves(t, &t->start) != RDG_CONVERGED) {
        return rdg_no_first_point(t);
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        /* on the way out of a branch point a parameter may be stationary: this is no fold of the new branch
         */
        const bool stationary = t->setup->event[k].kind == RDG_EVENT_FOLD && fabs(t->start.test[k]) < 1e-3;
        t->start.test[k] = stationary ? 0.0 : t->start.test[k];
    }
    return rdg_start_settle(t, &t->start);
}

/* The largest derivative of a function along the tangent, relative to its largest ones nearby. */
static double slope_of_functions(const rdg_tracer *t, const double *tangent)
{
    rdg_system *s = t->s;
    const double *scale = rdg_bordered_row_scale(s->matrix); /* of the last factors */
    double *slope = s->probe_row;
    double worst = 0.0;
    rdg_system_jacobian_times(s, tangent, slope);
    for (rdg_index i = 0; i < s->m; i++) {
        worst = fmax(worst, fabs(slope[i]) / scale[i]);
    }
    return worst;
}

/* The start is a branch point, as the program states: only that the functions vanish there (by the acceptance
 * test), and do not change along either branch, is examined. */
static rdg_status trust_branch_point(rdg_tracer *t)
{
    const double none = 1e-5; /* of the terms that cancel */
    rdg_chart *chart = &t->start.chart;
    double *left = t->next.chart.tangent;
    memcpy(left, chart->tangent, (size_t)t->s->n * sizeof *left);
    rdg_system_normalise(t->s, left);
    RDG_TRY(rdg_branch_point_other(t, chart->u, left, chart->tangent));
    if (rdg_system_jacobian(t->s, chart->u) != 0) {
        return rdg_no_first_point(t);
    }
    const double slope = fmax(slope_of_functions(t, left), slope_of_functions(t, chart->tangent));
    return isless(slope, none) ? start_on_branch_point(t)
                               : rdg_fail(t->ctx, RDG_ERR_SINGULAR, "rdg_continue",
                                          "run \"%s\": the start is no branch point: the functions change by "
                                          "%.1e of their terms along one of the two branches",
                                          t->setup->name, slope);
}

/* From a point of the branch beside the branch point, the way that the tangent given leads. */
static rdg_status start_on_ray(rdg_tracer *t, rdg_raise *raise)
{
    rdg_chart *chart = &t->start.chart;
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    double *away = rdg_context_calloc(t->ctx, (size_t)t->s->n, sizeof *away);
    RDG_TRY(rdg_error_status(t->ctx));
    memcpy(away, chart->tangent, bytes);
    memset(chart->tangent, 0, bytes);
    const rdg_status status = rdg_raise_first_node(raise, &t->start);
    if (status == RDG_OK && rdg_system_dot(t->s, away, chart->tangent) < 0.0) {
        rdg_walk_reverse(t, &t->start);
    }
    t->first.leaves_one_way = true;
    rdg_free(away);
    return status;
}

static rdg_status start_on_chosen_ray(rdg_tracer *t, rdg_raise *raise)
{
    rdg_chart *chart = &t->start.chart;
    double *ray = t->next.chart.u;
    RDG_TRY(rdg_multiple_point_other(t, chart, chart->tangent, t->setup->branch, ray));
    for (rdg_index j = 0; j < t->s->n; j++) {
        chart->tangent[j] = ray[j] - chart->u[j];
        chart->u[j] = ray[j];
    }
    return start_on_ray(t, raise);
}

static rdg_status start_switched(rdg_tracer *t, rdg_raise *raise)
{
    rdg_chart *chart = &t->start.chart;
    if (t->s->dimension != 1) {
        return rdg_fail(t->ctx, RDG_ERR_SIZE, "rdg_continue",
                        "run \"%s\": another branch is to be taken, but the manifold has dimension %" PRId64
                        "; branches are switched on curves only",
                        t->setup->name, t->s->dimension);
    }
    if (!(rdg_system_dot(t->s, chart->tangent, chart->tangent) > 0.0)) {
        return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": the tangent of the branch that is left is zero", t->setup->name);
    }
    if (t->setup->start.kind == RDG_OPTION_SWITCH_KNOWN) {
        return trust_branch_point(t);
    }
    if (!rdg_system_normalise(t->s, chart->tangent)) {
        return rdg_no_first_point(t);
    }
    if (t->setup->start.kind == RDG_OPTION_SWITCH_ALONG) {
        return start_on_ray(t, raise);
    }
    if (rdg_multiple_point_look(t, chart) == RDG_ABORTED) {
        return rdg_no_first_point(t);
    }
    if (chart->multiplicity > 1) {
        return start_on_chosen_ray(t, raise);
    }
    if (t->setup->branch != 1) {
        return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": branch number %" PRId64
                        " is to be taken, but the start is no branch point of "
                        "multiplicity 2 or more: RDG_SWITCH() takes the only other branch",
                        t->setup->name, t->setup->branch);
    }
    if (!settle_on_branch_point(t)) {
        const rdg_status why = t->p->trouble_status;
        return why == RDG_ERR_CALLBACK || why == RDG_ERR_NOT_FINITE
                   ? rdg_no_first_point(t)
                   : rdg_fail(t->ctx, RDG_ERR_SINGULAR, "rdg_continue",
                              "run \"%s\": the start is no simple branch point of this problem with these "
                              "parameters released, there is no other branch to switch to: RDG_SWITCH() "
                              "leaves a point of type BP",
                              t->setup->name);
    }
    memcpy(t->next.chart.tangent, chart->tangent, (size_t)t->s->n * sizeof(double));
    RDG_TRY(rdg_branch_point_other(t, chart->u, t->next.chart.tangent, chart->tangent));
    return start_on_branch_point(t);
}

rdg_status rdg_start_chart(rdg_tracer *t, rdg_raise *raise)
{
    rdg_frozen_hold(&t->p->frozen, t->start.chart.u);
    rdg_frozen_clear(&t->p->frozen, t->start.chart.tangent);
    rdg_system_rescale(t->s, t->start.chart.u);
    if (t->setup->switches) {
        return start_switched(t, raise);
    }
    if (t->first.is_branch_point && t->s->dimension == 1 && settle_on_branch_point(t)) {
        return start_on_branch_point(t);
    }
    return rdg_raise_first_node(raise, &t->start);
}
