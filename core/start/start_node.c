/* A first point: start values corrected on a curve, on a surface or to a point, and placed on what they lie
 * on. */
#include "constants_impl.h"
#include "start_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

/* A first point that was met in the plane has another value of the first active parameter than its predictor:
 * next to it this is fine, far away it is to be stated, or to be tried otherwise first. */
static rdg_outcome accept_moved(rdg_tracer *t, const rdg_node *node, const double *guess, double value,
                                rdg_outcome outcome)
{
    const double near = 0.1;
    double after = 0.0;
    double moved = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        moved = rdg_larger(moved, fabs(node->chart.u[j] - guess[j]) / t->s->size[j]);
    }
    const rdg_index k = t->setup->first_active;
    if (outcome != RDG_CONVERGED || moved <= near || k < 0 ||
        rdg_problem_parameter(t->p, k, node->chart.u, &after, NULL) != 0) {
        return outcome;
    }
    if (t->first.stays) {
        rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "none near the start values");
        return RDG_FAILED;
    }
    if (t->position.handler_calls == 0 && fabs(after - value) > near * fabs(value)) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: no solution was found at %s = %.6g: it starts at %.6g\n", t->setup->name,
                  t->p->parameter[k].name, value, after);
    }
    return outcome;
}

/* Start values that were a solution but for rounding keep their value of the first active parameter, where
 * holding it does not cost digits: it may be the edge of a domain, and is what was requested. */
static rdg_status keep_value(rdg_tracer *t, rdg_node *node, double slope, double value,
                             rdg_newton_report *report)
{
    const double rounding = 1e-9, least_slope = 1e-5;
    double after = 0.0;
    rdg_outcome outcome = RDG_FAILED;
    if (t->position.handler_calls > 0 || fabs(slope) <= least_slope || !isfinite(value) ||
        rdg_problem_parameter(t->p, t->setup->first_active, node->chart.u, &after, NULL) != 0 ||
        after == value || fabs(after - value) > rounding * fabs(value)) {
        return RDG_OK;
    }
    const rdg_closing held = rdg_closing_value(t->setup->first_active, value);
    rdg_node_copy(t, &t->special, node);
    RDG_TRY(rdg_start_correct(t, node, &held, t->special.chart.u, report, &outcome));
    if (outcome != RDG_CONVERGED) {
        rdg_problem_forget_trouble(t->p);
        rdg_node_copy(t, node, &t->special);
    }
    return RDG_OK;
}

/* Correct a predictor on a curve: at the value of the first active parameter, or in the plane across the
 * tangent.
 */
static rdg_status correct_curve(rdg_tracer *t, rdg_node *node, rdg_newton_report *report)
{
    rdg_system *s = t->s;
    double *guess = t->next.chart.u;
    double value = 0.0;
    rdg_outcome outcome = RDG_FAILED;
    memcpy(guess, node->chart.u, (size_t)s->n * sizeof(double));
    if (rdg_tangent_at(t, guess, node->chart.tangent) != RDG_CONVERGED) {
        return rdg_no_first_point(t);
    }
    const double slope = rdg_slope_of_first(t, &node->chart, &value);
    if (fabs(slope) > 1e-3) {
        const rdg_closing held = rdg_closing_value(t->setup->first_active, value);
        RDG_TRY(rdg_start_correct(t, node, &held, guess, report, &outcome));
    }
    if (outcome != RDG_CONVERGED) {
        for (rdg_index j = 0; j < s->n; j++) {
            t->row[j] = s->metric[j] * node->chart.tangent[j];
        }
        const rdg_closing plane = rdg_closing_plane(t->row, guess, 0.0);
        RDG_TRY(rdg_start_correct(t, node, &plane, guess, report, &outcome));
        outcome = accept_moved(t, node, guess, value, outcome);
        if (outcome == RDG_CONVERGED) {
            RDG_TRY(keep_value(t, node, slope, value, report));
        }
    }
    return outcome == RDG_CONVERGED ? RDG_OK : rdg_no_first_point(t);
}

/* Correct a predictor on a surface at its values of the released parameters, or near by. */
static rdg_status correct_surface(rdg_tracer *t, rdg_node *node, rdg_newton_report *report)
{
    const rdg_index k = t->s->dimension;
    const size_t n = (size_t)t->s->n;
    rdg_outcome outcome = RDG_FAILED;
    double *rows = rdg_context_calloc(t->ctx, (size_t)k * n, sizeof *rows);
    if (!rows) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(t->next.chart.u, node->chart.u, n * sizeof(double));
    rdg_status status = RDG_OK;
    for (int hold = 1; status == RDG_OK && hold >= 0 && outcome != RDG_CONVERGED; hold--) {
        rdg_start_planes(t, t->next.chart.u, hold, -1, k, rows);
        const rdg_closing planes =
            rdg_closing_with_planes((rdg_closing){.n_planes = 0}, k, rows, t->next.chart.u);
        status = rdg_start_correct(t, node, &planes, t->next.chart.u, report, &outcome);
    }
    rdg_free(rows);
    RDG_TRY(status);
    return outcome == RDG_CONVERGED ? RDG_OK : rdg_no_first_point(t);
}

static rdg_status correct_point(rdg_tracer *t, rdg_node *node, rdg_newton_report *report)
{
    rdg_outcome outcome = RDG_FAILED;
    memcpy(t->next.chart.u, node->chart.u, (size_t)t->s->n * sizeof(double));
    RDG_TRY(rdg_start_correct(t, node, NULL, t->next.chart.u, report, &outcome));
    return outcome == RDG_CONVERGED ? RDG_OK : rdg_no_first_point(t);
}

/* Held parameters have domains, too. */
static rdg_status check_domains(const rdg_tracer *t, const rdg_node *node)
{
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        RDG_TRY(rdg_run_setup_check_start(t->setup, t->p, k, node->chart.mu[k]));
    }
    return RDG_OK;
}

rdg_status rdg_start_settle(rdg_tracer *t, rdg_node *node)
{
    RDG_TRY(check_domains(t, node));
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (event->kind == RDG_EVENT_FOLD && fabs(node->test[k]) < RDG_STATIONARY) {
            node->test[k] = 0.0;
        }
        if (event->kind != RDG_EVENT_VALUE || isnan(node->test[k])) { /* NaN: it cannot happen here */
            continue;
        }
        if (t->s->dimension == 0 &&
            !rdg_event_is_bound(event)) { /* nothing is passed on the continuation: how near
                                             it is may cost more than the point */
            continue;
        }
        const double low = t->setup->low[event->parameter];
        const double high = t->setup->high[event->parameter];
        const double on_it = rdg_start_slack(t, node->chart.u, event->parameter, event->value);
        if (fabs(node->test[k]) <= on_it) {
            node->test[k] = 0.0;
        }
        const bool outside =
            (event->value == low && node->test[k] < 0.0) || (event->value == high && node->test[k] > 0.0);
        if (rdg_event_is_bound(event) && outside) {
            const bool is_frequency = strcmp(t->p->parameter[event->parameter].unit, "rad/s") == 0;
            return rdg_fail(t->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                            "run \"%s\": it starts at %s = %.10g, outside its domain [%g, %g]: start within "
                            "it (RDG_FROM(), start values) or make it wider%s",
                            t->setup->name, t->p->parameter[event->parameter].name,
                            node->chart.mu[event->parameter], low, high,
                            is_frequency ? "; frequencies are in rad/s, RDG_HZ(f) makes them of Hz" : "");
        }
    }
    return RDG_OK;
}

rdg_status rdg_first_node(rdg_tracer *t, rdg_node *node)
{
    rdg_newton_report report = {.iterations = 0};
    rdg_frozen_hold(&t->p->frozen, node->chart.u);
    rdg_system_rescale(t->s, node->chart.u);
    const rdg_index dimension = t->s->dimension;
    RDG_TRY(dimension == 0   ? correct_point(t, node, &report)
            : dimension == 1 ? correct_curve(t, node, &report)
                             : correct_surface(t, node, &report));
    RDG_TRY(rdg_start_return_to_edge(t, node, &report));
    rdg_system_rescale(t->s, node->chart.u);
    /* anew: beyond a non-smooth point the predictor may have quite another tangent */
    if (dimension == 1 && rdg_tangent_at(t, node->chart.u, t->next.chart.tangent) != RDG_CONVERGED) {
        return rdg_no_first_point(t);
    }
    if (rdg_node_complete_exactly(t, node, t->next.chart.tangent, &report) != RDG_CONVERGED ||
        rdg_gate_solves(t, node) != RDG_CONVERGED) {
        return rdg_no_first_point(t);
    }
    return rdg_start_settle(t, node);
}
