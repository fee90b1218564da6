/* A change of a number that the special points located on a step do not explain.
 *
 * It is enclosed by corrected points. One with a number in between becomes the end of the step, so that the
 * events are looked for once more on both sides of it; where there is none the problem gives the point a
 * type. It has none where the number jumps: if the curve is continuous the functions have a kink there, which
 * is said at the end of the run; if not, a shorter step may lead along the curve. */
#include "changes_impl.h"

#include <math.h>

enum { MAX_DIVISIONS = 100 };

/* Brackets end at this share of the step, or at a point at which no sign can be told with this share. */
static const double narrow = 1e-10, least_share = 1e-14;

/* What changes right behind a special point may have changed right before it: RDG_GAP_DIVIDED if so, else
 * RDG_GAP_CLOSED. */
static rdg_closing_of_gap look_before(rdg_tracer *t, rdg_index k, double h, const rdg_place *point,
                                      double *at)
{
    const double close_by = 1e-8 * h;
    if (!(point->at > 2.0 * close_by)) {
        return RDG_GAP_CLOSED;
    }
    *at = point->at - close_by;
    const rdg_outcome outcome = rdg_event_probe_step(t, h, *at);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? RDG_GAP_STOPPED : RDG_GAP_CLOSED;
    }
    return rdg_spans_agree(point->before, rdg_count_at(&t->special, k)) ? RDG_GAP_CLOSED : RDG_GAP_DIVIDED;
}

/* Narrow the gap. RDG_GAP_DIVIDED: t->special, at *at, has a number in between. RDG_GAP_CLOSED: it is the
 * place of the change, or *at is that of the upper end. */
static rdg_closing_of_gap narrow_down(rdg_tracer *t, rdg_index k, double h, rdg_place *low, rdg_place *high,
                                      double *at)
{
    const bool plain = t->alarm.share <= RDG_LITTLE_SHARE;
    double share = t->alarm.share;
    for (int i = 0; i < MAX_DIVISIONS; i++) {
        const double width = high->at - low->at;
        if (!(width > fmax(narrow * h * (share == least_share ? 1e-4 : 1.0),
                           rdg_event_rounding(t, low->node->chart.u)))) {
            break;
        }
        const rdg_outcome outcome = rdg_event_probe_between(t, low->node, low->at, high->node, high->at, at);
        if (outcome != RDG_CONVERGED) {
            return outcome == RDG_ABORTED ? RDG_GAP_STOPPED : RDG_GAP_OPEN;
        }
        rdg_span span = rdg_count_with(t, &t->special, k, share);
        bool is_low = rdg_spans_agree(low->span, span);
        bool is_high = rdg_spans_agree(high->span, span);
        if (is_low && is_high && plain && share != least_share) {
            share = least_share;
            span = rdg_count_with(t, &t->special, k, share);
            is_low = rdg_spans_agree(low->span, span);
            is_high = rdg_spans_agree(high->span, span);
        }
        if (is_low == is_high) {
            return is_low || share == least_share ? RDG_GAP_CLOSED : RDG_GAP_DIVIDED;
        }
        if (is_high && high->is_special && !rdg_span_lies_within(high->span, span)) {
            return RDG_GAP_DIVIDED; /* whether it is all that happens before the special point will be seen */
        }
        rdg_node *kept = &t->bracket[is_low ? 0 : 1];
        rdg_node_swap(&t->special, kept);
        rdg_place *moved = is_low ? low : high;
        moved->node = kept;
        moved->at = *at;
        moved->span = rdg_span_lies_within(span, moved->span) ? span : moved->span; /* what is told better */
        moved->is_special = moved->is_open = false;
    }
    if (low->is_open) {
        const rdg_closing_of_gap before = look_before(t, k, h, low, at);
        if (before != RDG_GAP_CLOSED) {
            return before;
        }
    }
    rdg_node_copy(t, &t->special, high->node);
    *at = high->at;
    return RDG_GAP_CLOSED;
}

static double first_active(const rdg_tracer *t, const rdg_node *node)
{
    return t->setup->first_active >= 0 ? node->chart.mu[t->setup->first_active] : NAN;
}

rdg_gap rdg_gap_between(const rdg_tracer *t, rdg_index k, const rdg_place *low, const rdg_place *high)
{
    return (rdg_gap){.event = &t->setup->event[k],
                     .between = {first_active(t, low->node), first_active(t, high->node)},
                     .before = low->span,
                     .after = high->span};
}

rdg_closing_of_gap rdg_gap_close(rdg_tracer *t, rdg_index k, double h, rdg_place low, rdg_place high,
                                 bool may_cut, double *at)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    high.is_special = high.is_special && may_cut;
    const rdg_closing_of_gap closed = narrow_down(t, k, h, &low, &high, at);
    if (closed == RDG_GAP_OPEN) {
        t->alarm.gap = rdg_gap_between(t, k, &low, &high);
    }
    if (closed != RDG_GAP_CLOSED) {
        return closed;
    }
    const rdg_gap gap = rdg_gap_between(t, k, &low, &high);
    const rdg_bracket_end ends[2] = {{.node = low.node, .at = low.at}, {.node = high.node, .at = high.at}};
    if (!rdg_event_hangs_together(t, &ends[0], &ends[1])) {
        t->alarm.gap = gap;
        return RDG_GAP_OPEN;
    }
    const rdg_span here = rdg_count_with(t, &t->special, k, RDG_SHARE_OF_EVENT);
    const char *type =
        rdg_span_lies_within(low.span, here) && rdg_span_lies_within(high.span, here)
            ? count->type(t->p, &t->current.chart, &t->special.chart, &t->next.chart, count->data)
            : NULL;
    t->alarm.kink = type ? t->alarm.kink : gap;
    if (type && rdg_gate_solves(t, &t->special) == RDG_CONVERGED) {
        const double change =
            fmin(fabs(high.span.least - low.span.least), fabs(high.span.greatest - low.span.greatest));
        const double simple = (double)count->change(t->p, type, &t->special.chart, count->data);
        t->alarm.pair = change > simple && simple > 0.0 ? gap : t->alarm.pair;
        t->special.chart.step = *at;
        t->special.chart.type = type;
    }
    *at = type ? *at : -1.0;
    return RDG_GAP_CLOSED;
}
