/* The plane that fixes the phase of an autonomous orbit. It stands at right angles to the motion, but for the
 * part of that which leads away from the mean state: the plane contains the mean, and orbits that shrink to
 * it go on to meet the plane. */
#include "equations_impl.h"

#include <math.h>
#include <string.h>

/* Cosine between the motion and the normal of a plane through the mean; at a lesser one, as on orbits that
 * are long and thin, the motion is the normal. */
static const double through_mean = 0.3;

/* Integral of the state over time, by the trapezoidal rule. */
typedef struct integral {
    rdg_index n;
    double t, *last, *sum;
} integral;

static int add_step(const rdg_hybrid_state *state, void *data)
{
    integral *of = data;
    for (rdg_index i = 0; i < of->n; i++) {
        of->sum[i] += 0.5 * (state->t - of->t) * (state->x[i] + of->last[i]);
    }
    memcpy(of->last, state->x, (size_t)of->n * sizeof *of->last);
    of->t = state->t;
    return 0;
}

/* mean [states of the first segment] of the orbit at u; > 0: modes change along it, or half of it is
 * computed. */
static int take_mean(rdg_shooting *s, const double *u, double *last, double *mean)
{
    const rdg_index n = s->segment[0].n;
    int answer = s->symmetry ? 1 : 0;
    memset(mean, 0, (size_t)n * sizeof *mean);
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        integral of = {.n = n, .last = last, .sum = mean};
        answer = a.segment->mode != s->segment[0].mode;
        answer = answer ? answer : rdg_orbit_end(s, &a, false);
        memcpy(last, s->work->sigma, (size_t)n * sizeof *last);
        answer = answer ? answer
                        : rdg_flow_trace(s->flow, a.segment->mode, &a.segment->mesh, s->work->sigma, add_step,
                                         &of);
    }
    double time = 0.0;
    for (rdg_index j = 0; j < s->segments; j++) {
        time += u[s->at.tau + j];
    }
    for (rdg_index i = 0; i < n; i++) {
        mean[i] /= time;
    }
    return answer;
}

int rdg_orbit_anchor(rdg_shooting *s, rdg_index mode, const double *x, const double *p)
{
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(s->hybrid, mode);
    double *z = s->work->z;
    double *normal = s->anchor + s->at.states;
    memcpy(s->anchor, x, (size_t)m->n * sizeof *x);
    memcpy(z, x, (size_t)m->n * sizeof *x);
    memcpy(z + m->n, p, (size_t)s->at.np * sizeof *p);
    const int answer = m->field.f(m->n + s->at.np, z, m->n, normal, m->field.data);
    double length = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        length = hypot(length, normal[i]);
    }
    for (rdg_index i = 0; i < m->n; i++) {
        normal[i] /= length;
    }
    s->pace = length;
    return answer ? answer : !(length > 0.0 && isfinite(length));
}

/* Turn the normal so that the plane contains the mean. */
static void turn(rdg_index n, const double *x, const double *mean, double *normal)
{
    double along = 0.0, way = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        way += (x[i] - mean[i]) * (x[i] - mean[i]);
        along += normal[i] * (x[i] - mean[i]);
    }
    const double cosine = way > 0.0 ? sqrt(fmax(0.0, 1.0 - along * along / way)) : 0.0;
    for (rdg_index i = 0; cosine > through_mean && i < n; i++) {
        normal[i] = (normal[i] - along / way * (x[i] - mean[i])) / cosine;
    }
}

int rdg_orbit_anchor_at(rdg_shooting *s, const double *u)
{
    double *mean = s->work->gradient, *last = s->work->lambda;
    const bool has_mean = take_mean(s, u, last, mean) == 0; /* kept where nothing below writes */
    const int answer = rdg_orbit_anchor(s, s->segment[0].mode, u, u + s->at.p);
    if (answer == 0 && has_mean) {
        turn(s->segment[0].n, u, mean, s->anchor + s->at.states);
    }
    return answer;
}
