/* Two maxima of a response followed together: from which forcing amplitude on the other one is greater than
 * the ridge's own.
 *
 * The height, ln of its amplitude over the ridge's, and its derivative in ln(forcing amplitude), which the
 * multipliers give, are known at both ends of a step. If the cubic through them, with what it may be off,
 * reaches zero within a step the step is divided. Newton's method in ln(forcing amplitude) finds where the
 * height is zero. */
#include "ridge_comparison_impl.h"

#include "peak_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static double growth(const rdg_comparison *g, const rdg_peak_point *p)
{
    return p->level * rdg_peak_sensitivity(g->r, p, g->d->level_name) / p->amplitude;
}

static void measure(const rdg_comparison *g, rdg_comparison_pair *p)
{
    p->x = log(p->other->level);
    p->height = log(p->other->amplitude / p->own->amplitude);
    p->slope = growth(g, p->other) - growth(g, p->own);
}

static void assign(rdg_comparison_pair *to, const rdg_comparison_pair *from)
{
    rdg_peak_point_assign(to->own, from->own);
    rdg_peak_point_assign(to->other, from->other);
    to->x = from->x;
    to->height = from->height;
    to->slope = from->slope;
}

static void earliest(const rdg_comparison *g, double level, double *first)
{
    if (*first == 0.0 || g->sense * (level - *first) < 0.0) {
        *first = level;
    }
}

static void note(rdg_comparison *g, const rdg_comparison_pair *p)
{
    earliest(g, p->other->level, &g->greater);
    if (g->greater == p->other->level) {
        g->omega = p->other->omega;
        g->own_omega = p->own->omega;
    }
}

/* The ridge's own to a forcing amplitude: next to a fold, where it has no slope, from where it is known
 * before that. */
static bool go_own(const rdg_comparison *g, rdg_peak_point *own, double level)
{
    if (rdg_peak_follow(g->r, own, level) == RDG_PEAK_REACHED) {
        return true;
    }
    rdg_peak_point_assign(own, g->own);
    return rdg_peak_follow(g->r, own, level) == RDG_PEAK_REACHED;
}

/* Both to a forcing amplitude. The other one may end before. False: the ridge's own is not there. */
static bool go(const rdg_comparison *g, rdg_comparison_pair *p, double level, rdg_peak_event *event)
{
    *event = rdg_peak_follow(g->r, p->other, level);
    const bool own = go_own(g, p->own, p->other->level);
    measure(g, p);
    return own;
}

/* The cubic between two pairs at a share t of the step; at a non-smooth point without a derivative the chord
 * has it. */
static double cubic(const rdg_comparison_pair *a, const rdg_comparison_pair *b, double left, double right,
                    double t)
{
    const double s = 1.0 - t;
    return s * a->height + t * b->height + s * t * (s * left - t * right);
}

/* Its greatest value: at an end, or where the derivative p2 t^2 + p1 t + p0 vanishes. */
static double highest_between(const rdg_comparison_pair *a, const rdg_comparison_pair *b)
{
    const double h = b->x - a->x, chord = b->height - a->height;
    const double left = isnan(a->slope) ? 0.0 : h * a->slope - chord;
    const double right = isnan(b->slope) ? 0.0 : h * b->slope - chord;
    const double p2 = 3.0 * (left + right), p1 = -2.0 * (2.0 * left + right), p0 = chord + left;
    const double q = -0.5 * (p1 + copysign(sqrt(fmax(p1 * p1 - 4.0 * p2 * p0, 0.0)), p1));
    const double root[2] = {p2 != 0.0 ? q / p2 : 0.0, q != 0.0 ? p0 / q : 0.0};
    double most = fmax(a->height, b->height);
    for (int k = 0; k < 2; k++) {
        if (root[k] > 0.0 && root[k] < 1.0) {
            most = fmax(most, cubic(a, b, left, right, root[k]));
        }
    }
    return most;
}

static bool is_above(const rdg_comparison_pair *p)
{
    return p->height > rdg_ridge_greater;
}

/* Is the other maximum below the ridge all the way from one to the next? Of a non-smooth point in the middle
 * the cubic is off by a quarter of what the tangent at one end is off at the other one. */
static bool stays_below(const rdg_comparison_pair *a, const rdg_comparison_pair *b)
{
    const double off = isnan(a->slope) ? 0.0 : b->height - a->height - a->slope * (b->x - a->x);
    return highest_between(a, b) + 0.25 * fabs(off) <= rdg_ridge_greater;
}

/* The forcing amplitude between two pairs, one below and one above, at which the heights are equal. Both are
 * followed from the nearest one that is like the first one, since that maximum may end at the other pair.
 * False: they are nowhere equal, as the other maximum is not the same maximum at both. */
static bool find_crossing(rdg_comparison *g, const rdg_comparison_pair *a, const rdg_comparison_pair *b)
{
    rdg_comparison_pair *near = &g->at[3], *m = &g->at[4];
    double far = b->x, guess = NAN;
    assign(near, a);
    for (int k = 0; fabs(far - near->x) > rdg_ridge_same_level; k++) {
        const bool inside = isless((guess - near->x) * (guess - far), 0.0); /* quiet: false of NAN */
        const double x = inside && k % 3 > 0 ? guess : 0.5 * (near->x + far);
        rdg_peak_event event;
        assign(m, near);
        const bool is_there = go(g, m, exp(x), &event) && event == RDG_PEAK_REACHED;
        const double step = is_there && m->slope != 0.0 ? (rdg_ridge_greater - m->height) / m->slope : NAN;
        if (is_there && (is_above(m) || islessequal(fabs(step), rdg_ridge_same_level))) {
            note(g, m);
        }
        if (islessequal(fabs(step), rdg_ridge_same_level)) {
            return true;
        }
        guess = x + step;
        if (is_there && is_above(m) == is_above(a)) {
            assign(near, m);
        } else {
            far = x;
        }
    }
    return false;
}

/* May the other maximum be greater somewhere between two pairs that are below? */
static bool is_open(const rdg_comparison_pair *a, const rdg_comparison_pair *b)
{
    return !is_above(a) && !is_above(b) && !stays_below(a, b) && fabs(b->x - a->x) > rdg_ridge_same_level;
}

static void doubt(rdg_comparison *g, double level)
{
    earliest(g, level, &g->doubt);
}

/* at[0] to at[1], in shorter steps as long as the other maximum may be greater in between. */
static void advance(rdg_comparison *g)
{
    rdg_comparison_pair *at = &g->at[0], *goal = &g->at[1], *between = &g->at[2];
    while (at->x != goal->x && !(g->onward && is_above(at))) {
        const rdg_comparison_pair *next = goal;
        while (is_open(at, next)) {
            const double level = exp(0.5 * (at->x + next->x));
            rdg_peak_event event;
            assign(between, at);
            if (!go(g, between, level, &event) || event != RDG_PEAK_REACHED) {
                doubt(g, g->onward ? at->other->level : goal->other->level);
                next = goal;
                break;
            }
            next = between;
        }
        g->same = is_above(at) == is_above(next) || find_crossing(g, at, next);
        assign(at, next);
        if (is_above(at)) {
            note(g, at);
        }
    }
}

/* At each step of the other maximum. False: it is far enough. */
static bool see(const rdg_peak_point *other, void *data)
{
    rdg_comparison *g = data;
    rdg_comparison_pair *next = &g->at[1];
    rdg_peak_point_assign(next->own, g->at[0].own);
    rdg_peak_point_assign(next->other, other);
    g->lost = !go_own(g, next->own, other->level);
    if (!g->lost) {
        measure(g, next);
        advance(g);
    }
    return !g->lost && !(g->onward && is_above(&g->at[0]));
}

rdg_comparison_end rdg_comparison_run(rdg_comparison *g, double level, bool onward)
{
    g->onward = onward;
    g->lost = false;
    g->same = true;
    rdg_peak_point_assign(g->other, g->at[0].other);
    const rdg_peak_event event = rdg_peak_follow_steps(g->r, g->other, level, see, g);
    if (event != RDG_PEAK_REACHED) { /* it ends a little further */
        see(g->other, g);
    }
    if (onward && is_above(&g->at[0])) {
        return g->same ? RDG_COMPARISON_ABOVE : RDG_COMPARISON_OTHER;
    }
    if (g->lost || event == RDG_PEAK_LOST) {
        doubt(g, onward ? g->at[0].other->level : level);
    }
    return g->lost || event != RDG_PEAK_REACHED ? RDG_COMPARISON_GONE : RDG_COMPARISON_THERE;
}

void rdg_comparison_start(rdg_comparison *g, const rdg_peak_point *own, const rdg_peak_point *other)
{
    rdg_peak_point_assign(g->at[0].own, own);
    rdg_peak_point_assign(g->at[0].other, other);
    measure(g, &g->at[0]);
    if (is_above(&g->at[0])) {
        note(g, &g->at[0]);
    }
}

rdg_status rdg_comparison_begin(rdg_comparison *g, rdg_ridge_driver *d, double sense)
{
    *g = (rdg_comparison){.d = d, .r = d->peaks, .sense = sense, .other = rdg_peak_point_create(d->peaks)};
    for (int k = 0; k < RDG_COMPARISON_PAIRS; k++) {
        g->at[k].own = rdg_peak_point_create(g->r);
        g->at[k].other = rdg_peak_point_create(g->r);
    }
    return rdg_error_status(d->ctx);
}

void rdg_comparison_finish(rdg_comparison *g)
{
    rdg_peak_point_free(g->other);
    for (int k = 0; k < RDG_COMPARISON_PAIRS; k++) {
        rdg_peak_point_free(g->at[k].own);
        rdg_peak_point_free(g->at[k].other);
    }
}
