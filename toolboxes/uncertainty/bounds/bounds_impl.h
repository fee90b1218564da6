/* The search for bounds: contacts, responses with given slider starts, the local search. */
#ifndef RDG_BOUNDS_IMPL_H
#define RDG_BOUNDS_IMPL_H

#include "bounds.h"

#include <ridgewalk/numbers.h>
#include <ridgewalk/run_option.h>

#include <math.h>
#include <stdint.h>

/* A contact whose slider is varied. */
typedef struct bounds_contact {
    rdg_index element;
    char start[RDG_PARAMETER_NAME]; /* "pad.start" */
    double given;                   /* start that the structure has, N; not finite: it follows the motion */
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

/* bounds_say.c: the table of a forcing amplitude; why there is no band, as text, or NULL */
void rdg_bounds_say(const rdg_bounds_search *s, const char *name);
const char *rdg_bounds_why(rdg_bounds_reason reason);
const char *rdg_bounds_contact_name(const rdg_bounds_search *s, rdg_index k);

/* bounds_track.c: over forcing amplitudes, [n]; what the rows are of: see bounds_record.c */
typedef struct bounds_row {
    double level;
    const char *type; /* of the event; "": a forcing amplitude */
    rdg_bounds_end end;
    double width;
} bounds_row;

typedef struct bounds_track {
    rdg_bounds_search *s;
    rdg_index n, capacity[2], rows[2];
    double *level;
    rdg_bounds_end *end[2]; /* [n] of low and high */
    rdg_bounds_reason *reason;
    bounds_row *row[2];
    rdg_index anew; /* forcing amplitudes that were searched again */
} bounds_track;

rdg_status rdg_bounds_follow(bounds_track *t);
void rdg_bounds_track_free(bounds_track *t);

/* bounds_record.c: the two runs */
rdg_status rdg_bounds_record(const bounds_track *t, const char *name, const rdg_option *options);

/* bounds_starts.c; the second one from an end of a neighbouring forcing amplitude */
rdg_status rdg_bounds_continue(rdg_bounds_search *s, const rdg_bounds_end *low, const rdg_bounds_end *high);
rdg_status rdg_bounds_search_all(rdg_bounds_search *s);

#endif
