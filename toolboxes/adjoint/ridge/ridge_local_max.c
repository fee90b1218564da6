/* Column "local_max": a point is a local maximum if the sensor grows just before it and falls just behind it
 * along the response, smooth or not. */
#include "ridge_impl.h"

#include <ridgewalk/curve_sides.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

static const double hardly = 2e-9; /* greater than a point that counts as a maximum, relatively */

static double within(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* How much greater the maximum is that lies beside the point. Where the slopes near by are those of a maximum
 * it is a non-smooth point in between, at most: the sensor keeps the slope that it has at the point up to
 * there, and has the one behind it from there on. Else it is not farther away than where the slopes are such.
 */
static double greater_beside(const rdg_curve_sides *s, double amplitude)
{
    const double before = s->near[0], behind = s->near[1], here = s->here;
    if (!rdg_curve_is_top(s)) {
        return fmax(fmax(-before, behind), 0.0) * s->reach;
    }
    if (here > 0.0) {
        const double rest = s->value[1] - amplitude - behind * s->step;
        return here * within(rest / (here - behind), 0.0, s->step);
    }
    const double rest = s->value[0] - amplitude + before * s->step;
    return -here * within(rest / (before - here), 0.0, s->step);
}

/* Does the sensor grow before the point and fall behind it? By rounding the maximum may lie a little aside,
 * as at the end of a non-smooth peak, where one of the slopes is zero; then it is hardly greater there. */
static bool is_local_maximum(rdg_ridge_driver *d, const double *u, double amplitude)
{
    rdg_curve_sides sides = {.known = false};
    rdg_curve_look_beside(d->aside, d->sensor, "omega", u, 1, &sides);
    rdg_error_forgive(d->ctx);
    const bool from_afar = sides.known && sides.far[0] > 0.0 && sides.far[1] < 0.0;
    return (rdg_curve_is_top(&sides) || from_afar) && greater_beside(&sides, amplitude) <= hardly * amplitude;
}

/* Where the maximum meets a minimum there is none any more: at a fold of the ridge, or, on a non-smooth
 * point, where the slope behind the onset of slip has the wrong sign. The chart before that was one. */
static bool vanishes(rdg_ridge_driver *d, const rdg_chart *chart)
{
    const rdg_ridge_certificate *c = &d->certificate;
    if (rdg_ridge_is_of(chart, "SLIP") || rdg_ridge_is_of(chart, "CE") || rdg_ridge_is_of(chart, "FK")) {
        return c->before.level > 0.0 && is_local_maximum(d, c->before.u, c->before.amplitude);
    }
    return rdg_ridge_is_of(chart, "FP");
}

/* Points at the very forcing amplitude at which no step converges are where the maximum vanishes, too: it is
 * narrower there than can be examined. Those from which the ridge gets on are none. */
void rdg_ridge_decide_doubts(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool is_end = rdg_ridge_is_of(chart, "MX");
    const bool same = fabs(chart->u[d->level] / c->doubtful - 1.0) <= rdg_ridge_same_level;
    if (c->n_doubtful > 0 && (is_end || !same)) {
        if (!(is_end && same)) {
            c->first_false = c->n_false == 0 ? c->doubtful : c->first_false;
            c->n_false += c->n_doubtful;
        }
        c->n_doubtful = 0;
    }
}

bool rdg_ridge_judge(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_certificate *c = &d->certificate;
    const bool is_fold = rdg_ridge_is_of(chart, "FP");
    const bool is_known = !rdg_ridge_is_event(chart) && rdg_ridge_is_peak(d, chart->u);
    const bool is_top = is_known || (!is_fold && is_local_maximum(d, chart->u, chart->mu[d->sensor_at]));
    c->judged += !is_fold;
    if (!is_top && !vanishes(d, chart)) {
        c->doubtful = c->n_doubtful++ == 0 ? chart->u[d->level] : c->doubtful;
    }
    return is_top;
}
