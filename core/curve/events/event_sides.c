/* Where a branch ends since arcs, say, have shrunk to nothing, another branch may cross it, on which they are
 * nothing all along. The equations with the event's condition are singular there, and each point of the other
 * branch solves them: Newton's method comes to rest at any of these. So the end is approached from both sides
 * by points of the curve itself, at which the function has a value, and about the one that the others
 * foretell. */
#include "event_impl.h"

#include <math.h>

enum { MAX_ROUNDS = 12 };

/* The sides are taken at so much of the bracket from the zero that its ends foretell. */
static const double aside = 0.1;

/* A value on the other branch is nothing beside the one foretold, which a curved function is far from. */
static const double none = 1e-3;

/* A bracket as narrow as this, of the step, has come from points of the curve. */
static const double narrow = 1e-5;

static double foretold(const rdg_bracket_end *low, const rdg_bracket_end *high, double at)
{
    return low->test + (high->test - low->test) * (at - low->at) / (high->at - low->at);
}

/* Where a straight line has its zero. */
static double zero_of(const rdg_bracket_end *low, const rdg_bracket_end *high)
{
    return low->at + (high->at - low->at) * low->test / (low->test - high->test);
}

/* A point of the curve at arclength `at` becomes an end of the bracket, if there is one. */
static rdg_outcome take_side(rdg_tracer *t, rdg_index k, double at, rdg_bracket_end *low,
                             rdg_bracket_end *high, bool *moved)
{
    rdg_node *trial = &t->special;
    if (!(at > low->at && at < high->at)) {
        return RDG_CONVERGED;
    }
    rdg_point_between(t, low->node, low->at, high->node, high->at, at, trial->chart.u);
    const rdg_outcome outcome = rdg_event_probe(t, at);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
    }
    const double value = foretold(low, high, at);
    if (!isgreaterequal(fabs(trial->test[k]), none * fabs(value))) {
        return RDG_CONVERGED;
    }
    const bool is_low = trial->test[k] * low->test > 0.0;
    rdg_node *kept = &t->bracket[is_low ? 0 : 1];
    rdg_node_swap(trial, kept);
    *(is_low ? low : high) = (rdg_bracket_end){.node = kept, .at = at, .test = kept->test[k]};
    *moved = true;
    return RDG_CONVERGED;
}

/* Points of the curve on both sides, as near to the zero as `goal`, or as they can be had. */
static rdg_outcome approach(rdg_tracer *t, rdg_index k, double goal, rdg_bracket_end *low,
                            rdg_bracket_end *high)
{
    bool moves = true;
    for (int round = 0; moves && round < MAX_ROUNDS && high->at - low->at > goal; round++) {
        const double middle = zero_of(low, high), way = aside * (high->at - low->at);
        moves = false;
        const double side[] = {fmax(middle - way, 0.5 * (low->at + middle)),
                               fmin(middle + way, 0.5 * (middle + high->at))};
        for (int i = 0; i < 2; i++) {
            if (take_side(t, k, side[i], low, high, &moves) == RDG_ABORTED) {
                return RDG_ABORTED;
            }
        }
    }
    return RDG_CONVERGED;
}

/* At arclength `at`, which may lie in front of the bracket: a point of the curve, in front of the zero, that
 * the event's own check takes for one of the branch? */
static rdg_outcome is_last(rdg_tracer *t, rdg_index k, double at, const rdg_bracket_end *low,
                           const rdg_bracket_end *high, bool *is)
{
    const rdg_bracket_end begin = {.node = &t->current, .at = 0.0, .test = t->current.test[k]};
    const rdg_bracket_end *from = at > low->at ? low : &begin, *to = at > low->at ? high : low;
    rdg_point_between(t, from->node, from->at, to->node, to->at, at, t->special.chart.u);
    const rdg_outcome outcome = rdg_event_probe(t, at);
    const double share = outcome == RDG_CONVERGED ? t->special.test[k] / from->test : NAN;
    *is = isgreaterequal(share, 0.0) && islessequal(share, 1.0) &&
          !rdg_event_is_refused(t, &t->setup->event[k]);
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

/* The last such point becomes t->special. */
static rdg_outcome take_last(rdg_tracer *t, rdg_index k, double h, const rdg_bracket_end *low,
                             const rdg_bracket_end *high, double *at)
{
    const double nearest = 1e-10, farthest = 1e-2, longer = 4.0;
    const double zero = zero_of(low, high);
    double way = nearest * h;
    while (way <= fmin(farthest * h, zero)) {
        bool is = false;
        if (is_last(t, k, zero - way, low, high, &is) == RDG_ABORTED) {
            return RDG_ABORTED;
        }
        if (is) {
            *at = zero - way;
            return RDG_CONVERGED;
        }
        way *= longer;
    }
    return RDG_CONVERGED;
}

rdg_outcome rdg_event_from_sides(rdg_tracer *t, rdg_index k, double h, double *at)
{
    rdg_bracket_end low = {.node = &t->current, .at = 0.0, .test = t->current.test[k]};
    rdg_bracket_end high = {.node = &t->next, .at = h, .test = t->next.test[k]};
    const double met = *at;
    const bool is_regular = met >= 0.0 && !rdg_event_is_singular(t, &t->special);
    rdg_node_swap(&t->special, &t->found[k]); /* what Newton's method has met */
    rdg_outcome outcome = approach(t, k, narrow * h, &low, &high);
    const bool is_straight = high.at - low.at <= narrow * h;
    const bool agrees = is_regular && met >= low.at && met <= high.at;
    if (outcome == RDG_CONVERGED && !agrees) {
        outcome = rdg_event_extrapolate(t, k, h, zero_of(&low, &high), at);
        if (outcome != RDG_FAILED) {
            return outcome;
        }
        outcome = RDG_CONVERGED;
    }
    if (outcome == RDG_CONVERGED && is_straight && !agrees) {
        *at = -1.0;
        outcome = approach(t, k, 0.0, &low, &high);
        return outcome == RDG_CONVERGED ? take_last(t, k, h, &low, &high, at) : outcome;
    }
    rdg_node_swap(&t->special, &t->found[k]);
    return outcome;
}

bool rdg_event_vanishes_at_an_end(const rdg_tracer *t, rdg_index k)
{
    const double rounding = 1e-9, crossed = 1e-5;
    const double beside = fmax(fabs(t->current.test[k]), fabs(t->next.test[k]));
    bool vanishes = false;
    for (rdg_index i = 0; i < t->setup->n_events; i++) {
        const rdg_event *end = &t->setup->event[i];
        const bool is_located = end->ends_branch && !rdg_event_is_bound(end) && t->found_at[i] >= 0.0;
        const double small = is_located && rdg_event_is_singular(t, &t->found[i]) ? crossed : rounding;
        vanishes = vanishes || (is_located && islessequal(fabs(t->found[i].test[k]), small * beside));
    }
    return vanishes;
}
