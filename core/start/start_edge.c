/* Starts on the edge of a domain. A predictor is no solution as a rule: which parameters keep their values as
 * it is corrected decides whether the solution still lies on the edge, or inside, or beyond. */
#include "start_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

double rdg_start_slack(rdg_tracer *t, const double *u, rdg_index parameter, double value)
{
    const double times = 100.0; /* 1e-10 of the value, or of the typical sizes */
    return times * rdg_gate_slack(t, u, parameter, value);
}

static bool is_on(rdg_tracer *t, const double *u, rdg_index parameter, double value, double bound)
{
    return isfinite(bound) && fabs(value - bound) <= rdg_start_slack(t, u, parameter, bound);
}

/* The row that holds a parameter, if it is to be held. */
static bool plane_of(rdg_tracer *t, const double *guess, rdg_index k, bool on_edge, double *row)
{
    const rdg_run_setup *setup = t->setup;
    double value = 0.0;
    if (setup->held[k] || rdg_problem_parameter(t->p, k, guess, &value, row) != 0) {
        return false;
    }
    const bool on = is_on(t, guess, k, value, setup->low[k]) || is_on(t, guess, k, value, setup->high[k]);
    return on_edge ? on : !on && t->p->parameter[k].kind == RDG_INACTIVE;
}

void rdg_start_planes(rdg_tracer *t, const double *guess, bool hold, rdg_index without, rdg_index count,
                      double *rows)
{
    const rdg_index n = t->s->n;
    rdg_index made = 0;
    for (int on_edge = 1; hold && on_edge >= 0; on_edge--) {
        for (rdg_index k = 0; k < t->p->n_parameters && made < count; k++) {
            made += k != without && plane_of(t, guess, k, on_edge, rows + made * n);
        }
    }
    for (; made < count; made++) {
        for (rdg_index j = 0; j < n; j++) {
            rows[made * n + j] = cos(2.1 * (double)((made + 1) * (j + 1)) + (double)made) / t->s->size[j];
        }
    }
}

/* The predictor corrected where a parameter has the value `bound`. */
static rdg_status correct_on_edge(rdg_tracer *t, rdg_node *node, rdg_index parameter, double bound,
                                  rdg_newton_report *report, rdg_outcome *outcome)
{
    const double *guess = t->next.chart.u;
    const rdg_index planes = t->s->dimension - 1;
    double *rows = NULL;
    rdg_closing edge = rdg_closing_value(parameter, bound);
    if (planes > 0) {
        rows = rdg_context_calloc(t->ctx, (size_t)(planes * t->s->n), sizeof *rows);
        if (!rows) {
            return RDG_ERR_NO_MEMORY;
        }
        rdg_start_planes(t, guess, true, parameter, planes, rows);
        edge = rdg_closing_with_planes(edge, planes, rows, guess);
    }
    const rdg_status status = rdg_start_correct(t, node, &edge, guess, report, outcome);
    rdg_free(rows);
    return status;
}

rdg_status rdg_start_return_to_edge(rdg_tracer *t, rdg_node *node, rdg_newton_report *report)
{
    rdg_chart *chart = &node->chart;
    double value = 0.0;
    if (t->s->dimension < 1 || rdg_problem_parameters(t->p, chart->u, chart->mu) != 0) {
        return RDG_OK;
    }
    const rdg_index left = rdg_gate_window_left(t, chart);
    if (left < 0 || rdg_problem_parameter(t->p, left, t->next.chart.u, &value, NULL) != 0) {
        return RDG_OK;
    }
    const double low = t->setup->low[left];
    const double high = t->setup->high[left];
    const double bound = chart->mu[left] < low ? low : high;
    if (value < low - rdg_start_slack(t, t->next.chart.u, left, low) ||
        value > high + rdg_start_slack(t, t->next.chart.u, left, high)) {
        return RDG_OK; /* the predictor was outside: this will be stated */
    }
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    rdg_outcome outcome = RDG_FAILED;
    memcpy(t->special.chart.u, chart->u, bytes);
    RDG_TRY(correct_on_edge(t, node, left, bound, report, &outcome));
    if (outcome != RDG_CONVERGED) {
        memcpy(chart->u, t->special.chart.u, bytes);
    }
    return RDG_OK;
}
