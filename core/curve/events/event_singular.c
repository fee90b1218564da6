/* The end of a branch at a singular point of the equations, from regular points of the curve on both sides.
 *
 * Another branch may cross there, on all of which the event's function is zero: Newton's method comes to rest
 * at any point of that. Where phases of an orbit shrink to nothing, state, the residual is of higher order in
 * their durations d: for the onset of slip of order 3, as velocities at the end of a phase that starts from
 * rest are d^2 (s - c d). Newton's method with a residual of rounding size leaves durations of the cubic root
 * of it. The curve itself is smooth. Its points at a distance are regular, and the polynomial through points
 * on both sides has the zero to about their rounding, wherever the charts lie. */
#include "circle.h"
#include "constants_impl.h"
#include "event_impl.h"
#include "root.h"
#include "step_parts_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Chebyshev's points around the zero, those inside that estimate the error, and those in front. */
enum { POINTS = 8, INNER = 6, FRONT = 4, SPREADS = 6, CENTRES = 4 };

/* Of the distances that are tried: charts nearer to the end are not regular enough to halve steps from. */
static const double next_to_end = 0.1;

/* Points of the curve at arclengths at[]: u[j + n i], parameters mu[k + m i], and the event's function. */
typedef struct samples {
    double at[POINTS], test[POINTS];
    double *u, *mu;
    double *limit, *off; /* [m] of the parameters at the zero, and its error */
    rdg_index n, m;
    double spread;
} samples;

/* The polynomial through `count` of the values, from the first one, at arclength s. Of values that are all
 * the same it is that. */
static double polynomial(const samples *p, const double *value, rdg_index stride, int first, int count,
                         double s)
{
    double sum = value[first * stride];
    for (int i = first + 1; i < first + count; i++) {
        double factor = value[i * stride] - value[first * stride];
        for (int k = first; k < first + count; k++) {
            factor *= k == i ? 1.0 : (s - p->at[k]) / (p->at[i] - p->at[k]);
        }
        sum += factor;
    }
    return sum;
}

/* Zero of the polynomial between the two points in the middle, to rounding. */
static double zero_between(const samples *p, int first, int count)
{
    const int low = POINTS / 2 - 1, high = POINTS / 2;
    rdg_root root = rdg_root_between(p->at[low], p->test[low], p->at[high], p->test[high],
                                     DBL_EPSILON * (p->at[high] - p->at[low]));
    double value = 0.0;
    do {
        value = polynomial(p, p->test, 1, first, count, root.at);
    } while (rdg_root_next(&root, value, NAN));
    return root.at;
}

/* The corrected point at arclength `at`, from the cubic through both charts or along the tangent; one of
 * another branch is none. */
static rdg_outcome correct(rdg_tracer *t, rdg_index k, double h, double at)
{
    const double slope = (t->next.test[k] - t->current.test[k]) / h;
    const double expected = fabs(t->current.test[k] + slope * at);
    double *u = t->special.chart.u;
    rdg_outcome outcome = RDG_FAILED;
    for (int guess = 0; guess < 2 && outcome == RDG_FAILED; guess++) {
        rdg_point_between(t, &t->current, 0.0, &t->next, h, at, u);
        for (rdg_index j = 0; guess == 1 && j < t->s->n; j++) {
            u[j] = t->current.chart.u[j] + at * t->current.chart.tangent[j];
        }
        outcome = rdg_event_probe(t, at);
        if (outcome == RDG_CONVERGED &&
            !isgreaterequal(fabs(t->special.test[k]), RDG_AT_ONE_PLACE * expected)) {
            outcome = RDG_FAILED;
        }
    }
    return outcome;
}

/* Points around the centre, which moves until the change of sign is between the two in the middle. */
static rdg_outcome surround(rdg_tracer *t, rdg_index k, double h, double centre, samples *p)
{
    for (int trial = 0; trial < CENTRES; trial++) {
        int low = -1;
        for (int i = 0; i < POINTS; i++) {
            p->at[i] = centre - p->spread * cos((2 * i + 1) * RDG_PI / (2 * POINTS));
            const rdg_outcome outcome = correct(t, k, h, p->at[i]);
            if (outcome != RDG_CONVERGED) {
                return outcome;
            }
            p->test[i] = t->special.test[k];
            low = low < 0 && i > 0 && p->test[i - 1] * p->test[i] <= 0.0 ? i - 1 : low;
            memcpy(p->u + i * p->n, t->special.chart.u, (size_t)p->n * sizeof *p->u);
            memcpy(p->mu + i * p->m, t->special.chart.mu, (size_t)p->m * sizeof *p->mu);
        }
        if (low < 0 || low == POINTS / 2 - 1) {
            return low < 0 ? RDG_FAILED : RDG_CONVERGED;
        }
        const double share = p->test[low] / (p->test[low] - p->test[low + 1]);
        centre = p->at[low] + share * (p->at[low + 1] - p->at[low]);
    }
    return RDG_FAILED;
}

/* Largest difference of the curve at the zeros by all points and by the inner ones, in typical sizes. */
static double error_of(const rdg_tracer *t, const samples *p, double zero)
{
    const int first = (POINTS - INNER) / 2;
    const double inner = zero_between(p, first, INNER);
    double largest = 0.0;
    for (rdg_index j = 0; j < p->n; j++) {
        const double off = polynomial(p, p->u + j, p->n, 0, POINTS, zero) -
                           polynomial(p, p->u + j, p->n, first, INNER, inner);
        largest = fmax(largest, fabs(off) / t->s->size[j]);
    }
    return largest;
}

/* The limit of parameter k along the branch: by all points where it is smooth, else by those in front. */
static void take_limit(samples *p, rdg_index k, double zero)
{
    const double *mu = p->mu + k;
    const double size = fmax(fabs(mu[0]), fabs(mu[(POINTS - 1) * p->m]));
    p->limit[k] = polynomial(p, mu, p->m, 0, POINTS, zero);
    p->off[k] = fabs(p->limit[k] - polynomial(p, mu, p->m, (POINTS - INNER) / 2, INNER, zero));
    if (!islessequal(p->off[k], RDG_SMOOTH_TO * size)) {
        p->limit[k] = polynomial(p, mu, p->m, 0, FRONT, zero);
        p->off[k] = fabs(p->limit[k] - polynomial(p, mu, p->m, 1, FRONT - 1, zero));
    }
}

/* The point of the curve there, with the curve's tangent. It lies in front of the zero by so little that no
 * digit of a monitor shows it, and by so much that Newton's method can start from it. */
static void take(samples *p, double zero, rdg_chart *chart)
{
    const double in_front = 1e-10 * p->spread, beside = 1e-4 * p->spread;
    for (rdg_index j = 0; j < p->n; j++) {
        const double *u = p->u + j;
        chart->u[j] = polynomial(p, u, p->n, 0, POINTS, zero - in_front);
        chart->tangent[j] = polynomial(p, u, p->n, 0, POINTS, zero + beside) -
                            polynomial(p, u, p->n, 0, POINTS, zero - beside);
    }
    for (rdg_index k = 0; k < p->m; k++) {
        take_limit(p, k, zero);
    }
    chart->step = zero;
}

/* Monitors may have no value where the equations are singular: that of the branch is their limit. A function
 * of an event that vanishes there to its error is zero. */
static void take_limits(rdg_tracer *t, const samples *p, rdg_node *node)
{
    memcpy(node->chart.mu, p->limit, (size_t)p->m * sizeof *p->limit);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_end(event) &&
            fabs(p->limit[event->parameter] - event->value) <= p->off[event->parameter]) {
            node->chart.mu[event->parameter] = event->value;
        }
        if (event->kind == RDG_EVENT_VALUE) {
            node->test[k] = rdg_event_value(t->p, event, &node->chart) * rdg_event_sense(event, node);
        }
    }
}

/* Over shorter and shorter distances while the error estimate falls: the smoothest polynomial's zero becomes
 * t->bracket[0]. RDG_FAILED: there is none. */
static rdg_outcome search(rdg_tracer *t, rdg_index k, double h, double guess, samples *p)
{
    double error = INFINITY;
    p->spread = fmax(t->setup->h0, fmax(h, t->before.step));
    for (int trial = 0; trial < SPREADS; trial++, p->spread *= 0.5) {
        const rdg_outcome outcome = surround(t, k, h, guess, p);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        if (outcome == RDG_CONVERGED) {
            const double zero = zero_between(p, 0, POINTS), off = error_of(t, p, zero);
            if (!(off < error)) {
                break;
            }
            error = off;
            guess = zero;
            if (off <= RDG_SMOOTH_TO) {
                take(p, zero, &t->bracket[0].chart);
            }
        }
    }
    return error <= RDG_SMOOTH_TO ? RDG_CONVERGED : RDG_FAILED;
}

/* The extrapolated point t->special is complete. RDG_FAILED as well where the Jacobian is not singular there,
 * beside the ends of the step: Newton's method knows better. */
static rdg_outcome complete(rdg_tracer *t, const samples *p)
{
    rdg_node *node = &t->special;
    const rdg_newton_report report = {.iterations = 0};
    memcpy(t->ahead, node->chart.tangent, (size_t)p->n * sizeof *t->ahead);
    rdg_outcome outcome = rdg_node_complete_exactly(t, node, t->along, &report);
    memcpy(node->chart.tangent, t->ahead, (size_t)p->n * sizeof *t->ahead);
    if (outcome == RDG_ABORTED || (outcome == RDG_CONVERGED && !rdg_event_is_singular(t, node)) ||
        !rdg_system_normalise(t->s, node->chart.tangent)) {
        return outcome == RDG_ABORTED ? outcome : RDG_FAILED;
    }
    node->determinant = (rdg_determinant){.sign = 0.0};
    outcome = rdg_node_observe(t, node);
    if (outcome == RDG_CONVERGED) {
        take_limits(t, p, node);
    }
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

/* Does t->special, a point that Newton's method has met at arclength `at`, lie on the curve segment? Without
 * one nothing is known that contradicts. */
static bool is_on_segment(rdg_tracer *t, double h, double at)
{
    if (rdg_step_segment(t, h) != RDG_CONVERGED) {
        return true;
    }
    rdg_step_point_at(t, h, at, t->ahead);
    const double error = sqrt(rdg_system_dot(t->s, t->parts.whole.error, t->parts.whole.error));
    return rdg_system_distance(t->s, t->special.chart.u, t->ahead) <= fmax(error, RDG_NEAR_ASIDE * h);
}

rdg_outcome rdg_event_extrapolate(rdg_tracer *t, rdg_index k, double h, double guess, double *at)
{
    samples p = {.n = t->s->n, .m = t->p->n_parameters};
    const bool is_regular = *at >= 0.0 && !rdg_event_is_singular(t, &t->special);
    if (is_regular && (t->setup->is_monotone || is_on_segment(t, h, *at))) { /* its ends are regular points */
        return RDG_CONVERGED;
    }
    p.u = rdg_context_calloc(t->ctx, (size_t)(POINTS * p.n + (POINTS + 2) * p.m), sizeof *p.u);
    if (!p.u) {
        return RDG_ABORTED;
    }
    p.mu = p.u + POINTS * p.n;
    p.limit = p.mu + POINTS * p.m;
    p.off = p.limit + p.m;
    rdg_node_swap(&t->special, &t->found[k]); /* what Newton's method has met */
    rdg_outcome outcome = search(t, k, h, guess, &p);
    if (outcome == RDG_CONVERGED) {
        rdg_node_swap(&t->special, &t->bracket[0]);
        outcome = complete(t, &p);
    }
    rdg_free(p.u);
    if (outcome == RDG_CONVERGED && !rdg_event_is_refused(t, &t->setup->event[k])) {
        *at = fmin(fmax(t->special.chart.step, 0.0), h);
    } else {
        rdg_node_swap(&t->special, &t->found[k]);
    }
    return outcome == RDG_ABORTED ? outcome : RDG_CONVERGED;
}

bool rdg_event_nears_singular_end(rdg_tracer *t, double h)
{
    const double farthest = next_to_end * fmax(t->setup->h0, fmax(h, t->before.step));
    bool nears = false;
    for (rdg_index k = 0; k < t->setup->n_events && !nears; k++) {
        const double before = t->current.test[k], after = t->next.test[k];
        if (rdg_event_is_end(&t->setup->event[k]) && isless(before * after, 0.0)) {
            const double guess = h * before / (before - after);
            double at = -1.0;
            nears =
                guess <= farthest && rdg_event_extrapolate(t, k, h, guess, &at) == RDG_CONVERGED && at >= 0.0;
        }
    }
    return nears;
}
