/* The motion along an orbit at given instants. */
#include "orbit_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

/* State at a share of an arc, into y. Answers as callbacks do. */
static int state_at(rdg_shooting *s, const double *u, rdg_index j, double share, double *y)
{
    const rdg_orbit_at a = rdg_orbit_arc_at(s, u, j);
    s->work->sigma[a.nz] *= share;
    const int answer = rdg_flow_mesh(s->flow, a.arc->mode, s->work->sigma, &s->work->mesh, y);
    return answer;
}

/* Arc and share of it at an instant behind the start. */
static rdg_index find_arc(const rdg_shooting *s, const double *u, double t, double *share)
{
    rdg_index j = 0;
    while (j + 1 < s->arcs && t > u[s->at.tau + j]) {
        t -= u[s->at.tau + j];
        j++;
    }
    *share = u[s->at.tau + j] != 0.0 ? t / u[s->at.tau + j] : 0.0;
    return j;
}

rdg_status rdg_shooting_motion(rdg_shooting *s, const double *u, rdg_index count, double *t, rdg_index *mode,
                               double *x)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!u || !t || !x || count < 1) {
        return RDG_FAIL(
            s->ctx, RDG_ERR_ARGUMENT,
            "it needs variables, at least one instant (count = %" PRId64 ") and places for t and x", count);
    }
    const rdg_index states = s->at.states;
    const double T = rdg_orbit_period(s, u);
    const double whole = s->symmetry ? 0.5 * T : T; /* of the arcs */
    for (rdg_index i = 0; i < count; i++) {
        double share = 0.0;
        t[i] = T * (double)i / (double)count;
        const bool is_second_half = s->symmetry && t[i] >= whole;
        const rdg_index j = find_arc(s, u, is_second_half ? t[i] - whole : t[i], &share);
        double *at = x + i * states;
        memset(at, 0, (size_t)states * sizeof *at);
        if (state_at(s, u, j, share, is_second_half ? s->work->gradient : at) != 0) {
            return RDG_FAIL(s->ctx, RDG_ERR_NO_CONVERGENCE, "\"%s\": the motion cannot be followed: %s",
                            rdg_hybrid_name(s->hybrid), rdg_flow_reason(s->flow));
        }
        if (is_second_half) {
            rdg_orbit_mirror(s, false, s->work->gradient, at);
        }
        if (mode) {
            mode[i] = s->arc[j].mode;
        }
    }
    return RDG_OK;
}
