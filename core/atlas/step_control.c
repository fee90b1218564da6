/* Step control: the angle between neighbouring tangents and the work of Newton's method set the next step. */
#include "tracer_impl.h"

#include <math.h>

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Few iterations allow a longer step; more than five ask for a shorter one. */
static double factor_from_iterations(int iterations)
{
    static const double factor[] = {2.0, 2.0, 2.0, 1.4, 1.0, 0.8};
    return iterations < (int)(sizeof factor / sizeof *factor) ? factor[iterations] : 0.5;
}

double rdg_step_next(const rdg_run_setup *setup, double h, double angle, int iterations)
{
    const double from_angle = clamp(0.9 * setup->angle / fmax(angle, 1e-12), 0.5, 2.0);
    return clamp(h * fmin(from_angle, factor_from_iterations(iterations)), setup->h_min, setup->h_max);
}

/* On a smooth curve half the step halves the angle; over a kink it stays. A curve may have kinks, as at the
 * onset of slip; what turns farther than this or lies farther off is another branch. */
static bool is_kink(double h, double angle, double angle_before, double drift)
{
    const double sharpest = 1.0;
    return angle_before > 0.0 && angle > 0.75 * angle_before && angle < sharpest && drift < h * tan(sharpest);
}

bool rdg_step_rejects(const rdg_run_setup *setup, double h, double angle, double angle_before, double drift)
{
    /* the corrected point must lie close to the predicted one, compared with the step */
    const bool turns = angle > 2.0 * setup->angle || drift > 0.5 * h;
    return h > setup->h_min && turns && !is_kink(h, angle, angle_before, drift);
}
