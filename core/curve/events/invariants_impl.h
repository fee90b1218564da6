/* Invariants: what follows them along a step works with what encloses their changes. */
#ifndef RDG_INVARIANTS_IMPL_H
#define RDG_INVARIANTS_IMPL_H

#include "event_impl.h"

/* Relative to typical sizes. An eigenvalue nearer to the boundary of stability has no sign where points are
 * as exact as Newton's method makes them; next to a point at which several are critical, if it is nearer than
 * the least one; at a located point one as near as the last is critical. */
#define RDG_LITTLE_SHARE 1e-10
#define RDG_LEAST_SHARE 1e-14
#define RDG_SHARE_OF_EVENT 1e-5

/* A place on the step, and an invariant there. */
typedef struct rdg_place {
    const rdg_node *node;
    double at; /* arclength on the step */
    rdg_invariant_value value;
    rdg_invariant_value before; /* of a located point: the value in front of it */
    bool is_open; /* behind a special point that may have changed it: anything within the range */
} rdg_place;

static inline bool rdg_value_lies_within(rdg_invariant_value a, rdg_invariant_value b)
{
    return a.least >= b.least && a.greatest <= b.greatest;
}

static inline bool rdg_values_agree(rdg_invariant_value a, rdg_invariant_value b)
{
    return rdg_value_lies_within(a, b) || rdg_value_lies_within(b, a);
}

/* --- stability_index.c */

extern const rdg_invariant_value rdg_index_unknown;

/* A stability index at a node; eigenvalues nearer to the boundary than this share of typical sizes count as
 * either. */
rdg_invariant_value rdg_index_at(rdg_tracer *t, const rdg_node *node, rdg_index k, double share);

/* --- invariant_change.c */

/* Note a change of invariant k between two places of the step. */
void rdg_change_note(rdg_tracer *t, rdg_change_kind kind, rdg_index k, const rdg_place *low,
                     const rdg_place *high);

/* Enclose the change of stability index k between two places of the step of length *h: the step is cut, or
 * the change becomes a row or is noted. The value of `upper` becomes that right behind the change. */
rdg_isolation rdg_change_explain(rdg_tracer *t, rdg_index k, rdg_place low, rdg_place *upper, bool may_cut,
                                 double *h);

/* --- invariant_messages.c */

/* Report what was noted on the accepted step. */
void rdg_change_report(rdg_tracer *t);

#endif
