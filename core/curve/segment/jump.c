/* Functions that jump: has the step led over a gap of the curve?
 *
 * The chord of a step and the tangents at its ends belong together: half the way along one tangent and half
 * along the other leads from end to end, but for the third power of the step, and on a non-smooth point for
 * half of what the tangents turn. With the tangent at the chart before it is the fourth power, and only what
 * the tangents turn between these three and not steadily can be a non-smooth point. What lies farther off has
 * not been gone along: the two pieces are searched for (kink.c). */
#include "kink_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

/* Of the turning of the tangents, times the step: on a non-smooth point it is 1/2 at most, or 2/3 with a
 * third tangent.
 */
static const double of_turning = 0.8;
/* Of the smallest step, which the curve may bend sharply on, or leave by a tangent that is wrong. */
static const double of_step = 10.0;
/* Of any step: what the fourth power leaves, as a rule. */
static const double of_smooth = 1e-4;

/* Of the distance between their ends: pieces that lie side by side for longer are those of a narrow tip. */
static const double side_by_side = 0.5;

/* Tangents that are more askew report nothing. */
static const double least_rate = 0.2;

/* How far the chord of the step is from what the tangents at its ends report of it; with the tangent at the
 * chart before curves that bend steadily are not off. turned: not steadily, an angle. */
typedef struct chord {
    bool tells;
    double off, turned;
} chord;

static chord chord_of(const rdg_tracer *t, double h)
{
    const double rate[] = {rdg_step_rate(t, t->before.tangent), rdg_step_rate(t, t->current.chart.tangent),
                           rdg_step_rate(t, t->next.chart.tangent)};
    const bool bends = t->before.step > 0.0 && rate[0] >= least_rate; /* how it bends is known */
    const double span = bends ? h + t->before.step : h;
    double off = 0.0, turned = 0.0;
    if (rate[1] < least_rate || rate[2] < least_rate) {
        return (chord){.tells = false};
    }
    const double by[] = {bends ? 1.0 / (rate[0] * t->before.step) : 0.0, 1.0 / rate[1], 1.0 / rate[2]};
    const double per_step = bends ? 1.0 / h : 0.0, per_before = bends ? 1.0 / t->before.step : 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double from = t->current.chart.tangent[j] * by[1];
        const double to = t->next.chart.tangent[j] * by[2];
        double gap = t->next.chart.u[j] - t->current.chart.u[j] - 0.5 * h * (from + to);
        double turn = to - from;
        if (bends) { /* the second difference of the three */
            const double before = from * per_before - t->before.tangent[j] * by[0];
            const double second = turn * per_step - before; /* times the span */
            gap += h * h * h / (6.0 * span) * second;
            turn = h * second;
        }
        off += t->s->metric[j] * gap * gap;
        turned += t->s->metric[j] * turn * turn;
    }
    return (chord){.tells = true, .off = sqrt(off), .turned = sqrt(turned)};
}

static void put_leap(const rdg_tracer *t, const rdg_node *low, const rdg_node *high, double at,
                     rdg_step *step)
{
    const rdg_index first = t->setup->first_active;
    step->leap = (rdg_leap){
        .is_there = true,
        .at = at,
        .between = {first >= 0 ? low->chart.mu[first] : 0.0, first >= 0 ? high->chart.mu[first] : 0.0}};
}

void rdg_step_doubt(const rdg_tracer *t, rdg_step *step)
{
    const chord c = chord_of(t, step->h);
    const double left = 100.0 * (t->setup->newton.residual_tol + t->setup->newton.step_tol);
    const double off = c.off - of_turning * step->h * c.turned;
    step->doubt = 0.0;
    step->leap = (rdg_leap){.is_there = false};
    if (step->h > t->setup->h_min) {
        step->doubt = c.tells && off > of_smooth * step->h + left ? c.off / step->h : 0.0;
    } else if (c.tells && off > of_step * step->h) {
        put_leap(t, &t->current, &t->next, step->h, step);
    }
}

/* The corrected point so far from the end of the bracket into t->special; *follows: along its tangent. */
static rdg_outcome go(rdg_tracer *t, const rdg_bracket_end *end, double way, bool *follows)
{
    const double aside = 0.3;
    rdg_point_along(t, end->node, end->at, end->at + way, t->ahead);
    memcpy(t->special.chart.u, t->ahead, (size_t)t->s->n * sizeof *t->ahead);
    const rdg_outcome outcome = rdg_event_probe(t, end->at + way);
    const double off = rdg_system_distance(t->s, t->special.chart.u, t->ahead);
    *follows = outcome == RDG_CONVERGED && off <= aside * fabs(way);
    return outcome;
}

/* Move an end of the bracket on to where its side of the curve ends, within `far`. *abrupt: it does so
 * without a turn before; a steep front turns, and goes on off the planes of the step. */
static rdg_outcome go_to_edge(rdg_tracer *t, double far, int which, rdg_bracket_end *end, bool *abrupt)
{
    const double turn = 0.5, shortest = 1e-3 * t->setup->h_min;
    bool ends = false;
    double way = 0.5 * far;
    while (way > 0.5 * shortest) {
        bool follows = false;
        if (go(t, end, which ? -way : way, &follows) == RDG_ABORTED) {
            return RDG_ABORTED;
        }
        if (follows) {
            rdg_node_swap(&t->special, &t->bracket[which]);
            *end = (rdg_bracket_end){.node = &t->bracket[which], .at = end->at + (which ? -way : way)};
        }
        ends = ends || !follows;
        way *= 0.5;
    }
    *abrupt = ends && rdg_kink_angle(t, which ? &t->next : &t->current, end->node) < turn;
    return RDG_CONVERGED;
}

/* Follow both pieces of a jump to where they end. RDG_FAILED: one turns before, as on a steep front, or they
 * lie side by side, as the sides of a narrow tip do: the distance of their ends is the length of the tip. */
static rdg_outcome confirm(rdg_tracer *t, rdg_kink *kink)
{
    const double far =
        2.0 * (rdg_node_distance(t, kink->low.node, kink->high.node) + kink->high.at - kink->low.at);
    bool abrupt[2] = {false, false};
    rdg_outcome outcome = go_to_edge(t, far, 0, &kink->low, &abrupt[0]);
    if (outcome == RDG_CONVERGED) {
        outcome = go_to_edge(t, far, 1, &kink->high, &abrupt[1]);
    }
    const double distance = rdg_node_distance(t, kink->low.node, kink->high.node);
    const bool ends = abrupt[0] && abrupt[1] && kink->low.at - kink->high.at <= side_by_side * distance;
    return outcome == RDG_CONVERGED && !ends ? RDG_FAILED : outcome;
}

rdg_outcome rdg_step_search_gap(rdg_tracer *t, rdg_step *step)
{
    const rdg_bracket_end low = {.node = &t->current, .at = 0.0};
    const rdg_bracket_end high = {.node = &t->next, .at = step->h};
    const double blur = rdg_kink_blur(t), width = fmax(t->setup->h_min, blur / of_step);
    rdg_kink kink;
    rdg_outcome outcome = rdg_kink_between(t, -1, low, high, width, 0.0, &kink);
    const bool hides = outcome == RDG_CONVERGED && kink.is == RDG_HAS_KINK && rdg_kink_hides_fold(t, &kink);
    if (hides && blur > 0.0) { /* tangents that differences do not blur */
        outcome = rdg_kink_between(t, -1, low, high, width, blur, &kink);
    }
    if (outcome != RDG_CONVERGED || kink.is == RDG_IS_SMOOTH) {
        return outcome == RDG_CONVERGED && step->strays ? RDG_FAILED : outcome;
    }
    if (kink.is == RDG_HAS_KINK) {
        return hides && rdg_kink_hides_fold(t, &kink) ? rdg_step_end_at_kink(t, &kink, step) : RDG_CONVERGED;
    }
    outcome = confirm(t, &kink);
    if (outcome == RDG_CONVERGED && rdg_node_distance(t, kink.low.node, kink.high.node) > of_step * width) {
        put_leap(t, kink.low.node, kink.high.node, kink.high.at, step);
    }
    return outcome;
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
