/* Surfaces along a step: values and rates, extrema, roots.
 *
 * g is an event's h with the sign that makes it positive before it is crossed. Places are shares of the
 * last step; rates are those for a whole step. Within a step g is examined on its continuous extension, and
 * where it matters on the true motion, a step of that part of the length. */
#ifndef RDG_SURFACE_WATCH_IMPL_H
#define RDG_SURFACE_WATCH_IMPL_H

#include "flow_impl.h"

typedef struct rdg_look {
    double place, g, rate;
    double size; /* of what g is a sum of: its rounding errors are some eps of this */
} rdg_look;

typedef enum rdg_side {
    RDG_SIDE_FRONT,  /* crossed where g falls below zero */
    RDG_SIDE_ON,     /* the motion starts here: counts once it has left */
    RDG_SIDE_BEHIND, /* not taken where it was passed: counts once the motion is back */
} rdg_side;

enum { RDG_WATCH_QUEUE = 12 };

typedef struct rdg_watch {
    const rdg_hybrid_event_surface *event; /* `own`: events that are added may move it */
    rdg_hybrid_event_surface own;
    bool is_measured;   /* a function that ends nothing */
    rdg_index place_of; /* the event, among those of the system */
    rdg_index to;       /* mode that follows */
    double sign;
    rdg_side side;
    double front_at;      /* where in the step at hand it came to the front; -INFINITY: it did not */
    rdg_side was;         /* side before that */
    rdg_side begun[2];    /* side and was at the step's beginning */
    bool quiet;           /* nothing can happen within the step at hand */
    bool marks;           /* a section: behind it the motion is what it was before it */
    rdg_look first, last; /* at the step's ends; between steps the first one's rate is that for a time of 1 */
    rdg_look here;        /* as far as the step has been divided */
    double width;         /* of the next part */
    rdg_look queue[RDG_WATCH_QUEUE];
    int extremum[RDG_WATCH_QUEUE]; /* -1: a minimum, 1: a maximum, 0: neither */
    int queued, taken;
    rdg_look passed;         /* the last one that was judged */
    double found;            /* where it is crossed next; INFINITY: not in this step */
    struct rdg_modal *modal; /* a linear surface of a linear mode; NULL: it is examined by states */
    double above, below;     /* then parts where g stays above the one or below the other are of no matter */
} rdg_watch;

static inline void rdg_watch_put(rdg_watch *w, const rdg_look *look, int extremum)
{
    w->queue[w->queued] = *look;
    w->extremum[w->queued++] = extremum;
}

/* --- surface.c: 0, or as callbacks with a reason */

/* Numbers that samples work in. */
rdg_index rdg_watch_workspace(rdg_index n, rdg_index nu);

void rdg_watch_set(rdg_watch *w, const rdg_flow *flow, rdg_index event);

/* The same for a function that ends nothing. */
void rdg_watch_set_function(rdg_watch *w, const rdg_flow_measured *of);

int rdg_look_first(rdg_flow *flow, const rdg_watch *w, rdg_look *look);
int rdg_look_last(rdg_flow *flow, const rdg_watch *w, rdg_look *look);
/* On the continuous extension. */
int rdg_look_within(rdg_flow *flow, const rdg_watch *w, double place, rdg_look *look);
/* On the true motion: k->z1 is its state. Between rdg_look_aside() and rdg_look_back(), which keep the
 * step's end. */
int rdg_look_truly(rdg_flow *flow, const rdg_watch *w, double place, rdg_look *look);
void rdg_look_aside(rdg_flow *flow);
void rdg_look_back(rdg_flow *flow);

/* How far the states are from cubics through the ends of the step that was just made; before the next ones.
 */
void rdg_look_bend(rdg_flow *flow);

/* A bound that g does not pass between the ends of a step, from cubics through these: from below, times
 * `side` (1, -1: of -g). */
int rdg_look_bound(rdg_flow *flow, const rdg_watch *w, double side, double *bound);

/* --- surface_scan.c */

/* Divide the step with the ends w->first, w->last from its beginning. */
void rdg_scan_begin(rdg_watch *w);

/* The next place so that g is monotonic from the last one to it; *there: whether there is one; *extremum: as
 * in the queue. */
int rdg_scan_next(rdg_flow *flow, rdg_watch *w, rdg_look *look, int *extremum, bool *there);

/* --- surface_root.c */

/* What a place on the extension is, on the true motion: an extremum, or the same place. */
int rdg_true_extremum(rdg_flow *flow, const rdg_watch *w, rdg_look *look);

/* Where g falls through zero between two samples of different signs. */
int rdg_true_root(rdg_flow *flow, const rdg_watch *w, rdg_look from, rdg_look to, double *place);

/* Error of g that the extension may have. */
double rdg_look_doubt(const rdg_flow *flow, const rdg_look *look);

#endif
