/* From a motion to an end of the band, along dA/dv.
 *
 * The unknowns are the positions v of the sliders that stick. A slider between its limits is free. One that
 * the motion drags is at its limit: the limit moves with the motion, and the peak does not depend on its
 * start. Its multiplier shows whether the peak grows towards the inside; then it is freed. The search is a
 * quasi-Newton method over the free ones. After each step starts are put where the sliders are, so that a
 * slider that has met a limit is dragged from then on. */
#include "bounds_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* Steps of the search, bisections of one. */
enum { MOST_STEPS = 60, MOST_HALVINGS = 40 };
/* First step in ranges of v; sufficient increase (Armijo); the slope along the step has fallen (Wolfe). */
#define FIRST_STEP 0.25
#define INCREASE 1e-4
#define FALLEN 0.9
/* Relative change of the amplitude that a step must promise: the accuracy of a peak. */
#define ACCURACY 1e-13
/* Shortest step in ranges of v. */
#define SHORTEST 1e-11

typedef struct walk {
    rdg_bounds_search *s;
    int sign;
    rdg_bounds_end at;
    bool free[RDG_BOUNDS_MOST];
    double scale[RDG_BOUNDS_MOST], g[RDG_BOUNDS_MOST]; /* range of v, N; scaled slope, uphill */
    double H[RDG_BOUNDS_MOST * RDG_BOUNDS_MOST];       /* inverse of the negative second derivative */
    bool fresh;                                        /* H is of no motion yet */
} walk;

static bool sticks(const rdg_bounds_slider *slider)
{
    return slider->state <= RDG_BOUNDS_AT_UPPER;
}

/* Starts go where sliders are; which of them may move, and how the peak grows. */
static void settle(walk *w)
{
    for (rdg_index k = 0; k < w->s->n; k++) {
        const rdg_bounds_slider *slider = &w->at.slider[k];
        const bounds_contact *c = &w->s->contact[k];
        w->scale[k] = c->high > c->low ? c->high - c->low : w->s->reach;
        const bool moves = sticks(slider) && isfinite(slider->slope);
        w->g[k] = moves ? w->sign * slider->slope * w->scale[k] : 0.0;
        w->free[k] = moves && (slider->state == RDG_BOUNDS_FREE ||
                               (slider->state == RDG_BOUNDS_AT_LOWER ? w->g[k] > 0.0 : w->g[k] < 0.0));
        w->g[k] = w->free[k] ? w->g[k] : 0.0;
        w->at.start[k] = sticks(slider) ? slider->v : w->at.start[k];
    }
}

static void forget_curvature(walk *w)
{
    const rdg_index n = w->s->n;
    memset(w->H, 0, sizeof w->H);
    const double length = rdg_norm(n, w->g);
    for (rdg_index k = 0; k < n; k++) {
        w->H[k + n * k] = length > 0.0 ? FIRST_STEP / length : 0.0;
    }
    w->fresh = true;
}

/* A step d, scaled, among the free ones; the slope of the amplitude along it. */
static double choose_step(const walk *w, double *d)
{
    const rdg_index n = w->s->n;
    for (rdg_index i = 0; i < n; i++) {
        d[i] = 0.0;
        for (rdg_index j = 0; w->free[i] && j < n; j++) {
            d[i] += w->H[i + n * j] * w->g[j];
        }
    }
    return rdg_dot(n, d, w->g);
}

/* The inverse update of Broyden, Fletcher, Goldfarb and Shanno for a step p that changed the slope by -y. */
static void learn(walk *w, const double *p, const double *y)
{
    const rdg_index n = w->s->n;
    const double py = rdg_dot(n, p, y);
    if (!(py > 0.0)) {
        return;
    }
    if (w->fresh) {
        for (rdg_index k = 0; k < n; k++) {
            w->H[k + n * k] = py / rdg_dot(n, y, y);
        }
        w->fresh = false;
    }
    double Hy[RDG_BOUNDS_MOST] = {0};
    for (rdg_index i = 0; i < n; i++) {
        Hy[i] = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            Hy[i] += w->H[i + n * j] * y[j];
        }
    }
    const double factor = (1.0 + rdg_dot(n, y, Hy) / py) / py;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            w->H[i + n * j] += factor * p[i] * p[j] - (Hy[i] * p[j] + p[i] * Hy[j]) / py;
        }
    }
}

static bool are_alike(const walk *a, const walk *b)
{
    bool alike = true;
    for (rdg_index k = 0; k < a->s->n; k++) {
        alike = alike && a->at.slider[k].state == b->at.slider[k].state && a->free[k] == b->free[k];
    }
    return alike;
}

static bool try_step(const walk *from, const double *d, double t, walk *to)
{
    double z[RDG_BOUNDS_MOST];
    *to = *from;
    for (rdg_index k = 0; k < from->s->n; k++) {
        z[k] = from->at.start[k] + t * d[k] * from->scale[k];
    }
    if (!rdg_bounds_peak(from->s, z, &to->at)) {
        return false;
    }
    settle(to);
    return true;
}

/* A step with a sufficient increase and, if possible, a fallen slope, between one that is too short and one
 * that is too long. false: there is none */
static bool search_line(const walk *from, const double *d, double slope, walk *to)
{
    double below = 0.0;
    double above = INFINITY;
    double t = 1.0;
    bool found = false;
    walk there;
    const double length = rdg_norm(from->s->n, d);
    for (int k = 0; k < MOST_HALVINGS && t * length > SHORTEST; k++) {
        const bool is_peak = try_step(from, d, t, &there);
        const double gain = is_peak ? from->sign * (there.at.amplitude - from->at.amplitude) : -1.0;
        if (!is_peak || gain < INCREASE * t * slope ||
            (found && from->sign * (there.at.amplitude - to->at.amplitude) < 0.0)) {
            above = t;
        } else {
            *to = there;
            found = true;
            below = t;
            if (rdg_dot(from->s->n, there.g, d) < FALLEN * slope || !are_alike(from, &there)) {
                return true;
            }
        }
        if (found && isfinite(above) && above - below < 0.1 * above) {
            return true;
        }
        t = isfinite(above) ? 0.5 * (below + above) : 2.0 * t;
    }
    return found;
}

/* All free sliders to their limits, each where the peak grows: at most ends of a band most of them are there.
 * With many contacts this takes a few responses where the search along the slope takes hundreds. false: the
 * peak has not grown */
static bool jump(walk *here)
{
    double z[RDG_BOUNDS_MOST];
    walk there = *here;
    bool moves = false;
    for (rdg_index k = 0; k < here->s->n; k++) {
        const bool goes = here->free[k] && here->g[k] != 0.0;
        z[k] = goes ? copysign(2.0 * here->s->reach, here->g[k]) : here->at.start[k];
        moves = moves || goes;
    }
    if (!moves || !rdg_bounds_peak(here->s, z, &there.at) ||
        !(here->sign * (there.at.amplitude - here->at.amplitude) > ACCURACY * here->at.amplitude)) {
        return false;
    }
    settle(&there);
    *here = there;
    return true;
}

void rdg_bounds_walk(rdg_bounds_search *s, int sign, rdg_bounds_end *end)
{
    walk here = {.s = s, .sign = sign, .at = *end};
    walk next;
    double d[RDG_BOUNDS_MOST] = {0};
    settle(&here);
    for (rdg_index k = 0; k < s->n && jump(&here); k++) { /* each one leaves a slider at a limit */
    }
    forget_curvature(&here);
    for (int k = 0; k < MOST_STEPS; k++) {
        double slope = choose_step(&here, d);
        if (!(slope > ACCURACY * here.at.amplitude)) {
            break;
        }
        bool found = search_line(&here, d, slope, &next);
        if (!found && !here.fresh) { /* along the slope itself */
            forget_curvature(&here);
            slope = choose_step(&here, d);
            found = search_line(&here, d, slope, &next);
        }
        if (!found) {
            break;
        }
        double p[RDG_BOUNDS_MOST] = {0};
        double y[RDG_BOUNDS_MOST] = {0};
        for (rdg_index i = 0; i < s->n; i++) {
            p[i] = here.free[i] ? (next.at.start[i] - here.at.start[i]) / here.scale[i] : 0.0;
            y[i] = here.g[i] - next.g[i];
        }
        if (are_alike(&here, &next)) {
            memcpy(next.H, here.H, sizeof next.H);
            next.fresh = here.fresh;
            learn(&next, p, y);
        } else {
            forget_curvature(&next);
        }
        here = next;
    }
    *end = here.at;
}
