/* Zeros of an event's function on a step, from curve segments.
 *
 *   fold of a variable    derivative of the segment's polynomial
 *   fold of a monitor     derivative of the polynomial through its values at points of the segment
 *   value                 the segment's polynomial, or that one
 *   value with factors    polynomials through the values of each factor, fewer as these are dear
 *
 * The segment's error, and that of a monitor's polynomial, give the height of the band around it. Both ends
 * of a part are exact. A part whose enclosure does not separate the zeros is divided (core/roots); where the
 * error does not fall as that of smooth functions does, signs at the ends and the mean are all that is known.
 */
#include "circle.h"
#include "constants_impl.h"
#include "event_zeros_impl.h"
#include "isolate_impl.h"
#include "sampled_impl.h"
#include "step_parts_impl.h"

#include <float.h>
#include <math.h>

enum { ABORTED = 1 };

typedef struct question {
    rdg_tracer *t;
    const rdg_event *event;
    rdg_index k;
    rdg_index variable; /* that the parameter is; -1: it is a monitor */
    double h;
    const rdg_step_part *part; /* of the enclosure under way */
    double low, high;
    long factor, n_factors; /* so many are less than it, -1: the parameter itself; all of them */
    bool is_lost;           /* it is not known somewhere on the step, or there are more or fewer */
    int parts, stalled;     /* so far; those that did not lower the error as for smooth functions */
} question;

/* Factors keep their order from place to place, as long as there are as many. */
static int factor_at(question *q, const double *u, double *value)
{
    rdg_factors f = {.count = 0};
    q->is_lost = q->is_lost || !q->event->factors(q->t->p, u, &f, q->event->data) ||
                 f.total != q->n_factors || q->factor < f.first || q->factor >= f.first + f.count;
    *value = q->is_lost ? 0.0 : f.value[q->factor - f.first];
    return q->is_lost;
}

/* Value of the event's parameter at u, less that of the event. */
static int value_at(question *q, const double *u, double *value)
{
    if (q->factor >= 0) {
        return factor_at(q, u, value);
    }
    const int answer = rdg_problem_parameter(q->t->p, q->event->parameter, u, value, NULL);
    *value -= q->event->kind == RDG_EVENT_VALUE ? q->event->value : 0.0;
    return answer;
}

/* A chart that is a zero has the value 0, whatever rounding leaves. */
static double value_at_chart(question *q, const rdg_node *node)
{
    double value = 0.0;
    if (q->factor >= 0) {
        return factor_at(q, node->chart.u, &value) == 0 ? value : 0.0;
    }
    const bool is_value = q->event->kind == RDG_EVENT_VALUE;
    return is_value ? node->test[q->k] : node->chart.mu[q->event->parameter];
}

static int sample(double at, double *value, void *data)
{
    question *q = data;
    rdg_tracer *t = q->t;
    if (at == 0.0 || at == q->h) {
        *value = value_at_chart(q, at == 0.0 ? &t->current : &t->next);
        return 0;
    }
    rdg_curve_segment_at(q->part->segment, t->s->n, (at - q->low) / (q->high - q->low), t->ahead);
    return value_at(q, t->ahead, value);
}

/* The value in the middle of the part, where the segment is off by its error. */
static int sample_beside(double at, double *value, void *data)
{
    question *q = data;
    rdg_tracer *t = q->t;
    rdg_curve_segment_at(q->part->segment, t->s->n, (at - q->low) / (q->high - q->low), t->ahead);
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->ahead[j] += q->part->segment->error[j];
    }
    return value_at(q, t->ahead, value);
}

/* By how much that changes a monitor. */
static int doubt_of_monitor(question *q, double *doubt)
{
    double value[2] = {0.0, 0.0};
    const double middle = 0.5 * (q->low + q->high);
    int answer = sample(middle, &value[0], q);
    answer = answer ? answer : sample_beside(middle, &value[1], q);
    *doubt = fabs(value[1] - value[0]);
    return answer;
}

/* What rounding leaves of a value: next to zero it is that of the variables, which have the size 1 in the
 * metric. */
static double rounding_of(const question *q)
{
    const rdg_tracer *t = q->t;
    const double v0 = t->current.chart.mu[q->event->parameter], v1 = t->next.chart.mu[q->event->parameter];
    const double rate =
        q->event->kind == RDG_EVENT_VALUE ? fmax(fabs(v1 - v0) / q->h, t->before.steepest[q->k]) : 0.0;
    return RDG_VALUE_ROUNDING * (fabs(v0) + fabs(v1) + rate);
}

/* Chebyshev's points on [0, 1] */
static double sample_place(int i)
{
    return 0.5 * (1.0 - cos(RDG_PI * i / RDG_SAMPLED_DEGREE));
}

/* Do the samples show the tip of a non-smooth point, which interpolation does not? */
static bool hides_tip(const rdg_polynomial *p)
{
    enum { N = RDG_SAMPLED_DEGREE };
    double at[N + 1], value[N + 1], tip = 0.0;
    bool hides = false;
    for (int i = 0; i <= N; i++) {
        at[i] = sample_place(i);
        value[i] = rdg_polynomial_at(p, at[i]);
    }
    for (int i = 0; i < N; i++) {
        hides = hides || rdg_gap_hides_tip(N + 1, at, value, i, &tip);
    }
    return hides;
}

/* The parameter itself on the part. */
static int enclose_parameter(question *q, rdg_enclosure *f)
{
    const rdg_index n = q->t->s->n;
    if (q->variable >= 0) {
        double a[RDG_SEGMENT_DEGREE + 1] = {0.0};
        for (int i = 0; i <= RDG_SEGMENT_DEGREE; i++) {
            a[i] = q->part->segment->coefficient[i * n + q->variable];
        }
        a[0] = q->low == 0.0 ? value_at_chart(q, &q->t->current)
                             : a[0] - (q->event->kind == RDG_EVENT_VALUE ? q->event->value : 0.0);
        *f = (rdg_enclosure){.p = rdg_polynomial_from_powers(RDG_SEGMENT_DEGREE, a),
                             .error = q->part->segment->error[q->variable]};
    } else {
        rdg_sampled samples = {
            .value = sample, .beside = sample_beside, .data = q, .rounding = rounding_of(q)};
        int answer = q->factor < 0 ? doubt_of_monitor(q, &samples.doubt) : 0;
        answer =
            answer ? answer
                   : (q->factor < 0 ? rdg_enclose_sampled : rdg_enclose_by_few)(q->low, q->high, f, &samples);
        if (answer != 0) {
            return answer;
        }
        if (q->event->kind == RDG_EVENT_VALUE && hides_tip(&f->p)) {
            f->error = fmax(f->error, fmax(fabs(f->p.c[0]), fabs(f->p.c[f->p.degree])));
        }
    }
    f->low = q->low;
    f->high = q->high;
    f->rounding = fmax(f->rounding, rounding_of(q));
    return 0;
}

/* At charts it is known; a gradient by differences would cost one for each variable. */
static int slope_at(question *q, const rdg_step_point *end, rdg_slope *slope)
{
    rdg_tracer *t = q->t;
    const rdg_node *node = end->at == 0.0 ? &t->current : end->at == q->h ? &t->next : NULL;
    const double *tangent = end->u + t->s->n, distance = 1e-5;
    double value[2] = {0.0, 0.0};
    int answer = 0;
    if (node) {
        const double test = fabs(node->test[q->k]);
        *slope = (rdg_slope){.along = node->slope[q->k],
                             .largest = test > DBL_MIN ? fabs(node->slope[q->k]) / test : 0.0};
        return 0;
    }
    if (t->p->parameter[q->event->parameter].kind < RDG_REGULAR) {
        return rdg_slope_along(t, q->event->parameter, end->u, tangent, slope);
    }
    for (int side = 0; side < 2 && answer == 0; side++) {
        for (rdg_index j = 0; j < t->s->n; j++) {
            t->ahead[j] = end->u[j] + (side ? distance : -distance) * tangent[j];
        }
        answer = value_at(q, t->ahead, &value[side]);
    }
    *slope = (rdg_slope){.along = (value[1] - value[0]) / (2.0 * distance)};
    return answer;
}

/* Growth of the parameter over the part, by the slope at one of its ends. */
static int growth_at(question *q, const rdg_step_point *end, double *growth, double *largest)
{
    rdg_slope slope = {.largest = 0.0};
    const double *tangent = end->u + q->t->s->n;
    const int answer = slope_at(q, end, &slope);
    const double length = (q->high - q->low) / rdg_event_advance(q->t, tangent);
    *growth = slope.along * length;
    *largest = fmax(*largest, slope.largest * length);
    return answer;
}

/* Its derivative in the part's coordinate from 0 to 1, exact at both ends. */
static int enclose_slope(question *q, rdg_enclosure *f)
{
    double end[2], largest = 0.0;
    int answer = growth_at(q, q->part->low, &end[0], &largest);
    answer = answer ? answer : growth_at(q, q->part->high, &end[1], &largest);
    if (answer != 0) {
        return answer;
    }
    f->p = rdg_polynomial_derivative(&f->p);
    const int last = f->p.degree;
    f->error *= RDG_SLOPE_OF_BAND;
    if (q->variable < 0) {
        f->error += fmax(fabs(end[0] - f->p.c[0]), fabs(end[1] - f->p.c[last]));
    }
    f->p.c[0] = end[0];
    f->p.c[last] = end[1];
    f->rounding = fmax(RDG_SLOPE_ROUNDING * rdg_slope_rounding(q->t) * largest, f->rounding);
    return 0;
}

/* The part by its ends alone, and the mean of a slope. */
static void enclose_roughly(const question *q, rdg_enclosure *f, double mean)
{
    const double a = f->p.c[0], b = f->p.c[f->p.degree];
    f->error = 0.0;
    f->p = (rdg_polynomial){.degree = 1, .c = {a, b}};
    if (q->event->kind == RDG_EVENT_FOLD) {
        f->p = (rdg_polynomial){.degree = 2, .c = {a, 3.0 * mean - a - b, b}};
    }
}

/* At a non-smooth point a monitor goes no farther beyond its values than they differ. */
static void narrow_at_kink(rdg_enclosure *f)
{
    double least = f->p.c[0], greatest = least;
    for (int i = 1; i <= RDG_SAMPLED_DEGREE; i++) {
        const double value = rdg_polynomial_at(&f->p, sample_place(i));
        least = fmin(least, value);
        greatest = fmax(greatest, value);
    }
    f->error = fmin(f->error, greatest - least);
}

/* Nothing can be known on the part. */
static int enclose_nothing(const question *q, rdg_enclosure *f)
{
    *f = (rdg_enclosure){.p = {.degree = 1}, .low = q->low, .high = q->high, .rounding = 1.0};
    return 0;
}

/* The error on the part beside that of the part it was divided from; both ends store. */
static int stalls_of(const rdg_step_part *part, const rdg_enclosure *f, int *depth)
{
    const rdg_part_history *of =
        part->low->history.depth > part->high->history.depth ? &part->low->history : &part->high->history;
    const double ratio = of->width > 0.0 ? (f->high - f->low) / of->width : 0.0;
    *depth = of->depth;
    return ratio > 0.0 && f->error > of->error * ratio * sqrt(ratio) ? of->stalls + 1 : 0;
}

static int enclose(double low, double high, rdg_enclosure *f, void *data)
{
    question *q = data;
    rdg_step_part part;
    q->low = low;
    q->high = high;
    const rdg_outcome outcome = rdg_step_describe_part(q->t, q->h, low, high, &part);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? ABORTED : enclose_nothing(q, f);
    }
    q->part = &part;
    const bool is_fold = q->event->kind == RDG_EVENT_FOLD;
    int answer = enclose_parameter(q, f), depth = 0;
    const double mean = answer == 0 ? f->p.c[f->p.degree] - f->p.c[0] : 0.0;
    answer = answer == 0 && is_fold ? enclose_slope(q, f) : answer;
    if (answer != 0) {
        return rdg_problem_is_aborted(q->t->p) ? ABORTED : enclose_nothing(q, f);
    }
    const int stalls = stalls_of(&part, f, &depth);
    q->t->parts.under_way =
        (rdg_part_history){.width = high - low, .error = f->error, .depth = depth + 1, .stalls = stalls};
    const int most = f->error > RDG_NOISE * f->rounding ? RDG_MOST_STALLS_OF_FRONT : RDG_MOST_STALLS;
    q->stalled += stalls > 0;
    const bool is_rough = (stalls >= most || q->stalled > RDG_MOST_STALLED) && (is_fold || q->variable >= 0);
    if (!is_fold && q->variable < 0 && !hides_tip(&f->p)) {
        narrow_at_kink(f);
    }
    if (is_rough || depth >= RDG_MOST_DIVISIONS || ++q->parts > RDG_MOST_PARTS) {
        enclose_roughly(q, f, mean);
    }
    return 0;
}

static int sign_of(double value)
{
    return (value > 0.0) - (value < 0.0);
}

/* Signs on both sides of a root that its enclosure does not report: those of its neighbours, and at charts
 * the exact ones. False: the zero on the chart at the start belongs to the step before, or there is none. */
static bool settle_signs(const rdg_root_search *all, int i, double h, int start, int end)
{
    rdg_enclosed_root *root = &all->roots[i];
    const int before = i > 0 ? root[-1].after : start, after = i + 1 < all->count ? root[1].before : end;
    const bool at_start = root->low <= 0.0, at_end = root->high >= h;
    if (at_start && start == 0 && root->before == 0) {
        return false;
    }
    root->before = root->before == 0 || (at_start && start != 0) ? before : root->before;
    root->after = root->after == 0 || (at_end && end != 0) ? after : root->after;
    return !(root->low == root->high && root->before * root->after > 0);
}

/* A step that begins where the slope is rounding begins on the fold up to which it is rounding all the way.
 */
static bool is_fold_at_start(const question *q, const rdg_enclosed_root *root)
{
    rdg_tracer *t = q->t;
    rdg_slope slope;
    if (q->event->kind != RDG_EVENT_FOLD || t->current.test[q->k] != 0.0) {
        return false;
    }
    const double at = 0.5 * root->at, share = t->before.step > 0.0 ? rdg_slope_rounding(t) : RDG_STATIONARY;
    rdg_step_point_at(t, q->h, at, t->special.chart.u);
    return rdg_event_sound_on_branch(t, at) == RDG_CONVERGED &&
           rdg_slope_along(t, q->event->parameter, t->special.chart.u, t->special.chart.tangent, &slope) ==
               0 &&
           fabs(slope.along) <= share * slope.largest;
}

/* Zeros of the parameter, or of one factor, in the order of the curve. */
static rdg_outcome find_of_one(question *q, int start, int end, rdg_event_zeros *zeros)
{
    rdg_enclosed_root root[RDG_MOST_EVENT_ZEROS];
    rdg_root_search search = {.enclose = enclose,
                              .data = q,
                              .least = RDG_LEAST_PART * q->h,
                              .most = RDG_MOST_EVENT_ZEROS,
                              .roots = root};
    if (rdg_isolate(&search, 0.0, q->h) != 0) {
        return RDG_ABORTED;
    }
    for (int i = 0; i < search.count; i++) {
        if (!settle_signs(&search, i, q->h, start, end) ||
            (zeros->count == 0 && is_fold_at_start(q, &root[i]))) {
            continue;
        }
        if (root[i].before * root[i].after > 0) { /* at the end of the step the next one reports */
            zeros->touch = root[i];
            zeros->touches = root[i].high < q->h;
        } else if (zeros->count < RDG_MOST_EVENT_ZEROS) {
            int place = zeros->count++;
            for (; place > 0 && zeros->root[place - 1].at > root[i].at; place--) {
                zeros->root[place] = zeros->root[place - 1];
            }
            zeros->root[place] = root[i];
        }
    }
    return RDG_CONVERGED;
}

/* The sign of the parameter changes at every zero of a factor: it is known at one end, or in between. */
static int take_signs(question *q, int start, int end, rdg_event_zeros *zeros)
{
    int sign = start ? start : zeros->count % 2 ? -end : end, answer = 0;
    if (sign == 0 && zeros->count > 0) {
        double value = 0.0;
        q->factor = -1;
        rdg_step_point_at(q->t, q->h, 0.5 * zeros->root[0].low, q->t->ahead);
        answer = value_at(q, q->t->ahead, &value);
        sign = sign_of(value);
    }
    for (int i = 0; i < zeros->count; i++) {
        zeros->root[i].before = sign;
        zeros->root[i].after = sign = -sign;
    }
    return answer;
}

/* Zeros of the factors near zero. *q is lost if these do not correspond at all places. */
static rdg_outcome find_of_factors(question *q, int start, int end, rdg_event_zeros *zeros)
{
    rdg_factors low, high;
    rdg_outcome outcome = RDG_CONVERGED;
    q->is_lost = !q->event->factors(q->t->p, q->t->current.chart.u, &low, q->event->data) ||
                 !q->event->factors(q->t->p, q->t->next.chart.u, &high, q->event->data) ||
                 low.total != high.total;
    q->n_factors = low.total;
    for (int i = 0; !q->is_lost && i < low.count && outcome == RDG_CONVERGED; i++) {
        q->factor = low.first + i;
        if (q->factor >= high.first && q->factor < high.first + high.count) {
            outcome =
                find_of_one(q, sign_of(low.value[i]), sign_of(high.value[q->factor - high.first]), zeros);
        }
    }
    return outcome == RDG_CONVERGED && !q->is_lost && take_signs(q, start, end, zeros) < 0 ? RDG_ABORTED
                                                                                           : outcome;
}

rdg_outcome rdg_event_find_zeros(rdg_tracer *t, rdg_index k, double h, rdg_event_zeros *zeros)
{
    const rdg_event *event = &t->setup->event[k];
    question q = {.t = t,
                  .event = event,
                  .k = k,
                  .variable = rdg_problem_variable_of(t->p, event->parameter),
                  .factor = -1,
                  .h = h};
    *zeros = (rdg_event_zeros){.count = 0};
    rdg_outcome outcome = rdg_step_segment(t, h);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_step_parts_clear(&t->parts);
    const int start = sign_of(t->current.test[k]), end = sign_of(t->next.test[k]);
    if (event->factors && event->kind == RDG_EVENT_VALUE) {
        outcome = find_of_factors(&q, start, end, zeros);
        if (outcome != RDG_CONVERGED || !q.is_lost) {
            return outcome;
        }
        q.factor = -1;
        *zeros = (rdg_event_zeros){.count = 0};
    }
    return find_of_one(&q, start, end, zeros);
}
