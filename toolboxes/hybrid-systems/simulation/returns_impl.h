/* A motion seen where it returns: on a section that it meets again and again, or once a period of its
 * forcing.
 */
#ifndef RDG_RETURNS_IMPL_H
#define RDG_RETURNS_IMPL_H

#include "simulation_impl.h"

#include <ridgewalk/sweep.h>

enum {
    RDG_MOST_PERIOD = RDG_SWEEP_PERIODS,
    RDG_KEPT = 3 * RDG_MOST_PERIOD + 32, /* returns that are kept */
    RDG_REASON = 256,
    RDG_VISITS = 1024, /* modes that are kept */
    RDG_ROWS = 5,      /* values that are kept */
    RDG_MOST_RETURNS = 1000000000,
};

/* What all motions of a job have in common. */
typedef struct rdg_section {
    rdg_hybrid *h;
    const char *where; /* public function */
    rdg_index states, events;
    bool *counts;   /* [events] is one of the section's; NULL: returns are periods of the forcing */
    double longest; /* between two returns; more is none */
    double relative, absolute; /* errors of a step */
    rdg_sweep_sensor *sensor;
    void *sensor_data;
    rdg_index state;
} rdg_section;

/* A motion and its last returns. */
typedef struct rdg_returns {
    const rdg_section *section;
    rdg_flow *flow;
    double *p; /* [parameters] */
    rdg_hybrid_state state;
    double started; /* instant at which returns are counted from: periods of the forcing */
    rdg_index periods;
    rdg_index count;           /* returns so far; number i is kept at i % RDG_KEPT */
    double *x;                 /* [RDG_KEPT states] */
    double *t;                 /* [RDG_KEPT] */
    rdg_index *mode;           /* [RDG_KEPT] */
    rdg_index *step;           /* [RDG_KEPT] modes that were entered before */
    double last;               /* instant of the last return, or of the start */
    double *low, *high;        /* [states] that the motion has had since rdg_returns_forget_size() */
    rdg_index wanted;          /* count to stop at */
    double bound;              /* of any state; beyond it the motion has escaped */
    double *extent;            /* [states] that the motion had at first */
    double lasted;             /* time of that */
    bool escaped, still, late; /* it does not return in time */
    char reason[RDG_REASON];   /* why it cannot be followed; "" */
    /* samples, while `every` > 0 */
    double every;
    double *sample;    /* [of as many as are wanted] values at returns; NULL: none are taken */
    rdg_index samples; /* that were taken */
    double least, most;
    double row[RDG_ROWS]; /* the last values at equal distances, for extrema between them */
    int rows;             /* of these; may be more than are kept */
    rdg_index *visited;   /* [RDG_VISITS] modes in the order in which they are entered */
    rdg_index visits;     /* may be more than are kept */
} rdg_returns;

/* How a motion returns. */
typedef struct rdg_recurrence {
    rdg_index period; /* returns; 0: none up to RDG_MOST_PERIOD */
    double distance;  /* of the motion from itself so many returns ago, of its size; of period 0: the least */
    double error;     /* about how far it still is from the orbit, of its size */
    bool settles;     /* it comes nearer and nearer, but is not there yet */
} rdg_recurrence;

/* --- section.c */

/* names: as users state them. forced and NULL: periods of the forcing. Released also after a failure. */
rdg_status rdg_section_make(rdg_section *s, rdg_hybrid *h, const char *where, const char *mode,
                            const char *const *names);
void rdg_section_release(rdg_section *s);

/* --- returns.c */
rdg_status rdg_returns_create(rdg_returns *r, const rdg_section *section, rdg_flow *flow);
void rdg_returns_release(rdg_returns *r);

/* Forget all returns: another motion, or other parameters. The state stays; its time is 0 from now on, its
 * phase within one turn. */
void rdg_returns_begin(rdg_returns *r);
void rdg_returns_forget_size(rdg_returns *r);

/* Follow it through so many returns. 0, or as callbacks with r->reason. */
int rdg_returns_follow(rdg_returns *r, rdg_index count);

/* Follow it for a time. */
int rdg_returns_wait(rdg_returns *r, double time);

/* Value that is sampled. */
double rdg_returns_value(const rdg_returns *r, const rdg_hybrid_state *state);

/* Kept state of the return `back` before the last one. */
static inline rdg_index rdg_returns_place(const rdg_returns *r, rdg_index back)
{
    return (r->count - 1 - back) % RDG_KEPT;
}

/* Time of one return, on average of those that are kept; 0: there are too few. */
double rdg_returns_time(const rdg_returns *r);

/* Of the largest extent of the motion, state by state. INFINITY between different modes. */
double rdg_returns_distance(const rdg_returns *r, rdg_index mode, const double *x, rdg_index other_mode,
                            const double *other);

/* --- returns_extrema.c: the value at the next row counts for r->least and r->most, and extrema between rows
 */
void rdg_returns_note_row(rdg_returns *r, double value);

/* The rows that follow are not of the same piece of the motion. */
void rdg_returns_end_rows(rdg_returns *r);

/* --- recurrence.c: needs RDG_KEPT returns; tolerance: of the size of the motion */
rdg_recurrence rdg_returns_recur(const rdg_returns *r, double tolerance);

/* --- steady_state.c: follow it until it recurs, at least `least`, at most `most` returns. 0, or as callbacks
 */
int rdg_returns_settle(rdg_returns *r, rdg_index least, rdg_index most, double tolerance,
                       rdg_recurrence *found);

/* A motion that does not return in time: is it at rest? It is followed for as long once more. */
bool rdg_returns_rest(rdg_returns *r);

#endif
