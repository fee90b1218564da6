/* The monitors that vanish at bifurcations, and their gradients.
 *
 * With bases V and W of the critical subspace, W^T V = 1, B = W^T J V: tr B is the sum and det B the product
 * of the eigenvalues, and d tr B = tr(W^T dJ V), d det B = tr(W^T dJ V adj B). */
#include "spectrum_impl.h"

#include <math.h>
#include <string.h>

static int critical_at(rdg_spectrum *s, const double *u, rdg_spectrum_kind kind, rdg_critical *c)
{
    const int answer = rdg_spectrum_decompose(s, u);
    *c = (rdg_critical){.size = 0};
    if (answer == 0) {
        rdg_spectrum_critical(s, kind, c);
    }
    return answer;
}

/* The sum or the product of the critical eigenvalues, with its sign; 1 where there are none. */
static int signed_value(rdg_spectrum *s, const double *u, rdg_spectrum_kind kind, double *y)
{
    rdg_critical c;
    const int answer = critical_at(s, u, kind, &c);
    *y = c.size > 0 ? c.sign * c.value : 1.0;
    return answer;
}

int rdg_spectrum_add_gradient(rdg_spectrum *s, const double *u, const rdg_critical *c, double M[2][2],
                              double factor, double *values)
{
    const rdg_index n = s->n;
    int answer = 0;
    for (int a = 0; answer == 0 && a < c->size; a++) {
        memset(s->v, 0, (size_t)n * sizeof(double));
        for (int b = 0; b < c->size; b++) {
            for (rdg_index j = 0; j < n; j++) {
                s->v[j] += s->V[b * n + j] * M[b][a];
            }
        }
        answer = s->source.slope(u, s->W + a * n, s->v, factor, values, s->source.data);
    }
    return answer;
}

static int trace_gradient(rdg_spectrum *s, const double *u, rdg_spectrum_kind kind, double *values)
{
    double one[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
    rdg_critical c;
    int answer = critical_at(s, u, kind, &c);
    if (answer == 0 && c.size > 0) {
        answer = rdg_spectrum_bases(s, kind, &c);
        answer = answer == 0 ? rdg_spectrum_add_gradient(s, u, &c, one, c.sign, values) : answer;
    }
    return answer;
}

static int determinant_gradient(rdg_spectrum *s, const double *u, rdg_spectrum_kind kind, bool is_signed,
                                double *values)
{
    rdg_critical c;
    int answer = critical_at(s, u, kind, &c);
    if (answer == 0 && c.size > 0) {
        answer = rdg_spectrum_bases(s, kind, &c);
        double adjugate[2][2] = {{c.B[1][1], -c.B[0][1]}, {-c.B[1][0], c.B[0][0]}};
        answer = answer == 0 ? rdg_spectrum_add_gradient(s, u, &c, adjugate, is_signed ? c.sign : 1.0, values)
                             : answer;
    }
    return answer;
}

int rdg_spectrum_hopf_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return signed_value(data, u, RDG_SPECTRUM_SUM, y);
}

int rdg_spectrum_hopf_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    return trace_gradient(data, u, RDG_SPECTRUM_SUM, values);
}

int rdg_spectrum_omega2_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_critical c;
    const int answer = critical_at(data, u, RDG_SPECTRUM_SUM, &c);
    y[0] = c.size > 0 ? c.product : 1.0;
    return answer;
}

int rdg_spectrum_omega2_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    return determinant_gradient(data, u, RDG_SPECTRUM_SUM, false, values);
}

int rdg_spectrum_ns_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return signed_value(data, u, RDG_SPECTRUM_PRODUCT, y);
}

int rdg_spectrum_ns_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    return determinant_gradient(data, u, RDG_SPECTRUM_PRODUCT, true, values);
}

int rdg_spectrum_pd_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    return signed_value(data, u, RDG_SPECTRUM_SHIFT, y);
}

/* M such that the derivative of the value is tr(W^T dJ V M); the product of both shifts is det(B + 1). */
static void shift_slope(const rdg_critical *c, double M[2][2])
{
    double slope = 0.0;
    const double one = c->shift[0], two = c->shift[1];
    const double weight = rdg_shift_weight(fabs(two), &slope);
    const double apart = one - two;
    const bool is_product = c->is_pair || fabs(two) * slope == weight;
    const double factor = c->is_pair ? (weight + one * slope) / (2.0 * one) : copysign(slope, two);
    const double shifted[2][2] = {{c->B[0][0] + 1.0, c->B[0][1]}, {c->B[1][0], c->B[1][1] + 1.0}};
    const double adjugate[2][2] = {{shifted[1][1], -shifted[0][1]}, {-shifted[1][0], shifted[0][0]}};
    const double by_two = one * copysign(slope, two);
    for (int a = 0; a < 2; a++) {
        for (int b = 0; b < 2; b++) { /* else by the projections onto either */
            const double same = a == b ? 1.0 : 0.0;
            M[a][b] =
                is_product || apart == 0.0
                    ? factor * adjugate[a][b]
                    : (weight * (shifted[a][b] - two * same) - by_two * (shifted[a][b] - one * same)) / apart;
        }
    }
}

int rdg_spectrum_pd_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    rdg_spectrum *s = data;
    rdg_critical c;
    int answer = critical_at(s, u, RDG_SPECTRUM_SHIFT, &c);
    if (answer != 0 || c.size == 0) {
        return answer;
    }
    double M[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
    answer = rdg_spectrum_bases(s, RDG_SPECTRUM_SHIFT, &c);
    if (answer == 0 && c.size == 2) {
        shift_slope(&c, M);
    }
    return answer ? answer : rdg_spectrum_add_gradient(s, u, &c, M, c.sign, values);
}

/* An eigenvalue on the boundary of stability, up to rounding, does not count. */
int rdg_spectrum_unstable(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_spectrum *s = data;
    const int answer = rdg_spectrum_decompose(s, u);
    const double rounding = 1e-10 * s->norm;
    y[0] = 0.0;
    if (answer == 0 && s->unknown) {
        y[0] = -1.0;
        return 0;
    }
    for (rdg_index i = 0; answer == 0 && i < s->n; i++) {
        y[0] += s->is_map ? hypot(s->re[i], s->im[i]) > 1.0 + rounding : s->re[i] > rounding;
    }
    return answer;
}
