/* Faces of elements of a mesh. */
#include "fe_face_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACES = 6, MOST_EDGES = 12 };

/* Faces of a cell type of VTK by its vertices; the edges have their middle nodes behind the vertices. */
typedef struct shape {
    int vtk, corners, faces, edges; /* edges 0: without middle nodes */
    int face[MOST_FACES][RDG_FACE_CORNERS];
    int edge[MOST_EDGES][2];
} shape;

/* clang-format off */
#define TETRA {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {0, 3, 2, -1}}
#define WEDGE {{0, 1, 2, -1}, {3, 5, 4, -1}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}}
#define HEXA {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}
static const shape shapes[] = {
    {10, 4, 4, 0, TETRA, {{0}}},
    {13, 6, 5, 0, WEDGE, {{0}}},
    {12, 8, 6, 0, HEXA, {{0}}},
    {24, 4, 4, 6, TETRA, {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}},
    {26, 6, 5, 9, WEDGE, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}},
    {25, 8, 6, 12, HEXA, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}},
    {5, 3, 1, 0, {{0, 1, 2, -1}}, {{0}}},
    {9, 4, 1, 0, {{0, 1, 2, 3}}, {{0}}},
    {22, 3, 1, 3, {{0, 1, 2, -1}}, {{0, 1}, {1, 2}, {2, 0}}},
    {23, 4, 1, 4, {{0, 1, 2, 3}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
};
/* clang-format on */

static const shape *shape_of(int vtk)
{
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        if (shapes[k].vtk == vtk) {
            return &shapes[k];
        }
    }
    return NULL; /* a line, which has no face */
}

int rdg_fe_face_count(int vtk)
{
    const shape *of = shape_of(vtk);
    return of ? of->faces : 0;
}

static const double *at(const double *position, rdg_index place)
{
    return position + 3 * place;
}

static void subtract(const double *a, const double *b, double *c)
{
    for (int d = 0; d < 3; d++) {
        c[d] = a[d] - b[d];
    }
}

static void cross(const double *a, const double *b, double *c)
{
    for (int d = 0; d < 3; d++) {
        c[d] = a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3];
    }
}

/* Half the product of the diagonals, or of two edges; turned out of the cell, of which it is a face */
static void find_area(const double *position, rdg_fe_face *f, const rdg_index *cell, const shape *of)
{
    double a[3], b[3], from[3], middle[3] = {0, 0, 0};
    subtract(at(position, f->node[2]), at(position, f->node[0]), a);
    subtract(at(position, f->node[f->corners - 1]), at(position, f->node[1]), b);
    cross(a, b, f->outside);
    for (int k = 0; k < of->corners; k++) {
        for (int d = 0; d < 3; d++) {
            middle[d] += at(position, cell[k])[d] / of->corners;
        }
    }
    subtract(at(position, f->node[0]), middle, from);
    const double turn = of->faces > 1 && rdg_dot(3, f->outside, from) < 0.0 ? -0.5 : 0.5;
    for (int d = 0; d < 3; d++) {
        f->outside[d] *= turn;
    }
}

static int by_place(const void *one, const void *other)
{
    const rdg_index a = *(const rdg_index *)one, b = *(const rdg_index *)other;
    return (a > b) - (a < b);
}

/* Place of the middle node of an edge among the nodes of a cell; -1: it has none */
static int middle_of(const shape *of, int a, int b)
{
    for (int e = 0; e < of->edges; e++) {
        if ((of->edge[e][0] == a && of->edge[e][1] == b) || (of->edge[e][0] == b && of->edge[e][1] == a)) {
            return of->corners + e;
        }
    }
    return -1;
}

void rdg_fe_face_take(const double *position, int vtk, const rdg_index *cell, int k, rdg_fe_face *f)
{
    const shape *of = shape_of(vtk);
    *f = (rdg_fe_face){.corners = of->face[k][RDG_FACE_CORNERS - 1] < 0 ? 3 : 4, .key = {-1, -1, -1, -1}};
    for (int c = 0; c < f->corners; c++) {
        f->node[c] = f->key[c] = cell[of->face[k][c]];
        const int middle = middle_of(of, of->face[k][c], of->face[k][(c + 1) % f->corners]);
        if (middle >= 0) {
            f->node[f->corners + f->middles++] = cell[middle];
        }
    }
    qsort(f->key, RDG_FACE_CORNERS, sizeof *f->key, by_place);
    find_area(position, f, cell, of);
}

int rdg_fe_face_order(const void *one, const void *other)
{
    const rdg_fe_face *a = one, *b = other;
    int order = 0;
    for (int c = 0; order == 0 && c < RDG_FACE_CORNERS; c++) {
        order = by_place(&a->key[c], &b->key[c]);
    }
    return order;
}

/* Shares of the vertices of a quadrilateral: integrals of its shape functions by four points */
static void share_quadrilateral(const double *position, const rdg_fe_face *f, double share[RDG_FACE_CORNERS])
{
    static const double sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double sum = 0.0;
    memset(share, 0, RDG_FACE_CORNERS * sizeof *share);
    for (int g = 0; g < 4; g++) {
        double N[4], along[2][3] = {{0}}, normal[3];
        for (int c = 0; c < 4; c++) {
            const double x = sign[c][0], y = sign[c][1];
            const double gx = x * sign[g][0] / sqrt(3.0), gy = y * sign[g][1] / sqrt(3.0);
            N[c] = (1.0 + gx) * (1.0 + gy) / 4.0;
            for (int d = 0; d < 3; d++) {
                along[0][d] += x * (1.0 + gy) / 4.0 * at(position, f->node[c])[d];
                along[1][d] += y * (1.0 + gx) / 4.0 * at(position, f->node[c])[d];
            }
        }
        cross(along[0], along[1], normal);
        const double weight = rdg_norm(3, normal);
        sum += weight;
        for (int c = 0; c < 4; c++) {
            share[c] += weight * N[c];
        }
    }
    for (int c = 0; sum > 0.0 && c < 4; c++) {
        share[c] /= sum;
    }
}

void rdg_fe_face_shares(const double *position, const rdg_fe_face *f, double share[2 * RDG_FACE_CORNERS])
{
    const double corner = f->corners == 3 ? 3.0 / 57.0 : 3.0 / 76.0,
                 middle = 16.0 / (f->corners == 3 ? 57.0 : 76.0);
    if (f->middles == 0 && f->corners == 4) {
        share_quadrilateral(position, f, share);
        return;
    }
    for (int c = 0; c < f->corners + f->middles; c++) {
        share[c] = f->middles == 0 ? 1.0 / 3.0 : c < f->corners ? corner : middle;
    }
}
