/* An elastic block on a rigid foundation: a contact surface of any number of nodes.
 *
 * Steel, 60 x 60 x 30 mm, m x m x 4 hexahedra of eight nodes with incompatible modes (Taylor, Beresford and
 * Wilson, Int. J. Numer. Methods Eng. 10 (1976) 1211). At each of its (m + 1)^2 lower nodes a unilateral
 * contact with friction in two directions; pressed by a constant load, shaken along x at its upper nodes.
 * A soft guide may hold the upper nodes along x and y: without it nothing decides where a block whose
 * contacts all slip vibrates, and its static equations are singular. Reduced to the contact displacements and
 * 40 modes (Craig and Bampton). */
#ifndef RDG_TEST_ELASTIC_BLOCK_H
#define RDG_TEST_ELASTIC_BLOCK_H

#include <ridgewalk/component.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_LAYERS = 4, BLOCK_MODES = 40, BLOCK_DOF = 24, BLOCK_INNER = 9 };

/* Without it there is no block. */
static inline void block_require(bool good)
{
    if (!good) {
        fprintf(stderr, "no memory for the block\n");
        exit(EXIT_FAILURE);
    }
}

typedef struct block_element {
    double K[BLOCK_DOF * BLOCK_DOF], M[BLOCK_DOF * BLOCK_DOF];
} block_element;

/* Strains of displacement gradients g[3] of a shape, three columns of B, [6 3] */
static inline void block_strain(const double *g, double *B)
{
    const double columns[18] = {g[0], 0,    0, g[1], 0, g[2], 0, g[1], 0,
                                g[0], g[2], 0, 0,    0, g[2], 0, g[1], g[0]};
    memcpy(B, columns, sizeof columns);
}

/* to += w B^T D A of strains [6 rows] and [6 cols] */
static inline void block_energy(double w, int rows, const double *B, int cols, const double *A, double *to)
{
    const double E = 210e9, nu = 0.3, lambda = E * nu / (1 + nu) / (1 - 2 * nu), G = E / 2 / (1 + nu);
    for (int j = 0; j < cols; j++) {
        double stress[6];
        const double *e = A + 6 * j, trace = e[0] + e[1] + e[2];
        for (int i = 0; i < 6; i++) {
            stress[i] = i < 3 ? lambda * trace + 2 * G * e[i] : G * e[i];
        }
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < 6; k++) {
                to[i + rows * j] += w * B[6 * i + k] * stress[k];
            }
        }
    }
}

/* Stiffness and mass of an element with sides h */
static inline void block_element_make(const double *h, block_element *e)
{
    static const double corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                        {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    double mixed[BLOCK_DOF * BLOCK_INNER] = {0}, inner[BLOCK_INNER * BLOCK_INNER] = {0};
    double solved[BLOCK_INNER * BLOCK_DOF];
    const double g = 1 / sqrt(3), w = h[0] * h[1] * h[2] / 8;
    *e = (block_element){{0}, {0}};
    for (int point = 0; point < 8; point++) {
        double B[6 * BLOCK_DOF], A[6 * BLOCK_INNER], n[8];
        for (int a = 0; a < 8; a++) {
            double f[3], slope[3];
            for (int d = 0; d < 3; d++) {
                f[d] = 0.5 * (1 + corner[a][d] * corner[point][d] * g);
            }
            n[a] = f[0] * f[1] * f[2];
            for (int d = 0; d < 3; d++) {
                slope[d] = 0.5 * corner[a][d] * f[(d + 1) % 3] * f[(d + 2) % 3] * 2 / h[d];
            }
            block_strain(slope, B + 18 * a);
        }
        for (int d = 0; d < 3; d++) {
            double slope[3] = {0, 0, 0};
            slope[d] = -2 * corner[point][d] * g * 2 / h[d];
            block_strain(slope, A + 18 * d);
        }
        block_energy(w, BLOCK_DOF, B, BLOCK_DOF, B, e->K);
        block_energy(w, BLOCK_DOF, B, BLOCK_INNER, A, mixed);
        block_energy(w, BLOCK_INNER, A, BLOCK_INNER, A, inner);
        for (int k = 0; k < 8 * 8 * 3; k++) {
            const int a = k % 8, b = k / 8 % 8, d = k / 64;
            e->M[3 * a + d + BLOCK_DOF * (3 * b + d)] += w * 7850 * n[a] * n[b];
        }
    }
    for (int k = 0; k < BLOCK_DOF * BLOCK_INNER; k++) {
        solved[k / BLOCK_DOF + BLOCK_INNER * (k % BLOCK_DOF)] = mixed[k];
    }
    block_require(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', BLOCK_INNER, BLOCK_DOF, inner, BLOCK_INNER, solved,
                                BLOCK_INNER) == 0);
    for (int k = 0; k < BLOCK_DOF * BLOCK_DOF; k++) {
        for (int l = 0; l < BLOCK_INNER; l++) {
            e->K[k] -= mixed[k % BLOCK_DOF + BLOCK_DOF * l] * solved[l + BLOCK_INNER * (k / BLOCK_DOF)];
        }
    }
}

/* Node (i, j) of layer k; those of the contact surface come first. */
static inline rdg_index block_node(int m, int i, int j, int k)
{
    return ((rdg_index)k * (m + 1) + i) * (m + 1) + j;
}

/* Springs to the ground at the upper nodes along x and y, `guide` in all a direction, N/m */
static inline void block_add_guide(int m, double guide, const rdg_index *start, const rdg_index *row,
                                   double *K)
{
    const rdg_index nodes = (rdg_index)(m + 1) * (m + 1);
    for (rdg_index k = 0; k < 2 * nodes; k++) {
        const rdg_index dof = 3 * (nodes * BLOCK_LAYERS + k / 2) + k % 2;
        rdg_index to = start[dof];
        while (row[to] != dof) {
            to++;
        }
        K[to] += guide / (double)nodes;
    }
}

/* The matrices as compressed columns: a column couples with the 27 nodes around its own. */
static inline rdg_structure *block_assemble(rdg_context *ctx, int m, double guide)
{
    static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const double h[3] = {0.06 / m, 0.06 / m, 0.03 / BLOCK_LAYERS};
    const rdg_index n = 3 * (rdg_index)(m + 1) * (m + 1) * (BLOCK_LAYERS + 1);
    rdg_index *start = calloc((size_t)n + 1, sizeof *start), *row = calloc((size_t)(81 * n), sizeof *row),
              count = 0;
    double *K = calloc((size_t)(81 * n), sizeof *K), *M = calloc((size_t)(81 * n), sizeof *M);
    block_element e;
    block_require(start && row && K && M);
    block_element_make(h, &e);
    for (rdg_index j = 0; j < n; j++) { /* nodes are numbered layer by layer, so that rows ascend */
        const int at[3] = {(int)(j / 3 / (m + 1) % (m + 1)), (int)(j / 3 % (m + 1)),
                           (int)(j / 3 / (m + 1) / (m + 1))};
        start[j] = count;
        for (int other = 0; other < 27 * 3; other++) {
            const int k = at[2] + other / 27 - 1, i = at[0] + other / 9 % 3 - 1,
                      l = at[1] + other / 3 % 3 - 1;
            if (k >= 0 && k <= BLOCK_LAYERS && i >= 0 && i <= m && l >= 0 && l <= m) {
                row[count++] = 3 * block_node(m, i, l, k) + other % 3;
            }
        }
    }
    start[n] = count;
    for (int cell = 0; cell < m * m * BLOCK_LAYERS; cell++) {
        rdg_index dof[BLOCK_DOF];
        for (int a = 0; a < BLOCK_DOF; a++) {
            const int *c = corner[a / 3];
            dof[a] = 3 * block_node(m, cell % m + c[0], cell / m % m + c[1], cell / m / m + c[2]) + a % 3;
        }
        for (int k = 0; k < BLOCK_DOF * BLOCK_DOF; k++) {
            rdg_index to = start[dof[k / BLOCK_DOF]];
            while (row[to] != dof[k % BLOCK_DOF]) {
                to++;
            }
            K[to] += 0.5 * (e.K[k] + e.K[k / BLOCK_DOF + BLOCK_DOF * (k % BLOCK_DOF)]);
            M[to] += e.M[k];
        }
    }
    block_add_guide(m, guide, start, row, K);
    const rdg_pattern pattern = {n, n, start, row};
    rdg_structure *s = rdg_structure_create_sparse(ctx, "block", &(rdg_sparse){pattern, M}, RDG_UNDAMPED,
                                                   &(rdg_sparse){pattern, K});
    free(start);
    free(row);
    free(K);
    free(M);
    return s;
}

/* Names: "x0", "y0", "z0", ... of the contact displacements, "top" the mean of the upper nodes along x */
static inline void block_name(rdg_structure *s, int m)
{
    const rdg_index nodes = (rdg_index)(m + 1) * (m + 1);
    rdg_index *dof = calloc((size_t)(3 * nodes), sizeof *dof);
    double *weight = calloc((size_t)nodes, sizeof *weight);
    block_require(dof && weight);
    for (rdg_index k = 0; k < 3 * nodes; k++) {
        char name[24];
        snprintf(name, sizeof name, "%c%d", (int)('x' + k % 3), (int)(k / 3));
        rdg_name_dof(s, name, k);
        dof[k] = k;
    }
    rdg_name_set(s, "surface", 3 * nodes, dof);
    for (rdg_index k = 0; k < nodes; k++) {
        dof[k] = 3 * (nodes * BLOCK_LAYERS + k);
        weight[k] = 1.0 / (double)nodes;
    }
    rdg_name_combination(s, "top", nodes, dof, weight);
    free(dof);
    free(weight);
}

/* Two contacts a node, one a direction, that share its normal spring and its load. */
static inline void block_add_contacts(rdg_structure *s, int m)
{
    for (int k = 0; k < (m + 1) * (m + 1); k++) {
        const int i = k / (m + 1), j = k % (m + 1);
        const double area = (i % m == 0 ? 0.5 : 1.0) * (j % m == 0 ? 0.5 : 1.0) / (m * m);
        char names[3][24];
        for (int d = 0; d < 3; d++) {
            snprintf(names[d], sizeof names[d], "%c%d", 'x' + d, k);
        }
        for (int d = 0; d < 2; d++) {
            rdg_contact_add(s, &(rdg_contact){.tangential = names[d],
                                              .normal = names[2],
                                              .kt = 3e9 * area,
                                              .kn = 2e9 * area,
                                              .mu = 0.6,
                                              .preload = 1000 * area});
        }
        rdg_static_force_add(s, names[2], 2000 * area);
    }
    rdg_force_add(s, "top", 1, 1.0);
    char middle[24];
    snprintf(middle, sizeof middle, "x%d", (m + 1) * (m + 1) / 2);
    rdg_sensor_harmonic_add(s, "Am", middle, 1);
}

/* rad/s, of the first mode with all contacts stuck and without a guide, from the same matrices by SciPy */
static inline double block_stuck_frequency(int m)
{
    const double hertz = m <= 4    ? 6618.91953842
                         : m <= 8  ? 6441.11549839
                         : m <= 12 ? 6404.78272314
                         : m <= 16 ? 6391.72634485
                                   : 6382.2718607;
    return 2 * 3.14159265358979324 * hertz;
}

/* Damping is 0.2 % at the frequency above. guide: N/m, 0: none */
static inline rdg_structure *block_create(rdg_context *ctx, int m, double guide)
{
    const double stuck = block_stuck_frequency(m);
    rdg_structure *s = block_assemble(ctx, m, guide);
    block_name(s, m);
    rdg_damping_proportional(s, 0.0, 2 * 0.002 / stuck);
    rdg_structure *reduced =
        rdg_component_structure(rdg_component_fixed(s, "surface", RDG_MODES(BLOCK_MODES)));
    block_add_contacts(reduced, m);
    return reduced;
}

#endif
