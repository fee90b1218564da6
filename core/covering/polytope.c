/* Convex polytopes: cube, cut, volume. */
#include "polytope_impl.h"
#include "toolbox.h"

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
    return RDG_OK;
}

bool rdg_vertex_has_face(const rdg_vertex *v, rdg_index face)
{
    for (int i = 0; i < v->n_faces; i++) {
        if (v->face[i] == face) {
            return true;
        }
    }
    return false;
}

double rdg_vertex_norm(const rdg_polytope *p, const rdg_vertex *v)
{
    double sum = 0.0;
    for (int a = 0; a < p->k; a++) {
        sum += v->x[a] * v->x[a];
    }
    return sqrt(sum);
}

static void add_face(rdg_vertex *v, rdg_index face)
{
    if (v->n_faces == RDG_MAX_FACES || rdg_vertex_has_face(v, face)) {
        return;
    }
    int at = v->n_faces++;
    for (; at > 0 && v->face[at - 1] > face; at--) {
        v->face[at] = v->face[at - 1];
    }
    v->face[at] = face;
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

/* Where the edge between a (inside) and b (outside) meets the cut. */
static void add_crossing(rdg_polytope *p, const rdg_vertex *a, const rdg_vertex *b, double below,
                         double above, rdg_index face)
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
    add_face(v, face);
    p->n_vertices++;
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
    const rdg_index count = p->n_vertices;
    rdg_index inside = 0;
    for (rdg_index i = 0; i < count; i++) {
        const double h = height(p, &p->vertex[i], normal, offset);
        inside += h < -slack;
        if (fabs(h) <= slack) {
            add_face(&p->vertex[i], face);
        }
    }
    const rdg_index outside = count - inside;
    RDG_TRY(rdg_context_reserve(ctx, &p->vertex, &p->capacity, count + inside * outside, sizeof *p->vertex));
    for (rdg_index i = 0; i < count; i++) {
        const double below = height(p, &p->vertex[i], normal, offset);
        for (rdg_index j = 0; below < -slack && j < count; j++) {
            const double above = height(p, &p->vertex[j], normal, offset);
            if (above > slack) {
                add_crossing(p, &p->vertex[i], &p->vertex[j], below, above, face);
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
        if (all || rdg_vertex_has_face(&p->vertex[i], face)) {
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

/* Angle of a vertex about a point. */
static double bearing(const rdg_vertex *v, const double *about)
{
    return atan2(v->x[1] - about[1], v->x[0] - about[0]);
}

/* A face that two vertices share, least first; 0: none. */
static rdg_index common_face(const rdg_vertex *a, const rdg_vertex *b, bool *found)
{
    rdg_vertex shared;
    *found = shared_faces(a, b, &shared) > 0;
    return *found ? shared.face[shared.n_faces - 1] : 0;
}

rdg_index rdg_polygon_corners(const rdg_polytope *p, rdg_index *corner, rdg_index *face)
{
    const rdg_index n = p->n_vertices;
    double middle[RDG_MAX_DIMENSION];
    middle_of(p, true, 0, middle);
    for (rdg_index i = 0; i < n; i++) { /* in the order of their angles */
        rdg_index at = i;
        for (; at > 0 && bearing(&p->vertex[corner[at - 1]], middle) > bearing(&p->vertex[i], middle); at--) {
            corner[at] = corner[at - 1];
        }
        corner[at] = i;
    }
    for (rdg_index i = 0; i < n; i++) {
        bool found = false;
        face[i] = common_face(&p->vertex[corner[i]], &p->vertex[corner[(i + 1) % n]], &found);
        if (!found) {
            return 0;
        }
    }
    return n > 2 ? n : 0;
}

/* Length of a segment; area of a polygon by its triangles about the middle. */
static double length(const rdg_polytope *p)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        low = fmin(low, p->vertex[i].x[0]);
        high = fmax(high, p->vertex[i].x[0]);
    }
    return p->n_vertices > 1 ? high - low : 0.0;
}

static double area(const rdg_polytope *p)
{
    double middle[RDG_MAX_DIMENSION];
    double sum = 0.0;
    middle_of(p, true, 0, middle);
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        for (rdg_index j = 0; j < i; j++) {
            rdg_vertex shared;
            if (shared_faces(&p->vertex[i], &p->vertex[j], &shared) > 0) {
                const double *a = p->vertex[i].x;
                const double *b = p->vertex[j].x;
                sum += 0.5 * fabs((a[0] - middle[0]) * (b[1] - middle[1]) -
                                  (a[1] - middle[1]) * (b[0] - middle[0]));
            }
        }
    }
    return sum;
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Tetrahedra between the middle of the polytope, the middle of a face, and each edge of that face. */
static double volume(const rdg_polytope *p)
{
    double middle[RDG_MAX_DIMENSION];
    double sum = 0.0;
    middle_of(p, true, 0, middle);
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        for (rdg_index j = 0; j < i; j++) {
            rdg_vertex shared;
            const int count = shared_faces(&p->vertex[i], &p->vertex[j], &shared);
            for (int f = 0; count >= 2 && f < count; f++) {
                double on_face[RDG_MAX_DIMENSION];
                double side[3][3];
                middle_of(p, false, shared.face[f], on_face);
                for (int a = 0; a < 3; a++) {
                    side[0][a] = on_face[a] - middle[a];
                    side[1][a] = p->vertex[i].x[a] - middle[a];
                    side[2][a] = p->vertex[j].x[a] - middle[a];
                }
                sum += fabs(determinant(side[0], side[1], side[2])) / 6.0;
            }
        }
    }
    return sum;
}

double rdg_polytope_volume(const rdg_polytope *p)
{
    return p->k == 1 ? length(p) : p->k == 2 ? area(p) : volume(p);
}
