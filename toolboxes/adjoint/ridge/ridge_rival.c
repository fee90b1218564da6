/* The maxima of a response beside the ridge's own: from which level on one of them is greater.
 *
 * A scan of the whole window finds them (ridge_certificate.c). From one level to the next each is then
 * followed by a few steps along the response, uphill from where it was: the amplitude of a maximum is known
 * to a thousandth long before its place is. One that lies far below the ridge is looked at seldom, since its
 * height relative to the ridge's changes by a power of the level. Where a greater one is seen, it is followed
 * back to the level at which it rises above the ridge, or comes into being. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MAX_PROBE = 60, MAX_BACK = 60 };

static const double first_step = 0.02, least_step = 1e-6, longest_step = 0.1;
static const double steepest = 2.0;                         /* change of ln(height) for that of ln(level) */
static const double own_omega = 1e-3, own_height = 1e-2;    /* relative: it is the ridge's own maximum */
static const double level_known = 0.01, longest_back = 0.3; /* of ln(level) */

/* --- one maximum at one level */

typedef struct probe {
    rdg_ridge_driver *d;
    double way[3], amplitude[3]; /* of the last charts */
    int charts;
    bool falls;
} probe;

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    probe *b = data;
    (void)p;
    memmove(b->way, b->way + 1, 2 * sizeof *b->way);
    memmove(b->amplitude, b->amplitude + 1, 2 * sizeof *b->amplitude);
    b->way[2] = b->charts > 0 ? b->way[1] + chart->step : 0.0;
    b->amplitude[2] = chart->mu[b->d->response_sensor];
    b->falls = b->charts++ > 0 && b->amplitude[2] < b->amplitude[1];
    if (!b->falls) {
        memcpy(b->d->best, chart->u, (size_t)b->d->n_plain * sizeof *b->d->best);
    }
    return b->falls;
}

static probe go(rdg_ridge_driver *d, int direction)
{
    probe b = {.d = d};
    rdg_ridge_start_from(d->aside, d->n_plain, d->trial);
    rdg_continue(d->aside, "probe", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", d->certificate.window[0], d->certificate.window[1]),
                 RDG_DIRECTION(direction), RDG_OBSERVE(look, &b),
                 RDG_STEP(first_step, least_step, longest_step), RDG_MAX_POINTS(MAX_PROBE),
                 RDG_TOLERANCE(1e-9, 1e-10), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_NO_FOLDER, RDG_NO_TABLE,
                 RDG_EXPECT_EARLY_END, RDG_QUIET);
    rdg_ridge_forgive(d);
    return b;
}

/* The greatest value of the parabola through three points, the middle one of which is the greatest. */
static double top_of(const double x[3], const double y[3])
{
    const double a = (y[1] - y[0]) / (x[1] - x[0]);
    const double b = (y[2] - y[1]) / (x[2] - x[1]);
    const double bend = (b - a) / (x[2] - x[0]);
    const double slope = a + bend * (x[1] - x[0]); /* at the middle one */
    return bend < 0.0 ? y[1] - 0.25 * slope * slope / bend : y[1];
}

/* The maximum at a level, uphill from the response `from`; its place is left in d->best. 0: there is none */
static double height_at(rdg_ridge_driver *d, const double *from, double level)
{
    double *u = rdg_ridge_start_from(d->aside, d->n_plain, from);
    if (!u || from[d->omega] < d->certificate.window[0] || from[d->omega] > d->certificate.window[1]) {
        return 0.0;
    }
    u[d->level] = level;
    const bool solved = rdg_solve(d->aside) == RDG_OK;
    rdg_ridge_forgive(d);
    if (!solved) {
        return 0.0;
    }
    memcpy(d->trial, u, (size_t)d->n_plain * sizeof *u);
    const probe up = go(d, 1);
    if (up.falls && up.charts > 2) {
        return top_of(up.way, up.amplitude);
    }
    const probe down = go(d, -1);
    if (down.falls && down.charts > 2) {
        return top_of(down.way, down.amplitude);
    }
    if (!up.falls || !down.falls) {
        return 0.0;
    }
    const double x[3] = {-down.way[2], 0.0, up.way[2]};
    const double y[3] = {down.amplitude[2], up.amplitude[1], up.amplitude[2]};
    return top_of(x, y);
}

/* --- the ridge so far */

static void thin_out(rdg_ridge_past *past)
{
    past->count /= 2;
    for (int k = 0; k < past->count; k++) {
        past->at[k] = past->at[2 * k];
    }
}

void rdg_ridge_remember(rdg_ridge_driver *d, const rdg_chart *chart)
{
    rdg_ridge_past *past = &d->certificate.past;
    if (past->count == RDG_RIDGE_PAST) {
        thin_out(past);
    }
    past->at[past->count++] = (rdg_ridge_place){
        .level = chart->u[d->level], .omega = chart->u[d->omega], .amplitude = chart->mu[d->sensor_at]};
}

/* At a level that it has passed. */
rdg_ridge_place rdg_ridge_place_at(const rdg_ridge_driver *d, double level)
{
    const rdg_ridge_past *past = &d->certificate.past;
    int k = past->count - 1;
    const double way = past->count > 1 && past->at[k].level < past->at[0].level ? -1.0 : 1.0;
    while (k > 1 && way * (past->at[k - 1].level - level) > 0.0) {
        k--;
    }
    const rdg_ridge_place b = past->at[k], a = past->at[k > 0 ? k - 1 : 0];
    const double whole = log(b.level / a.level);
    const double part = whole != 0.0 ? fmin(1.0, fmax(0.0, log(level / a.level) / whole)) : 1.0;
    return (rdg_ridge_place){.level = level,
                             .omega = a.omega * pow(b.omega / a.omega, part),
                             .amplitude = a.amplitude * pow(b.amplitude / a.amplitude, part)};
}

const rdg_ridge_place *rdg_ridge_point_nearest(const rdg_ridge_driver *d, double level)
{
    const rdg_ridge_past *past = &d->certificate.past;
    const rdg_ridge_place *nearest = NULL;
    for (int k = 0; k < past->count; k++) {
        if (!nearest || fabs(log(past->at[k].level / level)) < fabs(log(nearest->level / level))) {
            nearest = &past->at[k];
        }
    }
    return nearest;
}

/* ln of a maximum's height over the ridge's, at a level; false: it is lost, or it is the ridge's own */
static bool compare(rdg_ridge_driver *d, const double *from, double level, double *height)
{
    const rdg_ridge_place ridge = rdg_ridge_place_at(d, level);
    const double found = height_at(d, from, level);
    *height = found > 0.0 ? log(found / ridge.amplitude) : -INFINITY;
    const bool own = fabs(d->best[d->omega] / ridge.omega - 1.0) < own_omega && fabs(*height) < own_height;
    return found > 0.0 && !own;
}

/* --- following */

rdg_status rdg_ridge_rivals_make(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    const size_t n = (size_t)d->n_plain;
    c->past.at = rdg_context_calloc(d->ctx, RDG_RIDGE_PAST, sizeof *c->past.at);
    c->room = rdg_context_calloc(d->ctx, (2 * RDG_RIDGE_RIVALS + 3) * n, sizeof *c->room);
    for (int k = 0; c->room && k < RDG_RIDGE_RIVALS; k++) {
        c->rival[k].u = c->room + (size_t)(2 * k) * n;
        c->rival[k].first = c->room + (size_t)(2 * k + 1) * n;
    }
    if (c->room) {
        c->before = c->room + 2 * RDG_RIDGE_RIVALS * n;
        c->seen = c->before + n;
        c->followed_back = c->seen + n;
    }
    return rdg_error_status(d->ctx);
}

void rdg_ridge_rivals_release(rdg_ridge_driver *d)
{
    rdg_free(d->certificate.past.at);
    rdg_free(d->certificate.room);
}

/* The highest ones but for the ridge's own. */
void rdg_ridge_rivals_take(rdg_ridge_driver *d, const rdg_chart *chart, const rdg_peaks *found)
{
    rdg_ridge_certificate *c = &d->certificate;
    for (rdg_index i = 0; i < found->count; i++) {
        const rdg_maximum *m = &found->maximum[i];
        rdg_ridge_rival *lowest = &c->rival[0];
        for (int k = 1; k < RDG_RIDGE_RIVALS; k++) {
            lowest = c->rival[k].amplitude < lowest->amplitude ? &c->rival[k] : lowest;
        }
        if (fabs(m->omega / chart->u[d->omega] - 1.0) < own_omega || m->amplitude <= lowest->amplitude) {
            continue;
        }
        lowest->amplitude = m->amplitude;
        lowest->start_level = chart->u[d->level];
        lowest->start_height = log(m->amplitude / chart->mu[d->sensor_at]);
        memcpy(lowest->first, m->u, (size_t)d->n_plain * sizeof *m->u);
    }
    rdg_ridge_rivals_restart(d);
}

void rdg_ridge_rivals_restart(rdg_ridge_driver *d)
{
    rdg_ridge_certificate *c = &d->certificate;
    for (int k = 0; k < RDG_RIDGE_RIVALS; k++) {
        rdg_ridge_rival *r = &c->rival[k];
        memcpy(r->u, r->first, (size_t)d->n_plain * sizeof *r->u);
        r->level = r->start_level;
        r->height = r->start_height;
        r->lost = r->amplitude <= 0.0;
    }
}

/* Is it time to look at it again? One that is close to the ridge at each label; all of them before they are
 * too far away to be found. Before the first scan there is none. */
static bool is_due(const rdg_ridge_rival *r, double level)
{
    if (r->lost || r->level <= 0.0) {
        return false;
    }
    const double since = fabs(log(level / r->level));
    return since > 0.0 && (since >= longest_back || steepest * since >= -r->height);
}

bool rdg_ridge_rivals_follow(rdg_ridge_driver *d, double level, long budget)
{
    rdg_ridge_certificate *c = &d->certificate;
    const long before = rdg_newton_iterations(d->ctx);
    for (int k = 0; k < RDG_RIDGE_RIVALS; k++) {
        rdg_ridge_rival *r = &c->rival[k];
        double height = 0.0;
        if (!is_due(r, level) || rdg_newton_iterations(d->ctx) - before > budget) {
            continue;
        }
        r->lost = !compare(d, r->u, level, &height);
        if (!r->lost) {
            memcpy(r->u, d->best, (size_t)d->n_plain * sizeof *r->u);
            r->level = level;
            r->height = height;
        }
        if (!r->lost && height > 0.0) {
            memcpy(c->seen, r->u, (size_t)d->n_plain * sizeof *r->u);
            return true;
        }
    }
    return false;
}

/* --- back to where it begins */

double rdg_ridge_rival_begins(rdg_ridge_driver *d, double none, double level)
{
    const rdg_ridge_certificate *c = &d->certificate;
    double above = log(level);
    double below = log(none);
    double step = longest_back;
    for (int k = 0; k < MAX_BACK && fabs(above - below) > level_known && step > 0.5 * level_known; k++) {
        const double reach = fmin(step, 0.5 * fabs(below - above));
        const double next = above + copysign(reach, below - above);
        double height = 0.0;
        if (!compare(d, c->seen, exp(next), &height)) {
            step = 0.5 * reach; /* it is not there, or it was too far */
        } else if (height > 0.0) {
            memcpy(c->seen, d->best, (size_t)d->n_plain * sizeof *c->seen);
            above = next;
            step = fmin(longest_back, 2.0 * step);
        } else {
            below = next;
        }
    }
    return exp(above);
}

bool rdg_ridge_rival_follow_back(rdg_ridge_driver *d, double back, double *level, double *height)
{
    const double end = log(back);
    double *u = d->certificate.followed_back;
    double at = log(*level), step = longest_back;
    while (fabs(end - at) > level_known && step > 0.5 * level_known) {
        const double soonest = fmax(-*height / steepest, level_known); /* before that it is not greater */
        const double reach = fmin(fmin(step, soonest), fabs(end - at));
        double there = 0.0;
        if (!compare(d, u, exp(at + copysign(reach, end - at)), &there)) {
            step = 0.5 * reach; /* it is not there, or it was too far */
            continue;
        }
        at += copysign(reach, end - at);
        *level = exp(at);
        *height = there;
        step = fmin(longest_back, 2.0 * step);
        memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
        if (there > 0.0) {
            return true;
        }
    }
    return false;
}
