/* What ends a sequence of legs along a branch (GR):
 *
 * "graze", the least value of a surface, on the side where motions are, at its minima along a leg; a negative
 * one is that of a leg which passes through. Those of crossings whose guard does not allow them do not count.
 * "passing", the least rate at which a surface is crossed at the end of a leg. */
#include "colloc_legs_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Rounds of parabolas through the lowest points. */
enum { ROUNDS = 5 };

/* Room for what crossings may do to "graze" beyond 0, of the largest value of a surface, so that 0 is met. */
static const double beyond = 1e-3;

/* A crossing's surface along a leg. */
typedef struct course {
    const rdg_colloc_leg *leg;
    const rdg_hybrid_crossing *e;
    const double *local; /* the segment's own variables */
} course;

/* On the side where motions are, > 0. */
static double inside(const rdg_hybrid_crossing *e, double value)
{
    return e->direction > 0 ? -value : value;
}

static int value_at(const course *c, double tau, double *value)
{
    const rdg_segment *s = c->leg->segment;
    const rdg_segment_layout *at = &s->at;
    rdg_segment_state(s, s->mesh, c->local, tau, s->z);
    memcpy(s->z + at->n, c->local + at->p, (size_t)at->np * sizeof *s->z);
    if (at->phi >= 0) {
        s->z[at->nz - 1] = c->local[at->phi] + c->local[at->p + at->omega] * c->local[at->T] * tau;
    }
    *value = 0.0;
    const int answer = c->e->surface.f(at->nz, s->z, 1, value, c->e->surface.data);
    *value = inside(c->e, *value);
    return answer;
}

/* May the crossing be taken where value_at() has just been? */
static int is_allowed(const course *c, bool *allowed)
{
    double value = 0.0;
    const rdg_segment *s = c->leg->segment;
    const int answer = c->e->guard.f ? c->e->guard.f(s->at.nz, s->z, 1, &value, c->e->guard.data) : 0;
    *allowed = value >= 0.0;
    return answer;
}

/* Between three points of which the middle one is the lowest, by parabolas. */
static int descend(const course *c, double tau[3], double value[3])
{
    int answer = 0;
    for (int round = 0; answer == 0 && round < ROUNDS; round++) {
        const double l = tau[1] - tau[0], r = tau[2] - tau[1];
        const double a = (value[0] - value[1]) * r, b = (value[2] - value[1]) * l;
        const double step = a + b > 0.0 ? 0.5 * (a * r - b * l) / (a + b) : 0.0;
        if (fabs(step) < 1e-12 * (l + r)) {
            break;
        }
        const double at = tau[1] + fmin(fmax(step, -0.9 * l), 0.9 * r);
        double now = 0.0;
        answer = value_at(c, at, &now);
        const bool lower = now<value[1], right = at> tau[1];
        const int moved = lower == right ? 0 : 2; /* the end that comes nearer */
        tau[moved] = lower ? tau[1] : at;
        value[moved] = lower ? value[1] : now;
        tau[1] = lower ? at : tau[1];
        value[1] = lower ? now : value[1];
    }
    return answer;
}

/* Minima between the ends; without one the value that is the farthest from zero. */
static int look_along(const course *c, double *least)
{
    const rdg_segment *s = c->leg->segment;
    double tau[3] = {0.0, 0.0, 0.0}, value[3] = {0.0, 0.0, 0.0}, farthest = 0.0;
    bool found = false, allowed = false;
    int answer = 0;
    for (rdg_index i = 0; answer == 0 && i < s->at.N * s->at.K; i++) {
        memmove(tau, tau + 1, 2 * sizeof *tau);
        memmove(value, value + 1, 2 * sizeof *value);
        tau[2] = rdg_segment_tau(s, i / s->at.K, i % s->at.K);
        answer = value_at(c, tau[2], &value[2]);
        farthest = fabs(value[2]) > fabs(farthest) ? value[2] : farthest;
        if (answer != 0 || i < 2 || value[1] > value[0] || value[1] > value[2]) {
            continue;
        }
        double around[3] = {tau[0], tau[1], tau[2]}, of[3] = {value[0], value[1], value[2]};
        answer = descend(c, around, of);
        answer = answer ? answer : value_at(c, around[1], &of[1]);
        answer = answer ? answer : is_allowed(c, &allowed);
        found = found || allowed;
        *least = allowed ? fmin(*least, of[1]) : *least;
    }
    *least = found || c->e->guard.f ? *least : fmin(*least, farthest);
    return answer;
}

static int graze_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_collocation *c = data;
    const rdg_hybrid *h = c->hybrid;
    int answer = 0;
    (void)n, (void)m;
    y[0] = c->largest;
    for (rdg_index j = 0; answer == 0 && j < c->legs; j++) {
        course along = {.leg = &c->leg[j], .local = rdg_segment_local(c->leg[j].segment, u)};
        for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_crossings(h); k++) {
            rdg_index from = -1;
            along.e = rdg_hybrid_crossing_at(h, k, &from, NULL);
            answer = from == c->leg[j].mode ? look_along(&along, y) : 0;
        }
    }
    return answer;
}

/* The rate at which the leg crosses the surface that ends it. */
static int rate_at_end(const rdg_colloc_leg *leg, const double *u, double *rate)
{
    rdg_segment *s = leg->segment;
    const rdg_segment_layout *at = &s->at;
    const rdg_hybrid_crossing *e = rdg_hybrid_crossing_at(leg->c->hybrid, leg->crossing, NULL, NULL);
    rdg_colloc_leg_end(leg, u, 1, s->z);
    memset(s->value, 0, (size_t)at->n * sizeof *s->value);
    int answer = s->field->f(at->nz, s->z, at->n, s->value, s->field->data);
    answer = answer ? answer : rdg_hybrid_df(&e->surface, at->nz, s->z, s->size, 1, s->slope, s->scratch);
    *rate = at->omega >= 0 ? s->slope[at->nz - 1] * s->z[at->n + at->omega] : 0.0;
    for (rdg_index a = 0; a < at->n; a++) {
        *rate += s->slope[a] * s->value[a];
    }
    *rate = -inside(e, *rate);
    return answer;
}

static int passing_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_collocation *c = data;
    int answer = 0;
    (void)n, (void)m;
    y[0] = INFINITY;
    for (rdg_index j = 0; answer == 0 && j < c->legs; j++) {
        double rate = 0.0;
        answer = rate_at_end(&c->leg[j], u, &rate);
        y[0] = fmin(y[0], rate);
    }
    return answer;
}

static rdg_status add(rdg_collocation *c, rdg_problem *p, const char *name,
                      int (*f)(rdg_index, const double *, rdg_index, double *, void *))
{
    const rdg_function monitor = {.name = name,
                                  .n = rdg_variable_count(p),
                                  .m = 1,
                                  .f = f,
                                  .by_differences = true,
                                  .data = c,
                                  .free_data = rdg_collocation_leave};
    c->users++;
    const rdg_status status = rdg_add_monitor(p, &monitor, RDG_ALL, NULL, RDG_REGULAR);
    c->users -= status != RDG_OK;
    RDG_TRY(status);
    RDG_TRY(rdg_hide_parameter(p, name));
    return rdg_add_event(p, &(rdg_event_definition){.type = "GR", .parameter = name, .terminal = true});
}

/* The largest value of the surfaces along the orbit that is there first. */
static int measure(rdg_collocation *c, const double *u)
{
    int answer = 0;
    c->largest = 0.0;
    for (rdg_index j = 0; answer == 0 && j < c->legs; j++) {
        const rdg_colloc_leg *leg = &c->leg[j];
        course along = {.leg = leg, .local = rdg_segment_local(leg->segment, u)};
        for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_crossings(c->hybrid); k++) {
            rdg_index from = -1;
            double value = 0.0;
            along.e = rdg_hybrid_crossing_at(c->hybrid, k, &from, NULL);
            answer = from == leg->mode ? value_at(&along, 0.5, &value) : 0;
            c->largest = fmax(c->largest, fabs(value));
        }
    }
    c->largest = c->largest > 0.0 ? c->largest : 1.0;
    return answer;
}

rdg_status rdg_colloc_legs_watch(rdg_collocation *c, rdg_problem *p)
{
    if (measure(c, rdg_start_values(p)) != 0) {
        return rdg_fail(c->ctx, RDG_ERR_CALLBACK, "rdg_collocation_problem",
                        "\"%s\": a surface has no value on the first orbit", rdg_hybrid_name(c->hybrid));
    }
    RDG_TRY(add(c, p, "graze", graze_f));
    RDG_TRY(add(c, p, "passing", passing_f));
    return rdg_set_domain(p, "graze", -beyond * c->largest, INFINITY);
}
