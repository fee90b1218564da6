/* What the cells of a covered surface report of the whole: how many holes it has, its triangles, and the
 * curves on it along which event functions vanish (surface_curves.c). Read off its combinatorial map
 * (surface_map.c). */
#include "sink_impl.h"
#include "surface_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

static void add_triangle(rdg_map *map, rdg_index a, rdg_index b, rdg_index c)
{
    rdg_index *t = map->triangle + 3 * map->n_triangles++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

/* Do two charts lie on one bound of a domain? */
static bool share_bound(const rdg_covering *c, rdg_index a, rdg_index b)
{
    const rdg_run_setup *setup = c->t->setup;
    for (rdg_index k = 0; k < c->t->p->n_parameters; k++) {
        const double x = c->patch[a].mu[k];
        const double bounds[] = {setup->low[k], setup->high[k]};
        for (int i = 0; i < 2; i++) {
            const double near = 1e-9 * (1.0 + fabs(bounds[i]));
            if (isfinite(bounds[i]) && fabs(x - bounds[i]) <= near &&
                fabs(c->patch[b].mu[k] - bounds[i]) <= near) {
                return true;
            }
        }
    }
    return false;
}

/* Sides of a boundary from the start of a dart to the next chart on the same bound of a domain; 0: it is far.
 */
static rdg_index sides_of_bay(const rdg_map *map, rdg_index d)
{
    enum { FAR = 8 };
    const rdg_index first = map->dart[d].from;
    bool ignored = false;
    for (rdg_index sides = 1; sides <= FAR; sides++) {
        if (share_bound(map->covering, first, map->dart[d].to)) {
            return sides;
        }
        d = rdg_map_next_dart(map, d, &ignored);
    }
    return 0;
}

/* A boundary that turns more than this (a quarter of a right angle) at a chart has a vertex there. */
static const double corner = 0.39;

static void turn_at(rdg_map *map, rdg_index before, rdg_index at, rdg_index after)
{
    const rdg_covering *c = map->covering;
    const double turning = rdg_map_turning(map, before, at, after);
    double along[RDG_MAX_DIMENSION];
    rdg_patch_project(c, &c->patch[at], c->patch[after].u, along);
    map->turning += turning;
    map->segments +=
        (fabs(turning) < corner ? fabs(turning) : 0.0) * (along[0] * along[0] + along[1] * along[1]) / 12.0;
}

/* An edge of the boundary from a to b, as it is once bays are filled. */
static void take_rim_edge(rdg_map *map, rdg_rim_walk *w, rdg_index a, rdg_index b, bool on_window)
{
    rdg_covering *c = map->covering;
    if (!on_window || c->patch[a].on_boundary) { /* a boundary that meets itself is none */
        c->doubt.at = c->doubt.loose == 0 ? a : c->doubt.at;
        c->doubt.loose++;
        c->patch[a].doubtful = c->patch[b].doubtful = true;
    }
    c->patch[a].on_boundary = true;
    if (w->count++ == 0) {
        w->first[0] = a;
        w->first[1] = b;
    } else {
        turn_at(map, w->before, a, b);
    }
    w->before = a;
}

/* Two charts on a bound of a domain are no neighbours where another chart reaches the bound between them: the
 * triangles of such a bay belong to the surface. */
static void fill_bays(rdg_map *map, rdg_index d, rdg_index sides)
{
    bool ignored = false;
    rdg_rim_walk walk = {.count = 0};
    for (rdg_index k = 0; k < sides && !share_bound(map->covering, map->dart[d].from, map->dart[d].from);
         k++) {
        d = rdg_map_next_dart(map, d, &ignored);
    }
    while (sides > 0) {
        const rdg_index corner = map->dart[d].from;
        const rdg_index bay = sides_of_bay(map, d);
        const rdg_index passed = bay > 1 && bay <= sides ? bay : 1;
        rdg_index end = corner;
        for (rdg_index side = 1; side <= passed; side++) {
            if (side > 1) {
                add_triangle(map, corner, map->dart[d].from, map->dart[d].to);
            }
            end = map->dart[d].to;
            d = rdg_map_next_dart(map, d, &ignored);
        }
        take_rim_edge(map, &walk, corner, end, bay > 0 && bay == passed);
        sides -= passed;
    }
    turn_at(map, walk.before, walk.first[0], walk.first[1]);
}

/* Go round the face on the left of a dart: mark its darts, keep its triangles. */
static void go_round(rdg_map *map, rdg_index start, rdg_index *faces, rdg_index *boundaries)
{
    bool gap = false;
    rdg_index sides = 0;
    rdg_index d = start;
    do {
        map->dart[d].visited = true;
        d = rdg_map_next_dart(map, d, &gap);
        sides++;
    } while (d != start && sides <= map->n_darts);
    if (gap) {
        ++*boundaries;
        fill_bays(map, start, sides);
        return;
    }
    ++*faces;
    const rdg_index corner = map->dart[start].from;
    d = rdg_map_next_dart(map, start, &gap);
    for (rdg_index side = 2; side < sides; side++) {
        add_triangle(map, corner, map->dart[d].from, map->dart[d].to);
        d = rdg_map_next_dart(map, d, &gap);
    }
}

/* Charts that have neighbours. Others lie hidden below larger balls, but for one that is all of the surface.
 */
static rdg_index count_corners(const rdg_map *map)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < map->covering->n_patches; i++) {
        count += map->ring[i + 1] > map->ring[i];
    }
    return count > 0 ? count : 1;
}

static rdg_status take_faces(rdg_map *map, rdg_run_summary *summary)
{
    rdg_index faces = 0;
    rdg_index boundaries = 0;
    map->triangle = rdg_context_calloc(map->covering->t->ctx, 3 * (size_t)map->n_darts, sizeof(rdg_index));
    if (!map->triangle) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index d = 0; d < map->n_darts; d++) {
        if (!map->dart[d].visited) {
            go_round(map, d, &faces, &boundaries);
        }
    }
    summary->euler = (long)(count_corners(map) - map->n_darts / 2 + faces);
    summary->boundaries = (long)boundaries;
    summary->triangles = (long)map->n_triangles;
    return RDG_OK;
}

/* Coordinates of a picture: the released parameters first, then what is free, then the rest. */
static void list_coordinates(const rdg_tracer *t, rdg_text *list)
{
    int n = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (rdg_index k = 0; k < t->p->n_parameters && n < 3; k++) {
            const bool released = !t->setup->held[k] && t->p->parameter[k].kind == RDG_INACTIVE;
            const int rank = released ? 0 : t->setup->held[k] ? 2 : 1;
            if (rank == pass) {
                rdg_text_item(list, t->p->parameter[k].name);
                n++;
            }
        }
    }
}

static rdg_status store(rdg_map *map)
{
    const rdg_tracer *t = map->covering->t;
    rdg_text axes = rdg_text_in(NULL, 0);
    list_coordinates(t, &axes);
    const size_t size = axes.length + 1;
    char *chars = rdg_context_calloc(t->ctx, size, 1);
    if (!chars) {
        return RDG_ERR_NO_MEMORY;
    }
    axes = rdg_text_in(chars, size);
    list_coordinates(t, &axes);
    const rdg_mesh mesh = {.n_triangles = map->n_triangles,
                           .triangle = map->triangle,
                           .n_curve_points = map->n_curve_points,
                           .curve = map->curve,
                           .axes = chars};
    const rdg_status status = rdg_sink_store_mesh(t->sink, &mesh);
    rdg_free(chars);
    return status;
}

static void release(rdg_map *map)
{
    for (rdg_index i = 0; i < map->n_crossings; i++) {
        rdg_free(map->crossing[i].mu);
    }
    rdg_free(map->crossing);
    rdg_free(map->curve);
    rdg_free(map->dart);
    rdg_free(map->ring);
    rdg_free(map->triangle);
}

static rdg_status look_at_surface(rdg_covering *c, bool last)
{
    rdg_map map = {.covering = c};
    rdg_status status = rdg_map_build(&map);
    if (status == RDG_OK) {
        status = take_faces(&map, &c->t->summary);
    }
    if (status == RDG_OK) {
        rdg_surface_compare(&map);
    }
    if (status == RDG_OK && last) {
        status = rdg_surface_find_curves(&map);
    }
    if (status == RDG_OK && last) {
        status = store(&map);
    }
    release(&map);
    return status;
}

static rdg_status look(rdg_covering *c, bool last)
{
    rdg_run_summary *summary = &c->t->summary;
    c->doubt = (rdg_doubt){.gaps = 0};
    summary->content = 0.0;
    for (rdg_index i = 0; i < c->n_patches; i++) {
        c->patch[i].doubtful = false;
        c->patch[i].on_boundary = false;
        summary->content += rdg_patch_content(c, &c->patch[i]);
    }
    rdg_covering_count_gaps(c);
    const rdg_status status = c->k == 2 ? look_at_surface(c, last) : RDG_OK;
    summary->gaps = (long)(c->doubt.gaps + c->doubt.loose);
    return status;
}

rdg_status rdg_covering_look(rdg_covering *c)
{
    return look(c, false);
}

rdg_status rdg_covering_finish(rdg_covering *c)
{
    return look(c, true);
}
