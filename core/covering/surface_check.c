/* A covered surface against itself: the theorem of Gauss and Bonnet,
 *
 *     2 pi chi = integral of the curvature + turning of the boundaries,
 *
 * where chi comes from the neighbours and the curvature from second derivatives, which the covering has not
 * used to report them. A connected, orientable surface with b boundaries has chi = 2 - b - 2 handles. And the
 * triangles, between the charts' centres alone, have all but the area of the cells. */
#include "circle.h"
#include "surface_impl.h"

#include <math.h>

/* Contradictions beyond half a unit of chi, and beyond this part of the absolute curvature (the midpoint rule
 * on cells), are none of rounding. */
static const double half = 0.5;
static const double by_quadrature = 0.05;
/* Second derivatives are differences: what their rounding leaves of curvatures, squared. */
static const double by_differences = 1e-3;
/* By how much, relatively, the triangles' area, which is that of an inscribed surface, may fall short of the
 * charts'. */
static const double least_flat = 0.01;

double rdg_map_turning(const rdg_map *map, rdg_index a, rdg_index b, rdg_index c)
{
    const rdg_covering *k = map->covering;
    double in[RDG_MAX_DIMENSION];
    double out[RDG_MAX_DIMENSION];
    rdg_patch_project(k, &k->patch[b], k->patch[a].u, in);
    rdg_patch_project(k, &k->patch[b], k->patch[c].u, out);
    return atan2(in[1] * out[0] - in[0] * out[1], -(in[0] * out[0] + in[1] * out[1]));
}

/* Gauss: K = II_11 . II_22 - II_12^2, in any number of variables. */
static double curvature(const rdg_covering *c, const rdg_patch *patch)
{
    const rdg_system *s = c->t->s;
    const double *mixed = rdg_second(c, patch, 0, 1);
    return rdg_system_dot(s, rdg_second(c, patch, 0, 0), rdg_second(c, patch, 1, 1)) -
           rdg_system_dot(s, mixed, mixed);
}

/* Area of a triangle between three charts, from two sides and the angle between them. */
static double triangle_area(rdg_covering *c, const rdg_index *corner)
{
    const double *a = c->patch[corner[0]].u;
    double *p = c->mean;
    double *q = c->difference;
    for (rdg_index j = 0; j < c->n; j++) {
        p[j] = c->patch[corner[1]].u[j] - a[j];
        q[j] = c->patch[corner[2]].u[j] - a[j];
    }
    const rdg_system *s = c->t->s;
    const double pq = rdg_system_dot(s, p, q);
    return 0.5 * sqrt(fmax(rdg_system_dot(s, p, p) * rdg_system_dot(s, q, q) - pq * pq, 0.0));
}

/* By how much the areas of triangles and of charts differ, but for what lies between the edges and a bent
 * boundary. */
static double difference_of_areas(rdg_map *map)
{
    rdg_covering *c = map->covering;
    double area = 0.0;
    for (rdg_index i = 0; i < map->n_triangles; i++) {
        area += triangle_area(c, map->triangle + 3 * i);
    }
    const double content = c->t->summary.content;
    return fmax(fabs(content - area) - map->segments, 0.0) / content;
}

void rdg_surface_compare(rdg_map *map)
{
    rdg_covering *c = map->covering;
    const rdg_run_summary *summary = &c->t->summary;
    double total = 0.0;
    double absolute = 0.0;
    double square = 0.0;
    for (rdg_index i = 0; i < c->n_patches; i++) {
        const double part = curvature(c, &c->patch[i]) * rdg_polytope_volume(&c->patch[i].cell);
        total += part;
        absolute += fabs(part);
        square += c->patch[i].bent * c->patch[i].bent * rdg_polytope_volume(&c->patch[i].cell);
    }
    const double chi = (total - map->turning) / (2.0 * RDG_PI);
    const long handles = 2 - summary->boundaries - summary->euler;
    const bool possible = handles >= 0 && handles % 2 == 0;
    const bool alike = fabs(chi - (double)summary->euler) <=
                       fmax(half, (by_quadrature * absolute + by_differences * square) / (2.0 * RDG_PI));
    if (map->n_triangles > 0 && c->doubt.gaps == 0 && c->doubt.loose == 0) {
        c->doubt.apart = difference_of_areas(map);
        c->doubt.unlike = !(possible && alike);
        c->doubt.rough = c->doubt.apart > least_flat;
    }
}
