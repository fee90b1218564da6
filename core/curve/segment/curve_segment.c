/* The curve between two charts as a polynomial of degree 5.
 *
 * Values and tangents at both ends give a cubic. At two check points inside, one residual and one solution of
 * the linearised equations give its distance from the curve: this raises the degree, and their difference
 * estimates the error that is left. The check points are the inner points of Lobatto's rule with four points,
 * where x (1 - x) = 1/5. */
#include "curve_segment_impl.h"
#include "loops_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

const double rdg_segment_check_point[RDG_SEGMENT_CHECKS] = {0.27639320225002103, 0.72360679774997897};

/* Share of the difference of both corrections, and of the larger one, that the polynomial may be wrong by. */
static const double of_difference = 0.6, of_correction = 0.05;

/* Tangents that advance less along the step, of their length, do not describe it. */
static const double least_advance = 0.05;

rdg_status rdg_curve_segment_create(rdg_curve_segment *segment, rdg_tracer *t)
{
    const size_t n = (size_t)t->p->n;
    segment->coefficient = rdg_context_calloc(t->ctx, (RDG_SEGMENT_DEGREE + 1) * n, sizeof(double));
    segment->error = rdg_context_calloc(t->ctx, n, sizeof(double));
    return rdg_error_status(t->ctx);
}

void rdg_curve_segment_release(rdg_curve_segment *segment)
{
    rdg_free(segment->coefficient);
    rdg_free(segment->error);
}

void rdg_curve_segment_at(const rdg_curve_segment *segment, rdg_index n, double x, double *u)
{
    const double *c = segment->coefficient;
    const double *top = c + RDG_SEGMENT_DEGREE * n;
    memcpy(u, top, (size_t)n * sizeof *u);
    for (int k = RDG_SEGMENT_DEGREE - 1; k >= 0; k--) {
        rdg_loop_raise(n, x, c + k * n, u);
    }
}

void rdg_segment_solve_by_factors(rdg_tracer *t, double x, const double *residual, double *delta,
                                  void *factors)
{
    (void)x;
    rdg_system_solve_step(t->s, factors, residual, delta);
}

/* The cubic through both charts. False: a tangent does not advance along the step. */
static bool interpolate(const rdg_tracer *t, rdg_segment_end start, rdg_segment_end end,
                        rdg_curve_segment *segment)
{
    const rdg_index n = t->s->n;
    const rdg_segment_end *a = &start, *b = &end;
    const double rate[] = {rdg_step_rate(t, a->tangent), rdg_step_rate(t, b->tangent)};
    double *c = segment->coefficient;
    if (!(fmin(rate[0], rate[1]) > least_advance)) {
        return false;
    }
    const double by[] = {segment->length / rate[0], segment->length / rate[1]};
    for (rdg_index j = 0; j < n; j++) {
        const double chord = b->u[j] - a->u[j];
        const double from = by[0] * a->tangent[j], to = by[1] * b->tangent[j];
        c[j] = a->u[j];
        c[n + j] = from;
        c[2 * n + j] = 3.0 * chord - 2.0 * from - to;
        c[3 * n + j] = from + to - 2.0 * chord;
        c[4 * n + j] = c[5 * n + j] = 0.0;
    }
    return true;
}

/* From the polynomial to the curve at x, by one step of Newton's method. */
static rdg_outcome correction(rdg_tracer *t, const rdg_curve_segment *segment, double x,
                              rdg_segment_solve solve, void *data, double *delta)
{
    rdg_system *s = t->s;
    double *u = t->ahead, *residual = t->ahead + s->n;
    rdg_curve_segment_at(segment, s->n, x, u);
    if (rdg_system_residual(s, u, residual) != 0) {
        return rdg_failure_of(t->p);
    }
    for (rdg_index i = s->m; i < s->n; i++) {
        residual[i] = 0.0;
    }
    solve(t, x, residual, delta, data);
    for (rdg_index j = 0; j < s->n; j++) {
        delta[j] = -delta[j];
    }
    return isfinite(rdg_system_dot(s, delta, delta)) ? RDG_CONVERGED : RDG_FAILED;
}

/* Add x^2 (1 - x)^2 (alpha + beta x), which makes the polynomial meet both corrected points. */
static void raise_degree(const rdg_tracer *t, rdg_curve_segment *segment, const double *first,
                         const double *second)
{
    const rdg_index n = t->s->n;
    const double weight = 25.0; /* 1 / (x (1 - x))^2 at the check points */
    double *c = segment->coefficient;
    for (rdg_index j = 0; j < n; j++) {
        const double beta =
            weight * (second[j] - first[j]) / (rdg_segment_check_point[1] - rdg_segment_check_point[0]);
        const double alpha = weight * first[j] - beta * rdg_segment_check_point[0];
        c[2 * n + j] += alpha;
        c[3 * n + j] += beta - 2.0 * alpha;
        c[4 * n + j] += alpha - 2.0 * beta;
        c[5 * n + j] += beta;
        segment->error[j] = of_difference * fabs(second[j] - first[j]) +
                            of_correction * fmax(fabs(first[j]), fabs(second[j]));
    }
}

rdg_outcome rdg_curve_segment_make(rdg_tracer *t, rdg_segment_end a, rdg_segment_end b,
                                   rdg_segment_solve solve, void *data, rdg_curve_segment *segment)
{
    const rdg_system *s = t->s;
    double *delta[RDG_SEGMENT_CHECKS] = {t->work, segment->error};
    segment->length = b.at - a.at;
    segment->deviation = 0.0;
    if (!interpolate(t, a, b, segment)) {
        return RDG_FAILED;
    }
    for (int i = 0; i < RDG_SEGMENT_CHECKS; i++) {
        const rdg_outcome outcome = correction(t, segment, rdg_segment_check_point[i], solve, data, delta[i]);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        segment->deviation = fmax(segment->deviation, sqrt(rdg_system_dot(s, delta[i], delta[i])));
    }
    raise_degree(t, segment, delta[0], delta[1]);
    return RDG_CONVERGED;
}
