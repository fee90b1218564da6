/* Alarms: numbers that nothing but special points changes, as that of unstable eigenvalues.
 *
 * From the current chart over what was located on the step to the next chart the number is followed. At each
 * chart it has a least and a greatest value, the same where it can be told; neighbours agree if one of these
 * spans lies within the other. A special point may change it by as much as its kind allows, to what can be
 * told there. Where neighbours do not agree something was lost in between (alarm_gap.c). */
#include "changes_impl.h"

#include <math.h>

/* Folds and branch points that are not looked for explain what they would. */
static bool follows(const rdg_tracer *t, const rdg_place *before, rdg_span after)
{
    const double free = t->setup->folds && t->setup->branch_points ? 0.0 : 1.0;
    const rdg_span span = {before->span.least - free, before->span.greatest + free};
    const bool meets = span.least <= after.greatest && after.least <= span.greatest;
    return before->is_open ? meets : rdg_spans_agree(span, after);
}

/* The place of a special point that was reported, as seen from behind: what happens on a kink may be
 * anything.
 */
static rdg_place behind(rdg_tracer *t, rdg_index k, rdg_span before, const rdg_place *at)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    const rdg_chart *chart = &at->node->chart;
    const double change =
        chart->interval > 0.0 ? INFINITY : (double)count->change(t->p, chart->type, chart, count->data);
    rdg_place place = *at;
    place.span = (rdg_span){fmax(at->span.least, before.least - change),
                            fmin(at->span.greatest, before.greatest + change)};
    place.is_open = change > 0.0;
    place.before = before;
    return place;
}

/* The event that comes next behind (at, before), in the order of places; -1: none. */
static rdg_index next_found(const rdg_tracer *t, double at, rdg_index before)
{
    rdg_index best = -1;
    for (rdg_index j = 0; j < t->setup->n_events; j++) {
        const double place = t->found_at[j];
        if (t->setup->event[j].kind == RDG_EVENT_COUNT || place < at || (place == at && j <= before)) {
            continue;
        }
        best = best < 0 || place < t->found_at[best] ? j : best;
    }
    return best;
}

/* What was found behind `low` is kept; one more on the same step is left to the next one. */
static rdg_isolation keep(rdg_tracer *t, rdg_index k, const rdg_place *low, bool may_cut, double at,
                          double *h)
{
    const double first = t->found_at[k];
    if (first < 0.0) {
        rdg_node_swap(&t->special, &t->found[k]);
        t->found_at[k] = at;
        return RDG_ISOLATED;
    }
    const double between = low->at > first ? 0.5 * (first + low->at) : 0.5 * (first + at);
    const rdg_outcome outcome = may_cut ? rdg_event_probe_step(t, *h, between) : RDG_FAILED;
    if (outcome == RDG_CONVERGED) {
        rdg_event_cut(t, between, h);
        return RDG_CUT;
    }
    return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
}

/* Between two places whose numbers do not agree. *open: nothing explains it. */
static rdg_isolation treat(rdg_tracer *t, rdg_index k, const rdg_place *low, const rdg_place *high,
                           bool may_cut, double *h, bool *open)
{
    double at = -1.0;
    switch (rdg_gap_close(t, k, *h, *low, *high, may_cut, &at)) {
    case RDG_GAP_CLOSED:
        return at >= 0.0 ? keep(t, k, low, may_cut, at, h) : RDG_ISOLATED;
    case RDG_GAP_DIVIDED:
        if (may_cut) {
            rdg_event_cut(t, at, h);
            return RDG_CUT;
        }
        t->alarm.gap = rdg_gap_between(t, k, low, high);
        *open = true;
        return RDG_ISOLATED;
    case RDG_GAP_OPEN:
        *open = true;
        return RDG_ISOLATED;
    default:
        return RDG_ISOLATION_ABORTED;
    }
}

/* Along a curve of bifurcations, on which a monitor is held critical? */
static bool is_locus(const rdg_tracer *t)
{
    return t->alarm.share > RDG_LITTLE_SHARE;
}

/* On such a curve the determinant may turn where the monitor, a product over eigenvalues, does. */
bool rdg_count_may_follow(const rdg_tracer *t)
{
    const rdg_event *missed = t->missed.event;
    if (missed && missed->kind == RDG_EVENT_BRANCH) {
        return is_locus(t) && !t->missed.is_saddle && !t->missed.is_cusp;
    }
    return !missed || !rdg_event_must_be_met(missed);
}

/* What was not met on the step, and a change of number k there: one of both is said. */
static void settle_miss(rdg_tracer *t, rdg_index k)
{
    const rdg_event *missed = t->missed.event;
    const bool is_branch = missed && missed->kind == RDG_EVENT_BRANCH;
    const bool is_ours =
        missed && missed->kind == RDG_EVENT_VALUE && missed->data == t->setup->event[k].count->data;
    if (is_branch && t->found_at[k] < 0.0) {
        rdg_count_begin_step(t); /* the determinant tells of a jump */
    } else if (is_branch ||
               (is_ours && (t->found_at[k] >= 0.0 || t->alarm.kink.event || t->alarm.gap.event))) {
        t->missed.event = NULL;
    }
}

rdg_isolation rdg_count_follow(rdg_tracer *t, rdg_index k, bool may_cut, double *h)
{
    rdg_place low = {.node = &t->current, .span = t->alarm.count[k]};
    rdg_index event = -1;
    bool open = false;
    do {
        event = next_found(t, low.at, event);
        const bool is_last = event < 0;
        rdg_place high = {.node = is_last ? &t->next : &t->found[event],
                          .at = is_last ? *h : t->found_at[event],
                          .is_special = !is_last,
                          .span = rdg_span_unknown};
        if (is_last) {
            high.span = rdg_count_at(&t->next, k);
        } else if (high.node->chart.interval == 0.0) {
            high.span = rdg_count_with(t, high.node, k, RDG_SHARE_OF_EVENT);
        }
        if (!follows(t, &low, high.span)) {
            const rdg_isolation treated = treat(t, k, &low, &high, may_cut, h, &open);
            if (treated != RDG_ISOLATED) {
                return treated;
            }
            low.span = high.span;
            settle_miss(t, k);
        }
        low = is_last ? high : behind(t, k, low.span, &high);
    } while (event >= 0 && !open && !t->setup->event[event].ends_branch);
    return RDG_ISOLATED;
}

void rdg_count_begin(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->setup->event[k].kind == RDG_EVENT_COUNT) { /* a way may begin on a special point */
            t->alarm.count[k] = t->current.determinant.sign == 0.0
                                    ? rdg_span_unknown
                                    : rdg_count_with(t, &t->current, k, RDG_SHARE_OF_EVENT);
        }
    }
}

void rdg_count_begin_step(rdg_tracer *t)
{
    t->alarm.gap = t->alarm.kink = t->alarm.pair = (rdg_gap){.event = NULL};
}

/* Number k at the next chart is what goes on. What can be told no longer, though nothing was reported, is
 * what it was; behind a special point it may stay so, along a curve of others. */
static void pass(rdg_tracer *t, rdg_index k)
{
    const rdg_span seen = rdg_count_at(&t->next, k);
    bool reported = false;
    for (rdg_index j = 0; j < t->setup->n_events; j++) {
        reported = reported || t->found_at[j] >= 0.0;
    }
    if (reported || !rdg_span_lies_within(t->alarm.count[k], seen)) {
        t->alarm.count[k] = seen;
    }
}

void rdg_count_tell(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->setup->event[k].kind == RDG_EVENT_COUNT) {
            pass(t, k);
        }
    }
    rdg_count_say(t);
}
