/* The predicted point of a step (predictor.c). */
#ifndef RDG_PREDICTOR_IMPL_H
#define RDG_PREDICTOR_IMPL_H

#include "step_rule_impl.h"

/* By Hermite's polynomial through the last m charts with their tangents, into u, in the plane of t->row at
 * arclength h. Answers how many charts count, <= m. */
int rdg_predict(const rdg_tracer *t, int m, double h, double *u);

/* How many charts promise the least error at arclength h. */
int rdg_predictor_choose(const rdg_tracer *t, double h);

/* The rule of steps goes by what Newton's method needs from the tangent's point, so that steps are none the
 * longer for a better predictor. */
void rdg_predictor_see_from_tangent(const rdg_tracer *t, const rdg_newton_report *report, rdg_step *step);

/* The step to t->next has the length h: how far off were the predictors? */
void rdg_predictor_learn(rdg_tracer *t, double h);

/* Nothing is known of how far off they are. */
void rdg_predictor_forget(rdg_tracer *t);

#endif
