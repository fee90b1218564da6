/* How near an orbit comes to surfaces that it does not cross, and how fast it passes those that it does. */
#include "special_impl.h"

#include <math.h>
#include <string.h>

/* Surfaces that a segment starts on are as near to zero there, of the largest value seen. */
static const double on_surface = 1e-9;

static double sense_of(const rdg_hybrid_event_surface *c)
{
    return c->direction > 0 ? -1.0 : 1.0;
}

/* A surface at the start of a segment (sigma) or at its end (z), times the sign before it is crossed. */
static int value_at(const rdg_orbit_at *a, const rdg_hybrid_event_surface *c, const double *state, double *h)
{
    const int answer = c->surface.f(a->nz, state, 1, h, c->surface.data);
    *h *= sense_of(c);
    return answer;
}

static void take_nearer(rdg_nearest_graze *nearest, rdg_index segment, rdg_index event, double share,
                        double value)
{
    if (value < nearest->value) {
        *nearest = (rdg_nearest_graze){value, segment, event, share};
    }
}

/* Has the event before the segment the same surface? Then it begins on it, as after an impact. */
static bool begins_on(const rdg_shooting *s, const rdg_orbit_at *a, const rdg_hybrid_event_surface *c)
{
    const rdg_index before = s->segment[(a->j + s->segments - 1) % s->segments].event;
    const rdg_hybrid_event_surface *b =
        before < 0 ? NULL : rdg_hybrid_event_surface_at(s->hybrid, before, NULL, NULL);
    return b && b->surface.f == c->surface.f && b->surface.data == c->surface.data;
}

/* Minima of a surface along a segment, but for the first one or the last one. */
typedef struct minima {
    bool without_first, without_last;
    int seen;
    double held, held_share; /* the last one seen, which may be the last one of all */
    double least, share;
} minima;

static void release_held(minima *m)
{
    if (m->held < m->least) {
        m->least = m->held;
        m->share = m->held_share;
    }
    m->held = INFINITY;
}

static double take_minimum(double value, double share, void *data)
{
    minima *m = data;
    release_held(m);
    m->seen++;
    if (m->seen > 1 || !m->without_first) {
        m->held = value;
        m->held_share = share;
    }
    return INFINITY;
}

/* Rate of the sense of a surface at arguments z of a segment's mode. */
static int rate_at(rdg_shooting *s, const rdg_orbit_at *a, const rdg_hybrid_event_surface *c, const double *z,
                   double *rate)
{
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(s->hybrid, a->segment->mode);
    int answer = mode->field.f(a->nz, z, a->n, w->value, mode->field.data);
    answer = answer ? answer
                    : rdg_hybrid_df(&c->surface, a->nz, z, rdg_orbit_sizes(s, a), 1, w->gradient, w->scratch);
    *rate = s->at.forced ? w->gradient[a->nz - 1] * a->omega : 0.0;
    for (rdg_index i = 0; i < a->n; i++) {
        *rate += w->gradient[i] * w->value[i];
    }
    *rate *= sense_of(c);
    return answer;
}

bool rdg_orbit_is_impact(const rdg_hybrid_event_surface *c)
{
    return c && c->reset.f && strcmp(c->from, c->to) == 0;
}

/* The least value of a surface within a segment. Behind the end of an event signature, where an impact is
 * left and not met, the motion passes the surface right before that, and right behind it: "passing" reports
 * of these. So the least value goes on as in front of the end. */
static int look_inside(rdg_shooting *s, const rdg_orbit_at *a, rdg_index event, double *least, double *share)
{
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, event, NULL, NULL);
    const bool is_impact = rdg_orbit_is_impact(c);
    double first = 0.0, last = 0.0;
    int answer = is_impact && begins_on(s, a, c) ? rate_at(s, a, c, s->work->sigma, &first) : 0;
    answer =
        answer == 0 && is_impact && event == a->segment->event ? rate_at(s, a, c, s->work->z, &last) : answer;
    if (answer != 0 || (first >= 0.0 && last <= 0.0)) {
        return answer ? answer
                      : rdg_flow_least(s->flow, a->segment->mode, &a->segment->mesh, s->work->sigma, event,
                                       least, share);
    }
    const rdg_flow_measured of = {.name = c->name, .function = &c->surface, .sign = sense_of(c)};
    minima m = {.without_first = first<0.0, .without_last = last> 0.0,
                .held = INFINITY,
                .least = INFINITY,
                .share = NAN};
    answer = rdg_flow_minima(s->flow, a->segment->mode, &a->segment->mesh, s->work->sigma, &of, INFINITY,
                             take_minimum, &m);
    m.held = m.without_last ? INFINITY : m.held;
    release_held(&m);
    *least = m.least;
    *share = m.share;
    return answer;
}

/* The least value of one surface on a segment. */
static int look_at(rdg_shooting *s, const rdg_orbit_at *a, rdg_index event, rdg_nearest_graze *nearest)
{
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, event, NULL, NULL);
    double inside = INFINITY;
    double share = NAN;
    double h = 0.0;
    int answer = look_inside(s, a, event, &inside, &share);
    answer = answer ? answer : value_at(a, c, s->work->sigma, &h);
    take_nearer(nearest, a->j, event, share, inside);
    if (fabs(h) > on_surface * s->largest && !begins_on(s, a, c)) {
        take_nearer(nearest, a->j, event, 0.0, h);
    }
    if (answer == 0 && event != a->segment->event) {
        answer = value_at(a, c, s->work->z, &h);
        if (fabs(h) > on_surface * s->largest) {
            take_nearer(nearest, a->j, event, 1.0, h);
        }
    }
    return answer;
}

/* May the orbit pass through the surface without that? Where there is a guard, and where it only marks. */
static bool may_be_passed(const rdg_hybrid_event_surface *c)
{
    return c->guard.f || (!c->reset.f && strcmp(c->from, c->to) == 0);
}

int rdg_orbit_find_graze(rdg_shooting *s, const double *u, rdg_index only, rdg_nearest_graze *nearest)
{
    int answer = 0;
    *nearest = (rdg_nearest_graze){.value = INFINITY, .segment = -1};
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        answer = rdg_orbit_end(s, &a, false);
        for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_event_surfaces(s->hybrid); k++) {
            rdg_index from = -1;
            const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, k, &from, NULL);
            if (from == a.segment->mode && (only < 0 ? !may_be_passed(c) : k == only)) {
                answer = look_at(s, &a, k, nearest);
            }
        }
    }
    return answer;
}

/* The instant of a minimum counts for nothing: the derivatives are those of h at a fixed share of the
 * segment. */
int rdg_orbit_graze_slope(rdg_shooting *s, const double *u, const rdg_nearest_graze *nearest, double *values)
{
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, nearest->event, NULL, NULL);
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, nearest->segment);
    const rdg_orbit_work *w = s->work;
    w->sigma[a.nz] *= nearest->share;
    int answer = rdg_flow_mesh(s->flow, a.segment->mode, w->sigma, &s->work->mesh, NULL);
    answer = answer ? answer
                    : rdg_flow_segment(s->flow, a.segment->mode, &s->work->mesh, w->sigma, w->y, w->dy, NULL);
    if (answer == 0 && a.start) {
        answer = rdg_orbit_start_slope(s, &a);
        rdg_orbit_from_start(s, &a, w->dy);
    }
    if (answer == 0) {
        rdg_orbit_place_end(s, &a, w->y, w->dy);
        answer = rdg_hybrid_df(&c->surface, a.nz, w->z, rdg_orbit_sizes(s, &a), 1, w->gradient, w->scratch);
    }
    for (rdg_index k = 0; k < a.nz; k++) {
        w->gradient[k] *= sense_of(c);
        w->Z[k + a.nz * a.nz] *= nearest->share; /* by the segment's whole duration */
    }
    if (answer == 0) {
        rdg_orbit_spread(s, &a, values);
    }
    return answer;
}

/* Rate at which the surface that ends a segment is passed: positive as long as it is. */
static int rate_at_end(rdg_shooting *s, const rdg_orbit_at *a, double *rate)
{
    double h = 0.0, size = 0.0;
    const int answer = rdg_orbit_surface_rate(s, a, &h, rate, &size);
    *rate *= -sense_of(a->event);
    return answer;
}

/* Its derivatives by z, into w->gradient: the rate is h_x f + h_phi omega. */
static int rate_slope(rdg_shooting *s, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(s->hybrid, a->segment->mode);
    const double sense = -sense_of(a->event);
    const double one = 1.0;
    int answer = mode->field.f(a->nz, w->z, a->n, w->value, mode->field.data);
    answer = answer ? answer
                    : rdg_hybrid_d2f(&a->event->surface, a->nz, w->z, rdg_orbit_sizes(s, a), 1, &one,
                                     w->curve, w->scratch);
    for (rdg_index k = 0; answer == 0 && k < a->nz; k++) {
        w->gradient[k] = s->at.forced ? sense * w->curve[k + a->nz * (a->nz - 1)] * a->omega : 0.0;
        for (rdg_index i = 0; i < a->n; i++) {
            w->gradient[k] += sense * w->curve[k + a->nz * i] * w->value[i];
        }
    }
    double *h = w->lambda; /* h_x */
    answer = answer ? answer
                    : rdg_hybrid_df(&a->event->surface, a->nz, w->z, rdg_orbit_sizes(s, a), 1, w->slope,
                                    w->scratch);
    if (answer != 0) {
        return answer;
    }
    memcpy(h, w->slope, (size_t)a->n * sizeof *h);
    if (s->at.forced) {
        w->gradient[a->n + s->at.omega] += sense * w->slope[a->nz - 1];
    }
    answer = rdg_hybrid_df(&mode->field, a->nz, w->z, rdg_orbit_sizes(s, a), a->n, w->slope, w->scratch);
    for (rdg_index k = 0; k < a->nz; k++) {
        for (rdg_index i = 0; i < a->n; i++) {
            w->gradient[k] += sense * h[i] * w->slope[i + a->n * k];
        }
    }
    return answer;
}

/* The least of a quantity over all segments that events end, or that `only` does if it is >= 0, and at
 * which segment, -1: there are none. */
static int least_at_ends(rdg_shooting *s, const double *u, rdg_index only,
                         int (*quantity)(rdg_shooting *s, const rdg_orbit_at *a, double *value),
                         double *least, rdg_index *segment)
{
    int answer = 0;
    *segment = -1;
    *least = 1.0;
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        if (a.event && (only < 0 || a.segment->event == only)) {
            double value = 0.0;
            answer = rdg_orbit_end(s, &a, false);
            answer = answer ? answer : quantity(s, &a, &value);
            *least = *segment < 0 ? value : fmin(*least, value);
            *segment = *segment < 0 || *least == value ? j : *segment;
        }
    }
    return answer;
}

static int slope_at_end(rdg_shooting *s, const double *u, rdg_index segment,
                        int (*slope)(rdg_shooting *s, const rdg_orbit_at *a), double *values)
{
    if (segment < 0) {
        return 0;
    }
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, segment);
    int answer = rdg_orbit_end(s, &a, true);
    answer = answer ? answer : slope(s, &a);
    if (answer == 0) {
        rdg_orbit_spread(s, &a, values);
    }
    return answer;
}

int rdg_orbit_passing(rdg_shooting *s, const double *u, rdg_index event, double *rate)
{
    rdg_index segment = -1;
    return least_at_ends(s, u, event, rate_at_end, rate, &segment);
}

int rdg_orbit_rate(rdg_shooting *s, const double *u, rdg_index segment, double *rate)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, segment);
    const int answer = rdg_orbit_end(s, &a, false);
    return answer ? answer : rate_at_end(s, &a, rate);
}

int rdg_orbit_slowest(rdg_shooting *s, const double *u, rdg_index *segment)
{
    double rate = 0.0;
    return least_at_ends(s, u, -1, rate_at_end, &rate, segment);
}

int rdg_orbit_passing_slope(rdg_shooting *s, const double *u, rdg_index event, double *values)
{
    rdg_index segment = -1;
    double least = 0.0;
    const int answer = least_at_ends(s, u, event, rate_at_end, &least, &segment);
    return answer ? answer : slope_at_end(s, u, segment, rate_slope, values);
}
