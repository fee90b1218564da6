/* Polygons: cut by a line, vertex after vertex (Sutherland and Hodgman, Comm. ACM 17, 1974). */
#include "polytope_impl.h"
#include "toolbox.h"

#include <math.h>

/* Each vertex lies on the face that leads to it and on the one that leads on. */
static void name_faces(rdg_polytope *p)
{
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        rdg_vertex *v = &p->vertex[i];
        const rdg_index to = p->vertex[i > 0 ? i - 1 : p->n_vertices - 1].leads_on;
        v->n_faces = 2;
        v->face[0] = to < v->leads_on ? to : v->leads_on;
        v->face[1] = to < v->leads_on ? v->leads_on : to;
    }
}

void rdg_polygon_order_square(rdg_polytope *p)
{
    static const rdg_face side[4] = {-3, -2, -4, -1}; /* below, right, above, left */
    const rdg_vertex last = p->vertex[2];
    p->vertex[2] = p->vertex[3];
    p->vertex[3] = last;
    for (int i = 0; i < 4; i++) {
        p->vertex[i].leads_on = side[i];
    }
    name_faces(p);
}

/* Where the edge between two vertices meets the line. */
static rdg_vertex crossing(const rdg_vertex *a, const rdg_vertex *b, double at_a, double at_b)
{
    rdg_vertex v = {.n_faces = 0};
    const double fraction = at_a / (at_a - at_b);
    for (int i = 0; i < 2; i++) {
        v.x[i] = a->x[i] + fraction * (b->x[i] - a->x[i]);
    }
    return v;
}

/* The polygon that is left is put together behind the old one, then moved to its place. */
rdg_status rdg_polygon_cut(rdg_context *ctx, rdg_polytope *p, double slack, rdg_index face)
{
    const rdg_index n = p->n_vertices;
    RDG_TRY(rdg_polytope_reserve(ctx, p, 3 * n));
    const rdg_vertex *old = p->vertex;
    rdg_vertex *out = p->vertex + n;
    rdg_index kept = 0;
    for (rdg_index i = 0; i < n; i++) {
        const rdg_vertex *a = &old[i];
        const rdg_vertex *b = &old[(i + 1) % n];
        const double at_a = a->height;
        const double at_b = b->height;
        if (at_a <= slack) {
            out[kept++] = *a;
        }
        if (at_a <= slack && at_b > slack) {
            if (at_a < -slack) {
                out[kept++] = crossing(a, b, at_a, at_b);
            }
            out[kept - 1].leads_on = (rdg_face)face;
        } else if (at_a > slack && at_b < -slack) {
            out[kept] = crossing(a, b, at_a, at_b);
            out[kept++].leads_on = a->leads_on;
        }
    }
    p->n_vertices = kept > 2 ? kept : 0;
    for (rdg_index i = 0; i < p->n_vertices; i++) {
        p->vertex[i] = out[i];
    }
    name_faces(p);
    return RDG_OK;
}
