/* Which of several events with one surface an orbit takes: the first one whose guard is not negative. What
 * could change that is watched, the guards of those that it takes and of those before them, which it does
 * not. */
#include "special_impl.h"

#include <math.h>
#include <string.h>

bool rdg_orbit_has_guards(const rdg_shooting *s)
{
    bool any = false;
    for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(s->hybrid); k++) {
        any = any || rdg_hybrid_event_surface_at(s->hybrid, k, NULL, NULL)->guard.f;
    }
    return any;
}

static int sense_of(const rdg_hybrid_event_surface *c)
{
    return c->direction > 0 ? 1 : -1;
}

/* Do events come where one surface is passed, in one direction? */
static bool are_alike(const rdg_hybrid_event_surface *a, const rdg_hybrid_event_surface *b)
{
    return a->surface.f == b->surface.f && a->surface.data == b->surface.data && sense_of(a) == sense_of(b) &&
           strcmp(a->from, b->from) == 0;
}

/* The guard that is nearest to another choice. */
typedef struct nearest_guard {
    double value; /* how far it is, > 0: it is not reached */
    rdg_index segment;
    const rdg_hybrid_function *guard; /* NULL: there is none */
    double sense;                     /* -1: it is one that refuses, and has to stay negative */
} nearest_guard;

static int look_at(const rdg_shooting *s, const rdg_orbit_at *a, const rdg_hybrid_event_surface *c,
                   double sense, nearest_guard *nearest)
{
    double value = 0.0;
    const int answer = c->guard.f(a->nz, s->work->z, 1, &value, c->guard.data);
    if (answer == 0 && (!nearest->guard || sense * value < nearest->value)) {
        *nearest = (nearest_guard){sense * value, a->j, &c->guard, sense};
    }
    return answer;
}

static int find(rdg_shooting *s, const double *u, nearest_guard *nearest)
{
    int answer = 0;
    *nearest = (nearest_guard){.value = 1.0, .segment = -1};
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        answer = a.event ? rdg_orbit_end(s, &a, false) : 0;
        for (rdg_index k = 0; answer == 0 && a.event && k <= a.segment->event; k++) {
            const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, k, NULL, NULL);
            if (c->guard.f && are_alike(c, a.event)) {
                answer = look_at(s, &a, c, k == a.segment->event ? 1.0 : -1.0, nearest);
            }
        }
    }
    return answer;
}

int rdg_orbit_guard(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    nearest_guard nearest;
    (void)n;
    (void)m;
    const int answer = find(data, u, &nearest);
    y[0] = nearest.value;
    return answer;
}

int rdg_orbit_guard_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_shooting *s = data;
    nearest_guard nearest;
    (void)n;
    (void)m;
    int answer = find(s, u, &nearest);
    if (answer != 0 || !nearest.guard) {
        return answer;
    }
    const rdg_orbit_work *w = s->work;
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, nearest.segment);
    answer = rdg_orbit_end(s, &a, true);
    answer =
        answer ? answer
               : rdg_hybrid_df(nearest.guard, a.nz, w->z, rdg_orbit_sizes(s, &a), 1, w->gradient, w->scratch);
    for (rdg_index k = 0; k < a.nz; k++) {
        w->gradient[k] *= nearest.sense;
    }
    if (answer == 0) {
        rdg_orbit_spread(s, &a, values);
    }
    return answer;
}
