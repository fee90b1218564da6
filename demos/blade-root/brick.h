/* Stiffness and mass of a hexahedron of eight nodes with incompatible modes, of any shape.
 *
 * Displacements u = sum_a N_a u_a + sum_d (1 - xi_d^2) alpha_d, the nine alpha condensed: without them a
 * brick is far too stiff in bending. Gradients of the modes with the Jacobian of the middle, so that an
 * element of any shape passes the patch test (Taylor, Beresford and Wilson, Int. J. Numer. Methods Eng. 10
 * (1976) 1211). C3D8I of Abaqus and CalculiX is of this family. That of CalculiX 2.20 has the gradients of
 * the modes without the ratio of the determinants, fails the patch test unless it is a parallelepiped, and
 * gives the inner displacements a mass. */
#ifndef BLADE_ROOT_BRICK_H
#define BLADE_ROOT_BRICK_H

#include <math.h>
#include <string.h>

enum { BRICK_DOF = 24, BRICK_INNER = 9 };

/* Of the gradients of the inner modes, by the Jacobian's determinants in the middle and at a point */
#ifndef BRICK_INNER_SCALE
#define BRICK_INNER_SCALE(middle, det) ((middle) / (det))
#endif

static const double steel_E = 210e9, steel_nu = 0.3, steel_rho = 7850.0; /* Pa, -, kg/m^3 */

typedef struct brick {
    double K[BRICK_DOF][BRICK_DOF], M[BRICK_DOF][BRICK_DOF];
} brick;

static const double brick_corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                          {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

/* Shape functions at xi and their slopes there, slope[d][a] = dN_a / dxi_d */
static inline void brick_shapes(const double *xi, double *N, double slope[3][8])
{
    for (int a = 0; a < 8; a++) {
        double f[3];
        for (int d = 0; d < 3; d++) {
            f[d] = 0.5 * (1.0 + brick_corner[a][d] * xi[d]);
        }
        N[a] = f[0] * f[1] * f[2];
        for (int d = 0; d < 3; d++) {
            slope[d][a] = 0.5 * brick_corner[a][d] * f[(d + 1) % 3] * f[(d + 2) % 3];
        }
    }
}

/* J[d][i] = dx_i / dxi_d, its inverse I[i][d]; the determinant */
static inline double brick_jacobian(const double x[8][3], double slope[3][8], double I[3][3])
{
    double J[3][3] = {{0}};
    for (int k = 0; k < 72; k++) {
        J[k / 24][k / 8 % 3] += slope[k / 24][k % 8] * x[k % 8][k / 8 % 3];
    }
    for (int k = 0; k < 9; k++) {
        const int r = k / 3, c = k % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3,
                  c2 = (c + 2) % 3;
        I[c][r] = J[r1][c1] * J[r2][c2] - J[r1][c2] * J[r2][c1];
    }
    const double det = J[0][0] * I[0][0] + J[0][1] * I[1][0] + J[0][2] * I[2][0];
    for (int k = 0; k < 9; k++) {
        I[k / 3][k % 3] /= det;
    }
    return det;
}

/* Six strains of each of the three displacements along x, y, z of a shape with gradient g */
static inline void brick_strain(const double *g, double B[3][6])
{
    const double columns[3][6] = {
        {g[0], 0, 0, g[1], 0, g[2]}, {0, g[1], 0, g[0], g[2], 0}, {0, 0, g[2], 0, g[1], g[0]}};
    memcpy(B, columns, sizeof columns);
}

/* Weight times the work of strain a on the stress of strain b */
static inline double brick_work(double w, const double *a, const double *b)
{
    const double lambda = steel_E * steel_nu / (1 + steel_nu) / (1 - 2 * steel_nu);
    const double G = steel_E / 2 / (1 + steel_nu);
    double sum = lambda * (a[0] + a[1] + a[2]) * (b[0] + b[1] + b[2]);
    for (int i = 0; i < 6; i++) {
        sum += (i < 3 ? 2 * G : G) * a[i] * b[i];
    }
    return w * sum;
}

/* Eliminate the inner modes from S, the stiffness of all 33 displacements. */
static inline void brick_condense(double S[BRICK_DOF + BRICK_INNER][BRICK_DOF + BRICK_INNER])
{
    for (int p = BRICK_DOF + BRICK_INNER - 1; p >= BRICK_DOF; p--) {
        for (int i = 0; i < p; i++) {
            const double factor = S[i][p] / S[p][p];
            for (int j = 0; j < p; j++) {
                S[i][j] -= factor * S[p][j];
            }
        }
    }
}

/* Element with nodes at x; its volume, m^3 (<= 0: turned inside out) */
static inline double brick_make(const double x[8][3], brick *e)
{
    double S[BRICK_DOF + BRICK_INNER][BRICK_DOF + BRICK_INNER] = {{0}}, N[8], slope[3][8], middle[3][3];
    double volume = 0.0;
    brick_shapes((const double[]){0, 0, 0}, N, slope);
    const double det_middle = brick_jacobian(x, slope, middle);
    memset(e, 0, sizeof *e);
    for (int point = 0; point < 8; point++) {
        double xi[3], inverse[3][3], B[11][3][6];
        for (int d = 0; d < 3; d++) {
            xi[d] = brick_corner[point][d] / sqrt(3.0);
        }
        brick_shapes(xi, N, slope);
        const double det = brick_jacobian(x, slope, inverse);
        for (int a = 0; a < 11; a++) {
            double g[3] = {0, 0, 0};
            for (int i = 0; i < 3; i++) {
                for (int d = 0; d < 3 && a < 8; d++) {
                    g[i] += inverse[i][d] * slope[d][a];
                }
                g[i] +=
                    a < 8 ? 0.0 : -2.0 * xi[a - 8] * middle[i][a - 8] * BRICK_INNER_SCALE(det_middle, det);
            }
            brick_strain(g, B[a]);
        }
        for (int i = 0; i < 33; i++) {
            for (int j = 0; j < 33; j++) {
                S[i][j] += brick_work(det, B[i / 3][i % 3], B[j / 3][j % 3]);
            }
        }
        for (int k = 0; k < 8 * 8 * 3; k++) {
            e->M[3 * (k / 24) + k % 3][3 * (k / 3 % 8) + k % 3] += det * steel_rho * N[k / 24] * N[k / 3 % 8];
        }
        volume += det;
    }
    brick_condense(S);
    for (int k = 0; k < BRICK_DOF * BRICK_DOF; k++) {
        const int i = k / BRICK_DOF, j = k % BRICK_DOF;
        e->K[i][j] = 0.5 * (S[i][j] + S[j][i]);
    }
    return volume;
}

#endif
