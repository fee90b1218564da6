/* How charts divide the manifold among themselves: each has a convex cell of its tangent space, at first a
 * cube about its ball, which all that it overlaps cut along the hyperplane through the intersection of the
 * two spheres. A part of the ball's surface that is left inside the cell requests another chart. */
#include "covering_impl.h"
#include "toolbox.h"

#include <math.h>

/* A cell starts as a cube a little wider than the ball. */
static const double cube_width = 1.05;

void rdg_covering_choose_axes(rdg_covering *c)
{
    const rdg_system *s = c->t->s;
    for (int i = 0; i < c->axes; i++) {
        double *row = c->axis + i * c->n;
        double sum = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            const double general = sin(1.3 * (double)((i + 1) * (j + 1)) + 0.7 * i);
            row[j] = c->n <= RDG_TREE_AXES ? (j == i ? 1.0 : 0.0) : general;
            sum += row[j] * row[j];
        }
        for (rdg_index j = 0; j < c->n; j++) {
            row[j] *= sqrt(s->metric[j] / sum);
        }
    }
}

static void cast(const rdg_covering *c, const double *u, double *place)
{
    for (int i = 0; i < c->axes; i++) {
        place[i] = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            place[i] += c->axis[i * c->n + j] * u[j];
        }
    }
}

rdg_status rdg_covering_find_near(const rdg_covering *c, const rdg_patch *patch, const rdg_index **found,
                                  rdg_index *n_found)
{
    double place[RDG_TREE_AXES];
    cast(c, patch->u, place);
    return rdg_chart_tree_find(c->tree, place, patch->radius, found, n_found);
}

/* Does a vertex request another chart? It does outside the ball, as it shows that part of the ball's surface
 * lies inside the cell; and on the bound of a domain that has no charts of its own there yet. */
static bool is_open(const rdg_patch *patch, const rdg_vertex *vertex)
{
    return !vertex->given_up && (rdg_vertex_norm(&patch->cell, vertex) > patch->radius ||
                                 (vertex->n_faces > 0 && vertex->face[0] <= RDG_OFF_RIM));
}

rdg_index rdg_patch_open_vertex(const rdg_patch *patch)
{
    for (rdg_index v = 0; v < patch->cell.n_vertices; v++) {
        if (is_open(patch, &patch->cell.vertex[v])) {
            return v;
        }
    }
    return -1;
}

static double square(double x)
{
    return x * x;
}

/* The hyperplane through the intersection of the spheres of two charts at this distance, as a sees it along
 * the other's centre. */
static double cut_offset(const rdg_patch *a, const rdg_patch *b, double d2)
{
    return 0.5 * (d2 + square(a->radius) - square(b->radius));
}

/* Cut the cell of chart i along the hyperplane through the intersection of its sphere with that of chart j.
 */
static rdg_status cut_by(rdg_covering *c, rdg_index i, rdg_index j)
{
    rdg_patch *a = &c->patch[i];
    const rdg_patch *b = &c->patch[j];
    double s[RDG_MAX_DIMENSION];
    double r[RDG_MAX_DIMENSION];
    double d2 = 0.0;
    if (i == j || !rdg_patch_overlap(c, a, b, s, r, &d2)) {
        return RDG_OK;
    }
    return rdg_polytope_cut(c->t->ctx, &a->cell, s, cut_offset(a, b, d2), j);
}

static void settle(rdg_covering *c, rdg_index i)
{
    c->patch[i].open = rdg_patch_open_vertex(&c->patch[i]) >= 0;
    if (i < c->first_open && c->patch[i].open) {
        c->first_open = i;
    }
}

rdg_status rdg_covering_build_cell(rdg_covering *c, rdg_index i, const rdg_index **found, rdg_index *n_found)
{
    rdg_patch *patch = &c->patch[i];
    RDG_TRY(rdg_polytope_cube(c->t->ctx, &patch->cell, c->k, cube_width * patch->radius));
    RDG_TRY(rdg_patch_cut_rims(c, patch));
    RDG_TRY(rdg_covering_find_near(c, patch, found, n_found));
    for (rdg_index f = 0; f < *n_found; f++) {
        RDG_TRY(cut_by(c, i, (*found)[f]));
    }
    settle(c, i);
    return RDG_OK;
}

rdg_status rdg_covering_join(rdg_covering *c)
{
    const rdg_index i = c->n_patches - 1;
    const rdg_index *found = NULL;
    rdg_index n_found = 0;
    double place[RDG_TREE_AXES];
    RDG_TRY(rdg_covering_build_cell(c, i, &found, &n_found));
    for (rdg_index f = 0; f < n_found; f++) {
        RDG_TRY(cut_by(c, found[f], i));
        settle(c, found[f]);
    }
    cast(c, c->patch[i].u, place);
    return rdg_chart_tree_add(c->tree, i, place, c->patch[i].radius);
}

bool rdg_patch_cuts_off(const rdg_covering *c, const rdg_patch *from, const rdg_patch *patch,
                        const rdg_vertex *vertex)
{
    double s[RDG_MAX_DIMENSION];
    double r[RDG_MAX_DIMENSION];
    double d2 = 0.0;
    double along = 0.0;
    if (!rdg_patch_overlap(c, from, patch, s, r, &d2)) {
        return false;
    }
    for (int a = 0; a < c->k; a++) {
        along += s[a] * vertex->x[a];
    }
    const double clearly = 1e-3 * square(fmin(from->radius, rdg_vertex_norm(&from->cell, vertex)));
    return along > cut_offset(from, patch, d2) + clearly;
}
