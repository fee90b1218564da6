/* A covered surface as a combinatorial map: which charts are neighbours.
 *
 * The cells around each chart name its neighbours counterclockwise, and all tangent bases are oriented alike.
 * Walking from chart to chart, each time leaving by the neighbour before the one that one came from, goes
 * round a face: a triangle as a rule, more sides where several charts meet in one point. */
#include "surface_impl.h"
#include "toolbox.h"

#include <math.h>

/* Is the vertex of a cell a place that no ball covers? */
static bool is_uncovered(const rdg_patch *patch, rdg_index corner)
{
    return rdg_vertex_norm(&patch->cell, &patch->cell.vertex[corner]) > patch->radius * (1.0 + 1e-12);
}

/* Is a side of a cell as good as a point? Where four charts or more all but meet in one point, their tangent
 * planes do not agree on which of them are neighbours; then none of the uncertain ones are, and the face
 * between them has more sides. */
static bool is_short(const rdg_patch *patch, rdg_index a, rdg_index b)
{
    const double doubtful = 0.1;
    const double *x = patch->cell.vertex[a].x;
    const double *y = patch->cell.vertex[b].x;
    return hypot(x[0] - y[0], x[1] - y[1]) < doubtful * patch->radius;
}

/* Does the side of a cell from a vertex on end on a bound of a domain, at either end? */
static bool ends_on_rim(const rdg_polytope *cell, rdg_index corner)
{
    const rdg_index n = cell->n_vertices;
    return cell->vertex[(corner + n - 1) % n].leads_on <= RDG_ON_RIM ||
           cell->vertex[(corner + 1) % n].leads_on <= RDG_ON_RIM;
}

/* Two charts that follow each other along a bound are neighbours, however short the side between them is, as
 * it is where two bounds meet at a small angle. */
static bool are_rim_neighbours(const rdg_covering *c, rdg_index i, rdg_index corner)
{
    const rdg_polytope *cell = &c->patch[i].cell;
    const rdg_polytope *other = &c->patch[cell->vertex[corner].leads_on].cell;
    for (rdg_index q = 0; q < other->n_vertices; q++) {
        if (other->vertex[q].leads_on == i) {
            return ends_on_rim(cell, corner) && ends_on_rim(other, q);
        }
    }
    return false;
}

/* The neighbours of one chart that also name it, and whether there is a boundary before each. */
static void take_ring(rdg_map *map, rdg_index i)
{
    const rdg_covering *c = map->covering;
    const rdg_polytope *cell = &c->patch[i].cell;
    bool gap = false;
    const rdg_index first = map->n_darts;
    map->ring[i] = first;
    for (rdg_index q = 0; q < cell->n_vertices; q++) {
        const rdg_index face = cell->vertex[q].leads_on;
        gap = gap || is_uncovered(&c->patch[i], q);
        if (face < 0) {
            gap = true;
        } else if ((!is_short(&c->patch[i], q, (q + 1) % cell->n_vertices) || are_rim_neighbours(c, i, q)) &&
                   rdg_polytope_has_face(&c->patch[face].cell, i)) {
            map->dart[map->n_darts++] = (rdg_dart){.from = i, .to = face, .gap_before = gap, .crossing = -1};
            gap = false;
        }
    }
    if (map->n_darts > first) {
        map->dart[first].gap_before = map->dart[first].gap_before || gap;
    }
}

static rdg_index find_dart(const rdg_map *map, rdg_index from, rdg_index to)
{
    for (rdg_index d = map->ring[from]; d < map->ring[from + 1]; d++) {
        if (map->dart[d].to == to) {
            return d;
        }
    }
    return -1;
}

rdg_index rdg_map_next_dart(const rdg_map *map, rdg_index d, bool *gap)
{
    const rdg_index back = map->dart[d].reverse;
    const rdg_index at = map->dart[d].to;
    *gap = *gap || map->dart[back].gap_before;
    return back > map->ring[at] ? back - 1 : map->ring[at + 1] - 1;
}

static rdg_status take_rings(rdg_map *map)
{
    const rdg_covering *c = map->covering;
    rdg_context *ctx = c->t->ctx;
    rdg_index sides = 0;
    for (rdg_index i = 0; i < c->n_patches; i++) {
        sides += c->patch[i].cell.n_vertices;
    }
    map->dart = rdg_context_calloc(ctx, (size_t)sides, sizeof *map->dart);
    map->ring = rdg_context_calloc(ctx, (size_t)c->n_patches + 1, sizeof *map->ring);
    RDG_TRY(rdg_error_status(ctx));
    for (rdg_index i = 0; i < c->n_patches; i++) {
        take_ring(map, i);
    }
    map->ring[c->n_patches] = map->n_darts;
    return RDG_OK;
}

/* Pair the darts; one whose reverse is not there, as where a cell's side is all but a point, is taken out. */
static void pair_darts(rdg_map *map)
{
    for (rdg_index d = 0; d < map->n_darts; d++) {
        map->dart[d].reverse = find_dart(map, map->dart[d].to, map->dart[d].from);
    }
    rdg_index kept = 0;
    for (rdg_index i = 0; i < map->covering->n_patches; i++) {
        const rdg_index first = kept;
        bool gap = false;
        for (rdg_index d = map->ring[i]; d < map->ring[i + 1]; d++) {
            rdg_dart dart = map->dart[d];
            dart.gap_before = dart.gap_before || gap;
            gap = dart.reverse < 0 && dart.gap_before;
            if (dart.reverse >= 0) {
                map->dart[kept++] = dart;
            }
        }
        map->ring[i] = first;
        if (kept > first) {
            map->dart[first].gap_before = map->dart[first].gap_before || gap;
        }
    }
    map->ring[map->covering->n_patches] = map->n_darts = kept;
    for (rdg_index d = 0; d < map->n_darts; d++) {
        map->dart[d].reverse = find_dart(map, map->dart[d].to, map->dart[d].from);
    }
}

rdg_status rdg_map_build(rdg_map *map)
{
    RDG_TRY(take_rings(map));
    pair_darts(map);
    return RDG_OK;
}
