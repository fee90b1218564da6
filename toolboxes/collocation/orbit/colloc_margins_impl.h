/* How far an orbit of segments is from the end of its event signature. */
#ifndef RDG_COLLOC_MARGINS_IMPL_H
#define RDG_COLLOC_MARGINS_IMPL_H

#include "colloc_segments_impl.h"

/* A place on the orbit, and the value of a surface there. */
typedef struct rdg_colloc_place {
    const rdg_colloc_segment *segment; /* NULL: there is none */
    const rdg_hybrid_event_surface *e;
    double tau, value;
} rdg_colloc_place;

/* --- segment_margins.c: the least value of a surface in between, on the side where motions are; the least
 * rate at which one that ends a segment is crossed; of guards the least, and the least of minus those that
 * refuse. All answer as callbacks do; slopes are added to values. */
int rdg_colloc_find_graze(const rdg_collocation *c, const double *u, rdg_colloc_place *least);
int rdg_colloc_find_passing(const rdg_collocation *c, const double *u, rdg_colloc_place *least);
int rdg_colloc_find_guard(const rdg_collocation *c, const double *u, rdg_colloc_place *least);
int rdg_colloc_graze_slope(const rdg_collocation *c, const double *u, double *values);
int rdg_colloc_passing_slope(const rdg_collocation *c, const double *u, double *values);
int rdg_colloc_guard_slope(const rdg_collocation *c, const double *u, double *values);

/* The largest value of the surfaces along the orbit that is there first, into c->largest. */
int rdg_colloc_measure(rdg_collocation *c, const double *u);

#endif
