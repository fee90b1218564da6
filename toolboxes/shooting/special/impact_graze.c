/* The orbit on the other side of a graze of an impact.
 *
 * At the graze the impact has no velocity, and an orbit with it and one without it are the same motion. In
 * durations and states of the segments the orbits of either event signature form a smooth curve through it:
 * only the period map has a square root. So the grazing motion itself, with its segment divided at the impact
 * or with two segments joined there, is the first orbit of the other event signature. */
#include "special_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* An impact without velocity changes no state by more, of the size of the states. */
static const double unchanged = 1e-5;

/* The segments between events, without their pieces; the first one starts behind an event, if there is
 * any.
 */
typedef struct whole_segments {
    rdg_draft_segment *segment; /* [count] */
    rdg_index *first;           /* [2 count] segments of the orbit with which each starts, and ends */
    rdg_index count;
} whole_segments;

static rdg_status take_whole(rdg_shooting *s, const double *u, whole_segments *w)
{
    w->segment = rdg_context_calloc(s->ctx, (size_t)s->segments, sizeof *w->segment);
    w->first = rdg_context_calloc(s->ctx, 2 * (size_t)s->segments, sizeof *w->first);
    w->count = 0;
    bool begins = true;
    for (rdg_index j = 0; w->segment && w->first && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        if (begins) {
            w->first[2 * w->count] = j;
            w->segment[w->count++] = (rdg_draft_segment){.mode = a.segment->mode,
                                                         .phi = s->at.forced ? s->work->sigma[a.nz - 1] : 0.0,
                                                         .x = u + j * s->at.states};
        }
        rdg_draft_segment *whole = &w->segment[w->count - 1];
        whole->tau += u[s->at.tau + j];
        whole->event = a.segment->event;
        whole->at_once = a.segment->at_once;
        w->first[2 * w->count - 1] = j;
        begins = !(a.segment->event < 0 && a.segment->ratio > 0.0);
    }
    return rdg_error_status(s->ctx);
}

/* The end of the period divides a segment that no event does. */
static void join_last_and_first(whole_segments *w)
{
    rdg_draft_segment *last = &w->segment[w->count - 1];
    if (w->count > 1 && last->event < 0) {
        last->tau += w->segment[0].tau;
        last->event = w->segment[0].event;
        w->segment[0] = *last;
        w->first[0] = w->first[2 * w->count - 2];
        w->count--;
    }
}

/* The whole segment that has segment j of the orbit, and the time from its start to that. */
static rdg_index whole_of(const rdg_shooting *s, const double *u, const whole_segments *w, rdg_index j,
                          double *before)
{
    for (rdg_index k = 0; k < w->count; k++) {
        *before = 0.0;
        for (rdg_index i = 0; i < s->segments; i++) {
            const rdg_index at = (w->first[2 * k] + i) % s->segments;
            if (at == j) {
                return k;
            }
            *before += u[s->at.tau + at];
            if (s->segment[at].event >= 0) {
                break;
            }
        }
    }
    return -1;
}

static rdg_status add_from(rdg_shooting *s, const whole_segments *w, rdg_index from, rdg_index count,
                           rdg_draft *draft)
{
    for (rdg_index k = 0; k < count; k++) {
        RDG_TRY(rdg_draft_add(s, draft, &w->segment[(from + k) % w->count]));
    }
    return RDG_OK;
}

static bool is_impact(const rdg_shooting *s, rdg_index event)
{
    return event >= 0 && rdg_orbit_is_impact(rdg_hybrid_event_surface_at(s->hybrid, event, NULL, NULL));
}

/* State at a time of a segment into x, *phi its phase, behind an impact. false: it is none without velocity.
 */
static bool state_behind(rdg_shooting *s, const rdg_draft_segment *segment, double time, rdg_index event,
                         double *x, double *phi)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, segment->mode)->n, np = s->at.np;
    const rdg_hybrid_function *reset = &rdg_hybrid_event_surface_at(s->hybrid, event, NULL, NULL)->reset;
    rdg_mesh mesh = {.steps = 0};
    *phi = segment->phi + (s->at.forced ? s->p[s->at.omega] * time : 0.0);
    memcpy(w->sigma, segment->x, (size_t)n * sizeof *w->sigma);
    memcpy(w->sigma + n, s->p, (size_t)np * sizeof *w->sigma);
    w->sigma[n + np] = segment->phi;
    w->sigma[n + np + (s->at.forced ? 1 : 0)] = time;
    bool is = rdg_flow_mesh(s->flow, segment->mode, w->sigma, &mesh, w->y) == 0;
    rdg_mesh_release(&mesh);
    memcpy(w->z, w->y, (size_t)n * sizeof *w->z);
    memcpy(w->z + n, s->p, (size_t)np * sizeof *w->z);
    w->z[n + np] = s->at.forced ? *phi : w->z[n + np];
    const rdg_index nz = n + np + (s->at.forced ? 1 : 0);
    is = is && reset->f(nz, w->z, n, x, reset->data) == 0;
    double change = 0.0, size = 0.0;
    for (rdg_index i = 0; is && i < n; i++) {
        change = hypot(change, x[i] - w->y[i]);
        size = hypot(size, fmax(s->segment[0].extent[i], fabs(x[i])));
    }
    return is && change <= unchanged * size;
}

/* The grazed segment is divided at the impact. */
static rdg_status divide(rdg_shooting *s, const double *u, whole_segments *w, const rdg_nearest_graze *graze,
                         rdg_draft *draft, bool *found)
{
    double before = 0.0, phi = 0.0;
    const rdg_index k = whole_of(s, u, w, graze->segment, &before);
    const double time = before + graze->share * u[s->at.tau + graze->segment];
    double *x = s->work->gradient;
    *found = k >= 0 && state_behind(s, &w->segment[k], time, graze->event, x, &phi);
    if (!*found) {
        return RDG_OK;
    }
    rdg_draft_segment rest = w->segment[k];
    rest.x = x;
    rest.phi = phi;
    rest.tau -= time;
    if (rest.event < 0) { /* without any event: once around, to the impact again */
        rest.tau = w->segment[k].tau;
        rest.event = graze->event;
        return rdg_draft_add(s, draft, &rest);
    }
    double *kept = rdg_context_calloc(s->ctx, (size_t)s->at.states, sizeof *kept);
    if (!kept) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(kept, x, (size_t)s->at.states * sizeof *kept);
    rest.x = kept;
    w->segment[k].tau = time;
    w->segment[k].event = graze->event;
    w->segment[k].at_once = false;
    rdg_status status = rdg_draft_add(s, draft, &rest);
    status = status == RDG_OK ? add_from(s, w, k + 1, w->count, draft) : status;
    rdg_free(kept);
    return status;
}

/* Has the impact that ends a whole segment no velocity? */
static bool has_no_velocity(rdg_shooting *s, const double *u, const whole_segments *w, rdg_index k)
{
    double rate = 0.0;
    const double none = RDG_ORBIT_BEYOND * s->largest / rdg_orbit_period(s, u);
    return is_impact(s, w->segment[k].event) && rdg_orbit_rate(s, u, w->first[2 * k + 1], &rate) == 0 &&
           fabs(rate) <= none;
}

/* Segments are joined over impacts without velocity: of several periods in one orbit over each. */
static rdg_status join(rdg_shooting *s, const double *u, const whole_segments *w, rdg_draft *draft,
                       bool *found)
{
    rdg_index begin = 0;
    while (begin < w->count && has_no_velocity(s, u, w, begin)) {
        begin++;
    }
    *found = begin < w->count || s->at.forced;
    if (begin == w->count) { /* no impact is left: from the first one once around */
        rdg_draft_segment all = w->segment[0];
        for (rdg_index k = 1; k < w->count; k++) {
            all.tau += w->segment[k].tau;
        }
        all.event = -1;
        return *found ? rdg_draft_add(s, draft, &all) : RDG_OK;
    }
    rdg_draft_segment next = {.tau = 0.0};
    bool begins = true;
    for (rdg_index i = 1; i <= w->count; i++) {
        const rdg_index k = (begin + i) % w->count;
        const double before = begins ? 0.0 : next.tau;
        next = begins ? w->segment[k] : next;
        next.tau = before + w->segment[k].tau;
        next.event = w->segment[k].event;
        begins = !has_no_velocity(s, u, w, k);
        if (begins) {
            RDG_TRY(rdg_draft_add(s, draft, &next));
        }
    }
    return RDG_OK;
}

rdg_status rdg_orbit_cross_graze(rdg_shooting *s, const double *u, rdg_draft *draft, bool *found)
{
    rdg_nearest_graze graze;
    rdg_index segment = -1;
    whole_segments w = {.count = 0};
    *found = false;
    if (s->symmetry || rdg_orbit_find_graze(s, u, -1, &graze) != 0 ||
        rdg_orbit_slowest(s, u, &segment) != 0) {
        return RDG_OK;
    }
    const bool touches = graze.segment >= 0 && fabs(graze.value) <= RDG_ORBIT_BEYOND * s->largest;
    if (!is_impact(s, touches ? graze.event : segment < 0 ? -1 : s->segment[segment].event)) {
        return RDG_OK;
    }
    memcpy(s->p, u + s->at.p, (size_t)s->at.np * sizeof *u);
    rdg_status status = take_whole(s, u, &w);
    if (status == RDG_OK) {
        join_last_and_first(&w);
        status = touches ? divide(s, u, &w, &graze, draft, found) : join(s, u, &w, draft, found);
    }
    rdg_free(w.segment);
    rdg_free(w.first);
    *found = *found && status == RDG_OK && draft->count <= s->at.slots;
    if (status == RDG_ERR_NO_CONVERGENCE) { /* a segment cannot be followed */
        rdg_error_clear(s->ctx);
        status = RDG_OK;
    }
    return status;
}
