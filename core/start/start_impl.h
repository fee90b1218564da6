/* The first chart of a run, or of what is left of one that was cut off. */
#ifndef RDG_START_IMPL_H
#define RDG_START_IMPL_H

#include "option_list.h"
#include "tracer_impl.h"

/* --- start_values.c */

/* Start values into t->start: from the problem, given ones, or a file. */
rdg_status rdg_start_values_of_run(rdg_tracer *t);

/* --- start_correct.c */

/* There is no first point: why, as a failure. Where more can be tried it is not stated yet. */
rdg_status rdg_no_first_point(rdg_tracer *t);

/* Correct node->chart.u from `guess`; an outcome other than RDG_ABORTED is no failure. */
rdg_status rdg_start_correct(rdg_tracer *t, rdg_node *node, const rdg_closing *closing, const double *guess,
                             rdg_newton_report *report, rdg_outcome *outcome);

/* --- start_edge.c */

/* A start no farther than this from a bound or an event's value is on it: what rounding leaves, many times.
 */
double rdg_start_slack(rdg_tracer *t, const double *u, rdg_index parameter, double value);

/* Rows of `count` planes, each of shape [n]: those that hold parameters on whose bounds the predictor lies,
 * then (hold) the released ones, as far as there are any but `without`, then some in general position. */
void rdg_start_planes(rdg_tracer *t, const double *guess, bool hold, rdg_index without, rdg_index count,
                      double *rows);

/* A predictor on the edge of a domain is legal, whichever parameters were held as it was corrected: where the
 * correction led out it is made once more, along the edge. The predictor is in t->next. */
rdg_status rdg_start_return_to_edge(rdg_tracer *t, rdg_node *node, rdg_newton_report *report);

/* --- start_node.c */

/* Correct node->chart.u to a first point of a curve (or a point) and complete the node; its tangent points
 * where the first active parameter grows. */
rdg_status rdg_first_node(rdg_tracer *t, rdg_node *node);

/* A start on a fold or on an event's value is on it exactly, whatever rounding states, so that the event is
 * not met once more right behind it; outside a domain is refused. */
rdg_status rdg_start_settle(rdg_tracer *t, rdg_node *node);

/* --- start_load.c: a start that fails */

/* Runs that raise the problem's load to where a start failed. This is what they are to be; who makes runs
 * makes them. */
typedef struct rdg_raise {
    rdg_tracer *t;
    rdg_node *node;       /* of the start that failed; NULL: none has */
    bool can;             /* there is a load that can be raised, */
    rdg_index parameter;  /* this one, */
    double from, to;      /* between these values */
    int start, pace;      /* what is tried: from where, and with which steps */
    int beyond;           /* starts from greater values of the second parameter so far */
    double *guess;        /* [n] start values of the run */
    double *u0;           /* [n] those of the run that raises the load */
    double *u;            /* [n] its last chart */
    double last;          /* value there */
    double nearest;       /* to `to`, of those met */
    long points;          /* of the last run */
    bool begun;           /* it had any */
    bool reached;         /* u is a solution where the load is to be */
    rdg_option_list list; /* its options */
    rdg_run_summary summary;
} rdg_raise;

/* The first node of a run. RDG_OK with raise->node: there is none yet, the load may be raised. Where the
 * start fails or is slow derivatives are compared. */
rdg_status rdg_raise_first_node(rdg_raise *raise, rdg_node *node);

/* Is a run to be made, and which one: raise->list? */
bool rdg_raise_next(rdg_raise *raise);
rdg_status rdg_raise_list(rdg_raise *raise);

/* What came of it. A failure is one of the whole start; that no point was found is none. */
rdg_status rdg_raise_judge(rdg_raise *raise, rdg_status status);

/* The start once more, if it failed: from where the load has come to, or with a message that states why. */
rdg_status rdg_raise_finish(rdg_raise *raise);
void rdg_raise_release(rdg_raise *raise);

/* --- start.c */

/* The first chart: the start values corrected, or a branch point left on its other branch. RDG_OK with
 * raise->node: see rdg_raise_first_node(). */
rdg_status rdg_start_chart(rdg_tracer *t, rdg_raise *raise);

/* --- start_values.c */

/* Let the problem examine what the run starts from: a labelled solution of a run, at which it may be taken
 * up, or values (run: NULL). */
rdg_status rdg_start_let_look(rdg_tracer *t, rdg_run *run, rdg_index label, rdg_start_solution solution);

#endif
