/* Functions that jump: has the smallest step led over a gap of the curve?
 *
 * The chord of a step and the tangents at its ends belong together: half the way along one tangent and half
 * along the other leads from end to end, but for the third power of the step, and on a kink for half of what
 * the tangents turn. What lies
 * farther off has not been gone along. */
#include "text_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>

/* Of the turning of the tangents, times the step: on a kink it is 1/2 at most. */
static const double of_turning = 0.8;
/* Of the smallest step, which the curve may bend sharply on, or leave by a tangent that is wrong. */
static const double of_step = 10.0;
/* Tangents that are more askew tell nothing. */
static const double least_rate = 0.2;

/* How far the chord is off, and what the turning explains. False: they do not tell. */
static bool measure(const rdg_tracer *t, double h, double *off, double *turning)
{
    const double rate = rdg_step_rate(t, t->next.chart.tangent);
    double sum = 0.0;
    double turned = 0.0;
    if (rate < least_rate) {
        return false;
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double before = t->current.chart.tangent[j];
        const double after = t->next.chart.tangent[j] / rate;
        const double gap = t->next.chart.u[j] - t->current.chart.u[j] - 0.5 * h * (before + after);
        const double turn = h * (after - before);
        sum += t->s->metric[j] * gap * gap;
        turned += t->s->metric[j] * turn * turn;
    }
    *off = sqrt(sum);
    *turning = sqrt(turned);
    return true;
}

bool rdg_step_leaps(const rdg_tracer *t, double h)
{
    double off = 0.0;
    double turning = 0.0;
    return measure(t, h, &off, &turning) && off > of_turning * turning + of_step * h;
}

void rdg_walk_note_leap(rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    if (t->leaps.count++ == 0) {
        t->leaps.between[0] = first >= 0 ? t->current.chart.mu[first] : 0.0;
        t->leaps.between[1] = first >= 0 ? t->next.chart.mu[first] : 0.0;
        t->leaps.point = t->current.chart.point;
    }
}

void rdg_walk_say_leaps(const rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    char place[192] = "";
    char others[64] = "";
    if (t->leaps.count == 0) {
        return;
    }
    if (first >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        const char *space = *parameter->unit ? " " : "";
        rdg_format(place, sizeof place, " from %.64s = %.10g to %.10g%s%s", parameter->name,
                   t->leaps.between[0], t->leaps.between[1], space, parameter->unit);
    }
    if (t->leaps.count > 1) {
        rdg_format(others, sizeof others, ", and at %ld more places", t->leaps.count - 1);
    }
    rdg_warn(
        t->ctx, "gaps of the curve",
        "run %s: the curve jumps%s behind point %lld%s: there are solutions on both sides of the gap and "
        "none in it; are the functions continuous there? (If they are, the curve bends within the smallest "
        "step: RDG_STEP())",
        t->setup->name, place, (long long)t->leaps.point, others);
}
