/* The first chart of a run: from the problem's start values, given ones or a labelled solution, then
 * corrected. */
#include "run_data.h"
#include "run_data_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Blocks that the labelled solution has are taken over, the others keep their start values. */
static rdg_status read_label(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    rdg_chart *chart = &t->start.chart;
    rdg_run *run = rdg_run_open(t->ctx, setup->start_run);
    if (!run) {
        return rdg_error_status(t->ctx);
    }
    rdg_index shared = 0;
    rdg_status status = RDG_OK;
    for (rdg_index b = 0; status == RDG_OK && b < t->p->n_blocks; b++) {
        const rdg_block *block = &t->p->block[b];
        if (rdg_run_has_block(run, block->name)) {
            status = rdg_run_solution(run, setup->start_label, block->name, block->n, chart->u + block->start,
                                      chart->tangent + block->start);
            shared++;
        }
    }
    const rdg_index row = rdg_run_row_of_label(run, setup->start_label);
    t->start_is_branch_point = status == RDG_OK && row >= 0 && strcmp(rdg_run_type(run, row), "BP") == 0;
    if (status == RDG_OK && shared == 0) {
        status = RDG_FAIL(t->ctx, RDG_ERR_NAME, "run \"%s\" shares no block of variables with this problem",
                          setup->start_run);
    }
    rdg_run_free(run);
    return status;
}

rdg_status rdg_start_values_of_run(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    const size_t bytes = (size_t)t->p->n * sizeof(double);
    memcpy(t->start.chart.u, setup->start == RDG_START_VALUES ? setup->start_u : t->p->u0, bytes);
    if (setup->start == RDG_START_LABEL) {
        RDG_TRY(read_label(t));
    } else if (setup->switches) {
        memcpy(t->start.chart.tangent, setup->start_tangent, bytes);
    }
    for (rdg_index j = 0; j < t->p->n; j++) {
        if (!isfinite(t->start.chart.u[j])) {
            return RDG_FAIL(t->ctx, RDG_ERR_NOT_FINITE, "run \"%s\": start value %" PRId64 " is %g",
                            setup->name, j, t->start.chart.u[j]);
        }
    }
    return RDG_OK;
}

static rdg_status no_first_point(rdg_tracer *t, rdg_status status)
{
    return rdg_fail(t->ctx, status, "rdg_continue", "run \"%s\": no first point: %s", t->setup->name,
                    t->p->trouble[0] ? t->p->trouble
                                     : "the Jacobian at the start is singular; start beside this point");
}

static rdg_status correct_with(rdg_tracer *t, const rdg_closing *closing, const double *guess,
                               rdg_newton_report *report, rdg_outcome *outcome)
{
    memcpy(t->start.chart.u, guess, (size_t)t->s->n * sizeof(double));
    *outcome = rdg_correct(t->corrector, closing, t->start.chart.u, report);
    t->summary.corrections++;
    t->summary.iterations += report->iterations;
    return *outcome == RDG_ABORTED ? no_first_point(t, RDG_ERR_CALLBACK) : RDG_OK;
}

/* Does the first active parameter vary enough along the curve to be held during the first correction? */
static bool can_hold_first(rdg_tracer *t, const double *u, double *value)
{
    if (t->setup->first_active < 0 ||
        rdg_problem_parameter(t->p, t->setup->first_active, u, value, t->work) != 0) {
        return false;
    }
    double slope = 0.0;
    double largest = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        slope += t->work[j] * t->start.chart.tangent[j];
        largest = fmax(largest, fabs(t->work[j]) * t->s->size[j]);
    }
    return fabs(slope) > 1e-3 * largest;
}

/* Correct a guess on a curve: at the value of the first active parameter, or in the plane across the tangent.
 */
static rdg_status correct_curve(rdg_tracer *t, rdg_newton_report *report)
{
    rdg_system *s = t->s;
    double *guess = t->next.chart.u;
    double value = 0.0;
    rdg_outcome outcome = RDG_FAILED;
    memcpy(guess, t->start.chart.u, (size_t)s->n * sizeof(double));
    if (!rdg_tangent_at(t, guess, t->start.chart.tangent)) {
        return no_first_point(t, RDG_ERR_SINGULAR);
    }
    if (can_hold_first(t, guess, &value)) {
        const rdg_closing held = rdg_closing_value(t->setup->first_active, value);
        RDG_TRY(correct_with(t, &held, guess, report, &outcome));
    }
    if (outcome != RDG_CONVERGED) {
        for (rdg_index j = 0; j < s->n; j++) {
            t->row[j] = s->metric[j] * t->start.chart.tangent[j];
        }
        const rdg_closing plane = rdg_closing_plane(t->row, guess, 0.0);
        RDG_TRY(correct_with(t, &plane, guess, report, &outcome));
    }
    return outcome == RDG_CONVERGED ? RDG_OK : no_first_point(t, RDG_ERR_NO_CONVERGENCE);
}

static rdg_status correct_point(rdg_tracer *t, rdg_newton_report *report)
{
    rdg_outcome outcome = RDG_FAILED;
    memcpy(t->next.chart.u, t->start.chart.u, (size_t)t->s->n * sizeof(double));
    RDG_TRY(correct_with(t, NULL, t->next.chart.u, report, &outcome));
    return outcome == RDG_CONVERGED ? RDG_OK : no_first_point(t, RDG_ERR_NO_CONVERGENCE);
}

/* A start on a fold or on an event's value is on it exactly, whatever rounding says, so that the event is not
 * met once more right behind it; outside a window is refused. */
static rdg_status settle_on_events(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (event->kind == RDG_EVENT_FOLD && fabs(t->start.test[k]) < 1e-7) {
            t->start.test[k] = 0.0;
        }
        if (event->kind != RDG_EVENT_VALUE) {
            continue;
        }
        const double low = t->setup->low[event->parameter];
        const double high = t->setup->high[event->parameter];
        const double width = isfinite(high - low) ? high - low : fabs(event->value);
        if (fabs(t->start.test[k]) <= 1e-10 * fmax(fabs(event->value), width)) {
            t->start.test[k] = 0.0;
        }
        const bool outside = (event->value == low && t->start.test[k] < 0.0) ||
                             (event->value == high && t->start.test[k] > 0.0);
        if (event->ends_branch && event->stop == RDG_STOP_BOUNDARY && outside) {
            return RDG_FAIL(t->ctx, RDG_ERR_ARGUMENT,
                            "run \"%s\": it starts at %s = %.10g, outside its window [%g, %g]",
                            t->setup->name, t->p->parameter[event->parameter].name,
                            t->start.chart.mu[event->parameter], low, high);
        }
    }
    return RDG_OK;
}

/* Is there a branch point at the start values, with branches that have tangents? Then it is the start, with
 * the tangent of the branch that the given one is nearer to. */
static bool settle_on_branch_point(rdg_tracer *t)
{
    const double near = 1e-5;
    const rdg_system *s = t->s;
    rdg_chart *chart = &t->start.chart;
    rdg_chart *trial = &t->next.chart;
    rdg_newton_report report;
    memcpy(trial->u, chart->u, (size_t)s->n * sizeof(double));
    memcpy(trial->tangent, chart->tangent, (size_t)s->n * sizeof(double));
    if (!rdg_system_normalise(s, trial->tangent) ||
        rdg_branch_point_solve(t, trial->tangent, trial->u, &report) != RDG_CONVERGED) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        if (fabs(trial->u[j] - chart->u[j]) > near * s->size[j]) {
            return false;
        }
    }
    memcpy(chart->u, trial->u, (size_t)s->n * sizeof(double));
    memcpy(chart->tangent, trial->tangent, (size_t)s->n * sizeof(double));
    chart->iterations = report.iterations;
    t->summary.iterations += report.iterations;
    t->summary.corrections++;
    return true;
}

/* Start on a branch point that is settled. Where the Jacobian is singular no function of its factors is
 * known. */
static rdg_status start_on_branch_point(rdg_tracer *t)
{
    rdg_chart *chart = &t->start.chart;
    t->start.determinant = (rdg_determinant){.sign = 0.0};
    chart->type = "";
    if (!rdg_tangent_orient(t, chart->u, chart->tangent) || !rdg_node_observe(t, &t->start)) {
        return no_first_point(t, RDG_ERR_NOT_FINITE);
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        /* on the way out of a branch point a parameter may be stationary: this is no fold of the new branch
         */
        const bool stationary = t->setup->event[k].kind == RDG_EVENT_FOLD && fabs(t->start.test[k]) < 1e-3;
        t->start.test[k] = stationary ? 0.0 : t->start.test[k];
    }
    return settle_on_events(t);
}

static rdg_status start_switched(rdg_tracer *t)
{
    rdg_chart *chart = &t->start.chart;
    if (!settle_on_branch_point(t)) {
        return RDG_FAIL(
            t->ctx, RDG_ERR_SINGULAR,
            "run \"%s\": the start is no simple branch point of this problem with these parameters "
            "released, there is no other branch to switch to",
            t->setup->name);
    }
    memcpy(t->next.chart.tangent, chart->tangent, (size_t)t->s->n * sizeof(double));
    RDG_TRY(rdg_branch_point_other(t, chart->u, t->next.chart.tangent, chart->tangent));
    return start_on_branch_point(t);
}

rdg_status rdg_start_chart(rdg_tracer *t)
{
    rdg_newton_report report = {.iterations = 0};
    rdg_system_rescale(t->s, t->start.chart.u);
    if (t->setup->switches) {
        return start_switched(t);
    }
    if (t->start_is_branch_point && t->s->dimension == 1 && settle_on_branch_point(t)) {
        return start_on_branch_point(t);
    }
    RDG_TRY(t->s->dimension == 1 ? correct_curve(t, &report) : correct_point(t, &report));
    rdg_system_rescale(t->s, t->start.chart.u);
    if (t->s->dimension == 1) {
        memcpy(t->next.chart.tangent, t->start.chart.tangent, (size_t)t->s->n * sizeof(double));
    }
    if (!rdg_node_complete_exactly(t, &t->start, t->next.chart.tangent, &report)) {
        return no_first_point(t, RDG_ERR_SINGULAR);
    }
    return settle_on_events(t);
}
