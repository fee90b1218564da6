/* Coefficients of a sampled force law and their derivatives. For displacements i, j, k and basis functions a,
 * b,
 *
 *     F_ia = g_a mean(f_i phi_a)
 *     dF_ia/dz_jb = g_a mean(phi_a (df_i/dx_j phi_b + omega df_i/dv_j phi_b'))
 *     dF_ia/domega = g_a mean(phi_a sum_j df_i/dv_j x_j')
 *
 * and with mu_i = sum_a lambda_ia g_a phi_a, so that lambda . F = mean(mu . f), h = mu . f,
 *
 *     z_j z_k: mean(h_xx phi phi^T + omega (h_xv phi phi'^T + h_vx phi' phi^T) + omega^2 h_vv phi' phi'^T)
 *     z_j omega: mean(phi sum_k h_xv x_k') + mean(phi' (omega sum_k h_vv x_k' + dh/dv_j))
 *     omega omega: mean(sum_jk h_vv x_j' x_k')
 */
#include "law_element_impl.h"

#include <string.h>

/* One of the values kept of each sample, transformed in the scratch signal; false: it is always zero. */
static bool transform_record(const rdg_law_element *e, rdg_index offset)
{
    const rdg_index stride = e->kind.record;
    const double *values = e->record + offset;
    const rdg_index samples = e->samples;
    double *w = rdg_aft_signal(e->aft, rdg_law_scratch(e));
    for (rdg_index s = 0; s < samples; s++) {
        w[s] = values[stride * s];
    }
    return rdg_aft_analyze(e->aft, rdg_law_scratch(e));
}

/* df_i/dx_j and df_i/dv_j in a record */
static rdg_index place_fx(rdg_index d, rdg_index i, rdg_index j)
{
    return d + i + d * j;
}

static rdg_index place_fv(rdg_index d, rdg_index i, rdg_index j)
{
    return d + d * d + i + d * j;
}

void rdg_sampled_force(const rdg_law_element *e, const rdg_basis *basis, double *F)
{
    memset(F, 0, (size_t)e->n * sizeof *F);
    for (rdg_index i = 0; i < e->law.d; i++) {
        if (transform_record(e, i)) {
            rdg_aft_add_vector(e->aft, basis, rdg_law_scratch(e), true, 1.0, 0,
                               F + basis->n_coefficients * i);
        }
    }
}

/* The means of the scratch signal times the basis functions (or their derivatives) are added to out. */
static void add_scratch(const rdg_law_element *e, const rdg_basis *basis, bool galerkin, int derivative,
                        double *out)
{
    if (rdg_aft_analyze(e->aft, rdg_law_scratch(e))) {
        rdg_aft_add_vector(e->aft, basis, rdg_law_scratch(e), galerkin, 1.0, derivative, out);
    }
}

/* sum_j df_i/dv_j x_j' in the scratch signal */
static void weigh_speed(const rdg_law_element *e, rdg_index i)
{
    const rdg_index d = e->law.d, stride = e->kind.record, samples = e->samples;
    double *w = rdg_aft_signal(e->aft, rdg_law_scratch(e));
    for (rdg_index j = 0; j < d; j++) {
        const double *fv = e->record + place_fv(d, i, j), *dx = rdg_law_dx(e, j);
        for (rdg_index s = 0; s < samples; s++) {
            w[s] = (j == 0 ? 0.0 : w[s]) + fv[stride * s] * dx[s];
        }
    }
}

void rdg_sampled_jacobian(const rdg_law_element *e, const rdg_basis *basis, double *J)
{
    const rdg_index d = e->law.d, nc = basis->n_coefficients, N = e->n;
    const rdg_index scratch = rdg_law_scratch(e);
    memset(J, 0, (size_t)(N * (N + 1)) * sizeof *J);
    for (rdg_index i = 0; i < d; i++) {
        bool knows_velocity = false;
        for (rdg_index j = 0; j < d; j++) {
            double *block = J + nc * i + N * nc * j;
            if (transform_record(e, place_fx(d, i, j))) {
                rdg_aft_add_matrix(e->aft, basis, scratch, true, 1.0, 0, 0, block, N);
            }
            if (transform_record(e, place_fv(d, i, j))) {
                rdg_aft_add_matrix(e->aft, basis, scratch, true, e->omega, 0, 1, block, N);
                knows_velocity = true;
            }
        }
        if (knows_velocity) {
            weigh_speed(e, i);
            add_scratch(e, basis, true, 0, J + N * N + nc * i);
        }
    }
}

/* C_ia,jb = g_a mean(phi_a df_i/dv_j phi_b), added to zeros */
void rdg_sampled_damping(const rdg_law_element *e, const rdg_basis *basis, double *C)
{
    const rdg_index d = e->law.d, nc = basis->n_coefficients;
    for (rdg_index i = 0; i < d; i++) {
        for (rdg_index j = 0; j < d; j++) {
            if (transform_record(e, place_fv(d, i, j))) {
                rdg_aft_add_matrix(e->aft, basis, rdg_law_scratch(e), true, 1.0, 0, 0,
                                   C + nc * i + e->n * nc * j, e->n);
            }
        }
    }
}

/* Blocks (j, k) and (k, j) of the derivatives in z_j and z_k. The signals of the second derivatives of h are
 * replaced by their spectra. */
static void add_block(const rdg_law_element *e, const rdg_basis *basis, rdg_index j, rdg_index k, double *H)
{
    const rdg_index nc = basis->n_coefficients, ld = e->n + 1;
    const rdg_index xx = rdg_law_second(e, RDG_LAW_XX, j, k), xv = rdg_law_second(e, RDG_LAW_XV, j, k),
                    vv = rdg_law_second(e, RDG_LAW_VV, j, k);
    double *block[2] = {H + nc * j + ld * nc * k, H + nc * k + ld * nc * j};
    const double omega = e->omega;
    const int sides = j == k ? 1 : 2;
    if (j <= k && rdg_aft_analyze(e->aft, xx)) {
        for (int side = 0; side < sides; side++) {
            rdg_aft_add_matrix(e->aft, basis, xx, false, 1.0, 0, 0, block[side], ld);
        }
    }
    if (rdg_aft_analyze(e->aft, xv)) {
        rdg_aft_add_matrix(e->aft, basis, xv, false, omega, 0, 1, block[0], ld);
        rdg_aft_add_matrix(e->aft, basis, xv, false, omega, 1, 0, block[1], ld);
    }
    if (j <= k && rdg_aft_analyze(e->aft, vv)) {
        for (int side = 0; side < sides; side++) {
            rdg_aft_add_matrix(e->aft, basis, vv, false, omega * omega, 1, 1, block[side], ld);
        }
    }
}

/* The derivatives in z_j and omega. */
static void add_mixed(const rdg_law_element *e, const rdg_basis *basis, rdg_index j, double *column)
{
    const rdg_index d = e->law.d, stride = e->kind.record, samples = e->samples;
    double *w = rdg_aft_signal(e->aft, rdg_law_scratch(e));
    for (rdg_index k = 0; k < d; k++) {
        const double *xv = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_XV, j, k)),
                     *dx = rdg_law_dx(e, k);
        for (rdg_index s = 0; s < samples; s++) {
            w[s] = (k == 0 ? 0.0 : w[s]) + xv[s] * dx[s];
        }
    }
    add_scratch(e, basis, false, 0, column);
    for (rdg_index k = 0; k < d; k++) {
        const double *vv = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_VV, j, k)),
                     *dx = rdg_law_dx(e, k);
        const double *fv = e->record + place_fv(d, k, j), *mu = rdg_law_mu(e, k);
        for (rdg_index s = 0; s < samples; s++) {
            w[s] = (k == 0 ? 0.0 : w[s]) + e->omega * vv[s] * dx[s] + mu[s] * fv[stride * s];
        }
    }
    add_scratch(e, basis, false, 1, column);
}

/* mean(sum_jk h_vv x_j' x_k') */
static double second_in_omega(const rdg_law_element *e)
{
    const rdg_index d = e->law.d, samples = e->samples;
    double sum = 0.0;
    for (rdg_index k = 0; k < d; k++) {
        for (rdg_index j = 0; j < d; j++) {
            const double *left = rdg_law_dx(e, j), *right = rdg_law_dx(e, k);
            const double *vv = rdg_aft_signal(e->aft, rdg_law_second(e, RDG_LAW_VV, j, k));
            for (rdg_index s = 0; s < samples; s++) {
                sum += vv[s] * left[s] * right[s];
            }
        }
    }
    return sum / (double)samples;
}

void rdg_sampled_hessian(const rdg_law_element *e, const rdg_basis *basis, double *H)
{
    const rdg_index d = e->law.d, N = e->n, ld = N + 1;
    double *mixed = H + ld * N; /* column of omega */
    memset(H, 0, (size_t)(ld * ld) * sizeof *H);
    for (rdg_index j = 0; j < d; j++) {
        add_mixed(e, basis, j, mixed + basis->n_coefficients * j);
    }
    mixed[N] = second_in_omega(e);
    for (rdg_index k = 0; k < d; k++) {
        for (rdg_index j = 0; j < d; j++) {
            add_block(e, basis, j, k, H);
        }
    }
    for (rdg_index i = 0; i < N; i++) {
        H[N + ld * i] = mixed[i];
    }
}
