/* Events on a step: what locates them works with what divides the step. */
#ifndef RDG_EVENT_IMPL_H
#define RDG_EVENT_IMPL_H

#include "enclosure_impl.h"
#include "tracer_impl.h"

/* Located points as near to each other, or to the end of the step, as this share of it are at one place. */
#define RDG_SAME_PLACE 1e-9

/* One end of a bracket: a chart, its arclength along the step, and the event function there. */
typedef struct rdg_bracket_end {
    const rdg_node *node;
    double at, test;
} rdg_bracket_end;

/* What the isolation of an event came to. RDG_CUT: the step ends before, see t->next. RDG_ISOLATION_UNSURE: a
 * shorter step may report. */
typedef enum rdg_isolation {
    RDG_ISOLATED,
    RDG_CUT,
    RDG_ISOLATION_UNSURE,
    RDG_ISOLATION_ABORTED
} rdg_isolation;

/* --- invariants.c */

/* Follow invariant k along the step, the events of which have been located; it may be cut. */
rdg_isolation rdg_invariant_follow(rdg_tracer *t, rdg_index k, bool may_cut, double *h);

/* --- event_isolate.c */

/* Has the event's function non-smooth points, or may it jump? */
bool rdg_event_is_rough(const rdg_tracer *t, const rdg_event *event);

/* Does the function of event k change its sign between both charts of the step? */
bool rdg_event_crosses(const rdg_tracer *t, rdg_index k);

/* Is the event's function smooth, so that zeros of a polynomial are its own? */
bool rdg_event_can_be_isolated(const rdg_tracer *t, const rdg_event *event);

/* May the function of event k vanish on the step of length h? Of any event that is isolated on the curve
 * segment? */
bool rdg_event_comes_near(const rdg_tracer *t, rdg_index k, double h);
bool rdg_events_come_near(const rdg_tracer *t, double h);

/* --- event_enclose.c */

/* Are the ends of a bracket, as near to each other as they are, two points of one curve? */
bool rdg_event_hangs_together(rdg_tracer *t, const rdg_bracket_end *low, const rdg_bracket_end *high);

/* A corrected point at arclength `at` becomes one end of the bracket. */
rdg_outcome rdg_event_shrink(rdg_tracer *t, rdg_index k, double at, rdg_bracket_end *low,
                             rdg_bracket_end *high);

/* Enclose event k, whose function may jump, on the step of length h: t->special and its arclength *at; < 0:
 * not met. */
rdg_outcome rdg_event_enclose(rdg_tracer *t, rdg_index k, double h, double *at);

/* Is t->special, a point that ends the branch, one that the event's own check refuses? Newton's method may
 * have gone elsewhere, to what is none, and shorter brackets may lead to what is. */
bool rdg_event_is_refused(const rdg_tracer *t, const rdg_event *event);

/* Event k, the end of a branch that Newton's method does not meet in the bracket: t->special is the last
 * point in front of it, *at its arclength, unchanged where the curve jumps. The bracket has become shorter.
 */
rdg_outcome rdg_event_enclose_end(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                  rdg_bracket_end *high, double *at);

/* Fold event k, too flat for Newton's method: t->special is in its middle, *at its arclength, or *at < 0. */
rdg_outcome rdg_event_enclose_flat(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                   rdg_bracket_end *high, double *at);

/* --- event_singular.c */

/* Event k, which Newton's method has met at arclength *at, t->special, or not, *at < 0: does that lie on the
 * curve segment, and is the system regular there? Else, if the curve is smooth about `guess`, and the system
 * singular, the zero of the polynomial through points on both sides becomes t->special, *at its arclength. */
rdg_outcome rdg_event_extrapolate(rdg_tracer *t, rdg_index k, double h, double guess, double *at);

/* Does such an end of the branch lie on the corrected step of length h, next to the current chart? */
bool rdg_event_nears_singular_end(rdg_tracer *t, double h);

/* --- event_ends.c */

/* Does it end the branch where its function vanishes, no bound of a domain or a domain? */
bool rdg_event_is_end(const rdg_event *event);

/* Note that an event is not met between these two: of several, one that must be met. */
void rdg_event_note_miss(rdg_tracer *t, const rdg_event *event, const rdg_bracket_end *low,
                         const rdg_bracket_end *high);

/* Is the function of event k less than this share of its values at the ends of the step, at what was located
 * of event j? */
bool rdg_event_vanishes_at(const rdg_tracer *t, rdg_index k, rdg_index j, double share);

/* Is it at an end of the branch? One of several ends is enough. */
bool rdg_event_vanishes_at_an_end(const rdg_tracer *t, rdg_index k);

/* All events of the step are located: what lies behind an end of the branch is forgotten. So is a fold or a
 * branch point at a singular end: the curve turns there, and determinants vanish. */
void rdg_events_settle_ends(rdg_tracer *t);

/* In front of a located end of the branch, behind which functions of events have no value: does one of them
 * change its sign there? Then the step ends at the last point in front of that. */
rdg_isolation rdg_event_look_in_front(rdg_tracer *t, double *h);

/* --- event_kink.c */

/* Is event k stationarity of which the slope comes from differences, that average over non-smooth points? */
bool rdg_event_is_smeared(const rdg_tracer *t, rdg_index k);

/* --- event_flat.c */

/* The slope of event k's parameter is nothing but rounding at high->at. The middle of all such points becomes
 * t->special, the ends of the bracket those with a sign; *at < 0: not to be reported. */
rdg_outcome rdg_event_halve_flat(rdg_tracer *t, rdg_index k, double h, rdg_bracket_end *low,
                                 rdg_bracket_end *high, double *at);

/* --- event_finish.c */

/* Locate event k, whose function changes sign on the step of length h. is_guessed: the variables of
 * t->special are the curve at its zero, about. On success t->special is the complete node and *at its
 * arclength; *at < 0 if it was not met. */
rdg_outcome rdg_event_finish(rdg_tracer *t, rdg_index k, double h, double place, double *at);

/* --- branch_isolate.c */

/* What is known of a branch point on a step: nothing, that there is none, its arclength, or that the end may
 * lie on another branch. */
typedef struct rdg_branch_place {
    enum { RDG_PLACE_UNKNOWN, RDG_PLACE_NONE, RDG_PLACE_CROSSING, RDG_PLACE_TOUCH, RDG_PLACE_ELSEWHERE } kind;
    double at;
    int nullity; /* where the determinant touches zero: number of singular values that vanish */
} rdg_branch_place;

/* The branch point of the step of length *h, the curve there being t->zero_guess. A step with more of them
 * is cut. */
rdg_isolation rdg_branch_isolate(rdg_tracer *t, double *h, rdg_branch_place *place);

/* --- event_probe.c */

/* Growth of the arclength along the step per length of a chart's tangent; 1 where that states nothing. */
double rdg_event_advance(const rdg_tracer *t, const double *tangent);

/* How far rounding may move the arclength of u along the step. */
double rdg_event_rounding(const rdg_tracer *t, const double *u);

/* Correct t->special, whose u is a predictor, in the plane at arclength `at`, and complete it. */
rdg_outcome rdg_event_probe(rdg_tracer *t, double at);

/* The same, but for parameters and test functions, which rdg_node_observe() would report. */
rdg_outcome rdg_event_sound(rdg_tracer *t, double at);

/* The same with factors at the very point. RDG_FAILED also where the sign of the determinant shows that it is
 * a point of another branch. */
rdg_outcome rdg_event_sound_on_branch(rdg_tracer *t, double at);

/* The first, and RDG_FAILED also where the sign of the determinant shows that it is a point of another
 * branch. */
rdg_outcome rdg_event_probe_on_branch(rdg_tracer *t, double at);

/* The same from the interpolant over the whole step. */
rdg_outcome rdg_event_probe_step(rdg_tracer *t, double h, double at);

/* Where a point between low and high is searched for in trial 0, 1, ...: half the way, or else nearby. */
enum { RDG_EVENT_PLACES = 7 };
double rdg_event_place(int trial, double low, double high);

/* The corrected point half the way between two nodes, or, where none is found there, elsewhere between them;
 * *at: its place. */
rdg_outcome rdg_event_probe_between(rdg_tracer *t, const rdg_node *low, double low_at, const rdg_node *high,
                                    double high_at, double *at);

/* Is the system all but singular there, beside the ends of the step? Then the tangent is of any branch. */
bool rdg_event_is_singular(const rdg_tracer *t, const rdg_node *node);

/* The step ends at the corrected point t->special, at arclength `at`. */
void rdg_event_cut(rdg_tracer *t, double at, double *h);

#endif
