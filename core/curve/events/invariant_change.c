/* A change of a stability index that the located points of a step do not explain.
 *
 * It is enclosed by corrected points. One with an index in between becomes the end of the step, so that
 * events are located once more on both sides of it. Where the index is uncertain the toolbox names the type
 * of the point, which becomes a row. It has none where the index jumps: if the curve is continuous there the
 * functions have a non-smooth point; if not the change stays unexplained, and a shorter step may lead along
 * the curve. */
#include "invariants_impl.h"

#include <math.h>

enum { MAX_DIVISIONS = 100 };

/* Brackets end at this share of the step. */
static const double least_width = 1e-14;

/* What was found between two places: the place of the change (t->special), a point with an index in between.
 */
typedef enum finding { LOCATED, DIVIDED, UNKNOWN, ABORTED } finding;

static double first_active(const rdg_tracer *t, const rdg_node *node)
{
    return t->setup->first_active >= 0 ? node->chart.mu[t->setup->first_active] : NAN;
}

void rdg_change_note(rdg_tracer *t, rdg_change_kind kind, rdg_index k, const rdg_place *low,
                     const rdg_place *high)
{
    t->invariants.change = (rdg_change){.kind = kind,
                                        .event = &t->setup->event[k],
                                        .between = {first_active(t, low->node), first_active(t, high->node)},
                                        .before = low->value,
                                        .after = high->value};
}

/* What seems to change right behind a located point may have changed before it. */
static finding look_before(rdg_tracer *t, rdg_index k, double h, const rdg_place *point, double *at)
{
    const double beside = 1e-6; /* of the step: there the index is certain with RDG_LITTLE_SHARE */
    *at = point->at - beside * h;
    const rdg_outcome outcome = *at > beside * h ? rdg_event_probe_step(t, h, *at) : RDG_FAILED;
    const bool is_divided =
        outcome == RDG_CONVERGED &&
        !rdg_values_agree(point->before, rdg_index_at(t, &t->special, k, RDG_LEAST_SHARE));
    return outcome == RDG_ABORTED ? ABORTED : is_divided ? DIVIDED : LOCATED;
}

/* Bisect. Where several eigenvalues are critical at one place, less of them are nearer to it. */
static finding bisect(rdg_tracer *t, rdg_index k, double h, rdg_place *low, rdg_place *high, double *at)
{
    const double width = fmax(least_width * h, rdg_event_rounding(t, low->node->chart.u));
    double share = t->invariants.share;
    for (int i = 0; i < MAX_DIVISIONS && high->at - low->at > width; i++) {
        const rdg_outcome outcome = rdg_event_probe_between(t, low->node, low->at, high->node, high->at, at);
        if (outcome != RDG_CONVERGED) {
            return outcome == RDG_ABORTED ? ABORTED : UNKNOWN;
        }
        rdg_invariant_value value = rdg_index_at(t, &t->special, k, share);
        if (share == RDG_LITTLE_SHARE && rdg_values_agree(low->value, value) &&
            rdg_values_agree(high->value, value)) {
            share = RDG_LEAST_SHARE;
            value = rdg_index_at(t, &t->special, k, share);
        }
        const bool is_low = rdg_values_agree(low->value, value);
        if (is_low == rdg_values_agree(high->value, value)) {
            return is_low || share == RDG_LEAST_SHARE ? LOCATED : DIVIDED;
        }
        rdg_node *kept = &t->bracket[is_low ? 0 : 1];
        rdg_place *moved = is_low ? low : high;
        rdg_node_swap(&t->special, kept);
        *moved = (rdg_place){.node = kept,
                             .at = *at,
                             .value = rdg_value_lies_within(value, moved->value) ? value : moved->value};
    }
    rdg_node_copy(t, &t->special, high->node);
    *at = high->at;
    return LOCATED;
}

/* The located change becomes a row, or is one on a non-smooth point. A second row is left to the next step:
 * then t->special, at *at, lies between both. */
static finding take(rdg_tracer *t, rdg_index k, double h, const rdg_place *low, const rdg_place *high,
                    double *at)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    const rdg_invariant_value here = rdg_index_at(t, &t->special, k, RDG_SHARE_OF_EVENT);
    const char *type =
        rdg_value_lies_within(low->value, here) && rdg_value_lies_within(high->value, here)
            ? count->type(t->p, &t->current.chart, &t->special.chart, &t->next.chart, count->data)
            : NULL;
    if (!type) {
        rdg_change_note(t, RDG_CHANGE_ON_KINK, k, low, high);
        return LOCATED;
    }
    const double change =
        fmin(fabs(high->value.least - low->value.least), fabs(high->value.greatest - low->value.greatest));
    const double simple = (double)count->change(t->p, type, &t->special.chart, count->data);
    if (t->found_at[k] >= 0.0) {
        *at = 0.5 * (t->found_at[k] + *at);
        const rdg_outcome outcome = rdg_event_probe_step(t, h, *at);
        return outcome == RDG_ABORTED ? ABORTED : outcome == RDG_CONVERGED ? DIVIDED : UNKNOWN;
    }
    if (change > simple && simple > 0.0) {
        rdg_change_note(t, RDG_CHANGE_OF_SEVERAL, k, low, high);
    }
    rdg_node_swap(&t->special, &t->found[k]);
    t->found[k].chart.step = t->found_at[k] = *at;
    t->found[k].chart.type = type;
    return LOCATED;
}

rdg_isolation rdg_change_explain(rdg_tracer *t, rdg_index k, rdg_place low, rdg_place *upper, bool may_cut,
                                 double *h)
{
    double at = 0.0;
    rdg_place high = *upper;
    const bool is_point = low.node >= t->found && low.node < t->found + t->setup->n_events;
    finding found = is_point ? look_before(t, k, *h, &low, &at) : LOCATED;
    found = found == LOCATED ? bisect(t, k, *h, &low, &high, &at) : found;
    const rdg_bracket_end ends[2] = {{.node = low.node, .at = low.at}, {.node = high.node, .at = high.at}};
    upper->value = high.value;
    if (found == LOCATED) {
        found = rdg_event_hangs_together(t, &ends[0], &ends[1]) ? take(t, k, *h, &low, &high, &at) : UNKNOWN;
    }
    if (found == DIVIDED && may_cut) {
        rdg_event_cut(t, at, h);
        return RDG_CUT;
    }
    if (found == DIVIDED || found == UNKNOWN) {
        rdg_change_note(t, RDG_CHANGE_UNEXPLAINED, k, &low, &high);
    }
    return found == ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
}
