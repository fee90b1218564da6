/* The predicted point of a step: by the cubic through the last two charts and their tangents.
 *
 * Along a smooth stretch it is wrong by the fourth power of the step, where the tangent is wrong by the
 * second; next to a crossing of branches it leads along the own one. Over a kink, or where functions or the
 * meaning of variables have changed, it is as wrong as the tangent: there the tangent is taken, as the end of
 * the last step shows. So it is where a step is tried again or is short, as next to singular points, and on
 * branches that end at their folds, or where functions do, and go on by other means: they turn sharply and
 * often. */
#include "foretell_impl.h"

#include <math.h>
#include <string.h>

/* Steps that are not so many times longer than the smallest are a sign of a singular point nearby. */
static const double shortest = 100.0;

/* Of the last step's length: no farther the cubic tells. */
static const double longest = 3.0;

/* Tangents that are more askew tell nothing. */
static const double least_rate = 0.5;

/* u = u0 + h t0 + x h ((3 + 2 x) E - (1 + x) F), with x = h / k, E = t0 - (u0 - u1) / k and F = t0 - t1: k is
 * the way from u1, the chart before the current one, and t1 is as long as that it grows along it as t0 does.
 */
bool rdg_foretell(const rdg_tracer *t, double h, double *u)
{
    const rdg_chart *from = &t->current.chart;
    if (!(t->before.step > 0.0)) {
        return false;
    }
    const double k = -rdg_step_along(t, t->before.u);
    const double rate = rdg_step_rate(t, t->before.tangent);
    if (!(rate >= least_rate) || !(longest * k >= h)) {
        return false;
    }
    const double x = h / k;
    const double of_way = x * h * (3.0 + 2.0 * x), of_turning = x * h * (1.0 + x);
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double tangent = from->tangent[j];
        const double off_way = tangent - (from->u[j] - t->before.u[j]) / k;
        const double turning = tangent - t->before.tangent[j] / rate;
        u[j] = from->u[j] + h * tangent + of_way * off_way - of_turning * turning;
    }
    return true;
}

/* Did the end of the last step lie farther from the cubic than from the tangent? That share grows as the
 * square of the way from the chart before. */
static bool was_farther(const rdg_tracer *t, double h)
{
    const double span = h + t->before.step;
    return t->before.prediction_error < HUGE_VAL && t->before.prediction_error * span * span > 1.0;
}

void rdg_step_guess(rdg_tracer *t, rdg_step *step, bool last_try, double *u)
{
    const bool goes_on_otherwise = t->setup->ends_at_folds || t->p->way_on;
    const bool foretells = !goes_on_otherwise && rdg_foretell(t, step->h, t->ahead);
    step->share = foretells ? 0.0 : -1.0;
    step->is_foretold = foretells && step->is_first_try && !last_try &&
                        step->h >= shortest * t->setup->h_min && !was_farther(t, step->h);
    if (step->is_foretold) {
        memcpy(u, t->ahead, (size_t)t->s->n * sizeof *u);
    } else {
        rdg_step_predict(t, step->h, u);
    }
}

/* Newton's method squares what is left of a residual: so many iterations, the first of which leaves `ratio`
 * of it. */
static int iterations_from(double residual, double ratio, double tolerance)
{
    enum { MOST = 6 };
    int count = 0;
    for (; residual > tolerance && count < MOST; count++) {
        residual *= ratio;
        ratio *= ratio;
    }
    return count;
}

/* What the first iteration leaves of a residual may be rounding, or noise of functions by differences. Then
 * it does not tell how Newton's method converges. From the tangent's point it would be greater by the square
 * of the share. If Newton's method would not shrink the residual there at all, what is left within the
 * tolerance is noise. */
static bool leaves_noise(const rdg_newton_report *report, double share, double tolerance)
{
    const double rounding = 1e-12, left = report->first_residual * report->shrink;
    return report->first_residual <= tolerance || left <= rounding ||
           (left <= tolerance && report->shrink >= share);
}

/* The rules of steps go by what Newton's method needs from the tangent's point, so that steps are none the
 * longer for a better guess: that point was farther away, and both the residual there and what an iteration
 * leaves of it are greater by as much. */
static void see_from_tangent(const rdg_tracer *t, const rdg_newton_report *report, rdg_step *step)
{
    const double unknown = 1e-2, tolerance = t->setup->newton.residual_tol;
    if (!step->is_foretold || !(step->share > 0.0) || !(report->shrink > 0.0)) {
        return;
    }
    const bool is_noise = leaves_noise(report, step->share, tolerance);
    step->predicted_residual = report->first_residual / step->share;
    step->iterations = iterations_from(step->predicted_residual,
                                       is_noise ? unknown : report->shrink / step->share, tolerance);
}

void rdg_step_judge_guess(rdg_tracer *t, const rdg_newton_report *report, rdg_step *step)
{
    t->before.prediction_error_next = HUGE_VAL;
    if (step->share < 0.0) {
        return;
    }
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double off = t->next.chart.u[j] - t->ahead[j];
        sum += t->s->metric[j] * off * off;
    }
    step->share = step->drift > 0.0 ? sqrt(sum) / step->drift : 1.0;
    see_from_tangent(t, report, step);
    const double span = step->h + t->before.step;
    t->before.prediction_error_next = step->share / (span * span);
}
