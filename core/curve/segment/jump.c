/* Functions that jump: has the step led over a gap of the curve?
 *
 * The chord of a step and the tangents at its ends belong together: half the way along one tangent and half
 * along the other leads from end to end, but for the third power of the step, and on a kink for half of what
 * the tangents turn. With the tangent at a third point it is the fourth power, and only what the tangents
 * turn between these three and not steadily can be a kink. What lies farther off has not been gone along. */
#include "text_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>

/* Of the turning of the tangents, times the step: on a kink it is 1/2 at most, or 2/3 with a third tangent.
 */
static const double of_turning = 0.8;
/* Of the smallest step, which the curve may bend sharply on, or leave by a tangent that is wrong. */
static const double of_step = 10.0;
/* Of any step: what the fourth power leaves, as a rule. */
static const double of_smooth = 1e-4;
/* Tangents that are more askew tell nothing. */
static const double least_rate = 0.2;

rdg_spot rdg_spot_of(const rdg_node *node, double at)
{
    return (rdg_spot){.u = node->chart.u, .tangent = node->chart.tangent, .at = at};
}

rdg_chord rdg_chord_between(const rdg_tracer *t, rdg_spot a, rdg_spot b, rdg_spot third)
{
    const double rate[] = {rdg_step_rate(t, a.tangent), rdg_step_rate(t, b.tangent),
                           third.tangent ? rdg_step_rate(t, third.tangent) : 0.0};
    const bool bends = third.tangent && rate[2] >= least_rate; /* its bending is known */
    const double w = b.at - a.at;
    const double span = bends ? fmax(b.at, third.at) - fmin(a.at, third.at) : w;
    double off = 0.0, turned = 0.0;
    if (rate[0] < least_rate || rate[1] < least_rate) {
        return (rdg_chord){.tells = false};
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double from = a.tangent[j] / rate[0];
        const double to = b.tangent[j] / rate[1];
        double gap = b.u[j] - a.u[j] - 0.5 * w * (from + to);
        double turn = to - from;
        if (bends) { /* the second difference of the three */
            const double before = (from - third.tangent[j] / rate[2]) / (a.at - third.at);
            const double bend = (turn / w - before) / (b.at - third.at);
            gap += w * w * w / 6.0 * bend;
            turn = w * span * bend;
        }
        off += t->s->metric[j] * gap * gap;
        turned += t->s->metric[j] * turn * turn;
    }
    return (rdg_chord){
        .tells = true, .off = sqrt(off), .by_kink = of_turning * w * sqrt(turned), .turned = sqrt(turned)};
}

/* What Newton's method leaves at both ends, generously. */
static double left_by_newton(const rdg_tracer *t)
{
    return 100.0 * (t->setup->newton.residual_tol + t->setup->newton.step_tol);
}

bool rdg_chord_is_straight(const rdg_tracer *t, const rdg_chord *chord, double way)
{
    return chord->off <= of_smooth * way + left_by_newton(t);
}

bool rdg_chord_is_broken(const rdg_tracer *t, const rdg_chord *chord, double way)
{
    return chord->tells && chord->off > chord->by_kink + of_smooth * way + left_by_newton(t);
}

void rdg_step_doubt(const rdg_tracer *t, rdg_step *step)
{
    const rdg_index first = t->setup->first_active;
    const rdg_spot from = rdg_spot_of(&t->current, 0.0);
    const rdg_spot to = rdg_spot_of(&t->next, step->h);
    rdg_spot before = {.tangent = NULL};
    step->doubt = 0.0;
    step->leap = (rdg_leap){.is_there = false};
    if (step->h <= t->setup->h_min) {
        const rdg_chord chord = rdg_chord_between(t, from, to, before);
        step->leap = (rdg_leap){.is_there = chord.tells && chord.off > chord.by_kink + of_step * step->h,
                                .at = step->h,
                                .between = {first >= 0 ? t->current.chart.mu[first] : 0.0,
                                            first >= 0 ? t->next.chart.mu[first] : 0.0}};
        return;
    }
    if (t->before.step > 0.0) {
        before = (rdg_spot){.tangent = t->before.tangent, .at = -t->before.step};
    }
    const rdg_chord chord = rdg_chord_between(t, from, to, before);
    step->turned = chord.turned;
    step->doubt = rdg_chord_is_broken(t, &chord, step->h) ? chord.off / step->h : 0.0;
}

void rdg_walk_note_leap(rdg_tracer *t, const rdg_leap *leap)
{
    if (t->findings.leaps.count++ == 0) {
        t->findings.leaps.between[0] = leap->between[0];
        t->findings.leaps.between[1] = leap->between[1];
        t->findings.leaps.point = t->current.chart.point;
    }
}

void rdg_walk_say_leaps(const rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    char place[192] = "";
    char others[64] = "";
    if (t->findings.leaps.count == 0) {
        return;
    }
    if (first >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        const char *space = *parameter->unit ? " " : "";
        rdg_format(place, sizeof place, " from %.64s = %.10g to %.10g%s%s", parameter->name,
                   t->findings.leaps.between[0], t->findings.leaps.between[1], space, parameter->unit);
    }
    if (t->findings.leaps.count > 1) {
        rdg_format(others, sizeof others, ", and at %ld more places", t->findings.leaps.count - 1);
    }
    rdg_warn(
        t->ctx, "gaps of the curve",
        "run %s: the curve jumps%s behind point %lld%s: there are solutions on both sides of the gap and "
        "none in it; are the functions continuous there? (If they are, the curve bends within the smallest "
        "step: RDG_STEP())",
        t->setup->name, place, (long long)t->findings.leaps.point, others);
}
