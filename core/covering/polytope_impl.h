/* Convex polytopes in up to three dimensions, cut by half-spaces one after the other.
 *
 * A vertex knows the faces that meet in it; two vertices are joined by an edge when they share k - 1 faces
 * (Henderson, Int. J. Bifurcation Chaos 12, 2002). */
#ifndef RDG_POLYTOPE_IMPL_H
#define RDG_POLYTOPE_IMPL_H

#include "objects.h"

#include <stdbool.h>
#include <stdint.h>

enum { RDG_MAX_DIMENSION = 3, RDG_MAX_FACES = 12 };

/* Number of a face: that of a chart, or negative. A covering has some thirty vertices a chart, in memory all
 * the time. */
typedef int32_t rdg_face;

typedef struct rdg_vertex {
    double x[RDG_MAX_DIMENSION];
    double height;                /* above the cut under way */
    rdg_face face[RDG_MAX_FACES]; /* ascending */
    rdg_face leads_on;            /* of a polygon: the face from here to the next vertex */
    uint8_t n_faces;
    bool given_up; /* nothing can be reached beyond it */
} rdg_vertex;

typedef struct rdg_polytope {
    int k;
    rdg_index n_vertices, capacity;
    rdg_vertex *vertex; /* of a polygon counterclockwise */
    bool overfull;      /* too many faces met in a vertex: edges may be missing */
} rdg_polytope;

/* The cube |x_i| <= half_width; its faces are numbered -1 to -2k. What *p was, all zero at first, is gone,
 * its memory used again. */
rdg_status rdg_polytope_cube(rdg_context *ctx, rdg_polytope *p, int k, double half_width);
void rdg_polytope_release(rdg_polytope *p);

/* Memory for so many vertices. */
rdg_status rdg_polytope_reserve(rdg_context *ctx, rdg_polytope *p, rdg_index count);

/* Keep what satisfies normal . x <= offset; the cut is the face of the given number. */
rdg_status rdg_polytope_cut(rdg_context *ctx, rdg_polytope *p, const double *normal, double offset,
                            rdg_index face);

/* Length, area or volume. */
double rdg_polytope_volume(const rdg_polytope *p);

/* A part of a polytope: k vertices on a face, and an apex in the middle of the polytope. */
typedef struct rdg_simplex {
    int k;
    const double *corner[RDG_MAX_DIMENSION];
    double apex[RDG_MAX_DIMENSION];
    rdg_index face;
    double volume, base; /* of the part; of its side on the face, 1 where that is a point */
} rdg_simplex;

typedef void (*rdg_simplex_visitor)(const rdg_simplex *s, void *data);

/* Take a polytope apart: together the parts are all of it, their bases all of its boundary. */
void rdg_polytope_visit(const rdg_polytope *p, rdg_simplex_visitor visitor, void *data);

/* Is any of a polytope's vertices on the face? */
bool rdg_polytope_has_face(const rdg_polytope *p, rdg_index face);

/* Does a vertex lie on the face? */
bool rdg_vertex_has_face(const rdg_vertex *v, rdg_index face);

/* Do two vertices share as many faces? */
bool rdg_vertices_share(const rdg_vertex *a, const rdg_vertex *b, int wanted);

/* Faces that two vertices share, into v. */
void rdg_vertices_take_shared(const rdg_vertex *a, const rdg_vertex *b, rdg_vertex *v);

/* Distance of a vertex from the origin. */
double rdg_vertex_norm(const rdg_polytope *p, const rdg_vertex *v);

/* --- polygon.c: k = 2, where the order of the vertices states which are joined, however near they are */

/* A square from its vertices as the cube has them. */
void rdg_polygon_order_square(rdg_polytope *p);

/* As rdg_polytope_cut(), with the heights taken; what is no farther beyond the line than `slack` stays. */
rdg_status rdg_polygon_cut(rdg_context *ctx, rdg_polytope *p, double slack, rdg_index face);

#endif
