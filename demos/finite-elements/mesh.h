/* A blade as an input file for CalculiX: a steel cantilever along z, clamped at z = 0, that tapers and
 * twists; quadratic bricks (C3D20). (Those with incompatible modes, C3D8I, have these as degrees of freedom
 * without mass.) */
#ifndef FINITE_ELEMENTS_MESH_H
#define FINITE_ELEMENTS_MESH_H

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct blade_mesh {
    int x, y, z; /* elements across the thickness, along the chord, along the span */
} blade_mesh;

static const blade_mesh coarse_blade = {1, 1, 8};

/* The node at half elements i, j, k from the leading edge's corner at the root */
static inline rdg_index blade_node(const blade_mesh *m, int i, int j, int k)
{
    return 1 + i + (2 * m->x + 1) * (j + (rdg_index)(2 * m->y + 1) * k);
}

static inline void write_blade_nodes(FILE *file, const blade_mesh *m)
{
    const double span = 0.12, chord = 0.03, thickness = 0.003; /* m, at the root */
    const double taper = 0.3, twist = RDG_PI / 9.0;            /* what is lost at the tip; 20 degrees */
    fputs("*NODE, NSET=ALL\n", file);
    for (int k = 0; k <= 2 * m->z; k++) {
        for (int j = 0; j <= 2 * m->y; j++) {
            for (int i = 0; i <= 2 * m->x; i++) {
                const double t = k / (2.0 * m->z), size = 1.0 - taper * t;
                const double x = thickness * size * (i / (2.0 * m->x) - 0.5);
                const double y = chord * size * (j / (2.0 * m->y) - 0.5);
                const double c = cos(twist * t), s = sin(twist * t);
                if (i % 2 + j % 2 + k % 2 < 2) { /* corners and middles of edges */
                    fprintf(file, "%d, %.9f, %.9f, %.9f\n", (int)blade_node(m, i, j, k), c * x - s * y,
                            s * x + c * y, span * t);
                }
            }
        }
    }
}

/* Nodes of a brick in half elements from its corner, in the order of CalculiX */
static const int brick_node[20][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2},
                                      {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0}, {2, 1, 0},
                                      {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2},
                                      {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};

static inline void write_blade_elements(FILE *file, const blade_mesh *m)
{
    fputs("*ELEMENT, TYPE=C3D20, ELSET=BLADE\n", file);
    for (int e = 0; e < m->x * m->y * m->z; e++) {
        const int i = 2 * (e % m->x), j = 2 * (e / m->x % m->y), k = 2 * (e / m->x / m->y);
        fprintf(file, "%d", e + 1);
        for (int n = 0; n < 20; n++) {
            const int *at = brick_node[n];
            fprintf(file, n == 10 ? ",\n%d" : ", %d", (int)blade_node(m, i + at[0], j + at[1], k + at[2]));
        }
        fputc('\n', file);
    }
}

/* The input file. With `matrices` ccx writes stiffness and mass in place of its own frequencies. */
static inline bool write_blade(const char *path, const blade_mesh *m, bool matrices)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    write_blade_nodes(file, m);
    write_blade_elements(file, m);
    fputs("*MATERIAL, NAME=STEEL\n*ELASTIC\n210e9, 0.3\n*DENSITY\n7830\n"
          "*SOLID SECTION, ELSET=BLADE, MATERIAL=STEEL\n*BOUNDARY\n",
          file);
    for (int j = 0; j <= 2 * m->y; j++) {
        for (int i = 0; i <= 2 * m->x; i++) {
            if (i % 2 + j % 2 < 2) {
                fprintf(file, "%d, 1, 3\n", (int)blade_node(m, i, j, 0));
            }
        }
    }
    fprintf(file, "*STEP\n*FREQUENCY%s\n10\n*END STEP\n", matrices ? ", SOLVER=MATRIXSTORAGE" : "");
    return fclose(file) == 0;
}

#endif
