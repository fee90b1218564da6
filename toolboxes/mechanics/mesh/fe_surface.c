/* Faces of elements on the surface of a mesh, and what they give their nodes. */
#include "fe_surface.h"

#include "fe_mesh_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 4, MOST_FACES = 6, MOST_EDGES = 12 };

/* Faces of a cell type of VTK by its vertices; the edges have their middle nodes behind the vertices. */
typedef struct shape {
    int vtk, corners, faces, edges; /* edges 0: without middle nodes */
    int face[MOST_FACES][MOST_CORNERS];
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

/* A face whose nodes are all in the set. */
typedef struct face {
    int corners, middles;
    rdg_index node[2 * MOST_CORNERS]; /* places in the mesh: vertices, then the middles of edges */
    rdg_index key[MOST_CORNERS];      /* vertices, ascending, the missing one -1 */
    double outside[3];                /* vector area; points out of the element */
    bool twice;                       /* two elements have it */
} face;

typedef struct surface {
    const rdg_fe_mesh *mesh;
    rdg_index *of; /* [nodes of the mesh] place in the surface; -1: not in the set */
    rdg_index n, n_faces, capacity;
    rdg_surface_node *node; /* [n] */
    face *face;             /* [n_faces] */
} surface;

static const double *position(const surface *s, rdg_index place)
{
    return s->mesh->position + 3 * place;
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
static void find_area(const surface *s, face *f, const rdg_index *cell, const shape *of)
{
    double a[3], b[3], from[3], middle[3] = {0, 0, 0};
    subtract(position(s, f->node[2]), position(s, f->node[0]), a);
    subtract(position(s, f->node[f->corners - 1]), position(s, f->node[1]), b);
    cross(a, b, f->outside);
    for (int k = 0; k < of->corners; k++) {
        for (int d = 0; d < 3; d++) {
            middle[d] += position(s, cell[k])[d] / of->corners;
        }
    }
    subtract(position(s, f->node[0]), middle, from);
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

/* The face k of a cell; false: not all of its nodes are in the set */
static bool take_face(const surface *s, const rdg_index *cell, const shape *of, int k, face *f)
{
    *f = (face){.corners = of->face[k][MOST_CORNERS - 1] < 0 ? 3 : 4, .key = {-1, -1, -1, -1}};
    for (int c = 0; c < f->corners; c++) {
        f->node[c] = f->key[c] = cell[of->face[k][c]];
        const int middle = middle_of(of, of->face[k][c], of->face[k][(c + 1) % f->corners]);
        if (middle >= 0) {
            f->node[f->corners + f->middles++] = cell[middle];
        }
    }
    for (int c = 0; c < f->corners + f->middles; c++) {
        if (s->of[f->node[c]] < 0) {
            return false;
        }
    }
    qsort(f->key, MOST_CORNERS, sizeof *f->key, by_place);
    find_area(s, f, cell, of);
    return true;
}

static int by_key(const void *one, const void *other)
{
    const face *a = one, *b = other;
    int order = 0;
    for (int c = 0; order == 0 && c < MOST_CORNERS; c++) {
        order = by_place(&a->key[c], &b->key[c]);
    }
    return order;
}

/* All faces within the set, sorted; those that two elements have are marked. */
static rdg_status find_faces(surface *s)
{
    const rdg_fe_mesh *mesh = s->mesh;
    for (int pass = 0; pass < 2; pass++) { /* counted, then taken */
        s->n_faces = 0;
        for (rdg_index c = 0; c < mesh->n_cells; c++) {
            const shape *of = shape_of(mesh->type[c]);
            for (int k = 0; of && k < of->faces; k++) {
                face f;
                if (take_face(s, mesh->corner + mesh->start[c], of, k, &f)) {
                    if (s->face) {
                        s->face[s->n_faces] = f;
                    }
                    s->n_faces++;
                }
            }
        }
        if (pass == 0) {
            s->face = rdg_context_calloc(mesh->s->ctx, (size_t)s->n_faces, sizeof *s->face);
            if (!s->face) {
                return RDG_ERR_NO_MEMORY;
            }
        }
    }
    qsort(s->face, (size_t)s->n_faces, sizeof *s->face, by_key);
    for (rdg_index f = 1; f < s->n_faces; f++) {
        s->face[f].twice = by_key(&s->face[f - 1], &s->face[f]) == 0;
        s->face[f - 1].twice = s->face[f - 1].twice || s->face[f].twice;
    }
    return RDG_OK;
}

/* Shares of the vertices of a quadrilateral: integrals of its shape functions by four points */
static void share_quadrilateral(const surface *s, const face *f, double share[MOST_CORNERS])
{
    static const double sign[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double sum = 0.0;
    memset(share, 0, MOST_CORNERS * sizeof *share);
    for (int g = 0; g < 4; g++) {
        double N[4], along[2][3] = {{0}}, normal[3];
        for (int c = 0; c < 4; c++) {
            const double x = sign[c][0], y = sign[c][1];
            const double gx = x * sign[g][0] / sqrt(3.0), gy = y * sign[g][1] / sqrt(3.0);
            N[c] = (1.0 + gx) * (1.0 + gy) / 4.0;
            for (int d = 0; d < 3; d++) {
                along[0][d] += x * (1.0 + gy) / 4.0 * position(s, f->node[c])[d];
                along[1][d] += y * (1.0 + gx) / 4.0 * position(s, f->node[c])[d];
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

/* Shares of all nodes of a face; they add up to 1. */
static void find_shares(const surface *s, const face *f, double share[2 * MOST_CORNERS])
{
    const double corner = f->corners == 3 ? 3.0 / 57.0 : 3.0 / 76.0,
                 middle = 16.0 / (f->corners == 3 ? 57.0 : 76.0);
    if (f->middles == 0 && f->corners == 4) {
        share_quadrilateral(s, f, share);
        return;
    }
    for (int c = 0; c < f->corners + f->middles; c++) {
        share[c] = f->middles == 0 ? 1.0 / 3.0 : c < f->corners ? corner : middle;
    }
}

static void share_out(surface *s)
{
    for (rdg_index k = 0; k < s->n_faces; k++) {
        const face *f = &s->face[k];
        double share[2 * MOST_CORNERS];
        if (f->twice) {
            continue;
        }
        find_shares(s, f, share);
        const double area = rdg_norm(3, f->outside);
        for (int c = 0; c < f->corners + f->middles; c++) {
            rdg_surface_node *node = &s->node[s->of[f->node[c]]];
            node->area += share[c] * area;
            for (int d = 0; d < 3; d++) {
                node->normal[d] += share[c] * f->outside[d];
            }
        }
    }
}

static rdg_status complete(const surface *s, const char *set)
{
    for (rdg_index k = 0; k < s->n; k++) {
        rdg_surface_node *node = &s->node[k];
        const double length = rdg_norm(3, node->normal);
        if (!(length > 0.0)) {
            return rdg_fail(s->mesh->s->ctx, RDG_ERR_ARGUMENT, "rdg_fe_mesh_surface",
                            "node %" PRId64 " of \"%s\" is on no face of an element whose nodes are all in "
                            "the set: add its neighbours to the set, or leave it out. The mesh of \"%s\" has "
                            "%" PRId64 " elements",
                            rdg_fe_mesh_node(s->mesh, node->place), set, rdg_structure_name(s->mesh->s),
                            s->mesh->n_cells);
        }
        for (int d = 0; d < 3; d++) {
            node->normal[d] /= length;
        }
    }
    return RDG_OK;
}

/* The nodes of the degrees of freedom, each once */
static rdg_status take_nodes(surface *s, rdg_index n, const rdg_index *dof)
{
    const rdg_fe_mesh *mesh = s->mesh;
    s->of = rdg_context_calloc(mesh->s->ctx, (size_t)mesh->n, sizeof *s->of);
    s->node = rdg_context_calloc(mesh->s->ctx, (size_t)n, sizeof *s->node);
    if (!s->of || !s->node) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < mesh->n; i++) {
        s->of[i] = -1;
    }
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index place =
            dof[i] < mesh->n_dofs && mesh->owner[dof[i]] >= 0 ? mesh->owner[dof[i]] / 3 : -1;
        if (place >= 0 && s->of[place] < 0) {
            s->of[place] = s->n;
            s->node[s->n].place = place;
            memcpy(s->node[s->n++].position, position(s, place), sizeof s->node->position);
        }
    }
    return RDG_OK;
}

rdg_status rdg_fe_mesh_surface(const rdg_fe_mesh *mesh, const char *set, rdg_index *n,
                               rdg_surface_node **nodes)
{
    RDG_ENTER(mesh, mesh->s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(mesh->s->ctx, set, RDG_ERR_ARGUMENT);
    RDG_NEED(mesh->s->ctx, n, RDG_ERR_ARGUMENT);
    RDG_NEED(mesh->s->ctx, nodes, RDG_ERR_ARGUMENT);
    rdg_index dofs = 0;
    const rdg_index *dof = NULL;
    RDG_TRY(rdg_structure_set(mesh->s, __func__, set, &dofs, &dof));
    surface s = {.mesh = mesh};
    rdg_status status = take_nodes(&s, dofs, dof);
    status = status == RDG_OK ? find_faces(&s) : status;
    if (status == RDG_OK) {
        share_out(&s);
        status = complete(&s, set);
    }
    rdg_free(s.of);
    rdg_free(s.face);
    if (status != RDG_OK) {
        rdg_free(s.node);
        return status;
    }
    *n = s.n;
    *nodes = s.node;
    return RDG_OK;
}
