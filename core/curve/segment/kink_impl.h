/* Non-smooth points and jumps of the curve: one definition of both. */
#ifndef RDG_KINK_IMPL_H
#define RDG_KINK_IMPL_H

#include "event_impl.h"
#include "step_rule_impl.h"

/* RDG_IS_SINGULAR: both pieces lead on into each other, but Newton's method fails in between. */
typedef enum rdg_smoothness { RDG_IS_SMOOTH, RDG_HAS_KINK, RDG_IS_SINGULAR, RDG_HAS_JUMP } rdg_smoothness;

/* Where two smooth pieces of the curve come together. */
typedef struct rdg_kink {
    rdg_smoothness is;
    rdg_bracket_end low, high; /* nearest points of both pieces at which derivatives are right */
    rdg_bracket_end tip;       /* of a fold: the point where both meet */
    double off; /* in typical sizes: the points that enclose it are so near, or it was extrapolated so well */
} rdg_kink;

/* --- kink.c */

/* Distance from a non-smooth point, in typical sizes, that central differences reach; 0 with derivatives. */
extern const double rdg_reach_of_differences;
double rdg_kink_blur(const rdg_tracer *t);

/* Angle between the tangents of two nodes. */
double rdg_kink_angle(const rdg_tracer *t, const rdg_node *a, const rdg_node *b);

/* Between two points of the step: is the curve smooth, or of two pieces that meet, or do not? The enclosure
 * is shrunk to this width, or until it is smooth. k: fold event whose change of sign is to stay in it; -1:
 * none, and the first non-smooth point is searched for. blur: distance from the non-smooth point within which
 * derivatives are wrong. Nodes are t->side and t->bracket. RDG_FAILED: not decided. */
rdg_outcome rdg_kink_between(rdg_tracer *t, rdg_index k, rdg_bracket_end low, rdg_bracket_end high,
                             double width, double blur, rdg_kink *kink);

/* Does a fold's slope change its sign on one of both pieces, between the non-smooth point and the end of the
 * step? */
bool rdg_kink_hides_fold(const rdg_tracer *t, const rdg_kink *kink);

/* --- kink_step.c */

/* Does the step lead over a non-smooth point, measured along the sum of both tangents? Nothing is smooth in
 * between. */
bool rdg_step_crosses_kink(const rdg_tracer *t);

/* The length that is announced of a step over a non-smooth point right ahead, of the smallest step: no other
 * is so short.
 */
#define RDG_OVER_KINK 0.5

/* The step ends right before a non-smooth point, or right behind one right ahead. */
rdg_outcome rdg_step_end_at_kink(rdg_tracer *t, const rdg_kink *kink, rdg_step *step);

/* --- event_kink.c */

/* Fold event k, which changes its sign in the bracket, on a non-smooth point: t->special is its tip, and *at
 * its arclength; *at < 0: it is on none. The bracket becomes shorter. */
rdg_outcome rdg_event_find_kink(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                rdg_bracket_end *high, double *at);

/* The tip of a non-smooth point becomes t->special, if it passes the acceptance test. */
rdg_outcome rdg_event_take_tip(rdg_tracer *t, rdg_index k, const rdg_kink *kink, double *at);

#endif
