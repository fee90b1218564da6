/* Going on with a run that was cut off. */
#ifndef RDG_RESUME_IMPL_H
#define RDG_RESUME_IMPL_H

#include "tracer_impl.h"

/* --- past_run.c */

/* The run of this name that has begun, to be released by rdg_run_free(); NULL: there is none. Another problem
 * or other options are refused. *is_complete: nothing is to be done, and this has been reported. */
rdg_status rdg_past_run_open(rdg_problem *p, const rdg_run_setup *setup, rdg_run **past, bool *is_complete);

/* --- resume_state.c */

/* What a labelled chart has to bring along so that the run can be taken up there: *state, shape [*n], valid
 * until the next call; *n = 0 where it cannot be. */
rdg_status rdg_resume_keep(rdg_tracer *t, rdg_node *node, const double **state, rdg_index *n);

/* Is the chart among those that the run had written? A warning is given if it differs from the first one. */
bool rdg_resume_has(rdg_tracer *t, const rdg_chart *chart);

/* The state that was kept with a label of the run that was cut off; then into t and a node. */
rdg_status rdg_resume_read_state(rdg_tracer *t, rdg_index label);
rdg_status rdg_resume_unpack(rdg_tracer *t, rdg_node *node);

/* Was it kept before the handler, who may have changed the problem, was called? */
bool rdg_resume_is_before_handler(const rdg_tracer *t);

/* Linear algebra takes nothing with it over a chart at which the run may be taken up: what follows is then
 * the same, bit for bit. */
void rdg_resume_forget(const rdg_tracer *t);

/* --- resume_memo.c */

/* What the run and its functions store, written to t->resume.memo or read from there. */
rdg_status rdg_resume_exchange(rdg_tracer *t, rdg_index label);

/* --- resume.c */

/* Let the summary and the clock begin with what the run had done. */
void rdg_resume_count(rdg_tracer *t);

/* The start of the run that was cut off into t->start; *found: there is one. First u and tangent, then, when
 * the system is there, the rest. */
rdg_status rdg_resume_start_values(rdg_tracer *t, bool *found);
rdg_status rdg_resume_start(rdg_tracer *t);

/* What the table states of a chart, into it. */
void rdg_resume_take_row(const rdg_tracer *t, rdg_index row, rdg_chart *chart);

/* Go to the last labelled regular chart that the run wrote in the direction of t: it becomes t->current, and
 * *h the step from there. Nothing happens where there is none, and *taken_up is false. */
rdg_status rdg_resume_direction(rdg_tracer *t, double *h, bool *taken_up);

#endif
