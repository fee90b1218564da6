/* Points foretold by the cubic through the last two charts and their tangents.
 *
 * Along a smooth stretch it is wrong by the fourth power of the step, where the tangent is wrong by the
 * second. Whether a stretch is smooth the last step has shown: its end was foretold, too, by the charts
 * before it. Over a kink, or where functions or what variables mean have changed, that was as wrong as the
 * tangent is. So it is next to singular points, where steps are tried again, are short, or take many
 * iterations: there, and where nothing is known, the guess is the tangent's. So is it on branches that end at
 * their folds, or where functions do, and go on by other means: they turn sharply and often. */
#include "foretell_impl.h"

#include <math.h>
#include <string.h>

/* The cubic is taken for the step's guess if it should be so much nearer than the tangent. */
static const double nearer = 0.1;

/* More iterations of Newton's method from the tangent's point are a sign of a singular point nearby. */
static const int few = 3;

/* So are steps that are not so many times longer than the smallest. */
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

/* Beside the tangent the cubic is wrong by the square of the way from the chart before, as a share. */
static bool is_true(const rdg_tracer *t, double h)
{
    const double span = h + t->before.step;
    return t->before.prediction_error * span * span <= nearer;
}

void rdg_step_guess(rdg_tracer *t, rdg_step *step, bool last_try, double *u)
{
    const bool goes_on_otherwise = t->setup->ends_at_folds || t->p->way_on;
    const bool foretells = !goes_on_otherwise && rdg_foretell(t, step->h, t->ahead);
    step->share = foretells ? 0.0 : -1.0;
    step->is_foretold = foretells && step->is_first_try && !last_try &&
                        step->h >= shortest * t->setup->h_min && is_true(t, step->h);
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

/* The rules of steps go by what Newton's method needs from the tangent's point, so that steps are none the
 * longer for a better guess: that point was farther away, and both the residual there and what an iteration
 * leaves of it are greater by as much. */
static void see_from_tangent(const rdg_tracer *t, const rdg_newton_report *report, rdg_step *step)
{
    const double rounding = 1e-12, unknown = 1e-2;
    if (!step->is_foretold || !(step->share > 0.0) || !(report->shrink > 0.0)) {
        return;
    }
    const bool is_rounding = report->first_residual * report->shrink <= rounding;
    step->predicted_residual = report->first_residual / step->share;
    step->iterations =
        iterations_from(step->predicted_residual, is_rounding ? unknown : report->shrink / step->share,
                        t->setup->newton.residual_tol);
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
    if (step->is_first_try && step->iterations <= few) {
        const double span = step->h + t->before.step;
        t->before.prediction_error_next = step->share / (span * span);
    }
}
