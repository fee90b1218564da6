/* Is an orbit of another event signature a neighbour of the one at which an event signature ends? Numbers of
 * segments differ, so that the orbits are compared as states at given instants of the longest segment: at the
 * same phase of the forcing, or where an autonomous motion comes nearest. A state determines its orbit. */
#include "special_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Instants, as shares of the segment. A graze in this segment opens at one of them at most. */
static const double sampled[RDG_END_SAMPLES] = {0.5, 0.25};

/* An autonomous motion is sampled at so many instants of a segment, then between those next to the nearest
 * one, so often. */
enum { INSTANTS = 33, PASSES = 4 };

static double *sample_of(const rdg_shooting *s, int k)
{
    return s->end.x + k * s->at.states;
}

int rdg_orbit_state_on_segment(rdg_shooting *s, const double *u, rdg_index j, double share, double *x,
                               double *phi)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    s->work->sigma[a.nz] *= share;
    *phi = s->at.forced ? s->work->sigma[a.nz - 1] + a.omega * s->work->sigma[a.nz] : 0.0;
    return rdg_flow_mesh(s->flow, a.segment->mode, s->work->sigma, &s->work->mesh, x);
}

/* How far the states of the segments' starts move in a step of the length that is tried there. */
static double reach_of_step(const rdg_shooting *s, const rdg_chart *event)
{
    double most = 0.0;
    for (rdg_index j = 0; j < s->segments; j++) {
        double length = 0.0;
        for (rdg_index i = 0; i < s->segment[j].n; i++) {
            length = hypot(length, event->tangent[j * s->at.states + i]);
        }
        most = fmax(most, length);
    }
    return most * s->step;
}

rdg_status rdg_orbit_sample_end(rdg_shooting *s, const rdg_chart *event)
{
    rdg_orbit_end_samples *end = &s->end;
    const double *u = event->u;
    if (!end->x) {
        end->x = rdg_context_calloc(s->ctx, (size_t)(RDG_END_SAMPLES * s->at.states), sizeof *end->x);
        if (!end->x) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    end->segment = 0;
    for (rdg_index j = 1; j < s->segments; j++) {
        end->segment = u[s->at.tau + j] > u[s->at.tau + end->segment] ? j : end->segment;
    }
    end->mode = s->segment[end->segment].mode;
    end->n = s->segment[end->segment].n;
    end->is_known = true;
    for (int k = 0; end->is_known && k < RDG_END_SAMPLES; k++) {
        end->is_known =
            rdg_orbit_state_on_segment(s, u, end->segment, sampled[k], sample_of(s, k), &end->phi[k]) == 0;
    }
    end->reach = reach_of_step(s, event);
    end->is_left = end->leaves[0] = end->leaves[1] = false;
    return rdg_error_status(s->ctx);
}

/* The least distance from a state among instants of a segment. */
typedef struct nearest_instant {
    const double *from;
    rdg_index n, number, at; /* of instants seen; the nearest of them */
    double least;
} nearest_instant;

static int note_distance(const rdg_hybrid_state *state, void *data)
{
    nearest_instant *near = data;
    double length = 0.0;
    for (rdg_index i = 0; i < near->n; i++) {
        length = hypot(length, state->x[i] - near->from[i]);
    }
    if (length < near->least) {
        near->least = length;
        near->at = near->number;
    }
    near->number++;
    return 0;
}

/* The least distance at `count` instants between two shares of segment j, and the share of the nearest one.
 */
static double nearest_between(rdg_shooting *s, const double *u, rdg_index j, const double *x, double from,
                              double to, rdg_index count, double *at)
{
    double share[INSTANTS];
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    nearest_instant near = {.from = x, .n = a.n, .least = INFINITY};
    for (rdg_index i = 0; i < count; i++) {
        share[i] = count > 1 ? from + (to - from) * (double)i / (double)(count - 1) : from;
    }
    const rdg_flow_instants instants = {.count = count, .share = share, .at = note_distance, .data = &near};
    rdg_mesh *mesh = &s->work->mesh;
    if (rdg_flow_mesh(s->flow, a.segment->mode, s->work->sigma, mesh, NULL) != 0 ||
        rdg_flow_trace_at(s->flow, a.segment->mode, mesh, s->work->sigma, &instants) != 0) {
        return INFINITY;
    }
    *at = share[near.at];
    return near.least;
}

/* Of segment j from a state x, wherever the motion along it is nearest. */
static double distance_in_time(rdg_shooting *s, const double *u, rdg_index j, const double *x)
{
    double from = 0.0, to = 1.0, at = 0.0, least = INFINITY;
    for (int pass = 0; pass < PASSES; pass++) {
        const double width = (to - from) / (INSTANTS - 1);
        least = nearest_between(s, u, j, x, from, to, INSTANTS, &at);
        from = fmax(at - width, 0.0);
        to = fmin(at + width, 1.0);
    }
    return least;
}

/* Of segment j from a state x that comes at a phase, or whole periods of the forcing later. */
static double distance_in_phase(rdg_shooting *s, const double *u, rdg_index j, const double *x, double phi)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    const double begin = s->work->sigma[a.nz - 1], turned = a.omega * s->work->sigma[a.nz];
    const double turn = RDG_HZ(1.0);
    double least = INFINITY;
    for (double at = phi + turn * ceil((begin - phi) / turn); at <= begin + turned && turned > 0.0;
         at += turn) {
        const double share = (at - begin) / turned;
        double found = 0.0;
        least = fmin(least, nearest_between(s, u, j, x, share, share, 1, &found));
    }
    return least;
}

/* Of the orbit at variables u from a state; INFINITY: it is in another mode there. */
static double distance_from(rdg_shooting *s, const double *u, const double *x, double phi)
{
    double least = INFINITY;
    for (rdg_index j = 0; j < s->segments; j++) {
        if (s->segment[j].mode == s->end.mode) {
            least =
                fmin(least, s->at.forced ? distance_in_phase(s, u, j, x, phi) : distance_in_time(s, u, j, x));
        }
    }
    return least;
}

double rdg_orbit_distance_from_end(rdg_shooting *s, const double *u)
{
    const rdg_orbit_end_samples *end = &s->end;
    double *mirrored = s->work->gradient;
    double largest = -INFINITY;
    for (int k = 0; k < RDG_END_SAMPLES; k++) {
        const double *x = sample_of(s, k);
        double distance = distance_from(s, u, x, end->phi[k]);
        if (s->symmetry) { /* half of an orbit stands for it, this one or the other one */
            rdg_orbit_mirror(s, false, x, mirrored);
            distance = fmin(distance, distance_from(s, u, mirrored, end->phi[k] + rdg_orbit_phase(s)));
        }
        largest = isfinite(distance) ? fmax(largest, distance) : largest;
    }
    return largest < 0.0 ? INFINITY : largest;
}

double rdg_orbit_size_at_end(const rdg_shooting *s)
{
    double size = 0.0;
    for (rdg_index i = 0; i < s->end.n; i++) {
        size = hypot(size, s->end.x[i]);
    }
    return size;
}
