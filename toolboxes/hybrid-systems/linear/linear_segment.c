/* The end of a segment of a linear mode with its first derivatives, in closed form. */
#include "linear_impl.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* From so many states on BLAS multiplies faster. */
static const rdg_index many = 20;

void rdg_linear_multiply(rdg_index n, const double *M, rdg_index columns, const double *x, double *y)
{
    const int size = (int)n;
    if (n >= many && columns > 1) {
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, size, (int)columns, size, 1.0, M, size, x,
                    size, 0.0, y, size);
        rdg_blas_end(0);
        return;
    }
    for (rdg_index c = 0; c < columns; c++) {
        double *restrict to = y + n * c;
        memset(to, 0, (size_t)n * sizeof *to);
        for (rdg_index j = 0; j < n; j++) {
            const double by = x[j + n * c];
            const double *restrict column = M + n * j;
            for (rdg_index i = 0; i < n; i++) {
                to[i] += by * column[i];
            }
        }
    }
}

/* Amplitudes of those that lead, as multipliers of Re v and Im v. */
static void pack(const rdg_linear *l, const rdg_structure_parameter *z, double *r)
{
    for (rdg_index i = 0; i < l->n; i++) {
        if (l->lambda[i].im > 0.0) {
            r[i] = 2.0 * z[i].re;
            r[i + 1] = -2.0 * z[i].im;
            i++;
        } else {
            r[i] = z[i].re;
        }
    }
}

/* The others of pairs. */
static void mirror(const rdg_linear *l, rdg_structure_parameter *z)
{
    for (rdg_index i = 0; i + 1 < l->n; i++) {
        if (l->lambda[i].im > 0.0) {
            z[i + 1] = (rdg_structure_parameter){z[i].re, -z[i].im};
            i++;
        }
    }
}

void rdg_linear_start(const rdg_linear *l, rdg_linear_work *w, const double *x, double phi)
{
    const rdg_index n = l->n, H = l->waves / 2;
    rdg_linear_multiply(n, l->Wr, 1, x, w->y);
    for (rdg_index i = 0; i < n; i++) {
        if (l->lambda[i].im > 0.0) {
            w->z0[i] = (rdg_structure_parameter){0.5 * w->y[i], -0.5 * w->y[i + 1]};
            i++;
        } else {
            w->z0[i] = (rdg_structure_parameter){w->y[i], 0.0};
        }
    }
    mirror(l, w->z0);
    for (rdg_index m = -H; m <= H; m++) {
        const rdg_structure_parameter turn = {cos((double)m * phi), sin((double)m * phi)};
        w->phase[m + H] = turn;
        for (rdg_index i = 0; i < n; i++) {
            w->q[i + n * (m + H)] = rdg_times(turn, l->G[i + n * (m + H)]);
        }
    }
}

void rdg_linear_go(const rdg_linear *l, rdg_linear_work *w, double tau, double omega, const double *x,
                   double *y)
{
    const rdg_index n = l->n, H = l->waves / 2;
    for (rdg_index i = 0; i < n; i++) {
        if (rdg_leads(l, i)) {
            w->L[i] = rdg_node_at(rdg_scaled(tau, l->lambda[i]));
        } else {
            const rdg_node *other = &w->L[i - 1];
            w->L[i] = (rdg_node){{other->at.re, -other->at.im},
                                 {other->exp.re, -other->exp.im},
                                 {other->less.re, -other->less.im}};
        }
    }
    for (rdg_index m = -H; m <= H; m++) {
        w->M[m + H] = rdg_node_at((rdg_structure_parameter){0.0, (double)m * (omega * tau)});
    }
    for (rdg_index i = 0; i < n; i++) {
        if (!rdg_leads(l, i)) {
            continue;
        }
        rdg_structure_parameter sum = rdg_times(w->L[i].less, w->z0[i]);
        for (rdg_index m = 0; m < l->waves; m++) {
            const rdg_index at = i + n * m;
            w->D[at] = rdg_scaled(tau, rdg_divided_2(&w->L[i], &w->M[m]));
            sum = rdg_plus(sum, rdg_times(w->D[at], w->q[at]));
        }
        w->z1[i] = rdg_plus(w->z0[i], sum);
        w->a[i] = sum;
    }
    mirror(l, w->z1);
    pack(l, w->a, w->y);
    rdg_linear_multiply(n, l->Vr, 1, w->y, y);
    for (rdg_index i = 0; i < n; i++) {
        y[i] += x[i];
    }
}

void rdg_linear_extent(const rdg_linear *l, const rdg_linear_work *w, const double *x, const double *y,
                       double *extent)
{
    const rdg_index n = l->n;
    for (rdg_index r = 0; r < n; r++) {
        extent[r] = 0.0;
    }
    for (rdg_index i = 0; i < n; i++) {
        const double size = sqrt(fmax(rdg_square(w->z0[i]), rdg_square(w->z1[i])));
        for (rdg_index r = 0; r < n; r++) {
            extent[r] += l->reach[r + n * i] * size;
        }
    }
    for (rdg_index r = 0; r < n; r++) {
        extent[r] = fmax(extent[r], fmax(fabs(x[r]), fabs(y[r])));
    }
}

/* tau exp[L_k, M_m] of the others of pairs. */
static void mirror_waves(const rdg_linear *l, rdg_linear_work *w)
{
    const rdg_index n = l->n;
    for (rdg_index i = 0; i + 1 < n; i++) {
        for (rdg_index m = 0; m < l->waves && l->lambda[i].im > 0.0; m++) {
            const rdg_structure_parameter D = w->D[i + n * (l->waves - 1 - m)];
            w->D[i + 1 + n * m] = (rdg_structure_parameter){D.re, -D.im};
        }
    }
}

void rdg_linear_spread(const rdg_linear *l, rdg_linear_work *w, double tau)
{
    const rdg_index n = l->n;
    mirror_waves(l, w);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n && rdg_leads(l, i); k++) {
            const rdg_structure_parameter ik = rdg_scaled(tau, rdg_divided_2(&w->L[i], &w->L[k]));
            rdg_structure_parameter sum = rdg_times(w->z0[k], ik);
            for (rdg_index m = 0; m < l->waves; m++) {
                const rdg_structure_parameter D = rdg_linear_of_three(w, n, i, k, m, tau, ik);
                sum = rdg_plus(sum, rdg_times(w->q[k + n * m], D));
            }
            w->S[i + n * k] = sum;
        }
    }
}

/* (exp(L) - 1) W, packed */
static void vary_start(const rdg_linear *l, const rdg_linear_work *w, double *T)
{
    const rdg_index n = l->n;
    for (rdg_index j = 0; j < n; j++) {
        const double *row = l->Wr + n * j;
        double *to = T + n * j;
        for (rdg_index i = 0; i < n; i++) {
            const rdg_structure_parameter e = w->L[i].less;
            if (l->lambda[i].im > 0.0) {
                to[i] = e.re * row[i] + e.im * row[i + 1];
                to[i + 1] = e.re * row[i + 1] - e.im * row[i];
                i++;
            } else {
                to[i] = e.re * row[i];
            }
        }
    }
}

static rdg_structure_parameter turned(double m, rdg_structure_parameter a)
{
    return (rdg_structure_parameter){-m * a.im, m * a.re};
}

/* Of the parameter p on amplitude i. */
static rdg_structure_parameter by_parameter(const rdg_linear *l, const rdg_linear_work *w, rdg_index p,
                                            rdg_index i)
{
    const rdg_index n = l->n;
    const rdg_structure_parameter *Gp = l->Gp + n * l->waves * p, *B = l->B + n * n * p;
    rdg_structure_parameter sum = {0.0, 0.0};
    for (rdg_index m = 0; m < l->waves; m++) {
        sum = rdg_plus(sum, rdg_times(w->D[i + n * m], rdg_times(w->phase[m], Gp[i + n * m])));
    }
    for (rdg_index k = 0; k < n && l->moves[p]; k++) {
        sum = rdg_plus(sum, rdg_times(B[i + n * k], w->S[i + n * k]));
    }
    return sum;
}

/* Of the forcing's frequency as that of the phase. */
static rdg_structure_parameter by_omega(const rdg_linear *l, const rdg_linear_work *w, rdg_index i,
                                        double tau)
{
    const rdg_index H = l->waves / 2;
    rdg_structure_parameter sum = {0.0, 0.0};
    for (rdg_index m = -H; m <= H; m++) {
        if (m != 0) {
            const rdg_structure_parameter D = rdg_divided_3(&w->L[i], &w->M[m + H], &w->M[m + H]);
            sum = rdg_plus(sum, rdg_times(turned((double)m * tau * tau, D), w->q[i + l->n * (m + H)]));
        }
    }
    return sum;
}

static void vary_phase(const rdg_rk *k, const rdg_linear *l, rdg_linear_work *w, double *T)
{
    const rdg_index n = l->n, H = l->waves / 2;
    for (rdg_index i = 0; i < n; i++) {
        rdg_structure_parameter sum = {0.0, 0.0};
        for (rdg_index m = -H; m <= H && rdg_leads(l, i); m++) {
            const rdg_index at = i + n * (m + H);
            sum = rdg_plus(sum, rdg_times(turned((double)m, w->D[at]), w->q[at]));
        }
        w->a[i] = sum;
    }
    pack(l, w->a, T + n * (k->nu - 1));
}

static void vary_duration(const rdg_rk *k, const rdg_linear *l, rdg_linear_work *w, double *T)
{
    const rdg_index n = l->n;
    for (rdg_index i = 0; i < n; i++) {
        rdg_structure_parameter sum = rdg_times(l->lambda[i], w->z1[i]);
        for (rdg_index m = 0; m < l->waves; m++) {
            sum = rdg_plus(sum, rdg_times(w->M[m].exp, w->q[i + n * m]));
        }
        w->a[i] = sum;
    }
    pack(l, w->a, T + n * k->nu);
}

void rdg_linear_vary(const rdg_rk *k, const rdg_linear *l, rdg_linear_work *w, double tau, double *dy)
{
    const rdg_index n = l->n;
    bool any = false;
    for (rdg_index p = 0; p < l->np; p++) {
        any = any || l->moves[p];
    }
    if (any) {
        rdg_linear_spread(l, w, tau);
    }
    vary_start(l, w, w->T);
    for (rdg_index p = 0; p < l->np; p++) {
        for (rdg_index i = 0; i < n; i++) {
            if (rdg_leads(l, i)) {
                w->a[i] = by_parameter(l, w, p, i);
            }
            if (rdg_leads(l, i) && k->omega_at == n + p) {
                w->a[i] = rdg_plus(w->a[i], by_omega(l, w, i, tau));
            }
        }
        pack(l, w->a, w->T + n * (n + p));
    }
    if (k->forced) {
        vary_phase(k, l, w, w->T);
    }
    vary_duration(k, l, w, w->T);
    rdg_linear_multiply(n, l->Vr, k->nu + 1, w->T, dy);
    for (rdg_index i = 0; i < n; i++) {
        dy[i * (n + 1)] += 1.0;
    }
}
