/* Step control: what one step showed sets the length of the next. Two rules behind one table.
 *
 *   combined  angle between neighbouring tangents, iterations of Newton's method, residual at the predicted
 *             point, and how far the corrected point lies from it
 *   COCO      angle and residual at the next predicted point, as in its atlas_1d (Dankowicz and Schilder,
 *             Recipes for Continuation, SIAM 2013, chapter 16) */
#include "step_rule_impl.h"
#include "tracer_impl.h"
#include "vectors.h"

#include <math.h>

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Few iterations allow a longer step; more than five request a shorter one. */
static double factor_from_iterations(int iterations)
{
    static const double factor[] = {2.0, 2.0, 2.0, 1.4, 1.0, 0.8};
    return iterations < (int)(sizeof factor / sizeof *factor) ? factor[iterations] : 0.5;
}

/* The residual at the predicted point grows with the square of the step. Above the size of a row's terms it
 * states nothing about the way to the curve. */
static double factor_from_residual(double residual)
{
    const double largest = 1.0;
    return residual > 0.0 ? clamp(sqrt(largest / residual), 0.5, 2.0) : 2.0;
}

static double combined_next(rdg_tracer *t, const rdg_step *step)
{
    const double from_angle = clamp(0.9 * t->setup->angle / fmax(step->angle, 1e-12), 0.5, 2.0);
    const double from_work =
        fmin(factor_from_iterations(step->iterations), factor_from_residual(step->predicted_residual));
    return clamp(step->h * fmin(from_angle, from_work), t->setup->h_min, t->setup->h_max);
}

/* On a smooth curve half the step halves the angle; over a non-smooth point it stays. A curve may have
 * non-smooth points, as at the onset of slip; what turns farther than this or lies farther off is another
 * branch. */
static bool is_kink(const rdg_step *step)
{
    const double sharpest = 1.0;
    return step->angle_before > 0.0 && step->angle > 0.75 * step->angle_before && step->angle < sharpest &&
           step->drift < step->h * tan(sharpest);
}

static bool combined_rejects(const rdg_tracer *t, const rdg_step *step)
{
    /* the corrected point must lie close to the predicted one, compared with the step */
    const bool turns = step->angle > 2.0 * t->setup->angle || step->drift > 0.5 * step->h;
    return step->h > t->setup->h_min && turns && !is_kink(step);
}

const rdg_step_rule rdg_step_combined = {.rejects = combined_rejects, .next = combined_next};

/* Norm of the residual at the point that a step of length h from t->next predicts. */
static double residual_ahead(rdg_tracer *t, double h)
{
    const rdg_index n = t->s->n;
    for (rdg_index j = 0; j < n; j++) {
        t->ahead[j] = t->next.chart.u[j] + h * t->next.chart.tangent[j];
    }
    if (rdg_system_residual(t->s, t->ahead, t->ahead + n) != 0) {
        return HUGE_VAL;
    }
    return rdg_norm(t->s->m, t->ahead + n);
}

static double coco_next(rdg_tracer *t, const rdg_step *step)
{
    const rdg_run_setup *setup = t->setup;
    const double longest = 2.0;
    const double largest_residual = 0.1;
    const double factor = longest * longest * step->angle < setup->angle
                              ? longest
                              : clamp(setup->angle / (sqrt(longest) * step->angle), 0.5, longest);
    double h = clamp(0.95 * factor * step->h, setup->h_min, setup->h_max);
    for (double residual; h > setup->h_min && (residual = residual_ahead(t, h)) > largest_residual;) {
        h = fmax(setup->h_min, h * fmax(0.5, largest_residual / residual));
    }
    return h;
}

static bool coco_rejects(const rdg_tracer *t, const rdg_step *step)
{
    return step->h > t->setup->h_min && step->angle > 2.0 * t->setup->angle;
}

const rdg_step_rule rdg_step_coco = {.rejects = coco_rejects, .next = coco_next};
