/* One peak from forcing amplitude to forcing amplitude: prediction, the ways to solve at a forcing amplitude,
 * the length of steps. */
#include "peak_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Iterations of Newton's method from a prediction, for a non-smooth peak, and of a climb, at most. */
enum { NEWTON = 6, CORNER = 8, CLIMB = 40 };

/* A prediction that is off by this share of the motion is as good as a step needs: the next one is longer by
 * the root of what is left of it, and by rdg_peak_longest at most. */
static const double aim = 0.1;

/* A solution further than this from its prediction may be another peak. */
static const double other = 0.25;

/* Following ends where no step of this share of the forcing amplitude succeeds. */
static const double least_step = 1e-4;

/* Of three predictions the one with the least residual. */
static void choose_start(rdg_peak_response *r, const rdg_peak_point *p, double x, double *best, double *work)
{
    double least = INFINITY, *F = r->vector[PEAK_STEP];
    for (int order = 2; order >= 0; order--) {
        rdg_peak_predict(r, p, x, order, work);
        if (order == 0) { /* the last response itself */
            memcpy(work, p->u, (size_t)r->n * sizeof *work);
            work[r->level] = exp(x);
        }
        if (rdg_bordered_scalar_residual(r->scalar, work, F) == 0) {
            const double size = rdg_peak_dot(r->at->m, F, F);
            if (size < least) {
                least = size;
                memcpy(best, work, (size_t)r->n * sizeof *best);
            }
        }
    }
}

/* The non-smooth peak of a contact that begins or ceases to slip on the way to the prediction. */
static bool exchanges_with_corner(rdg_peak_response *r, const rdg_peak_point *p, const double *predicted,
                                  rdg_peak_point *out)
{
    rdg_peak_margins(r, p->u, r->margin[0]);
    rdg_peak_margins(r, predicted, r->margin[1]);
    for (rdg_index k = 0; k < r->n_margins; k++) {
        if (r->margin[0][k] * r->margin[1][k] < 0.0 &&
            rdg_peak_corner(r, k, predicted, CORNER, out) == RDG_PEAK_FOUND && rdg_peak_corner_is_peak(out)) {
            memcpy(out->tangent, p->tangent, (size_t)r->n * sizeof(double));
            return true;
        }
    }
    return false;
}

static rdg_peak_answer solve_at(rdg_peak_response *r, const rdg_peak_point *p, double x, rdg_peak_point *out)
{
    double *predicted = r->vector[PEAK_FOLLOW], *row = r->vector[PEAK_FOLLOW + 1];
    double *start = r->vector[PEAK_FOLLOW + 2], *work = r->vector[PEAK_FOLLOW + 3];
    rdg_peak_predict(r, p, x, 2, predicted);
    if (p->kind == RDG_PEAK_CORNER &&
        rdg_peak_corner(r, p->corner, predicted, CORNER, out) == RDG_PEAK_FOUND &&
        rdg_peak_corner_is_peak(out)) {
        memcpy(out->tangent, p->tangent, (size_t)r->n * sizeof(double));
        return RDG_PEAK_FOUND;
    }
    rdg_peak_border_along(r, predicted, p->tangent, row);
    rdg_peak_answer answer = rdg_peak_newton(r, predicted, row, NEWTON, out);
    if (answer == RDG_PEAK_FOUND) {
        return answer;
    }
    if (exchanges_with_corner(r, p, predicted, out)) {
        return RDG_PEAK_FOUND;
    }
    memcpy(start, predicted, (size_t)r->n * sizeof *start);
    if (answer == RDG_PEAK_FAR) {
        choose_start(r, p, x, start, work);
    }
    rdg_peak_border_omega(r, start, row);
    answer = rdg_peak_climb(r, start, row, CLIMB, out);
    if (answer != RDG_PEAK_FOUND) {
        rdg_peak_border_along(r, start, p->tangent, row);
        answer = rdg_peak_climb(r, start, row, CLIMB, out);
    }
    return answer;
}

static double next_step(double step, double deviation)
{
    return step * fmin(rdg_peak_longest, fmax(1.0 / rdg_peak_longest, sqrt(aim / (deviation + 1e-9))));
}

/* Receives the exchanges between two forcing amplitudes, or the peak at each step. */
typedef struct observer {
    rdg_peak_observer *see; /* NULL: nobody */
    rdg_peak_watcher *watch;
    void *data;
} observer;

/* Exchanges between a peak and the next one, seen in their order. False: one of them was not found. */
static bool go_over_exchanges(rdg_peak_response *r, const rdg_peak_point *p, const rdg_peak_point *next,
                              const observer *o, bool show)
{
    enum { MOST = 8 };
    rdg_peak_point *at = rdg_peak_point_create(r), *from = rdg_peak_point_copy(r, p);
    int found = at && from ? 1 : 0;
    for (int k = 0; k < MOST && found > 0; k++) {
        rdg_peak_exchange met;
        found = rdg_peak_find_exchange(r, from, next, &met, at);
        if (found > 0) {
            if (show) {
                o->see(&met, at, o->data);
            }
            rdg_peak_point_assign(from, at);
        }
    }
    rdg_peak_point_free(at);
    rdg_peak_point_free(from);
    return found == 0;
}

/* A peak lies beyond an end of the domain: Newton's method in ln(forcing amplitude) to a point just inside,
 * between the last peak and this one. The last peak is there already, or as near as peaks are known:
 * ln(forcing amplitude) of this one. */
static double to_edge(const rdg_peak_response *r, const rdg_peak_point *p, const rdg_peak_point *found)
{
    const double edge = fmin(fmax(found->omega, r->low), r->high);
    const double inside = edge - copysign(rdg_peak_same * edge, found->omega - edge);
    const double last = log(p->level), x = log(found->level);
    const double slope = found->slope[r->omega],
                 next = slope != 0.0 ? x + (inside - found->omega) / slope : x;
    if (fabs(edge - p->omega) <= 2.0 * rdg_peak_same * edge || fabs(x - last) <= rdg_peak_last_step) {
        return x;
    }
    return isless((next - last) * (next - x), 0.0) ? next : 0.5 * (last + x); /* quiet: false of NAN */
}

static rdg_peak_event follow(rdg_peak_response *r, rdg_peak_point *p, rdg_peak_point *found, double level,
                             const observer *o)
{
    const double goal = log(level);
    double x = goal;
    while (p->level != level) {
        const double step = x - log(p->level);
        rdg_peak_answer answer = solve_at(r, p, x, found);
        const double off =
            answer == RDG_PEAK_FOUND ? rdg_peak_distance(r, found->u, r->vector[PEAK_FOLLOW]) : INFINITY;
        if (answer != RDG_PEAK_FOUND || off > other) {
            if (fabs(step) < least_step) {
                return rdg_peak_meets_minimum(r, p, copysign(1.0, step), found) ? RDG_PEAK_FOLD
                                                                                : RDG_PEAK_LOST;
            }
            x = log(p->level) + 0.5 * step;
            continue;
        }
        if (!(found->omega >= r->low && found->omega <= r->high)) {
            const double next = to_edge(r, p, found);
            if (next == x) {
                return RDG_PEAK_LEFT_WINDOW;
            }
            x = next;
            continue;
        }
        if (o->see && fabs(step) > least_step && !go_over_exchanges(r, p, found, o, false)) {
            x = log(p->level) + 0.5 * step;
            continue;
        }
        if (o->see) {
            go_over_exchanges(r, p, found, o, true);
        }
        rdg_peak_adopt(p, found);
        if (x == goal) {
            p->level = p->u[r->level] = level;
        }
        if ((o->watch && !o->watch(p, o->data)) || x == goal) {
            break;
        }
        const double further = next_step(step, off);
        x = fabs(goal - x) < 1.3 * fabs(further) ? goal : x + further;
    }
    return RDG_PEAK_REACHED;
}

bool rdg_peak_is_level(const rdg_peak_response *r, double level, const char *where)
{
    if (level > 0.0 && isfinite(level)) {
        return true;
    }
    rdg_fail(r->ctx, RDG_ERR_ARGUMENT, where, "forcing amplitude %g: give a positive one", level);
    return false;
}

static rdg_peak_event follow_with(rdg_peak_response *r, rdg_peak_point *p, double level, const observer *o)
{
    rdg_peak_point *found = rdg_peak_point_create(r);
    const rdg_peak_event event = found ? follow(r, p, found, level, o) : RDG_PEAK_LOST;
    rdg_peak_point_free(found);
    return event;
}

rdg_peak_event rdg_peak_follow(rdg_peak_response *r, rdg_peak_point *p, double level)
{
    if (!r) {
        return RDG_PEAK_LOST;
    }
    RDG_NEED(r->ctx, p, RDG_PEAK_LOST);
    return rdg_peak_is_level(r, level, "rdg_peak_follow")
               ? follow_with(r, p, level, &(observer){NULL, NULL, NULL})
               : RDG_PEAK_LOST;
}

rdg_peak_event rdg_peak_follow_steps(rdg_peak_response *r, rdg_peak_point *p, double level,
                                     rdg_peak_watcher *watch, void *data)
{
    return follow_with(r, p, level, &(observer){NULL, watch, data});
}

rdg_peak_event rdg_peak_follow_exchanges(rdg_peak_response *r, rdg_peak_point *p, double level,
                                         rdg_peak_observer *see, void *data)
{
    if (!r) {
        return RDG_PEAK_LOST;
    }
    RDG_NEED(r->ctx, p, RDG_PEAK_LOST);
    RDG_NEED(r->ctx, see, RDG_PEAK_LOST);
    return rdg_peak_is_level(r, level, "rdg_peak_follow_exchanges")
               ? follow_with(r, p, level, &(observer){see, NULL, data})
               : RDG_PEAK_LOST;
}

rdg_peak_point *rdg_peak_find(rdg_peak_response *r, double level, double omega)
{
    if (!r || !rdg_peak_is_level(r, level, "rdg_peak_find")) {
        return NULL;
    }
    if (!(omega > 0.0 && isfinite(omega))) {
        rdg_fail(r->ctx, RDG_ERR_ARGUMENT, "rdg_peak_find", "omega = %g rad/s: give a positive frequency",
                 omega);
        return NULL;
    }
    rdg_peak_point *p = rdg_peak_point_create(r);
    if (!p) {
        return NULL;
    }
    double *u = r->vector[PEAK_FOLLOW], *row = r->vector[PEAK_FOLLOW + 1];
    memcpy(u, rdg_start_values(r->p), (size_t)r->n * sizeof *u);
    u[r->level] = level;
    rdg_status status = rdg_hbm_linear_response(r->hb, omega, u[r->alpha], u + r->Q);
    u[r->omega] = omega;
    rdg_peak_border_omega(r, u, row);
    rdg_peak_answer answer = status == RDG_OK ? rdg_peak_newton(r, u, row, NEWTON, p) : RDG_PEAK_FAILED;
    if (status == RDG_OK && answer != RDG_PEAK_FOUND) {
        answer = rdg_peak_climb(r, u, row, CLIMB, p);
    }
    if (answer != RDG_PEAK_FOUND) {
        rdg_fail(
            r->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_peak_find",
            "no peak of \"%s\" uphill from omega = %g rad/s at forcing amplitude %g: begin nearer to one",
            r->sensor, omega, level);
        rdg_peak_point_free(p);
        return NULL;
    }
    return p;
}
