/* Random fields with everything that derivatives can be of: f_i = a . v + v Q v + c (b . v)^3 of
 * v = (x, p, cos phi, sin phi). */
#ifndef RDG_TEST_POLYNOMIAL_FIELD_H
#define RDG_TEST_POLYNOMIAL_FIELD_H

#include "support.h"

#include <ridgewalk/hybrid.h>

enum { FIELD_MOST = 10 };

typedef struct polynomial_field {
    rdg_index n, np;
    bool forced;
    double a[FIELD_MOST][FIELD_MOST], Q[FIELD_MOST][FIELD_MOST][FIELD_MOST], b[FIELD_MOST][FIELD_MOST];
    double c[FIELD_MOST];
} polynomial_field;

static inline void random_field(polynomial_field *f, rdg_index n, rdg_index np, bool forced, uint64_t *seed)
{
    *f = (polynomial_field){.n = n, .np = np, .forced = forced};
    for (int i = 0; i < FIELD_MOST; i++) {
        f->c[i] = 0.3 * random_signed(seed);
        for (int j = 0; j < FIELD_MOST; j++) {
            f->a[i][j] = random_signed(seed);
            f->b[i][j] = random_signed(seed);
            for (int k = 0; k < FIELD_MOST; k++) {
                f->Q[i][j][k] = 0.2 * random_signed(seed);
            }
        }
    }
}

/* v, and derivatives of it: column j of the arguments is (place, factor), the phase has two places. */
static inline rdg_index field_terms(const polynomial_field *f, const double *u, double *v)
{
    const rdg_index m = f->n + f->np;
    memcpy(v, u, (size_t)m * sizeof *v);
    v[m] = f->forced ? cos(u[m]) : 0.0;
    v[m + 1] = f->forced ? sin(u[m]) : 0.0;
    return m + 2;
}

static inline double field_cubed(const polynomial_field *f, int i, const double *v, rdg_index count)
{
    double s = 0.0;
    for (rdg_index j = 0; j < count; j++) {
        s += f->b[i][j] * v[j];
    }
    return s;
}

static inline int polynomial_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const polynomial_field *f = data;
    double v[FIELD_MOST];
    const rdg_index count = field_terms(f, u, v);
    (void)n;
    for (int i = 0; i < m; i++) {
        const double s = field_cubed(f, i, v, count);
        y[i] += f->c[i] * s * s * s;
        for (rdg_index j = 0; j < count; j++) {
            y[i] += f->a[i][j] * v[j];
            for (rdg_index k = 0; k < count; k++) {
                y[i] += v[j] * f->Q[i][j][k] * v[k];
            }
        }
    }
    return 0;
}

/* d f_i / d v_j */
static inline double field_slope(const polynomial_field *f, int i, rdg_index j, const double *v,
                                 rdg_index count)
{
    const double s = field_cubed(f, i, v, count);
    double d = f->a[i][j] + 3 * f->c[i] * s * s * f->b[i][j];
    for (rdg_index k = 0; k < count; k++) {
        d += (f->Q[i][j][k] + f->Q[i][k][j]) * v[k];
    }
    return d;
}

static inline int polynomial_df(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const polynomial_field *f = data;
    double v[FIELD_MOST];
    const rdg_index count = field_terms(f, u, v), q = f->n + f->np;
    (void)n;
    for (int i = 0; i < m; i++) {
        for (rdg_index j = 0; j < q; j++) {
            y[i + m * j] += field_slope(f, i, j, v, count);
        }
        if (f->forced) {
            y[i + m * q] +=
                field_slope(f, i, q, v, count) * -v[q + 1] + field_slope(f, i, q + 1, v, count) * v[q];
        }
    }
    return 0;
}

static inline int polynomial_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *y,
                                 void *data)
{
    const polynomial_field *f = data;
    double v[FIELD_MOST], E[FIELD_MOST][FIELD_MOST] = {{0}}; /* dv_j / du_c */
    const rdg_index count = field_terms(f, u, v), q = f->n + f->np;
    for (rdg_index j = 0; j < q; j++) {
        E[j][j] = 1.0;
    }
    if (f->forced) {
        E[q][q] = -v[q + 1];
        E[q + 1][q] = v[q];
    }
    for (int i = 0; i < m; i++) {
        const double s = field_cubed(f, i, v, count);
        for (rdg_index j = 0; j < count; j++) {
            for (rdg_index k = 0; k < count; k++) {
                const double second =
                    f->Q[i][j][k] + f->Q[i][k][j] + 6 * f->c[i] * s * f->b[i][j] * f->b[i][k];
                for (rdg_index c = 0; c < n; c++) {
                    for (rdg_index d = 0; d < n; d++) {
                        y[c + n * d] += lambda[i] * second * E[j][c] * E[k][d];
                    }
                }
            }
        }
        if (f->forced) {
            y[q + n * q] -= lambda[i] * (field_slope(f, i, q, v, count) * v[q] +
                                         field_slope(f, i, q + 1, v, count) * v[q + 1]);
        }
    }
    return 0;
}

#endif
