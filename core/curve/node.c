/* Nodes: a chart's tangent, parameters and test functions. */
#include "log_product_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <string.h>

void rdg_node_swap(rdg_node *a, rdg_node *b)
{
    const rdg_node kept = *a;
    *a = *b;
    *b = kept;
}

void rdg_node_copy(const rdg_tracer *t, rdg_node *to, const rdg_node *from)
{
    const rdg_node arrays = *to;
    *to = *from;
    to->chart.u = arrays.chart.u;
    to->chart.tangent = arrays.chart.tangent;
    to->chart.mu = arrays.chart.mu;
    to->test = arrays.test;
    to->slope = arrays.slope;
    memcpy(to->chart.u, from->chart.u, (size_t)t->p->n * sizeof(double));
    memcpy(to->chart.tangent, from->chart.tangent, (size_t)t->p->n * sizeof(double));
    memcpy(to->chart.mu, from->chart.mu, (size_t)t->p->n_parameters * sizeof(double));
    memcpy(to->test, from->test, (size_t)t->setup->n_events * sizeof(double));
    memcpy(to->slope, from->slope, (size_t)t->setup->n_events * sizeof(double));
}

double rdg_node_distance(const rdg_tracer *t, const rdg_node *a, const rdg_node *b)
{
    return rdg_system_distance(t->s, a->chart.u, b->chart.u);
}

/* Factors from as near, in the scaled variables, report a point's tangent and determinant. */
static const double near_factors = 1e-5;

/* t from [G_u; row] t = e_n with the factors at hand, unit length, along `along`. */
static bool tangent_from_factors(rdg_tracer *t, const double *along, double *tangent)
{
    rdg_system_solve(t->s, t->s->matrix, t->s->probe_unit, tangent);
    if (!rdg_system_normalise(t->s, tangent)) {
        return false;
    }
    if (along && rdg_system_dot(t->s, tangent, along) < 0.0) {
        for (rdg_index j = 0; j < t->s->n; j++) {
            tangent[j] = -tangent[j];
        }
    }
    return true;
}

double rdg_event_value(rdg_problem *p, const rdg_event *event, const rdg_chart *at)
{
    const bool here = !event->where || event->where(p, at, event->data);
    return here ? at->mu[event->parameter] - event->value : NAN;
}

double rdg_event_sense(const rdg_event *event, const rdg_node *node)
{
    return event->turns_with_curve ? node->determinant.sign : 1.0;
}

const char *rdg_event_type(rdg_problem *p, const rdg_event *event, const rdg_chart *before,
                           const rdg_chart *at, const rdg_chart *after)
{
    return event->check ? event->check(p, before, at, after, event->data) : event->type;
}

int rdg_slope_along(rdg_tracer *t, rdg_index parameter, const double *u, const double *tangent,
                    rdg_slope *slope)
{
    *slope = (rdg_slope){.along = 0.0};
    const int answer = rdg_problem_parameter(t->p, parameter, u, &slope->value, t->work);
    for (rdg_index j = 0; answer == 0 && j < t->s->n; j++) {
        slope->along += t->work[j] * tangent[j];
        const double largest = rdg_frozen_has(&t->p->frozen, j) ? 0.0 : fabs(t->work[j]) * t->s->size[j];
        slope->largest = rdg_larger(slope->largest, largest);
    }
    return answer;
}

bool rdg_has_derivatives(const rdg_problem *p)
{
    bool exact = true;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        exact = exact && (p->entry[k].is_monitor || p->entry[k].function.df);
    }
    return exact;
}

double rdg_slope_rounding(const rdg_tracer *t)
{
    return fmax(2.0 * t->setup->newton.step_tol, rdg_has_derivatives(t->p) ? 0.0 : 1e-9);
}

/* Slope of the parameter along the tangent, and relative to its largest one into the test: zero where it is
 * nothing but rounding, as where a parameter saturates. */
static int test_fold(rdg_tracer *t, rdg_node *node, rdg_index k)
{
    rdg_slope slope;
    const int answer =
        rdg_slope_along(t, t->setup->event[k].parameter, node->chart.u, node->chart.tangent, &slope);
    const double relative = slope.largest > 0.0 ? slope.along / slope.largest : 0.0;
    node->slope[k] = slope.along;
    node->test[k] = fabs(relative) > rdg_slope_rounding(t) ? relative : 0.0;
    return answer;
}

static int evaluate_tests(rdg_tracer *t, rdg_node *node)
{
    int answer = 0;
    for (rdg_index k = 0; answer == 0 && k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        switch (event->kind) {
        case RDG_EVENT_VALUE:
            node->test[k] = rdg_event_value(t->p, event, &node->chart) * rdg_event_sense(event, node);
            node->slope[k] = NAN; /* not known */
            break;
        case RDG_EVENT_FOLD:
            node->test[k] = 1.0;
            answer = t->s->dimension == 1 ? test_fold(t, node, k) : 0;
            break;
        case RDG_EVENT_BRANCH:
            node->test[k] = node->determinant.sign;
            break;
        case RDG_EVENT_COUNT:
            rdg_index_observe(t, node, k);
            break;
        }
    }
    return answer;
}

rdg_outcome rdg_node_observe(rdg_tracer *t, rdg_node *node)
{
    rdg_chart *chart = &node->chart;
    node->solves = false;
    node->event = NULL;
    chart->n_rays = 0;
    chart->rays = NULL;
    chart->multiplicity = 0;
    chart->norm = 0.0;
    chart->interval = chart->slope[0] = chart->slope[1] = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        chart->norm += chart->u[j] * chart->u[j];
    }
    chart->norm = sqrt(chart->norm);
    const bool good = rdg_problem_parameters(t->p, chart->u, chart->mu) == 0 && evaluate_tests(t, node) == 0;
    return good ? RDG_CONVERGED : rdg_failure_of(t->p);
}

/* One step of iterative refinement of the tangent: factors of a matrix nearby, Jacobian at the point. Returns
 * how much it changed the tangent, relatively. */
static double refine_tangent(rdg_tracer *t, double *tangent)
{
    rdg_system *s = t->s;
    double *left = s->probe_row, *change = s->probe_tangent;
    rdg_system_jacobian_times(s, tangent, left);
    memset(left + s->m, 0, (size_t)(s->n - s->m) * sizeof *left); /* its length is not what counts */
    rdg_system_solve_step(s, s->matrix, left, change);
    for (rdg_index j = 0; j < s->n; j++) {
        tangent[j] -= change[j];
    }
    const double size = sqrt(rdg_system_dot(s, change, change) / rdg_system_dot(s, tangent, tangent));
    return rdg_system_normalise(s, tangent) ? size : INFINITY;
}

/* Where a row is a single entry its scale hides that it vanishes. */
static double log_without_scales(const rdg_system *s, double log_magnitude)
{
    const double *row = rdg_bordered_row_scale(s->matrix);
    rdg_product scales = {1.0, 0.0};
    for (rdg_index j = 0; j < s->n; j++) {
        rdg_product_times(&scales, row[j] / (rdg_frozen_has(&s->p->frozen, j) ? 1.0 : s->size[j]));
    }
    return log_magnitude + rdg_product_log(&scales);
}

/* What the factors at hand know, the tangent being there already. */
static void take_determinant(rdg_tracer *t, rdg_node *node, const rdg_newton_report *report)
{
    node->chart.iterations = report->iterations;
    node->chart.residual = report->residual;
    node->determinant = (rdg_determinant){.sign = 1.0};
    if (t->s->dimension == 1) {
        node->determinant = rdg_bordered_determinant(t->s->matrix);
        node->log_determinant = log_without_scales(t->s, node->determinant.log_magnitude);
    }
}

/* Parameters and test functions as well. */
static rdg_outcome finish(rdg_tracer *t, rdg_node *node, const rdg_newton_report *report)
{
    take_determinant(t, node, report);
    return rdg_node_observe(t, node);
}

/* Factors at the node, whose Jacobian is the last one, and the tangent from them. */
static bool factor_there(rdg_tracer *t, rdg_node *node, const double *along)
{
    rdg_system *s = t->s;
    for (rdg_index j = 0; j < s->n; j++) {
        s->probe_row[j] = s->metric[j] * along[j];
    }
    return rdg_system_factor(s, s->matrix, NULL, s->probe_row) &&
           tangent_from_factors(t, along, node->chart.tangent);
}

static rdg_outcome factor_and_finish(rdg_tracer *t, rdg_node *node, const double *along,
                                     const rdg_newton_report *report)
{
    return factor_there(t, node, along) ? finish(t, node, report) : rdg_failure_of(t->p);
}

/* Is the slope of a fold's parameter as small as what factors from farther away may make of it, in a stiff
 * problem? */
static bool has_doubtful_slope(const rdg_tracer *t, const rdg_node *node, const rdg_newton_report *report)
{
    const double stiffness = 1e3;
    bool doubtful = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        doubtful = doubtful || (t->setup->event[k].kind == RDG_EVENT_FOLD &&
                                fabs(node->test[k]) < stiffness * report->from_factors);
    }
    return doubtful;
}

/* Are the factors as good as those of the point? Those of the predictor are not where steps shrink too
 * slowly. */
static bool are_near(const rdg_newton_report *report)
{
    const double fast = 1e-5;
    return report->from_factors <= near_factors && (!report->by_guess || report->ratio <= fast);
}

/* How much of a step such factors leave, the determinant is wrong by, about. */
static bool tell_determinant(const rdg_newton_report *report)
{
    const double fast = 5e-4;
    return !report->by_guess || report->ratio <= fast;
}

/* With the Jacobian at the node, which was evaluated last: do the factors at hand report its determinant, and
 * its tangent once that is refined? Factors from farther away turn the tangent, all the more where the
 * problem is stiff; refined, it is wrong by about the square of its change. */
static bool factors_serve(rdg_tracer *t, rdg_node *node, const rdg_newton_report *report)
{
    const double little = 1e-3;
    return tell_determinant(report) && refine_tangent(t, node->chart.tangent) <= little;
}

rdg_outcome rdg_node_sound(rdg_tracer *t, rdg_node *node, const double *along,
                           const rdg_newton_report *report)
{
    if (rdg_system_jacobian(t->s, node->chart.u) != 0) {
        return rdg_failure_of(t->p);
    }
    const bool serve = tangent_from_factors(t, along, node->chart.tangent) && factors_serve(t, node, report);
    if (!serve && !factor_there(t, node, along)) {
        return rdg_failure_of(t->p);
    }
    take_determinant(t, node, report);
    return RDG_CONVERGED;
}

rdg_outcome rdg_node_take_tangent(rdg_tracer *t, rdg_node *node, const double *along,
                                  const rdg_newton_report *report)
{
    if (t->s->dimension != 1) {
        return RDG_CONVERGED;
    }
    const bool has_tangent =
        tangent_from_factors(t, along, node->chart.tangent) &&
        (are_near(report) || (rdg_system_jacobian(t->s, node->chart.u) == 0 &&
                              (factors_serve(t, node, report) || factor_there(t, node, along))));
    return has_tangent ? RDG_CONVERGED : rdg_failure_of(t->p);
}

rdg_outcome rdg_node_complete(rdg_tracer *t, rdg_node *node, const double *along,
                              const rdg_newton_report *report)
{
    const rdg_outcome outcome = finish(t, node, report);
    const bool may_doubt = outcome == RDG_CONVERGED && t->s->dimension == 1 && are_near(report);
    return may_doubt && has_doubtful_slope(t, node, report)
               ? rdg_node_complete_exactly(t, node, along, report)
               : outcome;
}

rdg_outcome rdg_node_complete_exactly(rdg_tracer *t, rdg_node *node, const double *along,
                                      const rdg_newton_report *report)
{
    if (t->s->dimension != 1) {
        return finish(t, node, report);
    }
    return rdg_system_jacobian(t->s, node->chart.u) == 0 ? factor_and_finish(t, node, along, report)
                                                         : rdg_failure_of(t->p);
}

rdg_outcome rdg_tangent_orient(rdg_tracer *t, const double *u, double *tangent)
{
    if (t->setup->first_active < 0) {
        return RDG_CONVERGED;
    }
    rdg_slope slope;
    if (rdg_slope_along(t, t->setup->first_active, u, tangent, &slope) != 0) {
        return rdg_failure_of(t->p);
    }
    for (rdg_index j = 0; slope.along < 0.0 && j < t->s->n; j++) {
        tangent[j] = -tangent[j];
    }
    return RDG_CONVERGED;
}

rdg_outcome rdg_tangent_at(rdg_tracer *t, const double *u, double *tangent)
{
    rdg_system *s = t->s;
    if (rdg_system_jacobian(s, u) != 0) {
        return rdg_failure_of(t->p);
    }
    /* a row in general position first, then the tangent itself: the second system is well conditioned */
    for (rdg_index j = 0; j < s->n; j++) {
        s->probe_row[j] = rdg_general(j) / s->size[j];
    }
    for (int pass = 0; pass < 2; pass++) {
        if (!rdg_system_factor(s, s->matrix, NULL, s->probe_row)) {
            return rdg_failure_of(t->p);
        }
        if (!tangent_from_factors(t, NULL, tangent)) {
            return rdg_failure_of(t->p);
        }
        for (rdg_index j = 0; j < s->n; j++) {
            s->probe_row[j] = s->metric[j] * tangent[j];
        }
    }
    return rdg_tangent_orient(t, u, tangent);
}
