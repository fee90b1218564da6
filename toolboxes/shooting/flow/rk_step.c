/* A step of the Runge-Kutta method. */
#include "rk_impl.h"

#include <math.h>
#include <string.h>

int rdg_rk_rate(rdg_rk *k, double scale, double *f)
{
    for (rdg_index i = 0; i < k->n; i++) {
        f[i] = 0.0;
    }
    const int answer = k->field->f(k->nu, k->u, k->n, f, k->field->data);
    for (rdg_index i = 0; i < k->n; i++) {
        k->spoilt += 0.0 * f[i];
        f[i] *= scale;
    }
    return answer;
}

void rdg_rk_spoil(rdg_rk *k)
{
    if (isnan(k->spoilt)) {
        k->z1[k->len - k->n] = NAN;
        k->spoilt = 0.0;
    }
}

void rdg_rk_set_phase(rdg_rk *k, double place)
{
    if (k->forced) {
        k->u[k->nu - 1] = k->phi0 + k->omega * (k->tau * place);
    }
}

int rdg_rk_begin(rdg_rk *k, double pos)
{
    memcpy(k->u, k->z + k->len - k->n, (size_t)k->n * sizeof(double));
    rdg_rk_set_phase(k, pos);
    const int answer = rdg_rk_rate(k, 1.0, k->f0);
    k->spoilt = 0.0;
    return answer;
}

int rdg_rk_end(rdg_rk *k)
{
    memcpy(k->u, k->z1 + k->len - k->n, (size_t)k->n * sizeof(double));
    rdg_rk_set_phase(k, k->pos + k->share);
    const int answer = rdg_rk_rate(k, 1.0, k->f1);
    k->spoilt = 0.0;
    return answer;
}

int rdg_rk_step(rdg_rk *k, double pos, double share)
{
    const rdg_index n = k->n;
    const double h = share * k->tau;
    k->pos = pos;
    k->share = share;
    for (rdg_index i = 0; i < n; i++) {
        k->spoilt += 0.0 * k->f0[i];
        k->g[i] = h * k->f0[i];
    }
    for (int i = 1; i < RDG_RK_STAGES; i++) {
        rdg_rk_combine(i, n, k->z, k->g, k->u);
        rdg_rk_set_phase(k, pos + rdg_rk_c[i] * share);
        const int answer = rdg_rk_rate(k, h, k->g + i * n);
        if (answer != 0) {
            return answer;
        }
    }
    rdg_rk_combine(RDG_RK_END, n, k->z, k->g, k->z1);
    rdg_rk_spoil(k);
    return 0;
}

/* row += sum over l of a[n l] (rows of dY), two rows at a time */
static void add_products(rdg_index n, rdg_index ns, const double *a, const double *restrict dY, double h,
                         double *restrict row)
{
    rdg_index l = 0;
    for (; l + 1 < n; l += 2) {
        const double a0 = h * a[n * l], a1 = h * a[n * (l + 1)];
        const double *first = dY + ns * l, *second = first + ns;
        if (a0 == 0.0 && a1 == 0.0) {
            continue;
        }
#pragma omp simd
        for (rdg_index c = 0; c < ns; c++) {
            row[c] += a0 * first[c] + a1 * second[c];
        }
    }
    for (; l < n; l++) {
        const double a0 = h * a[n * l];
        for (rdg_index c = 0; c < ns; c++) {
            row[c] += a0 * dY[ns * l + c];
        }
    }
}

/* Variations of the increments of a stage at `place`; those of the states in g are still share k. */
static void vary(rdg_rk *k, double place, double share, double *g)
{
    const rdg_index n = k->n, np = k->np, ns = k->ns;
    const double h = share * k->tau;
    for (rdg_index i = 0; i < n; i++) {
        const double *a = k->A + i;
        double *row = g + ns * i;
        for (rdg_index c = 0; c < ns; c++) {
            row[c] = 0.0;
        }
        add_products(n, ns, a, k->s, h, row);
        for (rdg_index q = n; q < n + np; q++) {
            row[q] += h * a[n * q];
        }
        if (k->forced) {
            const double by_phase = h * a[n * (k->nu - 1)];
            row[k->nu - 1] += by_phase;
            row[k->omega_at] += by_phase * k->tau * place;
            row[ns - 1] += by_phase * k->omega * place;
        }
        row[ns - 1] += g[n * ns + i];
    }
}

int rdg_rk_slopes(rdg_rk *k)
{
    if (!k->field->df) {
        return rdg_hybrid_df(k->field, k->nu, k->u, k->size, k->n, k->A, k->work);
    }
    memset(k->A, 0, (size_t)(k->n * k->nu) * sizeof(double));
    return k->field->df(k->nu, k->u, k->n, k->A, k->field->data);
}

rdg_index rdg_rk_tape(const rdg_rk *k)
{
    return k->len + k->np + 1 + k->n * k->nu;
}

int rdg_rk_vary(rdg_rk *k, double pos, double share, double *tape)
{
    const rdg_index len = k->len, first = k->n * k->ns, stage = rdg_rk_tape(k);
    k->pos = pos;
    k->share = share;
    for (int i = 0; i < RDG_RK_STAGES; i++) {
        const double place = pos + rdg_rk_c[i] * share;
        double *g = k->g + i * len;
        if (i > 0) {
            rdg_rk_combine(i, len, k->z, k->g, k->s);
        } else {
            memcpy(k->s, k->z, (size_t)len * sizeof(double));
        }
        rdg_rk_set_phase(k, place);
        int answer = rdg_rk_rate(k, share, g + first);
        if (answer == 0) {
            answer = rdg_rk_slopes(k);
        }
        if (answer != 0) {
            return answer;
        }
        vary(k, place, share, g);
        for (rdg_index j = first; j < len; j++) {
            g[j] *= k->tau;
        }
        if (tape) {
            memcpy(tape + i * stage, k->s, (size_t)(len + k->np + 1) * sizeof(double));
            memcpy(tape + i * stage + len + k->np + 1, k->A, (size_t)(k->n * k->nu) * sizeof(double));
        }
    }
    rdg_rk_combine(RDG_RK_END, len, k->z, k->g, k->z1);
    rdg_rk_spoil(k);
    return 0;
}

void rdg_rk_advance(rdg_rk *k)
{
    double *swap = k->z;
    k->z = k->z1;
    k->z1 = swap;
    swap = k->f0;
    k->f0 = k->f1;
    k->f1 = swap;
}

double rdg_rk_largest(const rdg_rk *k, rdg_index *which)
{
    const double *x = k->z1 + k->len - k->n;
    double largest = 0.0;
    *which = 0;
    for (rdg_index i = 0; i < k->n; i++) {
        if (!(fabs(x[i]) <= largest)) {
            largest = fabs(x[i]);
            *which = i;
        }
        if (isnan(x[i])) {
            return NAN;
        }
    }
    return largest;
}
