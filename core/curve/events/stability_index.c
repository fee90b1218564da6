/* A stability index at one node: its least and greatest value, the same where it is certain. */
#include "invariants_impl.h"

#include <math.h>

const rdg_invariant_value rdg_index_unknown = {-INFINITY, INFINITY};

rdg_invariant_value rdg_index_at(rdg_tracer *t, const rdg_node *node, rdg_index k, double share)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    rdg_index least = 0, greatest = 0;
    return count->range(t->p, &node->chart, share, &least, &greatest, count->data) != 0
               ? rdg_index_unknown
               : (rdg_invariant_value){(double)least, (double)greatest};
}

/* On a curve of bifurcations something is held critical, up to what Newton's method leaves. */
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

void rdg_index_observe(rdg_tracer *t, rdg_node *node, rdg_index k)
{
    if (t->invariants.share == 0.0) {
        t->invariants.share = choose_share(t);
    }
    const rdg_invariant_value value =
        t->s->dimension == 1 ? rdg_index_at(t, node, k, t->invariants.share) : rdg_index_unknown;
    node->test[k] = value.least;
    node->slope[k] = value.greatest;
}
