/* One correction on the way to the first point of a run, and what is stated where there is none. */
#include "slow_impl.h"
#include "start_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <string.h>

/* Why there is none is what the last evaluation complained of; a factorisation that fails does not complain.
 */
rdg_status rdg_no_first_point(rdg_tracer *t)
{
    const rdg_problem *p = t->p;
    const bool singular = p->trouble_status == RDG_OK || p->trouble_status == RDG_ERR_SINGULAR;
    const rdg_status status = singular ? RDG_ERR_SINGULAR : p->trouble_status;
    if (t->first.may_fail && status != RDG_ERR_CALLBACK && rdg_error_status(t->ctx) == RDG_OK) {
        t->first.has_failed = true;
        return status;
    }
    return rdg_fail(t->ctx, status, "rdg_continue", "run \"%s\": no first point: %s%s", t->setup->name,
                    singular ? "the Jacobian is singular at the start: an equation does not depend on the "
                               "variables there, or two equations are dependent; start beside this point"
                             : p->trouble,
                    t->first.remedy);
}

rdg_status rdg_start_correct(rdg_tracer *t, rdg_node *node, const rdg_closing *closing, const double *guess,
                             rdg_newton_report *report, rdg_outcome *outcome)
{
    const rdg_patience patience = t->setup->from_afar ? RDG_FROM_AFAR : RDG_PATIENTLY;
    memcpy(node->chart.u, guess, (size_t)t->s->n * sizeof(double));
    *outcome = rdg_correct_as(t->corrector, patience, closing, node->chart.u, report);
    t->summary.corrections++;
    t->summary.iterations += report->iterations;
    t->first.is_slow = t->first.is_slow || rdg_newton_is_slow(report);
    return *outcome == RDG_ABORTED ? rdg_no_first_point(t) : RDG_OK;
}
