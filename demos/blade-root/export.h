/* What an FE program exports: the mesh with sets of nodes (root.inp), stiffness and mass (root_K.mtx,
 * root_M.mtx, as *MATRIX OUTPUT, FORMAT=MATRIX INPUT of Abaqus writes them). */
#ifndef BLADE_ROOT_EXPORT_H
#define BLADE_ROOT_EXPORT_H

#include "brick.h"
#include "mesh.h"

/* Sets of nodes; node numbers begin with 1. */
typedef enum root_set {
    ROOT_FLANKS,   /* of the root */
    ROOT_SLOT,     /* the flanks of the disk */
    ROOT_PLATFORM, /* the lower edge of the platform's wing at x > 0, where the damper is pressed to */
    ROOT_CORNER,   /* the leading corner of the tip */
    ROOT_SETS
} root_set;

static const char *const root_set_name[ROOT_SETS] = {"flanks", "slot", "platform", "leading"};

static inline bool root_is_at(const double *x, double x1, double y1, double z1)
{
    return fabs(x[0] - x1) + fabs(x[1] - y1) + fabs(x[2] - z1) < 1e-9;
}

static inline bool root_is_on_flank(const double *x)
{
    const double t = (x[2] - root_low.z) / (root_high.z - root_low.z);
    return t > -1e-6 && t < 1.0 + 1e-6 &&
           fabs(fabs(x[0]) - (root_low.half + t * (root_high.half - root_low.half))) < 1e-9;
}

static inline bool root_is_in_set(const root_mesh *m, int node, root_set set)
{
    const double *x = m->x[node];
    double corner[3] = {-root_tip.half, -0.5 * root_length, root_tip.z};
    root_twist(corner);
    switch (set) {
    case ROOT_FLANKS:
        return m->body[node] == BLADE && root_is_on_flank(x);
    case ROOT_SLOT:
        return m->body[node] == DISK && root_is_on_flank(x);
    case ROOT_PLATFORM:
        return root_is_at(x, root_wing, x[1], root_platform);
    default:
        return root_is_at(x, corner[0], corner[1], corner[2]);
    }
}

/* The disk is clamped below, and its sides stay in their planes: the neighbours pull alike. A retaining plate
 * holds the foot along the engine. */
static inline bool root_is_held(const root_mesh *m, int node, int direction)
{
    const double *x = m->x[node];
    return root_is_at(x, x[0], x[1], root_floor) || (direction == 0 && fabs(fabs(x[0]) - root_side) < 1e-9) ||
           (m->body[node] == BLADE && direction == 1 && root_is_at(x, x[0], -0.5 * root_length, 0.0));
}

/* --- files */

static inline FILE *root_open(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

static inline void root_write_mesh(const root_mesh *m, const char *path)
{
    FILE *file = root_open(path);
    fputs("*NODE\n", file);
    for (int k = 0; k < m->nodes; k++) {
        /* CalculiX reads 20 characters of a number: with more digits it would lose exponents */
        fprintf(file, "%d, %.13g, %.13g, %.13g\n", k + 1, m->x[k][0], m->x[k][1], m->x[k][2]);
    }
    fputs("*ELEMENT, TYPE=C3D8I, ELSET=ALL\n", file);
    for (int k = 0; k < m->cells; k++) {
        fprintf(file, "%d", k + 1);
        for (int a = 0; a < 8; a++) {
            fprintf(file, ", %d", m->corner[k][a] + 1);
        }
        fputc('\n', file);
    }
    for (int set = 0; set < ROOT_SETS; set++) {
        fprintf(file, "*NSET, NSET=%s\n", root_set_name[set]);
        for (int k = 0; k < m->nodes; k++) {
            if (root_is_in_set(m, k, (root_set)set)) {
                fprintf(file, "%d\n", k + 1);
            }
        }
    }
    fclose(file);
}

typedef struct root_entry {
    int row, column; /* 3 node + direction; column <= row */
    double K, M;
} root_entry;

static inline int root_compare(const void *a, const void *b)
{
    const root_entry *l = a, *r = b;
    return l->column != r->column ? (l->column > r->column) - (l->column < r->column)
                                  : (l->row > r->row) - (l->row < r->row);
}

/* Entries of one triangle of all elements, sorted; the mass of the blade, kg */
static inline root_entry *root_entries(const root_mesh *m, size_t *count, double *mass)
{
    enum { EACH = BRICK_DOF * (BRICK_DOF + 1) / 2 };
    root_entry *entry = root_more(NULL, (size_t)m->cells * EACH, sizeof *entry);
    *count = 0;
    *mass = 0.0;
    for (int k = 0; k < m->cells; k++) {
        double x[8][3];
        brick e;
        for (int a = 0; a < 24; a++) {
            x[a / 3][a % 3] = m->x[m->corner[k][a / 3]][a % 3];
        }
        const double volume = brick_make((const double(*)[3])x, &e);
        *mass += m->body[m->corner[k][0]] == BLADE ? steel_rho * volume : 0.0;
        for (int ij = 0; ij < BRICK_DOF * BRICK_DOF; ij++) {
            const int i = ij / BRICK_DOF, j = ij % BRICK_DOF;
            const int ni = m->corner[k][i / 3], nj = m->corner[k][j / 3];
            const int row = 3 * ni + i % 3, column = 3 * nj + j % 3;
            if (column <= row && !root_is_held(m, ni, i % 3) && !root_is_held(m, nj, j % 3)) {
                entry[(*count)++] = (root_entry){row, column, e.K[i][j], e.M[i][j]};
            }
        }
    }
    qsort(entry, *count, sizeof *entry, root_compare);
    return entry;
}

/* Write root.inp, root_K.mtx, root_M.mtx; the mass of the blade, kg. */
static inline double root_export(const root_mesh *m)
{
    size_t count;
    double mass;
    root_entry *entry = root_entries(m, &count, &mass);
    FILE *K = root_open("root_K.mtx"), *M = root_open("root_M.mtx");
    for (size_t k = 0; k < count;) {
        root_entry sum = {entry[k].row, entry[k].column, 0.0, 0.0};
        for (; k < count && root_compare(&entry[k], &sum) == 0; k++) {
            sum.K += entry[k].K;
            sum.M += entry[k].M;
        }
        const int at[4] = {sum.row / 3 + 1, sum.row % 3 + 1, sum.column / 3 + 1, sum.column % 3 + 1};
        fprintf(K, "%d, %d, %d, %d, %.16e\n", at[0], at[1], at[2], at[3], sum.K);
        if (sum.M != 0.0) {
            fprintf(M, "%d, %d, %d, %d, %.16e\n", at[0], at[1], at[2], at[3], sum.M);
        }
    }
    fclose(K);
    fclose(M);
    free(entry);
    root_write_mesh(m, "root.inp");
    return mass;
}

#endif
