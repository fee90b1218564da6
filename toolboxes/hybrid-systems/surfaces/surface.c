/* Examines a surface. */
#include "modal_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Places within a step that report whether g is the cubic through its ends; no surface has a period that they
 * share. */
static const double inner[] = {0.2317, 0.5231, 0.8141};
/* g is not farther from the cubic than this multiple of what it is there. */
static const double margin = 4.0;

rdg_index rdg_watch_workspace(rdg_index n, rdg_index nu)
{
    return 2 * nu + 2 + 4 * n;
}

void rdg_watch_set(rdg_watch *w, const rdg_flow *flow, rdg_index event)
{
    *w = (rdg_watch){.place_of = event};
    w->own = *rdg_hybrid_event_surface_at(flow->h, event, NULL, &w->to);
    w->event = &w->own;
    w->sign = w->event->direction > 0 ? -1.0 : 1.0;
    w->marks = !w->event->reset.f && strcmp(w->event->from, w->event->to) == 0;
}

void rdg_watch_set_function(rdg_watch *w, const rdg_flow_measured *of)
{
    *w = (rdg_watch){
        .own = {.name = of->name, .surface = *of->function}, .is_measured = true, .sign = of->sign};
    w->event = &w->own;
}

static int refused(rdg_flow *flow, const rdg_watch *w, int answer, double place)
{
    const rdg_rk *k = &flow->rk;
    return rdg_flow_because(
        flow, answer, "%s \"%s\" of \"%s\" %s at t = %.10g", w->is_measured ? "the sensor" : "event surface",
        w->event->name, rdg_hybrid_name(flow->h),
        answer < 0 ? "has requested the end of the run" : "is not finite or leaves its domain",
        flow->started + k->tau * (k->pos + place * k->share));
}

static int value(const rdg_flow *flow, const rdg_watch *w, double *g)
{
    double h = 0.0;
    const rdg_hybrid_function *s = &w->event->surface;
    const int answer = s->f(flow->rk.nu, flow->rk.u, 1, &h, s->data);
    *g = w->sign * h;
    return answer != 0 ? answer : !isfinite(h);
}

/* At the arguments k->u, where the states change with the rates f. */
static int look_here(rdg_flow *flow, const rdg_watch *w, const double *f, double place, rdg_look *look)
{
    const rdg_rk *k = &flow->rk;
    double *slope = flow->look, *work = flow->look + k->nu;
    int answer = value(flow, w, &look->g);
    answer = answer == 0 ? rdg_hybrid_df(&w->event->surface, k->nu, k->u, k->size, 1, slope, work) : answer;
    if (answer != 0) {
        return refused(flow, w, answer, place);
    }
    const double h = k->tau * k->share;
    double rate = 0.0, size = fabs(look->g);
    for (rdg_index i = 0; i < k->n; i++) {
        rate += slope[i] * f[i];
        size += fabs(slope[i]) * (fabs(k->u[i]) + fabs(h * f[i]));
    }
    for (rdg_index i = k->n; i < k->nu; i++) {
        size += fabs(slope[i] * k->u[i]);
    }
    if (k->forced) {
        rate += slope[k->nu - 1] * k->omega;
    }
    look->place = place;
    look->rate = w->sign * rate * h;
    look->size = size;
    return 0;
}

/* Arguments of a place in the step. */
static void arguments(rdg_rk *k, const double *x, double place)
{
    memcpy(k->u, x, (size_t)k->n * sizeof *x);
    if (k->forced) {
        k->u[k->nu - 1] = k->phi0 + k->omega * (k->tau * (k->pos + place * k->share));
    }
}

int rdg_look_first(rdg_flow *flow, const rdg_watch *w, rdg_look *look)
{
    arguments(&flow->rk, flow->rk.z, 0.0);
    return look_here(flow, w, flow->rk.f0, 0.0, look);
}

int rdg_look_last(rdg_flow *flow, const rdg_watch *w, rdg_look *look)
{
    arguments(&flow->rk, flow->rk.z1, 1.0);
    return look_here(flow, w, flow->rk.f1, 1.0, look);
}

int rdg_look_within(rdg_flow *flow, const rdg_watch *w, double place, rdg_look *look)
{
    rdg_rk *k = &flow->rk;
    if (w->modal) {
        double v[3];
        rdg_modal_at(w->modal, place, v);
        *look = (rdg_look){place, v[0], v[1], w->modal->size};
        return 0;
    }
    double *f = flow->look + 2 * k->nu + 2;
    rdg_flow_within(flow, place, f);
    arguments(k, f, place);
    memset(f, 0, (size_t)k->n * sizeof *f);
    const int answer = k->field->f(k->nu, k->u, k->n, f, k->field->data);
    return answer != 0 ? rdg_flow_refused(flow, answer, k->pos + place * k->share)
                       : look_here(flow, w, f, place, look);
}

void rdg_look_aside(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    double *aside = flow->look + 2 * k->nu + 2 + k->n;
    memcpy(aside, k->z1, (size_t)k->n * sizeof(double));
    memcpy(aside + k->n, k->f1, (size_t)k->n * sizeof(double));
}

void rdg_look_back(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    const double *aside = flow->look + 2 * k->nu + 2 + k->n;
    memcpy(k->z1, aside, (size_t)k->n * sizeof(double));
    memcpy(k->f1, aside + k->n, (size_t)k->n * sizeof(double));
}

int rdg_look_truly(rdg_flow *flow, const rdg_watch *w, double place, rdg_look *look)
{
    rdg_rk *k = &flow->rk;
    const double share = k->share;
    int answer = rdg_flow_step(flow, k->pos, share * place);
    answer = answer == 0 ? rdg_rk_end(k) : answer;
    k->share = share;
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, k->pos + place * share);
    }
    arguments(k, k->z1, place);
    return look_here(flow, w, k->f1, place, look);
}

/* The cubic with given ends and slopes on [0, 1]. */
static double cubic(const double c[4], double t)
{
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

static void cubic_through(double from, double slope, double to, double slope_to, double c[4])
{
    const double rise = to - from;
    c[0] = from;
    c[1] = slope;
    c[2] = 3 * rise - 2 * slope - slope_to;
    c[3] = slope + slope_to - 2 * rise;
}

static double least_of_cubic(const double c[4])
{
    double least = fmin(c[0], cubic(c, 1.0));
    const double a = 3 * c[3], b = 2 * c[2], root = b * b - 4 * a * c[1];
    if (root >= 0.0) {
        const double q = -0.5 * (b + copysign(sqrt(root), b));
        const double above[2] = {q, c[1]}, below[2] = {a, q}; /* of the fractions that the roots are */
        for (int i = 0; i < 2; i++) {
            const bool inside = (above[i] > 0.0) == (below[i] > 0.0) && fabs(above[i]) < fabs(below[i]);
            if (inside && above[i] != 0.0) {
                least = fmin(least, cubic(c, above[i] / below[i]));
            }
        }
    }
    return least;
}

/* The same from states of a closed form. */
static void bend_closed(rdg_flow *flow)
{
    static const double at[] = {0.25, 0.65};
    const rdg_rk *k = &flow->rk;
    const double h = k->tau * k->share;
    double *x = flow->look + 2 * k->nu + 2, *bend = x + 3 * k->n;
    memset(bend, 0, (size_t)k->n * sizeof *bend);
    for (int j = 0; j < 2; j++) {
        const double t = at[j];
        rdg_flow_within(flow, t, x);
        for (rdg_index i = 0; i < k->n; i++) {
            double c[4];
            cubic_through(k->z[i], h * k->f0[i], k->z1[i], h * k->f1[i], c);
            const double e = (x[i] - cubic(c, t)) / (16.0 * t * t * (1.0 - t) * (1.0 - t));
            bend[i] = fabs(e) > fabs(bend[i]) ? e : bend[i];
        }
    }
}

/* The error of the cubic is h^4 x^(4) t^2 (1 - t)^2 / 24: what the rates of the stages at 0.25 and 0.651
 * state.
 */
void rdg_look_bend(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    if (flow->closed || flow->radau) {
        bend_closed(flow);
        return;
    }
    const double h = k->tau * k->share;
    const int stage[] = {6, 8};
    double *bend = flow->look + 2 * k->nu + 2 + 3 * k->n;
    for (rdg_index i = 0; i < k->n; i++) {
        double c[4], most = 0.0;
        cubic_through(k->z[i], h * k->f0[i], k->z1[i], h * k->f1[i], c);
        for (int j = 0; j < 2; j++) {
            const double t = rdg_rk_c[stage[j]];
            const double off = k->g[stage[j] * k->n + i] - (c[1] + t * (2 * c[2] + t * 3 * c[3]));
            const double e = off / (16.0 * 2.0 * t * (1.0 - t) * (1.0 - 2.0 * t));
            most = fabs(e) > fabs(most) ? e : most;
        }
        bend[i] = most;
    }
}

int rdg_look_bound(rdg_flow *flow, const rdg_watch *w, double side, double *bound)
{
    rdg_rk *k = &flow->rk;
    const double h = k->tau * k->share;
    double c[4], far = 0.0;
    cubic_through(side * w->first.g, side * w->first.rate, side * w->last.g, side * w->last.rate, c);
    for (size_t j = 0; j < sizeof inner / sizeof *inner; j++) {
        const double t = inner[j];
        double *x = flow->look + 2 * k->nu + 2, g = 0.0;
        for (rdg_index i = 0; i < k->n; i++) {
            double d[4];
            cubic_through(k->z[i], h * k->f0[i], k->z1[i], h * k->f1[i], d);
            x[i] = cubic(d, t);
        }
        arguments(k, x, t);
        const int answer = value(flow, w, &g);
        if (answer < 0) {
            return refused(flow, w, answer, t);
        }
        far = answer == 0 ? fmax(far, fabs(side * g - cubic(c, t))) : INFINITY;
    }
    double with = 0.0, without = 0.0;
    int answer = value(flow, w, &without);
    for (rdg_index i = 0; i < k->n; i++) {
        k->u[i] += flow->look[2 * k->nu + 2 + 3 * k->n + i];
    }
    answer = answer == 0 ? value(flow, w, &with) : answer;
    if (answer < 0) {
        return refused(flow, w, answer, 1.0);
    }
    far = answer == 0 ? far + fabs(with - without) : INFINITY;
    *bound = least_of_cubic(c) - margin * far;
    return 0;
}
