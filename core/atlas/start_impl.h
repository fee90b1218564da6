/* The first chart of a run, or of what is left of one that was cut off. */
#ifndef RDG_START_IMPL_H
#define RDG_START_IMPL_H

#include "tracer_impl.h"

/* --- start_values.c */

/* Start values into t->start: from the problem, given ones, or a file. */
rdg_status rdg_start_values_of_run(rdg_tracer *t);

/* --- start.c */

/* The first chart: the start values corrected, or a branch point left on its other branch. */
rdg_status rdg_start_chart(rdg_tracer *t);

/* Correct node->chart.u to a first point of a curve (or a point) and complete the node; its tangent points
 * where the first active parameter grows. */
rdg_status rdg_first_node(rdg_tracer *t, rdg_node *node);

/* 1 or -1: does the first active parameter grow or fall along the chart's tangent? */
int rdg_direction_of(rdg_tracer *t, const rdg_chart *chart);

/* Correct node->chart.u from `guess`; an outcome other than RDG_ABORTED is no failure. */
rdg_status rdg_start_correct(rdg_tracer *t, rdg_node *node, const rdg_closing *closing, const double *guess,
                             rdg_newton_report *report, rdg_outcome *outcome);

/* --- start_edge.c */

/* A start no farther than this from a bound or an event's value is on it: what rounding leaves, many times.
 */
double rdg_start_slack(rdg_tracer *t, const double *u, rdg_index parameter, double value);

/* Rows of `count` planes, each of shape [n]: those that hold parameters on whose bounds the guess lies, then
 * (hold) the released ones, as far as there are any but `without`, then some in general position. */
void rdg_start_planes(rdg_tracer *t, const double *guess, bool hold, rdg_index without, rdg_index count,
                      double *rows);

/* A guess on the edge of a window is legal, whichever parameters were held as it was corrected: where the
 * correction led out it is made once more, along the edge. The guess is in t->next. */
rdg_status rdg_start_return_to_edge(rdg_tracer *t, rdg_node *node, rdg_newton_report *report);

/* --- start_load.c: the same for the start of a run. Where it fails, the problem's load is raised from its
 * easy value; where it fails or is slow, derivatives are compared. */
rdg_status rdg_first_node_of_run(rdg_tracer *t, rdg_node *node);

/* --- resume_state.c */

/* What a labelled chart has to bring along so that the run can be taken up there: *state, shape [*n], valid
 * until the next call; *n = 0 where it cannot be. */
rdg_status rdg_resume_keep(rdg_tracer *t, rdg_node *node, const double **state, rdg_index *n);

/* Is the chart among those that the run had written? A warning says if it differs from the first one. */
bool rdg_resume_has(rdg_tracer *t, const rdg_chart *chart);

/* Memory of the state, once the system is known. */
rdg_status rdg_resume_provide_state(rdg_tracer *t);

/* The state that was kept with a label of the run that was cut off; then into t and a node. */
rdg_status rdg_resume_read_state(rdg_tracer *t, rdg_index label);
void rdg_resume_unpack(rdg_tracer *t, rdg_node *node);

/* Was it kept before the handler, who may have changed the problem, was called? */
bool rdg_resume_is_before_handler(const rdg_tracer *t);

/* --- resume.c */

/* Let the summary and the clock begin with what the run had done. */
void rdg_resume_count(rdg_tracer *t);

/* The start of the run that was cut off into t->start; *found: there is one. First u and tangent, then, when
 * the system is there, the rest. */
rdg_status rdg_resume_start_values(rdg_tracer *t, bool *found);
rdg_status rdg_resume_start(rdg_tracer *t);

/* Go to the last labelled regular chart that the run wrote in the direction of t: it becomes t->current, and
 * *h the step from there. Nothing happens where there is none. */
rdg_status rdg_resume_direction(rdg_tracer *t, double *h);

#endif
