/* Convex polytopes: cube, cut, volume. */
#include "polytope_impl.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

void rdg_polytope_release(rdg_polytope *p)
{
    rdg_free(p->vertex);
    *p = (rdg_polytope){.k = p->k};
}

rdg_status rdg_polytope_cube(rdg_context *ctx, rdg_polytope *p, int k, double half_width)
{
    p->k = k;
    p->overfull = false;
    const rdg_index count = (rdg_index)1 << k;
    RDG_TRY(rdg_context_reserve(ctx, &p->vertex, &p->capacity, 4 * count, sizeof *p->vertex));
    p->n_vertices = count;
    for (rdg_index i = 0; i < count; i++) {
        rdg_vertex *v = &p->vertex[i];
        *v = (rdg_vertex){.n_faces = k};
        for (int a = 0; a < k; a++) {
            const bool up = (i >> a & 1) != 0;
            v->x[a] = up ? half_width : -half_width;
            v->face[k - 1 - a] = -1 - 2 * a - up; /* ascending */
        }
    }
    if (k == 2) {
        rdg_polygon_order_square(p);
    }
    return RDG_OK;
}

/* Does a vertex lie on the face? */
static bool has_face(const rdg_vertex *v, rdg_index face)
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
        if (has_face(&p->vertex[v], face)) {
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
    if (has_face(v, face)) {
        return true;
    }
    if (v->n_faces == RDG_MAX_FACES) {
        return false;
    }
    int at = v->n_faces++;
    for (; at > 0 && v->face[at - 1] > face; at--) {
        v->face[at] = v->face[at - 1];
    }
    v->face[at] = face;
    return true;
}

/* Faces that two vertices share, into v; their number. */
static int shared_faces(const rdg_vertex *a, const rdg_vertex *b, rdg_vertex *v)
{
    v->n_faces = 0;
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
    return v->n_faces;
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

/* Where the edge between a (inside) and b (outside) meets the cut. */
static void add_crossing(rdg_polytope *p, rdg_index first_new, const rdg_vertex *a, const rdg_vertex *b,
                         double below, double above, rdg_index face)
{
    rdg_vertex *v = &p->vertex[p->n_vertices];
    if (shared_faces(a, b, v) < p->k - 1) {
        return;
    }
    const double fraction = below / (below - above);
    for (int i = 0; i < p->k; i++) {
        v->x[i] = a->x[i] + fraction * (b->x[i] - a->x[i]);
    }
    v->given_up = false;
    p->overfull = !add_face(v, face) || p->overfull;
    if (!is_there(p, first_new, v)) {
        p->n_vertices++;
    }
}

/* Take vertices outside away. */
static void drop_outside(rdg_polytope *p, const double *normal, double offset, double slack)
{
    rdg_index kept = 0;
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        if (height(p, &p->vertex[i], normal, offset) <= slack) {
            p->vertex[kept++] = p->vertex[i];
        }
    }
    p->n_vertices = kept;
}

rdg_status rdg_polytope_cut(rdg_context *ctx, rdg_polytope *p, const double *normal, double offset,
                            rdg_index face)
{
    double scale = 0.0;
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        scale = fmax(scale, fabs(height(p, &p->vertex[i], normal, 0.0)));
    }
    const double slack = 1e-12 * fmax(scale, fabs(offset));
    if (p->k == 2) {
        return rdg_polygon_cut(ctx, p, normal, offset, slack, face);
    }
    const rdg_index count = p->n_vertices;
    rdg_index inside = 0;
    bool cuts = false;
    for (rdg_index i = 0; i < count; i++) {
        cuts = cuts || height(p, &p->vertex[i], normal, offset) > slack;
    }
    if (!cuts) { /* what only touches is no face */
        return RDG_OK;
    }
    for (rdg_index i = 0; i < count; i++) {
        const double h = height(p, &p->vertex[i], normal, offset);
        inside += h < -slack;
        if (fabs(h) <= slack) {
            p->overfull = !add_face(&p->vertex[i], face) || p->overfull;
        }
    }
    const rdg_index outside = count - inside;
    RDG_TRY(rdg_context_reserve(ctx, &p->vertex, &p->capacity, count + inside * outside, sizeof *p->vertex));
    for (rdg_index i = 0; i < count; i++) {
        const double below = height(p, &p->vertex[i], normal, offset);
        for (rdg_index j = 0; below < -slack && j < count; j++) {
            const double above = height(p, &p->vertex[j], normal, offset);
            if (above > slack) {
                add_crossing(p, count, &p->vertex[i], &p->vertex[j], below, above, face);
            }
        }
    }
    drop_outside(p, normal, offset, slack);
    return RDG_OK;
}

/* Middle of the vertices on a face (all: any face); their number. */
static rdg_index middle_of(const rdg_polytope *p, bool all, rdg_index face, double *middle)
{
    rdg_index count = 0;
    memset(middle, 0, RDG_MAX_DIMENSION * sizeof *middle);
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        if (all || has_face(&p->vertex[i], face)) {
            for (int a = 0; a < p->k; a++) {
                middle[a] += p->vertex[i].x[a];
            }
            count++;
        }
    }
    for (int a = 0; a < p->k && count > 0; a++) {
        middle[a] /= (double)count;
    }
    return count;
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Measures of a simplex from its vertices and its apex, then hand it on. */
static void visit(rdg_simplex *s, rdg_simplex_visitor visitor, void *data)
{
    double side[3][3] = {{0.0}};
    for (int i = 0; i < s->k; i++) {
        for (int a = 0; a < s->k; a++) {
            side[i][a] = s->corner[i][a] - s->apex[a];
        }
    }
    if (s->k == 1) {
        s->volume = fabs(side[0][0]);
        s->base = 1.0;
    } else if (s->k == 2) {
        s->volume = 0.5 * fabs(side[0][0] * side[1][1] - side[0][1] * side[1][0]);
        s->base = hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]);
    } else {
        double p[3];
        double q[3];
        for (int a = 0; a < 3; a++) {
            p[a] = side[1][a] - side[0][a];
            q[a] = side[2][a] - side[0][a];
        }
        const double x = p[1] * q[2] - p[2] * q[1];
        const double y = p[2] * q[0] - p[0] * q[2];
        const double z = p[0] * q[1] - p[1] * q[0];
        s->volume = fabs(determinant(side[0], side[1], side[2])) / 6.0;
        s->base = 0.5 * sqrt(x * x + y * y + z * z);
    }
    visitor(s, data);
}

/* Two vertices that share faces: a tetrahedron on each face that their edge bounds. */
static void visit_edge(const rdg_polytope *p, const rdg_vertex *a, const rdg_vertex *b, rdg_simplex *s,
                       rdg_simplex_visitor visitor, void *data)
{
    rdg_vertex shared;
    double on_face[RDG_MAX_DIMENSION];
    const int count = shared_faces(a, b, &shared);
    s->corner[0] = a->x;
    s->corner[1] = b->x;
    for (int f = 0; count >= 2 && f < count; f++) {
        s->face = shared.face[f];
        middle_of(p, false, s->face, on_face);
        s->corner[2] = on_face;
        visit(s, visitor, data);
    }
}

void rdg_polytope_visit(const rdg_polytope *p, rdg_simplex_visitor visitor, void *data)
{
    rdg_simplex s = {.k = p->k};
    middle_of(p, true, 0, s.apex);
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        if (p->k < 3) {
            s.corner[0] = p->vertex[i].x;
            s.corner[1] = p->vertex[(i + 1) % p->n_vertices].x;
            s.face = p->k == 1 ? p->vertex[i].face[0] : p->vertex[i].leads_on;
            visit(&s, visitor, data);
        }
        for (rdg_index j = 0; p->k == 3 && j < i; j++) {
            visit_edge(p, &p->vertex[i], &p->vertex[j], &s, visitor, data);
        }
    }
}

static void add_volume(const rdg_simplex *s, void *data)
{
    *(double *)data += s->volume;
}

double rdg_polytope_volume(const rdg_polytope *p)
{
    double sum = 0.0;
    rdg_polytope_visit(p, add_volume, &sum);
    return sum;
}
