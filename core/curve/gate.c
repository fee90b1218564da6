/* The acceptance test: what every chart passes before it is emitted, whoever made it.
 *
 * Newton's method may have converged on a problem that has more terms than the functions (a branch point's
 * has an unfolding), or between two pieces of a function that jumps. So the residual of the functions and of
 * the held parameters is computed once more at the very point, which must also lie inside all domains and
 * must not be its predecessor once more. */
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <string.h>

/* Charts that are nearer to each other, relative to the typical sizes, are one. */
static const double same_place = 1e-13;
/* What Newton's method leaves of the distance from a bound it has met, relative to what its parameter is made
 * up of. */
static const double rounding = 1e-12;

void rdg_gate_begin_at(rdg_tracer *t, const rdg_node *node)
{
    memcpy(t->gate.before, node->chart.u, (size_t)t->p->n * sizeof(double));
    t->gate.event = node->event;
    t->gate.has_predecessor = true;
}

rdg_outcome rdg_gate_residual(rdg_tracer *t, const double *u, double *residual)
{
    const rdg_system *s = t->s;
    const double *scale = rdg_bordered_row_scale(s->matrix); /* of the last factors */
    const double most = fmax(t->setup->newton.residual_tol, RDG_FLOOR_RESIDUAL);
    if (rdg_system_residual(t->s, u, t->gate.values) != 0) {
        return rdg_failure_of(t->p);
    }
    double largest = 0.0;
    double sum = 0.0; /* not finite as soon as one entry is not */
    for (rdg_index i = 0; i < s->m; i++) {
        largest = rdg_larger(largest, fabs(t->gate.values[i]) / scale[i]);
        sum += t->gate.values[i];
    }
    for (rdg_index j = 0; j < s->n; j++) {
        sum += u[j];
    }
    *residual = largest;
    if (isfinite(sum) && largest <= most) {
        return RDG_CONVERGED;
    }
    rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "the scaled residual of the functions is %.1e there",
                         isfinite(sum) ? largest : NAN);
    return rdg_failure_of(t->p);
}

rdg_outcome rdg_gate_solves(rdg_tracer *t, rdg_node *node)
{
    if (node->solves) {
        return RDG_CONVERGED;
    }
    const rdg_outcome outcome = rdg_gate_residual(t, node->chart.u, &node->chart.residual);
    node->solves = outcome == RDG_CONVERGED;
    return outcome;
}

void rdg_gate_put_on(const rdg_tracer *t, rdg_index parameter, double value, double *u)
{
    const rdg_index j = rdg_problem_variable_of(t->p, parameter);
    if (j >= 0) {
        u[j] = value;
    }
}

/* A parameter without derivatives: the gradient by differences in each variable may cost more than the run.
 */
static bool lacks_gradient(const rdg_problem *p, rdg_index parameter)
{
    const rdg_parameter *of = &p->parameter[parameter];
    return of->kind > RDG_REGULAR || !p->entry[of->entry].function.df;
}

/* The largest change of a parameter for a change of one variable by its typical size, about: from differences
 * in a few directions. */
static double largest_change(rdg_tracer *t, const double *u, rdg_index parameter)
{
    enum { DIRECTIONS = 4 };
    const double h = 1e-6;
    double largest = 0.0;
    for (int k = 0; k < DIRECTIONS; k++) {
        double value[2];
        for (int side = 0; side < 2; side++) {
            for (rdg_index j = 0; j < t->s->n; j++) {
                const double sign = (k >> (j % 2)) % 2 == side ? 1.0 : -1.0;
                const double way = rdg_frozen_has(&t->p->frozen, j) ? 0.0 : sign * h * rdg_general(j);
                t->work[j] = u[j] + way * t->s->size[j];
            }
            if (rdg_problem_parameter(t->p, parameter, t->work, &value[side], NULL) != 0) {
                return 0.0;
            }
        }
        largest = rdg_larger(largest, fabs(value[1] - value[0]) / (2.0 * h));
    }
    return largest;
}

double rdg_gate_slack(rdg_tracer *t, const double *u, rdg_index parameter, double bound)
{
    const rdg_system *s = t->s;
    double value = 0.0;
    double largest = 0.0;
    if (lacks_gradient(t->p, parameter)) {
        return rounding * fmax(fabs(bound), largest_change(t, u, parameter));
    }
    if (rdg_problem_parameter(t->p, parameter, u, &value, t->work) != 0) {
        return 0.0;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        largest = rdg_larger(largest, rdg_frozen_has(&s->p->frozen, j) ? 0.0 : fabs(t->work[j]) * s->size[j]);
    }
    return rounding * fmax(fabs(bound), largest);
}

rdg_index rdg_gate_window_left(rdg_tracer *t, const rdg_chart *chart)
{
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        const double value = chart->mu[k];
        const double low = t->setup->low[k];
        const double high = t->setup->high[k];
        if (isnan(value)) { /* as one that RDG_COMPLETE() fills in may be, where there is no domain */
            if (low > -HUGE_VAL || high < HUGE_VAL) {
                return k;
            }
        } else if (value < low || value > high) {
            const double bound = value < low ? low : high;
            if (!(fabs(value - bound) <= rdg_gate_slack(t, chart->u, k, bound))) {
                return k;
            }
        }
    }
    return -1;
}

/* The predecessor once more? Of events that happen at one point each is a chart of its own. */
static bool is_predecessor(const rdg_tracer *t, const rdg_node *node, const char *type)
{
    if (!t->gate.has_predecessor || (type && node->event != t->gate.event) || (type && !node->event)) {
        return false;
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        if (fabs(node->chart.u[j] - t->gate.before[j]) > same_place * t->s->size[j]) {
            return false;
        }
    }
    return true;
}

static void say_refused(rdg_tracer *t, const rdg_chart *chart, const char *type, const char *why)
{
    char place[RDG_NUMBER_SIZE] = "";
    if (t->setup->first_active >= 0) {
        rdg_format(place, sizeof place, " = %.6g", chart->mu[t->setup->first_active]);
    }
    const rdg_index first = t->setup->first_active;
    rdg_warn(t->ctx, "points that are not reported",
             "run %s: a point%s%s%s%s%s is not reported: %s; shorter steps (RDG_STEP) may lead round it",
             t->setup->name, type ? " of type " : "", type ? type : "", first >= 0 ? " near " : "",
             first >= 0 ? t->p->parameter[first].name : "", place, why);
}

bool rdg_gate_is_wanted(rdg_tracer *t, const rdg_chart *chart)
{
    const rdg_run_setup *setup = t->setup;
    if (!setup->admits || setup->admits(t->p, chart, setup->admits_data)) {
        return true;
    }
    rdg_problem_complain(t->p, RDG_ERR_NO_CONVERGENCE, "the curve goes on as something that is not wanted");
    return false;
}

/* Domains are hard: parameters that are variables, and lie beyond a bound by rounding, are put on it. */
static rdg_outcome put_inside(rdg_tracer *t, rdg_node *node)
{
    rdg_chart *chart = &node->chart;
    bool moved = false;
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        const double low = t->setup->low[k];
        const double high = t->setup->high[k];
        const bool below = isless(chart->mu[k], low); /* quiet: there may be no value */
        const bool beyond = below || isgreater(chart->mu[k], high);
        const double bound = below ? low : high;
        if (beyond && rdg_problem_variable_of(t->p, k) >= 0 &&
            fabs(chart->mu[k] - bound) <= rdg_gate_slack(t, chart->u, k, bound)) {
            rdg_gate_put_on(t, k, bound, chart->u);
            moved = true;
        }
    }
    if (!moved) {
        return RDG_CONVERGED;
    }
    node->solves = false;
    return rdg_problem_parameters(t->p, chart->u, chart->mu) == 0 ? RDG_CONVERGED : rdg_failure_of(t->p);
}

rdg_status rdg_gate_admit(rdg_tracer *t, rdg_node *node, const char *type, bool *admitted)
{
    *admitted = false;
    rdg_outcome outcome = put_inside(t, node);
    outcome = outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
    if (outcome == RDG_ABORTED) {
        return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", after point %ld: %s",
                        t->setup->name, t->position.direction * t->position.points, t->p->trouble);
    }
    if (outcome != RDG_CONVERGED) {
        say_refused(t, &node->chart, type, t->p->trouble);
        return RDG_OK;
    }
    if (!rdg_gate_is_wanted(t, &node->chart)) {
        say_refused(t, &node->chart, type, "it is not the point that is sought");
        return RDG_OK;
    }
    const rdg_index left = rdg_gate_window_left(t, &node->chart);
    if (left >= 0) {
        say_refused(t, &node->chart, type, "it lies outside the domain");
        return RDG_OK;
    }
    if (is_predecessor(t, node, type)) {
        return RDG_OK;
    }
    rdg_gate_begin_at(t, node);
    *admitted = true;
    return RDG_OK;
}
