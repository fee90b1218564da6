/* The end of a branch at a singular point of the equations, from regular points of the curve on both sides.
 *
 * Where phases of an orbit shrink to nothing, say, the residual is of higher order in their durations d: for
 * the onset of slip of order 3, as velocities at the end of a phase that starts from rest are d^2 (s - c d).
 * Newton's method with a residual of rounding size leaves durations of the cubic root of it there, and
 * another branch of solutions crosses. The curve itself is smooth. Its points at a distance are regular, and
 * the polynomial through points on both sides has the zero to about their rounding, wherever the charts lie.
 */
#include "circle.h"
#include "event_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Chebyshev's points around the zero, and those inside that estimate the error. */
enum { POINTS = 8, INNER = 6, FRONT = 4, SPREADS = 6, CENTRES = 4 };

/* A value on another branch, on which the function is zero, relative to the predicted one. */
static const double none = 1e-3;

/* Relative to typical sizes: a larger difference of both polynomials says that the curve is not smooth. */
static const double largest_error = 1e-6;

/* Of the distances that are tried: charts nearer to the end are not regular enough to halve steps from. */
static const double next_to_end = 0.1;

/* Points of the curve at arclengths at[]: u[j + n i], parameters mu[k + m i], and the event's function. */
typedef struct rdg_samples {
    double at[POINTS], test[POINTS];
    double *u, *mu;
    double *tangent;     /* [n] of the curve at the zero */
    double *limit, *off; /* [m] of the parameters at the zero, and its error */
    rdg_index n, m;
} rdg_samples;

/* Lagrange's polynomial through `count` of the values, from the first one, at arclength s. */
static double polynomial(const double *at, const double *value, rdg_index stride, int first, int count,
                         double s)
{
    double sum = 0.0;
    for (int i = first; i < first + count; i++) {
        double factor = value[i * stride];
        for (int k = first; k < first + count; k++) {
            factor *= k == i ? 1.0 : (s - at[k]) / (at[i] - at[k]);
        }
        sum += factor;
    }
    return sum;
}

/* Zero of the polynomial between the two points in the middle, by bisection to rounding. */
static double zero_between(const rdg_samples *p, int first, int count)
{
    enum { BISECTIONS = 60 };
    double low = p->at[POINTS / 2 - 1], high = p->at[POINTS / 2];
    const double sign = p->test[POINTS / 2 - 1];
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = 0.5 * (low + high);
        *(polynomial(p->at, p->test, 1, first, count, middle) * sign > 0.0 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

/* The corrected point at arclength `at`, from the cubic through both charts or along the tangent. */
static rdg_outcome sample(rdg_tracer *t, rdg_index k, double h, double at)
{
    const double slope = (t->next.test[k] - t->current.test[k]) / h;
    const double expected = fabs(t->current.test[k] + slope * at);
    rdg_outcome outcome = RDG_FAILED;
    for (int guess = 0; guess < 2 && outcome == RDG_FAILED; guess++) {
        double *u = t->special.chart.u;
        if (guess == 0) {
            rdg_point_between(t, &t->current, 0.0, &t->next, h, at, u);
        } else {
            for (rdg_index j = 0; j < t->s->n; j++) {
                u[j] = t->current.chart.u[j] + at * t->current.chart.tangent[j];
            }
        }
        outcome = rdg_event_probe(t, at);
        if (outcome == RDG_CONVERGED && !isgreaterequal(fabs(t->special.test[k]), none * expected)) {
            outcome = RDG_FAILED;
        }
    }
    return outcome;
}

/* Points within `spread` around the centre. */
static rdg_outcome collect(rdg_tracer *t, rdg_index k, double h, double centre, double spread, rdg_samples *p)
{
    for (int i = 0; i < POINTS; i++) {
        p->at[i] = centre - spread * cos((2 * i + 1) * RDG_PI / (2 * POINTS));
        const rdg_outcome outcome = sample(t, k, h, p->at[i]);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        p->test[i] = t->special.test[k];
        memcpy(p->u + i * p->n, t->special.chart.u, (size_t)p->n * sizeof *p->u);
        memcpy(p->mu + i * p->m, t->special.chart.mu, (size_t)p->m * sizeof *p->mu);
    }
    return RDG_CONVERGED;
}

/* The same around the zero: between the two points in the middle. */
static rdg_outcome surround(rdg_tracer *t, rdg_index k, double h, double *centre, double spread,
                            rdg_samples *p)
{
    for (int trial = 0; trial < CENTRES; trial++) {
        const rdg_outcome outcome = collect(t, k, h, *centre, spread, p);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        int low = 0;
        while (low < POINTS - 1 && p->test[low] * p->test[low + 1] > 0.0) {
            low++;
        }
        if (low == POINTS - 1) {
            return RDG_FAILED;
        }
        if (low == POINTS / 2 - 1) {
            return RDG_CONVERGED;
        }
        const double share = p->test[low] / (p->test[low] - p->test[low + 1]);
        *centre = p->at[low] + share * (p->at[low + 1] - p->at[low]);
    }
    return RDG_FAILED;
}

/* Largest difference of the zeros by all points and by the inner ones, relative to typical sizes. */
static double error_of(const rdg_tracer *t, const rdg_samples *p, double zero)
{
    const int first = (POINTS - INNER) / 2;
    const double inner = zero_between(p, first, INNER);
    double largest = 0.0;
    for (rdg_index j = 0; j < p->n; j++) {
        const double off = polynomial(p->at, p->u + j, p->n, 0, POINTS, zero) -
                           polynomial(p->at, p->u + j, p->n, first, INNER, inner);
        largest = fmax(largest, fabs(off) / t->s->size[j]);
    }
    return largest;
}

/* Do all values of parameter k at the points in front agree? */
static bool is_constant(const rdg_samples *p, rdg_index k)
{
    bool is = true;
    for (int i = 1; i < FRONT; i++) {
        is = is && p->mu[k + i * p->m] == p->mu[k];
    }
    return is;
}

/* The limit of parameter k along the branch: by all points where it is smooth, else by those in front. */
static void take_limit(rdg_samples *p, rdg_index k, double zero)
{
    const double *mu = p->mu + k;
    const double all = polynomial(p->at, mu, p->m, 0, POINTS, zero);
    const double inner = polynomial(p->at, mu, p->m, (POINTS - INNER) / 2, INNER, zero);
    const double size = fmax(fabs(mu[0]), fabs(mu[(POINTS - 1) * p->m]));
    p->limit[k] = all;
    p->off[k] = fabs(all - inner);
    if (is_constant(p, k)) {
        p->limit[k] = mu[0];
    } else if (!islessequal(p->off[k], largest_error * size)) {
        p->limit[k] = polynomial(p->at, mu, p->m, 0, FRONT, zero);
        p->off[k] = fabs(p->limit[k] - polynomial(p->at, mu, p->m, 1, FRONT - 1, zero));
    }
}

/* Of the polynomial, from differences of order 4. */
static double slope(const double *at, const double *value, rdg_index stride, double s, double h)
{
    const double near =
        polynomial(at, value, stride, 0, POINTS, s + h) - polynomial(at, value, stride, 0, POINTS, s - h);
    const double far = polynomial(at, value, stride, 0, POINTS, s + 2.0 * h) -
                       polynomial(at, value, stride, 0, POINTS, s - 2.0 * h);
    return (8.0 * near - far) / (12.0 * h);
}

/* The point of the curve there, with the curve's tangent. It lies in front of the zero by so little that no
 * digit of a monitor shows it, and by so much that Newton's method can start from it. */
static void take(rdg_samples *p, double zero, double spread, rdg_chart *chart)
{
    const double in_front = 1e-10 * spread;
    const double beside = 0.02 * spread;
    for (rdg_index j = 0; j < p->n; j++) {
        chart->u[j] = polynomial(p->at, p->u + j, p->n, 0, POINTS, zero - in_front);
        p->tangent[j] = slope(p->at, p->u + j, p->n, zero, beside);
    }
    for (rdg_index k = 0; k < p->m; k++) {
        take_limit(p, k, zero);
    }
    chart->step = zero;
}

/* Monitors may have no value where the equations are singular: that of the branch is their limit. A function
 * of an event that vanishes there to its error is zero. */
static void take_limits(rdg_tracer *t, const rdg_samples *p, rdg_node *node)
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

double rdg_event_spread(const rdg_tracer *t, double h)
{
    return fmax(t->setup->h0, fmax(h, t->before.step));
}

/* Over shorter and shorter distances while the error estimate falls: the smoothest polynomial's zero becomes
 * t->bracket[0]. Its error; infinite: there is none. */
static rdg_outcome search(rdg_tracer *t, rdg_index k, double h, double guess, rdg_samples *p, double *error)
{
    double spread = rdg_event_spread(t, h);
    for (int trial = 0; trial < SPREADS; trial++, spread *= 0.5) {
        double centre = guess;
        const rdg_outcome outcome = surround(t, k, h, &centre, spread, p);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        if (outcome != RDG_CONVERGED) {
            continue;
        }
        const double zero = zero_between(p, 0, POINTS), off = error_of(t, p, zero);
        if (!(off < *error)) {
            break;
        }
        *error = off;
        guess = zero;
        if (off <= largest_error) {
            take(p, zero, spread, &t->bracket[0].chart);
        }
    }
    return RDG_CONVERGED;
}

/* Is the Jacobian singular at t->special, beside the ends of the step? At a regular end Newton's method knows
 * better. */
static rdg_outcome require_singular(rdg_tracer *t)
{
    const rdg_newton_report report = {.iterations = 0};
    const rdg_outcome outcome = rdg_node_complete_exactly(t, &t->special, t->along, &report);
    const bool is_regular = outcome == RDG_CONVERGED && !rdg_event_is_singular(t, &t->special);
    return outcome == RDG_ABORTED ? outcome : is_regular ? RDG_FAILED : RDG_CONVERGED;
}

/* The extrapolated point t->special is complete. */
static rdg_outcome complete(rdg_tracer *t, const rdg_samples *p)
{
    rdg_node *node = &t->special;
    rdg_outcome outcome = require_singular(t);
    memcpy(node->chart.tangent, p->tangent, (size_t)p->n * sizeof *p->tangent);
    if (outcome != RDG_CONVERGED || !rdg_system_normalise(t->s, node->chart.tangent)) {
        return outcome == RDG_ABORTED ? outcome : RDG_FAILED;
    }
    node->chart.iterations = 0;
    node->determinant = (rdg_determinant){.sign = 0.0};
    outcome = rdg_node_observe(t, node);
    if (outcome == RDG_CONVERGED) {
        take_limits(t, p, node);
    }
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

rdg_outcome rdg_event_extrapolate(rdg_tracer *t, rdg_index k, double h, double guess, double *at)
{
    rdg_samples p = {.n = t->s->n, .m = t->p->n_parameters};
    double error = INFINITY;
    const size_t size = (size_t)((POINTS + 1) * p.n + (POINTS + 2) * p.m);
    p.u = rdg_context_calloc(t->ctx, size, sizeof *p.u);
    if (!p.u) {
        return RDG_ABORTED;
    }
    p.mu = p.u + POINTS * p.n;
    p.limit = p.mu + POINTS * p.m;
    p.off = p.limit + p.m;
    p.tangent = p.off + p.m;
    rdg_outcome outcome = search(t, k, h, guess, &p, &error);
    if (outcome == RDG_CONVERGED) {
        outcome = error <= largest_error ? RDG_CONVERGED : RDG_FAILED;
        rdg_node_swap(&t->special, &t->bracket[0]);
        outcome = outcome == RDG_CONVERGED ? complete(t, &p) : outcome;
    }
    rdg_free(p.u);
    if (outcome == RDG_CONVERGED && !rdg_event_is_refused(t, &t->setup->event[k])) {
        *at = fmin(fmax(t->special.chart.step, 0.0), h);
        return outcome;
    }
    return outcome == RDG_ABORTED ? outcome : RDG_FAILED;
}

bool rdg_event_nears_singular_end(rdg_tracer *t, double h)
{
    const double farthest = next_to_end * rdg_event_spread(t, h);
    bool nears = false;
    for (rdg_index k = 0; k < t->setup->n_events && !nears; k++) {
        const double before = t->current.test[k], after = t->next.test[k];
        if (rdg_event_is_end(&t->setup->event[k]) && isless(before * after, 0.0)) {
            const double guess = h * before / (before - after);
            double at = -1.0;
            nears = guess <= farthest && rdg_event_extrapolate(t, k, h, guess, &at) == RDG_CONVERGED;
        }
    }
    return nears;
}
