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

struct rdg_sliding {
    rdg_context *ctx;
    rdg_sliding_side slider, target;
    rdg_index nodes;
    double *node_x, *node_y; /* [nodes] */
    double mu, height;
};

/* Rows a and b, [n of the slider + n of the target], at a place and inclination with friction mu: the force
 * lambda on C is
 * (-sin g - mu cos g, cos g - mu sin g), C moving to +x over the target. a may be NULL. */
void rdg_sliding_rows(const rdg_sliding *c, const rdg_sliding_state *at, double mu, double *a, double *b);

#endif
