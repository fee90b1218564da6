/* Two blocks of bricks, one on the other, turned in space: mesh, matrices and sets of nodes as files of FE
 * programs. Their surfaces match, unless the upper one is shifted. */
#ifndef RDG_TEST_CONTACT_BLOCKS_H
#define RDG_TEST_CONTACT_BLOCKS_H

#include "elastic_block.h"
#include "scratch.h"

#include <ridgewalk/contact_surface.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/structure_nodes.h>

enum { CELLS = 2, SIDE = CELLS + 1, LAYER = SIDE * SIDE, NODES = 4 * LAYER, DOFS = 3 * NODES };

static const double side[3] = {0.03, 0.03, 0.02}; /* of an element, m */

/* A rotation, column by column */
static const double turned[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6};

typedef struct blocks {
    double K[DOFS][DOFS], M[DOFS][DOFS];
    double shift[2]; /* of the upper block along its sides, m */
} blocks;

/* Layers 0 and 1 are the lower block, 2 and 3 the upper one; numbers begin with 1. */
static inline int node_of(int i, int j, int layer)
{
    return (layer * SIDE + i) * SIDE + j;
}

static inline void turn(const double *from, double *to)
{
    for (int d = 0; d < 3; d++) {
        to[d] = turned[d] * from[0] + turned[d + 3] * from[1] + turned[d + 6] * from[2];
    }
}

static inline void position_of(const blocks *b, int node, double *place)
{
    const int layer = node / LAYER;
    const double straight[3] = {node / SIDE % SIDE * side[0] + (layer > 1 ? b->shift[0] : 0.0),
                                node % SIDE * side[1] + (layer > 1 ? b->shift[1] : 0.0),
                                (layer > 1 ? layer - 1 : layer) * side[2]};
    turn(straight, place);
}

static inline void cell_nodes(int cell, int node[8])
{
    static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const int block = cell / (CELLS * CELLS), at = cell % (CELLS * CELLS);
    for (int a = 0; a < 8; a++) {
        node[a] = node_of(at / CELLS + corner[a][0], at % CELLS + corner[a][1], 2 * block + corner[a][2]);
    }
}

/* Element matrices turned in space: Q K Q^T for each pair of nodes */
static inline void add_cell(blocks *b, int cell, const block_element *e)
{
    int node[8];
    cell_nodes(cell, node);
    for (int k = 0; k < 64; k++) {
        for (int ij = 0; ij < 9; ij++) {
            double stiffness = 0.0, mass = 0.0;
            for (int pq = 0; pq < 9; pq++) {
                const int p = pq / 3, q = pq % 3, at = 3 * (k / 8) + p + BLOCK_DOF * (3 * (k % 8) + q);
                const double w = turned[ij / 3 + 3 * p] * turned[ij % 3 + 3 * q];
                stiffness += w * e->K[at];
                mass += w * e->M[at];
            }
            b->K[3 * node[k / 8] + ij / 3][3 * node[k % 8] + ij % 3] += stiffness;
            b->M[3 * node[k / 8] + ij / 3][3 * node[k % 8] + ij % 3] += mass;
        }
    }
}

static const char *path_of(const char *name)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

/* The lowest layer is held: it has no rows. */
static inline void write_matrices(const blocks *b)
{
    FILE *file = fopen(path_of("blocks.pch"), "w");
    assert_non_null(file);
    for (int which = 0; which < 2; which++) {
        const char *name = which == 0 ? "KAAX" : "MAAX";
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, 6, 2, 0, "", DOFS);
        for (int j = 3 * LAYER; j < DOFS; j++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n", name, 1 + j / 3, 1 + j % 3);
            for (int i = 3 * LAYER; i <= j; i++) {
                const double value = which == 0 ? b->K[i][j] : b->M[i][j];
                if (value != 0.0) {
                    fprintf(file, "*       %16d%16d%16.9E\n", 1 + i / 3, 1 + i % 3, value);
                }
            }
        }
    }
    fclose(file);
}

static inline void write_mesh(const blocks *b, const char *more)
{
    FILE *file = fopen(path_of("blocks.inp"), "w");
    assert_non_null(file);
    fprintf(file, "*NODE\n");
    for (int k = 0; k < NODES; k++) {
        double place[3];
        position_of(b, k, place);
        fprintf(file, "%d, %.15g, %.15g, %.15g\n", 1 + k, place[0], place[1], place[2]);
    }
    fprintf(file, "*ELEMENT, TYPE=C3D8I\n");
    for (int cell = 0; cell < 2 * CELLS * CELLS; cell++) {
        int node[8];
        cell_nodes(cell, node);
        fprintf(file, "%d", 1 + cell);
        for (int a = 0; a < 8; a++) {
            fprintf(file, ", %d", 1 + node[a]);
        }
        fprintf(file, "\n");
    }
    fprintf(file, "*NSET, NSET=lower, GENERATE\n%d, %d, 1\n*NSET, NSET=upper, GENERATE\n%d, %d, 1\n",
            1 + LAYER, 2 * LAYER, 1 + 2 * LAYER, 3 * LAYER);
    fprintf(file, "*NSET, NSET=top, GENERATE\n%d, %d, 1\n*NSET, NSET=corners\n%d, %d\n%s", 1 + 3 * LAYER,
            4 * LAYER, 1 + 2 * LAYER, 3 * LAYER, more);
    fclose(file);
}

static inline rdg_fe_mesh *blocks_make(rdg_context *ctx, blocks *b)
{
    block_element e;
    block_element_make(side, &e);
    for (int cell = 0; cell < 2 * CELLS * CELLS; cell++) {
        add_cell(b, cell, &e);
    }
    for (int k = 0; k < 3; k++) { /* a soft spring holds the upper block */
        for (int a = 2 * LAYER; a < NODES; a++) {
            b->K[3 * a + k][3 * a + k] += 1e6;
        }
    }
    write_matrices(b);
    write_mesh(b, "");
    rdg_structure *s = rdg_structure_read_nastran(ctx, "blocks", path_of("blocks.pch"));
    assert_ok(ctx, rdg_nodes_read(s, path_of("blocks.inp")));
    assert_ok(ctx, rdg_damping_proportional(s, 0.0, 1e-6));
    rdg_fe_mesh *mesh = rdg_fe_mesh_read(s, path_of("blocks.inp"));
    assert_non_null(mesh);
    return mesh;
}

static const rdg_contact_surface_options joint = {.name = "joint", .nodes = "upper", .against = "lower"};

#endif
