/* A polytope as the sum of simplices: its volume and its boundary. */
#include "polytope_impl.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

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
    if (!rdg_vertices_share(a, b, 2)) {
        return;
    }
    rdg_vertex shared = {.n_faces = 0};
    double on_face[RDG_MAX_DIMENSION];
    rdg_vertices_take_shared(a, b, &shared);
    s->corner[0] = a->x;
    s->corner[1] = b->x;
    for (int f = 0; f < shared.n_faces; f++) {
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
