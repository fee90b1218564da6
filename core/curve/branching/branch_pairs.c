/* Branch points on one step that their determinant's signs at its ends do not show: pairs of them.
 *
 * The determinants of the last charts and of the next one tell where it may vanish (soundings.c). There a
 * point in between is corrected, and its determinant tells more. The first one of another sign becomes the
 * end of the step, so that one branch point is left on it. */
#include "event_impl.h"
#include "toolbox.h"

#include <math.h>

enum { MAX_PROBES = 40 };

/* Of the step: what is nearer to a point that is known is that point, where the polynomial itself vanishes
 * and where only its error does not exclude it. */
static const double resolution = 1e-6, coarse_resolution = 1e-2;

/* Two zeros that are nearer to each other, in arclength, cannot be told from a place where the determinant
 * touches zero: between them it is as small as the errors of its factors. */
static const double closest = 3e-5;

void rdg_pairs_begin(rdg_tracer *t)
{
    t->soundings.n = 0;
}

void rdg_pairs_move(rdg_tracer *t, double h)
{
    rdg_soundings_move(&t->soundings, h);
}

/* The matrix had the row of the step's plane, and not of the node's own tangent. */
static rdg_sounding sounding_of(const rdg_tracer *t, const rdg_node *node, double at)
{
    return (rdg_sounding){.at = at,
                          .sign = node->determinant.sign,
                          .log = node->log_determinant - log(rdg_event_advance(t, node->chart.tangent))};
}

static void add_ends(rdg_tracer *t, double h)
{
    rdg_sounding here = {.sign = t->current.determinant.sign, .log = t->current.log_determinant};
    here.log = here.sign == 0.0 ? 0.0 : here.log;
    rdg_soundings_add(&t->soundings, here, 0.0);
    rdg_soundings_add(&t->soundings, sounding_of(t, &t->next, h), 0.0);
}

/* Distance of the corrected point from the guess: a point of another branch lies farther off. */
static double moved(const rdg_tracer *t, const double *guess, const double *u)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        sum += t->s->metric[j] * (u[j] - guess[j]) * (u[j] - guess[j]);
    }
    return sqrt(sum);
}

static rdg_outcome probe(rdg_tracer *t, double h, double at)
{
    const double farthest = 0.1;
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->special.chart.u);
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->ahead[j] = t->special.chart.u[j];
    }
    const rdg_outcome outcome = rdg_event_sound(t, at);
    return outcome == RDG_CONVERGED && moved(t, t->ahead, t->special.chart.u) > farthest * h ? RDG_FAILED
                                                                                             : outcome;
}

/* What came of one look into a gap. */
typedef enum look { LOOK_KNOWN, LOOK_MORE, LOOK_OTHER_SIGN, LOOK_ABORTED } look;

static bool is_near(double a, double b, double distance)
{
    return fabs(a - b) <= distance;
}

/* Of a parabola that has one of the gap's ends and this lowest point: how far its zeros lie from each other.
 */
static double zeros_apart(const rdg_sounding *a, const rdg_sounding *b, const rdg_sounding *lowest)
{
    const bool left = b->sign == 0.0 || (a->sign != 0.0 && a->log > b->log);
    const rdg_sounding *end = left ? a : b;
    return 2.0 * fabs(end->at - lowest->at) * exp(fmin(0.5 * (lowest->log - end->log), 0.0));
}

/* The determinant in the gap: where it may well vanish at a corrected point, else where the step's cubic is,
 * next to the curve, unless that has another sign. */
static rdg_outcome take_point(rdg_tracer *t, double h, const rdg_strait *gap, double at)
{
    if (gap->dips) {
        return probe(t, h, at);
    }
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->special.chart.u);
    const rdg_outcome outcome =
        rdg_node_sound(t, &t->special, t->current.chart.tangent, &(rdg_newton_report){.residual = 0.0});
    const bool is_like_ends = outcome == RDG_CONVERGED && t->special.determinant.sign * gap->sign > 0.0;
    return is_like_ends || outcome == RDG_ABORTED ? outcome : probe(t, h, at);
}

/* Look at a point in the gap behind point i, unless that would tell nothing new. */
static look look_into(rdg_tracer *t, double h, int i, const rdg_strait *gap, double *at)
{
    const double off_ends = 0.1;
    rdg_soundings *all = &t->soundings;
    const rdg_sounding a = all->point[i], b = all->point[i + 1];
    const double width = b.at - a.at;
    const double resolved = (gap->dips ? resolution : coarse_resolution) * h;
    *at = gap->dips ? gap->lowest : fmin(fmax(gap->lowest, a.at + off_ends * width), b.at - off_ends * width);
    if (is_near(*at, a.at, resolved) || is_near(*at, b.at, resolved)) {
        return LOOK_KNOWN;
    }
    const rdg_outcome outcome = take_point(t, h, gap, *at);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? LOOK_ABORTED : LOOK_KNOWN;
    }
    rdg_sounding one = sounding_of(t, &t->special, *at);
    if (one.sign * gap->sign < 0.0) { /* with factors at the very point it must have that sign as well */
        const rdg_outcome exactly =
            rdg_node_sound(t, &t->special, t->current.chart.tangent, &(rdg_newton_report){.residual = 0.0});
        if (exactly != RDG_CONVERGED) {
            return exactly == RDG_ABORTED ? LOOK_ABORTED : LOOK_KNOWN;
        }
        one = sounding_of(t, &t->special, *at);
    }
    const bool other = one.sign * gap->sign < 0.0;
    if (one.sign == 0.0 || (other && zeros_apart(&a, &b, &one) < closest) ||
        rdg_soundings_add(all, one, 0.0) < 0) {
        return LOOK_KNOWN;
    }
    return other ? LOOK_OTHER_SIGN : LOOK_MORE;
}

/* The step ends between the zero and the point of another sign behind it, where the sign is the one that the
 * determinant has next to the zero. */
static rdg_outcome separate(rdg_tracer *t, double h, double zero, double sign, double *at)
{
    for (double far = *at; far - zero > resolution * h;) {
        const double middle = zero + 0.5 * (far - zero);
        const rdg_outcome outcome = probe(t, h, middle);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        if (t->special.determinant.sign * sign > 0.0) {
            *at = middle;
            return RDG_CONVERGED;
        }
        far = middle;
    }
    return RDG_FAILED;
}

static rdg_isolation cut(rdg_tracer *t, double at, double *h)
{
    const rdg_outcome outcome = rdg_node_observe(t, &t->special);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
    }
    rdg_soundings_clear_between(&t->soundings, 0.0, at, true);
    rdg_event_cut(t, at, h);
    return RDG_CUT;
}

/* Look into every gap of the step. LOOK_OTHER_SIGN: at *at, where the sign should be *sign. */
static look look_into_all(rdg_tracer *t, double h, double *at, double *sign)
{
    rdg_soundings *all = &t->soundings;
    int probes = 0;
    for (int i = 0; i + 1 < all->n;) {
        const bool inside = all->point[i].at >= 0.0 && all->point[i + 1].at <= h;
        const rdg_strait gap = inside ? rdg_soundings_between(all, i) : (rdg_strait){.is_clear = true};
        const bool looks = !gap.is_clear && gap.sign != 0.0 && probes++ < MAX_PROBES;
        const look seen = looks ? look_into(t, h, i, &gap, at) : LOOK_KNOWN;
        if (seen == LOOK_ABORTED || seen == LOOK_OTHER_SIGN) {
            *sign = gap.sign;
            return seen;
        }
        i += seen == LOOK_KNOWN;
    }
    return LOOK_KNOWN;
}

rdg_isolation rdg_pairs_tell_apart(rdg_tracer *t, double zero, double *h)
{
    double at = 0.0, sign = 0.0;
    add_ends(t, *h);
    if (zero >= 0.0) {
        rdg_soundings_add(&t->soundings, (rdg_sounding){.at = zero}, resolution * *h);
    }
    const look seen = look_into_all(t, *h, &at, &sign);
    if (seen != LOOK_OTHER_SIGN) {
        return seen == LOOK_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
    }
    if (zero >= 0.0 && at > zero) {
        const rdg_outcome outcome = separate(t, *h, zero, sign, &at);
        if (outcome != RDG_CONVERGED) {
            return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
        }
    }
    return cut(t, at, h);
}
