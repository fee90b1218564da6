/* Random linear fields, all of whose numbers are quadratic in the parameters:
 * f = A x + sum over waves w = 1, cos phi, sin phi, .. of g_w, of parameters p: each coefficient is
 * c0 + c1 . p + p C p / 2. */
#ifndef RDG_TEST_LINEAR_FIELD_H
#define RDG_TEST_LINEAR_FIELD_H

#include "support.h"

#include <ridgewalk/hybrid.h>

enum { LINEAR_STATES = 6, LINEAR_NUMBERS = 3, LINEAR_WAVES = 5 };

/* c[0], c[1 + p], c[4 + 3 p + q] */
enum { LINEAR_TERMS = 1 + LINEAR_NUMBERS + LINEAR_NUMBERS * LINEAR_NUMBERS };

typedef struct linear_field {
    rdg_index n, np, harmonics;
    bool forced;
    double A[LINEAR_STATES][LINEAR_STATES][LINEAR_TERMS], g[LINEAR_STATES][LINEAR_WAVES][LINEAR_TERMS];
} linear_field;

static inline void linear_coefficient(double *c, rdg_index np, double at, double size, uint64_t *seed)
{
    for (int t = 0; t < LINEAR_TERMS; t++) {
        c[t] = t == 0 ? at : 0.0;
    }
    for (rdg_index p = 0; p < np; p++) {
        c[1 + p] = size * random_signed(seed);
        for (rdg_index q = 0; q <= p; q++) {
            c[4 + 3 * p + q] = c[4 + 3 * q + p] = size * random_signed(seed);
        }
    }
}

/* size: of what parameters change of A, relative to A */
static inline void random_linear(linear_field *f, rdg_index n, rdg_index np, rdg_index harmonics, bool forced,
                                 double size, uint64_t *seed)
{
    *f = (linear_field){.n = n, .np = np, .harmonics = harmonics, .forced = forced};
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = 0; j < n; j++) {
            linear_coefficient(f->A[i][j], np, random_signed(seed), size, seed);
        }
        for (rdg_index w = 0; w < 2 * harmonics + 1; w++) {
            linear_coefficient(f->g[i][w], np, random_signed(seed), 0.5, seed);
        }
    }
}

static inline double linear_value(const linear_field *f, const double *c, const double *p)
{
    double sum = c[0];
    for (rdg_index a = 0; a < f->np; a++) {
        sum += c[1 + a] * p[a];
        for (rdg_index b = 0; b < f->np; b++) {
            sum += 0.5 * p[a] * c[4 + 3 * a + b] * p[b];
        }
    }
    return sum;
}

static inline double linear_slope(const linear_field *f, const double *c, const double *p, rdg_index a)
{
    double sum = c[1 + a];
    for (rdg_index b = 0; b < f->np; b++) {
        sum += c[4 + 3 * a + b] * p[b];
    }
    return sum;
}

/* Wave w at phi, or a derivative of it. */
static inline double linear_wave(rdg_index w, double phi, int order)
{
    const rdg_index harmonic = (w + 1) / 2;
    const double m = (double)harmonic, factor = order == 0 ? 1.0 : order == 1 ? m : m * m;
    const double shift = 1.5707963267948966 * order;
    if (w == 0) {
        return order == 0 ? 1.0 : 0.0;
    }
    return factor * (w % 2 == 1 ? cos(m * phi + shift) : sin(m * phi + shift));
}

static inline int linear_f(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const linear_field *f = data;
    const double *p = u + f->n, phi = f->forced ? u[nu - 1] : 0.0;
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j < f->n; j++) {
            y[i] += linear_value(f, f->A[i][j], p) * u[j];
        }
        for (rdg_index w = 0; w < 2 * f->harmonics + 1; w++) {
            y[i] += linear_value(f, f->g[i][w], p) * linear_wave(w, phi, 0);
        }
    }
    return 0;
}

static inline int linear_df(rdg_index nu, const double *u, rdg_index m, double *y, void *data)
{
    const linear_field *f = data;
    const double *p = u + f->n, phi = f->forced ? u[nu - 1] : 0.0;
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j < f->n; j++) {
            y[i + m * j] += linear_value(f, f->A[i][j], p);
            for (rdg_index a = 0; a < f->np; a++) {
                y[i + m * (f->n + a)] += linear_slope(f, f->A[i][j], p, a) * u[j];
            }
        }
        for (rdg_index w = 0; w < 2 * f->harmonics + 1; w++) {
            for (rdg_index a = 0; a < f->np; a++) {
                y[i + m * (f->n + a)] += linear_slope(f, f->g[i][w], p, a) * linear_wave(w, phi, 0);
            }
            if (f->forced) {
                y[i + m * (nu - 1)] += linear_value(f, f->g[i][w], p) * linear_wave(w, phi, 1);
            }
        }
    }
    return 0;
}

static inline void linear_add(double *y, rdg_index nu, rdg_index i, rdg_index j, double by)
{
    y[i + nu * j] += by;
    if (i != j) {
        y[j + nu * i] += by;
    }
}

static inline int linear_d2f(rdg_index nu, const double *u, rdg_index m, const double *lambda, double *y,
                             void *data)
{
    const linear_field *f = data;
    const rdg_index n = f->n;
    const double *p = u + n, phi = f->forced ? u[nu - 1] : 0.0;
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index a = 0; a < f->np; a++) {
            for (rdg_index j = 0; j < n; j++) {
                linear_add(y, nu, j, n + a, lambda[i] * linear_slope(f, f->A[i][j], p, a));
                for (rdg_index b = 0; b <= a; b++) {
                    linear_add(y, nu, n + a, n + b, lambda[i] * f->A[i][j][4 + 3 * a + b] * u[j]);
                }
            }
            for (rdg_index w = 0; w < 2 * f->harmonics + 1; w++) {
                for (rdg_index b = 0; b <= a; b++) {
                    linear_add(y, nu, n + a, n + b,
                               lambda[i] * f->g[i][w][4 + 3 * a + b] * linear_wave(w, phi, 0));
                }
                if (f->forced) {
                    linear_add(y, nu, n + a, nu - 1,
                               lambda[i] * linear_slope(f, f->g[i][w], p, a) * linear_wave(w, phi, 1));
                }
            }
        }
        for (rdg_index w = 0; w < 2 * f->harmonics + 1 && f->forced; w++) {
            linear_add(y, nu, nu - 1, nu - 1,
                       lambda[i] * linear_value(f, f->g[i][w], p) * linear_wave(w, phi, 2));
        }
    }
    return 0;
}

#endif
