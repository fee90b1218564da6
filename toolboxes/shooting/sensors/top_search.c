/* Where |g| is greatest over an orbit: among the places at which it turns back, and the starts and ends of
 * segments. Twice along the orbit: for the greatest and least g, and for the places that tie. */
#include "shooting_sensors_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Of the dynamic part: peaks that are the same but for rounding of the orbit; as for harmonic balance. */
static const double tie = 1e-10;
/* The same, of what is not an orbit yet, of how far it is from one: else the two peaks of symmetric motion
 * would take turns while Newton's method converges. */
static const double off_orbit = 10.0;

typedef struct hunt {
    rdg_orbit_sensor *sensor;
    const double *u;
    double T;
    double most, least; /* g */
    double height, level;
    bool choosing; /* the greatest is known */
    rdg_orbit_at a;
    rdg_orbit_top at; /* segment, side and sign of what is examined */
    double sign;
    rdg_orbit_top top;
} hunt;

/* Phase or time of a place, so that orbits that begin elsewhere answer the same where there is a phase. */
static double when(const hunt *h, double share)
{
    const rdg_orbit_sensors *all = h->sensor->all;
    const rdg_shooting *s = all->s;
    const double t = h->a.before + share * h->u[s->at.tau + h->a.j];
    if (!s->at.forced) {
        return t + (h->at.side == 1 ? 0.5 * h->T : 0.0);
    }
    const double whole = RDG_HZ((double)s->order);
    const double phase = h->u[s->at.phi] + h->a.omega * t + (h->at.side == 1 ? rdg_half_turn(all) : 0.0);
    const double turned = phase - whole * floor(phase / whole);
    return turned > whole * (1.0 - tie) ? turned - whole : turned;
}

static bool is_before(const rdg_orbit_top *a, const rdg_orbit_top *b)
{
    if (a->rank != b->rank) {
        return a->rank < b->rank;
    }
    return (a->g > 0.0) != (b->g > 0.0) ? a->g > 0.0 : a->when < b->when;
}

/* A place with the value g. */
static void take(hunt *h, double g, double share, int rank)
{
    h->most = fmax(h->most, g);
    h->least = fmin(h->least, g);
    h->at.g = g;
    h->at.share = share;
    h->at.rank = rank;
    if (h->choosing && fabs(g) >= h->height - h->level) {
        h->at.when = when(h, share);
        h->top = is_before(&h->at, &h->top) ? h->at : h->top;
    }
}

static double found(double value, double share, void *data)
{
    hunt *h = data;
    take(h, h->sign * value, share, 0);
    return h->choosing ? INFINITY : value;
}

/* g where the segment begins, or ends before what follows it. */
static int look_at_ends(hunt *h)
{
    const rdg_orbit_sensor *sensor = h->sensor;
    const rdg_orbit_work *w = sensor->all->s->work;
    const rdg_orbit_at *a = &h->a;
    double g = 0.0;
    int answer = rdg_measured_at(&sensor->measured, h->at.side, a->segment->mode, a->nz, w->sigma, &g, NULL);
    if (answer == 0) {
        take(h, g, 0.0, 1);
    }
    if (answer == 0 && a->event && a->event->reset.f) {
        answer = rdg_measured_at(&sensor->measured, h->at.side, a->segment->mode, a->nz, w->z, &g, NULL);
        take(h, answer == 0 ? g : 0.0, 1.0, 2);
    }
    return answer;
}

/* Where g turns back within the segment: sign 1, minima, -1, maxima. */
static int look_within(hunt *h, double sign)
{
    const rdg_orbit_sensor *sensor = h->sensor;
    const rdg_shooting *s = sensor->all->s;
    const double extreme = sign < 0.0 ? -h->most : h->least;
    if (h->choosing && !(-extreme >= h->height - h->level)) {
        return 0;
    }
    h->sign = sign;
    const rdg_flow_measured of = {sensor->name, &sensor->measured.side[h->at.side], sign};
    return rdg_flow_minima(s->flow, h->a.segment->mode, &h->a.segment->mesh, s->work->sigma, &of,
                           h->choosing ? -(h->height - h->level) : extreme, found, h);
}

static int look_along(hunt *h)
{
    const rdg_orbit_sensor *sensor = h->sensor;
    rdg_shooting *s = sensor->all->s;
    int answer = 0;
    for (rdg_index j = 0; j < s->segments && answer == 0; j++) {
        h->a = rdg_orbit_segment_at(s, h->u, j);
        h->at.segment = j;
        answer = rdg_orbit_end(s, &h->a, false); /* its mesh is fine enough */
        if (answer == 0 &&
            rdg_measured_fits(&sensor->measured, "rdg_shooting_add_sensor", h->a.segment->mode) != RDG_OK) {
            answer = -1;
        }
        for (h->at.side = 0; h->at.side < sensor->measured.sides && answer == 0; h->at.side++) {
            answer = look_at_ends(h);
            answer = answer ? answer : look_within(h, -1.0);
            answer = answer ? answer : look_within(h, 1.0);
        }
    }
    return answer;
}

/* By how much the segments do not join, of their states; < 0: as callbacks. */
static int defect(rdg_orbit_sensors *all, const double *u, double *most)
{
    rdg_shooting *s = all->s;
    double *rest = all->joint.rest;
    const int answer = rdg_orbit_f(s->at.n, u, s->at.m, rest, s);
    *most = 0.0;
    for (rdg_index j = 0; j < s->segments && answer == 0; j++) {
        for (rdg_index i = 0; i < s->segment[j].n; i++) {
            const double extent = s->segment[j].extent[i], off = fabs(rest[j * s->at.states + i]);
            *most = extent > 0.0 ? fmax(*most, off / extent) : *most;
        }
    }
    return answer;
}

int rdg_top_find(rdg_orbit_sensor *sensor, const double *u)
{
    const rdg_shooting *s = sensor->all->s;
    const size_t bytes = (size_t)s->at.n * sizeof *u;
    if (sensor->top.known && sensor->top.revision == s->revision && memcmp(sensor->top.at, u, bytes) == 0) {
        return 0;
    }
    sensor->top.known = false;
    hunt h = {.sensor = sensor, .u = u, .T = rdg_orbit_period(s, u), .most = -INFINITY, .least = INFINITY};
    double off = 0.0;
    int answer = defect(sensor->all, u, &off);
    answer = answer ? answer : look_along(&h);
    if (answer != 0) {
        return answer;
    }
    h.height = fmax(fabs(h.most), fabs(h.least));
    const double level = 0.5 * tie * (h.most - h.least) + 8.0 * DBL_EPSILON * h.height;
    h.level = level + 0.5 * off_orbit * fmin(off, 1e-3) * (h.most - h.least);
    h.choosing = true;
    h.top = (rdg_orbit_top){.rank = 3};
    answer = look_along(&h);
    if (answer != 0 || h.top.rank == 3) {
        return answer ? answer : 1;
    }
    memcpy(sensor->top.at, u, bytes);
    sensor->top.revision = s->revision;
    sensor->top.height = fabs(h.top.g) >= h.height - level ? h.height : fabs(h.top.g);
    sensor->top.place = h.top;
    sensor->top.known = true;
    return 0;
}
