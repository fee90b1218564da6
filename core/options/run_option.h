/** @file run_option.h
 *  @brief Options of a run, functions that it calls, and its summary.
 *
 *  The options are plain structs; each RDG_... macro below fills in one of them. */
#ifndef RDG_RUN_OPTION_H
#define RDG_RUN_OPTION_H

#include "chart.h"
#include "compound.h"
#include "event.h"
#include "memo.h"
#include "moving.h"
#include "objects.h"
#include "option_key.h"
#include "stop.h"
#include "timing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a run found. */
typedef struct rdg_run_summary {
    rdg_stop forwards;  /**< why the forward direction ended; RDG_STOP_NONE: not gone */
    rdg_stop backwards; /**< likewise backwards */
    long points;        /**< charts, special points included */
    long folds;         /**< found, smooth ones (FP) and those on non-smooth points (FK) */
    long kink_folds;    /**< of these FK */
    long branch_points; /**< BP found */
    long sign_changes;  /**< of the determinant without a branch point that was found: a non-smooth point at
                           which other  branches may meet this one, or a jump to another branch */
    double sign_change; /**< first active parameter at the first of them; NaN: there is none, or the run was
                           complete when it was resumed */
    long iterations;    /**< of Newton's method, all corrections */
    long corrections;   /**< solves by the corrector */
    long rejected;      /**< steps that were shortened */
    double content;     /**< of a covering: length, area or volume, in units of the typical sizes */
    long euler;         /**< of a surface: Euler characteristic, 2 for a sphere, 0 for a torus */
    long boundaries;    /**< of a surface: closed lines that bound it */
    long triangles;     /**< of a surface */
    long gaps;          /**< of a covering: unverified regions; also reported by forwards */
    long warnings;      /**< also those that were counted only */
    bool covered; /**< the curve is closed, or each of its ends lies on a bound of a domain that was given
                       or of a parameter's domain. With one domain these are its two bounds, unless the curve
                     turns at a cusp (CP) or  is a branch of RDG_SWITCH(), which may exist on one side of its
                     branch point only. No part of a covering is left out. False after a failure. With domains
                     of several parameters, `reached` and the facts "left_forwards" and "left_backwards" of
                     the run state how much of the first active parameter's domain was gone through */
    double reached[2]; /**< least and greatest value of the first active parameter among the charts; NaN where
                          there is none */
    rdg_timing timing; /**< where the time went */
} rdg_run_summary;

/** Sees every chart in the order of computation.
 *  @param problem the problem
 *  @param chart   the chart; valid during the call only
 *  @param data    pointer given with the observer
 *  @return true to end the branch here */
typedef bool (*rdg_observer)(rdg_problem *problem, const rdg_chart *chart, void *data);

/** Completes a chart that is about to be emitted: values of regular monitors that cost too much to be
 * computed at every correction, or that depend on whether the chart is labelled.
 *  @param problem the problem; its runs are under way, those of others may be made
 *  @param chart   the chart, with number, label and type. Of it only the values of regular monitors in mu may
 * be changed, not finite ones included
 *  @param data    pointer given with the function */
typedef void (*rdg_completer)(rdg_problem *problem, rdg_chart *chart, void *data);

/** Called where a branch ends at a terminal event or for lack of convergence (MX). It may name a point from
 * which the run continues, in the same folder and in the same direction of the first active parameter.
 *  @param problem   the problem. Functions may be changed, and solutions of it or of others computed
 *  @param event     the last chart; valid during the call only
 *  @param direction 1 or -1: the first active parameter grows or falls along the branch
 *  @param[out] u    a predictor of the point to continue from, shape [rdg_variable_count()]; holds the
 * event's on entry
 *  @param data      pointer given with the handler
 *  @return true to continue from @p u (a chart of type "RS"), false to end the branch. If @p u cannot be
 * corrected, another point is requested, a few times */
typedef bool (*rdg_handler)(rdg_problem *problem, const rdg_chart *event, int direction, double *u,
                            void *data);

/** The point of a curve that RDG_GUIDE() requires of its owner, at a value of the first active parameter.
 */
typedef struct rdg_guide_step {
    const double *u;              /**< [n] a chart next to it */
    const double *tangent;        /**< [n] along the curve there, of any length */
    const double *u_before;       /**< [n] another chart, behind the first one; NULL: there is none */
    const double *tangent_before; /**< [n] along the curve there */
    double value;                 /**< of the first active parameter: exactly that of the point */
    double growth;   /**< 1 for a step ahead, 0 between two charts; out: factor of the next step */
    double residual; /**< out: scaled residual */
    int iterations;  /**< out: of Newton's method */
    bool ends;       /**< out: the curve ends at @p u, as at the shortest step ("MX"); there is no point */
} rdg_guide_step;

/** Solves for the points of a curve, RDG_GUIDE(). */
typedef struct rdg_guide {
    /** @param problem the problem
     *  @param step    the point that is wanted
     *  @param[out] u  the point, shape [n]
     *  @param[out] tangent along the curve there, of any length and sense, shape [n]
     *  @param data    as below
     *  @return 0; > 0: there is no such point nearby; < 0: the run ends with an error */
    int (*solve)(rdg_problem *problem, rdg_guide_step *step, double *u, double *tangent, void *data);
    void *data; /**< borrowed */
} rdg_guide;

/** Kind of an option. */
typedef enum rdg_option_kind {
    RDG_OPTION_END = 0,
    RDG_OPTION_RELEASE,
    RDG_OPTION_HOLD,
    RDG_OPTION_HOLD_AT,
    RDG_OPTION_WINDOW,
    RDG_OPTION_EVENT,
    RDG_OPTION_EVENTS,
    RDG_OPTION_TERMINAL,
    RDG_OPTION_NO_FOLDS,
    RDG_OPTION_NO_BRANCH_POINTS,
    RDG_OPTION_FROM,
    RDG_OPTION_SWITCH,
    RDG_OPTION_START,
    RDG_OPTION_SWITCH_AT,
    RDG_OPTION_SWITCH_KNOWN,
    RDG_OPTION_SWITCH_ALONG,
    RDG_OPTION_DIRECTION,
    RDG_OPTION_STEP,
    RDG_OPTION_ANGLE,
    RDG_OPTION_MAX_POINTS,
    RDG_OPTION_LABEL_EVERY,
    RDG_OPTION_TOLERANCE,
    RDG_OPTION_LINEAR_SOLVER,
    RDG_OPTION_OBSERVER,
    RDG_OPTION_HANDLER,
    RDG_OPTION_NO_FOLDER,
    RDG_OPTION_NO_TABLE,
    RDG_OPTION_SUMMARY,
    RDG_OPTION_STEP_RULE,
    RDG_OPTION_DIMENSION,
    RDG_OPTION_COVER,
    RDG_OPTION_SAG,
    RDG_OPTION_GO_ROUND,
    RDG_OPTION_END_AT_FOLDS,
    RDG_OPTION_PREDICT_BEND,
    RDG_OPTION_TURN,
    RDG_OPTION_EXPECT_EARLY_END,
    RDG_OPTION_COMPLETE,
    RDG_OPTION_ADMIT,
    RDG_OPTION_MAXIMA,
    RDG_OPTION_IN_MEMORY,
    RDG_OPTION_DURABLE,
    RDG_OPTION_RESUME,
    RDG_OPTION_CHECKPOINT,
    RDG_OPTION_NEUTRAL_SADDLES,
    RDG_OPTION_QUIET,
    RDG_OPTION_DENSE_OUTPUT,
    RDG_OPTION_GUIDE,
    RDG_OPTION_OF_TOOLBOX
} rdg_option_kind;

/** How the linear systems are solved. */
typedef enum rdg_linear_solver {
    RDG_SOLVER_AUTO,  /**< by size and density */
    RDG_SOLVER_DENSE, /**< LAPACK */
    RDG_SOLVER_SPARSE /**< UMFPACK, or KLU where columns have few entries */
} rdg_linear_solver;

/** What sets the length of the steps along a curve. */
typedef enum rdg_step_rule_kind {
    RDG_STEP_RULE_COMBINED, /**< angle between tangents, iterations, residual at the predicted point, drift */
    RDG_STEP_RULE_COCO      /**< angle and residual at the predicted point, as in COCO's atlas_1d */
} rdg_step_rule_kind;

/** One option of a run; fields that its kind does not use are zero. */
typedef struct rdg_option {
    rdg_option_kind kind;       /**< its kind; each macro below fills in what its kind uses */
    const char *name;           /**< parameter, or run */
    const char *type;           /**< type of an event */
    double a;                   /**< first number of the macro */
    double b;                   /**< second number */
    double c;                   /**< third number */
    rdg_index count;            /**< a whole number: label, length of values, ... */
    const double *values;       /**< event values, start values */
    const double *tangent;      /**< of a branch that is left */
    rdg_observer observer;      /**< sees every chart */
    rdg_handler handler;        /**< names the point to continue from */
    rdg_completer completer;    /**< completes charts */
    rdg_event_check check;      /**< judges a located event */
    rdg_checkpoint_fn remember; /**< writes down what functions store */
    void *data;                 /**< handed to observer or handler; borrowed */
    rdg_run_summary *summary;   /**< to be filled in */
    const rdg_option_key *key;  /**< of an option that is no run's, but a toolbox's */
} rdg_option;

/** The number, in count, of a point that is given by a value: RDG_FROM_NEAR(). */
enum { RDG_NEAREST = -1 };

/** An option from fields by name. */
#define RDG_OPTION(...) RDG_MAKE(rdg_option, __VA_ARGS__)

/** The end of a list of options. */
#define RDG_LAST_OPTION RDG_OPTION(.kind = RDG_OPTION_END)
/** A list of options, at least one, as the calls that end in _list take it. */
#define RDG_OPTIONS(...) RDG_LIST(rdg_option, __VA_ARGS__, RDG_LAST_OPTION)
/** A list of the options behind the first argument; there need be none. */
#define RDG_OPTIONS_BEHIND(...) RDG_LIST(rdg_option, RDG_REST(__VA_ARGS__, RDG_LAST_OPTION))

/** Let a held parameter vary. The first one released is the run's first active parameter: folds are folds
 *  with respect to it, and "forwards" is where it grows. */
#define RDG_RELEASE(parameter) RDG_OPTION(.kind = RDG_OPTION_RELEASE, .name = (parameter))
/** Hold an active parameter at its value at the start. */
#define RDG_HOLD(parameter) RDG_OPTION(.kind = RDG_OPTION_HOLD, .name = (parameter))
/** Hold a parameter at a given value; the first correction takes it there. */
#define RDG_HOLD_AT(parameter, value)                                                                        \
    RDG_OPTION(.kind = RDG_OPTION_HOLD_AT, .name = (parameter), .a = (value))
/** Exchange two parameters: hold the one, release the other. */
#define RDG_EXCHANGE(held, released) RDG_HOLD(held), RDG_RELEASE(released)
/** Stay in low <= parameter <= high; the branch ends exactly on the boundary (EP). A parameter that is held
 * does not vary: its domain is reported by a warning. The domain of the first active parameter also bounds
 * the default steps, see RDG_STEP(). Domains of several parameters make a box: see rdg_run_summary.covered.
 */
#define RDG_WINDOW(parameter, low, high)                                                                     \
    RDG_OPTION(.kind = RDG_OPTION_WINDOW, .name = (parameter), .a = (low), .b = (high))
/** Locate parameter = value; the point is labelled with `type` ("UZ" for user values). Events at one point
 * are all reported, each on a line of its own, the one that ends the branch last. The start itself is no
 * event, unless the type is "UZ": a start that has a user value is labelled UZ in place of EP. A value
 * outside of the parameter's domain, or of a parameter that is held, is reported by a warning. */
#define RDG_EVENT(event_type, parameter, value)                                                              \
    RDG_OPTION(.kind = RDG_OPTION_EVENT, .type = (event_type), .name = (parameter), .a = (value))
/** Locate parameter = value and let a function judge it: it answers the type of the point or NULL, if it is
 *  none after all. */
#define RDG_EVENT_CHECKED(event_type, parameter, value, function, pointer)                                   \
    RDG_OPTION(.kind = RDG_OPTION_EVENT, .type = (event_type), .name = (parameter), .a = (value),            \
               .check = (function), .data = (pointer))
/** Locate parameter = value: a user value (UZ). */
#define RDG_UZ(parameter, value) RDG_EVENT("UZ", parameter, value)
/** Locate parameter = values[0 .. count-1]: user values (UZ). */
#define RDG_UZ_LIST(parameter, n, list)                                                                      \
    RDG_OPTION(.kind = RDG_OPTION_EVENTS, .type = "UZ", .name = (parameter), .count = (n), .values = (list))
/** Locate parameter = value and end the branch there. */
#define RDG_TERMINAL(event_type, parameter, value)                                                           \
    RDG_OPTION(.kind = RDG_OPTION_TERMINAL, .type = (event_type), .name = (parameter), .a = (value))
/** End the branch where parameter reaches value, or somewhat beyond, by `slack` at most: for a parameter that
 * may jump (RDG_JUMPING, RDG_KINKED) and need not be met exactly, which costs less. */
#define RDG_TERMINAL_NEAR(event_type, parameter, value, slack)                                               \
    RDG_OPTION(.kind = RDG_OPTION_TERMINAL, .type = (event_type), .name = (parameter), .a = (value),         \
               .c = (slack))
/** Do not search folds (FP, FK). */
#define RDG_NO_FOLDS RDG_OPTION(.kind = RDG_OPTION_NO_FOLDS)
/** End the branch at its first fold (FP or FK): a curve of maxima has become one of minima there. */
#define RDG_END_AT_FOLDS RDG_OPTION(.kind = RDG_OPTION_END_AT_FOLDS)
/** Let each predictor have the curvature of the last step instead of the tangent's direction, where the last
 * charts do not predict it better. This takes a fifth less iterations there. On curves only. */
#define RDG_PREDICT_BEND RDG_OPTION(.kind = RDG_OPTION_PREDICT_BEND)
/** Let a function solve for the points of the curve, by means of its own: `pointer` to an rdg_guide,
 * borrowed. Steps are those of the logarithm of the first active parameter, which must be positive, and end
 * at its requested values. Where the function finds no point, and where events may come in pairs, an
 * ordinary step follows. On curves only, without RDG_DENSE_OUTPUT. */
#define RDG_GUIDE(pointer) RDG_OPTION(.kind = RDG_OPTION_GUIDE, .data = (void *)(pointer))
/** Locate the maxima of a parameter or monitor along the curve: PM where its slope passes through zero, PK
 * where it jumps there, at a non-smooth point. For RDG_REGULAR monitors without derivatives a point costs one
 * value for each variable more. On curves only. */
#define RDG_MAXIMA(parameter) RDG_OPTION(.kind = RDG_OPTION_MAXIMA, .name = (parameter))
/** Locate neutral saddles (NSA), too: points of equilibria and orbits at which two real eigenvalues have the
 * sum zero (of maps: two real multipliers the product 1). They are no bifurcations; curves of Hopf and of
 * Neimark-Sacker points continue as curves of them. */
#define RDG_NEUTRAL_SADDLES RDG_OPTION(.kind = RDG_OPTION_NEUTRAL_SADDLES)
/** Do not search branch points (BP). */
#define RDG_NO_BRANCH_POINTS RDG_OPTION(.kind = RDG_OPTION_NO_BRANCH_POINTS)
/** Start from a labelled solution of an earlier run; variables are matched by block name. */
#define RDG_FROM(run, label_number)                                                                          \
    RDG_OPTION(.kind = RDG_OPTION_FROM, .name = (run), .count = (label_number))
/** Where a ridge or a phase resonance starts on a forced response: at the labelled point of it at which the
 * sensor, or the load's velocity, is greatest. */
#define RDG_FROM_GREATEST(run) RDG_FROM(run, 0)
/** Start from the nth point of a type, from 0, of an earlier run: RDG_FROM_POINT("frc", "FP", 0). */
#define RDG_FROM_POINT(run, point_type, nth)                                                                 \
    RDG_OPTION(.kind = RDG_OPTION_FROM, .name = (run), .type = (point_type), .count = (nth))
/** Start from the labelled point of an earlier run at which a column is nearest to a value:
 * RDG_FROM_NEAR("frc", "omega", RDG_HZ(317)). */
#define RDG_FROM_NEAR(run, column, value)                                                                    \
    RDG_OPTION(.kind = RDG_OPTION_FROM, .name = (run), .type = (column), .count = RDG_NEAREST, .a = (value))
/** Start on the other branch through a branch point labelled in an earlier run. */
#define RDG_SWITCH(run, label_number)                                                                        \
    RDG_OPTION(.kind = RDG_OPTION_SWITCH, .name = (run), .count = (label_number))
/** Start on branch number k = 1, 2, ... of those that leave a labelled branch point, without the one of the
 * earlier run. RDG_SWITCH() takes the first. At a point of multiplicity 2 to 4 all are found near the
 * point, at up to 0.45 of the typical sizes, and a note gives their number. */
#define RDG_SWITCH_BRANCH(run, label_number, k)                                                              \
    RDG_OPTION(.kind = RDG_OPTION_SWITCH, .name = (run), .count = (label_number), .b = (k))
/** Start from these values of all variables. */
#define RDG_START(u) RDG_OPTION(.kind = RDG_OPTION_START, .values = (u))
/** Start on the other branch through the branch point u, away from the branch with tangent t. */
#define RDG_SWITCH_AT(u, t) RDG_OPTION(.kind = RDG_OPTION_SWITCH_AT, .values = (u), .tangent = (t))
/** The same where u is known to be the branch point, so that it is not located again and nothing is searched
 * around it. */
#define RDG_SWITCH_KNOWN(u, t) RDG_OPTION(.kind = RDG_OPTION_SWITCH_KNOWN, .values = (u), .tangent = (t))
/** Start at the point u of a branch beside the branch point it leaves, and go one way, along t: a ray of
 * rdg_chart, and the ray minus the branch point. */
#define RDG_SWITCH_ALONG(u, t) RDG_OPTION(.kind = RDG_OPTION_SWITCH_ALONG, .values = (u), .tangent = (t))
/** > 0: forwards only; < 0: backwards only; 0 (default): both. */
#define RDG_DIRECTION(sign) RDG_OPTION(.kind = RDG_OPTION_DIRECTION, .a = (sign))
/** First, least and largest step (relative to typical sizes; defaults 0.05, 1e-6, 0.5; radii
 *  of a covering are at least 1e-3 by default). Without this option a step along a curve also changes the
 * first active parameter by at most 1/20 of its RDG_WINDOW(), so that a curve through the domain has at least
 * 20 points. The least step still holds, and a wide domain enlarges no step. With it the domain bounds no
 * step. A detail smaller than a step can stay hidden if it does not change the ends of the step and its few
 * samples. Examples are a wave over a fraction of it, a gap lower than a hundredth of it, or a strip in which
 * functions have no value. The largest step is the remedy. */
#define RDG_STEP(h0, h_min, h_max) RDG_OPTION(.kind = RDG_OPTION_STEP, .a = (h0), .b = (h_min), .c = (h_max))
/** Angle between neighbouring tangents that the step aims below, in degrees (default 6, on
 *  surfaces 10). */
#define RDG_ANGLE(degrees) RDG_OPTION(.kind = RDG_OPTION_ANGLE, .a = (degrees))
/** Cover a manifold of dimension k: 1 (default), 2 or 3. A surface and a space are covered by charts that
 * overlap (Henderson 2002). RDG_STEP() bounds the charts' radii. RDG_ANGLE() is how far a tangent space may
 * turn over a chart (default 10 degrees), RDG_SAG() how far it may rise above the manifold. RDG_WINDOW()
 * bounds the domain, and the zeros of events are curves on the surface. What is narrower than about a quarter
 * of a chart may be missed: then make the largest radius smaller. */
#define RDG_DIMENSION(k) RDG_OPTION(.kind = RDG_OPTION_DIMENSION, .count = (k))
/** Cover a curve, too, by overlapping charts, in no direction first. */
#define RDG_COVER RDG_OPTION(.kind = RDG_OPTION_COVER)
/** Largest distance of a chart's tangent space from the manifold, relative to typical sizes (default 0.02).
 */
#define RDG_SAG(distance) RDG_OPTION(.kind = RDG_OPTION_SAG, .a = (distance))
/** Choose the rule that sets the steps: a value of rdg_step_rule_kind. */
#define RDG_STEP_RULE(rule) RDG_OPTION(.kind = RDG_OPTION_STEP_RULE, .count = (rule))
/** Go on round a closed curve instead of ending where it closes. */
#define RDG_GO_ROUND RDG_OPTION(.kind = RDG_OPTION_GO_ROUND)
/** Points in each direction at most (default 500). A branch without a domain that ends at the default is
 * reported by a warning. */
#define RDG_MAX_POINTS(n) RDG_OPTION(.kind = RDG_OPTION_MAX_POINTS, .count = (n))
/** Label every n-th point as well (default 10; 0: special points only). */
#define RDG_LABEL_EVERY(n) RDG_OPTION(.kind = RDG_OPTION_LABEL_EVERY, .count = (n))
/** Tolerances on the scaled residual and on the last relative Newton step (defaults 1e-9, 1e-10). */
#define RDG_TOLERANCE(residual, step) RDG_OPTION(.kind = RDG_OPTION_TOLERANCE, .a = (residual), .b = (step))
/** Choose the linear solver: a value of rdg_linear_solver. */
#define RDG_LINEAR_SOLVER(solver) RDG_OPTION(.kind = RDG_OPTION_LINEAR_SOLVER, .count = (solver))
/** Call a function with every chart. */
#define RDG_OBSERVE(function, pointer)                                                                       \
    RDG_OPTION(.kind = RDG_OPTION_OBSERVER, .observer = (function), .data = (pointer))
/** Call a function that decides where to continue when the branch ends at a terminal event (a fold, with
 * RDG_END_AT_FOLDS, among them) or for lack of convergence. A point that cannot be corrected is refused, and
 * the function called again, five times at most. Then a goal of the run is missed, as with rdg_leave_out().
 */
#define RDG_ON_STOP(function, pointer)                                                                       \
    RDG_OPTION(.kind = RDG_OPTION_HANDLER, .handler = (function), .data = (pointer))
/** Call a function with the start before the branch is followed in the second direction. The function undoes
 * what RDG_ON_STOP() has changed about the problem in the first direction. It returns true for no second
 * direction. */
#define RDG_ON_TURN(function, pointer)                                                                       \
    RDG_OPTION(.kind = RDG_OPTION_TURN, .observer = (function), .data = (pointer))
/** The run may end before its domains do: what it has not reached is a note then, and no matter of
 * rdg_exit()'s answer. Without this a domain is a request. A run that ends before it, at the default maximum
 * of points or for lack of convergence, states what was not reached, and rdg_exit() answers 1. An
 * RDG_MAX_POINTS() of the program's own, its RDG_TERMINAL() and its observer are requests as well: a run that
 * ends there has fulfilled its request. */
#define RDG_EXPECT_EARLY_END RDG_OPTION(.kind = RDG_OPTION_EXPECT_EARLY_END)
/** Call a function with every chart before it is written and shown: it may fill in values of regular
 * monitors. */
#define RDG_COMPLETE(function, pointer)                                                                      \
    RDG_OPTION(.kind = RDG_OPTION_COMPLETE, .completer = (function), .data = (pointer))
/** Call a function for every chart, which decides whether it is the one that is sought. One that it does not
 * admit (by false) is not emitted: the branch ends before it as for lack of convergence (MX), where
 * RDG_ON_STOP() may name a point to continue from. */
#define RDG_ADMIT(function, pointer)                                                                         \
    RDG_OPTION(.kind = RDG_OPTION_ADMIT, .observer = (function), .data = (pointer))
/** Keep the run in memory instead of in a folder: its table and its labelled solutions, all that the folder
 * would hold but the VTK file of a surface. The context owns it; rdg_run_open(), RDG_FROM(), plots and
 * exports find it by its name, before a folder of that name, which stays as it is. It goes when a later run
 * takes the name, in memory or in a folder (RDG_NO_FOLDER takes none), by rdg_run_forget(), or with the
 * context. No file is touched. */
#define RDG_IN_MEMORY RDG_OPTION(.kind = RDG_OPTION_IN_MEMORY)
/** Have each point on the disk before the next one is computed: not even the end of the machine takes what
 * was written. It costs some milliseconds a point. Without it such an end may take the last moments of a run
 * (doc/data.md), and a kill of the program takes 50 ms at most. */
#define RDG_DURABLE RDG_OPTION(.kind = RDG_OPTION_DURABLE)
/** Go on with the run, if it was begun and cut off: rdg_continue(p, name, RDG_RESUME, ...) is rdg_resume(p,
 * name,
 * ...). Calls of toolboxes that make runs take it, too. */
#define RDG_RESUME RDG_OPTION(.kind = RDG_OPTION_RESUME)
/** Register the checkpoint data of those functions of RDG_OBSERVE(), RDG_COMPLETE(), RDG_ADMIT(),
 * RDG_ON_STOP() and RDG_ON_TURN() that have this pointer: `function` writes it with every labelled chart,
 * under a name (NULL: they store nothing). There rdg_resume() can take the run up; a run with functions of
 * whose memory nobody knows is computed again from its start. It may be given for several pointers. */
#define RDG_CHECKPOINT(whose, function, pointer)                                                             \
    RDG_OPTION(.kind = RDG_OPTION_CHECKPOINT, .name = (whose), .remember = (function), .data = (pointer))
/** Keep nothing of the run: neither a folder nor a run in memory. What it found is known to the observer and
 * the summary alone. */
#define RDG_NO_FOLDER RDG_OPTION(.kind = RDG_OPTION_NO_FOLDER)
/** An auxiliary run: it prints no notes and no warnings, its caller judges the result. */
#define RDG_QUIET RDG_OPTION(.kind = RDG_OPTION_QUIET)
/** Store the curve between the points, too: rdg_run_interpolate() then gives any column at any place, with an
 * error estimate, and pictures draw it smooth. It costs two residuals and two solutions for each row, at
 * least 18 evaluations of the monitors, and a Jacobian beside located events. The rows are the same as
 * without, but for curves with RDG_GUIDE(), as ridges, which take ordinary steps. On curves only. */
#define RDG_DENSE_OUTPUT RDG_OPTION(.kind = RDG_OPTION_DENSE_OUTPUT)
/** Print no table. */
#define RDG_NO_TABLE RDG_OPTION(.kind = RDG_OPTION_NO_TABLE)
/** Fill in a summary. */
#define RDG_SUMMARY(pointer) RDG_OPTION(.kind = RDG_OPTION_SUMMARY, .summary = (pointer))

#ifdef __cplusplus
}
#endif
#endif
