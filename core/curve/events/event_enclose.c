/* Events whose function jumps, or may jump, and folds too flat for Newton's method: they are enclosed by
 * corrected points alone, until the ends of the bracket are as good as one point. */
#include "bracket_impl.h"
#include "kink_impl.h"
#include "toolbox.h"

#include <math.h>

/* Brackets end at this share of the step. */
static const double narrow = 1e-10;

rdg_outcome rdg_event_shrink(rdg_tracer *t, rdg_index k, double at, rdg_bracket_end *low,
                             rdg_bracket_end *high)
{
    rdg_node *trial = &t->special;
    rdg_point_between(t, low->node, low->at, high->node, high->at, at, trial->chart.u);
    const rdg_outcome outcome = rdg_event_probe(t, at);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    const bool is_low = isgreater(trial->test[k] * low->test, 0.0);
    rdg_node *kept = &t->bracket[is_low ? 0 : 1];
    rdg_node_swap(trial, kept);
    *(is_low ? low : high) = (rdg_bracket_end){.node = kept, .at = at, .test = kept->test[k]};
    return RDG_CONVERGED;
}

/* A shorter bracket by a corrected point at a fraction of the way between its ends, or elsewhere if that
 * cannot be had: next to a non-smooth point Newton's method may fail here and there. */
static rdg_outcome divide(rdg_tracer *t, rdg_index k, double fraction, rdg_bracket_end *low,
                          rdg_bracket_end *high)
{
    const double fractions[] = {fraction, 0.5, 0.25, 0.75, 0.1, 0.9};
    rdg_outcome outcome = RDG_FAILED;
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions && outcome == RDG_FAILED; i++) {
        outcome = rdg_event_shrink(t, k, low->at + fractions[i] * (high->at - low->at), low, high);
    }
    return outcome;
}

/* Divide the bracket until it is narrow, or the function at its upper end small enough. *hindered: Newton's
 * method failed on the way, where the bracket was still wider than `fair`. */
static rdg_outcome squeeze(rdg_tracer *t, rdg_index k, double tolerance, double fair, rdg_bracket_end *low,
                           rdg_bracket_end *high, bool *hindered)
{
    rdg_bracket bracket = rdg_bracket_between(low->at, low->test, high->at, high->test, tolerance);
    const rdg_event *event = &t->setup->event[k];
    if (event->kind == RDG_EVENT_VALUE && t->p->parameter[event->parameter].kind == RDG_KINKED) {
        rdg_bracket_trust(&bracket);
    }
    *hindered = false;
    while (rdg_bracket_is_wide(&bracket) && fabs(high->test) > event->slack) {
        const rdg_outcome outcome = divide(t, k, rdg_bracket_next(&bracket), low, high);
        if (outcome == RDG_FAILED && high->at - low->at < fair) {
            return RDG_CONVERGED; /* within the jump Newton's method may well fail */
        }
        if (outcome != RDG_CONVERGED) {
            *hindered = true;
            return outcome;
        }
        const rdg_bracket_end *moved = low->at > bracket.at[0] ? low : high;
        rdg_bracket_move(&bracket, moved->at, moved->test);
    }
    return RDG_CONVERGED;
}

/* An event function that may jump is enclosed without Newton's method for the event: the point is the first
 * one behind it, or one where the function is as small as the event requests; of a domain's bound the last
 * one before it. */
rdg_outcome rdg_event_enclose(rdg_tracer *t, rdg_index k, double h, double *at)
{
    const rdg_event *event = &t->setup->event[k];
    rdg_bracket_end low = {.node = &t->current, .at = 0.0, .test = t->current.test[k]};
    rdg_bracket_end high = {.node = &t->next, .at = h, .test = t->next.test[k]};
    bool hindered = false;
    *at = -1.0;
    const rdg_outcome outcome = squeeze(t, k, narrow * h, 1e-6 * h, &low, &high, &hindered);
    if (hindered) {
        rdg_event_note_miss(t, event, &low, &high);
    }
    if (hindered && (outcome == RDG_ABORTED || !rdg_event_is_bound(event))) {
        return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
    }
    const rdg_bracket_end *end =
        rdg_event_is_bound(event) && high.test != 0.0 ? &low : &high; /* a domain is not left */
    rdg_node_copy(t, &t->special, end->node);
    *at = end->at;
    return RDG_CONVERGED;
}

bool rdg_event_is_refused(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && event->ends_branch && event->check &&
           !rdg_event_type(t->p, event, &t->current.chart, &t->special.chart, &t->next.chart);
}

/* How far from the curve Newton's method may leave a point. */
static double left_by_newton(const rdg_tracer *t)
{
    return t->setup->newton.residual_tol + t->setup->newton.step_tol;
}

/* Points as near as that to each other are one, seen along the step: the curve may cross its planes askew,
 * and what Newton's method has left counts as well. */
bool rdg_event_hangs_together(rdg_tracer *t, const rdg_bracket_end *low, const rdg_bracket_end *high)
{
    const double askew = 1e3;
    const double gap = rdg_node_distance(t, low->node, high->node);
    double residual[2] = {0.0, 0.0};
    if (rdg_gate_residual(t, low->node->chart.u, &residual[0]) != RDG_CONVERGED ||
        rdg_gate_residual(t, high->node->chart.u, &residual[1]) != RDG_CONVERGED) {
        return false;
    }
    const double left = fmax(residual[0], residual[1]) + t->setup->newton.step_tol;
    return gap <= askew * (high->at - low->at) + 10.0 * left;
}

/* Where Newton's method does not meet what ends the branch, as several conditions vanish at once there and
 * make its system singular, the point is the last one before it. So it is where the function jumps through
 * zero along a curve that does not. */
rdg_outcome rdg_event_enclose_end(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                  rdg_bracket_end *high, double *at)
{
    const double fades = 1e-4, fair = 1e-6;
    const double least = fades * fabs(t->next.test[k] - t->current.test[k]);
    bool hindered = false;
    const rdg_outcome outcome = squeeze(t, k, narrow * h, fair * h, low, high, &hindered);
    const bool has_faded = fabs(low->test) <= least && fabs(high->test) <= least;
    if (outcome != RDG_ABORTED && (has_faded || rdg_event_hangs_together(t, low, high))) {
        rdg_node_copy(t, &t->special, low->node);
        *at = rdg_event_is_refused(t, &t->setup->event[k]) ? -1.0 : low->at;
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

rdg_outcome rdg_event_enclose_flat(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                   rdg_bracket_end *high, double *at)
{
    const double fades = 1e-4; /* the change of a smooth slope fades as the bracket does */
    const double tolerance = fmax(narrow * h, rdg_event_rounding(t, low->node->chart.u));
    const double change = fabs(t->next.test[k] - t->current.test[k]);
    bool hindered = false;
    *at = -1.0;
    const rdg_outcome outcome =
        squeeze(t, k, tolerance, fmax(tolerance, left_by_newton(t)), low, high, &hindered);
    if (outcome == RDG_ABORTED || hindered) {
        return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
    }
    if (high->test == 0.0) {
        return rdg_event_halve_flat(t, k, h, low, high, at);
    }
    if (!rdg_event_hangs_together(t, low, high)) {
        t->missed.is_jump = true;
        return RDG_CONVERGED;
    }
    const bool jumps = fabs(high->test - low->test) > fades * change;
    const rdg_kink kink = {.is = jumps ? RDG_HAS_KINK : RDG_IS_SMOOTH,
                           .low = *low,
                           .high = *high,
                           .tip = *low,
                           .off = rdg_node_distance(t, low->node, high->node)};
    return rdg_event_take_tip(t, k, &kink, at);
}
