/* Where charts go, and what is stated of a run in the end. */
#ifndef RDG_SINK_IMPL_H
#define RDG_SINK_IMPL_H

#include "text_impl.h"
#include "tracer_impl.h"

/* --- sink.c */
rdg_sink *rdg_sink_create(rdg_tracer *t);
void rdg_sink_free(rdg_sink *sink);

/* Number, label and hand on a chart. type NULL: a regular point. *stop is set if the observer ends the
 * branch. */
rdg_status rdg_sink_emit(rdg_tracer *t, rdg_node *node, const char *type, bool *stop);

/* A line of progress on a terminal: when it was reported last, and where the way under way has begun. */
typedef struct rdg_progress {
    int direction;
    double from;  /* the first active parameter */
    double begun; /* clock */
    double told;  /* clock */
} rdg_progress;

/* --- run_progress.c: a chart is there */
void rdg_run_progress(const rdg_tracer *t, rdg_progress *progress, const rdg_chart *chart);

/* Headline of a direction, before its first chart. */
rdg_status rdg_sink_begin(rdg_tracer *t);

/* Write how the charts of a surface hang together. */
rdg_status rdg_sink_store_mesh(rdg_sink *sink, const rdg_mesh *mesh);

/* Store how the run ended, and print it. */
rdg_status rdg_sink_finish(rdg_tracer *t);

/* --- run_summary.c */

/* Why the run ended: of two directions, the one that led somewhere. */
const char *rdg_summary_reason(const rdg_run_summary *summary);

/* What is counted elsewhere, into the summary of a run that has ended or failed. */
void rdg_summary_complete(rdg_tracer *t);

/* How the run ended, as facts of its store. */
rdg_status rdg_summary_store(const rdg_tracer *t, rdg_run_store *store);

/* The same facts of a run that is complete, read back. */
rdg_run_summary rdg_summary_of(const rdg_run *past);

/* Count a fold in the summary, or a cusp, if the type is one. */
void rdg_sink_count_fold(rdg_tracer *t, const char *type);

/* Labels that were given so far. */
void rdg_sink_count_labels(rdg_sink *sink, rdg_index labels);

/* --- verdict.c: has the run done what it was requested to? */

/* Before the first chart; each chart; all of those that a run that was cut off has left, NULL: there is none.
 */
void rdg_reached_begin(rdg_tracer *t);
void rdg_reached_by(rdg_tracer *t, const rdg_chart *chart);
void rdg_reached_by_run(rdg_tracer *t, rdg_run *past);

/* Least and greatest value of a parameter among the charts; NaN where it has none. */
void rdg_reached_range(const rdg_tracer *t, rdg_index parameter, double range[2]);

/* Both ways along a curve have ended: a domain that it left by the end at which it came in is not covered. */
void rdg_verdict_on_domain(rdg_tracer *t);

/* "x = 1 mm": the bound of a domain at which a way ended; "" for NULL. */
enum { RDG_BOUND_TEXT = 160 };
void rdg_describe_bound(const rdg_tracer *t, const rdg_event *bound, char text[RDG_BOUND_TEXT]);

/* "x from 0 to 1, ..." of all domains, for the facts of the run. */
void rdg_reached_describe(const rdg_tracer *t, rdg_text *text);

/* A way along a curve has ended at a node, the first active parameter growing (heading 1) or falling (-1).
 * True: it left out something of a domain; this will be stated. */
bool rdg_verdict_on_way(rdg_tracer *t, rdg_stop stop, const rdg_node *end, int heading);

/* A covering has ended; uncertainty: what keeps it from being the whole, NULL: nothing. */
void rdg_verdict_on_covering(rdg_tracer *t, rdg_stop stop, const char *doubt);

/* Add what was not done to the verdict, behind what is there. */
void rdg_verdict_add(rdg_tracer *t, const char *format, ...) RDG_PRINTF(2, 3);

/* State in one message what was not done. */
void rdg_verdict_say(rdg_tracer *t);

#endif
