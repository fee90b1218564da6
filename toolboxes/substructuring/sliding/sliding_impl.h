/* A sliding contact from inside: modes of both structures, and their rows at the contact. */
#ifndef RDG_SLIDING_IMPL_H
#define RDG_SLIDING_IMPL_H

#include "sliding.h"

/* One of the two structures in its modes. */
typedef struct rdg_sliding_side {
    rdg_structure *s;
    rdg_index n;
    double *phi;   /* [n * n] */
    double *w2;    /* [n] squares of the angular frequencies; 0 for a rigid motion */
    double *c;     /* [n] damping */
    double *f;     /* [n] constant forces */
    double *x, *y; /* [places * n] displacement of a place, row by row: C, or the nodes */
} rdg_sliding_side;

enum { RDG_STENCIL_NODES = 4 };

/* What constant forces do: all that an equilibrium needs, without the modes. Blocks of compliance are [xx,
 * xy, yx, yy]. */
typedef struct rdg_statics {
    double rest[2], compliance[4]; /* of C, by all but the rigid motion */
    double rigid[2], push;         /* the rigid motion's shape at C and force; 0, 0 and 0: there is none */
    double *node_rest;             /* [2 nodes] */
    double *node_compliance;       /* [nodes][RDG_STENCIL_NODES][4] of a node, by forces on itself and those
                                      behind it */
} rdg_statics;

struct rdg_sliding {
    rdg_context *ctx;
    rdg_sliding_side slider, target;
    rdg_index nodes;
    double *node_x, *node_y; /* [nodes] */
    double mu, height;
    rdg_interpolation interpolation;
    rdg_statics statics;
};

/* The nodes that a place of the polyline depends on, with their weights, and these differentiated once and
 * twice by the place on its segment. */
typedef struct rdg_stencil {
    rdg_index first;
    int n;
    double weight[RDG_STENCIL_NODES], slope[RDG_STENCIL_NODES], bend[RDG_STENCIL_NODES];
} rdg_stencil;

/* polyline.c: places of any alpha, also beyond the segment. */
void rdg_polyline_stencil(const rdg_sliding *c, rdg_index segment, double alpha, rdg_stencil *stencil);
rdg_index rdg_polyline_segment(const rdg_sliding *c, double x);

/* What a place depends on. */
enum { RDG_PLACE_S, RDG_PLACE_MU, RDG_PLACE_LOAD, RDG_PLACE_NUMBERS };

/* Where the contact is on a segment, or on what continues it, and how that changes with these numbers. */
typedef struct rdg_place {
    rdg_index segment;
    double alpha, gamma, lambda, rigid;
    double alpha_by[RDG_PLACE_NUMBERS], gamma_by[RDG_PLACE_NUMBERS];
} rdg_place;

/* sliding_statics.c: compliances; the equilibrium in the place's segment, from alpha, gamma, lambda and rigid
 * as predictors; false: Newton's method finds none. number: s, mu, factor of the constant forces. */
rdg_status rdg_statics_create(rdg_sliding *c);
bool rdg_statics_balance(const rdg_sliding *c, const double number[RDG_PLACE_NUMBERS], rdg_place *place);

/* sliding_equilibrium.c: the place at which the contact is without deformation, on a segment. */
void rdg_place_undeformed(const rdg_sliding *c, double s, rdg_index segment, rdg_place *place);

/* sliding.c: a state that a user hands over must be one. */
rdg_status rdg_sliding_check_state(const rdg_sliding *c, const char *where, const rdg_sliding_state *at);

/* The segment of the equilibrium, from that of the place on. */
typedef enum rdg_place_found { RDG_PLACE_FOUND, RDG_PLACE_HELD, RDG_PLACE_LEFT } rdg_place_found;
rdg_place_found rdg_place_search(const rdg_sliding *c, const double number[RDG_PLACE_NUMBERS],
                                 rdg_place *place);

/* Rows a and b, [n of the slider + n of the target], at a place and inclination with friction mu: the force
 * lambda on C is
 * (-sin g - mu cos g, cos g - mu sin g), C moving to +x over the target. a may be NULL. */
void rdg_sliding_rows(const rdg_sliding *c, const rdg_sliding_state *at, double mu, double *a, double *b);

/* Adds the displacement of a named place in each mode of its structure to row. */
rdg_status rdg_sliding_row_of(const rdg_sliding *c, bool target, const char *where, const char *name,
                              double *row);

#endif
