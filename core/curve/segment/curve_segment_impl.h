/* A curve segment: the curve between the two charts of a step as a polynomial, with an error estimate. */
#ifndef RDG_CURVE_SEGMENT_IMPL_H
#define RDG_CURVE_SEGMENT_IMPL_H

#include "tracer_impl.h"

/* Where residuals are evaluated, of the segment's length. */
extern const double rdg_segment_check_point[RDG_SEGMENT_CHECKS];

rdg_status rdg_curve_segment_create(rdg_curve_segment *segment, rdg_tracer *t);
void rdg_curve_segment_release(rdg_curve_segment *segment);

/* A point of the step with its tangent, at arclength `at`. */
typedef struct rdg_segment_end {
    const double *u, *tangent;
    double at;
} rdg_segment_end;

/* delta = M(x)^-1 [residual; 0], M being the matrix at x. */
typedef void (*rdg_segment_solve)(rdg_tracer *t, double x, const double *residual, double *delta, void *data);

/* The same by one matrix for the whole step, of which `factors` (rdg_bordered) are known. */
void rdg_segment_solve_by_factors(rdg_tracer *t, double x, const double *residual, double *delta,
                                  void *factors);

/* The segment between two points of the step along t->row. Costs one residual and one solution at each check
 * point. RDG_FAILED: no residual there, or the tangents do not advance along the step. */
rdg_outcome rdg_curve_segment_make(rdg_tracer *t, rdg_segment_end a, rdg_segment_end b,
                                   rdg_segment_solve solve, void *data, rdg_curve_segment *segment);

/* The variables at x. */
void rdg_curve_segment_at(const rdg_curve_segment *segment, rdg_index n, double x, double *u);

#endif
