/* The end of a segment on a given mesh, with its first derivatives. */
#include "linear_impl.h"

#include <math.h>
#include <string.h>

static const double whole[] = {1.0};

void rdg_flow_steps(const rdg_mesh *mesh, rdg_index *steps, const double **share)
{
    const bool given = mesh->steps > 0 && mesh->share;
    *steps = given ? mesh->steps : 1;
    *share = given ? mesh->share : whole;
}

static int are_finite(rdg_flow *flow, const double *dy)
{
    const rdg_rk *k = &flow->rk;
    double sum = 0.0;
    for (rdg_index i = 0; i < k->n * k->ns; i++) {
        sum += 0.0 * dy[i];
    }
    return isnan(sum)
               ? rdg_flow_because(flow, 1,
                                  "the derivatives of the motion in phase \"%s\" of \"%s\" are not finite",
                                  flow->mode, rdg_hybrid_name(flow->h))
               : 0;
}

/* Columns of derivatives from blocks of them. */
static int put(rdg_flow *flow, double *y, double *dy)
{
    const rdg_rk *k = &flow->rk;
    memcpy(y, k->z, (size_t)k->n * sizeof *y);
    for (rdg_index j = 0; dy && j < k->ns; j++) {
        for (rdg_index i = 0; i < k->n; i++) {
            dy[i + k->n * j] = k->v[rdg_rk_place(k, i, j)];
        }
    }
    return dy ? are_finite(flow, dy) : 0;
}

static int closed_segment(rdg_flow *flow, const double *sigma, double *y, double *dy)
{
    const rdg_rk *k = &flow->rk;
    rdg_linear_work *w = &flow->linears->work;
    rdg_linear_start(flow->closed, w, sigma, k->phi0);
    rdg_linear_go(flow->closed, w, k->tau, k->omega, sigma, y);
    memcpy(k->z1, y, (size_t)k->n * sizeof *y);
    rdg_linear_extent(flow->closed, w, sigma, y, flow->extent);
    const int answer = rdg_flow_not_a_state(flow, 1.0);
    if (answer != 0 || !dy) {
        return answer;
    }
    rdg_linear_vary(k, flow->closed, w, k->tau, dy);
    return are_finite(flow, dy);
}

int rdg_flow_segment(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma, double *y,
                     double *dy, double *error)
{
    if (!flow) {
        return -1;
    }
    if (!mesh || !sigma || !y) {
        return rdg_flow_because(flow, -1, "%s is NULL", !mesh ? "mesh" : !sigma ? "sigma" : "y");
    }
    int answer = rdg_flow_segment_begin(flow, mode, sigma, dy != NULL);
    if (answer == 0 && flow->closed) {
        if (error) {
            *error = 0.0;
        }
        return closed_segment(flow, sigma, y, dy);
    }
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    rdg_trail *trail = NULL;
    flow->judges = error || flow->kept > 0; /* what is kept may be requested its error later */
    answer = answer == 0 ? rdg_trail_follow(flow, sigma, steps, share, false, NULL, &trail) : answer;
    if (answer == 0 && error) {
        *error = trail->error;
    }
    return answer == 0 ? put(flow, y, dy) : answer;
}
