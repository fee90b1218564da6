/* A diagram that is under way. */
#ifndef RDG_DIAGRAM_IMPL_H
#define RDG_DIAGRAM_IMPL_H

#include "diagram.h"

/* Charts that are sampled back to. */
enum { RDG_TRAIL = 12 };

/* A branch point and the tangents along which it was passed, each of shape [n]. */
typedef struct rdg_crossing {
    double *u, *tangent;
    int directions;  /* 1, or 2: both branches are known */
    rdg_index found; /* by this run */
    double *rays;    /* [n_rays n] a point of every curve that leaves it; NULL: it is a simple one */
    bool *passed;    /* [n_rays] */
    rdg_index n_rays;
    int multiplicity; /* > 1: each ray has a direction of its own at the point */
} rdg_crossing;

/* A chart that was passed, so that a start on a known curve is recognised. */
typedef struct rdg_place {
    double *u;
    double step;
} rdg_place;

typedef struct rdg_diagram_work {
    rdg_problem *p;
    rdg_context *ctx;
    const char *name;
    rdg_index n, n_runs, max_runs;
    rdg_crossing *crossing;
    rdg_index n_crossings, capacity_for_crossings;
    rdg_index origin;   /* the event that the run under way starts from; -1: none */
    rdg_index n_passed; /* times that the run has passed it: it was counted by the run that found it */
    rdg_place *place;
    rdg_index n_places, capacity_for_places;
    bool keeps_places; /* there are several starts */
    double *trail;     /* [(RDG_TRAIL + 1) 2 n] the last charts and the start, each with its tangent */
    rdg_index n_trail; /* charts since the start, or since it was left the other way */
    double *size;      /* [n] */
    double *away;      /* [n] from a multiple point to a ray */
    rdg_option *options;
    rdg_index n_options; /* of the user; the place of the start and the end follow */
    rdg_option watcher;  /* the user's observer */
    rdg_run_summary total, *summary;
} rdg_diagram_work;

/* --- diagram_remember.c */

/* Forget all events and places but so many of the first ones. */
void rdg_diagram_forget(rdg_diagram_work *d, rdg_index crossings, rdg_index places);

/* What is stored with the labels of a run, so that a diagram that was cut off goes on: an
 * rdg_checkpoint_fn.
 */
void rdg_diagram_exchange(rdg_problem *p, rdg_checkpoint *memo, void *data);

#endif
