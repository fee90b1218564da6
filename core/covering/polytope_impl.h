/* Convex polytopes in up to three dimensions, cut by half-spaces one after the other.
 *
 * A vertex knows the faces that meet in it; two vertices are joined by an edge when they share k - 1 faces
 * (Henderson, Int. J. Bifurcation Chaos 12, 2002). */
#ifndef RDG_POLYTOPE_IMPL_H
#define RDG_POLYTOPE_IMPL_H

#include "context.h"

#include <stdbool.h>

enum { RDG_MAX_DIMENSION = 3, RDG_MAX_FACES = 12 };

typedef struct rdg_vertex {
    double x[RDG_MAX_DIMENSION];
    int n_faces;
    rdg_index face[RDG_MAX_FACES]; /* ascending */
    bool given_up;                 /* nothing can be reached beyond it */
} rdg_vertex;

typedef struct rdg_polytope {
    int k;
    rdg_index n_vertices, capacity;
    rdg_vertex *vertex;
} rdg_polytope;

/* The cube |x_i| <= half_width; its faces are numbered -1 to -2k. What *p was, all zero at first, is gone,
 * its memory used again. */
rdg_status rdg_polytope_cube(rdg_context *ctx, rdg_polytope *p, int k, double half_width);
void rdg_polytope_release(rdg_polytope *p);

/* Keep what satisfies normal . x <= offset; the cut is the face of the given number. */
rdg_status rdg_polytope_cut(rdg_context *ctx, rdg_polytope *p, const double *normal, double offset,
                            rdg_index face);

/* Length, area or volume. */
double rdg_polytope_volume(const rdg_polytope *p);

/* Does a vertex lie on the face? */
bool rdg_vertex_has_face(const rdg_vertex *v, rdg_index face);

/* Distance of a vertex from the origin. */
double rdg_vertex_norm(const rdg_polytope *p, const rdg_vertex *v);

/* The corners of a polygon (k = 2) counterclockwise: vertex number, and the face that leads on from it;
 * arrays of shape [n_vertices]. Their number. */
rdg_index rdg_polygon_corners(const rdg_polytope *p, rdg_index *corner, rdg_index *face);

#endif
