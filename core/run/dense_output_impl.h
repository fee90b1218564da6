/* Dense output: the curve between two neighbouring rows, as it is stored with the second one. */
#ifndef RDG_DENSE_OUTPUT_IMPL_H
#define RDG_DENSE_OUTPUT_IMPL_H

#include "tracer_impl.h"

rdg_status rdg_dense_create(rdg_tracer *t);
void rdg_dense_free(rdg_dense_output *d);

/* The last row is t->current, and a step of the curve begins there. jump: a jump of the curve that it leads
 * over. These calls do nothing without dense output. */
void rdg_dense_begin_step(rdg_tracer *t, const rdg_leap *leap);

/* Describe the curve between the last row and the point u of the step, which is to be the next row. Costs two
 * residuals; is_special: an event was located there. */
void rdg_dense_describe(rdg_tracer *t, const double *u, const double *tangent, bool is_special);

/* The chart is the next row: what was described in front of it, or NULL. */
const rdg_dense_gap *rdg_dense_take(rdg_tracer *t, const rdg_chart *chart);

#endif
