/* Integrals int x exp(-i k phi) dt of a displacement along a segment of a linear mode, in closed form: a
 * factor exp(-i k phi) moves all rates by - i k omega, and an integral over time is a divided difference with
 * 0 as one more node. So they are sums of linear_sums.c with
 *
 *     T_i = tau exp[A_i, 0],   U_im = tau^2 exp[A_i, B_m, 0],   A_i = L_i - i k omega tau,   B_m = i (m - k)
 * omega tau.
 */
#include "linear_integral_impl.h"

#include <math.h>
#include <string.h>

int rdg_linear_integrals_begin(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_second *s,
                               bool *known)
{
    const int answer = rdg_flow_segment_begin(flow, mode, sigma, true);
    *known = answer == 0 && flow->closed && !flow->closed->turns;
    if (!*known) {
        return answer;
    }
    rdg_rk *k = &flow->rk;
    *s = (rdg_second){.flow = flow,
                      .k = k,
                      .l = flow->closed,
                      .w = &flow->linears->work,
                      .sigma = sigma,
                      .tau = k->tau,
                      .omega = k->omega};
    rdg_linear_start(s->l, s->w, sigma, k->phi0);
    rdg_linear_go(s->l, s->w, s->tau, s->omega, sigma, k->z1);
    return 0;
}

static rdg_structure_parameter turned(double by, rdg_structure_parameter a)
{
    return (rdg_structure_parameter){-by * a.im, by * a.re};
}

/* T and its derivatives: that of A_i by omega is a = - i k tau. */
static void find_own(const rdg_second *s, rdg_index i, const rdg_node *A, const rdg_node *zero, int orders)
{
    const double tau = s->tau, k = s->harmonic;
    s->w->own[0][i] = rdg_scaled(tau, rdg_divided_2(A, zero));
    if (orders > 0) {
        s->w->own[1][i] = turned(-k * tau * tau, rdg_divided_3(A, A, zero));
    }
    if (orders > 1) {
        s->w->own[2][i] = rdg_scaled(-2.0 * k * k * tau * tau * tau, rdg_divided_4(A, A, A, zero));
    }
}

/* exp[A, .. A, B, .. B, 0] */
static rdg_structure_parameter repeated(int a, const rdg_node *A, int b, const rdg_node *B,
                                        const rdg_node *zero)
{
    const rdg_node *node[RDG_MOST_NODES];
    int count = 0;
    while (a-- > 0) {
        node[count++] = A;
    }
    while (b-- > 0) {
        node[count++] = B;
    }
    node[count++] = zero;
    return rdg_divided(count, node);
}

/* U and its derivatives: besides, that of B_m is b = i (m - k) tau. */
static void find_wave(const rdg_second *s, rdg_index i, rdg_index m, const rdg_node *A, const rdg_node *B,
                      const rdg_node *zero, int orders)
{
    const double tau = s->tau, cube = tau * tau * tau;
    const rdg_index H = s->l->waves / 2;
    const double a = -s->harmonic, b = (double)(m - H - s->harmonic);
    const rdg_index at = i + s->l->n * m;
    s->w->wave[0][at] = rdg_scaled(tau * tau, rdg_divided_3(A, B, zero));
    if (orders > 0) {
        const rdg_structure_parameter sum =
            rdg_plus(rdg_scaled(a, repeated(2, A, 1, B, zero)), rdg_scaled(b, repeated(1, A, 2, B, zero)));
        s->w->wave[1][at] = turned(cube, sum);
    }
    if (orders > 1) {
        rdg_structure_parameter sum = rdg_scaled(a * a, repeated(3, A, 1, B, zero));
        sum = rdg_plus(sum, rdg_scaled(a * b, repeated(2, A, 2, B, zero)));
        sum = rdg_plus(sum, rdg_scaled(b * b, repeated(1, A, 3, B, zero)));
        s->w->wave[2][at] = rdg_scaled(-2.0 * cube * tau, sum);
    }
}

void rdg_linear_integrals_of(rdg_second *s, int k, int orders)
{
    const rdg_linear *l = s->l;
    const rdg_index n = l->n, H = l->waves / 2;
    const double turn = s->omega * s->tau;
    const rdg_node zero = rdg_node_at((rdg_structure_parameter){0.0, 0.0});
    s->harmonic = k;
    for (rdg_index i = 0; i < n; i++) {
        const rdg_structure_parameter rate = s->w->L[i].at;
        const rdg_node A = rdg_node_at((rdg_structure_parameter){rate.re, rate.im - k * turn});
        find_own(s, i, &A, &zero, orders);
        for (rdg_index m = 0; m < l->waves; m++) {
            const rdg_node B = rdg_node_at((rdg_structure_parameter){0.0, (double)(m - H - k) * turn});
            find_wave(s, i, m, &A, &B, &zero, orders);
        }
    }
}

/* factor exp(-i k phi) at a phase */
static rdg_structure_parameter turned_to(const rdg_second *s, double phi, rdg_structure_parameter factor)
{
    const double angle = s->harmonic * phi;
    return rdg_times(factor, (rdg_structure_parameter){cos(angle), -sin(angle)});
}

/* b += factor exp(-i k phi) V^T of the displacement */
static void add_weights(rdg_second *s, const rdg_linear_integral *of)
{
    const rdg_linear *l = s->l;
    const rdg_structure_parameter by = turned_to(s, s->k->phi0, of->factor);
    for (rdg_index i = 0; i < l->n; i++) {
        rdg_structure_parameter sum = {0.0, 0.0};
        for (rdg_index t = 0; t < of->n; t++) {
            sum = rdg_plus(sum, rdg_scaled(of->weight[t], l->V[of->dof[t] + l->n * i]));
        }
        s->w->b[i] = rdg_plus(s->w->b[i], rdg_times(by, sum));
    }
}

static void no_weights(rdg_second *s)
{
    memset(s->w->b, 0, (size_t)s->l->n * sizeof *s->w->b);
}

/* x of states, or of what they change by */
static double displacement(const rdg_linear_integral *of, const double *y)
{
    double x = 0.0;
    for (rdg_index t = 0; t < of->n; t++) {
        x += of->weight[t] * y[of->dof[t]];
    }
    return x;
}

static double phase_at_end(const rdg_second *s)
{
    return s->k->phi0 + s->omega * s->tau;
}

double rdg_linear_integral_of(rdg_second *s, const rdg_linear_integral *of, const double *y, double *slope)
{
    const rdg_linear *l = s->l;
    const rdg_index n = l->n;
    no_weights(s);
    add_weights(s, of);
    const double value = rdg_sum_of_waves(s, l->G, 0, 0) + rdg_sum_of_start(s, 0, 0);
    if (!slope) {
        return value;
    }
    rdg_sum_by_states(s, 0, 0, slope);
    for (rdg_index p = 0; p < l->np; p++) {
        slope[n + p] = rdg_sum_of_waves(s, l->Gp + n * l->waves * p, 0, 0);
    }
    if (s->k->forced) {
        slope[s->k->omega_at] += rdg_sum_of_waves(s, l->G, 1, 0) + rdg_sum_of_start(s, 1, 0);
        slope[s->k->nu - 1] = rdg_sum_of_waves(s, l->G, 0, 1) + rdg_sum_of_start(s, 0, 1);
    }
    slope[s->k->nu] = turned_to(s, phase_at_end(s), of->factor).re * displacement(of, y);
    return value;
}

/* The row of the duration, by which the integral changes as what is integrated is at the end. */
static void duration_by_all(rdg_second *s, const rdg_linear_integral *of, const double *y, const double *dy)
{
    const rdg_rk *k = s->k;
    const rdg_structure_parameter by = turned_to(s, phase_at_end(s), of->factor);
    const double turns = turned(-s->harmonic, by).re * displacement(of, y);
    for (rdg_index c = 0; c <= k->nu; c++) {
        double sum = by.re * displacement(of, dy + s->l->n * c);
        if (k->forced) {
            sum += c == k->nu         ? turns * s->omega
                   : c == k->omega_at ? turns * s->tau
                   : c == k->nu - 1   ? turns
                                      : 0.0;
        }
        rdg_second_add(s, c, k->nu, sum);
    }
}

void rdg_linear_integral_begin_sum(rdg_second *s, double *H)
{
    s->H = H;
    no_weights(s);
}

void rdg_linear_integral_add(rdg_second *s, const rdg_linear_integral *of, const double *y, const double *dy)
{
    add_weights(s, of);
    duration_by_all(s, of, y, dy);
}
