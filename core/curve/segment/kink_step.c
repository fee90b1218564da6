/* Steps over sharp non-smooth points.
 *
 * At a non-smooth point the functions go over from one smooth piece to another, continuously, and the curve
 * turns by an angle that no step brings down. A plane across the old tangent is not met again where it turns
 * by more than a right one, and differences, which average over the non-smooth point, spoil Newton's method
 * next to it. But a little way ahead of the last point, off the curve, the functions are those of the other
 * piece, whose null vector is the new tangent. It points away from the non-smooth point if the determinant of
 * [G_u; tangent] keeps its sign: the pieces differ by a rank-one matrix a n^T there, n across the non-smooth
 * point, so that det [G_u; n] is the same for both, and so is the sign of n . t for null vectors oriented by
 * their determinant. The step is measured along the sum of both tangents, along which the curve goes on over
 * the non-smooth point.
 *
 * A step ends right before a non-smooth point that lies on it (kink.c), and the next one leads over it. */
#include "kink_impl.h"
#include "walk_impl.h"

#include <math.h>

/* The tangents' sum is no shorter than this: a curve that turns back altogether has a cusp. */
static const double least_sum = 0.02;

/* So near to a non-smooth point a point may lie from which a step leads over it. */
static double nearness(const rdg_tracer *t)
{
    return 4.0 * t->setup->h_min + 1.5 * rdg_kink_blur(t);
}

void rdg_step_measure_along(rdg_tracer *t, const double *unit)
{
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->along[j] = unit[j];
        t->row[j] = t->s->metric[j] * unit[j];
    }
}

bool rdg_step_crosses_kink(const rdg_tracer *t)
{
    const double rounding = 1e-9;
    return rdg_step_rate(t, t->current.chart.tangent) < 1.0 - rounding;
}

/* Null vector of the Jacobian at a distance ahead, in t->special. */
static bool look_ahead(rdg_tracer *t, double distance)
{
    rdg_system *s = t->s;
    double *ahead = t->special.chart.u;
    double *tangent = t->special.chart.tangent;
    for (rdg_index j = 0; j < s->n; j++) {
        ahead[j] = t->current.chart.u[j] + distance * t->current.chart.tangent[j];
    }
    if (rdg_tangent_at(t, ahead, tangent) != RDG_CONVERGED) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        s->probe_row[j] = s->metric[j] * tangent[j];
    }
    if (!rdg_system_factor(s, s->matrix, NULL, s->probe_row)) {
        return false;
    }
    const double sign = rdg_bordered_determinant(s->matrix).sign * t->current.determinant.sign;
    for (rdg_index j = 0; j < s->n; j++) {
        tangent[j] *= sign < 0.0 ? -1.0 : 1.0;
    }
    return sign != 0.0;
}

/* Measure the step along the sum of both tangents, whose length this is: the sharper the non-smooth point the
 * shorter. */
static double measure_along_sum(rdg_tracer *t)
{
    const double *before = t->current.chart.tangent, *behind = t->special.chart.tangent;
    const double length = sqrt(2.0 + 2.0 * rdg_system_dot(t->s, before, behind));
    for (rdg_index j = 0; j < t->s->n && length > least_sum; j++) {
        t->work[j] = (before[j] + behind[j]) / length;
    }
    if (length > least_sum) {
        rdg_step_measure_along(t, t->work);
    }
    return length;
}

/* The curve behind the non-smooth point, a step of length h ahead, into t->next. *is_there: it is one of
 * another piece.
 */
static rdg_outcome point_ahead(rdg_tracer *t, double h, rdg_step *step, double *sum, bool *is_there)
{
    const double same = 0.2;
    rdg_newton_report report;
    *is_there = false;
    if (!look_ahead(t, h)) {
        return rdg_failure_of(t->p);
    }
    *sum = measure_along_sum(t);
    if (!(*sum > least_sum)) {
        return RDG_FAILED;
    }
    const double *behind = t->special.chart.tangent;
    const double at = h * rdg_step_rate(t, t->current.chart.tangent);
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, at);
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->next.chart.u[j] = t->current.chart.u[j] + h * behind[j];
    }
    rdg_outcome outcome = rdg_step_correct(t, &plane, t->next.chart.u, RDG_GUESS_OF_STEP, &report);
    t->summary.corrections++;
    t->summary.iterations += report.iterations;
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_node_complete_exactly(t, &t->next, t->special.chart.tangent, &report);
    }
    t->next.chart.step = at;
    step->iterations = report.iterations;
    step->predicted_residual = report.first_residual;
    *is_there = outcome == RDG_CONVERGED && t->next.determinant.sign == t->current.determinant.sign &&
                rdg_kink_angle(t, &t->next, &t->special) <= same * *sum;
    return outcome;
}

rdg_outcome rdg_step_end_at_kink(rdg_tracer *t, const rdg_kink *kink, rdg_step *step)
{
    const bool is_ahead = kink->low.at <= nearness(t);
    rdg_node_copy(t, &t->next, is_ahead ? kink->high.node : kink->low.node);
    step->rest = is_ahead ? t->setup->h_min : RDG_OVER_KINK * t->setup->h_min;
    step->h = t->next.chart.step = rdg_step_along(t, t->next.chart.u);
    return rdg_gate_solves(t, &t->next);
}

/* The non-smooth point between here and a point so far ahead behind it, t->next. RDG_FAILED: there is none.
 */
static rdg_outcome find_ahead(rdg_tracer *t, double h, rdg_step *step, double *sum, rdg_kink *kink)
{
    bool is_there = false;
    rdg_outcome outcome = point_ahead(t, h, step, sum, &is_there);
    if (is_there) {
        const rdg_bracket_end low = {.node = &t->current, .at = 0.0};
        const rdg_bracket_end high = {.node = &t->next, .at = t->next.chart.step};
        outcome = rdg_kink_between(t, -1, low, high, 2.0 * t->setup->h_min, rdg_kink_blur(t), kink);
    }
    return is_there || outcome == RDG_ABORTED ? outcome : RDG_FAILED;
}

rdg_outcome rdg_step_to_kink(rdg_tracer *t, rdg_step *step, bool *over)
{
    const double straight = 0.1, wider = 10.0, first = fmax(10.0 * t->setup->h_min, 2.0 * rdg_kink_blur(t));
    rdg_kink kink = {.is = RDG_IS_SMOOTH};
    rdg_outcome outcome = RDG_CONVERGED;
    double sum = 0.0;
    if (step->h > t->setup->h_min) {
        outcome = find_ahead(t, step->h, step, &sum, &kink);
        if (outcome == RDG_CONVERGED && kink.is == RDG_HAS_KINK && kink.low.at > nearness(t)) {
            step->leap = (rdg_leap){.is_there = false};
            rdg_step_measure_along(t, t->current.chart.tangent);
            return rdg_step_end_at_kink(t, &kink, step);
        }
        if (outcome != RDG_CONVERGED || kink.is != RDG_HAS_KINK) {
            return outcome == RDG_ABORTED ? outcome : RDG_FAILED;
        }
    }
    /* over a non-smooth point right ahead and no farther: what lies beyond has not been examined */
    for (double way = first; way < 2.0 * wider * first && outcome != RDG_ABORTED && !*over; way *= wider) {
        outcome = find_ahead(t, way, step, &sum, &kink);
        /* a cusp opens like a power of the distance: it is not as straight behind */
        *over = outcome == RDG_CONVERGED && kink.is != RDG_HAS_JUMP &&
                (kink.is == RDG_IS_SMOOTH || kink.low.at <= nearness(t)) &&
                rdg_kink_angle(t, kink.high.node, &t->next) <= straight * sum;
    }
    step->leap.is_there = step->leap.is_there && !*over;
    step->h = *over ? t->next.chart.step : step->h;
    step->rest = *over ? t->before.step : 0.0; /* as long as before the non-smooth point */
    return *over ? rdg_gate_solves(t, &t->next) : outcome == RDG_ABORTED ? outcome : RDG_FAILED;
}
