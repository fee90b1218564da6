/* Zeros of the determinant on a step, as a question that core/roots answers.
 *
 * The curve is known by its segments (step_parts.c), the matrix by interpolation (step_matrix.c). On a part
 * of the step the determinant is a polynomial with a band; a part whose zeros this does not report is divided
 * at a corrected point. That lies where the sign is certain, so that it cannot be on another branch that
 * passes closely. Where it is as small as its errors it touches zero; where it is not certain, and not small
 * either, the matrix jumps, and nothing is found. */
#include "constants_impl.h"
#include "determinant_zeros_impl.h"
#include "event_impl.h"
#include "isolate_impl.h"
#include "sampled_impl.h"
#include "step_matrix_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"
#include "vectors.h"
#include "walk_impl.h"

#include <math.h>
#include <string.h>

enum { MAX_BISECTIONS = 50, PLACES = 40, MOST_ZEROS = 8, MOST_STALLS = 2 };

/* What ends a search, beside the outcomes that are failures: two zeros are known. */
enum { ENOUGH = RDG_ABORTED + 1 };

/* Places in a part at which the matrix is evaluated. */
static const double inner_node[RDG_INNER_NODES] = {0.5, 0.2, 0.8};

/* Of the largest determinant of a part: it is known no better. */
static const double least_error = 0.01;

/* Of the smaller determinant at the ends of the step: what is as small is zero. Two zeros between which it is
 * no larger are 1e-5 of the step apart. */
static const double resolution = 1e-10;

/* A larger error is that of a non-smooth point, over which the determinant jumps, and reports of no zero. Of
 * the matrix: of the larger determinant at the ends of the step; of the curve: of the smaller one. */
static const double most_error = 1e-2;

/* A part is divided no nearer to its ends. */
static const double off_ends = 0.02;

/* Determinants that exceed so many errors of the curve have a sign for a curve that is a little off, too. */
static const double sure = 4.0;

/* Parts of the step that are not divided. */
static const double narrowest = 1e-7;

/* Entries of the reduced matrix are known no better, relative to the matrix at the step's end. */
static const double rounding = 1e-13;

/* How far the errors of derivatives by differences may exceed the one that was measured. */
static const double margin = 4.0;

/* The determinant is relative to that at the end of the step. */
typedef struct question {
    rdg_tracer *t;
    rdg_step_matrix *matrix;
    double h;           /* length of the step */
    double least, most; /* determinants at its ends: the smaller one that is not zero, the larger one */
    double noise;       /* error of the reduced matrix, by its evaluation: Frobenius norm */
    double low, high;
    rdg_near_nodes near;
    rdg_sampled samples;
    rdg_enclosure f;     /* of the part under way */
    double unsure;       /* where the determinant is least: its error from that of the matrix */
    double aside;        /* error of the determinant from that of the curve */
    double aside_before; /* the least one of the parts around */
    int stalls;          /* divisions in a row that did not make it smaller */
    rdg_root_search search;
    rdg_enclosed_root root[MOST_ZEROS];
    int multiplicity; /* of the zero at which the part under way was not divided, at most */
    int taken;        /* roots that are in `zeros` */
    rdg_determinant_zeros *zeros;
} question;

static double value_at_node(const question *q, int node)
{
    return rdg_reduced_determinant(q->matrix, rdg_step_matrix_node(q->matrix, node));
}

static double determinant_at(const question *q, double at, int nodes)
{
    return rdg_step_matrix_determinant(q->matrix, &q->near, nodes, at / q->h);
}

/* f, and what it lacks: the change by the node that was chosen last. */
static int sample(double at, double *value, void *data)
{
    question *q = data;
    *value = determinant_at(q, at, q->near.count);
    if (at > q->low && at < q->high) {
        q->samples.doubt = fmax(q->samples.doubt, fabs(*value - determinant_at(q, at, q->near.count - 1)));
    }
    return 0;
}

/* The nodes of the part, and what the segment's error makes of the determinant. */
static int add_nodes(question *q, const rdg_curve_segment *segment)
{
    rdg_tracer *t = q->t;
    double aside[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    int known[2 + RDG_INNER_NODES] = {rdg_step_matrix_find(q->matrix, q->low / q->h),
                                      rdg_step_matrix_find(q->matrix, q->high / q->h)};
    rdg_curve_segment_at(segment, t->s->n, 0.5, t->ahead);
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->ahead[j] += segment->error[j];
    }
    if (fmin(known[0], known[1]) < 0 || rdg_system_jacobian(t->s, t->ahead) != 0) {
        return rdg_failure_of(t->p);
    }
    rdg_step_matrix_project(t, aside);
    for (int i = 0; i < RDG_INNER_NODES; i++) {
        rdg_curve_segment_at(segment, t->s->n, inner_node[i], t->ahead);
        if (rdg_system_jacobian(t->s, t->ahead) != 0) {
            return rdg_failure_of(t->p);
        }
        const double at = q->low + inner_node[i] * (q->high - q->low);
        known[2 + i] = rdg_step_matrix_put(t, i, at / q->h);
    }
    q->near = rdg_step_matrix_near(q->matrix, q->low / q->h, q->high / q->h, 2 + RDG_INNER_NODES, known);
    q->aside = fabs(rdg_reduced_determinant(q->matrix, aside) -
                    determinant_at(q, 0.5 * (q->low + q->high), q->near.count));
    return 0;
}

/* The start of a branch point's other branch is a zero that is known. */
static bool is_start(const question *q, const rdg_enclosed_root *root)
{
    const double near = 1e-3; /* of the step */
    return q->t->current.determinant.sign == 0.0 && root->at < near * q->h;
}

/* The roots that the last part has shown. */
static void take_roots(question *q)
{
    rdg_determinant_zeros *zeros = q->zeros;
    const rdg_tracer *t = q->t;
    for (; q->taken < q->search.count && zeros->count < 2; q->taken++) {
        const rdg_enclosed_root *root = &q->root[q->taken];
        if (is_start(q, root)) {
            continue;
        }
        const int multiplicity = root->is_resolved ? 1 : q->multiplicity;
        if (zeros->count == 0) {
            const double far = root->at - q->low > q->high - root->at ? q->low : q->high;
            const int vanish = rdg_step_matrix_nullity(q->matrix, &q->near, root->at / q->h, far / q->h);
            rdg_step_point_at(t, q->h, root->at, t->zero_guess);
            zeros->nullity = vanish < multiplicity ? vanish : multiplicity;
        } else {
            const double at = 0.5 * (root[-1].high + root->low);
            zeros->between = at / q->h;
            rdg_step_point_at(t, q->h, at, t->zero_guess + t->s->n);
        }
        zeros->touches[zeros->count] = multiplicity > 1;
        zeros->at[zeros->count++] = root->at / q->h;
    }
}

/* Error of the determinant from that of the matrix. */
static double unsure_at(const question *q, double at)
{
    return q->noise * rdg_step_matrix_cofactor(q->matrix, &q->near, at / q->h);
}

static int enclose(double low, double high, rdg_enclosure *f, void *data)
{
    question *q = data;
    rdg_step_part part;
    take_roots(q);
    if (q->zeros->count == 2) {
        return ENOUGH;
    }
    q->low = low;
    q->high = high;
    q->multiplicity = RDG_MOST_REDUCED;
    const rdg_outcome outcome = rdg_step_describe_part(q->t, q->h, low, high, &part);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    const int answer = add_nodes(q, part.segment);
    if (answer != 0) {
        return answer;
    }
    const rdg_part_history *of =
        part.low->history.depth > part.high->history.depth ? &part.low->history : &part.high->history;
    q->aside_before = of->depth > 0 ? of->error : INFINITY;
    q->stalls = of->depth > 0 && q->aside > of->error ? of->stalls + 1 : 0;
    q->t->parts.under_way = (rdg_part_history){.width = high - low,
                                               .error = fmin(q->aside, q->aside_before),
                                               .depth = of->depth + 1,
                                               .stalls = q->stalls};
    q->samples =
        (rdg_sampled){.value = sample, .data = q, .rounding = fmax(unsure_at(q, low), unsure_at(q, high))};
    rdg_enclose_sampled(low, high, f, &q->samples);
    double most = 0.0, lowest = INFINITY, at = low;
    for (int i = 0; i <= PLACES; i++) {
        const double x = (double)i / PLACES, value = fabs(rdg_polynomial_at(&f->p, x));
        most = fmax(most, value);
        at = value < lowest ? low + x * (high - low) : at;
        lowest = fmin(lowest, value);
    }
    f->error = fmax(f->error, least_error * most) + q->aside;
    q->unsure = unsure_at(q, at);
    f->rounding = fmax(resolution * q->least, q->unsure);
    if (q->unsure > most_error * q->most) { /* the matrix jumps */
        return RDG_FAILED;
    }
    q->f = *f;
    return 0;
}

/* f / f' at x, by a difference over 2 d: (x - z) / k next to a zero z of multiplicity k. 0: it
 * does not change there. */
static double newton_step(const question *q, double at, double d)
{
    const double low = determinant_at(q, at - d, q->near.count),
                 high = determinant_at(q, at + d, q->near.count);
    return low == high ? 0.0 : d * (low + high) / (high - low);
}

/* The multiple zero between two places with certain signs: next to it f / f' is linear. The places come
 * nearer as long as f exceeds its errors there. */
static double find_multiple_zero(question *q, double low, double high)
{
    const double clear = 100.0, error = fmax(q->unsure, q->aside);
    double zero = 0.5 * (low + high);
    for (int i = 0; i < MAX_BISECTIONS; i++) {
        const double d = 1e-3 * (high - low);
        const double left = newton_step(q, low, d), right = newton_step(q, high, d);
        if (!(left < 0.0 && right > 0.0)) {
            return zero;
        }
        zero = (low * right - high * left) / (right - left);
        q->multiplicity = (int)fmin(fmax(round((high - low) / (right - left)), 2.0), RDG_MOST_REDUCED);
        const double r = 0.125 * (high - low);
        low = fmax(low, zero - r);
        high = fmin(high, zero + r);
        if (fmin(fabs(determinant_at(q, low, q->near.count)), fabs(determinant_at(q, high, q->near.count))) <
            clear * error) {
            return zero;
        }
    }
    return zero;
}

/* Where the polynomial is stationary between two places, of x from 0 to 1 on the part. */
static double find_lowest(const question *q, double low, double high)
{
    const rdg_polynomial slope = rdg_polynomial_derivative(&q->f.p);
    const rdg_polynomial part = rdg_polynomial_part(&slope, low, high);
    return q->low + (low + rdg_polynomial_zero(&part) * (high - low)) * (q->high - q->low);
}

static double place(const question *q, int i)
{
    return q->low + (q->high - q->low) * i / PLACES;
}

static int sign_at(const question *q, int i)
{
    return rdg_enclosure_sign(&q->f, (double)i / PLACES);
}

/* May the part be divided there? Its sign is certain, also for a curve that is a little off. */
static bool divides(const question *q, int i)
{
    const double x = (double)i / PLACES;
    return x >= off_ends && x <= 1.0 - off_ends && sign_at(q, i) != 0 &&
           fabs(rdg_polynomial_at(&q->f.p, x)) > sure * q->aside;
}

/* The nearest place on one side; -1: there is none. */
static int nearest_division(const question *q, int i, int side)
{
    while (i >= 0 && i <= PLACES && !divides(q, i)) {
        i += side;
    }
    return i <= PLACES ? i : -1;
}

/* The nearest place on either side, so that the part around i is the smaller one; else the middle, as long as
 * the curve becomes better known by that. -1: it does not. */
static int choose_division(const question *q, int i)
{
    const int left = nearest_division(q, i, -1), right = nearest_division(q, i, 1);
    if (left >= 0 || right >= 0) {
        return left < 0 || (right >= 0 && right < PLACES - left) ? right : left;
    }
    const bool is_known = fabs(rdg_polynomial_at(&q->f.p, 0.5)) > sure * q->aside;
    return is_known || 2.0 * q->aside < q->aside_before ? PLACES / 2 : -1;
}

/* Where the determinant has another sign than the part the point lies on another branch. */
static rdg_outcome sound_with_sign(rdg_tracer *t, double at, double sign)
{
    const rdg_outcome outcome = rdg_event_sound(t, at);
    const bool is_other = t->special.determinant.sign * t->next.determinant.sign * sign < 0.0;
    return outcome == RDG_CONVERGED && is_other ? RDG_FAILED : outcome;
}

static rdg_outcome sound_positive(rdg_tracer *t, double at)
{
    return sound_with_sign(t, at, 1.0);
}

static rdg_outcome sound_negative(rdg_tracer *t, double at)
{
    return sound_with_sign(t, at, -1.0);
}

/* A corrected point next to `at`, where the determinant has this sign; 0: either. */
static rdg_outcome correct_point(question *q, double *at, int sign)
{
    rdg_step_correction *const correct = sign > 0   ? sound_positive
                                         : sign < 0 ? sound_negative
                                                    : rdg_event_sound;
    static const double aside[] = {0.0, 0.1, -0.1}; /* of the part */
    rdg_outcome outcome = RDG_FAILED;
    const double first = *at, width = q->high - q->low;
    for (size_t i = 0; i < sizeof aside / sizeof *aside && outcome == RDG_FAILED; i++) {
        *at = first + aside[i] * width;
        if (*at - q->low >= off_ends * width && q->high - *at >= off_ends * width) {
            outcome = rdg_step_provide_point(q->t, q->h, *at, correct);
        }
    }
    return outcome;
}

/* Is a value, at a place that may be zero, none that the determinant is known to exceed? The curve's error
 * counts once divisions have not made it smaller. */
static bool is_zero(const question *q, double value)
{
    const double most = most_error * q->least;
    return value <= resolution * q->least || value <= q->unsure ||
           (value <= q->aside && q->stalls >= MOST_STALLS && q->aside <= most);
}

static int divide(double low, double high, double *at, void *data)
{
    question *q = data;
    const int i = (int)round((*at - low) / (high - low) * PLACES);
    int left = i, right = i;
    while (left > 0 && sign_at(q, left) == 0) {
        left--;
    }
    while (right < PLACES && sign_at(q, right) == 0) {
        right++;
    }
    const int sign = sign_at(q, left);
    const double from = place(q, left), to = place(q, right);
    if (sign * sign_at(q, right) > 0) {
        const double lowest = find_lowest(q, (double)left / PLACES, (double)right / PLACES);
        const double last = determinant_at(q, lowest, q->near.count - 1);
        const double value = fabs(determinant_at(q, lowest, q->near.count));
        if (is_zero(q, value + fabs(value - fabs(last)))) {
            *at = find_multiple_zero(q, from, to);
            return RDG_UNDIVIDED;
        }
    }
    const int nearest = choose_division(q, i);
    if (nearest < 0) {
        return RDG_FAILED; /* the matrix jumps there, or the determinant is not known */
    }
    *at = place(q, nearest);
    return correct_point(q, at, divides(q, nearest) ? sign_at(q, nearest) : 0);
}

/* Error of the reduced matrix by differences: their change with the formula, at the end of the step. */
static rdg_outcome measure_noise(question *q)
{
    rdg_tracer *t = q->t;
    double reduced[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    q->noise = rounding;
    if (rdg_has_derivatives(t->p)) {
        return RDG_CONVERGED;
    }
    t->p->fine_differences = false;
    const int answer = rdg_system_jacobian(t->s, t->next.chart.u);
    t->p->fine_differences = true;
    if (answer != 0) {
        return rdg_failure_of(t->p);
    }
    rdg_step_matrix_project(t, reduced); /* 0 for the finer formula */
    q->noise = fmax(rounding, margin * rdg_norm(q->matrix->q * q->matrix->q, reduced));
    return RDG_CONVERGED;
}

/* The search has failed on the part under way: does the determinant change its sign over it? Over a
 * non-smooth point, where most searches fail, it keeps its sign. Where the matrix is not known, which shorter
 * steps do not change, nothing reports. */
static bool may_vanish(const question *q)
{
    const int low = rdg_step_matrix_find(q->matrix, q->low / q->h);
    const int high = rdg_step_matrix_find(q->matrix, q->high / q->h);
    return low >= 0 && high >= 0 && value_at_node(q, low) * value_at_node(q, high) < 0.0;
}

static bool provide(rdg_tracer *t)
{
    if (!t->zero_guess) {
        t->zero_guess = rdg_context_calloc(t->ctx, 2 * (size_t)t->p->n, sizeof(double));
    }
    return rdg_step_matrix_provide(t) && rdg_error_status(t->ctx) == RDG_OK;
}

static rdg_outcome find_zeros(rdg_tracer *t, double length, rdg_determinant_zeros *zeros)
{
    question q = {.t = t, .matrix = t->step_matrix, .h = length, .zeros = zeros};
    rdg_outcome outcome = rdg_step_matrix_reduce(t);
    if (outcome == RDG_FAILED) { /* the matrix at the end is singular */
        zeros->ratio = INFINITY;
        return RDG_CONVERGED;
    }
    outcome = outcome == RDG_CONVERGED ? measure_noise(&q) : outcome;
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_step_parts_use_matrix(t);
    zeros->ratio = t->current.determinant.sign == 0.0
                       ? 0.0
                       : rdg_reduced_determinant(q.matrix, rdg_step_matrix_node(q.matrix, 0));
    q.most = fmax(fabs(zeros->ratio), 1.0);
    q.least = zeros->ratio == 0.0 ? 1.0 : fmin(fabs(zeros->ratio), 1.0);
    q.search = (rdg_root_search){.enclose = enclose,
                                 .divide = divide,
                                 .data = &q,
                                 .least = narrowest * length,
                                 .most = MOST_ZEROS,
                                 .roots = q.root};
    const int answer = rdg_isolate(&q.search, 0.0, length);
    take_roots(&q);
    zeros->is_unsure = answer == RDG_FAILED && q.unsure < q.aside && may_vanish(&q);
    return answer == ENOUGH ? RDG_CONVERGED : (rdg_outcome)answer;
}

rdg_outcome rdg_determinant_find_zeros(rdg_tracer *t, double length, rdg_determinant_zeros *zeros)
{
    bool quiet = false;
    *zeros = (rdg_determinant_zeros){.between = NAN};
    if (!provide(t)) {
        return RDG_ABORTED;
    }
    t->parts.has_matrix = false;
    rdg_outcome outcome = rdg_step_matrix_begin(t, length, &quiet);
    if (outcome != RDG_CONVERGED || (quiet && t->current.determinant.sign * t->next.determinant.sign > 0.0)) {
        return outcome;
    }
    t->p->fine_differences = true;
    outcome = find_zeros(t, length, zeros);
    t->p->fine_differences = false;
    return outcome;
}
