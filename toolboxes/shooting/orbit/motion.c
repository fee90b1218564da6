/* The motion along an orbit at given instants. */
#include "orbit_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

/* Segment and share of it at an instant behind the start. */
static rdg_index find_segment(const rdg_shooting *s, const double *u, double t, double *share)
{
    rdg_index j = 0;
    while (j + 1 < s->segments && t > u[s->at.tau + j]) {
        t -= u[s->at.tau + j];
        j++;
    }
    *share = u[s->at.tau + j] != 0.0 ? t / u[s->at.tau + j] : 0.0;
    return j;
}

/* Rows that lie on one segment, in one half of the orbit. */
typedef struct stretch {
    rdg_shooting *s;
    const double *u;
    rdg_index segment, first, count;
    bool is_second_half;
    const double *share; /* [first + count] */
    double *x;           /* of row `first`, and on */
} stretch;

static int put_row(const rdg_hybrid_state *state, void *data)
{
    stretch *at = data;
    const rdg_index states = at->s->at.states;
    memset(at->x, 0, (size_t)states * sizeof *at->x);
    if (at->is_second_half) {
        rdg_orbit_mirror(at->s, false, state->x, at->x);
    } else {
        memcpy(at->x, state->x, (size_t)at->s->segment[at->segment].n * sizeof *at->x);
    }
    at->x += states;
    return 0;
}

static int follow(stretch *at)
{
    rdg_shooting *s = at->s;
    const rdg_orbit_at a = rdg_orbit_segment_at(s, at->u, at->segment);
    const rdg_flow_instants instants = {
        .count = at->count, .share = at->share + at->first, .at = put_row, .data = at};
    rdg_mesh *mesh = &s->work->mesh;
    const int answer = rdg_flow_mesh(s->flow, a.segment->mode, s->work->sigma, mesh, NULL);
    return answer ? answer : rdg_flow_trace_at(s->flow, a.segment->mode, mesh, s->work->sigma, &instants);
}

/* Rows with t in place, stretch by stretch. */
static rdg_status follow_all(rdg_shooting *s, const double *u, rdg_index count, const double *t,
                             double *share, rdg_index *mode, double *x)
{
    const double whole = rdg_orbit_period(s, u) / (s->symmetry ? 2.0 : 1.0); /* of the segments */
    stretch at = {.s = s, .u = u, .share = share, .x = x};
    for (rdg_index i = 0; i <= count; i++) {
        const bool second = i < count && s->symmetry && t[i] >= whole;
        const rdg_index j = i < count ? find_segment(s, u, second ? t[i] - whole : t[i], &share[i]) : -1;
        if (at.count > 0 && (j != at.segment || second != at.is_second_half)) {
            if (follow(&at) != 0) {
                return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_shooting_motion",
                                "\"%s\": the motion cannot be followed: %s", rdg_hybrid_name(s->hybrid),
                                rdg_flow_reason(s->flow));
            }
            at.count = 0;
        }
        if (at.count == 0) {
            at.segment = j;
            at.first = i;
            at.is_second_half = second;
        }
        at.count++;
        if (mode && i < count) {
            mode[i] = s->segment[j].mode;
        }
    }
    return RDG_OK;
}

rdg_status rdg_shooting_motion(rdg_shooting *s, const double *u, rdg_index count, double *t, rdg_index *mode,
                               double *x)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (!u || !t || !x || count < 1) {
        return RDG_FAIL(
            s->ctx, RDG_ERR_ARGUMENT,
            "it needs variables, at least one instant (count = %" PRId64 ") and places for t and x", count);
    }
    RDG_TRY(rdg_require_finite(s->ctx, __func__, "u", s->at.n, u));
    double *share = rdg_context_calloc(s->ctx, (size_t)count, sizeof *share);
    if (!share) {
        return rdg_error_status(s->ctx);
    }
    const double T = rdg_orbit_period(s, u);
    for (rdg_index i = 0; i < count; i++) {
        t[i] = T * (double)i / (double)count;
    }
    const rdg_status status = follow_all(s, u, count, t, share, mode, x);
    rdg_free(share);
    return status;
}

rdg_index rdg_shooting_segments(const rdg_shooting *s)
{
    return s ? s->segments : 0;
}

static rdg_status check_segment(const rdg_shooting *s, const char *where, const double *u, rdg_index segment)
{
    if (!u || segment < 0 || segment >= s->segments) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where,
                        "it needs variables, and a segment from 0 to %" PRId64 ", not %" PRId64,
                        s->segments - 1, segment);
    }
    return rdg_require_finite(s->ctx, where, "u", s->at.n, u);
}

rdg_status rdg_shooting_segment_at(rdg_shooting *s, const double *u, rdg_index segment,
                                   rdg_shooting_segment *is)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, is, RDG_ERR_ARGUMENT);
    RDG_TRY(check_segment(s, __func__, u, segment));
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, segment);
    *is = (rdg_shooting_segment){.mode = a.segment->mode,
                                 .event = a.segment->event,
                                 .at_once = a.segment->at_once,
                                 .duration = u[s->at.tau + segment],
                                 .phase = s->at.forced ? s->work->sigma[a.n + s->at.np] : 0.0};
    return RDG_OK;
}

rdg_status rdg_shooting_segment_motion(rdg_shooting *s, const double *u, rdg_index segment, rdg_index count,
                                       const double *share, double *x)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, share, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, x, RDG_ERR_ARGUMENT);
    RDG_TRY(check_segment(s, __func__, u, segment));
    RDG_TRY(rdg_require_finite(s->ctx, __func__, "share", count, share));
    stretch at = {.s = s, .u = u, .segment = segment, .count = count, .share = share, .x = x};
    return follow(&at) == 0 ? RDG_OK
                            : RDG_FAIL(s->ctx, RDG_ERR_NO_CONVERGENCE, "\"%s\": segment %" PRId64 ": %s",
                                       rdg_hybrid_name(s->hybrid), segment, rdg_flow_reason(s->flow));
}
