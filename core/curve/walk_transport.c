/* Variables that mean something else from the current chart on (transport.h). */
#include "predictor_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

void rdg_transport_begin(rdg_tracer *t)
{
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    memcpy(t->position.home, t->current.chart.u, bytes);
    memcpy(t->position.home + t->s->n, t->current.chart.tangent, bytes);
}

/* Correct a chart that has been carried over, across its tangent, and compute the rest anew. The start keeps
 * its first active parameter: it may be on a bound. */
static rdg_outcome complete(rdg_tracer *t, rdg_node *node)
{
    const rdg_index first = t->setup->first_active;
    const bool is_point = t->s->dimension == 0;
    rdg_chart *chart = &node->chart;
    const bool is_start = chart->point == 0 && first >= 0;
    const double value = is_start ? chart->mu[first] : 0.0;
    rdg_newton_report report;
    double *along = t->next.chart.tangent;
    rdg_system_rescale(t->s, chart->u);
    if (!is_point && !rdg_system_normalise(t->s, chart->tangent)) {
        return RDG_FAILED;
    }
    memcpy(along, chart->tangent, (size_t)t->s->n * sizeof *along);
    memcpy(t->next.chart.u, chart->u, (size_t)t->s->n * sizeof(double));
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->row[j] = t->s->metric[j] * along[j];
    }
    const rdg_closing closing =
        is_start ? rdg_closing_value(first, value) : rdg_closing_plane(t->row, t->next.chart.u, 0.0);
    rdg_outcome outcome = rdg_correct(t->corrector, is_point ? NULL : &closing, chart->u, &report);
    if (is_start && !is_point) {
        rdg_gate_put_on(t, first, value, chart->u);
    }
    t->summary.corrections++;
    t->summary.iterations += report.iterations;
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_node_complete_exactly(t, node, along, &report);
    }
    node->solves = false;
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

/* An event that is so near that it may lie on either side now would be lost, or found twice. */
static bool passes_event(const rdg_tracer *t, const rdg_node *before, const rdg_node *after)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const double from = before->test[k], to = after->test[k];
        if (isfinite(from) && isfinite(to) && (from * to < 0.0 || (from == 0.0 && to != 0.0))) {
            return true;
        }
    }
    return false;
}

/* Request about a node; *moved: it is another one now. */
static rdg_status choose(rdg_tracer *t, rdg_node *node, bool *moved)
{
    rdg_node *before = &t->bracket[0];
    const int chosen = node->event ? 0 : rdg_problem_choose(t->p, &node->chart);
    *moved = false;
    if (chosen == 0) {
        return RDG_OK;
    }
    rdg_node_copy(t, before, node);
    rdg_problem_carry(t->p, false, node->chart.u);
    rdg_problem_carry(t->p, false, node->chart.tangent);
    const rdg_outcome outcome = chosen < 0 ? RDG_ABORTED : complete(t, node);
    if (outcome == RDG_ABORTED) {
        return rdg_walk_abort(t, "a function that changes its variables ends the run");
    }
    *moved = outcome == RDG_CONVERGED && !passes_event(t, before, node);
    if (!*moved) {
        rdg_problem_undo(t->p);
        rdg_node_copy(t, node, before);
        rdg_problem_forget_trouble(t->p);
    }
    return RDG_OK;
}

rdg_status rdg_transport_choose(rdg_tracer *t)
{
    const rdg_index n = t->s->n;
    bool moved = false;
    RDG_TRY(choose(t, &t->current, &moved));
    if (moved) {
        rdg_problem_carry(t->p, false, t->before.tangent);
        rdg_problem_carry(t->p, false, t->before.u);
        rdg_problem_carry(t->p, false, t->before.older_tangent);
        rdg_problem_carry(t->p, false, t->before.older_u);
        rdg_predictor_forget(t);
        rdg_problem_carry(t->p, false, t->position.home);
        rdg_problem_carry(t->p, false, t->position.home + n);
        rdg_branches_begin(t);
        rdg_gate_begin_at(t, &t->current);
    }
    return RDG_OK;
}

rdg_status rdg_transport_start(rdg_tracer *t)
{
    enum { CYCLES = 3 };
    bool moved = t->p->n_transports > 0 && t->s->dimension <= 1 && !t->setup->switches;
    for (int k = 0; k < CYCLES && moved; k++) {
        RDG_TRY(choose(t, &t->start, &moved));
    }
    rdg_problem_settle(t->p, &t->start.chart);
    return RDG_OK;
}
