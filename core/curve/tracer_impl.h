/* The tracer: what an atlas works with while a run is under way. */
#ifndef RDG_TRACER_IMPL_H
#define RDG_TRACER_IMPL_H

#include "run_setup_impl.h"
#include "run_store_impl.h"
#include "tracer_parts_impl.h"

typedef struct rdg_step_rule rdg_step_rule;
typedef struct rdg_branch_work rdg_branch_work; /* workspace of branch points */
typedef struct rdg_step_matrix rdg_step_matrix; /* of the determinant between charts */
typedef struct rdg_sink rdg_sink;               /* where charts go: observer, table, file */
typedef struct rdg_dense_output rdg_dense_output;

/* Multiplicities of branch points are reported up to this one. */
enum { RDG_MOST_NULL_VECTORS = 4 };

/* Curves that leave a singular point are reported up to this number. */
enum { RDG_MOST_RAYS = 64 };

/* What Newton's method for a branch point has found. */
typedef enum rdg_branch_kind {
    RDG_BRANCH_POINT,   /* or nothing, after a failure */
    RDG_BRANCH_SADDLE,  /* no solution, but a point between branches that pass each other */
    RDG_BRANCH_SINGULAR /* a solution that a single curve goes through, or turns round in */
} rdg_branch_kind;

struct rdg_tracer {
    rdg_problem *p;
    rdg_context *ctx;
    const rdg_run_setup *setup;
    rdg_system *s;
    rdg_corrector *corrector;
    rdg_sink *sink;
    rdg_dense_output *dense;                /* the curve between charts; NULL: not required */
    rdg_node start, current, next, special; /* special: the event being located */
    rdg_miss missed;                        /* on the step under way */
    rdg_invariants invariants;              /* of the way under way */
    rdg_past before;                        /* the chart before the current one */
    rdg_gate gate;                          /* to observer, table and folder */
    rdg_node bracket[2];                    /* corrected points on either side of the event */
    rdg_node side[4];                       /* farther out, two on each side */
    rdg_node *found;                        /* [n_events] located on the step under way */
    double *found_at;                       /* [n_events] arclength of each; < 0: not found */
    double *row;                            /* [n] closing row of the step: the metric times */
    double *along;                          /* [n] a unit vector that the step is measured along */
    double *work;                           /* [n] */
    rdg_branch_work *branch_work;           /* NULL before the first one */
    rdg_step_parts parts;                   /* of the step under way */
    rdg_step_matrix *step_matrix;           /* NULL before the first step */
    double *zero_guess;                     /* [2 n] the curve at a zero of the determinant, and behind it */
    double cut_at, crossing_at;             /* of a step with two branch points, in between; the first one */
    double *block;                          /* [(RDG_MOST_NULL_VECTORS + 3) n] of branch_touch.c */
    double *ahead;                          /* [2 n] a predicted point and its residual */
    double begin;                           /* clock at the start of the run */
    rdg_first_point first;
    rdg_position position;
    rdg_findings findings;
    rdg_run_completion completion;
    rdg_resume_state resume;
    rdg_run_summary summary;
};

/* --- tracer.c */

/* Nodes and workspaces of a run whose problem and setup are known. */
rdg_status rdg_tracer_allocate(rdg_tracer *t);
void rdg_tracer_release(rdg_tracer *t);

/* --- node.c */
void rdg_node_swap(rdg_node *a, rdg_node *b);
void rdg_node_copy(const rdg_tracer *t, rdg_node *to, const rdg_node *from);

/* Distance of two nodes, in the metric. */
double rdg_node_distance(const rdg_tracer *t, const rdg_node *a, const rdg_node *b);

/* Relative slopes below have no sign: they are as good as the points are that they are taken at, and as the
 * Jacobian; by differences a few digits are lost. */
double rdg_slope_rounding(const rdg_tracer *t);

/* What an event on a parameter searches for the zero of, at a chart with its u and mu: NaN where the event
 * cannot happen. */
double rdg_event_value(rdg_problem *p, const rdg_event *event, const rdg_chart *at);

/* What this value is multiplied by at a node. */
double rdg_event_sense(const rdg_event *event, const rdg_node *node);

/* Type of the special point that was located at a chart; NULL: it is none after all. */
const char *rdg_event_type(rdg_problem *p, const rdg_event *event, const rdg_chart *before,
                           const rdg_chart *at, const rdg_chart *after);

/* A parameter's value, its slope along a tangent, and its largest slope for a change of typical size. */
typedef struct rdg_slope {
    double value, along, largest;
} rdg_slope;

/* Do the zero functions all have derivatives, so that nothing averages over non-smooth points? */
bool rdg_has_derivatives(const rdg_problem *p);

/* Answers as callbacks do. */
int rdg_slope_along(rdg_tracer *t, rdg_index parameter, const double *u, const double *tangent,
                    rdg_slope *slope);

/* Parameters, test functions and norm of a node whose u, tangent and determinant are known. */
rdg_outcome rdg_node_observe(rdg_tracer *t, rdg_node *node);

/* Tangent (oriented along `along`, in the metric of the step) of a node whose u is converged and whose
 * Jacobian is factored nearby. RDG_FAILED: there is none. */
rdg_outcome rdg_node_take_tangent(rdg_tracer *t, rdg_node *node, const double *along,
                                  const rdg_newton_report *report);

/* Parameters, test functions and norm of a node with this tangent; the factors are still those of the
 * tangent. RDG_FAILED: a monitor that has no value. */
rdg_outcome rdg_node_complete(rdg_tracer *t, rdg_node *node, const double *along,
                              const rdg_newton_report *report);

/* Both, with the factors taken anew at u, for located points. */
rdg_outcome rdg_node_complete_exactly(rdg_tracer *t, rdg_node *node, const double *along,
                                      const rdg_newton_report *report);

/* Tangent and determinant alone, by its Jacobian, which is then the last one; parameters and test functions
 * are not known. */
rdg_outcome rdg_node_sound(rdg_tracer *t, rdg_node *node, const double *along,
                           const rdg_newton_report *report);

/* Turn a tangent at u round, if need be, so that the first active parameter grows. RDG_FAILED: it has no
 * value. */
rdg_outcome rdg_tangent_orient(rdg_tracer *t, const double *u, double *tangent);

/* Any unit vector along the curve at u, oriented so that the first active parameter grows. RDG_FAILED:
 * singular.
 */
rdg_outcome rdg_tangent_at(rdg_tracer *t, const double *u, double *tangent);

/* --- gate.c: what every chart passes before it is emitted */
/* Largest scaled residual of functions and held parameters at u, without whatever else an equation for u may
 * have had. RDG_FAILED: it is too large, or not finite. */
rdg_outcome rdg_gate_residual(rdg_tracer *t, const double *u, double *residual);

/* The same for a node, into its chart; at once for a node that has passed. Who makes a node requests this
 * where it can still be made otherwise, by a shorter step. */
rdg_outcome rdg_gate_solves(rdg_tracer *t, rdg_node *node);

/* A parameter whose domain a chart lies outside of, or -1. */
rdg_index rdg_gate_window_left(rdg_tracer *t, const rdg_chart *chart);

/* How far a parameter may lie beyond a bound that Newton's method has met: what rounding leaves. */
double rdg_gate_slack(rdg_tracer *t, const double *u, rdg_index parameter, double bound);

/* Let a parameter that is one of the variables have a value exactly; others are left as Newton's method has
 * them. */
void rdg_gate_put_on(const rdg_tracer *t, rdg_index parameter, double value, double *u);

/* Does the function of RDG_ADMIT() admit a chart? Why not is complained of. */
bool rdg_gate_is_wanted(rdg_tracer *t, const rdg_chart *chart);

/* All of it, and the chart is not its predecessor once more. *admitted false: it is not to be emitted, and
 * why has been stated. The output requests this of every chart. */
rdg_status rdg_gate_admit(rdg_tracer *t, rdg_node *node, const char *type, bool *admitted);

/* The continuation begins at a node that was emitted before. */
void rdg_gate_begin_at(rdg_tracer *t, const rdg_node *node);

/* --- step.c: the step from t->current to t->next, measured along the tangent at its start, as a rule */

/* Arclength of u along the step. */
double rdg_step_along(const rdg_tracer *t, const double *u);

/* What follows if it leads nowhere: a nearer one, of a shorter step; nothing, where an event is searched for
 * between two points; nothing, since it was the last try. */
typedef enum rdg_guess {
    RDG_GUESS_OF_STEP,
    RDG_GUESS_BY_CHARTS, /* of a step, by more than a tangent */
    RDG_GUESS_OF_EVENT,
    RDG_GUESS_LAST
} rdg_guess;

/* Newton's method for a point of the step. A predictor that a nearer one follows is given up where line
 * search gets nowhere. Branches with a monotone parameter meet places that nothing leads over, and a handler
 * goes on there: there it is given up earlier still, but at the last try. */
rdg_outcome rdg_step_correct(rdg_tracer *t, const rdg_closing *closing, double *u, rdg_guess guess,
                             rdg_newton_report *report);

/* Growth of that arclength per length of a tangent. */
double rdg_step_rate(const rdg_tracer *t, const double *tangent);

/* Angle between the tangents at both ends. */
double rdg_step_angle(const rdg_tracer *t);

/* Distance of the corrected from the predicted point. */
double rdg_step_drift(const rdg_tracer *t, double h);

/* u: the point that a step of length h is predicted to end at: along the tangent, and, where this is
 * requested for, bent as the curve lately was. */
void rdg_step_predict(const rdg_tracer *t, double h, double *u);

/* Keep what later steps need of the current chart, once a step of length h has left it. */
void rdg_remember_step(rdg_tracer *t, double h);

/* --- event_locate.c */

/* What the location of its events shows of a step. */
typedef struct rdg_step_outcome {
    double rest;      /* what was cut off, and can be the next step */
    bool is_too_long; /* no point was found between two folds: a steep front, or a gap; or the determinant is
                         not known where it may vanish */
} rdg_step_outcome;

/* Locate every event between t->current and t->next, a step of length *h. Where there are more than one of a
 * kind, the step is cut: t->next and *h are then those of its first part. One that cannot be located is in
 * t->missed. is_short: a shorter step shows no more of its determinant. */
rdg_status rdg_locate_events(rdg_tracer *t, bool is_short, double *h, rdg_step_outcome *outcome);

/* Is the event the bound of a domain? */
bool rdg_event_is_bound(const rdg_event *event);

/* Must it be met, be it by shorter steps? A bound ends the branch; a determinant that changes sign without a
 * branch point reports of a jump to another branch. */
bool rdg_event_must_be_met(const rdg_event *event);

/* The cubic between two nodes at arclengths of the step. */
void rdg_point_between(const rdg_tracer *t, const rdg_node *a, double a_at, const rdg_node *b, double b_at,
                       double at, double *u);

/* The point at arclength `at` along the tangent of a node. */
void rdg_point_along(const rdg_tracer *t, const rdg_node *node, double node_at, double at, double *u);

/* Unit tangent, at the arclength of u, of the cubic through both ends of the step. False: there is none. */
bool rdg_tangent_between(const rdg_tracer *t, const double *u, double *tangent);

/* --- stability_index.c */

/* Least and greatest value of stability index k into a node's test and slope. */
void rdg_index_observe(rdg_tracer *t, rdg_node *node, rdg_index k);

/* --- invariants.c */

/* The curve begins anew at the current chart. */
void rdg_invariants_begin(rdg_tracer *t);

/* Nothing is known of the step under way. */
void rdg_invariants_begin_step(rdg_tracer *t);

/* Does the step, the events of which have been located, show a change that none explains, and that a shorter
 * step may explain? */
bool rdg_invariants_are_unexplained(const rdg_tracer *t);

/* The step is accepted. Warnings: of changes that nothing explains, and of events that are not met; changes
 * of the determinant's sign are counted, for one at the end of the run. */
void rdg_invariants_accept(rdg_tracer *t);

/* Where the slope of the current chart is nothing but rounding, give it the last certain sign, if the next
 * chart has the other one. */
void rdg_fold_recall_sign(rdg_tracer *t);

/* A fold that Newton's method did not meet behind such a chart, along which the parameter does not change:
 * the chart is the fold, as far as rounding allows. */
void rdg_fold_take_chart(rdg_tracer *t);

/* --- invariant_messages.c: note the non-smooth points at which indices jumped */
void rdg_invariants_report_kinks(const rdg_tracer *t);

/* --- branch_isolate.c */

/* A way begins at the current chart: nothing is known of the determinant. */
void rdg_branches_begin(rdg_tracer *t);

/* --- branch_point.c */

/* Newton's method for a branch point from u (in place), on a way no longer than `reach`. tangent: roughly
 * along the branch on which it was met; on return exactly along it, where the branches have two real
 * directions. Where *kind is not RDG_BRANCH_POINT the outcome is RDG_FAILED. */
rdg_outcome rdg_branch_point_solve(rdg_tracer *t, double *tangent, double *u, double reach,
                                   rdg_newton_report *report, rdg_branch_kind *kind);

/* How many curves leave the singular point u? Into the chart; *kind: is it a branch point? */
rdg_outcome rdg_branch_point_star(rdg_tracer *t, rdg_chart *chart, rdg_branch_kind *kind);

/* The curves that the last call of these two has found, if any, into the chart. */
void rdg_branch_point_rays(const rdg_tracer *t, rdg_chart *chart);

/* --- branch_rays.c */

/* Points of all curves that leave a branch point of multiplicity `count` > 1 into the chart; none if their
 * number is not certain. t->block holds the null vectors of [G_u; tangent], relative to the typical sizes. */
rdg_outcome rdg_multiple_point_rays(rdg_tracer *t, rdg_chart *chart, int count);

/* The ray of branch `number`, from 1, of those that leave the multiple point with its rays, without the two
 * of the curve with this tangent. */
rdg_status rdg_multiple_point_other(rdg_tracer *t, const rdg_chart *chart, const double *tangent,
                                    rdg_index number, double *ray);

/* --- branch_touch.c */

/* At a branch point with its tangent: the multiplicity, and the rays of a multiple one, into the chart. */
rdg_outcome rdg_multiple_point_look(rdg_tracer *t, rdg_chart *chart);

/* What the run has kept for the next one. */
void rdg_branch_work_free(rdg_branch_work *work);

/* Unit vector along the other branch through the branch point u. */
rdg_status rdg_branch_point_other(rdg_tracer *t, const double *u, const double *tangent, double *other);

/* --- branch_cusp.c */

/* Does the curve end at the current chart because of a singular point? Then the problem complains of it. */
void rdg_complain_of_cusp(rdg_tracer *t);

/* Is a singular point that was found before so near ahead of the current chart? t->row is that of a step. */
bool rdg_leads_into_cusp(const rdg_tracer *t, double reach);

/* A singular point that is no branch point is stated once a run. */
void rdg_warn_of_singular_point(rdg_tracer *t, const double *u);

/* --- branch_touch.c: the determinant touches zero at u, at arclength `near` of the step of length h, where
 * `count` singular values vanish. A branch point becomes t->special, *at its arclength, < 0: it is none, or
 * the one that was found last. RDG_ABORTED is the only failure. */
rdg_outcome rdg_touch_take(rdg_tracer *t, double h, const double *u, int count, double near, double *at);

/* --- atlases: each decides which chart comes next */
typedef struct rdg_atlas_ops {
    const char *name;
    rdg_status (*cover)(rdg_tracer *t);
} rdg_atlas_ops;

extern const rdg_atlas_ops rdg_atlas_0d;
extern const rdg_atlas_ops rdg_atlas_1d;
extern const rdg_atlas_ops rdg_atlas_kd;

#endif
