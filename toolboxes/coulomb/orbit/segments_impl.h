/* The inside of an orbit's problem. */
#ifndef RDG_SEGMENTS_IMPL_H
#define RDG_SEGMENTS_IMPL_H

#include "coulomb_orbit.h"
#include "modal_flow_impl.h"

#include <ridgewalk/chart.h>

#include <math.h>

enum {
    RDG_ORBIT_SEGMENTS = 40,
    RDG_ORBIT_NUMBERS = 3, /* r1, beta, mu */
    RDG_SEGMENTS_WORK = 8  /* times n2, of LAPACK for eigenvalues; 4 are what segments are carried in */
};

/* Motions so much greater than the structure under the load at rest have no bound. */
static const double rdg_least_smallness = 1e-6;

/* log10 of the amplitude, likewise, at which the contact has come to rest next to a resonance of what is
 * held: there Z vanishes, and the times of an orbit with Z = 0 are any. */
static const double rdg_level_of_rest = -9.0;

/* The segments of an orbit. */
typedef struct rdg_sequence {
    bool whole; /* they last a period; else half of one, behind which it repeats with the other sign */
    rdg_index segments;
    rdg_contact_regime regime[RDG_ORBIT_SEGMENTS];
} rdg_sequence;

typedef struct rdg_coulomb_orbit {
    rdg_coulomb *c;
    rdg_problem *problem;
    rdg_index n2; /* 2 n */
    double size;  /* of z under the load at rest */
    rdg_sequence now;
    rdg_sequence home;                   /* that the run under way began with; no segments: the present one */
    rdg_sequence ended;                  /* that ended at the point where a continuation is requested */
    double left_from[RDG_ORBIT_NUMBERS]; /* the point before */
    double ended_at[RDG_ORBIT_NUMBERS];
    rdg_index asked_at;
    int asked;
    rdg_index dropped;  /* stops of the motion there that are not in the event signature that was taken */
    bool comes_to_rest; /* a motion beyond that point */
    bool is_changing;   /* the event signature, and with it what is eliminated */
    char text[RDG_ORBIT_SEGMENTS + 8]; /* of the present one */
    /* at the point that was evaluated last */
    double at[RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS]; /* NaN: none */
    double *state;        /* [n2 (segments + 1)] where each segment begins, and the end */
    double *map;          /* [n2 n2 (segments + 1)] from the start to there */
    double *factors;      /* [n2 n2] of map(end) +- 1 */
    rdg_answers *answers; /* [n segments] of the oscillators of each segment */
    rdg_answers *stepped; /* [n] after a step of the segment that is sampled along */
    int *pivot;           /* [n2] */
    double *work;         /* [n2 (segments + 4)] */
    double *change;       /* [n2 (n2 + RDG_SEGMENTS_WORK + 2)] of all segments, work, its eigenvalues */
} rdg_coulomb_orbit;

/* Numbers of a point: u is times, r1, beta, mu. */
static inline const double *rdg_segments_numbers(const double *u)
{
    return u + RDG_ORBIT_SEGMENTS;
}

static inline double rdg_segments_lasts(const rdg_coulomb_orbit *o)
{
    return o->now.whole ? 2.0 * RDG_PI : RDG_PI;
}

/* Does segment j slip where stick has given way? */
static inline bool rdg_segments_gave_way(const rdg_coulomb_orbit *o, rdg_index j)
{
    const rdg_sequence *s = &o->now;
    return s->regime[j] != RDG_COULOMB_STICK &&
           s->regime[j > 0 ? j - 1 : s->segments - 1] == RDG_COULOMB_STICK;
}

/* Slip that lasts less (in tau) counts as none. For mu = 1 one behind stick comes and goes as the root of a
 * parameter's distance, so that the place where it does is off by 1e-8 or so. */
static inline double rdg_segments_least(const rdg_coulomb_orbit *o, rdg_index j)
{
    return o->now.regime[j] == RDG_COULOMB_STICK ? 0.0 : rdg_segments_gave_way(o, j) ? 1e-3 : 1e-6;
}

/* So often what happens in a time is examined: five times or more in a radian of the fastest mode. */
static inline long rdg_segments_samples(const rdg_coulomb_orbit *o, const double *u, double lasts)
{
    return 8 + (long)ceil(5.0 * fmax(o->c->wn[o->c->n - 1] / rdg_segments_numbers(u)[0], 1.0) * fabs(lasts));
}

rdg_modal_segment rdg_segments_at(const rdg_coulomb_orbit *o, const double *u, rdg_index j);
/* The same of the point that was evaluated last, with its answers. */
rdg_modal_segment rdg_segments_known(const rdg_coulomb_orbit *o, const double *u, rdg_index j);

/* segments_state.c: states and maps at u. Answers as callbacks do. */
int rdg_segments_evaluate(rdg_coulomb_orbit *o, const double *u);
/* In place: x with (map(end) +- 1) x = b. */
void rdg_segments_solve(const rdg_coulomb_orbit *o, double *b);

/* segments_events.c: the conditions of the events, with their derivatives. */
int rdg_segments_events(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_segments_events_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

/* segments_monitors.c; the least margin: negative where the segments are no motion; the greatest modulus of
 * a multiplier over a period. */
rdg_status rdg_segments_add_monitors(rdg_coulomb_orbit *o);
/* The multiple of r1 next to which there is a resonance of what is held that the orbit excites; 0: none. */
rdg_index rdg_segments_near_held(const rdg_coulomb_orbit *o, double r1);
double rdg_segments_least_margin(rdg_coulomb_orbit *o, const double *u);
double rdg_segments_multiplier(rdg_coulomb_orbit *o, const double *u);

/* coulomb_orbit.c: the orbit of a problem, evaluated at u; NULL after a failure, also where there is no
 * answer. */
rdg_coulomb_orbit *rdg_segments_of(rdg_problem *p, const char *where, const double *u, const void *answer,
                                   rdg_status *status);

/* segments_multipliers.c: the matrix of a small change over all segments, [n2 n2], and its eigenvalues. */
rdg_status rdg_segments_spectrum(rdg_coulomb_orbit *o, const double *u, double *re, double *im);

/* segments_start.c: the segments of a motion. `state` is where it is at `tau`, and is moved on. */
typedef struct rdg_modal_segment_list {
    rdg_index count;
    rdg_contact_regime regime[4 * RDG_ORBIT_SEGMENTS];
    double tau[4 * RDG_ORBIT_SEGMENTS];
} rdg_modal_segment_list;

/* Follow a motion for a time, its first segment up to its end left out. */
rdg_status rdg_segments_record(const rdg_coulomb *c, double r1, double beta, double mu, double tau,
                               double *state, double time, rdg_modal_segment_list *list);
/* The segments of half a period, or of a whole one, that repeats in the list to `tolerance`; false: none
 * does. */
bool rdg_segments_repeats(const rdg_modal_segment_list *list, bool whole_only, double tolerance,
                          rdg_sequence *sequence, double *times);
/* Times from 0 on: an orbit that repeats with the other sign begins in the first half period. */
void rdg_segments_shift(rdg_sequence *sequence, double *times);
rdg_status rdg_segments_find_start(rdg_coulomb_orbit *o, const rdg_coulomb_start *start, double *u);

/* segments_successor.c: slots for more segments than there are; what comes behind the end of an event
 * signature. */
rdg_status rdg_segments_let_go_on(rdg_coulomb_orbit *o);
rdg_status rdg_segments_eliminate_rest(rdg_coulomb_orbit *o, const double *u);

#endif
