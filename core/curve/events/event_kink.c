/* Folds on non-smooth points.
 *
 * Where the slope of a parameter jumps through zero the curve has a fold, or the monitor an extremum, on a
 * non-smooth point. Newton's method has nothing to converge to: the fold is where the two smooth pieces of
 * the curve meet (kink.c). A Jacobian by differences averages over the non-smooth point, and the slope seems
 * to pass through zero smoothly, at a place that is wrong by as much; from farther out the non-smooth point
 * shows. */
#include "kink_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>

/* The enclosure ends at this share of the step. */
static const double narrow = 1e-10;

/* Half the width of the enclosure in which a non-smooth point is searched for, over the reach of differences:
 * on a smooth curve the tangents must have space to come together. */
static const double wider = 4.0;

bool rdg_event_is_smeared(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    const rdg_index own = t->p->parameter[event->parameter].entry;
    const bool exact = rdg_has_derivatives(t->p) && (own < 0 || t->p->entry[own].function.df);
    return event->kind == RDG_EVENT_FOLD && !exact;
}

rdg_outcome rdg_event_take_tip(rdg_tracer *t, rdg_index k, const rdg_kink *kink, double *at)
{
    const bool jumps = kink->is == RDG_HAS_KINK;
    rdg_node_copy(t, &t->special, kink->tip.node);
    t->special.chart.interval = fmax(kink->off, DBL_MIN);
    t->special.chart.slope[0] = jumps ? kink->low.node->slope[k] : 0.0;
    t->special.chart.slope[1] = jumps ? kink->high.node->slope[k] : 0.0;
    *at = kink->tip.at;
    return rdg_gate_solves(t, &t->special);
}

/* A node of the enclosure, which is needed anew, as an end of the bracket. */
static rdg_bracket_end keep_end(rdg_tracer *t, rdg_bracket_end end, int which)
{
    rdg_node_copy(t, &t->bracket[which], end.node);
    end.node = &t->bracket[which];
    return end;
}

/* The curve at arclength `at`, which may lie off the step, into t->side[which]. The step may be far shorter
 * than that, and report no curvature. */
static rdg_outcome look(rdg_tracer *t, rdg_index k, double h, double at, int which, rdg_bracket_end *seen)
{
    const bool is_before = at < 0.5 * h;
    rdg_point_along(t, is_before ? &t->current : &t->next, is_before ? 0.0 : h, at, t->special.chart.u);
    const rdg_outcome outcome = rdg_event_probe(t, at);
    if (outcome == RDG_CONVERGED) {
        rdg_node_swap(&t->special, &t->side[which]);
        *seen = (rdg_bracket_end){.node = &t->side[which], .at = at, .test = t->side[which].test[k]};
    }
    return outcome;
}

/* A bracket in which differences blur the non-smooth point is widened. *wide false: the fold is no longer in
 * it. */
static rdg_outcome widen(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end end[2], bool *wide)
{
    const double way = wider * rdg_reach_of_differences, near = 0.5 * (end[0].at + end[1].at);
    rdg_outcome outcome = look(t, k, h, near - way, 1, &end[0]);
    outcome = outcome == RDG_CONVERGED ? look(t, k, h, near + way, 3, &end[1]) : outcome;
    *wide = outcome == RDG_CONVERGED && end[0].test * end[1].test < 0.0;
    return outcome;
}

rdg_outcome rdg_event_find_kink(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                rdg_bracket_end *high, double *at)
{
    const double blur = rdg_event_is_smeared(t, k) ? rdg_reach_of_differences : 0.0;
    const double width = fmax(narrow * h, rdg_event_rounding(t, low->node->chart.u));
    const bool is_blurred = high->at - low->at < 2.0 * wider * blur;
    rdg_bracket_end end[2] = {*low, *high};
    bool has_fold = true;
    rdg_kink kink;
    rdg_outcome outcome = is_blurred ? widen(t, k, h, end, &has_fold) : RDG_CONVERGED;
    *at = -1.0;
    has_fold = has_fold && outcome == RDG_CONVERGED;
    if (has_fold) {
        outcome = rdg_kink_between(t, k, end[0], end[1], width, blur, &kink);
    }
    if (outcome == RDG_ABORTED || !has_fold) {
        return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
    }
    const bool changes = outcome == RDG_CONVERGED && kink.low.test * kink.high.test < 0.0;
    if (changes && kink.is == RDG_HAS_KINK) {
        outcome = rdg_event_take_tip(t, k, &kink, at);
        *at = fmin(fmax(*at, 0.0), h); /* differences move the change of sign a little */
        return outcome;
    }
    t->missed.is_jump = changes && kink.is == RDG_HAS_JUMP && blur == 0.0;
    if (is_blurred && !changes) {
        return RDG_CONVERGED; /* other folds are near: the bracket stays */
    }
    *low = kink.low.test * low->test > 0.0 ? keep_end(t, kink.low, 0) : *low;
    *high = kink.high.test * high->test > 0.0 ? keep_end(t, kink.high, 1) : *high;
    return RDG_CONVERGED;
}
