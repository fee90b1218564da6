/* Numbers that special points alone change: what follows them works with what encloses their changes. */
#ifndef RDG_CHANGES_IMPL_H
#define RDG_CHANGES_IMPL_H

#include "event_impl.h"

/* A share of typical sizes below which nothing is told, where all points are as exact as Newton's method
 * makes them; and of a located point, at which something is critical by what its kind is. */
#define RDG_LITTLE_SHARE 1e-10
#define RDG_SHARE_OF_EVENT 1e-5

/* A place on the step, and the number there. */
typedef struct rdg_place {
    const rdg_node *node;
    double at;
    rdg_span span;
    rdg_span before; /* of a special point: what it was on the way there */
    bool is_open;    /* behind a special point that may have changed it: anything within the span */
    bool is_special; /* a special point: what changes there cannot be told, nor what changes close by */
} rdg_place;

/* What came of a gap, between two places whose numbers do not agree: it was explained; t->special has a
 * number in between; nothing explains it; a callback ended the run. */
typedef enum rdg_closing_of_gap {
    RDG_GAP_CLOSED,
    RDG_GAP_DIVIDED,
    RDG_GAP_OPEN,
    RDG_GAP_STOPPED
} rdg_closing_of_gap;

static inline bool rdg_span_lies_within(rdg_span a, rdg_span b)
{
    return a.least >= b.least && a.greatest <= b.greatest;
}

static inline bool rdg_spans_agree(rdg_span a, rdg_span b)
{
    return rdg_span_lies_within(a, b) || rdg_span_lies_within(b, a);
}

/* --- count.c */

/* Anything. */
extern const rdg_span rdg_span_unknown;

/* Number k at a node as it was observed, and with another share. */
rdg_span rdg_count_at(const rdg_node *node, rdg_index k);
rdg_span rdg_count_with(rdg_tracer *t, const rdg_node *node, rdg_index k, double share);

/* --- alarm_gap.c */

/* The change of number k between two places. */
rdg_gap rdg_gap_between(const rdg_tracer *t, rdg_index k, const rdg_place *low, const rdg_place *high);

/* Number k changes between two places of the step of length h that do not agree: why? Closed: t->special is
 * the special point at arclength *at; < 0: there is none but a kink. Divided: *at is the place. */
rdg_closing_of_gap rdg_gap_close(rdg_tracer *t, rdg_index k, double h, rdg_place low, rdg_place high,
                                 bool may_cut, double *at);

/* --- alarm_notes.c: what is said of changes */

void rdg_count_say(rdg_tracer *t);

#endif
