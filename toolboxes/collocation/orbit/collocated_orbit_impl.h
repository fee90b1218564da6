/* The inside of periodic orbits by collocation. */
#ifndef RDG_COLLOCATED_ORBIT_IMPL_H
#define RDG_COLLOCATED_ORBIT_IMPL_H

#include "collocated_orbit.h"
#include "segment_impl.h"

typedef struct rdg_colloc_segment rdg_colloc_segment;

struct rdg_collocation {
    rdg_context *ctx;
    rdg_hybrid *hybrid;
    int users;                   /* who made them, and functions of problems */
    rdg_segment_options options; /* its arrays are ours */
    double *t, *x, *p, *mesh;    /* of the predictor */
    double *tangent;             /* of a branch that is left; NULL: none */
    rdg_index order;
    bool forced;
    rdg_segment *segment;                   /* of the last problem */
    struct rdg_colloc_phase *phase;         /* of the last problem; NULL: there is none */
    struct rdg_colloc_monodromy *monodromy; /* of the last problem; NULL: there are no multipliers */
    rdg_index n;                            /* states */
    rdg_index segments;        /* of orbits of hybrid systems (colloc_segments_impl.h); 0: of one mode */
    rdg_colloc_segment *chain; /* [segments] */
    double largest;            /* value of a surface on the first of these orbits */
    bool watches[3];           /* "graze", "passing", "guard" are there (segment_watch.c) */
};

/* --- sources.c */

/* Intervals, degree and error of options. */
rdg_status rdg_collocation_check_options(rdg_context *ctx, const char *where,
                                         const rdg_collocation_options *o);

/* --- logarithms.c */

/* Is a multiplier at u near -1, or are they not known? nearest: the one that is, real and imaginary part. */
bool rdg_collocation_is_doubling(const rdg_collocation *c, const double *u, double nearest[2]);

/* --- orbit_life.c */
void rdg_collocation_leave(void *collocation);

/* --- joint.c: callbacks; data: rdg_segment */
rdg_status rdg_collocation_add_joint(rdg_collocation *c, rdg_problem *p);
rdg_status rdg_collocation_add_period(rdg_collocation *c, rdg_problem *p);

/* --- phase.c */

/* The phase condition of autonomous orbits. */
rdg_status rdg_collocation_add_phase(rdg_collocation *c, rdg_problem *p);

/* The orbit that fixes the phase, on the present mesh: [nx], borrowed. */
const double *rdg_collocation_reference(struct rdg_colloc_phase *phase);

/* --- size.c */

/* row [nx] of int <., y> dtau. */
void rdg_collocation_mean_row(const rdg_segment *s, const double *y, double *row);

/* The monitor "size". */
rdg_status rdg_collocation_add_size(rdg_collocation *c, rdg_problem *p);

/* --- stability.c */
rdg_status rdg_collocation_add_multipliers(rdg_collocation *c, rdg_problem *p);

#endif
