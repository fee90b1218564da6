/* Where the orbit comes nearest to the end of its event signature. */
#include "colloc_margins_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Rounds of parabolas through the lowest points. */
enum { ROUNDS = 20 };

/* An event's surface along a segment. */
typedef struct course {
    const rdg_colloc_segment *segment;
    const rdg_hybrid_event_surface *e;
    const double *local; /* the segment's own variables */
} course;

/* On the side where motions are, > 0. */
static double inside(const rdg_hybrid_event_surface *e, double value)
{
    return e->direction > 0 ? -value : value;
}

static int value_at(const course *c, double tau, double *value)
{
    const rdg_segment *s = c->segment->collocated;
    const rdg_segment_layout *at = &s->at;
    tau -= tau > 1.0 ? 1.0 : 0.0; /* of a segment that closes */
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

/* May the event be taken where value_at() has just been? */
static int is_allowed(const course *c, bool *allowed)
{
    double value = 0.0;
    const rdg_segment *s = c->segment->collocated;
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

static void take_lower(rdg_colloc_place *least, const course *c, double tau, double value)
{
    if (value < least->value) {
        *least = (rdg_colloc_place){c->segment, c->e, tau > 1.0 ? tau - 1.0 : tau, value};
    }
}

/* Minima between the ends, and at them of a segment that closes; without one the value that is the farthest
 * from zero. */
static int look_along(const course *c, rdg_colloc_place *least)
{
    const rdg_segment *s = c->segment->collocated;
    double tau[3] = {0.0, 0.0, 0.0}, value[3] = {0.0, 0.0, 0.0}, farthest = 0.0, there = 0.0;
    bool found = false, allowed = false;
    int answer = 0;
    const rdg_index points = s->at.N * s->at.K, beyond_end = c->segment->event < 0 ? 2 : 0;
    for (rdg_index i = 0; answer == 0 && i < points + beyond_end; i++) {
        memmove(tau, tau + 1, 2 * sizeof *tau);
        memmove(value, value + 1, 2 * sizeof *value);
        const rdg_index j = i % points;
        tau[2] = rdg_segment_tau(s, j / s->at.K, j % s->at.K) + (i < points ? 0.0 : 1.0);
        answer = value_at(c, tau[2], &value[2]);
        there = fabs(value[2]) > fabs(farthest) ? tau[2] : there;
        farthest = fabs(value[2]) > fabs(farthest) ? value[2] : farthest;
        if (answer != 0 || i < 2 || value[1] > value[0] || value[1] > value[2]) {
            continue;
        }
        double around[3] = {tau[0], tau[1], tau[2]}, of[3] = {value[0], value[1], value[2]};
        answer = descend(c, around, of);
        answer = answer ? answer : value_at(c, around[1], &of[1]);
        answer = answer ? answer : is_allowed(c, &allowed);
        found = found || allowed;
        if (allowed) {
            take_lower(least, c, around[1], of[1]);
        }
    }
    if (!found && !c->e->guard.f) {
        take_lower(least, c, there, farthest);
    }
    return answer;
}

/* Over all segments. */
int rdg_colloc_find_graze(const rdg_collocation *c, const double *u, rdg_colloc_place *least)
{
    const rdg_hybrid *h = c->hybrid;
    int answer = 0;
    *least = (rdg_colloc_place){.value = c->largest};
    for (rdg_index j = 0; answer == 0 && j < c->segments; j++) {
        course along = {.segment = &c->chain[j], .local = rdg_segment_local(c->chain[j].collocated, u)};
        for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_event_surfaces(h); k++) {
            rdg_index from = -1;
            along.e = rdg_hybrid_event_surface_at(h, k, &from, NULL);
            answer = from == c->chain[j].mode ? look_along(&along, least) : 0;
        }
    }
    return answer;
}

/* values += by_z, derivatives by the arguments (x, p[, phi]) at tau of a segment. */
static void spread(const rdg_colloc_segment *segment, const double *local, double tau, const double *by_z,
                   double *values)
{
    const rdg_segment *s = segment->collocated;
    const rdg_segment_layout *at = &s->at;
    rdg_index i = 0;
    double L[RDG_MOST_DEGREE + 1];
    while (i + 1 < at->N && tau >= s->mesh[i + 1]) {
        i++;
    }
    rdg_polynomials_at(at->K, (tau - s->mesh[i]) / (s->mesh[i + 1] - s->mesh[i]), L);
    for (rdg_index k = 0; k <= at->K; k++) {
        for (rdg_index a = 0; a < at->n; a++) {
            values[s->index[i * at->block + k * at->n + a]] += L[k] * by_z[a];
        }
    }
    for (rdg_index k = 0; k < at->np; k++) {
        values[s->index[at->p + k]] += by_z[at->n + k];
    }
    if (at->phi >= 0) {
        const double by_phase = by_z[at->nz - 1];
        values[s->index[at->phi]] += by_phase;
        values[s->index[at->T]] += by_phase * local[at->p + at->omega] * tau;
        values[s->index[at->p + at->omega]] += by_phase * local[at->T] * tau;
    }
}

/* At the minimum it makes no difference that its place moves. */
int rdg_colloc_graze_slope(const rdg_collocation *c, const double *u, double *values)
{
    rdg_colloc_place least;
    double value = 0.0;
    int answer = rdg_colloc_find_graze(c, u, &least);
    if (answer != 0 || !least.segment) {
        return answer;
    }
    rdg_segment *s = least.segment->collocated;
    const course along = {least.segment, least.e, rdg_segment_local(s, u)};
    answer = value_at(&along, least.tau, &value);
    answer =
        answer ? answer : rdg_hybrid_df(&least.e->surface, s->at.nz, s->z, s->size, 1, s->slope, s->scratch);
    for (rdg_index k = 0; k < s->at.nz; k++) {
        s->slope[k] = inside(least.e, s->slope[k]);
    }
    spread(least.segment, along.local, least.tau, s->slope, values);
    return answer;
}

/* The rate at which the segment crosses the surface that ends it; by_z, derivatives by the arguments there,
 * NULL: not requested. */
static int rate_at_end(const rdg_colloc_segment *segment, const double *u, double *rate, double *by_z)
{
    rdg_segment *s = segment->collocated;
    const rdg_segment_layout *at = &s->at;
    const rdg_index nz = at->nz;
    const rdg_hybrid_event_surface *e =
        rdg_hybrid_event_surface_at(segment->c->hybrid, segment->event, NULL, NULL);
    double *flow = segment->work, *slope = flow + nz, *scratch = slope + nz; /* F = z', h_z */
    rdg_colloc_segment_end(segment, u, 1, s->z);
    memset(flow, 0, (size_t)nz * sizeof *flow);
    int answer = s->field->f(nz, s->z, at->n, flow, s->field->data);
    answer = answer ? answer : rdg_hybrid_df(&e->surface, nz, s->z, s->size, 1, slope, scratch);
    if (at->phi >= 0) {
        flow[nz - 1] = s->z[at->n + at->omega];
    }
    *rate = 0.0;
    for (rdg_index a = 0; a < nz; a++) {
        *rate -= inside(e, slope[a] * flow[a]);
    }
    if (answer != 0 || !by_z) {
        return answer;
    }
    const double one = 1.0;
    answer = rdg_hybrid_d2f(&e->surface, nz, s->z, s->size, 1, &one, s->H, s->scratch);
    answer = answer ? answer : rdg_hybrid_df(s->field, nz, s->z, s->size, at->n, s->slope, s->scratch);
    for (rdg_index c = 0; c < nz; c++) {
        double sum = at->phi >= 0 && c == at->n + at->omega ? slope[nz - 1] : 0.0;
        for (rdg_index a = 0; a < nz; a++) {
            sum += s->H[a + nz * c] * flow[a] + (a < at->n ? slope[a] * s->slope[a + at->n * c] : 0.0);
        }
        by_z[c] = -inside(e, sum);
    }
    return answer;
}

/* The segment with the least rate. */
int rdg_colloc_find_passing(const rdg_collocation *c, const double *u, rdg_colloc_place *least)
{
    int answer = 0;
    *least = (rdg_colloc_place){.value = INFINITY};
    for (rdg_index j = 0; answer == 0 && j < c->segments && c->chain[j].event >= 0; j++) {
        double rate = 0.0;
        answer = rate_at_end(&c->chain[j], u, &rate, NULL);
        if (rate < least->value) {
            *least =
                (rdg_colloc_place){.segment = &c->chain[j],
                                   .e = rdg_hybrid_event_surface_at(c->hybrid, c->chain[j].event, NULL, NULL),
                                   .value = rate,
                                   .tau = 1.0};
        }
    }
    return answer;
}

int rdg_colloc_passing_slope(const rdg_collocation *c, const double *u, double *values)
{
    rdg_colloc_place least;
    double rate = 0.0;
    int answer = rdg_colloc_find_passing(c, u, &least);
    if (answer != 0 || !least.segment) {
        return answer;
    }
    rdg_segment *s = least.segment->collocated;
    answer = rate_at_end(least.segment, u, &rate, s->r);
    spread(least.segment, rdg_segment_local(s, u), 1.0, s->r, values);
    return answer;
}

/* --- guards */

/* Do events come where one surface is passed, in one direction? */
static bool are_alike(const rdg_hybrid_event_surface *a, const rdg_hybrid_event_surface *b)
{
    return a->surface.f == b->surface.f && a->surface.data == b->surface.data &&
           (a->direction > 0) == (b->direction > 0) && strcmp(a->from, b->from) == 0;
}

/* Guards at the end of a segment: of its event, and of those before it with the same surface, which
 * refuse. */
static int look_at_guards(const rdg_colloc_segment *segment, const double *u, rdg_colloc_place *least)
{
    const rdg_hybrid *h = segment->c->hybrid;
    const rdg_hybrid_event_surface *taken = rdg_hybrid_event_surface_at(h, segment->event, NULL, NULL);
    rdg_segment *s = segment->collocated;
    int answer = 0;
    for (rdg_index k = 0; answer == 0 && k <= segment->event; k++) {
        const rdg_hybrid_event_surface *e = rdg_hybrid_event_surface_at(h, k, NULL, NULL);
        if (e->guard.f && are_alike(e, taken)) {
            double value = 0.0;
            rdg_colloc_segment_end(segment, u, 1, s->z);
            answer = e->guard.f(s->at.nz, s->z, 1, &value, e->guard.data);
            value *= k == segment->event ? 1.0 : -1.0;
            if (value < least->value) {
                *least = (rdg_colloc_place){segment, e, 1.0, value};
            }
        }
    }
    return answer;
}

int rdg_colloc_find_guard(const rdg_collocation *c, const double *u, rdg_colloc_place *least)
{
    int answer = 0;
    *least = (rdg_colloc_place){.value = INFINITY};
    for (rdg_index j = 0; answer == 0 && j < c->segments && c->chain[j].event >= 0; j++) {
        answer = look_at_guards(&c->chain[j], u, least);
    }
    least->value = least->segment ? least->value : 1.0;
    return answer;
}

int rdg_colloc_guard_slope(const rdg_collocation *c, const double *u, double *values)
{
    rdg_colloc_place least;
    int answer = rdg_colloc_find_guard(c, u, &least);
    if (answer != 0 || !least.segment) {
        return answer;
    }
    rdg_segment *s = least.segment->collocated;
    const bool is_taken = rdg_hybrid_event_surface_at(c->hybrid, least.segment->event, NULL, NULL) == least.e;
    rdg_colloc_segment_end(least.segment, u, 1, s->z);
    answer = rdg_hybrid_df(&least.e->guard, s->at.nz, s->z, s->size, 1, s->slope, s->scratch);
    for (rdg_index k = 0; k < s->at.nz; k++) {
        s->r[k] = is_taken ? s->slope[k] : -s->slope[k];
    }
    spread(least.segment, rdg_segment_local(s, u), 1.0, s->r, values);
    return answer;
}

/* The largest value of a surface along a segment. */
static int measure_along(const course *c, double *largest)
{
    const rdg_segment *s = c->segment->collocated;
    int answer = 0;
    for (rdg_index j = 0; answer == 0 && j < s->at.N * s->at.K; j++) {
        double value = 0.0;
        answer = value_at(c, rdg_segment_tau(s, j / s->at.K, j % s->at.K), &value);
        *largest = fmax(*largest, fabs(value));
    }
    return answer;
}

/* Half of the largest value of the surfaces along the orbit that is there first: next to a graze that of any
 * one place may be nothing. */
int rdg_colloc_measure(rdg_collocation *c, const double *u)
{
    int answer = 0;
    c->largest = 0.0;
    for (rdg_index j = 0; answer == 0 && j < c->segments; j++) {
        const rdg_colloc_segment *segment = &c->chain[j];
        course along = {.segment = segment, .local = rdg_segment_local(segment->collocated, u)};
        for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_event_surfaces(c->hybrid); k++) {
            rdg_index from = -1;
            along.e = rdg_hybrid_event_surface_at(c->hybrid, k, &from, NULL);
            answer = from == segment->mode ? measure_along(&along, &c->largest) : 0;
        }
    }
    c->largest = c->largest > 0.0 ? 0.5 * c->largest : 1.0;
    return answer;
}
