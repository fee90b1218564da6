/* Singular points that are no branch points, as cusps: what is stated of them. */
#include "branch_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct rdg_branch_work workspace;

static void say_where(const rdg_tracer *t, const double *u, char *place, size_t size)
{
    const rdg_index first = t->setup->first_active;
    double value = 0.0;
    *place = '\0';
    if (first >= 0 && rdg_problem_parameter(t->p, first, u, &value, NULL) == 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        rdg_format(place, size, " at %s = %.6g%s%s", parameter->name, value, *parameter->unit ? " " : "",
                   parameter->unit);
    }
}

bool rdg_leads_into_cusp(const rdg_tracer *t, double reach)
{
    const workspace *k = t->branch_work;
    return k && k->has_singular && rdg_system_distance(t->s, k->singular, t->current.chart.u) <= reach &&
           rdg_step_along(t, k->singular) > 0.0;
}

/* Do the two curves that leave u go the same way? */
static bool turns_back(const workspace *k, const double *u)
{
    const rdg_tracer *t = k->t;
    double along = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        along += t->s->metric[j] * (k->star[j] - u[j]) * (k->star[t->s->n + j] - u[j]);
    }
    return along >
           0.5 * rdg_system_distance(t->s, k->star, u) * rdg_system_distance(t->s, k->star + t->s->n, u);
}

/* The singular point that Newton's method finds next to the end of a curve, or, where the functions are too
 * flat for it, that end itself, if from afar the curve turns back there. */
static bool finds_singular_point(rdg_tracer *t, workspace *k, double near)
{
    const size_t bytes = (size_t)t->s->n * sizeof(double);
    rdg_chart *chart = &t->bracket[0].chart;
    rdg_newton_report report;
    rdg_branch_kind kind;
    memcpy(chart->u, t->current.chart.u, bytes);
    memcpy(chart->tangent, t->current.chart.tangent, bytes);
    rdg_branch_point_solve(t, chart->tangent, chart->u, HUGE_VAL, &report, &kind);
    if (kind == RDG_BRANCH_SINGULAR && rdg_system_distance(t->s, k->singular, t->current.chart.u) <= near) {
        return true;
    }
    memcpy(chart->u, t->current.chart.u, bytes);
    memcpy(chart->tangent, t->current.chart.tangent, bytes);
    if (rdg_branch_point_star(t, chart, &kind) != RDG_CONVERGED || kind != RDG_BRANCH_SINGULAR ||
        !turns_back(k, chart->u)) {
        return false;
    }
    memcpy(k->singular, t->current.chart.u, bytes);
    k->has_singular = true;
    return true;
}

void rdg_complain_of_cusp(rdg_tracer *t)
{
    const double near = 1e-2;
    workspace *k = rdg_branch_provide(t);
    if (!k || rdg_problem_is_aborted(t->p)) {
        return;
    }
    const bool known = k->has_singular && rdg_system_distance(t->s, k->singular, t->current.chart.u) <= near;
    if (known || finds_singular_point(t, k, near)) {
        char place[128];
        say_where(t, k->singular, place, sizeof place);
        rdg_problem_complain(t->p, RDG_ERR_SINGULAR,
                             "a singular point%s, where the curve ends or turns back in a cusp", place);
    }
}

void rdg_warn_of_singular_point(rdg_tracer *t, const double *u)
{
    char place[128];
    say_where(t, u, place, sizeof place);
    rdg_warn(t->ctx, "singular points",
             "run %s: singular point%s: the functions lose rank, but a single curve goes through",
             t->setup->name, place);
}
