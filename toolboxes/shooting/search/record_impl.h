/* A motion as it was followed: its events. */
#ifndef RDG_RECORD_IMPL_H
#define RDG_RECORD_IMPL_H

#include "search_impl.h"

/* An event and the state behind it. */
typedef struct rdg_recorded {
    rdg_index event; /* -1: the start of the record */
    rdg_index mode;  /* behind it */
    double t, phi;
} rdg_recorded;

typedef struct rdg_record {
    rdg_shooting *s;
    rdg_hybrid_state state; /* where the motion is now */
    rdg_recorded *item;
    rdg_index count, capacity;
    double *x; /* [capacity 2 states] behind each event, and before it */
    rdg_index capacity_x;
    double *largest; /* [states] of |x| lately */
    double *settled; /* [states] the same while it became steady */
} rdg_record;

/* At the start that is requested. */
rdg_status rdg_record_begin(rdg_record *r, rdg_shooting *s, const rdg_shooting_options *o);
/* In a state of an orbit. */
rdg_status rdg_record_begin_in(rdg_record *r, rdg_shooting *s, rdg_index mode, const double *x, double phi);
void rdg_record_release(rdg_record *r);

/* Forget the events; the motion stays where it is. */
void rdg_record_forget(rdg_record *r);

/* Follow the motion until t_end, or through so many events (0: any number). */
rdg_status rdg_record_run(rdg_record *r, double t_end, long events);

/* The flow has given up with this answer: state why. */
rdg_status rdg_record_fail(const rdg_record *r, int answer);

/* The motion does not return; `in`: what it was examined in. */
rdg_status rdg_record_no_return(rdg_shooting *s, double nearest, const char *in);

/* --- period.c: returns 0 .. count of a motion to some place */
typedef struct rdg_returns {
    double (*distance)(const void *data, rdg_index i, rdg_index k); /* of return i from i + k */
    const void *data;
    rdg_index count;
} rdg_returns;

/* After how many returns the motion is where it was, within a distance; 0: after none. */
rdg_index rdg_returns_choose(const rdg_returns *r, double within, double *nearest);

/* *period, where it is 0, from the return of the motion within a domain of time; the anchor is put where the
 * motion is. */
rdg_status rdg_record_return_to_plane(rdg_record *r, double window, double within, double *period);

/* Distance of two states of one mode, relative to the largest values. */
double rdg_record_distance(const rdg_record *r, const double *a, const double *b, rdg_index n);

/* The states behind event i. */
static inline double *rdg_record_x(const rdg_record *r, rdg_index i)
{
    return r->x + 2 * i * r->s->at.states;
}

/* The states before it. */
static inline double *rdg_record_before(const rdg_record *r, rdg_index i)
{
    return r->x + (2 * i + 1) * r->s->at.states;
}

/* --- instant.c: a segment from event i of the record on, which the next one ends. Events that come at
 * one instant are taken one after the other, if the order is all the same; else that is a failure. */
rdg_status rdg_meet_at_once(const rdg_record *r, rdg_index i, double period, rdg_draft_segment *segment);

#endif
