/* Events at one instant: two contacts that begin to slip together, as in symmetric motion. */
#include "record_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A surface is met where it is as near to zero, and states agree as nearly, of their sizes. */
static const double near = 1e-6;

/* Events that are as near to each other, of the period, come at one instant. */
static const double at_once = 1e-13;

/* The state behind an event from (x, p, phi) in s->work->z, into its place. False: it has none. */
static bool pass(const rdg_record *r, rdg_index event, rdg_index *mode, double phi)
{
    rdg_shooting *s = r->s;
    const rdg_orbit_work *w = s->work;
    rdg_index to = -1;
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, event, NULL, &to);
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, *mode)->n;
    const rdg_index n_to = rdg_hybrid_phase_at(s->hybrid, to)->n;
    const rdg_index nz = n + s->at.np + (s->at.forced ? 1 : 0);
    memcpy(w->z + n, s->p, (size_t)s->at.np * sizeof(double));
    if (s->at.forced) {
        w->z[nz - 1] = phi;
    }
    memcpy(w->value, w->z, (size_t)n * sizeof(double));
    if (c->reset.f && c->reset.f(nz, w->z, n_to, w->value, c->reset.data) != 0) {
        return false;
    }
    memcpy(w->z, w->value, (size_t)n_to * sizeof(double));
    *mode = to;
    return true;
}

/* Does the state in s->work->z lie on the surface of an event of its mode? */
static bool is_on(const rdg_record *r, rdg_index event, rdg_index mode, double phi)
{
    rdg_shooting *s = r->s;
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, event, NULL, NULL);
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, mode)->n;
    const rdg_index nz = n + s->at.np + (s->at.forced ? 1 : 0);
    double h = 0.0;
    memcpy(w->z + n, s->p, (size_t)s->at.np * sizeof(double));
    if (s->at.forced) {
        w->z[nz - 1] = phi;
    }
    if (c->surface.f(nz, w->z, 1, &h, c->surface.data) != 0 ||
        rdg_hybrid_df(&c->surface, nz, w->z, NULL, 1, w->slope, w->scratch) != 0) {
        return false;
    }
    double size = 0.0;
    for (rdg_index k = 0; k < nz; k++) {
        size += fabs(w->slope[k]) * (k < n ? r->largest[k] : fabs(w->z[k]));
    }
    return fabs(h) <= near * size;
}

/* From the state before, through two events: are mode and state those in s->work->lambda? */
static bool leads_there(const rdg_record *r, const rdg_index pair[2], rdg_index mode, const double *before,
                        double phi, rdg_index end)
{
    rdg_shooting *s = r->s;
    const rdg_orbit_work *w = s->work;
    memcpy(w->z, before, (size_t)rdg_hybrid_phase_at(s->hybrid, mode)->n * sizeof(double));
    for (int k = 0; k < 2; k++) {
        if (!is_on(r, pair[k], mode, phi) || !pass(r, pair[k], &mode, phi)) {
            return false;
        }
    }
    bool same = mode == end;
    for (rdg_index i = 0; same && i < rdg_hybrid_phase_at(s->hybrid, mode)->n; i++) {
        same = fabs(w->z[i] - w->lambda[i]) <= near * r->largest[i];
    }
    return same;
}

/* An event from a mode, from a place on. -1: there is none left */
static rdg_index next_from(const rdg_hybrid *h, rdg_index mode, rdg_index k)
{
    for (rdg_index from = -1; k < rdg_hybrid_event_surfaces(h); k++) {
        rdg_hybrid_event_surface_at(h, k, &from, NULL);
        if (from == mode) {
            return k;
        }
    }
    return -1;
}

static bool is_indifferent(const rdg_record *r, rdg_index first, rdg_index second, const double *before,
                           double phi)
{
    rdg_shooting *s = r->s;
    rdg_hybrid *h = s->hybrid;
    const rdg_orbit_work *w = s->work;
    rdg_index start = -1;
    if (first < 0) {
        return false;
    }
    rdg_hybrid_event_surface_at(h, first, &start, NULL);
    rdg_index end = start;
    memcpy(w->z, before, (size_t)rdg_hybrid_phase_at(h, start)->n * sizeof(double));
    if (!pass(r, first, &end, phi) || !pass(r, second, &end, phi)) {
        return false;
    }
    memcpy(w->lambda, w->z, (size_t)rdg_hybrid_phase_at(h, end)->n * sizeof(double));
    for (rdg_index a = next_from(h, start, 0); a >= 0; a = next_from(h, start, a + 1)) {
        rdg_index middle = -1;
        rdg_hybrid_event_surface_at(h, a, NULL, &middle);
        if (a == first || rdg_hybrid_enter(h, middle) != RDG_OK || rdg_orbit_is_too_narrow(s)) {
            continue;
        }
        for (rdg_index b = next_from(h, middle, 0); b >= 0; b = next_from(h, middle, b + 1)) {
            if (leads_there(r, (rdg_index[]){a, b}, start, before, phi, end)) {
                return true;
            }
        }
    }
    return false;
}

/* Events that come at one instant are taken one after the other, if the order is all the same. */
rdg_status rdg_meet_at_once(const rdg_record *r, rdg_index i, double period, rdg_draft_segment *segment)
{
    rdg_shooting *s = r->s;
    const rdg_recorded *from = &r->item[i];
    segment->at_once = segment->event >= 0 && !(segment->tau > at_once * period);
    if (!segment->at_once) {
        return RDG_OK;
    }
    segment->tau = 0.0;
    if (is_indifferent(r, from->event, segment->event, rdg_record_before(r, i), from->phi)) {
        return RDG_OK;
    }
    return rdg_fail(
        s->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_shooting_create",
        "\"%s\": \"%s\" and \"%s\" come at one instant, and in the other order they lead elsewhere: such "
        "a pair is not followed; make one event surface of both",
        rdg_hybrid_name(s->hybrid), rdg_hybrid_event_surface_at(s->hybrid, from->event, NULL, NULL)->name,
        rdg_hybrid_event_surface_at(s->hybrid, segment->event, NULL, NULL)->name);
}
