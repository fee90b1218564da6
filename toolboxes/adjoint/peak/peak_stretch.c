/* All maxima between two neighbouring points of the response.
 *
 * The chord is the border row, so that slope and its derivative at both ends are derivatives in one
 * coordinate. A contact that begins or ceases to slip divides the stretch at its non-smooth peak. Where the
 * cubic of these four numbers has a pair of roots inside, or a non-smooth point may hide one, a point is
 * inserted. */
#include "peak_set_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A stretch is divided so often for non-smooth points and pairs of roots, and so often for a change of sign,
 * at most. */
enum { DEEP = 12, DEEPEST = 40, NEWTON = 8, CORNER = 12, RESTORE = 12 };

/* A border row serves the next stretch as long as its product with that is its length to this share. */
static const double aside = 0.1;

/* Amplitudes at both ends and the integral of the slope's cubic differ by more than this share: a non-smooth
 * point. */
static const double bent = 1e-3;

typedef rdg_peak_stretch_end stretch_end;

static void push(rdg_peak_trace *t, const double *a, const double *b, int depth)
{
    const size_t n = (size_t)t->r->n;
    double *points = rdg_context_calloc(t->r->ctx, 2 * n, sizeof *points);
    if (!points ||
        rdg_context_reserve(t->r->ctx, &t->queue, &t->room, t->queued + 1, sizeof *t->queue) != RDG_OK) {
        rdg_free(points);
        t->list->ended = true;
        return;
    }
    memcpy(points, a, n * sizeof *a);
    memcpy(points + n, b, n * sizeof *b);
    t->queue[t->queued++] = (rdg_peak_stretch){.a = points, .b = points + n, .depth = depth};
}

/* which: 0 the left end, 1 the right one */
static bool look(rdg_peak_trace *t, const double *u, int which, stretch_end *end)
{
    if (rdg_peak_factor(t->r, u, t->v[TRACE_CHORD_ROW], true) != 0) {
        return false;
    }
    memcpy(t->v[TRACE_END_TANGENT + which], t->r->at->tangent, (size_t)t->r->n * sizeof *u);
    *end = (stretch_end){t->r->at->slope, t->r->at->second, t->r->at->value};
    return true;
}

/* a + share chord, brought onto the response */
static bool point_at(rdg_peak_trace *t, const double *from, double share, double *u)
{
    rdg_peak_add(t->r->n, from, share, t->v[TRACE_CHORD], u);
    return rdg_peak_restore(t->r, u, t->v[TRACE_CHORD_ROW], RESTORE) == RDG_PEAK_FOUND;
}

/* A share of the way along the cubic of both ends and their tangents. */
static void start_at(const rdg_peak_trace *t, const rdg_peak_stretch *s, double x, double *u)
{
    const double y = 1.0 - x, h = rdg_peak_dot(t->r->n, t->v[TRACE_CHORD_ROW], t->v[TRACE_CHORD]);
    for (rdg_index i = 0; i < t->r->n; i++) {
        const double left = x * y * (h * t->v[TRACE_END_TANGENT][i] - t->v[TRACE_CHORD][i]);
        const double right = x * y * (t->v[TRACE_CHORD][i] - h * t->v[TRACE_END_TANGENT + 1][i]);
        u[i] = s->a[i] + x * t->v[TRACE_CHORD][i] + y * left + x * right;
    }
}

/* A point between both ends, from the cubic or else from the chord. */
static bool point_between(rdg_peak_trace *t, const rdg_peak_stretch *s, double share, double *u)
{
    start_at(t, s, share, u);
    return rdg_peak_restore(t->r, u, t->v[TRACE_CHORD_ROW], RESTORE) == RDG_PEAK_FOUND ||
           point_at(t, s->a, share, u);
}

/* Where a point is along the chord, 0 .. 1. */
static double place(const rdg_peak_trace *t, const double *a, const double *u)
{
    const rdg_index n = t->r->n;
    return (rdg_peak_dot(n, t->v[TRACE_CHORD_ROW], u) - rdg_peak_dot(n, t->v[TRACE_CHORD_ROW], a)) /
           rdg_peak_dot(n, t->v[TRACE_CHORD_ROW], t->v[TRACE_CHORD]);
}

/* Divide at a point; the left part is examined first. */
static void divide(rdg_peak_trace *t, const rdg_peak_stretch *s, const double *u)
{
    push(t, u, s->b, s->depth + 1);
    push(t, s->a, u, s->depth + 1);
}

static void add(rdg_peak_trace *t, rdg_peak_point *peak)
{
    peak->part = t->part;
    rdg_peak_list_add(t->list, peak);
}

/* Where the response slips it may move a hundred times as far for the same margin, so that this has an
 * extremum soon: a point is nearer to the onset then. */
static bool point_beside(rdg_peak_trace *t, double side, double *u)
{
    bool found = false;
    double by = rdg_peak_same;
    for (int k = 0; k < 3 && !found; k++, by *= 0.01) {
        found = rdg_peak_restore_beside(t, t->found, side * by, u);
    }
    return found;
}

/* Divide at an onset in `found`, the right part first. Where a point beside it is not inside the stretch, the
 * end of that takes its place. */
static void divide_beside(rdg_peak_trace *t, const rdg_peak_stretch *s, double sense, double slope[2])
{
    double *const beside[2] = {t->v[TRACE_OTHER], t->v[TRACE_POINT]};
    const double *point[2] = {s->a, s->b}, at = place(t, s->a, t->found->u);
    for (int k = 1; k >= 0; k--) {
        const bool found = point_beside(t, k ? 1.0 : -1.0, beside[k]);
        const double there = place(t, s->a, beside[k]);
        if (found && (k ? there > at && there < 1.0 : there > 0.0 && there < at)) {
            slope[k] = sense * t->r->at->slope;
            point[k] = beside[k];
        }
        t->list->set.unresolved += !found;
    }
    if (point[1] != s->b) {
        push(t, point[1], s->b, s->depth + 1);
    }
    if (rdg_peak_find_at_onset(t, sense, false, point, slope, t->found)) {
        add(t, t->found);
    }
    if (point[0] != s->a) {
        push(t, s->a, point[0], s->depth + 1);
    }
}

/* Does a contact begin or cease to slip between margins a and b? Beside 0 the margin may have the sign of one
 * side, and the slope be that of the other one. */
static bool passes_onset(double a, double b)
{
    return a * b < 0.0 || fmin(fabs(a), fabs(b)) < rdg_peak_point_like * fmax(fabs(a), fabs(b));
}

/* A contact that begins or ceases to slip: its onset divides the stretch. */
static bool divide_at_onset(rdg_peak_trace *t, const rdg_peak_stretch *s, double slope[2])
{
    rdg_peak_margins(t->r, s->a, t->margin[0]);
    rdg_peak_margins(t->r, s->b, t->margin[1]);
    for (rdg_index k = 0; k < t->r->n_margins; k++) {
        const double a = t->margin[0][k], b = t->margin[1][k], sense = b > a ? 1.0 : -1.0;
        if (!passes_onset(a, b)) {
            continue;
        }
        rdg_peak_add(t->r->n, s->a, a / (a - b), t->v[TRACE_CHORD], t->v[TRACE_POINT]);
        if (rdg_peak_corner(t->r, k, t->v[TRACE_POINT], CORNER, t->found) != RDG_PEAK_FOUND) {
            continue;
        }
        const double at = place(t, s->a, t->found->u);
        if (at < -rdg_peak_last_step || at > 1.0 + rdg_peak_last_step) {
            continue;
        }
        memcpy(t->v[TRACE_MARGIN], t->r->border, (size_t)t->r->n * sizeof(double));
        for (rdg_index i = 0; i < t->r->n; i++) {
            t->found->tangent[i] = sense * t->r->at->tangent[i];
        }
        divide_beside(t, s, sense, slope);
        return true;
    }
    return false;
}

/* Does a contact that sticks at both ends slip in between? Where a resonance is only just as high as its
 * limit it does so over a range narrower than a step. The margin lies above where its tangents meet. *share:
 * where. */
static bool slips_inside(rdg_peak_trace *t, const rdg_peak_stretch *s, double h, double *share)
{
    for (rdg_index k = 0; k < t->r->n_margins; k++) {
        const double x = t->margin[0][k], y = t->margin[1][k];
        if (!(x > 0.0 && y > 0.0)) {
            continue;
        }
        const double fall = -h * rdg_peak_margin_growth(t->r, k, s->a, t->v[TRACE_END_TANGENT]);
        const double rise =
            fall > 0.0 ? h * rdg_peak_margin_growth(t->r, k, s->b, t->v[TRACE_END_TANGENT + 1]) : 0.0;
        if (rise > 0.0 && fall * (y - rise) + rise * x <= 0.0) {
            *share = (x - y + rise) / (fall + rise);
            return true;
        }
    }
    return false;
}

/* The cubic of slopes and their derivatives at both ends: how often it changes its sign, and where inside it
 * is nearest to the other sign. h: length of the stretch. */
static int count_roots(const stretch_end *a, const stretch_end *b, double h, double *nearest)
{
    enum { PARTS = 16 };
    int roots = 0;
    double last = a->slope, least = INFINITY;
    *nearest = 0.5;
    for (int k = 1; k <= PARTS; k++) {
        const double x = (double)k / PARTS, y = 1.0 - x;
        const double g = (1.0 + 2.0 * x) * y * y * a->slope + x * y * y * h * a->second +
                         x * x * (3.0 - 2.0 * x) * b->slope - x * x * y * h * b->second;
        roots += g * last < 0.0;
        if (k < PARTS && a->slope * g < least) {
            least = a->slope * g;
            *nearest = x;
        }
        last = g;
    }
    return roots;
}

/* May slopes of one sign at both ends reach zero in between? If the derivative of an end lasts: a non-smooth
 * point inside can hide a pair of roots from the cubic. *share: where. */
static bool may_reach_zero(const stretch_end *a, const stretch_end *b, double h, double *share)
{
    const double left = -a->slope, right = b->slope, from_left = h * a->second, from_right = h * b->second;
    const bool by_left = left * from_left > 0.0 && fabs(left) < fabs(from_left);
    const bool by_right = right * from_right > 0.0 && fabs(right) < fabs(from_right);
    *share = fmin(fmax(by_left ? left / from_left : 1.0 - right / from_right, 1e-4), 1.0 - 1e-4);
    return by_left || by_right;
}

/* Is a non-smooth point inside a stretch at whose ends the slope has different signs? It can hide two more
 * changes. The amplitudes at both ends report: the integral of the cubic is exact to fifth order where there
 * is none. */
static bool hides_kink(const stretch_end *a, const stretch_end *b, double h, double *share)
{
    const double growth = h * (a->slope + b->slope) / 2.0 + h * h * (a->second - b->second) / 12.0;
    *share = fmin(fmax(a->slope / (a->slope - b->slope), 0.25), 0.75);
    return fabs(b->amplitude - a->amplitude - growth) > bent * fabs(h) * fmax(fabs(a->slope), fabs(b->slope));
}

/* The slope changes its sign where the stretch cannot be divided any more. */
static void add_kink(rdg_peak_trace *t, const rdg_peak_stretch *s, const stretch_end *a, const stretch_end *b)
{
    memcpy(t->found->u, a->amplitude > b->amplitude ? s->a : s->b, (size_t)t->r->n * sizeof(double));
    memcpy(t->found->tangent, t->v[TRACE_CHORD], (size_t)t->r->n * sizeof(double));
    if (rdg_peak_finish_kink(t->r, t->found)) {
        add(t, t->found);
    }
}

/* The maximum of a stretch in which the slope changes from above to below zero. */
static void find_maximum(rdg_peak_trace *t, const rdg_peak_stretch *s, const stretch_end *a,
                         const stretch_end *b)
{
    const double share = a->slope / (a->slope - b->slope);
    start_at(t, s, share, t->v[TRACE_POINT]);
    if (rdg_peak_newton(t->r, t->v[TRACE_POINT], t->v[TRACE_CHORD_ROW], NEWTON, t->found) == RDG_PEAK_FOUND) {
        const double at = place(t, s->a, t->found->u);
        if (at > -rdg_peak_same && at < 1.0 + rdg_peak_same) {
            t->found->earlier_level = 0.0;
            add(t, t->found);
            return;
        }
    }
    if (rdg_peak_size(t->r, s->a, t->v[TRACE_CHORD]) < rdg_peak_point_like) {
        add_kink(t, s, a, b);
    } else if (s->depth < DEEPEST && point_between(t, s, 0.5, t->v[TRACE_OTHER])) {
        divide(t, s, t->v[TRACE_OTHER]);
    } else {
        t->list->set.unresolved++;
    }
}

static void note_end(rdg_peak_trace *t, const rdg_peak_stretch *s, const stretch_end *a, const stretch_end *b)
{
    rdg_peak_end *end = t->end;
    if (!t->begun) {
        end[0] = (rdg_peak_end){s->a[t->r->omega], a->amplitude, a->slope < 0.0};
        t->begun = true;
    }
    end[1] = (rdg_peak_end){s->b[t->r->omega], b->amplitude, b->slope > 0.0};
}

/* The amplitude stays below this, as seen from the ends: where their tangents meet, and as much again. */
static double bound(const stretch_end *a, const stretch_end *b, double h)
{
    const double rise = fmax(h * a->slope, 0.0), fall = fmax(-h * b->slope, 0.0);
    const double greatest = fmax(a->amplitude, b->amplitude);
    if (!(rise > 0.0 && fall > 0.0)) {
        return greatest + 0.5 * (rise + fall);
    }
    const double meeting = (rise * (b->amplitude + fall) + fall * a->amplitude) / (rise + fall);
    return greatest + 2.0 * fmax(meeting - greatest, 0.0);
}

/* The border row, and what is known at the left end: those of the last stretch as long as the response turns
 * little from its row. */
static bool look_left(rdg_peak_trace *t, const rdg_peak_stretch *s, stretch_end *a)
{
    const size_t size = (size_t)t->r->n * sizeof *s->a;
    const double *chord = t->v[TRACE_CHORD];
    const double along = rdg_peak_dot(t->r->n, t->v[TRACE_LAST_ROW], chord);
    const double length = sqrt(rdg_peak_product(t->r, s->a, chord, chord));
    if (s->depth > 0 || fabs(along - length) > aside * length ||
        memcmp(s->a, t->v[TRACE_LAST_END], size) != 0) {
        rdg_peak_border_along(t->r, s->a, chord, t->v[TRACE_CHORD_ROW]);
        return look(t, s->a, 0, a);
    }
    memcpy(t->v[TRACE_CHORD_ROW], t->v[TRACE_LAST_ROW], size);
    memcpy(t->v[TRACE_END_TANGENT], t->v[TRACE_LAST_TANGENT], size);
    *a = t->last;
    return true;
}

static void keep_right(rdg_peak_trace *t, const rdg_peak_stretch *s, const stretch_end *b)
{
    const size_t size = (size_t)t->r->n * sizeof *s->b;
    memcpy(t->v[TRACE_LAST_END], s->b, size);
    memcpy(t->v[TRACE_LAST_ROW], t->v[TRACE_CHORD_ROW], size);
    memcpy(t->v[TRACE_LAST_TANGENT], t->v[TRACE_END_TANGENT + 1], size);
    t->last = *b;
}

static void look_at(rdg_peak_trace *t, const rdg_peak_stretch *s)
{
    rdg_peak_response *r = t->r;
    stretch_end a, b;
    double nearest;
    rdg_peak_add(r->n, s->b, -1.0, s->a, t->v[TRACE_CHORD]);
    if (!look_left(t, s, &a) || !look(t, s->b, 1, &b)) {
        t->list->set.unresolved++;
        return;
    }
    if (s->depth == 0) {
        note_end(t, s, &a, &b);
        keep_right(t, s, &b);
    }
    const double h = rdg_peak_dot(r->n, t->v[TRACE_CHORD_ROW], t->v[TRACE_CHORD]);
    if (t->list->above > 0.0 && bound(&a, &b, h) <= t->list->above) {
        return;
    }
    if (s->depth < DEEP && divide_at_onset(t, s, (double[]){a.slope, b.slope})) {
        return;
    }
    const bool pair = a.slope * b.slope > 0.0 ? may_reach_zero(&a, &b, h, &nearest)
                                              : count_roots(&a, &b, h, &nearest) > 1 ||
                                                    (a.slope != b.slope && hides_kink(&a, &b, h, &nearest));
    if (s->depth < DEEP && (slips_inside(t, s, h, &nearest) || pair) &&
        point_between(t, s, nearest, t->v[TRACE_OTHER])) {
        divide(t, s, t->v[TRACE_OTHER]);
        return;
    }
    if (a.slope > 0.0 && b.slope <= 0.0) {
        find_maximum(t, s, &a, &b);
    }
}

void rdg_peak_look_between(rdg_peak_trace *t, const double *a, const double *b)
{
    push(t, a, b, 0);
    while (t->queued > 0 && !t->list->ended) {
        const rdg_peak_stretch s = t->queue[--t->queued];
        look_at(t, &s);
        rdg_peak_pass_rays(t, s.a, s.b);
        rdg_free(s.a);
    }
}
