/* How the linearised force of a sampled law changes with the motion. With h = mu . f, a small motion y, and
 * y_v = omega y' + rate for its velocity, lambda^T (F_z y + F_v rate) = mean(sum_k h_x_k y_k + h_v_k y_v_k),
 * and
 *
 *     z_j: mean(phi sum_k (h_xx y_k + h_xv y_v_k)) + omega mean(phi' sum_k (h_vx y_k + h_vv y_v_k))
 *     omega: mean(sum_jk x_j' (h_vx y_k + h_vv y_v_k)) + mean(sum_k h_v_k y_k'). */
#include "law_element_impl.h"

#include <string.h>

static const double *second(const rdg_law_element *e, rdg_law_pair pair, rdg_index j, rdg_index k)
{
    return rdg_aft_signal(e->aft, rdg_law_second(e, pair, j, k));
}

/* sum_k (h_xx y_k + h_xv y_v_k) in the scratch signal */
static void weigh_by_displacement(const rdg_law_element *e, rdg_index j, double *w)
{
    memset(w, 0, (size_t)e->samples * sizeof *w);
    for (rdg_index k = 0; k < e->law.kind.d; k++) {
        const double *xx = second(e, RDG_LAW_XX, j, k), *xv = second(e, RDG_LAW_XV, j, k);
        const double *y = rdg_law_small_motion(e, RDG_LAW_SMALL_X, k);
        const double *v = rdg_law_small_motion(e, RDG_LAW_SMALL_V, k);
        for (rdg_index s = 0; s < e->samples; s++) {
            w[s] += xx[s] * y[s] + xv[s] * v[s];
        }
    }
}

/* sum_k (h_vx y_k + h_vv y_v_k) there */
static void weigh_by_velocity(const rdg_law_element *e, rdg_index j, double *w)
{
    memset(w, 0, (size_t)e->samples * sizeof *w);
    for (rdg_index k = 0; k < e->law.kind.d; k++) {
        const double *vx = second(e, RDG_LAW_XV, k, j), *vv = second(e, RDG_LAW_VV, j, k);
        const double *y = rdg_law_small_motion(e, RDG_LAW_SMALL_X, k);
        const double *v = rdg_law_small_motion(e, RDG_LAW_SMALL_V, k);
        for (rdg_index s = 0; s < e->samples; s++) {
            w[s] += vx[s] * y[s] + vv[s] * v[s];
        }
    }
}

/* mean(sum_k h_v_k y_k') */
static double explicit_in_omega(const rdg_law_element *e)
{
    const rdg_index d = e->law.kind.d, stride = e->law.kind.record;
    double sum = 0.0;
    for (rdg_index i = 0; i < d; i++) {
        for (rdg_index k = 0; k < d; k++) {
            const double *mu = rdg_law_mu(e, i), *fv = e->record + d + d * d + i + d * k;
            const double *dy = rdg_law_small_motion(e, RDG_LAW_SMALL_DX, k);
            for (rdg_index s = 0; s < e->samples; s++) {
                sum += mu[s] * fv[stride * s] * dy[s];
            }
        }
    }
    return sum / (double)e->samples;
}

void rdg_law_slope(const rdg_law_element *e, const rdg_basis *basis, double *slope)
{
    const rdg_index nc = basis->n_coefficients, scratch = rdg_law_scratch(e);
    double *w = rdg_aft_signal(e->aft, scratch), sum = 0.0;
    memset(slope, 0, (size_t)(e->n + 1) * sizeof *slope);
    for (rdg_index j = 0; j < e->law.kind.d; j++) {
        const double *dx = rdg_law_dx(e, j);
        weigh_by_displacement(e, j, w);
        if (rdg_aft_analyze(e->aft, scratch)) {
            rdg_aft_add_vector(e->aft, basis, scratch, false, 1.0, 0, slope + nc * j);
        }
        weigh_by_velocity(e, j, w);
        for (rdg_index s = 0; s < e->samples; s++) {
            sum += dx[s] * w[s];
        }
        if (rdg_aft_analyze(e->aft, scratch)) {
            rdg_aft_add_vector(e->aft, basis, scratch, false, e->omega, 1, slope + nc * j);
        }
    }
    slope[e->n] = sum / (double)e->samples + explicit_in_omega(e);
}
