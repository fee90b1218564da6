/* Contracted second derivatives of the end of a segment of a linear mode, in closed form.
 *
 * With a_i = (V^T lambda)_i, and B_p = W A_p V, G_p = W g_p of a parameter p, amplitudes have the derivatives
 *
 *     z_pq,i = sum over k of B_pq,ik S_ik
 *            + sum over j, k of (B_p,ij B_q,jk + B_q,ij B_p,jk) R_ijk
 *            + sum over k, m of (B_p,ik G_q,km + B_q,ik G_p,km) tau^2 exp[L_i, L_k, M_m]
 *            + sum over m of G_pq,im tau exp[L_i, M_m],
 *     S_ik  = z_k tau exp[L_i, L_k] + sum over m of q_km tau^2 exp[L_i, L_k, M_m],
 *     R_ijk = z_k tau^2 exp[L_i, L_j, L_k] + sum over m of q_km tau^3 exp[L_i, L_j, L_k, M_m];
 *
 * that by the frequency besides differentiates exp[.., M_m] = exp[.., M_m, M_m] i m tau. */
#include "linear_second_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* a_i, twice that of those which stand for pairs, 0 of their others. */
static void weigh(rdg_second *s)
{
    const rdg_index n = s->l->n;
    for (rdg_index i = 0; i < n; i++) {
        const double factor = s->l->lambda[i].im > 0.0 ? 2.0 : rdg_leads(s->l, i) ? 1.0 : 0.0;
        rdg_structure_parameter sum = {0.0, 0.0};
        for (rdg_index r = 0; r < n; r++) {
            sum = rdg_plus(sum, rdg_scaled(factor * s->lambda[r], s->l->V[r + n * i]));
        }
        s->w->b[i] = sum;
    }
}

/* (x, p): the row a B tau exp[L, L] W */
static void start_by_parameter(rdg_second *s, rdg_index p)
{
    const rdg_linear *l = s->l;
    const rdg_index n = l->n;
    memset(s->w->a, 0, (size_t)n * sizeof *s->w->a);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n && rdg_leads(l, i); k++) {
            const rdg_structure_parameter D = rdg_scaled(s->tau, rdg_divided_2(&s->w->L[i], &s->w->L[k]));
            const rdg_structure_parameter aB = rdg_times(s->w->b[i], l->B[i + n * (k + n * p)]);
            s->w->a[k] = rdg_plus(s->w->a[k], rdg_times(aB, D));
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        double sum = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            sum += rdg_times(s->w->a[k], l->W[k + n * j]).re;
        }
        rdg_second_add(s, j, n + p, sum);
    }
}

/* tau^3 exp[L_i, L_k, M_m, M_m] */
static rdg_structure_parameter of_four(const rdg_second *s, rdg_index i, rdg_index k, rdg_index m)
{
    const rdg_linear_work *w = s->w;
    const rdg_index n = s->l->n;
    if (rdg_are_apart(s, i, k)) {
        return rdg_between(s, i, k, w->twice[i + n * m], w->twice[k + n * m]);
    }
    const rdg_structure_parameter D = rdg_divided_4(&w->L[i], &w->L[k], &w->M[m], &w->M[m]);
    return rdg_scaled(s->tau * s->tau * s->tau, D);
}

/* Of B_p with G (a wave by wave factor of the phase's derivatives) behind it: tau^2 exp[L_i, L_k, M_m]. */
static double of_both(const rdg_second *s, rdg_index p, const rdg_structure_parameter *G, bool by_omega,
                      bool by_start)
{
    const rdg_linear *l = s->l;
    const rdg_linear_work *w = s->w;
    const rdg_index n = l->n, middle = l->waves / 2;
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n && rdg_leads(l, i); k++) {
            const rdg_structure_parameter aB = rdg_times(w->b[i], l->B[i + n * (k + n * p)]);
            const rdg_structure_parameter ik = rdg_scaled(s->tau, rdg_divided_2(&w->L[i], &w->L[k]));
            for (rdg_index m = 0; m < l->waves; m++) {
                const double order = (double)(m - middle);
                if ((by_omega || by_start) && order == 0.0) {
                    continue;
                }
                rdg_structure_parameter D =
                    by_omega ? of_four(s, i, k, m) : rdg_linear_of_three(w, n, i, k, m, s->tau, ik);
                D = by_omega || by_start ? (rdg_structure_parameter){-order * D.im, order * D.re} : D;
                const rdg_structure_parameter g = rdg_times(w->phase[m], G[k + n * m]);
                sum += rdg_times(rdg_times(aB, g), D).re;
            }
        }
    }
    return sum;
}

/* What two parameters do one after the other, one by the matrix and the other by the waves. */
static void matrix_and_waves(rdg_second *s, rdg_index p, rdg_index q)
{
    const rdg_linear *l = s->l;
    const rdg_index block = l->n * l->waves;
    double sum = 0.0;
    sum += l->moves[p] ? of_both(s, p, l->Gp + block * q, false, false) : 0.0;
    sum += l->moves[q] ? of_both(s, q, l->Gp + block * p, false, false) : 0.0;
    sum += l->moves[p] && rdg_second_is_omega(s, q) ? of_both(s, p, l->G, true, false) : 0.0;
    sum += l->moves[q] && rdg_second_is_omega(s, p) ? of_both(s, q, l->G, true, false) : 0.0;
    rdg_second_add(s, l->n + p, l->n + q, sum);
}

/* A_pq: its contraction with Y_rc = Re sum a_i W_ir S_ik V_ck. */
static int curve_of_matrix(rdg_second *s)
{
    const rdg_linear *l = s->l;
    rdg_linear_work *w = s->w;
    const rdg_index n = l->n;
    double *all = w->T; /* sum of the columns of Y */
    memset(all, 0, (size_t)n * sizeof *all);
    memset(w->x, 0, (size_t)n * sizeof *w->x);
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index i = 0; i < n; i++) {
            rdg_structure_parameter sum = {0.0, 0.0};
            for (rdg_index k = 0; k < n && rdg_leads(l, i); k++) {
                sum = rdg_plus(sum, rdg_times(w->S[i + n * k], l->V[c + n * k]));
            }
            w->a[i] = rdg_times(w->b[i], sum);
        }
        for (rdg_index r = 0; r < n; r++) {
            w->y[r] = 0.0;
            for (rdg_index i = 0; i < n; i++) {
                w->y[r] += rdg_leads(l, i) ? rdg_times(w->a[i], l->W[i + n * r]).re : 0.0;
            }
            all[r] += w->y[r];
        }
        w->x[c] = 1.0;
        const int answer = rdg_sum_add_curves(s, w->x, 0.0, w->y, 1.0);
        w->x[c] = 0.0;
        if (answer != 0) {
            return answer;
        }
    }
    return rdg_sum_add_curves(s, NULL, 0.0, all, -1.0);
}

/* The duration's row: the field's derivatives at the end of the segment. */
static int duration_by_all(rdg_second *s)
{
    rdg_rk *k = &s->flow->rk;
    rdg_linear_work *w = s->w;
    const rdg_index n = k->n, nu = k->nu;
    memcpy(w->u, s->y, (size_t)n * sizeof *w->u);
    memcpy(w->u + n, s->l->p, (size_t)k->np * sizeof *w->u);
    if (k->forced) {
        w->u[nu - 1] = s->sigma[nu - 1] + s->omega * s->tau;
    }
    const int answer = rdg_hybrid_df(k->field, nu, w->u, k->size, n, w->J, k->work);
    if (answer != 0) {
        return rdg_flow_refused(s->flow, answer, 1.0);
    }
    for (rdg_index j = 0; j < n; j++) {
        w->x[j] = rdg_dot(n, s->lambda, s->l->A + n * j);
    }
    for (rdg_index c = 0; c <= nu; c++) {
        double sum = rdg_dot(n, w->x, s->dy + n * c);
        sum += c >= n && c < nu ? rdg_dot(n, s->lambda, w->J + n * c) : 0.0;
        if (k->forced && (c == nu || c == k->omega_at)) {
            const double by = rdg_dot(n, s->lambda, w->J + n * (nu - 1));
            sum += c == nu ? s->omega * by : s->tau * by;
        }
        rdg_second_add(s, c, nu, sum);
    }
    return 0;
}

/* What parameters do that move the matrix. */
static int by_matrix(rdg_second *s)
{
    const rdg_linear *l = s->l;
    const rdg_index phi = s->k->nu - 1;
    bool any = false;
    rdg_linear_spread(l, s->w, s->tau);
    for (rdg_index p = 0; p < l->np; p++) {
        any = any || l->moves[p];
        if (l->moves[p]) {
            start_by_parameter(s, p);
        }
        if (l->moves[p] && s->k->forced) {
            rdg_second_add(s, phi, l->n + p, of_both(s, p, l->G, false, true));
        }
        for (rdg_index q = 0; q <= p; q++) {
            matrix_and_waves(s, p, q);
        }
    }
    if (any) {
        rdg_linear_pairs(s);
    }
    return l->bends ? curve_of_matrix(s) : 0;
}

int rdg_linear_second(rdg_flow *flow, const double *sigma, const double *lambda, double *H)
{
    rdg_rk *k = &flow->rk;
    const rdg_linear *l = flow->closed;
    rdg_second s = {
        .flow = flow, .k = k, .l = l, .w = &flow->linears->work, .sigma = sigma, .lambda = lambda};
    s.tau = k->tau;
    s.omega = k->omega;
    s.H = H;
    s.y = k->z1;
    s.dy = k->g; /* both are free */
    memset(H, 0, (size_t)(k->ns * k->ns) * sizeof *H);
    rdg_linear_start(l, s.w, sigma, k->phi0);
    rdg_linear_go(l, s.w, s.tau, s.omega, sigma, s.y);
    rdg_linear_vary(k, l, s.w, s.tau, s.dy);
    int answer = duration_by_all(&s);
    if (answer != 0) {
        return answer;
    }
    weigh(&s);
    rdg_kernel_of_end(&s);
    answer = rdg_sum_curve(&s);
    return answer == 0 && l->turns ? by_matrix(&s) : answer;
}
