/* A sector of a rotor of bars with coordinates, as files of a finite element program, and the whole rotor in
 * one frame, built here from all its bars. */
#ifndef RDG_TEST_TRUSS_SECTOR_H
#define RDG_TEST_TRUSS_SECTOR_H

#include "scratch.h"

#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sector.h>

enum { RADII = 3, ANGLES = 3, LAYERS = 2, NODES = RADII * ANGLES * LAYERS, DOFS = 3 * NODES };

typedef struct truss {
    int sectors;
    int axis;           /* 0, 1, 2 */
    double unit;        /* of the coordinates in the file, 1: m */
    double x[NODES][3]; /* of one sector */
    double K[DOFS][DOFS], M[DOFS][DOFS];
} truss;

static inline int truss_node(int radius, int angle, int layer)
{
    return (radius * ANGLES + angle) * LAYERS + layer;
}

/* v += stiffness e e^T of a bar between two nodes */
static inline void truss_bar(truss *t, int a, int b, double stiffness)
{
    double e[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        e[i] = t->x[b][i] - t->x[a][i];
        length += e[i] * e[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double k = stiffness * e[i] * e[j] / length;
            t->K[3 * a + i][3 * a + j] += k;
            t->K[3 * b + i][3 * b + j] += k;
            t->K[3 * a + i][3 * b + j] -= k;
            t->K[3 * b + i][3 * a + j] -= k;
        }
    }
}

static inline truss truss_make(int sectors, int axis)
{
    truss t = {.sectors = sectors, .axis = axis, .unit = 1.0};
    for (int n = 0; n < NODES; n++) {
        const int radius = n / (ANGLES * LAYERS), angle = n / LAYERS % ANGLES, layer = n % LAYERS;
        const double r = 1.0 + 0.4 * radius;
        const double phi = 0.3 + 0.1 * layer + 2.0 * acos(-1.0) / sectors * angle / (ANGLES - 1);
        t.x[n][(axis + 1) % 3] = r * cos(phi);
        t.x[n][(axis + 2) % 3] = r * sin(phi);
        t.x[n][axis] = 0.5 * layer + 0.05 * radius;
        const double share = angle % (ANGLES - 1) == 0 ? 0.5 : 1.0; /* faces belong to two sectors */
        for (int i = 0; i < 3; i++) {
            t.M[3 * n + i][3 * n + i] = share * (1.0 + 0.1 * radius);
            t.K[3 * n + i][3 * n + i] += share * (radius == 0 ? 50.0 : 0.5);
        }
    }
    for (int a = 0; a < NODES; a++) {
        for (int b = a + 1; b < NODES; b++) {
            const int angle = a / LAYERS % ANGLES, other = b / LAYERS % ANGLES;
            const bool both_right = angle == ANGLES - 1 && other == ANGLES - 1;
            if (!both_right && abs(angle - other) <= 1) {
                truss_bar(&t, a, b, 10.0 + a - 0.3 * b);
            }
        }
    }
    return t;
}

static inline FILE *truss_file(const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", scratch_folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static inline void truss_write_matrix(const truss *t, const char *name, const double A[DOFS][DOFS],
                                      char *path, size_t size)
{
    (void)t;
    FILE *file = truss_file(name, path, size);
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j <= i; j++) {
            if (A[i][j] != 0.0) {
                fprintf(file, "%d,%d,%d,%d,%.17g\n", i / 3 + 1, i % 3 + 1, j / 3 + 1, j % 3 + 1, A[i][j]);
            }
        }
    }
    fclose(file);
}

/* The structure as it is read. Nodes of the right face are listed in another order than on the left. */
static inline rdg_structure *truss_read(rdg_context *ctx, const truss *t)
{
    char K[128], M[128], inp[128];
    truss_write_matrix(t, "K.mtx", t->K, K, sizeof K);
    truss_write_matrix(t, "M.mtx", t->M, M, sizeof M);
    rdg_structure *s = rdg_structure_read_abaqus(ctx, "truss", K, M);
    FILE *file = truss_file("truss.inp", inp, sizeof inp);
    fputs("*NODE\n", file);
    for (int n = 0; n < NODES; n++) {
        fprintf(file, "%d,%.15g,%.15g,%.15g\n", n + 1, t->unit * t->x[n][0], t->unit * t->x[n][1],
                t->unit * t->x[n][2]);
    }
    for (int side = 0; side < 2; side++) {
        fputs(side == 0 ? "*NSET,NSET=left\n" : "*NSET,NSET=right\n", file);
        for (int k = 0; k < RADII * LAYERS; k++) {
            const int at = side == 0 ? k : (k * 5 + 2) % (RADII * LAYERS);
            fprintf(file, "%d\n", truss_node(at / LAYERS, side * (ANGLES - 1), at % LAYERS) + 1);
        }
    }
    fclose(file);
    assert_ok(ctx, rdg_nodes_read(s, inp));
    return s;
}

#endif
