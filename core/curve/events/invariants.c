/* Invariants of a curve, which special points alone change: the signs of event functions, of the determinant
 * and of the slope of the first active parameter, and stability indices, as the number of unstable
 * eigenvalues.
 *
 * At a chart each has a least and a greatest value, the same where it is certain; a sign is 0 or 1. From the
 * current chart over the located points to the next chart its value is followed. A point changes a sign that
 * it is a zero of, and an index by as much as its type allows. Neighbours agree if the range of one lies
 * within that of the other. Else a special point was lost in between: a changed index is enclosed
 * (invariant_change.c), a changed sign requests a shorter step, and what stays is reported. */
#include "invariants_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>

static const rdg_invariant_value unknown_sign = {0.0, 1.0};

/* The event of the folds of the curve. */
static bool is_fold(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return event->kind == RDG_EVENT_FOLD && !event->maxima && event->parameter == t->setup->first_active;
}

static bool is_index(const rdg_tracer *t, rdg_index k)
{
    return t->setup->event[k].kind == RDG_EVENT_COUNT;
}

/* A zero that is checked, or has a meaning in some places only, may be passed without a row. */
static bool is_invariant(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return t->s->dimension == 1 &&
           (event->kind == RDG_EVENT_FOLD ? is_fold(t, k)
            : event->kind == RDG_EVENT_VALUE
                ? !event->check && !event->between && !event->where && !event->turns_with_curve
                : true);
}

static bool is_locus(const rdg_tracer *t)
{
    return t->invariants.share > RDG_LITTLE_SHARE;
}

/* Quiet comparisons: there may be no value. `least`: smaller ones are rounding. */
static rdg_invariant_value sign_of(double test, double least)
{
    return (rdg_invariant_value){isgreater(test, least), !isless(test, -least)};
}

static rdg_invariant_value value_at(const rdg_tracer *t, const rdg_node *node, rdg_index k)
{
    return is_index(t, k) ? (rdg_invariant_value){node->test[k], node->slope[k]}
                          : sign_of(node->test[k], 0.0);
}

/* What is nearest to the boundary is critical at a located point. Along a curve of bifurcations something is
 * so all along. */
static rdg_invariant_value index_at_point(rdg_tracer *t, const rdg_node *node, rdg_index k)
{
    rdg_invariant_value value = rdg_index_at(t, node, k, RDG_SHARE_OF_EVENT);
    for (double share = t->invariants.share; !is_locus(t) && share < RDG_SHARE_OF_EVENT; share *= 10.0) {
        const rdg_invariant_value nearer = rdg_index_at(t, node, k, share);
        if (nearer.least < nearer.greatest) {
            return nearer;
        }
    }
    return value;
}

/* Invariant k at located point j. Next to a zero, and where the equations are singular, signs are uncertain;
 * on a non-smooth point everything is. */
static rdg_invariant_value value_at_point(rdg_tracer *t, rdg_index k, rdg_index j)
{
    const double small = 1e-6; /* beside the values at the ends of the step */
    const rdg_node *node = &t->found[j];
    if (is_index(t, k)) {
        return node->chart.interval > 0.0 ? rdg_index_unknown : index_at_point(t, node, k);
    }
    const bool is_zero = j == k || (t->found_at[k] >= 0.0 && fabs(t->found_at[k] - t->found_at[j]) <=
                                                                 RDG_SAME_PLACE * t->next.chart.step);
    return is_zero || rdg_event_is_singular(t, node)
               ? unknown_sign
               : sign_of(node->test[k], small * fmax(fabs(t->current.test[k]), fabs(t->next.test[k])));
}

/* Does the function of event j change its sign on the step? Else it may only touch zero. */
static bool is_crossed(const rdg_tracer *t, rdg_index j)
{
    return isless(t->current.test[j] * t->next.test[j], 0.0);
}

/* By how much located point j may change a stability index at most: on a non-smooth point by any number. */
static double index_change(const rdg_tracer *t, rdg_index k, rdg_index j)
{
    const rdg_count_definition *count = t->setup->event[k].count;
    const rdg_chart *chart = &t->found[j].chart;
    return chart->interval > 0.0 ? INFINITY : (double)count->change(t->p, chart->type, chart, count->data);
}

/* A stability index behind located point j, `here` being its range there. Of one eigenvalue or pair that is
 * critical and crosses the direction is known: the index goes to the other end of the range. */
static void pass_index(rdg_tracer *t, rdg_index k, rdg_index j, rdg_invariant_value here, rdg_place *place)
{
    const double before = place->value.least, change = index_change(t, k, j);
    const double width = here.greatest - here.least;
    if (!(change > 0.0)) {
        return;
    }
    place->is_open = !is_crossed(t, j) || t->found[j].chart.multiplicity > 1 ||
                     (width != 1.0 && width != change) || before != place->value.greatest ||
                     (before != here.least && before != here.greatest);
    place->value = here;
    if (!place->is_open) {
        place->value.least = place->value.greatest = here.least + here.greatest - before;
    }
}

/* Invariant k behind located point j: which points change it, and how.
 *   stability index           a point of one of its types
 *   sign of the determinant   a branch point, of even or odd multiplicity, or a non-smooth point: to either
 * sign sign of another function  its own zeros, to the other sign; at the end of the step, where it may only
 *                             touch zero, to either one */
static rdg_place behind(rdg_tracer *t, rdg_index k, rdg_index j, const rdg_place *low,
                        rdg_invariant_value here)
{
    const rdg_invariant_value before = low->value;
    const rdg_event *event = &t->setup->event[k];
    const bool is_kink = t->found[j].chart.interval > 0.0;
    rdg_place place = {.node = &t->found[j], .at = t->found_at[j], .value = before, .before = before};
    if (is_index(t, k)) {
        pass_index(t, k, j, here, &place);
    } else if (event->kind == RDG_EVENT_BRANCH
                   ? j == k || is_kink
                   : j == k && event->kind == RDG_EVENT_VALUE && t->next.test[k] == 0.0) {
        place.value = unknown_sign;
    } else if (j == k) {
        place.value = (rdg_invariant_value){1.0 - before.greatest, 1.0 - before.least};
    }
    return place;
}

/* Folds and branch points that are not searched for explain what they would. */
static bool agrees(const rdg_tracer *t, rdg_index k, const rdg_place *before, rdg_invariant_value after)
{
    const double free = is_index(t, k) && !(t->setup->folds && t->setup->branch_points) ? 1.0 : 0.0;
    const rdg_invariant_value value = {before->value.least - free, before->value.greatest + free};
    const bool meets = value.least <= after.greatest && after.least <= value.greatest;
    return before->is_open || free > 0.0 ? meets : rdg_values_agree(value, after);
}

/* The event that was located next behind (at, before); -1: none. */
static rdg_index next_found(const rdg_tracer *t, double at, rdg_index before)
{
    rdg_index best = -1;
    for (rdg_index j = 0; j < t->setup->n_events; j++) {
        const double place = t->found_at[j];
        const bool is_behind = place > at || (place == at && j > before);
        best = !is_index(t, j) && is_behind && (best < 0 || place < t->found_at[best]) ? j : best;
    }
    return best;
}

/* Of an event that was not met and a change of index k one is reported: the event if it is a branch point, as
 * the determinant shows jumps, unless the change has become a row. */
static void settle_miss(rdg_tracer *t, rdg_index k)
{
    const rdg_event *missed = t->missed.event;
    const bool is_branch = missed && missed->kind == RDG_EVENT_BRANCH;
    if (is_branch && t->found_at[k] < 0.0) {
        rdg_invariants_begin_step(t);
    } else if (is_branch || (missed && missed->kind == RDG_EVENT_VALUE &&
                             missed->data == t->setup->event[k].count->data)) {
        t->missed.event = NULL;
    }
}

/* Nor does a fold that was not met; but where the curve is known to jump no step is short enough. */
static bool is_unexplained(const rdg_tracer *t)
{
    const rdg_change *change = &t->invariants.change;
    return (change->event && change->kind == RDG_CHANGE_UNEXPLAINED) ||
           (t->missed.event && is_fold(t, t->missed.event - t->setup->event) && !t->missed.is_jump);
}

/* May invariant k be followed? Not where the step may have led elsewhere; along a curve of bifurcations the
 * determinant may turn where a monitor does, a product over eigenvalues. */
static bool may_follow(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *missed = t->missed.event;
    if (!is_invariant(t, k) || !missed) {
        return is_invariant(t, k);
    }
    return is_index(t, k) &&
           (missed->kind == RDG_EVENT_BRANCH ? is_locus(t) && !t->missed.is_saddle && !t->missed.is_cusp
                                             : !rdg_event_must_be_met(missed));
}

/* Does the parameter itself go against its slope, beyond what rounding and Newton's method leave? A jump, two
 * folds that were lost, or a derivative that is wrong. */
static bool goes_against_slope(rdg_tracer *t, rdg_index k, const rdg_node *end)
{
    const double by_newton = 100.0 * (t->setup->newton.residual_tol + t->setup->newton.step_tol);
    const double by_differences =
        3e-5; /* so far they average over a non-smooth point, and with them the slope's sign */
    const rdg_index first = t->setup->first_active;
    const double change = end->chart.mu[first] - t->current.chart.mu[first];
    rdg_slope slope;
    if (!(change * end->test[k] < 0.0) ||
        rdg_slope_along(t, first, end->chart.u, end->chart.tangent, &slope) != 0) {
        return false;
    }
    const double most = rdg_event_is_smeared(t, k) ? by_differences : by_newton;
    return fabs(change) > most * fmax(slope.largest, fabs(slope.value));
}

/* A sign that is uncertain at the current chart is the last one. */
static rdg_invariant_value value_before(const rdg_tracer *t, rdg_index k)
{
    const rdg_invariant_value here = value_at(t, &t->current, k);
    return is_index(t, k) || here.least < here.greatest ? t->invariants.value[k] : here;
}

/* From `low` to `high`, the value of which becomes that behind `low`: do they agree? */
static rdg_isolation compare(rdg_tracer *t, rdg_index k, rdg_place *low, rdg_place high, bool may_cut,
                             double *h)
{
    rdg_isolation isolation = RDG_ISOLATED;
    if (!agrees(t, k, low, high.value)) {
        if (is_index(t, k)) {
            isolation = rdg_change_explain(t, k, *low, &high, may_cut, h);
            settle_miss(t, k);
        } else {
            rdg_change_note(t, RDG_CHANGE_UNEXPLAINED, k, low, &high);
        }
        low->value = high.value;
        low->is_open = false;
    }
    t->invariants.followed[k] = low->value;
    return isolation;
}

/* Places right before and behind located point j at which several eigenvalues are critical, more than one of
 * its type: what it changes is seen there. False: it is none, or they are not found. */
static bool look_beside(rdg_tracer *t, rdg_index k, rdg_index j, rdg_invariant_value here, double h,
                        rdg_place side[2])
{
    const double beside = 1e-8; /* of the step */
    bool is_found = is_index(t, k) && !is_locus(t) && t->setup->event[j].kind == RDG_EVENT_VALUE &&
                    here.greatest - here.least > index_change(t, k, j) && index_change(t, k, j) > 0.0;
    for (int i = 0; i < 2 && is_found; i++) {
        side[i] = (rdg_place){.node = &t->side[i], .at = t->found_at[j] + (i ? beside : -beside) * h};
        is_found =
            side[i].at > 0.0 && side[i].at < h && rdg_event_probe_step(t, h, side[i].at) == RDG_CONVERGED;
        if (is_found) {
            rdg_node_copy(t, &t->side[i], &t->special);
            side[i].value = rdg_index_at(t, &t->side[i], k, RDG_LEAST_SHARE);
            is_found = side[i].value.greatest < INFINITY;
        }
    }
    if (is_found && fabs(side[1].value.least - side[0].value.least) > index_change(t, k, j)) {
        rdg_change_note(t, RDG_CHANGE_OF_SEVERAL, k, &side[0], &side[1]);
    }
    return is_found;
}

rdg_isolation rdg_invariant_follow(rdg_tracer *t, rdg_index k, bool may_cut, double *h)
{
    rdg_place low = {.node = &t->current, .value = value_before(t, k)}, side[2];
    rdg_isolation isolation = RDG_ISOLATED;
    bool ends = !may_follow(t, k);
    for (rdg_index event = -1; !ends && isolation == RDG_ISOLATED;) {
        event = next_found(t, low.at, event);
        const bool is_last = event < 0;
        const rdg_place high = {.node = is_last ? &t->next : &t->found[event],
                                .at = is_last ? *h : t->found_at[event],
                                .value = is_last ? value_at(t, &t->next, k) : value_at_point(t, k, event)};
        ends = is_last || t->setup->event[event].ends_branch;
        if (is_fold(t, k) && ends && t->found_at[k] < 0.0 && goes_against_slope(t, k, high.node)) {
            rdg_change_note(t, RDG_CHANGE_UNEXPLAINED, k, &low, &high);
        }
        if (!is_last && look_beside(t, k, event, high.value, *h, side)) {
            isolation = compare(t, k, &low, side[0], may_cut, h);
            low = side[1];
        } else {
            isolation = compare(t, k, &low, high, may_cut, h);
            low = is_last ? high : behind(t, k, event, &low, high.value);
        }
        ends = ends || is_unexplained(t);
    }
    return isolation;
}

void rdg_invariants_begin(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) { /* a branch may begin at a special point */
        t->invariants.value[k] = !is_index(t, k) ? value_at(t, &t->current, k)
                                 : t->current.determinant.sign == 0.0
                                     ? rdg_index_unknown
                                     : rdg_index_at(t, &t->current, k, RDG_SHARE_OF_EVENT);
    }
}

void rdg_invariants_begin_step(rdg_tracer *t)
{
    t->invariants.change = (rdg_change){.event = NULL};
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        t->invariants.followed[k] = rdg_index_unknown;
    }
}

bool rdg_invariants_are_unexplained(const rdg_tracer *t)
{
    const int most = 3; /* where shorter steps have not helped before they will not now */
    return t->invariants.unexplained < most && is_unexplained(t);
}

/* Both directions from a start without an orientation have begun: does the parameter grow, or fall, in both?
 * A solution that is taken up again has been named, and so has a branch point. */
static void compare_directions(rdg_tracer *t, double seen)
{
    const rdg_index first = t->setup->first_active;
    if (t->invariants.first_sign * seen > 0.0 && !rdg_option_starts_at_label(&t->setup->start) &&
        t->start.determinant.sign != 0.0) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: it starts on a fold, at %s = %.9g, within the accuracy of the slope\n",
                  t->setup->name, t->p->parameter[first].name, t->start.chart.mu[first]);
    }
    t->invariants.first_sign = seen;
}

void rdg_invariants_accept(rdg_tracer *t)
{
    t->invariants.unexplained += is_unexplained(t);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_invariant_value here = value_at(t, &t->next, k);
        rdg_invariant_value *value = &t->invariants.value[k];
        const bool is_first = value->least < value->greatest && here.least == here.greatest;
        if (is_fold(t, k) && is_first && t->start.test[k] == 0.0) {
            compare_directions(t, here.least > 0.0 ? 1.0 : -1.0);
        }
        *value = rdg_value_lies_within(t->invariants.followed[k], here) ? t->invariants.followed[k] : here;
    }
    rdg_change_report(t);
}

void rdg_fold_recall_sign(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_invariant_value before = t->invariants.value[k];
        const double sign = before.least + before.greatest - 1.0;
        if (is_fold(t, k) && t->current.test[k] == 0.0 && t->next.test[k] * sign < 0.0) {
            t->current.test[k] = sign * DBL_MIN;
            t->current.slope[k] = 0.0;
        }
    }
}

void rdg_fold_take_chart(rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const double sign = t->current.test[k];
        if (!is_fold(t, k) || t->found_at[k] >= 0.0 || fabs(sign) != DBL_MIN ||
            !(t->next.test[k] * sign < 0.0) || (t->missed.event && t->missed.event != &t->setup->event[k]) ||
            (t->next.chart.mu[first] - t->current.chart.mu[first]) * sign > 0.0) {
            continue;
        }
        t->missed.event = NULL;
        rdg_node_copy(t, &t->found[k], &t->current);
        t->found[k].test[k] = 0.0;
        t->found[k].chart.step = 0.0;
        t->found[k].chart.type = t->setup->event[k].type;
        t->found_at[k] = 0.0;
    }
}
