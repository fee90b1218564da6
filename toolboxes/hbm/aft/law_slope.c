/* How the linearised force of a sampled force law changes with the state. For small displacements p and their
 * velocities w = omega p' + r,
 *
 *     S = lambda^T (F_z p + F_v r) = mean(mu . (f_x p + f_v w)),
 *
 * and with h = mu . f, A = h_xx p + h_xv w, B = h_vx p + h_vv w,
 *
 *     dS/dz_jb = mean(phi_b A_j) + omega mean(phi_b' B_j),   dS/domega = mean(sum_j x_j' B_j + dh/dv_j p_j').
 */
#include "law_element_impl.h"

#include <string.h>

/* w += second derivatives times signal */
static void add_product(const rdg_law_element *e, rdg_law_pair pair, rdg_index j, rdg_index k,
                        const double *signal, double *w)
{
    const double *h = rdg_aft_signal(e->aft, rdg_law_second(e, pair, j, k));
    for (rdg_index s = 0; s < e->samples; s++) {
        w[s] += h[s] * signal[s];
    }
}

/* mean(dh/dv_j p_j'), while the signal of w_j is still p_j' */
static double mean_of_damping(const rdg_law_element *e, rdg_index j)
{
    const rdg_index d = e->law.d, stride = e->kind.record;
    const double *dp = rdg_law_small_v(e, j);
    double sum = 0.0;
    for (rdg_index i = 0; i < d; i++) {
        const double *mu = rdg_law_mu(e, i), *fv = e->record + d + d * d + i + d * j;
        for (rdg_index s = 0; s < e->samples; s++) {
            sum += mu[s] * fv[stride * s] * dp[s];
        }
    }
    return sum / (double)e->samples;
}

/* The signals of p_j and w_j; returns mean(dh/dv_j p_j'). */
static double move_a_little(const rdg_law_element *e, const rdg_basis *basis, rdg_index j,
                            const rdg_element_slope *given)
{
    const rdg_index first = basis->n_coefficients * j;
    const double *r = rdg_aft_signal(e->aft, rdg_law_scratch(e));
    double *w = rdg_law_small_v(e, j);
    rdg_aft_synthesize(e->aft, basis, given->direction + first, 0, rdg_law_small(e) + j);
    rdg_aft_synthesize(e->aft, basis, given->direction + first, 1, rdg_law_small(e) + e->law.d + j);
    const double mean = mean_of_damping(e, j);
    rdg_aft_synthesize(e->aft, basis, given->rate + first, 0, rdg_law_scratch(e));
    for (rdg_index s = 0; s < e->samples; s++) {
        w[s] = e->omega * w[s] + r[s];
    }
    return mean;
}

/* The scratch signal becomes A_j (of RDG_LAW_XX and XV) or B_j. */
static double *gather(const rdg_law_element *e, bool of_velocity, rdg_index j)
{
    double *sum = rdg_aft_signal(e->aft, rdg_law_scratch(e));
    memset(sum, 0, (size_t)e->samples * sizeof *sum);
    for (rdg_index k = 0; k < e->law.d; k++) {
        if (of_velocity) {
            add_product(e, RDG_LAW_XV, k, j, rdg_law_small_x(e, k), sum);
            add_product(e, RDG_LAW_VV, j, k, rdg_law_small_v(e, k), sum);
        } else {
            add_product(e, RDG_LAW_XX, j, k, rdg_law_small_x(e, k), sum);
            add_product(e, RDG_LAW_XV, j, k, rdg_law_small_v(e, k), sum);
        }
    }
    return sum;
}

/* The means of the scratch signal are added to a displacement's part of the slope. */
static void add_means(const rdg_law_element *e, const rdg_basis *basis, int derivative, double factor,
                      double *slope)
{
    if (rdg_aft_analyze(e->aft, rdg_law_scratch(e))) {
        rdg_aft_add_vector(e->aft, basis, rdg_law_scratch(e), false, factor, derivative, slope);
    }
}

void rdg_sampled_slope(const rdg_law_element *e, const rdg_basis *basis, const rdg_element_slope *given)
{
    double *in_omega = given->slope + e->n;
    memset(given->slope, 0, (size_t)(e->n + 1) * sizeof *given->slope);
    for (rdg_index j = 0; j < e->law.d; j++) {
        *in_omega += move_a_little(e, basis, j, given);
    }
    for (rdg_index j = 0; j < e->law.d; j++) {
        double *slope = given->slope + basis->n_coefficients * j;
        const double *dx = rdg_law_dx(e, j);
        gather(e, false, j);
        add_means(e, basis, 0, 1.0, slope);
        const double *B = gather(e, true, j);
        for (rdg_index s = 0; s < e->samples; s++) {
            *in_omega += dx[s] * B[s] / (double)e->samples;
        }
        add_means(e, basis, 1, e->omega, slope);
    }
}
