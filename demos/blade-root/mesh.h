/* The mesh: a blade with a dovetail root and a platform, in a piece of the disk that is clamped below.
 *
 *           |  |            airfoil, tapered and twisted        x: around the disk, y: along the engine,
 *       ____|  |____        platform                            z: away from it, as the centrifugal force
 *           |  |            neck
 *     |\    /  \    /|
 *     | \  /    \  / |      flanks: nodes of root and disk at the same places
 *     |  ||      ||  |      foot, with clearance
 *     |______________|      disk
 */
#ifndef BLADE_ROOT_MESH_H
#define BLADE_ROOT_MESH_H

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Elements */
typedef struct root_size {
    int across; /* half of the root */
    int flank;  /* up a flank */
    int along;  /* the root, even */
    int span;   /* of the airfoil */
} root_size;

/* 30, 110 and 210 contacts */
static const root_size root_quick = {1, 2, 4, 6}, root_usual = {2, 4, 10, 10}, root_fine = {3, 6, 14, 14};

enum { BLADE, DISK };

typedef struct root_mesh {
    root_size size;
    int nodes, cells;
    double (*x)[3];   /* [nodes] m */
    int *body;        /* [nodes] BLADE or DISK */
    int (*corner)[8]; /* [cells] places of nodes */
} root_mesh;

/* A level of the section: its height, and the half width of the blade or the slot there; m */
typedef struct root_level {
    double z, half;
} root_level;

enum { ROOT_MOST_LEVELS = 64 };
static const double root_length = 0.030, root_side = 0.018, root_wing = 0.012; /* m; half widths */
static const root_level root_low = {0.003, 0.010}, root_high = {0.008, 0.005}; /* ends of the flanks */
static const double root_floor = -0.008, root_platform = 0.030; /* z: clamped; below the wings */
static const root_level root_top = {0.033, 0.003}, root_tip = {0.103, 0.002}; /* of platform and airfoil */

/* n elements more, up to a level; how many levels there are then */
static inline int root_rise(root_level *level, int levels, int n, root_level to)
{
    const root_level from = level[levels - 1];
    for (int k = 1; k <= n && levels < ROOT_MOST_LEVELS; k++) {
        const double t = (double)k / n;
        level[levels++] = (root_level){from.z + t * (to.z - from.z), from.half + t * (to.half - from.half)};
    }
    return levels;
}

static inline void *root_more(void *memory, size_t count, size_t size)
{
    void *more = realloc(memory, count * size);
    if (!more) {
        fprintf(stderr, "blade-root: no memory for the mesh\n");
        exit(EXIT_FAILURE);
    }
    return more;
}

/* The node of a body at a place, a new one where there is none within a nanometre. */
static inline int root_node(root_mesh *m, int body, const double *x)
{
    for (int k = m->nodes - 1; k >= 0; k--) {
        if (m->body[k] == body &&
            fabs(m->x[k][0] - x[0]) + fabs(m->x[k][1] - x[1]) + fabs(m->x[k][2] - x[2]) < 1e-9) {
            return k;
        }
    }
    m->x = root_more(m->x, (size_t)m->nodes + 1, sizeof *m->x);
    m->body = root_more(m->body, (size_t)m->nodes + 1, sizeof *m->body);
    for (int d = 0; d < 3; d++) {
        m->x[m->nodes][d] = x[d];
    }
    m->body[m->nodes] = body;
    return m->nodes++;
}

/* The airfoil turns by 20 degrees and loses 20 % of its chord up to the tip. */
static inline void root_twist(double *x)
{
    const double t = fmax(0.0, (x[2] - root_top.z) / (root_tip.z - root_top.z)), angle = t * RDG_PI / 9.0;
    const double along = x[1] * (1.0 - 0.2 * t), across = x[0];
    x[0] = cos(angle) * across - sin(angle) * along;
    x[1] = sin(angle) * across + cos(angle) * along;
}

/* Bricks between two levels, n across, from x = a to b below, from c to d above */
static inline void root_layer(root_mesh *m, int body, int n, const double z[2], const double ab[2],
                              const double cd[2])
{
    for (int cell = 0; cell < n * m->size.along; cell++) {
        m->corner = root_more(m->corner, (size_t)m->cells + 1, sizeof *m->corner);
        for (int a = 0; a < 8; a++) {
            const int i = cell % n + (a % 4 == 1 || a % 4 == 2), j = cell / n + (a % 4 > 1), up = a / 4;
            const double *end = up ? cd : ab;
            double x[3] = {end[0] + (end[1] - end[0]) * i / n,
                           root_length * ((double)j / m->size.along - 0.5), z[up]};
            if (body == BLADE) {
                root_twist(x);
            }
            m->corner[m->cells][a] = root_node(m, body, x);
        }
        m->cells++;
    }
}

static inline void root_make_blade(root_mesh *m)
{
    const root_size *s = &m->size;
    const int coarse = s->flank < 4;
    root_level level[ROOT_MOST_LEVELS] = {{0.0, root_low.half}};
    int n = root_rise(level, 1, coarse ? 1 : 2, root_low);
    n = root_rise(level, n, s->flank, root_high);
    n = root_rise(level, n, coarse ? 3 : 6, (root_level){root_platform, root_top.half});
    n = root_rise(level, n, 1, root_top);
    n = root_rise(level, n, coarse ? 1 : 2, (root_level){0.037, 0.004});
    n = root_rise(level, n, s->span, root_tip);
    for (int k = 0; k + 1 < n; k++) {
        const double z[2] = {level[k].z, level[k + 1].z}, w = level[k].half, v = level[k + 1].half;
        root_layer(m, BLADE, 2 * s->across, z, (double[]){-w, w}, (double[]){-v, v});
        if (z[1] == root_top.z) {
            root_layer(m, BLADE, s->across + 1, z, (double[]){w, root_wing}, (double[]){w, root_wing});
            root_layer(m, BLADE, s->across + 1, z, (double[]){-root_wing, -w}, (double[]){-root_wing, -w});
        }
    }
}

static inline void root_make_disk(root_mesh *m)
{
    const root_size *s = &m->size;
    const int coarse = s->flank < 4;
    root_level level[ROOT_MOST_LEVELS] = {
        {root_floor, 0.0105}}; /* of the slot, which is wider than the foot */
    const int floor = root_rise(level, 1, coarse ? 1 : 2, (root_level){-0.0005, 0.0105});
    int n = root_rise(level, floor, coarse ? 1 : 2, root_low);
    n = root_rise(level, n, s->flank, root_high);
    n = root_rise(level, n, 1, (root_level){0.010, 0.0055});
    for (int k = 0; k + 1 < n; k++) {
        const double z[2] = {level[k].z, level[k + 1].z}, w = level[k].half, v = level[k + 1].half;
        root_layer(m, DISK, s->across + 1, z, (double[]){w, root_side}, (double[]){v, root_side});
        root_layer(m, DISK, s->across + 1, z, (double[]){-root_side, -w}, (double[]){-root_side, -v});
        if (k + 1 < floor) {
            root_layer(m, DISK, 2 * s->across, z, (double[]){-w, w}, (double[]){-v, v});
        }
    }
}

static inline root_mesh root_make_mesh(root_size size)
{
    root_mesh m = {.size = size};
    root_make_blade(&m);
    root_make_disk(&m);
    return m;
}

static inline void root_free_mesh(root_mesh *m)
{
    free(m->x);
    free(m->body);
    free(m->corner);
    *m = (root_mesh){.nodes = 0};
}

#endif
