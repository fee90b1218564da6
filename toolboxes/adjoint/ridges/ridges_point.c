/* A point of a known ridge at a forcing amplitude: from the points of its run on both sides, with the contact
 * states of the contacts in between, by Newton's method. */
#include "ridges_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

static const double same_level = 1e-9;
/* From the predictor, relative: for the distance of the points, and in any case. */
static const double farthest = 1e-2, nearest = 1e-6;

bool rdg_ridge_trail_reaches(const rdg_ridge_trail *t, double level)
{
    return t->n > 0 && level >= t->at[0].level * (1.0 - same_level) &&
           level <= t->at[t->n - 1].level * (1.0 + same_level);
}

/* The points around a forcing amplitude, the lower one's place. */
static rdg_index find_segment(const rdg_ridge_trail *t, double level)
{
    rdg_index low = 0;
    rdg_index high = t->n - 1;
    while (high - low > 1) {
        const rdg_index middle = low + (high - low) / 2;
        if (t->at[middle].level <= level) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* At an end where parts of the response meet the slope has no bound, and the chord has to do. */
rdg_ridges_point rdg_ridge_trail_guess(const rdg_ridge_trail *t, double level)
{
    const rdg_ridge_trail_point *a = &t->at[find_segment(t, level)];
    const rdg_ridge_trail_point *b = t->n > 1 ? a + 1 : a;
    const double h = b->level - a->level;
    const double x = h > 0.0 ? fmin(fmax((level - a->level) / h, 0.0), 1.0) : 0.0;
    const double chord = b->amplitude - a->amplitude;
    const double cubic = x * (1.0 - x) * ((1.0 - x) * (h * a->slope - chord) - x * (h * b->slope - chord));
    return (rdg_ridges_point){.level = level,
                              .omega = a->omega + x * (b->omega - a->omega),
                              .amplitude = a->amplitude + x * chord +
                                           (isless(fabs(cubic), fabs(chord)) ? cubic : 0.0)};
}

/* The contact states with which the ridge goes from a point to the next one: those of the one that was met
 * later. */
static void take_regimes(rdg_ridges_work *w, const rdg_ridge_trail_point *of)
{
    for (rdg_index k = 0; k < w->d.n_watches; k++) {
        rdg_ridge_watch *watch = &w->d.watch[k];
        double margin = 0.0;
        rdg_ridge_assume(watch, (rdg_ridge_regime)(of->regime[k] & 3));
        rdg_ridge_focus(watch, of->regime[k] & 4 ? of->u : NULL, &margin);
    }
}

static bool read_point(rdg_ridges_work *w, rdg_ridges_point *at)
{
    const rdg_ridge_driver *d = &w->d;
    at->omega = w->u[d->omega];
    return rdg_parameter_value(d->extended, d->sensor, w->u, &at->amplitude) == RDG_OK;
}

static bool is_near(const rdg_ridges_point *at, const rdg_ridges_point *guess, const rdg_ridge_trail_point *a,
                    const rdg_ridge_trail_point *b)
{
    const double reach = nearest + farthest * fabs(b->level / a->level - 1.0);
    return fabs(at->omega - guess->omega) <= fabs(b->omega - a->omega) + reach * guess->omega &&
           fabs(at->amplitude - guess->amplitude) <=
               fabs(b->amplitude - a->amplitude) + reach * guess->amplitude;
}

/* a b in units of the typical sizes at u. */
static double product(const rdg_ridges_work *w, const double *u, const double *a, const double *b)
{
    const rdg_index n = w->d.n_extended, n_Q = rdg_hbm_unknowns(w->d.hb);
    double motion = 0.0, sum = 0.0;
    for (rdg_index j = 0; j < n_Q; j++) {
        motion += u[j] * u[j];
    }
    for (rdg_index j = 0; j < n; j++) {
        const double square = j < n_Q ? motion : u[j] * u[j];
        sum += square > 0.0 ? a[j] * b[j] / square : 0.0;
    }
    return sum;
}

/* The cubic from a on with the tangents at both ends, x of the way along the chord. */
static double on_cubic(const rdg_ridge_trail_point *a, const rdg_ridge_trail_point *b, rdg_index j,
                       const double slope[2], double x)
{
    const double step = b->u[j] - a->u[j], y = 1.0 - x;
    return a->u[j] + x * step + x * y * (y * (slope[0] - step) - x * (slope[1] - step));
}

/* The point at a forcing amplitude between a and b: on the cubic along the ridge, which is one at a fold,
 * too; on the chord if that turns by more than 60 degrees, as at a non-smooth point. */
static void start_between(const rdg_ridges_work *w, const rdg_ridge_trail_point *a,
                          const rdg_ridge_trail_point *b, double level, double *u)
{
    const rdg_index n = w->d.n_extended, at = w->d.level;
    double factor[2] = {0.0, 0.0};
    for (rdg_index j = 0; j < n; j++) {
        u[j] = b->u[j] - a->u[j];
    }
    const double whole = product(w, a->u, u, u);
    for (int k = 0; k < 2; k++) {
        const double *tangent = (k == 0 ? a : b)->u + n;
        const double along = product(w, a->u, tangent, u), size = product(w, a->u, tangent, tangent);
        factor[k] = along * along > 0.25 * whole * size ? whole / along : NAN;
    }
    const bool is_smooth = !isnan(factor[0]) && !isnan(factor[1]);
    const double below = fmin(a->level - level, 0.0), above = fmax(b->level - level, 0.0);
    rdg_root x = rdg_root_between(0.0, below, 1.0, above, DBL_EPSILON);
    double there = 0.0;
    do {
        const double slope[2] = {factor[0] * a->u[n + at], factor[1] * b->u[n + at]};
        there = is_smooth ? on_cubic(a, b, at, slope, x.at) : a->level + x.at * (b->level - a->level);
    } while (rdg_root_next(&x, there - level, NAN));
    for (rdg_index j = 0; j < n; j++) {
        const double slope[2] = {factor[0] * a->u[n + j], factor[1] * b->u[n + j]};
        u[j] = is_smooth ? on_cubic(a, b, j, slope, x.at) : a->u[j] + x.at * u[j];
    }
    u[at] = level;
}

/* With the contact states of a point, from the one at the forcing amplitude `start` between a and b. */
static bool solve_with(rdg_ridges_work *w, const rdg_ridge_trail_point *regimes,
                       const rdg_ridge_trail_point *a, const rdg_ridge_trail_point *b, double start,
                       rdg_ridges_point *at)
{
    rdg_ridge_driver *d = &w->d;
    const rdg_ridges_point guess = *at;
    start_between(w, a, b, start, w->u);
    w->u[d->level] = at->level;
    take_regimes(w, regimes);
    const bool found = rdg_ridge_solve(d, w->u) && read_point(w, at) && is_near(at, &guess, a, b);
    rdg_ridge_release_contacts(d);
    if (!found) {
        *at = guess;
    }
    return found;
}

/* From the response between a and b uphill, which chooses the contact states anew. */
static bool climb(rdg_ridges_work *w, const rdg_ridge_trail_point *a, const rdg_ridge_trail_point *b,
                  rdg_ridges_point *at)
{
    rdg_ridge_driver *d = &w->d;
    const rdg_ridges_point guess = *at;
    start_between(w, a, b, at->level, d->found);
    d->low = 0.25 * at->omega;
    d->high = 4.0 * at->omega;
    const bool found =
        rdg_ridge_climb(d, d->found, at->level, w->u) && read_point(w, at) && is_near(at, &guess, a, b);
    rdg_ridge_release_contacts(d);
    if (!found) {
        *at = guess;
    }
    return found;
}

bool rdg_ridge_trail_solve(rdg_ridges_work *w, const rdg_ridge_trail *t, double level, rdg_ridges_point *at)
{
    if (!rdg_ridge_trail_reaches(t, level)) {
        return false;
    }
    const rdg_ridge_trail_point *a = &t->at[find_segment(t, level)];
    const rdg_ridge_trail_point *b = t->n > 1 ? a + 1 : a;
    *at = rdg_ridge_trail_guess(t, level);
    at->ridge = t->minimum ? -1 : t - w->trail;
    for (const rdg_ridge_trail_point *p = a;; p = b) {
        if (fabs(level / p->level - 1.0) <= 1e-15) {
            memcpy(w->u, p->u, (size_t)w->d.n_extended * sizeof *w->u);
            at->omega = p->omega;
            at->amplitude = p->amplitude;
            return true;
        }
        if (p == b) {
            break;
        }
    }
    const double nearer = level - a->level < b->level - level ? a->level : b->level;
    const rdg_ridge_trail_point *later = b->upwards ? b : a;
    const rdg_ridge_trail_point *other = later == a ? b : a;
    w->d.minimum = t->minimum;
    const bool solved = solve_with(w, later, a, b, level, at) || solve_with(w, other, a, b, level, at) ||
                        solve_with(w, later, a, b, nearer, at) || climb(w, a, b, at);
    w->d.minimum = false;
    return solved;
}

bool rdg_ridge_trails_greatest(rdg_ridges_work *w, double level, rdg_ridges_point *at)
{
    bool all = true;
    *at = (rdg_ridges_point){.level = level, .ridge = -1};
    for (rdg_index k = 0; k < w->n_trails; k++) {
        rdg_ridges_point own;
        if (!rdg_ridge_trail_reaches(&w->trail[k], level)) {
            continue;
        }
        if (!rdg_ridge_trail_solve(w, &w->trail[k], level, &own)) {
            all = false;
        } else if (own.amplitude > at->amplitude) {
            *at = own;
        }
    }
    return all;
}
