/* A mesh for a segment: the steps that the control of errors takes. */
#include "linear_impl.h"
#include "radau_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

int rdg_mesh_append(rdg_flow *flow, rdg_mesh *mesh, double share)
{
    if (rdg_context_reserve(flow->ctx, (void *)&mesh->share, &mesh->capacity, mesh->steps + 1,
                            sizeof *mesh->share) != RDG_OK) {
        return rdg_flow_because(flow, -1, "there is no memory for a mesh of %ld steps",
                                (long)mesh->steps + 1);
    }
    mesh->share[mesh->steps++] = share;
    return 0;
}

/* Steps are cut so that the last two are equal rather than the last one tiny. */
static double cut(double share, double left)
{
    if (share >= left * (1.0 - 1e-12)) {
        return left;
    }
    return 2.0 * share > left ? 0.5 * left : share;
}

/* *stiff: the segment is stiff, and was left. */
static int march(rdg_flow *flow, rdg_mesh *mesh, bool *stiff)
{
    rdg_rk *k = &flow->rk;
    rdg_control c = {.smallest = 8.0 * DBL_EPSILON};
    int answer = rdg_rk_begin(k, 0.0);
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, 0.0);
    }
    double next = rdg_control_first(flow, 1.0), pos = 0.0;
    while (pos < 1.0) {
        const double left = 1.0 - pos;
        double share = cut(fmax(next, c.smallest), left);
        const double tried = share;
        answer = rdg_control_step(flow, &c, pos, &share, &next);
        if (answer != 0) {
            return answer;
        }
        const bool last = share == tried && tried == left;
        pos = last ? 1.0 : pos + share;
        answer = rdg_mesh_append(flow, mesh, flow->radau ? -share : share);
        if (answer == 0 && !last) {
            answer = rdg_rk_end(k);
            answer = answer != 0 ? rdg_flow_refused(flow, answer, pos) : 0;
            *stiff = answer == 0 && rdg_control_is_bound(flow, &c, RDG_MESH_BOUND);
            answer = answer == 0 ? rdg_radau_turn(flow, &c, next) : answer;
        }
        if (answer != 0 || *stiff) {
            return answer;
        }
        rdg_rk_advance(k);
    }
    return 0;
}

static int choose(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh)
{
    mesh->steps = 0;
    int answer = rdg_flow_segment_begin(flow, mode, sigma, false);
    if (answer != 0) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    if (k->tau == 0.0) {
        answer = rdg_mesh_append(flow, mesh, 1.0);
    } else if (flow->closed) {
        answer = rdg_mesh_append(flow, mesh, 1.0);
        rdg_flow_step(flow, 0.0, 1.0);
        answer = answer == 0 ? rdg_flow_not_a_state(flow, 1.0) : answer;
        rdg_rk_advance(k);
    } else {
        bool stiff = false;
        answer = march(flow, mesh, &stiff);
        if (stiff) {
            flow->is_stiff[mode] = true;
            return choose(flow, mode, sigma, mesh);
        }
    }
    return answer;
}

int rdg_flow_mesh(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh, double *y)
{
    if (!flow) {
        return -1;
    }
    if (!sigma || !mesh) {
        return rdg_flow_because(flow, -1, "%s is NULL", !sigma ? "sigma" : "mesh");
    }
    const int answer = choose(flow, mode, sigma, mesh);
    if (answer != 0) {
        mesh->steps = 0; /* those that it has lead along a part of the segment only */
    } else if (y) {
        memcpy(y, flow->rk.z, (size_t)flow->rk.n * sizeof *y);
    }
    return answer;
}
