/* Points of the ridge at a given forcing amplitude: Newton's method for the response and its slope, or the
 * margin of a non-smooth peak, with one factorisation an iteration (adjoint/peak). For the run (RDG_GUIDE())
 * they are predicted by a cubic in ln(forcing amplitude), Q/alpha and omega over the forcing amplitude. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Iterations; steps this small, relative to the motion, leave nothing but rounding: Newton's method squares
 * them. One that is `solved` is not taken. */
enum { MOST = 6, MOST_ALONE = 12 };
static const double small = 1e-7, solved = 1e-12;

/* A prediction that is off by this share of the motion is as good as a step needs: its error grows with the
 * fourth power of the step. A point that is `other` away from it may be on another peak. */
static const double aim = 0.01, other = 0.1;

/* A prediction that is off by more than `surprising` times what the last one makes expect, or by more than
 * `far`, may lead to another maximum. Of the same one the cubic through both ends is nearer to the ridge in
 * the middle by a factor of 16 at least; `doubtful` is a quarter of that. Distances below `small` are of
 * no other maximum. */
static const double surprising = 10.0, far = 1e-3, doubtful = 0.25;

/* Longest step for the last one that is predicted by both charts. */
static const double longest = 2.5, shortest = 0.4;

/* The ridge ends where a contact slips anew: this near to it, in ln(forcing amplitude). */
static const double at_end = 1e-8;

/* Where the motion, or omega, changes by more than this for the forcing amplitude, all relative, the ridge is
 * about to fold: ordinary steps locate the fold. Guided ones would end before it, at the least growth of the
 * forcing amplitude. */
static const double steep = 20.0;

/* --- prediction */

/* A chart over ln(forcing amplitude); scaled: Q/alpha */
typedef struct sample {
    const double *u, *tangent;
    double level, rate; /* of ln(forcing amplitude) along the tangent */
} sample;

static sample sample_of(const rdg_ridge_driver *d, const double *u, const double *tangent)
{
    return (sample){u, tangent, u[d->level], tangent[d->level] / u[d->level]};
}

static double value_of(const sample *s, rdg_index i, bool scales)
{
    return scales ? s->u[i] / s->level : s->u[i];
}

static double slope_of(const sample *s, rdg_index i, bool scales)
{
    const double slope = s->tangent[i] / s->rate;
    return scales ? (slope - s->u[i]) / s->level : slope;
}

static void predict(const rdg_ridge_driver *d, const rdg_guide_step *step, double *u)
{
    const sample a = sample_of(d, step->u, step->tangent);
    const sample b = step->u_before ? sample_of(d, step->u_before, step->tangent_before) : a;
    const double x = log(step->value / a.level), back = log(b.level / a.level);
    const bool cubic = fabs(x) <= longest * fabs(back);
    const double share = cubic ? x / back : 0.0;
    const bool over_alpha = strcmp(d->level_name, "alpha") == 0;
    memcpy(u, step->u, (size_t)d->n_extended * sizeof *u);
    for (rdg_index i = 0; i <= d->slope.at->m; i++) {
        const bool is_motion = i < d->slope.at->m, scales = over_alpha && is_motion;
        const rdg_index j = is_motion ? i : d->omega;
        const double slope = slope_of(&a, j, scales);
        double value = value_of(&a, j, scales) + x * slope;
        if (cubic) {
            const double off = value_of(&b, j, scales) - value_of(&a, j, scales) - back * slope;
            const double turn = back * (slope_of(&b, j, scales) - slope);
            value += share * share * (off + (share - 1.0) * (turn - 2.0 * off));
        }
        u[j] = scales ? value * step->value : value;
    }
    u[d->level] = step->value;
}

/* --- correction */

/* Length of a change of u: of the motion, or of omega. */
static double size_of(const rdg_ridge_driver *d, const double *u, const double *change)
{
    double motion = 0.0, length = 0.0;
    for (rdg_index i = 0; i < d->slope.at->m; i++) {
        motion += u[i] * u[i];
        length += change[i] * change[i];
    }
    return fmax(sqrt(length / motion), fabs(change[d->omega] / u[d->omega]));
}

/* The way along the tangent that remains: to the maximum of A, by Newton's method for the minimum of 1/A^2;
 * to its minimum; or to the onset of slip. */
static int remaining_way(rdg_ridge_driver *d, const double *u, double *way)
{
    const rdg_scalar_values *at = d->slope.at;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    if (w) {
        double margin = 0.0;
        const int answer = w->row.f(w->row.n, rdg_ridge_see_margin(d, w, u), 1, &margin, w->row.data);
        *way = -margin;
        return answer;
    }
    double slope = at->slope;
    for (rdg_index i = 0; i < d->n_plain; i++) {
        slope += at->gradient[i] * at->correction[i];
    }
    const double below =
        d->minimum ? -at->second : 3.0 * slope * slope / at->value - at->second; /* < 0 of a minimum */
    const bool is_known = d->minimum ? below < 0.0 : below > 0.0;
    *way = is_known ? slope / below : 0.0; /* onto the response first */
    return 0;
}

/* Factors at u, and Newton's step there. */
static int find_step(rdg_ridge_driver *d, const double *u, double *change, double *size)
{
    const rdg_scalar_values *at = d->slope.at;
    double way = 0.0;
    int answer = rdg_ridge_corner(d) ? rdg_ridge_slope_at(d, u) : rdg_ridge_slope_differentiate(d, u);
    answer = answer == 0 ? remaining_way(d, u, &way) : answer;
    for (rdg_index i = 0; answer == 0 && i < d->n_plain; i++) {
        change[i] = at->correction[i] + way * at->tangent[i];
    }
    *size = answer == 0 ? size_of(d, u, change) : INFINITY;
    return answer != 0 ? answer : isfinite(*size) ? 0 : 1;
}

/* By which a step may grow whose prediction was off by a share of the motion: of both charts by the fourth
 * power of the step, of one by the second one. */
static double growth_of(const rdg_guide_step *step, double off)
{
    return pow(aim / (off + 1e-12), step->u_before ? 0.25 : 0.5);
}

static int correct(rdg_ridge_driver *d, rdg_guide_step *step, int most, double farthest, double *u)
{
    double *change = d->slope.x, last = INFINITY, size = INFINITY;
    int grown = 0;
    for (int k = 0; k < most; k++) {
        const int answer = find_step(d, u, change, &size);
        step->iterations++;
        if (answer != 0) {
            return answer;
        }
        if (size <= solved || last <= small) {
            step->residual = size_of(d, u, d->slope.at->correction);
            return size <= small ? 0 : 1;
        }
        grown += size > 0.7 * last;
        if (size > farthest || grown > 1) {
            step->growth = k == 0 ? fmin(0.5, fmax(0.1, growth_of(step, size))) : 0.5;
            return 1;
        }
        /* all others are held, and an iterative solver would change them by rounding */
        for (rdg_index i = 0; i < d->slope.at->m; i++) {
            u[i] += change[i];
        }
        u[d->omega] += change[d->omega];
        last = size;
    }
    return 1;
}

bool rdg_ridge_solve(rdg_ridge_driver *d, double *u)
{
    const bool is_smooth = !rdg_ridge_corner(d);
    rdg_guide_step step = {.growth = 0.0};
    if (is_smooth) {
        rdg_ridge_slope_aim(d, u);
    }
    const bool is_solved = correct(d, &step, MOST_ALONE, INFINITY, u) == 0;
    rdg_count_iterations(d->ctx, step.iterations);
    return is_solved && (!is_smooth || rdg_ridge_slope_falls(d, u) != d->minimum);
}

/* Along the ridge, from the last factors: per unit of the forcing amplitude. */
static int find_tangent(rdg_ridge_driver *d, double *tangent)
{
    const rdg_scalar_values *at = d->slope.at;
    double *right = d->slope.right, along = 0.0;
    memset(right, 0, (size_t)d->n_plain * sizeof *right);
    right[at->m + 1 + d->level - d->omega - 1] = 1.0;
    const int answer = rdg_bordered_scalar_solve(d->slope.scalar, right, tangent);
    if (rdg_ridge_corner(d)) {
        return answer;
    }
    for (rdg_index i = 0; i < d->n_plain; i++) {
        along -= at->gradient[i] * tangent[i] / at->second;
    }
    for (rdg_index i = 0; i < d->n_plain; i++) {
        tangent[i] += along * at->tangent[i];
    }
    return answer != 0 ? answer : at->second < 0.0 ? 0 : 1;
}

bool rdg_ridge_solve_onset(rdg_ridge_driver *d, rdg_ridge_watch *w, double *u)
{
    double *tangent = d->slope.bend, *gradient = d->slope.x, by = INFINITY;
    bool found = true;
    rdg_ridge_assume(w, RDG_RIDGE_STICKS);
    for (int k = 0; k < MOST_ALONE && found && fabs(by) > small * u[d->level]; k++) {
        double margin = 0.0, growth = 0.0;
        found = rdg_ridge_solve(d, u) && find_tangent(d, tangent) == 0 &&
                w->row.f(w->row.n, rdg_ridge_see_margin(d, w, u), 1, &margin, w->row.data) == 0 &&
                rdg_ridge_margin_gradient(d, w, u, gradient) == 0;
        for (rdg_index i = 0; found && i < d->n_plain; i++) {
            growth += gradient[i] * tangent[i];
        }
        found = found && growth != 0.0;
        by = found ? -margin / growth : INFINITY;
        for (rdg_index i = 0; found && i < d->n_plain; i++) {
            u[i] += by * tangent[i];
        }
    }
    rdg_ridge_assume(w, RDG_RIDGE_CORNER);
    return found && fabs(by) <= small * u[d->level];
}

/* What a prediction may be off for 1 of the error's coefficient: the error of the polynomial over its nodes.
 */
static double error_term(const rdg_ridge_driver *d, const rdg_guide_step *step)
{
    const double x = log(step->value / step->u[d->level]);
    const double y = step->u_before ? log(step->value / step->u_before[d->level]) : 1.0;
    return x * x * y * y;
}

/* Does the cubic through both ends of the step follow the ridge in the middle? u, tangent: its end */
static bool follows(rdg_ridge_driver *d, const rdg_guide_step *step, const double *u, const double *tangent,
                    double off)
{
    double *middle = d->behind, size = INFINITY;
    const rdg_guide_step between = {.u = u,
                                    .tangent = tangent,
                                    .u_before = step->u,
                                    .tangent_before = step->tangent,
                                    .value = sqrt(step->value * step->u[d->level])};
    predict(d, &between, middle);
    const bool is_near =
        find_step(d, middle, d->slope.bend, &size) == 0 && size <= fmax(small, doubtful * off);
    return rdg_ridge_slope_differentiate(d, u) == 0 && is_near;
}

/* Is a step ahead one along the same maximum? */
static bool stays(rdg_ridge_driver *d, const rdg_guide_step *step, const double *u, const double *tangent,
                  double off)
{
    const double expected = step->u_before ? d->guide_error * error_term(d, step) : 0.0;
    if (off > fmax(small, fmin(far, surprising * expected)) && !follows(d, step, u, tangent, off)) {
        return false;
    }
    d->guide_error = step->u_before ? off / error_term(d, step) : 0.0;
    return true;
}

/* A step does not pass the forcing amplitude at which the ridge is expected to end. It ends where that is
 * reached. */
static bool passes_end(rdg_ridge_driver *d, rdg_guide_step *step)
{
    const double from = step->u[d->level], way = fabs(log(step->value / from));
    bool is_regular;
    const double end = rdg_ridge_way_to_change(d, step, &is_regular);
    step->ends = end < at_end && is_regular; /* else a fold may lie before it */
    if (step->ends) {
        d->is_fenced = true;
        d->fence = from;
    } else if (end >= at_end && end + at_end < way) {
        step->growth = end / way;
    }
    return step->ends || step->growth < 1.0;
}

static int solve(rdg_problem *p, rdg_guide_step *step, double *u, double *tangent, void *data)
{
    rdg_ridge_driver *d = data;
    double *change = d->trial;
    const bool is_ahead = step->growth > 0.0;
    (void)p;
    if (is_ahead && step->u_before && passes_end(d, step)) {
        return 1;
    }
    predict(d, step, u);
    memcpy(change, u, (size_t)d->n_plain * sizeof *u);
    int answer = correct(d, step, MOST, other, u);
    rdg_count_iterations(d->ctx, step->iterations);
    answer = answer == 0 ? find_tangent(d, tangent) : answer;
    if (answer == 0 && rdg_ridge_is_beyond_end(d, u)) {
        d->is_closed = false;
        answer = 1;
    }
    for (rdg_index i = 0; answer == 0 && i < d->n_plain; i++) {
        change[i] -= u[i];
    }
    if (answer != 0) {
        return answer;
    }
    const double off = size_of(d, u, change);
    if (!rdg_ridge_corner(d) && step->value * size_of(d, u, tangent) > steep * fabs(tangent[d->level])) {
        return 1;
    }
    step->growth = fmin(longest, fmax(shortest, growth_of(step, off)));
    return off > other || (is_ahead && !stays(d, step, u, tangent, off)) ? 1 : 0;
}

const rdg_guide *rdg_ridge_guide(rdg_ridge_driver *d)
{
    d->guide = (rdg_guide){.solve = solve, .data = d};
    return &d->guide;
}
