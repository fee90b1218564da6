/* Steps of one's own choice: each keeps the error that was requested. Proportional-integral control of the
 * step (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4; II, IV.2). */
#include "linear_impl.h"
#include "radau_impl.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double integral = 0.04;
static const double safety = 0.9;
static const double least_growth = 1.0 / 3.0, most_growth = 6.0;
/* Of a step that leads out of the domain or to no number. */
static const double retreat = 0.25;

/* Step times eigenvalue beyond which a step is bound by stability, not by its error; examined from so many
 * steps on. */
static const double stiff_step_size = 3.0;
static const long looked_at = 1000;

/* Sizes of the states on a way of `step` seconds to z1, into unit */
static void measure_sizes(rdg_flow *flow, double step)
{
    rdg_rk *k = &flow->rk;
    if (flow->options.sizes) {
        flow->options.sizes(k->n, k->z, k->z1, step, k->unit, flow->options.sizes_data);
        for (rdg_index i = 0; i < k->n; i++) {
            k->unit[i] = fmax(k->unit[i], DBL_MIN / flow->options.absolute);
        }
    }
}

double rdg_control_error(rdg_flow *flow)
{
    measure_sizes(flow, fabs(flow->rk.share * flow->rk.tau));
    return rdg_rk_error(&flow->rk, flow->options.absolute, flow->options.relative);
}

static double norm(const rdg_flow *flow, const double *v, const double *minus)
{
    const rdg_rk *k = &flow->rk;
    const double *x = k->z;
    double sum = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        const double size = flow->options.absolute * k->unit[i] + flow->options.relative * fabs(x[i]);
        const double d = (v[i] - (minus ? minus[i] : 0.0)) / size;
        sum += d * d;
    }
    return sqrt(sum / (double)k->n);
}

/* As long as a first step of order 8 may be by the first two derivatives. */
double rdg_control_first(rdg_flow *flow, double limit)
{
    rdg_rk *k = &flow->rk;
    if (flow->closed) {
        const double share = rdg_linear_reach(flow, 0.0);
        return isfinite(share) ? share : DBL_MAX;
    }
    /* of which shares are parts here: the longest one, where states have sizes, so that units do not matter
     */
    const double unit = flow->options.sizes ? limit : 1.0, tau = unit * (k->tau != 0.0 ? k->tau : 1.0);
    memcpy(k->z1, k->z, (size_t)k->n * sizeof *k->z1);
    measure_sizes(flow, fabs(tau));
    const double d0 = norm(flow, k->z, NULL), d1 = norm(flow, k->f0, NULL) * fabs(tau);
    double h = d0 > 1e-10 && d1 > 1e-10 ? 0.01 * d0 / d1 : 1e-6;
    h = isfinite(h) && h > DBL_EPSILON ? h : 1e-6;
    for (rdg_index i = 0; i < k->n; i++) {
        k->z1[i] = k->z[i] + h * tau * k->f0[i];
    }
    const double before = k->share;
    k->share = unit * h;
    const int answer = rdg_rk_end(k);
    k->share = before;
    const double d2 = norm(flow, k->f1, k->f0) * fabs(tau) / h;
    if (answer != 0 || !isfinite(d2)) {
        return unit * h;
    }
    const double most = fmax(d1, d2);
    const double h1 = most > 1e-15 ? pow(0.01 / most, 1.0 / 8.0) : fmax(1e-6, 1e-3 * h);
    const double first = unit * fmin(100.0 * h, h1);
    measure_sizes(flow, first * fabs(k->tau));
    return first;
}

/* Reasons. */
static int control_too_small(rdg_flow *flow, const rdg_control *c, double pos)
{
    if (c->answer != 0) {
        return rdg_flow_refused(flow, c->answer, pos);
    }
    rdg_rk *k = &flow->rk;
    memcpy(k->z1, k->z, (size_t)k->n * sizeof(double));
    rdg_index which = 0;
    const double largest = rdg_rk_largest(k, &which);
    return rdg_flow_because(
        flow, 1,
        "the steps in phase \"%s\" of \"%s\" become too small at t = %.10g, state %" PRId64 " of %" PRId64
        " is %g: the motion escapes, or the field jumps or is not finite there",
        flow->mode, rdg_hybrid_name(flow->h), flow->started + k->tau * pos, which + 1, k->n, largest);
}

static double growth(const rdg_control *c, double error)
{
    const double by_error = error > 0.0 ? pow(error, 1.0 / 8.0 - 0.2 * integral) : 0.0;
    const double by_last = pow(c->last, integral);
    const double g = by_error > 0.0 ? safety * by_last / by_error : most_growth;
    return fmin(most_growth, fmax(least_growth, g));
}

static int control_too_many(rdg_flow *flow, long most, double pos)
{
    return rdg_flow_because(flow, 1,
                            "the motion in phase \"%s\" of \"%s\" needs more than %ld steps: at t = %.10g",
                            flow->mode, rdg_hybrid_name(flow->h), most, flow->started + flow->rk.tau * pos);
}

/* A closed form has no error: the step is as long as surfaces can be examined. */
static int closed_step(rdg_flow *flow, rdg_control *c, double pos, double *share, double *next)
{
    if (c->tried++ >= flow->most_looks) {
        return control_too_many(flow, flow->most_looks, pos);
    }
    *next = flow->stride > 0.0 ? flow->stride : fmin(rdg_linear_reach(flow, pos), DBL_MAX);
    *share = fmax(fmin(*share, *next), fmin(*share, c->smallest));
    const int answer = rdg_flow_step(flow, pos, *share);
    return answer != 0 ? answer : rdg_flow_not_a_state(flow, pos + *share);
}

/* How far the states of the last stage are from the step's end: both are at one instant. */
static double distance(const rdg_rk *k)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        sum += (k->z1[i] - k->u[i]) * (k->z1[i] - k->u[i]);
    }
    return sum;
}

bool rdg_control_strains(const rdg_flow *flow, const rdg_control *c, double beyond)
{
    const rdg_rk *k = &flow->rk;
    const double *g = k->g + (RDG_RK_STAGES - 1) * k->n, h = k->share * k->tau;
    double sum = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        const double d = h * k->f1[i] - g[i];
        sum += d * d;
    }
    return c->apart > 0.0 && sum > beyond * beyond * c->apart;
}

bool rdg_control_is_bound(const rdg_flow *flow, rdg_control *c, long most)
{
    if (flow->closed || flow->options.method != RDG_FLOW_CHOSEN || flow->mixes || !(c->apart > 0.0)) {
        return false;
    }
    c->bound = rdg_control_strains(flow, c, stiff_step_size) ? c->bound + 1 : 0;
    return c->bound > most;
}

static double error_of(rdg_flow *flow)
{
    return flow->radau ? rdg_radau_error(flow) : rdg_control_error(flow);
}

/* Order by which the error of an implicit step falls where it is rejected: less than that of the method where
 * much is drawn fast. Half of it at the first attempt, then what the last attempt has shown (Gustafsson, ACM
 * Trans. Math. Softw. 20 (1994) 496). error, length: of this attempt, relative to the last one; NAN: there
 * was none. */
static double order_seen(double error, double length)
{
    const double order = log(error) / log(length);
    return isfinite(order) ? fmin(4.0, fmax(1.0, order)) : 4.0;
}

/* As long as a step whose error was too large, or NAN, is tried next, relative to its length. */
static double shrink(const rdg_flow *flow, double error, double error_ratio, double length_ratio)
{
    const double order = flow->radau ? order_seen(error_ratio, length_ratio) : 8.0;
    const double least = flow->radau ? 0.1 : least_growth;
    return isfinite(error) ? fmax(least, safety / pow(error, 1.0 / order)) : retreat;
}

int rdg_control_step(rdg_flow *flow, rdg_control *c, double pos, double *share, double *next)
{
    rdg_rk *k = &flow->rk;
    const rdg_flow_options *o = &flow->options;
    if (flow->closed) {
        return closed_step(flow, c, pos, share, next);
    }
    c->last = c->last > 0.0 ? c->last : 1e-4;
    double longer = NAN, worse = NAN; /* the step that was tried before, its error */
    for (double q = *share;;) {
        if (c->tried++ >= o->max_steps) {
            return control_too_many(flow, o->max_steps, pos);
        }
        c->answer = rdg_flow_step(flow, pos, q);
        if (c->answer < 0) {
            return rdg_flow_refused(flow, c->answer, pos);
        }
        const double error = c->answer == 0 ? error_of(flow) : NAN;
        if (isfinite(error) && error <= 1.0) {
            const double g = growth(c, error);
            *share = q;
            *next = q * (c->rejected ? fmin(g, 1.0) : g);
            c->last = fmax(error, 1e-4);
            c->rejected = false;
            c->apart = !flow->radau && (flow->mixes || c->tried > looked_at) ? distance(k) : 0.0;
            if (flow->radau) {
                rdg_radau_extend(flow);
            }
            return rdg_flow_not_a_state(flow, pos + q);
        }
        c->rejected = true;
        const double by = shrink(flow, error, error / worse, q / longer);
        longer = q;
        worse = isfinite(error) ? error : NAN;
        q *= by;
        if (!(q >= c->smallest)) {
            return control_too_small(flow, c, pos);
        }
    }
}
