/* A covered surface as a combinatorial map: what the files surface*.c share. */
#ifndef RDG_SURFACE_IMPL_H
#define RDG_SURFACE_IMPL_H

#include "covering_impl.h"

/* A directed link between neighbouring charts; the darts that leave a chart follow each other
 * counterclockwise. */
typedef struct rdg_dart {
    rdg_index from, to, reverse;
    bool gap_before; /* a boundary lies between this neighbour and the one before */
    bool visited;
    rdg_index crossing; /* where an event function vanishes on it; -1: nowhere */
} rdg_dart;

/* A point of a curve on the surface, and its neighbours along the curve. */
typedef struct rdg_crossing {
    double *mu;        /* [n_parameters] */
    rdg_index next[2]; /* -1: none */
    bool visited;
} rdg_crossing;

typedef struct rdg_map {
    rdg_covering *covering;
    rdg_index n_darts, *ring; /* ring[i] .. ring[i + 1] - 1: darts that leave chart i */
    rdg_dart *dart;
    rdg_index n_triangles, *triangle;
    rdg_index n_crossings, capacity_for_crossings;
    rdg_crossing *crossing;
    double turning;     /* of all boundaries, the surface on their right */
    double segments;    /* area between the boundaries' edges and a curve that turns as they do */
    rdg_index n_missed; /* changes of sign without a zero */
    rdg_index n_curve_points, n_curves, *curve; /* [2 n_curve_points] number of the curve, point */
} rdg_map;

/* A boundary as it is walked along. */
typedef struct rdg_rim_walk {
    rdg_index count, before, first[2];
} rdg_rim_walk;

/* --- surface_map.c */

/* The darts of a covering. */
rdg_status rdg_map_build(rdg_map *map);

/* The dart that goes on round the face on the left. *gap is set where it goes over a boundary. */
rdg_index rdg_map_next_dart(const rdg_map *map, rdg_index d, bool *gap);

/* --- surface_check.c */

/* Angle by which the way from a over b to c turns left in b's tangent plane. */
double rdg_map_turning(const rdg_map *map, rdg_index a, rdg_index b, rdg_index c);

/* Compare the Euler characteristic with what curvature and boundaries make of it. */
void rdg_surface_compare(rdg_map *map);

/* --- surface_curves.c */

/* Find the curves along which event functions vanish. Their points are charts with the event's type. */
rdg_status rdg_surface_find_curves(rdg_map *map);

#endif
