/* Steps over sharp kinks.
 *
 * At a kink the functions go over from one smooth piece to another, continuously, and the curve turns by an
 * angle that no step brings down. A plane across the old tangent is not met again where it turns by more than
 * a right one, and differences, which average over the kink, spoil Newton's method next to it. But a little
 * way ahead of the last point, off the curve, the functions are those of the other piece, whose null vector
 * is the new tangent. It points away from the kink if the determinant of [G_u; tangent] keeps its sign: the
 * pieces differ by a rank-one matrix a n^T there, n across the kink, so that det [G_u; n] is the same for
 * both, and so is the sign of n . t for null vectors oriented by their determinant. The step is measured
 * along the sum of both tangents, along which the curve goes on over the kink. */
#include "walk_impl.h"

#include <math.h>

/* The tangents' sum is no shorter than this: a curve that turns back altogether has a cusp. */
static const double least_sum = 0.02;

/* How far differences see. */
static const double smeared = 3e-5;

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

/* Measure the step along the sum of both tangents, whose length this is; 0: too short. */
static double point_between(rdg_tracer *t)
{
    const double *before = t->current.chart.tangent;
    const double *behind = t->special.chart.tangent;
    const double length = sqrt(2.0 + 2.0 * rdg_system_dot(t->s, before, behind));
    if (!(length > least_sum)) {
        return 0.0;
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->along[j] = (before[j] + behind[j]) / length;
        t->row[j] = t->s->metric[j] * t->along[j];
    }
    return length;
}

/* The point so far along the new tangent, which is t->special's, into a node. */
static rdg_outcome point_behind(rdg_tracer *t, double way, rdg_node *node, rdg_newton_report *report)
{
    const double *tangent = t->special.chart.tangent;
    const double h = way * rdg_step_rate(t, tangent);
    for (rdg_index j = 0; j < t->s->n; j++) {
        node->chart.u[j] = t->current.chart.u[j] + way * tangent[j];
    }
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, h);
    rdg_outcome outcome = rdg_correct(t->corrector, &plane, node->chart.u, report);
    t->summary.corrections++;
    t->summary.iterations += report->iterations;
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_node_complete_exactly(t, node, tangent, report);
    }
    node->chart.step = h;
    return outcome == RDG_CONVERGED ? rdg_gate_solves(t, node) : outcome;
}

static double angle_between(const rdg_tracer *t, const double *a, const double *b)
{
    return acos(fmin(1.0, rdg_system_dot(t->s, a, b)));
}

/* How far the last point is from the line that the next one lies on. */
static double off_line(const rdg_tracer *t)
{
    const double *tangent = t->next.chart.tangent;
    double along = 0.0, square = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->current.chart.u[j] - t->next.chart.u[j];
        along += t->s->metric[j] * d * tangent[j];
        square += t->s->metric[j] * d * d;
    }
    return along < 0.0 ? sqrt(fmax(0.0, square - along * along)) : HUGE_VAL;
}

/* Is the curve as straight behind the kink as it should be? That of a cusp opens like a power of the
 * distance.
 */
static rdg_outcome check_straight(rdg_tracer *t, double way, double opening, bool *straight)
{
    const double nearer = 0.3, share = 0.1;
    rdg_newton_report report;
    rdg_node *node = &t->bracket[0];
    const rdg_outcome outcome = point_behind(t, nearer * way, node, &report);
    *straight = outcome == RDG_CONVERGED &&
                angle_between(t, node->chart.tangent, t->next.chart.tangent) <= share * opening;
    return outcome;
}

/* A step of about this length into the other piece. *good: it leads on from where the old one has ended. */
static rdg_outcome step_over(rdg_tracer *t, double way, double near, rdg_step *step, bool *good)
{
    const double same = 0.2;
    rdg_newton_report report;
    if (!look_ahead(t, way)) {
        return rdg_failure_of(t->p);
    }
    const double opening = point_between(t);
    if (opening == 0.0) {
        return RDG_FAILED;
    }
    const rdg_outcome outcome = point_behind(t, way, &t->next, &report);
    step->h = t->next.chart.step;
    step->iterations = report.iterations;
    step->predicted_residual = report.first_residual;
    if (outcome != RDG_CONVERGED ||
        angle_between(t, t->next.chart.tangent, t->special.chart.tangent) > same * opening ||
        t->next.determinant.sign != t->current.determinant.sign || off_line(t) > near + 0.01 * way) {
        return outcome;
    }
    return check_straight(t, way, opening, good);
}

rdg_outcome rdg_step_over_kink(rdg_tracer *t, rdg_step *step)
{
    const double wider = 10.0;
    const double h_min = t->setup->h_min;
    const double near = 4.0 * h_min + (rdg_has_derivatives(t->p) ? 0.0 : smeared);
    const double first = fmax(10.0 * h_min, 3.0 * near);
    bool good = false;
    for (double way = first; way < 2.0 * wider * first && !good; way *= wider) {
        const rdg_outcome outcome = step_over(t, way, near, step, &good);
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
    }
    return good ? RDG_CONVERGED : RDG_FAILED;
}
