/* Fields whose eigenvalues along their equilibria x = 0, p = g(y) are known: x' = M(y) x - x^3, y' = p -
 * g(y).
 */
#ifndef RDG_TEST_BLOCK_FIELD_H
#define RDG_TEST_BLOCK_FIELD_H

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/ep.h>

enum { MOST = 7, DEGREE = 4 };

typedef struct block_field {
    int n;                            /* of x */
    double entry[MOST][MOST][DEGREE]; /* M = sum of y^d entry[.][.][d], where there are no pairs */
    int pairs;
    /* real part of each: rate (y - root), turned up by `bend`, plus jump where y > kink; its frequency */
    double rate[3], root[3], bend[3], omega[3], jump, kink;
    double step; /* x[0] jumps by so much there */
    double S[MOST][MOST], R[MOST][MOST];
    double g[3];
} block_field;

static inline double block_real_part(const block_field *k, int b, double y, double *slope)
{
    const double d = y - k->root[b];
    *slope = k->rate[b] + 2.0 * k->bend[b] * d;
    return k->rate[b] * d + k->bend[b] * d * d + (y > k->kink ? k->jump : 0.0);
}

/* M and its derivative */
static inline void block_matrix(const block_field *k, double y, double M[MOST][MOST], double D[MOST][MOST])
{
    double B[MOST][MOST] = {{0.0}}, E[MOST][MOST] = {{0.0}};
    for (int b = 0; b < k->pairs; b++) {
        double slope = 0.0;
        B[2 * b][2 * b] = B[2 * b + 1][2 * b + 1] = block_real_part(k, b, y, &slope);
        B[2 * b][2 * b + 1] = -k->omega[b];
        B[2 * b + 1][2 * b] = k->omega[b];
        E[2 * b][2 * b] = E[2 * b + 1][2 * b + 1] = slope;
    }
    for (int i = 2 * k->pairs; i < k->n; i++) {
        B[i][i] = -1.0 - y * y;
        E[i][i] = -2.0 * y;
    }
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < k->n; j++) {
            M[i][j] = D[i][j] = 0.0;
            for (int d = DEGREE - 1; d >= 0 && k->pairs == 0; d--) {
                D[i][j] = D[i][j] * y + M[i][j];
                M[i][j] = M[i][j] * y + k->entry[i][j][d];
            }
            for (int q = 0; k->pairs > 0 && q < k->n * k->n; q++) {
                const int a = q / k->n, b = q % k->n;
                M[i][j] += k->S[i][a] * B[a][b] * k->R[b][j];
                D[i][j] += k->S[i][a] * E[a][b] * k->R[b][j];
            }
        }
    }
}

static inline double block_height(const block_field *k, double y)
{
    return y * (k->g[0] + y * (k->g[1] + y * k->g[2]));
}

static inline int block_f(rdg_index n, const double *u, rdg_index m, double *out, void *data)
{
    (void)n;
    (void)m;
    const block_field *k = data;
    double M[MOST][MOST], D[MOST][MOST], x[MOST];
    const double y = u[k->n];
    block_matrix(k, y, M, D);
    out[k->n] = u[k->n + 1] - block_height(k, y);
    for (int i = 0; i < k->n; i++) {
        x[i] = u[i] - (i == 0 && y > k->kink ? k->step : 0.0);
    }
    for (int i = 0; i < k->n; i++) {
        out[i] = -x[i] * x[i] * x[i];
        for (int j = 0; j < k->n; j++) {
            out[i] += M[i][j] * x[j];
        }
    }
    return 0;
}

static inline int block_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const block_field *k = data;
    double M[MOST][MOST], D[MOST][MOST];
    const double y = u[k->n];
    block_matrix(k, y, M, D);
    values[k->n + m * k->n] = -(k->g[0] + y * (2.0 * k->g[1] + 3.0 * y * k->g[2]));
    values[k->n + m * (k->n + 1)] = 1.0;
    for (int i = 0; i < k->n; i++) {
        const double x = u[i] - (i == 0 && y > k->kink ? k->step : 0.0);
        values[i + m * i] = -3.0 * x * x;
        for (int j = 0; j < k->n; j++) {
            values[i + m * j] += M[i][j];
            values[i + m * k->n] += D[i][j] * (u[j] - (j == 0 && y > k->kink ? k->step : 0.0));
        }
    }
    return 0;
}

/* R = S^-1 by Gauss and Jordan; S is not far from 1. */
static inline void block_invert(block_field *k)
{
    double A[MOST][MOST];
    memcpy(A, k->S, sizeof A);
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < k->n; j++) {
            k->R[i][j] = i == j;
        }
    }
    for (int c = 0; c < k->n; c++) {
        for (int i = 0; i < k->n; i++) {
            const double factor = A[i][c] / A[c][c];
            for (int j = 0; i != c && j < k->n; j++) {
                A[i][j] -= factor * A[c][j];
                k->R[i][j] -= factor * k->R[c][j];
            }
        }
    }
    for (int i = 0; i < k->n * k->n; i++) {
        k->R[i / k->n][i % k->n] /= A[i / k->n][i / k->n];
    }
}

/* Random coordinates, and a curve p = g(y) with two folds or none. */
static inline void block_random(block_field *k, int n, uint64_t *seed)
{
    *k = (block_field){.n = n, .kink = INFINITY};
    for (int i = 0; i < MOST; i++) {
        for (int j = 0; j < MOST; j++) {
            k->S[i][j] = (i == j) + 0.25 * random_signed(seed);
            for (int d = 0; d < DEGREE; d++) {
                k->entry[i][j][d] = (d == 0 ? 1.0 : 1.5) * random_signed(seed);
            }
        }
    }
    k->g[0] = 0.3 * random_signed(seed);
    k->g[1] = 0.3 * random_signed(seed);
    k->g[2] = 1.0;
    block_invert(k);
}

static inline rdg_problem *block_problem(rdg_context *ctx, block_field *k, double y)
{
    double x[MOST + 1] = {0.0};
    const double p = block_height(k, y);
    x[k->n] = y;
    rdg_problem *problem = rdg_ep_problem(ctx, &(rdg_ep){.n = k->n + 1,
                                                         .n_parameters = 1,
                                                         .parameters = (const char *const[]){"p"},
                                                         .x = x,
                                                         .p = &p,
                                                         .f = block_f,
                                                         .df = block_df,
                                                         .data = k});
    assert_ok(ctx, rdg_error_status(ctx));
    return problem;
}

#endif
