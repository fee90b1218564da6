/* Orbits of hybrid systems: segments, each in one phase, that event surfaces join. */
#ifndef RDG_COLLOC_SEGMENTS_IMPL_H
#define RDG_COLLOC_SEGMENTS_IMPL_H

#include "collocated_orbit_impl.h"

struct rdg_colloc_segment {
    rdg_collocation *c;
    rdg_index number;        /* of the segment, from 0 */
    rdg_index mode, event;   /* its mode, and the event that ends it; -1: none, the orbit closes */
    rdg_index n;             /* states */
    double duration, phase;  /* of the predictor */
    rdg_index count;         /* samples of the predictor */
    double *t, *x;           /* [count] their instants, [n count] states */
    double *mesh;            /* of base points, where the samples are, instead of instants; NULL */
    rdg_segment *collocated; /* of the last problem */
    double *work;            /* of its joint */
};

/* --- segments.c */
/* Orbits of as many segments, empty ones, of a hybrid system. NULL after a failure. */
rdg_collocation *rdg_colloc_segments_create(rdg_hybrid *h, const rdg_collocation_options *o,
                                            rdg_index segments);

/* Segments, joints, what is watched. */
rdg_status rdg_colloc_segments_fill(rdg_collocation *c, rdg_problem *p);

/* The segment behind. */
static inline rdg_colloc_segment *rdg_colloc_segment_next(const rdg_colloc_segment *segment)
{
    return &segment->c->chain[(segment->number + 1) % segment->c->segments];
}

/* --- segment_joint.c */

/* The equations that join a segment to the next one. */
rdg_status rdg_colloc_segment_join(rdg_colloc_segment *segment, rdg_problem *p);

/* Arguments (x, p[, phi]) of the segment's mode at tau = 0 or 1. */
void rdg_colloc_segment_end(const rdg_colloc_segment *segment, const double *u, int tau, double *z);

/* --- segment_watch.c */

/* "graze" and "passing", which end branches. */
rdg_status rdg_colloc_segments_watch(rdg_collocation *c, rdg_problem *p);

/* What ends an event signature: the event, and where on which segment it is met; tau 1: it ends the segment,
 * or begins the next one. */
typedef struct rdg_colloc_end {
    rdg_index segment, event;
    double tau, distance; /* of the size of the surface, of its rates, of the period */
    bool is_choice;       /* a guard or a duration vanishes: no graze */
} rdg_colloc_end;

/* The nearest one at u; answers as callbacks do. */
int rdg_colloc_segments_end(const rdg_collocation *c, const double *u, rdg_colloc_end *end);

/* The condition that "passing" or "graze" has a share of the size that rates or values have. */
rdg_status rdg_colloc_segments_hold_off(rdg_collocation *c, rdg_problem *p, bool passing, double share);

/* --- segment_sources.c */

/* From segments by shooting, at variables u of its problem. */
rdg_collocation *rdg_colloc_segments_from_shooting(rdg_shooting *s, rdg_problem *p, const double *u,
                                                   const rdg_collocation_options *o);

/* --- segment_stored.c */

/* From a labelled solution, gone through `turns` times. */
rdg_collocation *rdg_colloc_segments_from_run(rdg_hybrid *h, const char *where, const char *run,
                                              rdg_index label, const rdg_collocation_options *o,
                                              rdg_index turns);

/* Shooting from one. */
rdg_shooting *rdg_colloc_segments_to_shooting(rdg_hybrid *h, const char *where, const char *run,
                                              rdg_index label, const rdg_shooting_options *options);

#endif
