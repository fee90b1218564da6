/* Gauss points, collocation at them, and small systems of linear equations. */
#ifndef GAUSS_POINTS_H
#define GAUSS_POINTS_H

#include <ridgewalk/circle.h>

#include <math.h>

enum { DRIVEN_NODES = 10 };

/* Gauss points on [0, 1], their weights, and integrals of the Lagrange polynomials up to the points. */
typedef struct driven_rule {
    double c[DRIVEN_NODES], b[DRIVEN_NODES], a[DRIVEN_NODES][DRIVEN_NODES];
} driven_rule;

static inline double driven_lagrange(const double *c, int j, double t)
{
    double product = 1;
    for (int i = 0; i < DRIVEN_NODES; i++) {
        product *= i == j ? 1 : (t - c[i]) / (c[j] - c[i]);
    }
    return product;
}

static inline const driven_rule *driven_gauss(void)
{
    static driven_rule r;
    if (r.b[0] > 0) {
        return &r;
    }
    for (int i = 0; i < DRIVEN_NODES; i++) {
        double x = cos(RDG_PI * (i + 0.75) / (DRIVEN_NODES + 0.5)), slope = 1;
        for (int step = 0; step < 20; step++) {
            double p = 1, before = 0;
            for (int k = 1; k <= DRIVEN_NODES; k++) {
                const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
                before = p;
                p = next;
            }
            slope = DRIVEN_NODES * (x * p - before) / (x * x - 1);
            x -= p / slope;
        }
        r.c[DRIVEN_NODES - 1 - i] = 0.5 + 0.5 * x;
        r.b[DRIVEN_NODES - 1 - i] = 1 / ((1 - x * x) * slope * slope);
    }
    for (int i = 0; i < DRIVEN_NODES; i++) {
        for (int j = 0; j < DRIVEN_NODES; j++) {
            for (int k = 0; k < DRIVEN_NODES; k++) {
                r.a[i][j] += r.c[i] * r.b[k] * driven_lagrange(r.c, j, r.c[i] * r.c[k]);
            }
        }
    }
    return &r;
}

static inline void driven_solve(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) {
            pivot = fabs(A[i * n + k]) > fabs(A[pivot * n + k]) ? i : pivot;
        }
        for (int j = 0; j <= n; j++) {
            double *p = j < n ? &A[k * n + j] : &b[k], *q = j < n ? &A[pivot * n + j] : &b[pivot];
            const double swap = *p;
            *p = *q;
            *q = swap;
        }
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) {
                A[i * n + j] -= factor * A[k * n + j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= A[i * n + j] * b[j];
        }
        b[i] /= A[i * n + i];
    }
}

#endif
