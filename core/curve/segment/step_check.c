/* Does the curve follow the cubic through both charts of a step?
 *
 * The ends alone cannot report: over whole periods of a wave, or from one branch to another, they may fit by
 * chance. The curve segment knows how far the curve lies off the cubic in between. Where that is far the step
 * is too long, but over a non-smooth point: then the curve lies on the line through one of the ends. */
#include "constants_impl.h"
#include "event_impl.h"
#include "step_check_impl.h"
#include "step_parts_impl.h"

#include <math.h>
#include <string.h>

/* A cubic may lie so far off the curve, of the step's length; of one that turns by the angle a it lies
 * a^3/384 off where the curve bends evenly, in the middle, and 16/25 of that at the check points. */
static double far_aside(const rdg_tracer *t)
{
    const double least = 3e-4;
    return least + t->setup->angle * t->setup->angle * t->setup->angle / 48.0;
}

/* Distance of t->ahead from the straight line through one end, so far ahead of that end. */
static double off_line(const rdg_tracer *t, const rdg_chart *end, double ahead)
{
    double sum = 0.0;
    const double way = ahead / fmax(rdg_step_rate(t, end->tangent), 0.1);
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->ahead[j] - end->u[j] - way * end->tangent[j];
        sum += t->s->metric[j] * d * d;
    }
    return sqrt(sum);
}

/* Over a non-smooth point the curve's point lies on the line through one of the ends; so it does over a gap.
 */
static bool is_kink(const rdg_tracer *t, rdg_step *step, double at, double off)
{
    const double straight = 0.25;
    const bool lies =
        fmin(off_line(t, &t->current.chart, at), off_line(t, &t->next.chart, at - step->h)) < straight * off;
    step->doubt = lies ? fmax(step->doubt, off / step->h) : step->doubt;
    return lies;
}

/* How far the curve's point t->ahead at arclength `at` lies off the cubic. */
static double off_cubic(const rdg_tracer *t, double h, double at)
{
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->work);
    return rdg_system_distance(t->s, t->ahead, t->work);
}

/* Is the cubic of half the step as far off, relatively? A non-smooth point may be so slight that the curve
 * bends as much, and tangents that differences spoil lead astray as far. That is borne with on the steps that
 * follow, too.
 */
static bool is_borne(rdg_tracer *t, rdg_step *step, double off)
{
    const double most = 0.01;
    const double aside = off / step->h;
    if (aside <= fmin(most, 4.0 * t->before.aside)) {
        return true;
    }
    const bool stays = step->aside_before > 0.0 && aside > 0.5 * step->aside_before && aside < most;
    if (stays) {
        t->before.aside = aside;
        step->doubt = fmax(step->doubt, aside); /* over a gap it does, too */
    }
    return stays;
}

/* Does the curve, whose point at arclength `at` is t->ahead, follow the cubic there? */
static bool follows(rdg_tracer *t, rdg_step *step, double at)
{
    const double off = off_cubic(t, step->h, at);
    const bool strays = off > far_aside(t) * step->h;
    step->aside = fmax(step->aside, off / step->h);
    step->strays = step->strays || strays;
    return !strays || is_kink(t, step, at, off) || is_borne(t, step, off);
}

/* Did the step end where the charts before it lead? */
static bool is_expected(const rdg_step *step)
{
    return step->surprise <= RDG_EXPECTED * step->h;
}

rdg_outcome rdg_step_look_inside(rdg_tracer *t, rdg_step *step, bool strict)
{
    step->aside_before = step->aside;
    step->aside = 0.0;
    step->strays = false;
    if (!strict && !(step->doubt > 0.0)) {
        return RDG_CONVERGED;
    }
    const double third = RDG_THIRD_CHECK * step->h;
    const double near = is_expected(step) ? RDG_EXPECTED : RDG_NEAR_ASIDE;
    rdg_outcome outcome = RDG_CONVERGED;
    if (!rdg_events_come_near(t, step->h)) { /* else there will be a segment */
        outcome = rdg_step_look(t, step->h, third);
        step->aside = outcome == RDG_CONVERGED ? off_cubic(t, step->h, third) / step->h : 0.0;
        if (step->aside <= near) {
            return outcome;
        }
    }
    outcome = rdg_step_segment(t, step->h);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    bool does = true;
    for (int i = 0; i < RDG_SEGMENT_CHECKS; i++) {
        const double at = rdg_segment_check_point[i] * step->h;
        rdg_step_point_at(t, step->h, at, t->ahead);
        does = follows(t, step, at) && does;
    }
    if ((does || !strict) && step->aside > near) {
        outcome = rdg_step_look(t, step->h, third);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        does = follows(t, step, third);
    }
    return does || !strict ? RDG_CONVERGED : RDG_FAILED;
}

void rdg_step_remember_changes(rdg_tracer *t, double h)
{
    const double fading = 0.5;
    t->before.aside *= fading;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const double rate = fabs(t->next.test[k] - t->current.test[k]) / h;
        t->before.steepest[k] = fmax(fading * t->before.steepest[k], isfinite(rate) ? rate : 0.0);
    }
}

void rdg_remember_step(rdg_tracer *t, double h)
{
    memcpy(t->before.test, t->current.test, (size_t)t->setup->n_events * sizeof(double));
    double *tangent = t->before.older_tangent, *u = t->before.older_u;
    t->before.older_tangent = t->before.tangent;
    t->before.older_u = t->before.u;
    t->before.tangent = memcpy(tangent, t->current.chart.tangent, (size_t)t->s->n * sizeof *tangent);
    t->before.u = memcpy(u, t->current.chart.u, (size_t)t->s->n * sizeof *u);
    t->before.determinant = t->current.determinant;
    t->before.log_determinant = t->current.log_determinant;
    t->before.older_step = t->before.step;
    t->before.step = h;
    memcpy(t->before.error_factor, t->before.error_factor_next, sizeof t->before.error_factor);
}
