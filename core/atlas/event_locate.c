/* Location of events on a step.
 *
 * A change of sign brackets an event between two charts. The curve in between is interpolated by a cubic
 * (values and tangents at both ends); from the secant's guess Newton's method finishes on the problem
 * augmented with the event. Where it does not converge into the bracket, a corrected point at the guess
 * becomes an end of a shorter bracket, so that the next guess lies nearer to the curve as well. A function
 * that may jump, and a slope that jumps through zero at a kink, are enclosed by corrected points alone
 * (event_enclose.c).
 *
 * A zero explains a change of sign if the function goes through it in that direction and has no other zeros
 * on either side (event_isolate.c). If not, the step is cut where one change of sign is left. */
#include "event_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { MAX_TRIALS = 12, MAX_CUTS = 40, PLACE_SIZE = 160 };

void rdg_point_between(const rdg_tracer *t, const rdg_node *a, double a_at, const rdg_node *b, double b_at,
                       double at, double *u)
{
    rdg_event_interpolate(t, a, a_at, b, b_at, at, u);
}

rdg_outcome rdg_node_between(rdg_tracer *t, const rdg_node *a, double a_at, const rdg_node *b, double b_at,
                             double at, rdg_node *node)
{
    rdg_newton_report report;
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, at);
    rdg_point_between(t, a, a_at, b, b_at, at, node->chart.u);
    const rdg_outcome outcome = rdg_correct(t->corrector, &plane, node->chart.u, &report);
    t->summary.iterations += report.iterations;
    t->summary.corrections++;
    return outcome;
}

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
static rdg_outcome finish(rdg_tracer *t, const rdg_event *event, rdg_newton_report *report,
                          rdg_branch_kind *kind)
{
    double *u = t->special.chart.u;
    rdg_closing closing;
    switch (event->kind) {
    case RDG_EVENT_FOLD:
        closing = rdg_closing_fold(event->parameter, t->row);
        break;
    case RDG_EVENT_BRANCH:
        for (rdg_index j = 0; j < t->s->n; j++) { /* the chord is nearer to the tangent in between */
            t->special.chart.tangent[j] = t->next.chart.u[j] - t->current.chart.u[j];
        }
        return rdg_system_normalise(t->s, t->special.chart.tangent)
                   ? rdg_branch_point_solve(t, t->special.chart.tangent, u, report, kind)
                   : RDG_FAILED;
    default:
        closing = rdg_closing_value(event->parameter, event->value);
        break;
    }
    return rdg_correct(t->corrector, &closing, u, report);
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
        outcome = rdg_node_complete_exactly(t, node, t->current.chart.tangent, report);
    } else {
        node->chart.iterations = report->iterations;
        node->determinant = (rdg_determinant){.sign = 0.0};
        outcome = rdg_node_observe(t, node);
        rdg_branch_point_rays(t, &node->chart);
    }
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

bool rdg_event_is_bound(const rdg_event *event)
{
    return event->ends_branch && (event->stop == RDG_STOP_BOUNDARY || event->stop == RDG_STOP_DOMAIN);
}

bool rdg_event_must_be_met(const rdg_event *event)
{
    return event->kind == RDG_EVENT_BRANCH || rdg_event_is_bound(event);
}

/* Of several, one that must be met. */
void rdg_event_note_miss(rdg_tracer *t, const rdg_event *event, const rdg_bracket_end *low,
                         const rdg_bracket_end *high)
{
    if (t->missed.event && rdg_event_must_be_met(t->missed.event)) {
        return;
    }
    t->missed.event = event;
    t->missed.low = low->at;
    t->missed.high = high->at;
    t->missed.between[0] = t->setup->first_active >= 0 ? low->node->chart.mu[t->setup->first_active] : 0.0;
    t->missed.between[1] = t->setup->first_active >= 0 ? high->node->chart.mu[t->setup->first_active] : 0.0;
}

void rdg_say_missed(rdg_tracer *t)
{
    const rdg_event *event = t->missed.event;
    const rdg_index k = event->kind == RDG_EVENT_VALUE ? event->parameter : t->setup->first_active;
    char place[PLACE_SIZE] = "";
    if (k >= 0) {
        rdg_format(place, sizeof place, " between %s = %.9g and %.9g", t->p->parameter[k].name,
                   t->current.chart.mu[k], t->next.chart.mu[k]);
    }
    if (t->missed.is_jump && k >= 0) {
        rdg_warn(t->ctx, "jumps of the curve",
                 "run %s: the curve jumps from %s = %.9g to %.9g, and the slope of \"%s\" changes its sign: "
                 "this is no %s; are the functions continuous there?",
                 t->setup->name, t->p->parameter[k].name, t->missed.between[0], t->missed.between[1],
                 t->p->parameter[event->parameter].name, event->type);
        return;
    }
    rdg_warn(t->ctx, "events that are not met",
             "run %s: an event of type %s%s is not met by Newton's method and not reported (a kink or a "
             "jump?); shorter steps (RDG_STEP) may show it",
             t->setup->name, event->type, place);
}

/* What encloses the kink on which an event lies. */
typedef struct kink {
    rdg_bracket_end low, high;
} kink;

/* Locate event k. On success t->special is the complete node and *at its arclength; *at < 0 if it was not
 * met. Of one on a kink, on[0] has its ends. */
static rdg_outcome locate(rdg_tracer *t, rdg_index k, double h, double *at, kink *on)
{
    const rdg_event *event = &t->setup->event[k];
    rdg_bracket_end low = {.node = &t->current, .at = 0.0, .test = t->current.test[k]};
    rdg_bracket_end high = {.node = &t->next, .at = h, .test = t->next.test[k]};
    *at = -1.0;
    for (int trial = 0; trial < MAX_TRIALS; trial++) {
        /* every third point bisects, so that a stubborn end moves as well */
        const double middle = trial % 3 == 2 ? 0.5 * (low.at + high.at) : guess(event, &low, &high);
        rdg_newton_report report = {.iterations = 0};
        rdg_event_interpolate(t, low.node, low.at, high.node, high.at, middle, t->special.chart.u);
        rdg_branch_kind kind = RDG_BRANCH_POINT;
        rdg_outcome outcome = finish(t, event, &report, &kind);
        t->summary.iterations += report.iterations;
        t->summary.corrections++;
        const double found = rdg_step_along(t, t->special.chart.u);
        const double slack = 0.05 * (high.at - low.at);
        if (kind != RDG_BRANCH_POINT && found >= low.at - slack && found <= high.at + slack) {
            t->missed.is_saddle = kind == RDG_BRANCH_SADDLE;
            t->missed.is_cusp = kind == RDG_BRANCH_SINGULAR;
            break;
        }
        const double rounding = outcome == RDG_CONVERGED ? rdg_event_rounding(t, t->special.chart.u) : 0.0;
        if (outcome == RDG_CONVERGED && found >= -rounding && found <= h + rounding) {
            outcome = complete(t, event, &report);
            if (outcome == RDG_CONVERGED) {
                *at = fmin(fmax(found, 0.0), h);
                return outcome;
            }
        }
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        outcome = rdg_event_shrink(t, k, middle, &low, &high);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
    }
    /* where a fold ends the branch shorter steps come first: they may show what lies before it */
    if (event->kind == RDG_EVENT_FOLD && (!event->ends_branch || h <= t->setup->h_min)) {
        const rdg_outcome outcome = rdg_event_enclose_kink(t, k, h, &low, &high, at);
        if (outcome == RDG_ABORTED || (outcome == RDG_CONVERGED && *at >= 0.0)) {
            *on = (kink){low, high};
            return outcome;
        }
        *at = -1.0;
    }
    rdg_event_note_miss(t, event, &low, &high);
    if (rdg_event_is_bound(event)) { /* no way leads beyond it: the last point before it ends the branch */
        rdg_node_copy(t, &t->special, low.node);
        *at = low.at;
    }
    return RDG_CONVERGED;
}

static bool may_jump(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && t->p->parameter[event->parameter].kind == RDG_SINGULAR;
}

static bool crosses(const rdg_tracer *t, rdg_index k)
{
    const double before = t->current.test[k];
    const double after = t->next.test[k];
    if (t->setup->event[k].kind == RDG_EVENT_FOLD && after == 0.0) {
        return false; /* no slope, no sign */
    }
    /* quiet comparisons: there may be no value */
    return (isless(before, 0.0) && isgreaterequal(after, 0.0)) ||
           (isgreater(before, 0.0) && islessequal(after, 0.0));
}

/* Is event k a fold at the branch point that was located on this step, as where a symmetric branch is
 * crossed? Newton's method for the fold is badly conditioned there, and the branch point is exact. */
static bool folds_at_branch_point(const rdg_tracer *t, rdg_index k, rdg_index branch)
{
    return branch >= 0 && t->setup->event[k].kind == RDG_EVENT_FOLD && fabs(t->found[branch].test[k]) < 1e-6;
}

/* An event function that turns round at a branch point has a zero there that is none of its own. Where only
 * the determinant turned, and not the value, it has none at all. */
static void pass_branch_point(rdg_tracer *t, rdg_index k, rdg_index branch, double h)
{
    const double near = 1e-4 * h;
    if (t->found_at[k] < 0.0) {
        t->missed.event = NULL;
    } else if (fabs(t->found_at[k] - t->found_at[branch]) <= near) {
        t->found_at[k] = -1.0;
    }
}

/* The step ends at the corrected point t->special, at arclength `at`. */
static void cut(rdg_tracer *t, double at, double *h)
{
    rdg_node_swap(&t->special, &t->next);
    t->next.chart.step = at;
    *h = at;
}

/* What the isolation of an event came to. */
typedef enum isolation { ISOLATED, CUT, ABORTED } isolation;

static isolation cut_if_found(rdg_tracer *t, rdg_outcome outcome, const rdg_search *search, double *h)
{
    if (outcome == RDG_ABORTED) {
        return ABORTED;
    }
    if (search->found) {
        cut(t, search->at, h);
        return CUT;
    }
    return ISOLATED;
}

/* Event k has a zero at t->found[k], found in a bracket where its sign changed from `sign`: is it the only
 * one? */
static isolation explain(rdg_tracer *t, rdg_index k, double sign, double *h)
{
    const double at = t->found_at[k];
    const double end = *h;
    rdg_search search;
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    rdg_mark high = rdg_event_mark(t, k, &t->next, end);
    rdg_mark zero = rdg_event_mark(t, k, &t->found[k], at);
    zero.value = 0.0;
    if (rdg_event_is_rounding(&low) && rdg_event_is_rounding(&high)) {
        return ISOLATED;
    }
    zero.steepest = 0.25 * fabs(high.slope);
    high.steepest = 0.25 * fabs(low.slope);
    if (zero.slope * sign > 0.0 && at > 0.0) { /* it leads back: there is another zero before it */
        return cut_if_found(t, rdg_event_separate(t, k, end, &zero, 0.0, -sign, &search), &search, h);
    }
    if (at > 0.0) {
        const rdg_outcome before = rdg_event_search(t, k, end, &low, &zero, sign, &search);
        if (before == RDG_ABORTED || search.found) {
            return cut_if_found(t, before, &search, h);
        }
    }
    if (at >= end) {
        return ISOLATED;
    }
    rdg_outcome outcome = rdg_event_search(t, k, end, &zero, &high, -sign, &search);
    if (outcome == RDG_CONVERGED && search.found) { /* the step ends between the zero and the one behind it */
        outcome = rdg_event_separate(t, k, end, &zero, search.at, -sign, &search);
    }
    return cut_if_found(t, outcome, &search, h);
}

/* The same for a zero on a kink: one-sided slopes lead up to it and away. */
static isolation explain_kink(rdg_tracer *t, rdg_index k, const kink *on, double sign, double *h)
{
    rdg_search search;
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    const rdg_mark high = rdg_event_mark(t, k, &t->next, *h);
    const rdg_mark before = rdg_event_mark(t, k, on->low.node, on->low.at);
    const rdg_mark behind = rdg_event_mark(t, k, on->high.node, on->high.at);
    if (before.at > 0.0) {
        const rdg_outcome outcome = rdg_event_search(t, k, *h, &low, &before, sign, &search);
        if (outcome == RDG_ABORTED || search.found) {
            return cut_if_found(t, outcome, &search, h);
        }
    }
    if (behind.at >= *h) {
        return ISOLATED;
    }
    rdg_outcome outcome = rdg_event_search(t, k, *h, &behind, &high, -sign, &search);
    if (outcome == RDG_CONVERGED && search.found) {
        outcome = rdg_event_separate(t, k, *h, &behind, search.at, -sign, &search);
    }
    return cut_if_found(t, outcome, &search, h);
}

/* Without a change of sign: are there no zeros? */
static isolation clear(rdg_tracer *t, rdg_index k, double *h)
{
    const double sign = t->next.test[k] != 0.0 ? t->next.test[k] : t->current.test[k];
    rdg_search search;
    if (!rdg_event_may_hide(t, k, *h)) {
        return ISOLATED;
    }
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    rdg_mark high = rdg_event_mark(t, k, &t->next, *h);
    if (rdg_event_is_rounding(&low) && rdg_event_is_rounding(&high)) {
        return ISOLATED;
    }
    high.steepest = rdg_event_rate_before(t, k);
    const rdg_outcome outcome = rdg_event_search(t, k, *h, &low, &high, copysign(1.0, sign), &search);
    return cut_if_found(t, outcome, &search, h);
}

/* A step that ends where the slope of a fold's parameter is lost in rounding ends before, if it is not lost
 * there: the fold is then seen on the next one. */
static isolation avoid_unresolved(rdg_tracer *t, rdg_index k, double *h)
{
    const double before = 0.9;
    const rdg_outcome outcome = rdg_event_probe_step(t, *h, before * *h);
    if (outcome == RDG_CONVERGED && t->special.test[k] != 0.0) {
        cut(t, before * *h, h);
        return CUT;
    }
    return outcome == RDG_ABORTED ? ABORTED : ISOLATED;
}

/* What was located becomes a point of its own. */
static void keep(rdg_tracer *t, rdg_index k, rdg_index *branch)
{
    const rdg_event *event = &t->setup->event[k];
    t->found[k].chart.step = t->found_at[k];
    t->found[k].chart.type =
        event->maxima && t->current.test[k] < 0.0 ? NULL
        : t->found[k].chart.interval > 0.0
            ? event->kink_type
            : rdg_event_type(t->p, event, &t->current.chart, &t->found[k].chart, &t->next.chart);
    t->found_at[k] = t->found[k].chart.type ? t->found_at[k] : -1.0;
    *branch = event->kind == RDG_EVENT_BRANCH ? k : *branch;
}

/* Is the event's function smooth, so that values and slopes tell of it in between? One that turns with the
 * curve has poles next to its branch points, and branch points a machinery of their own; a step that may have
 * jumped to another branch tells nothing. */
static bool can_be_isolated(const rdg_tracer *t, const rdg_event *event)
{
    const bool jumped = t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
    return !jumped && event->kind != RDG_EVENT_BRANCH && !may_jump(t, event) && !event->turns_with_curve;
}

/* One event of a step. */
static isolation treat(rdg_tracer *t, rdg_index k, rdg_index *branch, double *h)
{
    const rdg_event *event = &t->setup->event[k];
    const bool simple = can_be_isolated(t, event);
    const bool touches = event->kind == RDG_EVENT_BRANCH && !crosses(t, k);
    kink on = {.low = {.node = NULL}};
    t->found_at[k] = -1.0;
    if (!touches && !crosses(t, k)) {
        const bool lost =
            event->kind == RDG_EVENT_FOLD && t->next.test[k] == 0.0 && t->current.test[k] != 0.0;
        return !simple ? ISOLATED : lost ? avoid_unresolved(t, k, h) : clear(t, k, h);
    }
    if (folds_at_branch_point(t, k, *branch)) {
        rdg_node_copy(t, &t->found[k], &t->found[*branch]);
        t->found_at[k] = t->found_at[*branch];
        keep(t, k, branch);
        return ISOLATED;
    }
    const rdg_outcome outcome = touches              ? rdg_touch_locate(t, *h, &t->found_at[k])
                                : may_jump(t, event) ? rdg_event_enclose(t, k, *h, &t->found_at[k])
                                                     : locate(t, k, *h, &t->found_at[k], &on);
    if (outcome == RDG_ABORTED) {
        return ABORTED;
    }
    if (*branch >= 0 && event->turns_with_curve) {
        pass_branch_point(t, k, *branch, *h);
    }
    if (t->found_at[k] >= 0.0) {
        rdg_node_swap(&t->special, &t->found[k]);
        const bool met = t->missed.event != event;
        const double sign = copysign(1.0, t->current.test[k]);
        const isolation only = !simple || !met ? ISOLATED
                               : on.low.node   ? explain_kink(t, k, &on, sign, h)
                                               : explain(t, k, sign, h);
        if (only != ISOLATED) {
            return only;
        }
        keep(t, k, branch);
    }
    return ISOLATED;
}

rdg_status rdg_locate_events(rdg_tracer *t, double *h)
{
    rdg_index branch = -1;
    int cuts = 0;
    t->missed = (rdg_miss){.event = NULL};
    rdg_alarm_recall(t);
    for (rdg_index k = t->setup->n_events - 1; k >= 0; k--) { /* branch points are the last event */
        switch (cuts < MAX_CUTS ? treat(t, k, &branch, h) : ISOLATED) {
        case ISOLATED:
            break;
        case CUT: /* from the beginning, on the shorter step */
            k = t->setup->n_events;
            branch = -1;
            cuts++;
            t->missed = (rdg_miss){.event = NULL};
            break;
        case ABORTED:
            return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue",
                            "run \"%s\", at an event (%s) after point %lld: %s", t->setup->name,
                            t->setup->event[k].type, (long long)t->current.chart.point, t->p->trouble);
        }
    }
    rdg_alarm_settle(t);
    return RDG_OK;
}
