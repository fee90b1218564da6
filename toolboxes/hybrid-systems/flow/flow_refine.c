/* Steps that are short enough for derivatives, too.
 *
 * Steps are chosen by the error of the motion. Where that sees nothing of what is next to it, at rest while
 * the stiffness moves for one, they may be too long for the derivatives by the state, from which multipliers
 * are. What counts is their error relative to the largest entry of a column, each row in the size of its
 * state.
 */
#include "linear_impl.h"

#include <math.h>
#include <string.h>

enum { MOST_PIECES = 8, PASSES = 12 };

double rdg_flow_slope_error(const rdg_flow *flow)
{
    return flow ? flow->rk.slope_error : NAN;
}

void rdg_flow_weigh_slopes(rdg_flow *flow, bool weigh)
{
    if (flow) {
        flow->rk.weigh = weigh ? flow->options.slopes : 0.0;
        flow->rk.slope_error = 0.0;
    }
}

static double pieces_for(double error)
{
    return error > 1.0 ? fmin(MOST_PIECES, ceil(1.05 * pow(error, 1.0 / 8.0))) : 1.0;
}

/* How many pieces each step should be cut into, behind the shares: all of them, 0 after a failure. */
static int count_pieces(rdg_flow *flow, const double *sigma, rdg_mesh *mesh, rdg_index *total)
{
    rdg_rk *k = &flow->rk;
    double pos = 0.0;
    const rdg_trail *trail = rdg_trail_of(flow, sigma, mesh->steps, mesh->share, false);
    int answer = trail ? 0 : -1;
    *total = 0;
    for (rdg_index i = 0; answer == 0 && i < mesh->steps; i++) {
        const rdg_rk_stages stages = rdg_trail_at(flow, trail, i);
        k->slope_error = 0.0;
        answer = rdg_trail_step(flow, &stages, pos, mesh->share[i], false, NULL);
        const double pieces = pieces_for(k->slope_error);
        mesh->share[mesh->steps + i] = pieces;
        *total += (rdg_index)pieces;
        pos += fabs(mesh->share[i]);
        rdg_rk_advance(k);
    }
    return answer;
}

static int reserve(rdg_flow *flow, rdg_mesh *mesh, rdg_index count)
{
    if (rdg_context_reserve(flow->ctx, (void *)&mesh->share, &mesh->capacity, count, sizeof *mesh->share) !=
        RDG_OK) {
        return rdg_flow_because(flow, -1, "there is no memory for a mesh of %ld steps", (long)count);
    }
    return 0;
}

/* From the back, so that no share is overwritten before it is cut. */
static void cut(rdg_mesh *mesh, rdg_index total)
{
    const double *pieces = mesh->share + total;
    memmove(mesh->share + total, mesh->share + mesh->steps, (size_t)mesh->steps * sizeof(double));
    rdg_index to = total;
    for (rdg_index i = mesh->steps - 1; i >= 0; i--) {
        const double part = mesh->share[i] / pieces[i];
        for (rdg_index j = (rdg_index)pieces[i]; j > 0; j--) {
            mesh->share[--to] = part;
        }
    }
    mesh->steps = total;
}

static int refine(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh)
{
    int answer = 0;
    for (int pass = 0; answer == 0 && pass < PASSES; pass++) {
        rdg_index total = 0;
        answer = rdg_flow_segment_begin(flow, mode, sigma, true);
        answer = answer == 0 ? reserve(flow, mesh, 2 * mesh->steps) : answer;
        answer = answer == 0 ? count_pieces(flow, sigma, mesh, &total) : answer;
        if (answer != 0 || total == mesh->steps) {
            return answer;
        }
        answer =
            total > flow->options.max_steps
                ? rdg_flow_because(flow, 1,
                                   "the derivatives of the motion in phase \"%s\" of \"%s\" need more than "
                                   "%ld steps",
                                   flow->mode, rdg_hybrid_name(flow->h), flow->options.max_steps)
                : reserve(flow, mesh, total + mesh->steps);
        if (answer == 0) {
            cut(mesh, total);
        }
    }
    return answer;
}

int rdg_flow_refine(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh)
{
    if (!flow) {
        return -1;
    }
    if (!sigma || !mesh) {
        return rdg_flow_because(flow, -1, "%s is NULL", !sigma ? "sigma" : "mesh");
    }
    flow->reason[0] = '\0';
    int answer = rdg_flow_segment_begin(flow, mode, sigma, true);
    if (answer == 0 && !flow->closed && flow->rk.tau != 0.0 && mesh->steps > 0) {
        const double weigh = flow->rk.weigh, before = flow->rk.slope_error;
        rdg_flow_weigh_slopes(flow, true);
        answer = refine(flow, mode, sigma, mesh);
        flow->rk.weigh = weigh;
        flow->rk.slope_error = before;
    }
    return answer;
}
