/* The equations of an orbit. Those of slots that are not in use are left out of every system: they are 0. */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Orbits close as nearly, of their size. */
static const double closed = 1e-5;

/* Of the period of the orbit last met: what is shorter is not the same orbit a step farther on, but no orbit,
 * since any state is where it was no time later. */
static const double shortest = 1e-2;

/* x_next - R(y), or G x_next - R(y) where half of the orbit is closed: as G^2 = 1, x_next - G R(y). */
static int join(rdg_shooting *s, const double *u, const rdg_orbit_at *a, double *y)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index states = s->at.states;
    const double *end = a->segment->y;
    if (a->event && a->event->reset.f) {
        const int answer = a->event->reset.f(a->nz, w->z, a->n_next, w->value, a->event->reset.data);
        if (answer != 0) {
            return answer;
        }
        end = w->value;
    }
    const double *next = u + a->next * states;
    for (rdg_index i = 0; i < a->n_next; i++) {
        y[a->next * states + i] = next[i];
        if (s->symmetry && a->next == 0) {
            for (rdg_index k = 0; k < a->n_next; k++) {
                y[i] -= s->symmetry[i + states * k] * end[k];
            }
        } else {
            y[a->next * states + i] -= end[i];
        }
    }
    return 0;
}

/* What the duration of a segment is determined by. */
static int limit(rdg_shooting *s, const double *u, const rdg_orbit_at *a, double *y)
{
    const rdg_orbit_layout *at = &s->at;
    const rdg_orbit_work *w = s->work;
    if (rdg_orbit_reaches(a)) {
        *y = u[at->tau + a->j] - a->segment->reached;
        return 0;
    }
    if (a->event) {
        return a->event->surface.f(a->nz, w->z, 1, y, a->event->surface.data);
    }
    if (a->segment->ratio > 0.0) {
        *y = u[at->tau + a->j] - a->segment->ratio * u[at->tau + a->next];
    } else if (at->forced) {
        *y = u[at->phi];
    } else {
        const double *point = s->anchor;
        const double *normal = s->anchor + at->states;
        for (rdg_index i = 0; i < s->segment[0].n; i++) {
            *y += normal[i] * (u[i] - point[i]);
        }
        return rdg_orbit_leaves_plane(s, u);
    }
    return 0;
}

int rdg_orbit_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    rdg_shooting *s = data;
    const rdg_orbit_layout *at = &s->at;
    double whole = 0.0;
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        int answer = rdg_orbit_end(s, &a, false);
        answer = answer ? answer : join(s, u, &a, y);
        answer = answer ? answer : limit(s, u, &a, &y[at->when + j]);
        if (answer != 0) {
            return answer;
        }
        whole += u[at->tau + j];
    }
    if (!at->forced && s->segment[s->segments - 1].event < 0 && whole < shortest * s->period) {
        return 1;
    }
    if (at->forced) {
        y[at->period] = u[at->p + at->omega] * whole / rdg_orbit_phase(s) - 1.0;
    }
    return 0;
}

bool rdg_orbit_is_solved(rdg_shooting *s, const double *u)
{
    const rdg_orbit_layout *at = &s->at;
    double *y = rdg_context_calloc(s->ctx, (size_t)at->m, sizeof *y);
    if (!y) {
        return false;
    }
    double size = 0.0;
    double rest = 0.0;
    bool is = rdg_orbit_f(at->n, u, at->m, y, s) == 0;
    for (rdg_index i = 0; i < at->tau; i++) {
        size = fmax(size, fabs(u[i]));
        rest = fmax(rest, fabs(y[i]));
    }
    for (rdg_index j = 0; j < at->slots; j++) {
        const bool is_used = u[at->tau + j] != 0.0;
        is = is && is_used == (j < s->segments);
        if (is && is_used && s->segment[j].event >= 0) {
            const rdg_hybrid_event_surface *c =
                rdg_hybrid_event_surface_at(s->hybrid, s->segment[j].event, NULL, NULL);
            const double largest = c->reached ? rdg_orbit_period(s, u) : fmax(s->largest, 1.0);
            rest = fmax(rest, fabs(y[at->when + j]) / largest * size);
        }
    }
    rdg_free(y);
    return is && rest <= closed * size;
}
