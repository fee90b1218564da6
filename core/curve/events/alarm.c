/* Alarms: what does not change along a curve but by events must be explained by the events reported.
 *
 * The first active parameter grows or falls along the curve, and turns at its folds. Where its slope is
 * nothing but rounding the curve has no orientation: the last one that could be told is remembered, so that a
 * fold as flat as that of x^8 is no less a fold. Each fold reported turns the orientation that is expected; a
 * chart that shows the other one tells of a fold that was lost. */
#include "event_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <float.h>
#include <math.h>

/* The event that finds the folds of the curve, or -1. */
static rdg_index folds_of(const rdg_tracer *t)
{
    if (t->s->dimension != 1 || t->setup->first_active < 0) {
        return -1;
    }
    for (rdg_index k = t->setup->n_events - 1; k >= 0; k--) {
        const rdg_event *event = &t->setup->event[k];
        if (event->kind == RDG_EVENT_FOLD && !event->maxima && event->parameter == t->setup->first_active) {
            return k;
        }
    }
    return -1;
}

static double sign_of(double slope)
{
    return (double)((slope > 0.0) - (slope < 0.0));
}

void rdg_alarm_begin(rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    if (k >= 0) {
        t->alarm.expected = sign_of(t->current.test[k]);
        t->alarm.leaves = t->alarm.expected == 0.0 && t->points == 0;
        t->alarm.at = t->current.chart.mu[t->setup->first_active];
    }
    rdg_count_begin(t);
}

/* Where the step ends: at the next chart, or before, where an event ends the branch. */
static const rdg_node *end_of_step(const rdg_tracer *t, double *at)
{
    const rdg_node *end = &t->next;
    *at = HUGE_VAL;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->found_at[k] >= 0.0 && t->setup->event[k].ends_branch && t->found_at[k] < *at) {
            end = &t->found[k];
            *at = t->found_at[k];
        }
    }
    return end;
}

/* Does the parameter itself go against its slope at both ends of the step, beyond what rounding and Newton's
 * method leave? A jump, two folds that were lost, or a derivative that is wrong. */
static bool goes_against(rdg_tracer *t, const rdg_node *end, double expected)
{
    const double by_newton = 100.0 * (t->setup->newton.residual_tol + t->setup->newton.step_tol);
    const double by_differences = 3e-5; /* so far they average over a kink, and with them the slope's sign */
    const rdg_index first = t->setup->first_active;
    const double way = end->chart.mu[first] - t->current.chart.mu[first];
    rdg_slope slope;
    if (!(way * expected < 0.0) || rdg_slope_along(t, first, end->chart.u, end->chart.tangent, &slope) != 0) {
        return false;
    }
    const double most = rdg_event_is_smeared(t, folds_of(t)) ? by_differences : by_newton;
    return fabs(way) > most * fmax(slope.largest, fabs(slope.value));
}

/* The slope's sign at the end of the step; none on its fold, nor where the branch ends at a singular point.
 */
static double sign_at_end(const rdg_tracer *t, rdg_index k, const rdg_node *end)
{
    return end == &t->found[k] || rdg_event_is_singular(t, end) ? 0.0 : sign_of(end->test[k]);
}

static bool turns(rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    if (k < 0 || t->alarm.expected == 0.0) {
        return false;
    }
    double at = 0.0;
    const rdg_node *end = end_of_step(t, &at);
    const bool folds = t->found_at[k] >= 0.0 && t->found_at[k] <= at;
    const double seen = sign_at_end(t, k, end);
    return folds ? seen * t->alarm.expected > 0.0
                 : seen * t->alarm.expected < 0.0 || (seen != 0.0 && goes_against(t, end, seen));
}

/* A fold that was not met: where the curve is known to jump no step is short enough. */
static bool loses_fold(const rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    return k >= 0 && t->missed.event == &t->setup->event[k] && !t->missed.is_jump;
}

bool rdg_alarm_rings(rdg_tracer *t)
{
    const int most = 3; /* where shorter steps have not helped before they will not now */
    t->alarm.turned = !t->missed.event && turns(t);
    return t->alarm.unresolved < most && (t->alarm.turned || t->alarm.gap.event || loses_fold(t));
}

void rdg_alarm_tell(rdg_tracer *t)
{
    rdg_count_tell(t);
    t->alarm.unresolved += t->alarm.turned || t->alarm.gap.event || loses_fold(t);
    if (t->alarm.turned) {
        const rdg_index first = t->setup->first_active;
        rdg_warn(t->ctx, "turns of the curve without a fold",
                 "run %s: between %s = %.9g and %.9g the curve turns round, but no fold was found: it jumps "
                 "there, or a derivative is wrong (rdg_check_derivatives()); shorter steps (RDG_STEP) may "
                 "show it",
                 t->setup->name, t->p->parameter[first].name, t->alarm.at, t->next.chart.mu[first]);
    }
}

void rdg_alarm_report(rdg_tracer *t, const rdg_event *event)
{
    const rdg_index k = folds_of(t);
    if (k >= 0 && event == &t->setup->event[k]) {
        t->alarm.expected = -t->alarm.expected;
    }
}

/* Both ways from a start without an orientation have begun: does the parameter grow, or fall, on both? A
 * solution that is taken up again has been named, and so has a branch point. */
static void compare_ways(rdg_tracer *t, double seen)
{
    const rdg_parameter *parameter = &t->p->parameter[t->setup->first_active];
    if (t->alarm.left * seen > 0.0 && !t->setup->start_run && t->start.determinant.sign != 0.0) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: it starts on a fold, at %s = %.9g, as far as the slope can be told\n",
                  t->setup->name, parameter->name, t->start.chart.mu[t->setup->first_active]);
    }
    t->alarm.left = seen;
    t->alarm.leaves = false;
}

void rdg_alarm_check(rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    const double seen = k >= 0 ? sign_of(t->next.test[k]) : 0.0;
    if (seen == 0.0) {
        return;
    }
    const double here = t->next.chart.mu[t->setup->first_active];
    if (t->alarm.leaves) {
        compare_ways(t, seen);
    }
    t->alarm.expected = seen;
    t->alarm.at = here;
}

void rdg_alarm_recall(rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    if (k >= 0 && t->current.test[k] == 0.0 && t->next.test[k] * t->alarm.expected < 0.0) {
        t->current.test[k] = t->alarm.expected * DBL_MIN;
        t->current.slope[k] = 0.0;
    }
}

void rdg_alarm_settle(rdg_tracer *t)
{
    const rdg_index k = folds_of(t);
    if (k < 0 || t->found_at[k] >= 0.0 || fabs(t->current.test[k]) != DBL_MIN ||
        !(t->next.test[k] * t->alarm.expected < 0.0)) {
        return;
    }
    const rdg_event *event = &t->setup->event[k];
    const rdg_index first = t->setup->first_active;
    const double way = t->next.chart.mu[first] - t->current.chart.mu[first];
    if ((t->missed.event && t->missed.event != event) || way * t->alarm.expected > 0.0) {
        return;
    }
    t->missed.event = NULL;
    rdg_node_copy(t, &t->found[k], &t->current);
    t->found[k].test[k] = 0.0;
    t->found[k].chart.step = 0.0;
    t->found[k].chart.type = event->type;
    t->found_at[k] = 0.0;
}
