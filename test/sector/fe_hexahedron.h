/* Steel hexahedra of eight nodes with incompatible modes (Taylor, Beresford and Wilson, Int. J. Numer.
 * Methods Eng. 10 (1976) 1211), of any shape. */
#ifndef RDG_TEST_FE_HEXAHEDRON_H
#define RDG_TEST_FE_HEXAHEDRON_H

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FE_DOF = 24, FE_INNER = 9 };

static inline void fe_require(bool good)
{
    if (!good) {
        fprintf(stderr, "no finite elements: memory or LAPACK\n");
        exit(EXIT_FAILURE);
    }
}

static inline void *fe_new(size_t count, size_t size)
{
    void *made = calloc(count, size);
    fe_require(made);
    return made;
}

/* Strains of displacement gradients g[3] of a shape, three columns of B, [6 3] */
static inline void fe_strain(const double *g, double *B)
{
    const double columns[18] = {g[0], 0,    0, g[1], 0, g[2], 0, g[1], 0,
                                g[0], g[2], 0, 0,    0, g[2], 0, g[1], g[0]};
    memcpy(B, columns, sizeof columns);
}

/* to += w B^T D A */
static inline void fe_energy(double w, int rows, const double *B, int cols, const double *A, double *to)
{
    const double E = 210e9, nu = 0.3, lambda = E * nu / (1 + nu) / (1 - 2 * nu), G = E / 2 / (1 + nu);
    for (int j = 0; j < cols; j++) {
        const double *e = A + 6 * j, trace = e[0] + e[1] + e[2];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < 6; k++) {
                to[i + rows * j] += w * B[6 * i + k] * (k < 3 ? lambda * trace + 2 * G * e[k] : G * e[k]);
            }
        }
    }
}

static const double fe_corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                       {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

/* Shape functions at a point of the element, and their slopes there. */
static inline void fe_shapes(const double *at, double n[8], double slope[8][3])
{
    for (int a = 0; a < 8; a++) {
        double f[3];
        for (int d = 0; d < 3; d++) {
            f[d] = 0.5 * (1 + fe_corner[a][d] * at[d]);
        }
        n[a] = f[0] * f[1] * f[2];
        for (int d = 0; d < 3; d++) {
            slope[a][d] = 0.5 * fe_corner[a][d] * f[(d + 1) % 3] * f[(d + 2) % 3];
        }
    }
}

/* d(at_d)/d(x_k) at inverse[k][d]; the determinant of the other way. */
static inline double fe_jacobian(double x[8][3], double slope[8][3], double inverse[3][3])
{
    double J[3][3] = {{0}}, det = 0;
    for (int a = 0; a < 8; a++) {
        for (int i = 0; i < 9; i++) {
            J[i / 3][i % 3] += slope[a][i / 3] * x[a][i % 3];
        }
    }
    for (int i = 0; i < 9; i++) {
        const int d = i / 3, k = i % 3, e = (d + 1) % 3, f = (d + 2) % 3, l = (k + 1) % 3, m = (k + 2) % 3;
        inverse[k][d] = J[e][l] * J[f][m] - J[e][m] * J[f][l];
    }
    for (int k = 0; k < 3; k++) {
        det += J[0][k] * inverse[k][0];
    }
    for (int i = 0; i < 9; i++) {
        inverse[i / 3][i % 3] /= det;
    }
    return det;
}

static inline void fe_gradient(double inverse[3][3], const double *slope, double g[3])
{
    for (int k = 0; k < 3; k++) {
        g[k] = inverse[k][0] * slope[0] + inverse[k][1] * slope[1] + inverse[k][2] * slope[2];
    }
}

/* One point of the integration; centre: of the element, for the incompatible modes. */
static inline void fe_add_point(double x[8][3], const double *at, double centre[3][3], double whole,
                                double *K, double *M, double *mixed, double *inner)
{
    double n[8], slope[8][3], inverse[3][3], B[6 * FE_DOF], A[6 * FE_INNER], g[3];
    fe_shapes(at, n, slope);
    const double det = fe_jacobian(x, slope, inverse);
    for (int a = 0; a < 8; a++) {
        fe_gradient(inverse, slope[a], g);
        fe_strain(g, B + 18 * a);
    }
    for (int d = 0; d < 3; d++) {
        double bubble[3] = {0, 0, 0};
        bubble[d] = -2 * at[d] * whole / det;
        fe_gradient(centre, bubble, g);
        fe_strain(g, A + 18 * d);
    }
    fe_energy(det, FE_DOF, B, FE_DOF, B, K);
    fe_energy(det, FE_DOF, B, FE_INNER, A, mixed);
    fe_energy(det, FE_INNER, A, FE_INNER, A, inner);
    for (int k = 0; k < 8 * 8 * 3; k++) {
        const int a = k % 8, b = k / 8 % 8, d = k / 64;
        M[3 * a + d + FE_DOF * (3 * b + d)] += det * 7850 * n[a] * n[b];
    }
}

/* Stiffness and mass of an element with corners x. */
static inline void fe_element(double x[8][3], double *K, double *M)
{
    const double g = 1 / sqrt(3), middle[3] = {0, 0, 0};
    double mixed[FE_DOF * FE_INNER] = {0}, inner[FE_INNER * FE_INNER] = {0}, solved[FE_INNER * FE_DOF];
    double n[8], slope[8][3], centre[3][3];
    memset(K, 0, FE_DOF * FE_DOF * sizeof *K);
    memset(M, 0, FE_DOF * FE_DOF * sizeof *M);
    fe_shapes(middle, n, slope);
    const double whole = fe_jacobian(x, slope, centre);
    for (int point = 0; point < 8; point++) {
        const double *c = fe_corner[point];
        fe_add_point(x, (double[]){g * c[0], g * c[1], g * c[2]}, centre, whole, K, M, mixed, inner);
    }
    for (int k = 0; k < FE_DOF * FE_INNER; k++) {
        solved[k / FE_DOF + FE_INNER * (k % FE_DOF)] = mixed[k];
    }
    fe_require(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', FE_INNER, FE_DOF, inner, FE_INNER, solved, FE_INNER) ==
               0);
    for (int k = 0; k < FE_DOF * FE_DOF; k++) {
        for (int l = 0; l < FE_INNER; l++) {
            K[k] -= mixed[k % FE_DOF + FE_DOF * l] * solved[l + FE_INNER * (k / FE_DOF)];
        }
    }
}

#endif
