/* Branch points of a step, one by one: a step with more than one ends behind the first. */
#include "determinant_zeros_impl.h"
#include "event_impl.h"
#include "step_matrix_impl.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

void rdg_branches_begin(rdg_tracer *t)
{
    t->cut_at = 0.0;
    rdg_step_matrix_forget(t->step_matrix);
}

/* The step ends at the corrected point next to u, at arclength `at`, if the determinant has this sign there;
 * 0: either. Isolated: it does not. */
static rdg_isolation cut_at(rdg_tracer *t, const double *u, double sign, double at, double *h)
{
    memcpy(t->special.chart.u, u, (size_t)t->s->n * sizeof *u);
    t->special.determinant.sign = 0.0;
    t->p->fine_differences = true; /* of the tangent, where branches are close to each other */
    const rdg_outcome outcome = rdg_event_probe(t, at);
    t->p->fine_differences = false;
    const bool cuts = outcome == RDG_CONVERGED && !(t->special.determinant.sign * sign < 0.0);
    if (cuts) {
        rdg_event_cut(t, at, h);
    }
    return cuts ? RDG_CUT : outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
}

rdg_isolation rdg_branch_isolate(rdg_tracer *t, double *h, rdg_branch_place *place)
{
    const double nearer = 60.0; /* to a singular point than the start */
    const double whole = *h;
    const double signs = t->current.determinant.sign * t->next.determinant.sign;
    rdg_determinant_zeros zeros;
    *place = (rdg_branch_place){.kind = RDG_PLACE_UNKNOWN, .at = -1.0};
    const bool was_cut = t->cut_at == whole; /* between two branch points, right before */
    t->cut_at = 0.0;
    if (was_cut) {
        *place = (rdg_branch_place){.kind = RDG_PLACE_CROSSING, .at = t->crossing_at};
        return RDG_ISOLATED;
    }
    const rdg_outcome outcome = rdg_determinant_find_zeros(t, *h, &zeros);
    t->missed.is_unsure = zeros.is_unsure;
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
    }
    if (fabs(zeros.ratio) > nearer && whole > t->setup->h_min) {
        place->kind = RDG_PLACE_ELSEWHERE; /* the end may lie on another branch, which is as near */
        return RDG_ISOLATED;
    }
    const bool touches = (zeros.count > 0 && zeros.touches[0]) || (zeros.count > 1 && zeros.touches[1]);
    if ((zeros.count == 0 && signs < 0.0) || (touches && (zeros.count > 1 || signs < 0.0))) {
        t->missed.is_unsure = touches;
        return RDG_ISOLATED; /* the step has led elsewhere */
    }
    if (zeros.count == 2 && isfinite(zeros.between)) {
        const double sign = -t->current.determinant.sign;
        const rdg_isolation isolation = cut_at(t, t->zero_guess + t->s->n, sign, zeros.between * *h, h);
        if (isolation != RDG_ISOLATED || t->special.determinant.sign * sign < 0.0) {
            t->cut_at = isolation == RDG_CUT ? *h : 0.0;
            t->crossing_at = zeros.at[0] * whole;
            return isolation; /* isolated: over a non-smooth point the matrix jumps, and has no zeros in
                                 between */
        }
    }
    place->kind = zeros.count == 0 ? RDG_PLACE_NONE : touches ? RDG_PLACE_TOUCH : RDG_PLACE_CROSSING;
    place->at = zeros.count == 0 ? -1.0 : zeros.at[0] * *h;
    place->nullity = zeros.nullity;
    return RDG_ISOLATED;
}
