/* Polynomial fields of degree 3 with chosen Jacobian at their centre, and their exact derivatives:
 * f = b p2 + (A + p1 A1 + p2 A2) x + Q(x, x) / 2 + C(x, x, x) / 6, x = u - centre. */
#ifndef RDG_TEST_POLYNOMIAL_H
#define RDG_TEST_POLYNOMIAL_H

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/ep.h>
#include <ridgewalk/singular.h>

enum { STATES = 5, PARAMETERS = 2, UNKNOWNS = STATES + PARAMETERS };

typedef struct polynomial {
    double centre[STATES], b[STATES];
    double A[3][STATES][STATES]; /* A, A1, A2 */
    double Q[STATES][STATES][STATES];
    double C[STATES][STATES][STATES][STATES];
} polynomial;

/* Jacobian at x and p, states only. */
static inline double polynomial_slope(const polynomial *k, const double *x, const double *p, int i, int j)
{
    double sum = k->A[0][i][j] + p[0] * k->A[1][i][j] + p[1] * k->A[2][i][j];
    for (int a = 0; a < STATES; a++) {
        sum += k->Q[i][j][a] * x[a];
        for (int c = 0; c < STATES; c++) {
            sum += 0.5 * k->C[i][j][a][c] * x[a] * x[c];
        }
    }
    return sum;
}

static inline int polynomial_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const polynomial *k = data;
    double x[STATES];
    for (int j = 0; j < STATES; j++) {
        x[j] = u[j] - k->centre[j];
    }
    for (int i = 0; i < (int)m; i++) {
        y[i] = u[STATES + 1] * k->b[i];
        for (int j = 0; j < STATES; j++) {
            y[i] += (k->A[0][i][j] + u[STATES] * k->A[1][i][j] + u[STATES + 1] * k->A[2][i][j]) * x[j];
            for (int a = 0; a < STATES; a++) {
                y[i] += 0.5 * k->Q[i][j][a] * x[j] * x[a];
                for (int c = 0; c < STATES; c++) {
                    y[i] += k->C[i][j][a][c] * x[j] * x[a] * x[c] / 6.0;
                }
            }
        }
    }
    return 0;
}

static inline int polynomial_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const polynomial *k = data;
    double x[STATES];
    for (int j = 0; j < STATES; j++) {
        x[j] = u[j] - k->centre[j];
    }
    for (int i = 0; i < STATES; i++) {
        for (int j = 0; j < STATES; j++) {
            values[i + m * j] = polynomial_slope(k, x, u + STATES, i, j);
            values[i + m * STATES] += k->A[1][i][j] * x[j];
            values[i + m * (STATES + 1)] += k->A[2][i][j] * x[j];
        }
        values[i + m * (STATES + 1)] += k->b[i];
    }
    return 0;
}

static inline int polynomial_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda,
                                 double *values, void *data)
{
    const polynomial *k = data;
    for (int i = 0; i < (int)m; i++) {
        for (int j = 0; j < STATES; j++) {
            for (int a = 0; a < STATES; a++) {
                values[j + n * a] += lambda[i] * k->Q[i][j][a];
                for (int c = 0; c < STATES; c++) {
                    values[j + n * a] += lambda[i] * k->C[i][j][a][c] * (u[c] - k->centre[c]);
                }
            }
            for (int q = 1; q <= PARAMETERS; q++) {
                values[j + n * (STATES + q - 1)] += lambda[i] * k->A[q][i][j];
                values[STATES + q - 1 + n * j] += lambda[i] * k->A[q][i][j];
            }
        }
    }
    return 0;
}

/* At its centre, p = 0. */
static inline rdg_ep polynomial_field(polynomial *k, bool with_d2f)
{
    static const char *const names[] = {"p1", "p2"};
    return (rdg_ep){.n = STATES,
                    .n_parameters = PARAMETERS,
                    .parameters = names,
                    .x = k->centre,
                    .f = polynomial_f,
                    .df = polynomial_df,
                    .d2f = with_d2f ? polynomial_d2f : NULL,
                    .data = k};
}

/* Random nonlinear terms and dependence on the parameters; A is left zero. */
static inline void polynomial_random(polynomial *k, uint64_t *seed)
{
    *k = (polynomial){.b = {0.0}};
    for (int i = 0; i < STATES; i++) {
        k->centre[i] = random_signed(seed);
        k->b[i] = random_signed(seed);
        for (int j = 0; j < STATES; j++) {
            k->A[1][i][j] = random_signed(seed);
            k->A[2][i][j] = random_signed(seed);
            for (int a = 0; a <= j; a++) {
                k->Q[i][j][a] = k->Q[i][a][j] = random_signed(seed);
                for (int c = 0; c <= a; c++) {
                    const int order[6][3] = {{j, a, c}, {j, c, a}, {a, j, c},
                                             {a, c, j}, {c, j, a}, {c, a, j}};
                    const double value = random_signed(seed);
                    for (int q = 0; q < 6; q++) {
                        k->C[i][order[q][0]][order[q][1]][order[q][2]] = value;
                    }
                }
            }
        }
    }
}

/* Inverse of S by Gauss and Jordan. */
static inline void invert(double S[STATES][STATES], double inverse[STATES][STATES])
{
    double M[STATES][2 * STATES] = {{0.0}};
    for (int i = 0; i < STATES; i++) {
        memcpy(M[i], S[i], sizeof S[i]);
        M[i][STATES + i] = 1.0;
    }
    for (int c = 0; c < STATES; c++) {
        int pivot = c;
        for (int i = c; i < STATES; i++) {
            pivot = fabs(M[i][c]) > fabs(M[pivot][c]) ? i : pivot;
        }
        for (int j = 0; j < 2 * STATES; j++) {
            const double kept = M[c][j];
            M[c][j] = M[pivot][j];
            M[pivot][j] = kept;
        }
        const double by = M[c][c];
        for (int j = 0; j < 2 * STATES; j++) {
            M[c][j] /= by;
        }
        for (int i = 0; i < STATES; i++) {
            const double factor = M[i][c];
            for (int j = 0; i != c && j < 2 * STATES; j++) {
                M[i][j] -= factor * M[c][j];
            }
        }
    }
    for (int i = 0; i < STATES; i++) {
        memcpy(inverse[i], M[i] + STATES, sizeof inverse[i]);
    }
}

/* Random coordinates, not too far from orthogonal ones. */
static inline void random_coordinates(double S[STATES][STATES], uint64_t *seed)
{
    for (int i = 0; i < STATES; i++) {
        for (int j = 0; j < STATES; j++) {
            S[i][j] = (i == j) + 0.4 * random_signed(seed);
        }
    }
}

/* The same field in coordinates u = S x: all tensors of the states, at p = 0. */
static inline void polynomial_transform(polynomial *k, double S[STATES][STATES])
{
    double R[STATES][STATES];
    const polynomial old = *k;
    invert(S, R);
    memset(k->A[0], 0, sizeof k->A[0]);
    memset(k->Q, 0, sizeof k->Q);
    memset(k->C, 0, sizeof k->C);
    for (int at = 0; at < STATES * STATES * STATES * STATES; at++) { /* the old entry, */
        const int i = at % STATES;
        const int j = at / STATES % STATES;
        const int a = at / (STATES * STATES) % STATES;
        const int c = at / (STATES * STATES * STATES);
        for (int to = 0; to < STATES * STATES * STATES * STATES; to++) { /* its part in the new one */
            const int I = to % STATES;
            const int J = to / STATES % STATES;
            const int A = to / (STATES * STATES) % STATES;
            const int C = to / (STATES * STATES * STATES);
            k->A[0][I][J] += a + c + A + C == 0 ? S[I][i] * old.A[0][i][j] * R[j][J] : 0.0;
            k->Q[I][J][A] += c + C == 0 ? S[I][i] * old.Q[i][j][a] * R[j][J] * R[a][A] : 0.0;
            k->C[I][J][A][C] += S[I][i] * old.C[i][j][a][c] * R[j][J] * R[a][A] * R[c][C];
        }
    }
}

#endif
