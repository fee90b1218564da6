/* Numbers at which the greatest peak is least: sequential quadratic programming over peak sets.
 *
 * x are the logarithms of the numbers, a_i(x) those of the heights of all peaks. Each step minimises the
 * greatest of the linear models of all peaks, with the curvature B = sum theta_i H_i of the Lagrange
 * function, within a box (Fletcher, Practical Methods of Optimization, section 14). Peaks with a weight
 * theta_i > 0 are active. A peak set at each x has all peaks, so that one that overtakes is active at once.
 * At a minimum sum theta_i g_i = 0 but for numbers that press against an end of their ranges. */
#include "least_peak_impl.h"
#include "peak_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { M = RDG_LEAST_NUMBERS, LOOKS = 60 };

/* Half width of the first box, of ln(number). */
static const double first_trust = 0.4;

/* --- the curvature */

/* Is a number at an end of its range, and presses against it? */
static bool is_at_range(const rdg_least_search *s, const rdg_least_step *step, rdg_index j, int up)
{
    const double end = up ? s->high[j] : s->low[j], reach = log(end / s->value[j]);
    return step->at_end[up][j] && (up ? step->high[j] >= reach : step->low[j] <= reach);
}

/* A + shift I is positive definite? Cholesky's factors without the roots. */
static bool is_positive(rdg_index m, const double *A, double shift)
{
    double L[M * M] = {0.0}, D[M] = {0.0};
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j <= i; j++) {
            double left = A[i + m * j] + (i == j ? shift : 0.0);
            for (rdg_index k = 0; k < j; k++) {
                left -= L[i + m * k] * L[j + m * k] * D[k];
            }
            if (i == j && !(left >= 0.5 * rdg_least_same)) {
                return false;
            }
            D[i] = left;
            L[i + m * j] = i == j ? 1.0 : left / D[j];
        }
    }
    return true;
}

/* W = sum theta_i H_i. True: a Hessian was needed that was not known yet. */
static bool find_hessian(rdg_least_search *s, rdg_least_step *step)
{
    const rdg_index m = s->m;
    bool is_new = false;
    memset(step->W, 0, sizeof step->W);
    for (rdg_index i = 0; i < s->at.n; i++) {
        if (step->theta[i] > 0.0 && !s->at.is_bent[i]) {
            rdg_least_bend(s, &s->at, i);
            is_new = true;
        }
        for (rdg_index k = 0; step->theta[i] > 0.0 && k < m * m; k++) {
            step->W[k] += step->theta[i] * s->at.H[i][k];
        }
    }
    return is_new;
}

/* Sum of the squares of what active constraints keep at its value: the differences of active peaks, and
 * numbers at an end of their ranges. */
static double add_constraints(const rdg_least_search *s, const rdg_least_step *step, double *S)
{
    const rdg_index m = s->m;
    double mean[M] = {0.0}, most = 0.0;
    for (rdg_index k = 0; k < m * s->at.n; k++) {
        mean[k % m] += step->theta[k / m] * s->at.g[k / m][k % m];
    }
    for (rdg_index j = 0; j < m; j++) {
        most = fmax(most, fabs(step->W[j + m * j]));
        S[j + m * j] += is_at_range(s, step, j, 0) || is_at_range(s, step, j, 1);
        for (rdg_index k = 0; k < m; k++) {
            for (rdg_index i = 0; i < s->at.n; i++) {
                S[k + m * j] +=
                    (step->theta[i] > 0.0) * (s->at.g[i][j] - mean[j]) * (s->at.g[i][k] - mean[k]);
            }
        }
    }
    return most;
}

/* B is W, and as much of the squares of active constraints as makes it positive definite: this does not
 * change the step as long as these constraints are the active ones. Where it is not enough, a multiple of I.
 */
static void find_curvature(const rdg_least_search *s, rdg_least_step *step)
{
    const rdg_index m = s->m;
    double S[M * M] = {0.0}, shift = rdg_least_same;
    const double most = add_constraints(s, step, S);
    for (int k = 0; k < 4; k++) {
        for (rdg_index i = 0; i < m * m; i++) {
            step->B[i] = step->W[i] + (k == 0 ? 0.0 : most * pow(10.0, k - 1)) * S[i];
        }
        if (is_positive(m, step->B, shift)) {
            break;
        }
    }
    double less = shift;
    while (!is_positive(m, step->B, shift) && isfinite(shift)) {
        less = shift;
        shift *= 10.0;
    }
    for (int k = 0; k < 8 && less < shift; k++) {
        const double middle = sqrt(less * shift);
        *(is_positive(m, step->B, middle) ? &shift : &less) = middle;
    }
    for (rdg_index j = 0; j < m; j++) {
        step->B[j + m * j] += shift;
    }
}

/* --- one step */

/* The best step within the box. */
static rdg_status find_step(rdg_least_search *s, double trust, rdg_least_step *step)
{
    *step = (rdg_least_step){.m = s->m};
    for (rdg_index j = 0; j < s->m; j++) {
        step->low[j] = fmax(log(s->low[j] / s->value[j]), -trust);
        step->high[j] = fmin(log(s->high[j] / s->value[j]), trust);
    }
    for (rdg_index i = 0; i < s->at.n; i++) {
        step->theta[i] = s->at.a[i] == 0.0;
    }
    bool again = true;
    for (int k = 0; again && k < RDG_LEAST_PEAKS; k++) {
        again = find_hessian(s, step) || k == 0;
        find_curvature(s, step);
        rdg_least_solve(&s->at, step);
    }
    return rdg_error_status(s->ctx);
}

/* The fall of ln(height) from one model to another; where the response could not be followed it rises. */
static double fall_to(const rdg_least_model *from, const rdg_least_model *to)
{
    return isfinite(to->height) ? log(from->height / to->height) : -INFINITY;
}

/* The drop of ln(height) that the model predicts. */
static double drop_of(const rdg_least_step *step)
{
    double bend = 0.0;
    for (rdg_index i = 0; i < step->m; i++) {
        for (rdg_index j = 0; j < step->m; j++) {
            bend += 0.5 * step->W[i + step->m * j] * step->d[i] * step->d[j];
        }
    }
    return -step->t - bend;
}

/* Does no active peak depend on a number? At the end of such a range, too. */
static bool is_idle(const rdg_least_search *s, const double *theta, rdg_index j)
{
    bool idle = true;
    for (rdg_index i = 0; i < s->at.n; i++) {
        idle = idle && (theta[i] == 0.0 || s->at.is_flat[i][j]);
    }
    return idle;
}

static void go(const rdg_least_search *s, const rdg_least_step *step, double *value)
{
    for (rdg_index j = 0; j < s->m; j++) {
        value[j] = is_idle(s, step->theta, j)   ? s->value[j]
                   : is_at_range(s, step, j, 0) ? s->low[j]
                   : is_at_range(s, step, j, 1) ? s->high[j]
                                                : s->value[j] * exp(step->d[j]);
    }
}

static double length_of(const rdg_least_step *step)
{
    double most = 0.0;
    for (rdg_index j = 0; j < step->m; j++) {
        most = fmax(most, fabs(step->d[j]));
    }
    return most;
}

/* --- where it ends */

/* Weights, slopes and places by the last step. */
static void conclude(rdg_least_search *s, const rdg_least_step *step)
{
    memcpy(s->theta, step->theta, sizeof s->theta);
    s->work = drop_of(step);
    for (rdg_index j = 0; j < s->m; j++) {
        double slope = 0.0;
        for (rdg_index i = 0; i < s->at.n; i++) {
            slope += s->theta[i] * s->at.g[i][j];
        }
        s->slope[j] = slope * s->at.height / s->value[j];
        s->place[j] = is_idle(s, s->theta, j)      ? RDG_LEAST_IDLE
                      : is_at_range(s, step, j, 0) ? RDG_LEAST_LOW
                      : is_at_range(s, step, j, 1) ? RDG_LEAST_HIGH
                                                   : RDG_LEAST_FREE;
    }
}

rdg_status rdg_least_peak_stay(rdg_least_search *s)
{
    rdg_least_step step;
    RDG_TRY(rdg_least_look(s, s->value, &s->at));
    if (s->at.n == 0) {
        return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_minimax",
                        "\"%s\" has no maximum between omega = %g and %g rad/s", s->response->sensor,
                        s->response->low, s->response->high);
    }
    RDG_TRY(find_step(s, first_trust, &step));
    conclude(s, &step);
    return RDG_OK;
}

/* Wider where the model is good, narrower where it is not. */
static double adapt(double trust, const rdg_least_step *step, double fall, double drop)
{
    return fall < 0.25 * drop   ? 0.5 * length_of(step)
           : fall > 0.75 * drop ? fmax(trust, 2.0 * length_of(step))
                                : trust;
}

/* Down along the peaks of the model, which are followed, to their minimum, or to where one of those with a
 * weight cannot be followed. Others that may have come up are not seen. drop 0: not at all. */
static rdg_status slide(const rdg_least_search *s, double trust, double *value, double *drop)
{
    rdg_least_search ahead = *s;
    rdg_least_step step;
    rdg_status status = RDG_OK;
    bool goes_on = true;
    ahead.at.set = NULL; /* of the search */
    memset(ahead.at.own, 0, sizeof ahead.at.own);
    while (goes_on && trust > rdg_least_same && status == RDG_OK) {
        rdg_least_model next;
        status = find_step(&ahead, trust, &step);
        go(&ahead, &step, value);
        goes_on = rdg_least_follow(&ahead, step.theta, value, &next);
        const double predicted = drop_of(&step), fall = goes_on ? fall_to(&ahead.at, &next) : -INFINITY;
        const bool is_last = predicted <= rdg_least_rounding;
        if (goes_on && (is_last || fall > 0.1 * predicted)) {
            const rdg_least_model old = ahead.at;
            ahead.at = next;
            next = old;
            memcpy(ahead.value, value, sizeof ahead.value);
        }
        rdg_least_forget(&next);
        trust = adapt(trust, &step, fall, predicted);
        goes_on = goes_on && !is_last;
    }
    memcpy(value, ahead.value, sizeof ahead.value);
    *drop = fall_to(&s->at, &ahead.at);
    rdg_least_forget(&ahead.at);
    return status;
}

rdg_status rdg_least_peak_promise(const rdg_least_search *s, double *height)
{
    double value[M], drop = 0.0;
    RDG_TRY(slide(s, first_trust, value, &drop));
    *height = s->at.height * exp(-drop);
    return RDG_OK;
}

/* The next values to examine, and the drop of ln(height) that is expected there: the end of a slide, or a
 * step within the box. */
static rdg_status propose(rdg_least_search *s, bool slides, double trust, rdg_least_step *step, double *value,
                          double *drop)
{
    RDG_TRY(find_step(s, trust, step));
    s->found = drop_of(step) <= rdg_least_rounding;
    *drop = 0.0;
    if (slides && !s->found) {
        RDG_TRY(slide(s, trust, value, drop));
    }
    if (!(*drop > 0.0)) {
        go(s, step, value);
        *drop = drop_of(step);
    }
    return RDG_OK;
}

/* Down to a minimum, or to where the greatest peak jumps. */
static rdg_status descend(rdg_least_search *s)
{
    double trust = first_trust, drop = 0.0, value[M];
    rdg_least_step step;
    bool slides = true;
    RDG_TRY(s->at.set ? RDG_OK : rdg_least_peak_stay(s));
    for (int k = 0; k < LOOKS && trust > rdg_least_same; k++) {
        rdg_least_model next = {.set = NULL};
        RDG_TRY(propose(s, slides, trust, &step, value, &drop));
        if (s->found) {
            break;
        }
        RDG_TRY(rdg_least_look(s, value, &next));
        const double fall = fall_to(&s->at, &next);
        trust = slides ? trust : adapt(trust, &step, fall, drop);
        slides = fall > 0.1 * drop;
        if (slides) {
            const rdg_least_model old = s->at;
            s->at = next;
            next = old;
            memcpy(s->value, value, sizeof value);
        }
        rdg_least_forget(&next);
    }
    RDG_TRY(find_step(s, first_trust, &step));
    conclude(s, &step);
    return RDG_OK;
}

/* --- numbers without an effect */

/* The nearest value in its range at which the greatest peak is lower, downwards or else upwards. */
static rdg_status leave(rdg_least_search *s, rdg_index j, bool *left)
{
    double value[M];
    for (int up = 0; up < 2 && !*left; up++) {
        const double end = up ? s->high[j] : s->low[j];
        bool rises = false;
        memcpy(value, s->value, sizeof value);
        while (value[j] != end && !*left && !rises) {
            rdg_least_model next = {.set = NULL};
            const double further = value[j] * exp(up ? rdg_least_stride : -rdg_least_stride);
            value[j] = up ? fmin(further, end) : fmax(further, end);
            RDG_TRY(rdg_least_look(s, value, &next));
            const double fall = fall_to(&s->at, &next);
            rdg_least_forget(&next);
            rises = isfinite(fall) && fall < -rdg_least_same;
            *left = fall > rdg_least_same;
        }
    }
    if (*left) {
        s->value[j] = value[j];
        rdg_least_forget(&s->at);
    }
    return RDG_OK;
}

rdg_status rdg_least_peak(rdg_least_search *s)
{
    bool left = true;
    while (left) {
        left = false;
        RDG_TRY(descend(s));
        for (rdg_index j = 0; s->leaves_idle && s->found && !left && j < s->m; j++) {
            if (s->place[j] == RDG_LEAST_IDLE) {
                RDG_TRY(leave(s, j, &left));
            }
        }
    }
    return RDG_OK;
}
