/* Is the curve smooth between two of its points, has it a non-smooth point or a singular point there, or does
 * it jump?
 *
 * Each smooth piece is extrapolated from its own points, one or two, and their tangents. Where both pieces
 * meet by extrapolation is the non-smooth point; beside it a point is corrected on either side. It belongs to
 * the piece the tangent of which it has, and extrapolates that better: the enclosure shrinks faster than
 * linearly. On a smooth curve the tangents at both ends come together as the enclosure shrinks, at a
 * non-smooth point they do not; at a jump the points do not. At a singular point the pieces lead on into each
 * other, but Newton's method fails in between. Differences average over the non-smooth point: their tangents
 * are right only farther out. */
#include "kink_impl.h"

#include <math.h>
#include <string.h>

/* Distance in typical sizes at which central differences do not reach over a non-smooth point. */
const double rdg_reach_of_differences = 6e-5;

/* Angles, of that between both pieces, within which a point belongs to one of them. */
static const double same_piece = 0.25;

/* On a smooth curve the tangents at the ends of the enclosure come together as its width shrinks; at a
 * non-smooth point they do not. Three halvings decide between both, or one at the end. */
static const double three_halvings = 8.0, one_halving = 2.0;

/* Distance of a corrected point from where the pieces meet: a share of the enclosure at first, and then of
 * how far the last point has moved that place. */
static const double beside = 0.1;

/* Pieces that are farther apart where they come nearest to each other, of the width of the enclosure, do not
 * meet, nor do those with a longer part of the step without solutions between them. */
static const double high_gap = 10.0;

enum { MOST_POINTS = 60, MOST_ITERATIONS = 12 };

/* Of a piece: its point nearest to the other piece, and the one before, whose node is NULL if there is none.
 */
typedef struct piece {
    rdg_node *node[2];
    double at[2];
    bool has_two;
} piece;

/* The piece at arclength `at`. */
static void extrapolate(const rdg_tracer *t, const piece *p, double at, double *u)
{
    if (p->has_two) {
        rdg_point_between(t, p->node[1], p->at[1], p->node[0], p->at[0], at, u);
        return;
    }
    rdg_point_along(t, p->node[0], p->at[0], at, u);
}

double rdg_kink_blur(const rdg_tracer *t)
{
    return rdg_has_derivatives(t->p) ? 0.0 : rdg_reach_of_differences;
}

double rdg_kink_angle(const rdg_tracer *t, const rdg_node *a, const rdg_node *b)
{
    return rdg_system_angle(t->s, a->chart.tangent, b->chart.tangent);
}

static double width_of(const piece side[2])
{
    return side[1].at[0] - side[0].at[0];
}

/* How far a point at arclength `at` is from being one of a piece: by its tangent, and by its place, of the
 * width of the enclosure. */
static double difference(const rdg_tracer *t, const piece side[2], int which, const rdg_node *node, double at)
{
    extrapolate(t, &side[which], at, t->ahead);
    return rdg_kink_angle(t, node, side[which].node[0]) +
           rdg_system_distance(t->s, node->chart.u, t->ahead) / width_of(side);
}

/* How far both pieces are from being one. */
static double apartness(const rdg_tracer *t, const piece side[2])
{
    return fmin(difference(t, side, 0, side[1].node[0], side[1].at[0]),
                difference(t, side, 1, side[0].node[0], side[0].at[0]));
}

/* How far the pieces are from each other at `at`, along the direction in which they part; *distance: in all.
 */
static double parting(const rdg_tracer *t, const piece side[2], double at, double *distance)
{
    const rdg_node *a = side[0].node[0], *b = side[1].node[0];
    const double from = rdg_event_advance(t, a->chart.tangent), to = rdg_event_advance(t, b->chart.tangent);
    double *low = t->ahead, *high = t->ahead + t->s->n, sum = 0.0, square = 0.0;
    extrapolate(t, &side[0], at, low);
    extrapolate(t, &side[1], at, high);
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = low[j] - high[j];
        sum += t->s->metric[j] * d * (a->chart.tangent[j] / from - b->chart.tangent[j] / to);
        square += t->s->metric[j] * d * d;
    }
    *distance = sqrt(square);
    return sum;
}

/* Where the pieces come nearest to each other, by secants; NAN: not between their nearest points. */
static double meeting(const rdg_tracer *t, const piece side[2])
{
    const double low = side[0].at[0], high = side[1].at[0];
    double distance, at[2] = {low, high};
    double value[2] = {parting(t, side, low, &distance), parting(t, side, high, &distance)};
    for (int i = 0; i < MOST_ITERATIONS && value[1] != value[0] && at[1] != at[0]; i++) {
        const double next = at[1] - value[1] * (at[1] - at[0]) / (value[1] - value[0]);
        if (!(next > low && next < high)) {
            return NAN;
        }
        at[0] = at[1];
        value[0] = value[1];
        at[1] = next;
        value[1] = parting(t, side, next, &distance);
    }
    return at[1] > low && at[1] < high ? at[1] : NAN;
}

/* The corrected point t->special becomes the nearest of a piece. */
static void take(rdg_tracer *t, piece *p, double at, bool is_new)
{
    rdg_node *freed = p->node[1];
    rdg_node_swap(&t->special, freed);
    p->node[1] = p->node[0];
    p->at[1] = p->at[0];
    p->node[0] = freed;
    p->at[0] = at;
    p->has_two = !is_new;
}

/* A corrected point at `at` into the piece that it is nearer to: what is farther off lies on its other side.
 * One of neither, on a smooth curve or between non-smooth points, begins a piece of its own; event k's change
 * of sign stays enclosed. */
static void sort_in(rdg_tracer *t, rdg_index k, double at, piece side[2])
{
    const double most = same_piece * apartness(t, side);
    const double from_low = difference(t, side, 0, &t->special, at);
    const double from_high = difference(t, side, 1, &t->special, at);
    const bool belongs = fmin(from_low, from_high) <= most;
    const bool low =
        belongs || k < 0 ? from_low < from_high : t->special.test[k] * side[0].node[0]->test[k] > 0.0;
    take(t, &side[low ? 0 : 1], at, !belongs);
}

/* The point between both pieces to be corrected next, t->special's u being the predictor. hole: where there
 * is no point, if hole[0] <= hole[1]. */
static double choose(rdg_tracer *t, const piece side[2], const double hole[2], double meets, double margin)
{
    const double low = side[0].at[0], high = side[1].at[0];
    double at = 0.5 * (low + high);
    bool is_low = true;
    if (hole[0] <= hole[1]) {
        is_low = hole[0] - low > high - hole[1];
        at = is_low ? 0.5 * (low + hole[0]) : 0.5 * (hole[1] + high);
    } else if (isnan(meets)) {
        rdg_point_between(t, side[0].node[0], low, side[1].node[0], high, at, t->special.chart.u);
        return at;
    } else {
        is_low = meets - low > high - meets;
        const double way = fmin(margin, 0.5 * fmax(meets - low, high - meets));
        at = is_low ? meets - way : meets + way;
    }
    extrapolate(t, &side[is_low ? 0 : 1], at, t->special.chart.u);
    return at;
}

/* Differences have blurred tangents near the non-smooth point: both pieces anew, each by two points out of
 * their reach.
 */
static rdg_outcome look_anew(rdg_tracer *t, double blur, piece side[2], double *meets)
{
    const double place = *meets;
    for (int i = 0; i < 4; i++) {
        piece *p = &side[i / 2];
        const double way = i % 2 ? blur : 2.0 * blur, at = i < 2 ? place - way : place + way;
        extrapolate(t, &(piece){.node = {p->node[0]}, .at = {p->at[0]}}, at, t->special.chart.u);
        const rdg_outcome outcome = rdg_event_probe(t, at);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        take(t, p, at, i % 2 == 0);
    }
    *meets = meeting(t, side);
    return isnan(*meets) ? RDG_FAILED : RDG_CONVERGED;
}

/* The corrected point where both pieces meet. */
static rdg_outcome close_up(rdg_tracer *t, double blur, const piece side[2], double meets, rdg_kink *kink)
{
    rdg_node *tip = &t->bracket[0];
    extrapolate(t, &side[0], meets, t->special.chart.u);
    memcpy(tip->chart.u, t->special.chart.u, (size_t)t->s->n * sizeof(double));
    const rdg_outcome outcome = rdg_event_probe(t, meets);
    kink->off = blur > 0.0 ? rdg_node_distance(t, &t->special, tip)
                           : rdg_node_distance(t, side[0].node[0], side[1].node[0]);
    rdg_node_swap(&t->special, tip);
    kink->tip = (rdg_bracket_end){.node = tip, .at = meets};
    return outcome;
}

/* Do the pieces meet, as far as Newton's method and this width of the enclosure report? */
static rdg_smoothness judge_end(const rdg_tracer *t, const piece side[2], const double hole[2], double meets,
                                double width)
{
    if (hole[1] - hole[0] > high_gap * width) {
        const piece straight[] = {{.node = {side[0].node[0]}, .at = {side[0].at[0]}},
                                  {.node = {side[1].node[0]}, .at = {side[1].at[0]}}};
        return apartness(t, straight) <= same_piece ? RDG_IS_SINGULAR : RDG_HAS_JUMP;
    }
    const double left = 10.0 * (t->setup->newton.residual_tol + t->setup->newton.step_tol);
    double distance;
    (void)parting(t, side, isnan(meets) ? 0.5 * (side[0].at[0] + side[1].at[0]) : meets, &distance);
    return distance <= high_gap * width + left ? RDG_HAS_KINK : RDG_HAS_JUMP;
}

static rdg_bracket_end end_of(const piece *p, rdg_index k)
{
    return (rdg_bracket_end){.node = p->node[0], .at = p->at[0], .test = k >= 0 ? p->node[0]->test[k] : 0.0};
}

/* Is the enclosure as narrow as it is to be? */
static bool is_narrow(const piece side[2], const double hole[2], double meets, double width, double blur)
{
    const double low = side[0].at[0], high = side[1].at[0];
    if (hole[0] <= hole[1]) {
        return fmax(hole[0] - low, high - hole[1]) <= width;
    }
    const double far = isnan(meets) ? high - low : fmax(meets - low, high - meets);
    return high - low <= width || far <= 1.5 * blur;
}

/* Has the difference fallen with the width, at least half as fast in powers? */
static bool fades(double apart, double whole, double now, double width)
{
    return now <= apart * sqrt(width / whole);
}

/* Shrink the enclosure. *meets: the place of the non-smooth point. */
static rdg_outcome shrink(rdg_tracer *t, rdg_index k, double width, double blur, piece side[2], double *meets,
                          rdg_smoothness *found)
{
    double whole = width_of(side), apart = apartness(t, side), margin = fmax(blur, beside * whole);
    double hole[2] = {INFINITY, -INFINITY};
    *found = RDG_IS_SMOOTH;
    *meets = meeting(t, side);
    for (int i = 0; i < MOST_POINTS; i++) {
        const bool ends = is_narrow(side, hole, *meets, width, blur);
        if (width_of(side) <= whole / (ends ? one_halving : three_halvings)) {
            const double now = apartness(t, side);
            if (fades(apart, whole, now, width_of(side))) {
                return RDG_CONVERGED;
            }
            whole = width_of(side);
            apart = now;
        }
        if (ends) {
            *found = judge_end(t, side, hole, *meets, fmax(width, blur));
            return RDG_CONVERGED;
        }
        const double at = choose(t, side, hole, *meets, margin);
        const rdg_outcome outcome = rdg_event_probe(t, at);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        if (outcome == RDG_FAILED) {
            hole[0] = fmin(hole[0], at);
            hole[1] = fmax(hole[1], at);
            continue;
        }
        sort_in(t, k, at, side);
        if (hole[0] <= side[0].at[0] || hole[1] >= side[1].at[0]) {
            hole[0] = INFINITY;
            hole[1] = -INFINITY;
        }
        const double before = *meets;
        *meets = meeting(t, side);
        const double moved = fabs(*meets - before);
        margin = fmax(fmax(blur, 0.4 * width), beside * (isnan(moved) ? width_of(side) : moved));
    }
    return RDG_FAILED;
}

rdg_outcome rdg_kink_between(rdg_tracer *t, rdg_index k, rdg_bracket_end low, rdg_bracket_end high,
                             double width, double blur, rdg_kink *kink)
{
    piece side[2] = {{.node = {&t->side[0], &t->side[1]}, .at = {low.at}},
                     {.node = {&t->side[2], &t->side[3]}, .at = {high.at}}};
    double meets = NAN;
    rdg_node_copy(t, side[0].node[0], low.node);
    rdg_node_copy(t, side[1].node[0], high.node);
    rdg_outcome outcome = shrink(t, k, width, blur, side, &meets, &kink->is);
    const bool is_kink = outcome == RDG_CONVERGED && kink->is == RDG_HAS_KINK;
    meets = isnan(meets) ? 0.5 * (side[0].at[0] + side[1].at[0]) : meets;
    if (is_kink && blur > 0.0) {
        outcome = look_anew(t, blur, side, &meets);
    }
    kink->low = end_of(&side[0], k);
    kink->high = end_of(&side[1], k);
    const bool changes = kink->low.test * kink->high.test < 0.0; /* of fold event k */
    return is_kink && changes && outcome == RDG_CONVERGED ? close_up(t, blur, side, meets, kink) : outcome;
}

bool rdg_kink_hides_fold(const rdg_tracer *t, const rdg_kink *kink)
{
    bool hides = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        hides = hides || (t->setup->event[k].kind == RDG_EVENT_FOLD &&
                          (kink->low.node->test[k] * t->current.test[k] < 0.0 ||
                           kink->high.node->test[k] * t->next.test[k] < 0.0));
    }
    return hides;
}
