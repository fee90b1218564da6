/* The search for bounds: contacts, responses with given slider starts, the local search. */
#ifndef RDG_BOUNDS_IMPL_H
#define RDG_BOUNDS_IMPL_H

#include "bounds.h"

#include <ridgewalk/numbers.h>

#include <stdint.h>

/* A contact whose slider is varied. */
typedef struct bounds_contact {
    rdg_index element;
    char start[RDG_NUMBER_NAME]; /* "pad.start" */
    double given;                /* start that the structure has, N; not finite: it follows the motion */
    double kt, kn, mu, preload;
    bool has_normal;
    rdg_index n;          /* terms of the tangential displacement */
    const double *weight; /* [n] */
    rdg_index *place;     /* [n] of its static part in Q */
    double low, high;     /* range of v that was seen, N; low > high: none yet */
} bounds_contact;

typedef struct rdg_bounds_search {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *where; /* public function, for messages */
    const char *sensor;
    double level, low, high;
    rdg_index n;
    bounds_contact contact[RDG_BOUNDS_MOST];
    rdg_index n_Q;
    double *Q;        /* [n_Q] motion of the peak found last */
    double *state[2]; /* [2 n_coefficients] displacements and forces of an element */
    double reach;     /* |L| and |U| of all motions seen so far are below it, N */
    rdg_bounds_result *result;
    uint64_t seed;
} rdg_bounds_search;

/* bounds_contacts.c */
rdg_status rdg_bounds_find_contacts(rdg_bounds_search *s);
void rdg_bounds_free_contacts(rdg_bounds_search *s);

/* bounds_point.c: the greatest peak with sliders that start at z, [n]; of a NULL z as the structure has them.
 * false: there is none */
bool rdg_bounds_peak(rdg_bounds_search *s, const double *z, rdg_bounds_end *end);

/* bounds_slopes.c: dA/dv of all sliders that stick at an end of the band */
void rdg_bounds_slopes(rdg_bounds_search *s, rdg_bounds_end *end);

/* bounds_walk.c: uphill (sign 1) or downhill (-1) from a motion to an end of the band */
void rdg_bounds_walk(rdg_bounds_search *s, int sign, rdg_bounds_end *end);

/* bounds_starts.c */
rdg_status rdg_bounds_search_all(rdg_bounds_search *s);

#endif
