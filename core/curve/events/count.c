/* A number that special points alone change, at one node: its least and greatest value, the same where it can
 * be told. */
#include "changes_impl.h"

#include <math.h>

const rdg_span rdg_span_unknown = {-INFINITY, INFINITY};

rdg_span rdg_count_at(const rdg_node *node, rdg_index k)
{
    return (rdg_span){node->test[k], node->slope[k]};
}

rdg_span rdg_count_with(rdg_tracer *t, const rdg_node *node, rdg_index k, double share)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    rdg_index least = 0;
    rdg_index greatest = 0;
    if (count->range(t->p, &node->chart, share, &least, &greatest, count->data) != 0) {
        return rdg_span_unknown;
    }
    return (rdg_span){(double)least, (double)greatest};
}

/* Along a curve of bifurcations what is held critical is so up to what Newton's method leaves. */
static double choose_share(const rdg_tracer *t)
{
    const double more = 10.0;
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        if (t->setup->held[k] && rdg_problem_variable_of(t->p, k) < 0) {
            return fmax(RDG_LITTLE_SHARE, more * (t->setup->newton.residual_tol + t->setup->newton.step_tol));
        }
    }
    return RDG_LITTLE_SHARE;
}

void rdg_count_observe(rdg_tracer *t, rdg_node *node, rdg_index k)
{
    if (t->alarm.share == 0.0) {
        t->alarm.share = choose_share(t);
    }
    const rdg_span span =
        t->s->dimension == 1 ? rdg_count_with(t, node, k, t->alarm.share) : rdg_span_unknown;
    node->test[k] = span.least;
    node->slope[k] = span.greatest;
}
