/* The search for a gap of the curve on a step that is in doubt (jump.c).
 *
 * The step is halved by corrected points. Over a kink the chord of the half that has it is explained by what
 * the tangents turn, which stays, and on a smooth curve chords and tangents soon agree; a gap stays as high
 * however short the way across, until it is higher than the smallest step is long. */
#include "event_impl.h"
#include "toolbox.h"
#include "walk_impl.h"

#include <math.h>

/* Of a way that is no longer than the smallest step: what is higher is a gap. */
static const double high = 10.0;

/* Sides are followed to their ends down to this share of the smallest step. */
static const double shortest = 1e-3;

/* A step of which so little a part is not what its ends tell is too long. */
static const double part = 0.2;

/* On a smooth curve the turning that is not steady fades faster, and it grows where a front comes into view;
 * over a kink it stays. */
static const double fading = 0.6;

/* So near to a sharp kink that differences blur Newton's method may fail. */
static const double blurred = 1e-4;

static void note(const rdg_tracer *t, const rdg_bracket_end *low, const rdg_bracket_end *high_end,
                 rdg_leap *leap)
{
    const rdg_index first = t->setup->first_active;
    *leap = (rdg_leap){.is_there = true, .at = high_end->at};
    if (first >= 0) {
        leap->between[0] = low->node->chart.mu[first];
        leap->between[1] = high_end->node->chart.mu[first];
    }
}

/* The half that is farther off becomes the whole. */
static rdg_chord choose_half(rdg_tracer *t, double at, rdg_bracket_end *low, rdg_bracket_end *high_end)
{
    const rdg_spot a = rdg_spot_of(low->node, low->at);
    const rdg_spot b = rdg_spot_of(high_end->node, high_end->at);
    const rdg_spot middle = rdg_spot_of(&t->special, at);
    const rdg_chord before = rdg_chord_between(t, a, middle, b);
    const rdg_chord behind = rdg_chord_between(t, middle, b, a);
    const bool left = before.off > behind.off;
    rdg_node *kept = &t->bracket[left ? 1 : 0];
    rdg_node_swap(&t->special, kept);
    *(left ? high_end : low) = (rdg_bracket_end){.node = kept, .at = at};
    return left ? before : behind;
}

static double angle_between(const rdg_tracer *t, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = a[j] - b[j];
        sum += t->s->metric[j] * d * d;
    }
    return sqrt(sum);
}

/* The corrected point so far from the end of the bracket into t->special; *follows: along its tangent. */
static rdg_outcome go(rdg_tracer *t, const rdg_bracket_end *end, double way, bool *follows)
{
    const double aside = 0.3;
    const double *u = end->node->chart.u;
    const double *tangent = end->node->chart.tangent;
    const double length = way / rdg_event_advance(t, tangent);
    double *to = t->special.chart.u;
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->ahead[j] = to[j] = u[j] + length * tangent[j];
    }
    const rdg_outcome outcome = rdg_event_probe(t, end->at + way);
    double off = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        off += t->s->metric[j] * (to[j] - t->ahead[j]) * (to[j] - t->ahead[j]);
    }
    *follows = outcome == RDG_CONVERGED && sqrt(off) <= aside * fabs(way);
    return outcome;
}

/* Move an end of the bracket on to where its side of the curve ends, within `far`. *abrupt: it does so
 * without a turn before; a steep front turns. */
static rdg_outcome go_to_edge(rdg_tracer *t, double far, int which, rdg_bracket_end *end, bool *abrupt)
{
    const double turn = 0.1;
    const double nearest = shortest * t->setup->h_min;
    const double *before = which ? t->next.chart.tangent : t->current.chart.tangent;
    bool ends = false;
    while (far > nearest) {
        bool follows = false;
        const double way = 0.5 * far;
        if (go(t, end, which ? -way : way, &follows) == RDG_ABORTED) {
            return RDG_ABORTED;
        }
        if (follows) {
            rdg_node_swap(&t->special, &t->bracket[which]);
            *end = (rdg_bracket_end){.node = &t->bracket[which], .at = end->at + (which ? -way : way)};
        }
        ends = ends || !follows;
        far = way;
    }
    *abrupt = ends && angle_between(t, before, end->node->chart.tangent) < turn;
    return RDG_CONVERGED;
}

/* The bracket shows no point in between, or two far from each other: both sides are followed to where they
 * end. A gap is where they do so abruptly and apart; at a sharp kink they meet, which differences blur.
 * RDG_FAILED: neither. */
static rdg_outcome judge(rdg_tracer *t, double off, rdg_bracket_end *low, rdg_bracket_end *end, bool *is_gap)
{
    const double least = rdg_has_derivatives(t->p) ? high * t->setup->h_min : blurred;
    const double far = 2.0 * (off + (end->at - low->at));
    bool abrupt[2] = {false, false};
    rdg_outcome outcome = go_to_edge(t, far, 0, low, &abrupt[0]);
    if (outcome == RDG_CONVERGED) {
        outcome = go_to_edge(t, far, 1, end, &abrupt[1]);
    }
    const bool both = abrupt[0] && abrupt[1];
    *is_gap = both && rdg_node_distance(t, low->node, end->node) > least;
    return outcome != RDG_CONVERGED ? outcome : both ? RDG_CONVERGED : RDG_FAILED;
}

rdg_outcome rdg_step_search_gap(rdg_tracer *t, rdg_step *step)
{
    rdg_bracket_end low = {.node = &t->current, .at = 0.0};
    rdg_bracket_end end = {.node = &t->next, .at = step->h};
    double off = step->doubt * step->h;
    double turned = step->turned;
    bool is_front = false, is_gap = false;
    for (double way = step->h; way > t->setup->h_min || off <= high * way; way = end.at - low.at) {
        double at = 0.0;
        rdg_outcome outcome = rdg_event_probe_between(t, low.node, low.at, end.node, end.at, &at);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        if (outcome == RDG_FAILED) {
            break;
        }
        const rdg_chord chord = choose_half(t, at, &low, &end);
        const double width = end.at - low.at;
        const bool is_broken = rdg_chord_is_broken(t, &chord, width);
        const bool is_kink = !is_broken && chord.turned > fading * turned && fading * chord.turned < turned;
        off = chord.off;
        turned = chord.turned;
        if (!chord.tells || is_kink || rdg_chord_is_straight(t, &chord, width)) {
            return is_front || (step->strays && !is_kink) ? RDG_FAILED : RDG_CONVERGED;
        }
        is_front = is_broken && width < part * step->h;
    }
    const rdg_outcome outcome = judge(t, off, &low, &end, &is_gap);
    if (is_gap) {
        note(t, &low, &end, &step->leap);
    }
    return outcome;
}
