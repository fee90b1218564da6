/* Events on a step: what locates them works with what divides the step. */
#ifndef RDG_EVENT_IMPL_H
#define RDG_EVENT_IMPL_H

#include "piece_impl.h"
#include "tracer_impl.h"

/* What is known of an event's function at a corrected point of the step: its value, of a fold the growth of
 * the parameter along the step, and how that grows. */
typedef struct rdg_mark {
    double at; /* arclength along the step */
    double value, slope;
    double rounding; /* a value below has no sign */
    double mu;       /* of the event's parameter */
    double steepest; /* slope seen around the piece that ends there; 0: not known */
} rdg_mark;

/* What came of dividing a piece. */
typedef struct rdg_search {
    bool found;   /* a point of another sign: t->special, at arclength `at` */
    bool touches; /* none, but the function comes as near to zero as can be told; then nearest at `at` */
    double at;
    double least; /* its least value, but for the sign */
} rdg_search;

/* One end of a bracket: a chart, its arclength along the step, and the event function there. */
typedef struct rdg_bracket_end {
    const rdg_node *node;
    double at, test;
} rdg_bracket_end;

/* --- event_enclose.c */

/* A corrected point at arclength `at` becomes one end of the bracket. */
rdg_outcome rdg_event_shrink(rdg_tracer *t, rdg_index k, double at, rdg_bracket_end *low,
                             rdg_bracket_end *high);

/* Note that event k is not met between these two. */
void rdg_event_note_miss(rdg_tracer *t, const rdg_event *event, const rdg_bracket_end *low,
                         const rdg_bracket_end *high);

/* Enclose event k, whose function may jump, on the step of length h: t->special and its arclength *at; < 0:
 * not met. */
rdg_outcome rdg_event_enclose(rdg_tracer *t, rdg_index k, double h, double *at);

/* Event k, stationarity that Newton's method does not meet in the bracket: does the slope jump through zero,
 * at a kink? Then t->special is the greater of the points on both sides, or the smaller one of a minimum, and
 * its arclength *at; < 0: there is none. The bracket is then what encloses the kink. */
rdg_outcome rdg_event_enclose_kink(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                   rdg_bracket_end *high, double *at);

/* --- event_isolate.c */

/* Growth of the arclength along the step per length of a chart's tangent; 1 where that says nothing. */
double rdg_event_advance(const rdg_tracer *t, const double *tangent);

/* How far rounding may move the arclength of u along the step. */
double rdg_event_rounding(const rdg_tracer *t, const double *u);

/* Event k at a node of the step. */
rdg_mark rdg_event_mark(rdg_tracer *t, rdg_index k, const rdg_node *node, double at);

/* Is its value nothing but rounding? */
bool rdg_event_is_rounding(const rdg_mark *mark);

/* Cubic Hermite interpolant between two nodes of the step at arclength `at`, into u. */
void rdg_event_interpolate(const rdg_tracer *t, const rdg_node *low, double low_at, const rdg_node *high,
                           double high_at, double at, double *u);

/* Correct t->special, whose u is a guess, in the plane at arclength `at`, and complete it. */
rdg_outcome rdg_event_probe(rdg_tracer *t, double at);

/* The same from the interpolant over the whole step. */
rdg_outcome rdg_event_probe_step(rdg_tracer *t, double h, double at);

/* Look between two marks, where the function has this sign or is zero, for a point of the other one. */
rdg_outcome rdg_event_search(rdg_tracer *t, rdg_index k, double h, const rdg_mark *low, const rdg_mark *high,
                             double sign, rdg_search *search);

/* Look on the way from a zero to `far` for a point of this sign, which the function has next to the zero. */
rdg_outcome rdg_event_separate(rdg_tracer *t, rdg_index k, double h, const rdg_mark *zero, double far,
                               double sign, rdg_search *search);

/* --- event_hidden.c */

/* May event k, a value or a fold of the same sign at both ends of the step, vanish twice in between? A first
 * look, at no cost. */
bool rdg_event_may_hide(const rdg_tracer *t, rdg_index k, double h);

/* How fast the function of a value changed on the step before this one; 0: not known. */
double rdg_event_rate_before(const rdg_tracer *t, rdg_index k);

#endif
