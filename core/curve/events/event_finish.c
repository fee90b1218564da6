/* Location of an event in a bracket.
 *
 * From the zero on the curve segment Newton's method finishes on the problem augmented with the event. Where
 * it does not converge into the bracket between both charts, a corrected point becomes an end of a shorter
 * one, and the secant reports the next predictor. A slope that jumps through zero at a non-smooth point is
 * found by extrapolating both pieces (event_kink.c). */
#include "constants_impl.h"
#include "kink_impl.h"
#include "toolbox.h"

#include <math.h>

/* Few where shorter steps come first. */
enum { MAX_TRIALS = 12, FEW_TRIALS = 3 };

/* Newton's method for a branch point has gone astray when its way is so many times as long as the step, and
 * longer than this in typical sizes: a shorter bracket is better than what lies there. */
static const double far_lengths = 4.0, far_sizes = 1.0;

/* Where the event function vanishes if it were linear between the ends; kept off the ends. */
static double guess(const rdg_event *event, const rdg_bracket_end *low, const rdg_bracket_end *high)
{
    double ratio = high->test / low->test;
    if (event->kind == RDG_EVENT_BRANCH) {
        const double change = high->node->determinant.log_magnitude - low->node->determinant.log_magnitude;
        ratio = -exp(fmin(fmax(change, -40.0), 40.0));
    }
    const double fraction = 1.0 / (1.0 - ratio);
    return low->at + fmin(fmax(fraction, 0.02), 0.98) * (high->at - low->at);
}

/* Newton's method for the event itself, from t->special.chart.u in place. */
static rdg_outcome finish(rdg_tracer *t, const rdg_event *event, bool last, rdg_newton_report *report,
                          rdg_branch_kind *kind)
{
    double *u = t->special.chart.u;
    double far = 0.0;
    rdg_closing closing;
    switch (event->kind) {
    case RDG_EVENT_FOLD:
        closing = rdg_closing_fold(event->parameter, t->row);
        break;
    case RDG_EVENT_BRANCH:
        far = fmax(far_sizes, far_lengths * rdg_node_distance(t, &t->current, &t->next));
        return rdg_tangent_between(t, u, t->special.chart.tangent)
                   ? rdg_branch_point_solve(t, t->special.chart.tangent, u, far, report, kind)
                   : RDG_FAILED;
    default:
        closing = rdg_closing_value(event->parameter, event->value);
        break;
    }
    return rdg_step_correct(t, &closing, u, last ? RDG_GUESS_LAST : RDG_GUESS_OF_EVENT, report);
}

/* Complete the located node t->special. At a branch point the Jacobian has two null vectors, so that the
 * tangent is not found from its factors: it is there already. */
static rdg_outcome complete(rdg_tracer *t, const rdg_event *event, const rdg_newton_report *report)
{
    rdg_node *node = &t->special;
    rdg_outcome outcome = RDG_CONVERGED;
    if (event->kind != RDG_EVENT_BRANCH) {
        if (event->kind == RDG_EVENT_VALUE) {
            rdg_gate_put_on(t, event->parameter, event->value, node->chart.u);
        }
        outcome = rdg_node_complete_exactly(t, node, t->along, report);
    } else {
        node->chart.iterations = report->iterations;
        node->determinant = (rdg_determinant){.sign = 0.0};
        outcome = rdg_node_observe(t, node);
        rdg_branch_point_rays(t, &node->chart);
    }
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

/* Newton's method for a fold divides by the change of the slope. Where that has no bounds, on a non-smooth
 * point, it comes to rest at any slope: what it found is a fold only if the slope is none, beside those at
 * the step's ends. */
static bool is_met(const rdg_tracer *t, rdg_index k)
{
    const double none = 1e-5;
    const double change = fabs(t->next.test[k] - t->current.test[k]);
    return t->setup->event[k].kind != RDG_EVENT_FOLD || fabs(t->special.test[k]) <= none * change;
}

/* Newton's method for event k, from shorter and shorter brackets. *at < 0: it does not converge. */
static rdg_outcome meet(rdg_tracer *t, rdg_index k, double h, int most, double place, rdg_bracket_end *low,
                        rdg_bracket_end *high, double *at)
{
    const rdg_event *event = &t->setup->event[k];
    for (int trial = 0; trial < most; trial++) {
        /* every third point bisects, so that a stubborn end moves as well */
        const double middle = trial % 3 == 2 ? 0.5 * (low->at + high->at) : guess(event, low, high);
        rdg_newton_report report = {.iterations = 0};
        rdg_branch_kind kind = RDG_BRANCH_POINT;
        if (trial > 0 || place < 0.0) {
            rdg_point_between(t, low->node, low->at, high->node, high->at, middle, t->special.chart.u);
        }
        /* Next to another branch point sigma is as small as the distance squared, its gradient as the
         * distance. A zero that is not isolated may be that of a cusp: fine differences report no more. */
        t->p->fine_differences = event->kind == RDG_EVENT_BRANCH && place >= 0.0;
        rdg_outcome outcome = finish(t, event, trial + 1 == most, &report, &kind);
        if (outcome == RDG_CONVERGED && event->kind == RDG_EVENT_FOLD) { /* with factors taken there */
            t->summary.iterations += report.iterations;
            outcome = finish(t, event, false, &report, &kind);
        }
        t->p->fine_differences = false;
        t->summary.iterations += report.iterations;
        t->summary.corrections++;
        const double found = rdg_step_along(t, t->special.chart.u);
        const double slack = 0.05 * (high->at - low->at);
        if (kind != RDG_BRANCH_POINT && found >= low->at - slack && found <= high->at + slack) {
            t->missed.is_saddle = kind == RDG_BRANCH_SADDLE;
            t->missed.is_cusp = kind == RDG_BRANCH_SINGULAR;
            break;
        }
        const double off = fmax(RDG_SAME_PLACE * h, rdg_event_rounding(t, t->special.chart.u));
        if (outcome == RDG_CONVERGED && found >= -off && found <= h + off) {
            outcome = complete(t, event, &report);
            if (outcome == RDG_CONVERGED && is_met(t, k) && !rdg_event_is_refused(t, event)) {
                *at = fmin(fmax(found, 0.0), h);
                return outcome;
            }
        }
        outcome = outcome == RDG_ABORTED ? outcome : rdg_event_shrink(t, k, middle, low, high);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
    }
    return RDG_CONVERGED;
}

/* A fold that the first trial of Newton's method does not meet lies on a non-smooth point, as a rule; or the
 * bracket is too wide. */
static rdg_outcome meet_fold(rdg_tracer *t, rdg_index k, double h, double place, rdg_bracket_end *low,
                             rdg_bracket_end *high, double *at, bool *on_kink)
{
    enum { MOST = 2 };
    rdg_outcome outcome = RDG_CONVERGED;
    for (int i = 0; i < MOST && outcome == RDG_CONVERGED && *at < 0.0; i++) {
        if (i > 0 || !rdg_step_crosses_kink(t)) {
            outcome = meet(t, k, h, i == 0 ? 1 : MAX_TRIALS, i == 0 ? place : -1.0, low, high, at);
        }
        if (outcome == RDG_CONVERGED && *at < 0.0) {
            outcome = rdg_event_find_kink(t, k, h, low, high, at);
            *on_kink = *at >= 0.0;
        }
        if (t->missed.is_jump) {
            return outcome;
        }
    }
    return outcome == RDG_CONVERGED && *at < 0.0 ? rdg_event_enclose_flat(t, k, h, low, high, at) : outcome;
}

/* Differences may have made a smooth fold of one on a non-smooth point. */
static rdg_outcome sharpen(rdg_tracer *t, rdg_index k, double h, double near, double *at)
{
    double place = -1.0;
    rdg_bracket_end low = {.node = &t->current, .at = near}, high = low;
    rdg_node_swap(&t->special, &t->found[k]);
    const rdg_outcome outcome = rdg_event_find_kink(t, k, h, &low, &high, &place);
    if (outcome == RDG_CONVERGED && place >= 0.0) {
        t->missed.is_jump = false;
        *at = place;
    } else {
        rdg_node_swap(&t->special, &t->found[k]);
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

/* May the function vanish all along another branch, which crosses on the step? */
static bool may_be_crossed(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && !rdg_event_is_bound(event) &&
           t->current.determinant.sign * t->next.determinant.sign < 0.0;
}

rdg_outcome rdg_event_finish(rdg_tracer *t, rdg_index k, double h, double place, double *at)
{
    const rdg_event *event = &t->setup->event[k];
    const bool fold = event->kind == RDG_EVENT_FOLD;
    rdg_bracket_end low = {.node = &t->current, .at = 0.0, .test = t->current.test[k]};
    rdg_bracket_end high = {.node = &t->next, .at = h, .test = t->next.test[k]};
    const bool ends = rdg_event_is_end(event);
    const double low_test = low.test;
    *at = -1.0;
    if (ends && rdg_event_vanishes_at_an_end(t, k)) { /* one end of the branch is enough */
        return RDG_CONVERGED;
    }
    /* where a fold ends the branch shorter steps come first: they may show what lies before it */
    const bool is_tried_again = fold && event->ends_branch && h > t->setup->h_min;
    bool on_kink = false;
    rdg_outcome outcome = fold && !is_tried_again ? meet_fold(t, k, h, place, &low, &high, at, &on_kink)
                                                  : meet(t, k, h, is_tried_again ? FEW_TRIALS : MAX_TRIALS,
                                                         place, &low, &high, at);
    *at = outcome == RDG_CONVERGED ? *at : -1.0;
    if (outcome != RDG_ABORTED && *at >= 0.0 && !on_kink && rdg_event_is_smeared(t, k)) {
        outcome = sharpen(t, k, h, *at, at);
    }
    if (outcome != RDG_ABORTED && (ends || may_be_crossed(t, event))) {
        const double secant = h * low_test / (low_test - t->next.test[k]);
        outcome = rdg_event_extrapolate(t, k, h, place >= 0.0 ? place : secant, at);
    }
    if (outcome == RDG_CONVERGED && *at < 0.0 && ends) {
        low = (rdg_bracket_end){.node = &t->current, .at = 0.0, .test = t->current.test[k]};
        high = (rdg_bracket_end){.node = &t->next, .at = h, .test = t->next.test[k]};
        outcome = rdg_event_enclose_end(t, k, h, &low, &high, at);
    }
    if (outcome == RDG_ABORTED || *at >= 0.0) {
        return outcome;
    }
    rdg_event_note_miss(t, event, &low, &high);
    if (rdg_event_is_bound(event)) { /* no way leads beyond it: the last point before it ends the branch */
        rdg_node_copy(t, &t->special, low.node);
        *at = low.at;
    }
    return RDG_CONVERGED;
}
