/* Points in between on the step under way: interpolated, and corrected in the plane there. One may become the
 * end of the step. */
#include "event_impl.h"

#include <float.h>
#include <math.h>

double rdg_event_advance(const rdg_tracer *t, const double *tangent)
{
    const double rate = rdg_step_rate(t, tangent);
    return rate > 0.005 ? rate : 1.0;
}

double rdg_event_rounding(const rdg_tracer *t, const double *u)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        sum += fabs(t->row[j]) * (fabs(u[j]) + fabs(t->current.chart.u[j]));
    }
    return 8.0 * DBL_EPSILON * sum;
}

void rdg_point_along(const rdg_tracer *t, const rdg_node *node, double node_at, double at, double *u)
{
    const double way = (at - node_at) / rdg_event_advance(t, node->chart.tangent);
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] = node->chart.u[j] + way * node->chart.tangent[j];
    }
}

void rdg_point_between(const rdg_tracer *t, const rdg_node *low, double low_at, const rdg_node *high,
                       double high_at, double at, double *u)
{
    const rdg_chart *a = &low->chart;
    const rdg_chart *b = &high->chart;
    const double h = high_at - low_at;
    const double x = (at - low_at) / h;
    const double b1 = x * x * (3.0 - 2.0 * x);
    const double d0 = h * x * (1.0 - x) * (1.0 - x) / rdg_event_advance(t, a->tangent);
    const double d1 = h * x * x * (x - 1.0) / rdg_event_advance(t, b->tangent);
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] = a->u[j] + b1 * (b->u[j] - a->u[j]) + d0 * a->tangent[j] + d1 * b->tangent[j];
    }
}

bool rdg_tangent_between(const rdg_tracer *t, const double *u, double *tangent)
{
    const rdg_chart *a = &t->current.chart, *b = &t->next.chart;
    const double h = rdg_step_along(t, b->u);
    const double x = fmin(fmax(rdg_step_along(t, u) / h, 0.0), 1.0);
    const double chord = 6.0 * x * (1.0 - x) / h;
    const double from = (1.0 - x) * (1.0 - 3.0 * x) / rdg_event_advance(t, a->tangent);
    const double to = x * (3.0 * x - 2.0) / rdg_event_advance(t, b->tangent);
    for (rdg_index j = 0; j < t->s->n; j++) {
        tangent[j] = chord * (b->u[j] - a->u[j]) + from * a->tangent[j] + to * b->tangent[j];
    }
    return rdg_system_normalise(t->s, tangent);
}

/* What is wanted to be known of a corrected point. */
typedef rdg_outcome completion(rdg_tracer *t, rdg_node *node, const double *along,
                               const rdg_newton_report *report);

static rdg_outcome probe(rdg_tracer *t, double at, completion *complete)
{
    rdg_node *trial = &t->special;
    rdg_newton_report report = {.iterations = 0};
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, at);
    rdg_outcome outcome = rdg_step_correct(t, &plane, trial->chart.u, RDG_GUESS_OF_STEP, &report);
    t->summary.iterations += report.iterations;
    t->summary.corrections++;
    if (outcome == RDG_CONVERGED) {
        trial->chart.step = at;
        /* the factors at hand may be those of the other side of a non-smooth point */
        outcome = complete(t, trial, t->along, &report);
    }
    return outcome;
}

rdg_outcome rdg_event_probe(rdg_tracer *t, double at)
{
    return probe(t, at, rdg_node_complete_exactly);
}

rdg_outcome rdg_event_sound(rdg_tracer *t, double at)
{
    return probe(t, at, rdg_node_sound);
}

/* The determinant's sign at arclength `at` of the step, which changes at its branch point; 0: it is not
 * known.
 */
static double sign_at(const rdg_tracer *t, double at)
{
    const double low = t->current.determinant.sign, high = t->next.determinant.sign;
    for (rdg_index k = 0; low * high < 0.0 && k < t->setup->n_events; k++) {
        if (t->setup->event[k].kind == RDG_EVENT_BRANCH && t->found_at[k] >= 0.0) {
            return at < t->found_at[k] ? low : high;
        }
    }
    return low * high > 0.0 ? low : 0.0;
}

/* A point where the determinant has another sign lies on another branch. */
static bool has_jumped(const rdg_tracer *t, double at)
{
    return sign_at(t, at) * t->special.determinant.sign < 0.0;
}

rdg_outcome rdg_event_sound_on_branch(rdg_tracer *t, double at)
{
    const rdg_outcome outcome = probe(t, at, rdg_node_sound);
    return outcome == RDG_CONVERGED && has_jumped(t, at) ? RDG_FAILED : outcome;
}

rdg_outcome rdg_event_probe_on_branch(rdg_tracer *t, double at)
{
    const rdg_outcome outcome = rdg_event_probe(t, at);
    return outcome == RDG_CONVERGED && has_jumped(t, at) ? RDG_FAILED : outcome;
}

rdg_outcome rdg_event_probe_step(rdg_tracer *t, double h, double at)
{
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->special.chart.u);
    return rdg_event_probe_on_branch(t, at);
}

double rdg_event_place(int trial, double low, double high)
{
    static const double share[RDG_EVENT_PLACES] = {0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9};
    return low + share[trial] * (high - low);
}

rdg_outcome rdg_event_probe_between(rdg_tracer *t, const rdg_node *low, double low_at, const rdg_node *high,
                                    double high_at, double *at)
{
    rdg_outcome outcome = RDG_FAILED;
    for (int i = 0; i < RDG_EVENT_PLACES && outcome == RDG_FAILED; i++) {
        *at = rdg_event_place(i, low_at, high_at);
        rdg_point_between(t, low, low_at, high, high_at, *at, t->special.chart.u);
        outcome = rdg_event_probe(t, *at);
    }
    return outcome;
}

void rdg_event_cut(rdg_tracer *t, double at, double *h)
{
    rdg_node_swap(&t->special, &t->next);
    t->next.chart.step = at;
    *h = at;
}

bool rdg_event_is_singular(const rdg_tracer *t, const rdg_node *node)
{
    const double little = log(1e-2);
    const double least = fmin(t->current.log_determinant, t->next.log_determinant);
    return node->determinant.sign == 0.0 || node->log_determinant < least + little;
}
