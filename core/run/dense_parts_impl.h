/* What dense output is made of: the segment between two rows, and its samples. */
#ifndef RDG_DENSE_PARTS_IMPL_H
#define RDG_DENSE_PARTS_IMPL_H

#include "curve_segment_impl.h"
#include "dense_output_impl.h"

struct rdg_dense_output {
    rdg_curve_segment segment;
    bool is_cubic;                /* the segment has no corrections */
    double *from;                 /* [2 n] variables and tangent of the last row */
    bool is_from_special;         /* an event was located there */
    double leap;                  /* arclength on the step behind a jump; NaN: there is none */
    double *end;                  /* [2 n] tangents of both ends, of length 1 along the step */
    double *u;                    /* [n] */
    rdg_index width;              /* number of quantities */
    double *sample;               /* values under way, and what corrections change of them */
    double *edge, *value, *error; /* of the gap */
    rdg_dense_gap gap;
    bool is_described;
};

/* --- dense_leaves.c */

/* The workspaces of the samples: d->width, d->u, d->sample and the arrays of the gap. */
rdg_status rdg_dense_create_samples(rdg_dense_output *d, const rdg_problem *p);
void rdg_dense_release_samples(rdg_dense_output *d);

/* Sample the segment: its leaves, with their values and errors, become d->gap. */
void rdg_dense_sample(const rdg_tracer *t);

#endif
