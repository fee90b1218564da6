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

/* What is asked of derivatives, of what is asked of the motion. A column that has died away as far, of what
 * it was at the start, no longer counts. */
static const double looser = 10.0, gone = 1e-10;

enum { MOST_PIECES = 8, PASSES = 12 };

static double size_of(const rdg_rk *k, rdg_index i)
{
    return k->size && k->size[i] > 0.0 ? k->size[i] : 1.0;
}

/* As rdg_rk_error(), of one column. */
static double error_of(const rdg_rk *k, rdg_index c, double relative)
{
    const double *a = rdg_rk_a[RDG_RK_END], *e = rdg_rk_e5, *b = rdg_rk_b3;
    double scale = gone / size_of(k, c), sum5 = 0.0, sum3 = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        const double size = size_of(k, i), *z = k->z + i * k->ns + c, *z1 = k->z1 + i * k->ns + c;
        scale = fmax(scale, fmax(fabs(*z), fabs(*z1)) / size);
        double five = 0.0, three = 0.0;
        for (int j = 0; j < RDG_RK_STAGES; j++) {
            const double g = k->g[j * k->len + i * k->ns + c];
            five += e[j] * g;
            three += (a[j] - b[j]) * g;
        }
        sum5 += (five / size) * (five / size);
        sum3 += (three / size) * (three / size);
    }
    const double unit = relative * scale, all = sum5 + 0.01 * sum3;
    return all > 0.0 ? sum5 / (unit * sqrt((double)k->n * all)) : all;
}

double rdg_flow_step_slope_error(const rdg_flow *flow)
{
    double worst = 0.0;
    for (rdg_index c = 0; c < flow->rk.n; c++) {
        worst = fmax(worst, error_of(&flow->rk, c, looser * flow->options.relative));
    }
    return worst;
}

double rdg_flow_slope_error(const rdg_flow *flow)
{
    return flow ? flow->slope_error : NAN;
}

void rdg_flow_weigh_slopes(rdg_flow *flow, bool weigh)
{
    if (flow) {
        flow->weighs = weigh;
        flow->slope_error = 0.0;
    }
}

static double pieces_for(double error)
{
    return error > 1.0 ? fmin(MOST_PIECES, ceil(1.05 * pow(error, 1.0 / 8.0))) : 1.0;
}

/* How many pieces each step should be cut into, behind the shares: all of them, 0 after a failure. */
static int count_pieces(rdg_flow *flow, rdg_mesh *mesh, rdg_index *total)
{
    rdg_rk *k = &flow->rk;
    double pos = 0.0;
    *total = 0;
    for (rdg_index i = 0; i < mesh->steps; i++) {
        int answer = rdg_rk_vary(k, pos, mesh->share[i], NULL);
        answer = answer == 0 ? rdg_flow_not_a_state(flow, pos + mesh->share[i])
                             : rdg_flow_refused(flow, answer, pos);
        if (answer != 0) {
            return answer;
        }
        const double pieces = pieces_for(rdg_flow_step_slope_error(flow));
        mesh->share[mesh->steps + i] = pieces;
        *total += (rdg_index)pieces;
        pos += mesh->share[i];
        rdg_rk_advance(k);
    }
    return 0;
}

static int reserve(rdg_flow *flow, rdg_mesh *mesh, rdg_index count)
{
    if (rdg_context_reserve(flow->ctx, (void *)&mesh->share, &mesh->room, count, sizeof *mesh->share) !=
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
        answer = rdg_flow_arc_begin(flow, mode, sigma, true);
        answer = answer == 0 ? reserve(flow, mesh, 2 * mesh->steps) : answer;
        answer = answer == 0 ? count_pieces(flow, mesh, &total) : answer;
        if (answer != 0 || total == mesh->steps) {
            return answer;
        }
        answer =
            total > flow->options.max_steps
                ? rdg_flow_because(flow, 1,
                                   "the derivatives of the motion in mode \"%s\" of \"%s\" need more than "
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
    const int answer = rdg_flow_arc_begin(flow, mode, sigma, true);
    return answer != 0 || flow->closed || flow->rk.tau == 0.0 || mesh->steps == 0
               ? answer
               : refine(flow, mode, sigma, mesh);
}
