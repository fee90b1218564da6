/* Numbers that are linear in the motion along a segment of a linear mode, and what they change by:
 *
 *     Re sum over i of b_i (T_i z_i(0) + sum over m of U_im q_im),
 *
 * where T and U depend on frequency and duration, and b turns with the phase at the start as exp(-i k phi).
 * The contracted end of the segment is one, T_i = exp(L_i), U_im = tau exp[L_i, M_m], k = 0; integrals over
 * the segment are others (linear_integral.c). */
#include "linear_second_impl.h"

#include <math.h>
#include <string.h>

static rdg_structure_parameter turned(double by, rdg_structure_parameter a)
{
    return (rdg_structure_parameter){-by * a.im, by * a.re};
}

static bool counts(const rdg_second *s, rdg_index i)
{
    const rdg_structure_parameter b = s->w->b[i];
    return b.re != 0.0 || b.im != 0.0;
}

void rdg_kernel_of_end(const rdg_second *s)
{
    rdg_linear_work *w = s->w;
    const rdg_index n = s->l->n, middle = s->l->waves / 2;
    const double tau = s->tau;
    for (rdg_index m = 0; m < s->l->waves; m++) {
        const double by = (double)(m - middle);
        const rdg_node *M = &w->M[m];
        for (rdg_index i = 0; i < n; i++) {
            const rdg_node *L = &w->L[i];
            const rdg_index at = i + n * m;
            w->wave[0][at] = rdg_scaled(tau, rdg_divided_2(L, M));
            w->twice[at] = rdg_scaled(tau * tau, rdg_divided_3(L, M, M));
            w->wave[1][at] = turned(by, w->twice[at]);
            w->wave[2][at] = (rdg_structure_parameter){0.0, 0.0};
            if (by != 0.0 && counts(s, i)) {
                const double factor = -2.0 * by * by * tau * tau * tau;
                w->wave[2][at] = rdg_scaled(factor, rdg_divided_4(L, M, M, M));
            }
        }
    }
}

double rdg_sum_of_waves(const rdg_second *s, const rdg_structure_parameter *G, int by_omega, int by_start)
{
    const rdg_linear_work *w = s->w;
    const rdg_index n = s->l->n, middle = s->l->waves / 2;
    double sum = 0.0;
    for (rdg_index m = 0; m < s->l->waves; m++) {
        rdg_structure_parameter turn = w->phase[m], all = {0.0, 0.0};
        for (int t = 0; t < by_start; t++) {
            turn = turned((double)(m - middle) - s->harmonic, turn);
        }
        for (rdg_index i = 0; i < n; i++) {
            const rdg_structure_parameter bG = rdg_times(w->b[i], G[i + n * m]);
            all = rdg_plus(all, rdg_times(bG, w->wave[by_omega][i + n * m]));
        }
        sum += rdg_times(turn, all).re;
    }
    return sum;
}

/* b_i T_i, turned */
static rdg_structure_parameter share(const rdg_second *s, rdg_index i, int by_omega, int by_start)
{
    rdg_structure_parameter one = rdg_times(s->w->b[i], s->w->own[by_omega][i]);
    for (int t = 0; t < by_start; t++) {
        one = turned(-s->harmonic, one);
    }
    return one;
}

double rdg_sum_of_start(const rdg_second *s, int by_omega, int by_start)
{
    const bool turns = s->harmonic != 0 || by_omega + by_start == 0;
    double sum = 0.0;
    for (rdg_index i = 0; i < s->l->n && turns; i++) {
        sum += rdg_times(share(s, i, by_omega, by_start), s->w->z0[i]).re;
    }
    return sum;
}

/* row = Re a W of complex amplitudes a */
static void pull_back(const rdg_linear *l, const rdg_structure_parameter *a, double *row)
{
    const rdg_index n = l->n;
    for (rdg_index j = 0; j < n; j++) {
        const rdg_structure_parameter *W = l->W + n * j;
        double sum = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            sum += a[i].re * W[i].re - a[i].im * W[i].im;
        }
        row[j] = sum;
    }
}

void rdg_sum_by_states(const rdg_second *s, int by_omega, int by_start, double *row)
{
    for (rdg_index i = 0; i < s->l->n; i++) {
        s->w->a[i] = share(s, i, by_omega, by_start);
    }
    pull_back(s->l, s->w->a, row);
}

int rdg_sum_add_curves(rdg_second *s, const double *x, double phi, const double *mu, double sign)
{
    rdg_rk *k = &s->flow->rk;
    rdg_linear_work *w = s->w;
    const rdg_index n = k->n, nu = k->nu;
    if (x) {
        memcpy(w->u, x, (size_t)n * sizeof *x);
    } else {
        memset(w->u, 0, (size_t)n * sizeof *w->u);
    }
    memcpy(w->u + n, s->l->p, (size_t)k->np * sizeof *w->u);
    if (k->forced) {
        w->u[nu - 1] = phi;
    }
    const int answer = rdg_hybrid_d2f(k->field, nu, w->u, k->size, n, mu, w->H, k->work);
    if (answer != 0) {
        return rdg_flow_refused(s->flow, answer, 0.0);
    }
    for (rdg_index p = 0; p < k->np; p++) {
        for (rdg_index q = 0; q <= p; q++) {
            rdg_second_add(s, n + p, n + q, sign * w->H[n + p + nu * (n + q)]);
        }
    }
    return 0;
}

/* G_pq: values of g_pq at the phases, each with what it brings. */
static int curve_of_waves(rdg_second *s)
{
    const rdg_linear *l = s->l;
    rdg_linear_work *w = s->w;
    const rdg_index n = l->n, H = l->waves / 2;
    const double step = 6.283185307179586476925286766559 / (double)l->waves;
    for (rdg_index k = 0; k < l->waves; k++) {
        for (rdg_index i = 0; i < n; i++) {
            rdg_structure_parameter sum = {0.0, 0.0};
            for (rdg_index m = -H; m <= H; m++) {
                const double angle = -step * (double)(m * k);
                const rdg_structure_parameter turn = {cos(angle) / (double)l->waves,
                                                      sin(angle) / (double)l->waves};
                const rdg_structure_parameter by = rdg_times(turn, w->phase[m + H]);
                sum = rdg_plus(sum, rdg_times(by, w->wave[0][i + n * (m + H)]));
            }
            w->a[i] = rdg_times(sum, w->b[i]);
        }
        pull_back(l, w->a, w->y);
        const int answer = rdg_sum_add_curves(s, NULL, step * (double)k, w->y, 1.0);
        if (answer != 0) {
            return answer;
        }
    }
    return 0;
}

/* Of a parameter and another one, but for the curves. */
static void parameter_by_parameter(rdg_second *s, rdg_index p, rdg_index q)
{
    const rdg_linear *l = s->l;
    const rdg_index block = l->n * l->waves;
    const bool p_is = rdg_second_is_omega(s, p), q_is = rdg_second_is_omega(s, q);
    double sum = 0.0;
    sum += q_is ? rdg_sum_of_waves(s, l->Gp + block * p, 1, 0) : 0.0;
    sum += p_is ? rdg_sum_of_waves(s, l->Gp + block * q, 1, 0) : 0.0;
    sum += p_is && q_is ? rdg_sum_of_waves(s, l->G, 2, 0) + rdg_sum_of_start(s, 2, 0) : 0.0;
    rdg_second_add(s, l->n + p, l->n + q, sum);
}

static void phase_by_all(rdg_second *s)
{
    const rdg_linear *l = s->l;
    const rdg_index phi = s->k->nu - 1, n = l->n;
    rdg_second_add(s, phi, phi, rdg_sum_of_waves(s, l->G, 0, 2) + rdg_sum_of_start(s, 0, 2));
    for (rdg_index p = 0; p < l->np; p++) {
        double sum = rdg_sum_of_waves(s, l->Gp + n * l->waves * p, 0, 1);
        if (rdg_second_is_omega(s, p)) {
            sum += rdg_sum_of_waves(s, l->G, 1, 1) + rdg_sum_of_start(s, 1, 1);
        }
        rdg_second_add(s, phi, n + p, sum);
    }
}

/* States at the start with the phase there and the frequency, with which what turns turns. */
static void states_by_turns(rdg_second *s)
{
    const rdg_index n = s->l->n;
    for (int omega = 0; omega < 2; omega++) {
        rdg_sum_by_states(s, omega, 1 - omega, s->w->x);
        for (rdg_index j = 0; j < n; j++) {
            rdg_second_add(s, j, omega ? s->k->omega_at : s->k->nu - 1, s->w->x[j]);
        }
    }
}

int rdg_sum_curve(rdg_second *s)
{
    if (s->k->forced) {
        phase_by_all(s);
    }
    if (s->harmonic != 0) {
        states_by_turns(s);
    }
    for (rdg_index p = 0; p < s->l->np; p++) {
        for (rdg_index q = 0; q <= p; q++) {
            parameter_by_parameter(s, p, q);
        }
    }
    return curve_of_waves(s);
}
