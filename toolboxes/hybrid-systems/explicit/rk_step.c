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
        k->z1[0] = NAN;
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
    memcpy(k->u, k->z, (size_t)k->n * sizeof(double));
    k->pos = pos; /* that of a motion before would put the first step's sample ahead at another phase */
    rdg_rk_set_phase(k, pos);
    const int answer = rdg_rk_rate(k, 1.0, k->f0);
    k->spoilt = 0.0;
    return answer;
}

int rdg_rk_end(rdg_rk *k)
{
    memcpy(k->u, k->z1, (size_t)k->n * sizeof(double));
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

/* 0, or NAN where one of the numbers is not finite. */
static double spoils(rdg_index count, const double *x)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (rdg_index i = 0; i < count; i++) {
        sum += 0.0 * x[i];
    }
    return sum;
}

int rdg_rk_trace(rdg_rk *k, double pos, double share, const rdg_rk_stages *stages)
{
    const rdg_index n = k->n, nu = k->nu, others = nu - n;
    const double h = share * k->tau;
    double *u = stages->u, *f = stages->f;
    k->pos = pos;
    k->share = share;
    memset(f, 0, (size_t)(RDG_RK_STAGES * n) * sizeof *f);
    for (int i = 0; i < RDG_RK_STAGES; i++, u += nu, f += n) {
        if (i > 0) {
            rdg_rk_combine(i, n, k->z, k->g, u);
        } else {
            memcpy(u, k->z, (size_t)n * sizeof *u);
        }
        for (rdg_index q = 0; q < others; q++) {
            u[n + q] = k->u[n + q];
        }
        if (k->forced) {
            u[nu - 1] = k->phi0 + k->omega * (k->tau * (pos + rdg_rk_c[i] * share));
        }
        const int answer = k->field->f(nu, u, n, f, k->field->data);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index c = 0; c < n; c++) {
            k->g[i * n + c] = h * f[c];
        }
    }
    k->spoilt = spoils(RDG_RK_STAGES * n, stages->f);
    rdg_rk_combine(RDG_RK_END, n, k->z, k->g, k->z1);
    rdg_rk_spoil(k);
    return 0;
}

int rdg_rk_slopes(rdg_rk *k)
{
    if (!k->field->df) {
        return rdg_hybrid_df(k->field, k->nu, k->u, k->size, k->n, k->A, k->work);
    }
    memset(k->A, 0, (size_t)(k->n * k->nu) * sizeof(double));
    return k->field->df(k->nu, k->u, k->n, k->A, k->field->data);
}

static void swap(double **a, double **b)
{
    double *aside = *a;
    *a = *b;
    *b = aside;
}

void rdg_rk_advance(rdg_rk *k)
{
    swap(&k->z, &k->z1);
    swap(&k->v, &k->v1);
    swap(&k->f0, &k->f1);
}

double rdg_rk_largest(const rdg_rk *k, rdg_index *which)
{
    double largest = 0.0;
    *which = 0;
    for (rdg_index i = 0; i < k->n; i++) {
        if (!(fabs(k->z1[i]) <= largest)) {
            largest = fabs(k->z1[i]);
            *which = i;
        }
        if (isnan(k->z1[i])) {
            return NAN;
        }
    }
    return largest;
}
