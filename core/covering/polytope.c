/* Convex polytopes: cube, cut, volume. */
#include "polytope_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

rdg_status rdg_polytope_cube(rdg_context *ctx, rdg_polytope *p, int k, double half_width)
{
    p->k = k;
    p->overfull = false;
    const rdg_index count = (rdg_index)1 << k;
    RDG_TRY(rdg_polytope_reserve(ctx, p, 2 * count));
    p->n_vertices = count;
    for (rdg_index i = 0; i < count; i++) {
        rdg_vertex *v = &p->vertex[i];
        *v = (rdg_vertex){.n_faces = (uint8_t)k};
        for (int a = 0; a < k; a++) {
            const bool up = (i >> a & 1) != 0;
            v->x[a] = up ? half_width : -half_width;
            v->face[k - 1 - a] = (rdg_face)(-1 - 2 * a - up); /* ascending */
        }
    }
    if (k == 2) {
        rdg_polygon_order_square(p);
    }
    return RDG_OK;
}

/* Does a vertex lie on the face? */
bool rdg_vertex_has_face(const rdg_vertex *v, rdg_index face)
{
    for (int i = 0; i < v->n_faces; i++) {
        if (v->face[i] == face) {
            return true;
        }
    }
    return false;
}

bool rdg_polytope_has_face(const rdg_polytope *p, rdg_index face)
{
    for (rdg_index v = 0; v < p->n_vertices; v++) {
        if (rdg_vertex_has_face(&p->vertex[v], face)) {
            return true;
        }
    }
    return false;
}

double rdg_vertex_norm(const rdg_polytope *p, const rdg_vertex *v)
{
    double sum = rdg_dot(p->k, v->x, v->x);
    return sqrt(sum);
}

/* False: there is no space for one more. */
static bool add_face(rdg_vertex *v, rdg_index face)
{
    if (rdg_vertex_has_face(v, face)) {
        return true;
    }
    if (v->n_faces == RDG_MAX_FACES) {
        return false;
    }
    int at = v->n_faces++;
    for (; at > 0 && v->face[at - 1] > face; at--) {
        v->face[at] = v->face[at - 1];
    }
    v->face[at] = (rdg_face)face;
    return true;
}

/* Do two vertices share as many faces? Without a branch for each: nearly all pairs are no edges. */
bool rdg_vertices_share(const rdg_vertex *a, const rdg_vertex *b, int wanted)
{
    int count = 0;
    for (int i = 0; i < a->n_faces; i++) {
        for (int j = 0; j < b->n_faces; j++) {
            count += a->face[i] == b->face[j];
        }
    }
    return count >= wanted;
}

/* Faces that two vertices share, into v. */
void rdg_vertices_take_shared(const rdg_vertex *a, const rdg_vertex *b, rdg_vertex *v)
{
    for (int i = 0, j = 0; i < a->n_faces && j < b->n_faces;) {
        if (a->face[i] == b->face[j]) {
            v->face[v->n_faces++] = a->face[i];
            i++;
            j++;
        } else if (a->face[i] < b->face[j]) {
            i++;
        } else {
            j++;
        }
    }
}

static double height(const rdg_polytope *p, const rdg_vertex *v, const double *normal, double offset)
{
    double h = -offset;
    for (int a = 0; a < p->k; a++) {
        h += normal[a] * v->x[a];
    }
    return h;
}

/* Is a vertex on the same faces among those from `first` on? Where several all but meet, more than two may
 * share an edge. */
static bool is_there(const rdg_polytope *p, rdg_index first, const rdg_vertex *v)
{
    for (rdg_index i = first; i < p->n_vertices; i++) {
        const rdg_vertex *w = &p->vertex[i];
        if (w->n_faces == v->n_faces && memcmp(w->face, v->face, (size_t)v->n_faces * sizeof *v->face) == 0) {
            return true;
        }
    }
    return false;
}

/* Where the edge between vertices a (inside) and b (outside) meets the cut. */
static rdg_status add_crossing(rdg_context *ctx, rdg_polytope *p, rdg_index first_new, rdg_index a,
                               rdg_index b, rdg_index face)
{
    const rdg_vertex *below = &p->vertex[a], *above = &p->vertex[b];
    if (!rdg_vertices_share(below, above, p->k - 1)) {
        return RDG_OK;
    }
    rdg_vertex v = {.n_faces = 0};
    rdg_vertices_take_shared(below, above, &v);
    const double fraction = below->height / (below->height - above->height);
    for (int i = 0; i < p->k; i++) {
        v.x[i] = below->x[i] + fraction * (above->x[i] - below->x[i]);
    }
    p->overfull = !add_face(&v, face) || p->overfull;
    if (!is_there(p, first_new, &v)) {
        RDG_TRY(rdg_polytope_reserve(ctx, p, p->n_vertices + 1));
        p->vertex[p->n_vertices++] = v;
    }
    return RDG_OK;
}

/* Take the first vertices that are outside away. */
static void drop_outside(rdg_polytope *p, rdg_index count, double slack)
{
    rdg_index kept = 0;
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        if (i >= count || p->vertex[i].height <= slack) {
            p->vertex[kept++] = p->vertex[i];
        }
    }
    p->n_vertices = kept;
}

/* Heights of all vertices above the cut. Returns below which height a vertex counts as on it. */
static double take_heights(rdg_polytope *p, const double *normal, double offset)
{
    double scale = fabs(offset);
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        scale = fmax(scale, fabs(height(p, &p->vertex[i], normal, 0.0)));
        p->vertex[i].height = height(p, &p->vertex[i], normal, offset);
    }
    return 1e-12 * scale;
}

rdg_status rdg_polytope_cut(rdg_context *ctx, rdg_polytope *p, const double *normal, double offset,
                            rdg_index face)
{
    const double slack = take_heights(p, normal, offset);
    if (p->k == 2) {
        return rdg_polygon_cut(ctx, p, slack, face);
    }
    const rdg_index count = p->n_vertices;
    bool cuts = false;
    for (rdg_index i = 0; i < count; i++) {
        cuts = cuts || p->vertex[i].height > slack;
    }
    if (!cuts) { /* what only touches is no face */
        return RDG_OK;
    }
    for (rdg_index i = 0; i < count; i++) {
        if (fabs(p->vertex[i].height) <= slack) {
            p->overfull = !add_face(&p->vertex[i], face) || p->overfull;
        }
    }
    for (rdg_index i = 0; i < count; i++) {
        for (rdg_index j = 0; p->vertex[i].height < -slack && j < count; j++) {
            if (p->vertex[j].height > slack) {
                RDG_TRY(add_crossing(ctx, p, count, i, j, face));
            }
        }
    }
    drop_outside(p, count, slack);
    return RDG_OK;
}
