/* Parts of the step under way, each with its curve segment. */
#ifndef RDG_STEP_PARTS_IMPL_H
#define RDG_STEP_PARTS_IMPL_H

#include "curve_segment_impl.h"

rdg_status rdg_step_parts_create(rdg_step_parts *parts, rdg_tracer *t);
void rdg_step_parts_release(rdg_step_parts *parts);

/* t->current, t->next or the row of the step have changed: no segment and no point in between is known. */
void rdg_step_parts_forget(rdg_step_parts *parts);

/* t->step_matrix is that of the step from now on: segments are made with it, with tangents of its matrices at
 * the charts, and it has a node at each point in between. */
void rdg_step_parts_use_matrix(rdg_tracer *t);

/* Corrects t->special in the plane at arclength `at`. */
typedef rdg_outcome rdg_step_correction(rdg_tracer *t, double at);

/* A corrected point at arclength `at`, unless it is there. RDG_FAILED: there is none. */
rdg_outcome rdg_step_provide_point(rdg_tracer *t, double h, double at, rdg_step_correction *correct);

/* Points in between are no longer required. */
void rdg_step_parts_clear(rdg_step_parts *parts);

/* The segment of the whole step of length h; made at the first call after rdg_step_parts_forget(), with the
 * factors at hand, which are to be from near t->next. RDG_FAILED: there is none. */
rdg_outcome rdg_step_segment(rdg_tracer *t, double h);

/* A part of it, in arclength. */
typedef struct rdg_step_part {
    const rdg_curve_segment *segment;
    rdg_step_point *low,
        *high; /* its ends; low->history or high->history: of the part that was divided last */
} rdg_step_part;

/* The segment of the part from low to high of a step of length h. Ends that are no charts of the step become
 * corrected points, with factors there. RDG_FAILED: there is no point, or no segment. */
rdg_outcome rdg_step_describe_part(rdg_tracer *t, double h, double low, double high, rdg_step_part *part);

/* The curve at arclength `at` of the step of length h, by the nearest of what is known. */
void rdg_step_point_at(const rdg_tracer *t, double h, double at, double *u);

/* The same, corrected by one residual and the factors at hand, into t->ahead. The error of the whole step's
 * segment becomes no less than the distance. */
rdg_outcome rdg_step_look(rdg_tracer *t, double h, double at);

#endif
