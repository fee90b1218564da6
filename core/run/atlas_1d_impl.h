/* The atlas of a curve: events in their order, and the continuation behind the end of a branch. */
#ifndef RDG_ATLAS_1D_IMPL_H
#define RDG_ATLAS_1D_IMPL_H

#include "sink_impl.h"
#include "start_impl.h"
#include "walk_impl.h"

/* --- walk_events.c */

/* Emit what was located on the step, in order, up to and including the first event that ends the branch.
 * *at_end: the last event is the next chart itself. */
rdg_status rdg_walk_emit_events(rdg_tracer *t, double h, bool *at_end, rdg_stop *stop);

/* --- branch_continuation.c */

/* Which way the first active parameter goes where the branch has ended. A fold, where it turns, still belongs
 * to the way that led there. A branch with a monotone parameter keeps its way, whatever a slope that has
 * turned over in its last digits states. */
int rdg_walk_heading_at_end(rdg_tracer *t);

/* After a terminal event, or where no step converges: make the point that the handler names the current
 * chart. One that cannot be corrected is refused, and another one requested. */
rdg_status rdg_walk_onward(rdg_tracer *t, double *h, rdg_stop *stop);

#endif
