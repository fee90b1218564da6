/** @file flow.h
 *  @brief Motion of a hybrid system in time: along a segment of one mode with derivatives, and from event
 * surface to event surface.
 *
 *  A segment is the motion in one mode over a given time. Its end y is a function of
 *
 *      sigma = (x [n], p [np], phi [1 with forcing, else 0], tau) :
 *
 *  start, parameters, phase at the start, duration; event surfaces play no part in it. It is computed on a
 * mesh, fixed shares of tau, by Runge-Kutta steps (Dormand and Prince, 8(5,3)). On a given mesh y is a
 *  smooth function. The derivatives are those of this function, the discrete one, to rounding. tau may be
 * zero or negative.
 *
 *  Segments of linear modes (rdg_hybrid_phase.linear) are computed in closed form, whatever the mesh; where
 * that is possible rdg_flow_mesh() makes one step. */
#ifndef RDG_FLOW_H
#define RDG_FLOW_H

#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** By which steps modes are integrated that have no closed form. */
typedef enum rdg_flow_method {
    RDG_FLOW_CHOSEN,   /**< explicit ones; where a mode shows that it is stiff, as RDG_FLOW_MIXED from then on
                        */
    RDG_FLOW_EXPLICIT, /**< Dormand and Prince, 8(5,3), always */
    RDG_FLOW_STIFF,    /**< deprecated name of RDG_FLOW_MIXED */
    RDG_FLOW_MIXED,    /**< explicit steps, and implicit ones (Radau IIA, order 9) where stability would bind
                          explicit ones. This may change many times in a motion, as next to a velocity that
                          vanishes. In segments implicit steps are solved to rounding. Their derivatives,
                          second ones too, are those of the discrete motion */
} rdg_flow_method;

/** Sizes of the states in a step, in their units: rdg_flow_options.absolute is relative to them.
 *  @param n         states
 *  @param from      [n] at the beginning of the step
 *  @param to        [n] at its end
 *  @param step      its duration, s, > 0
 *  @param[out] size [n] >= 0
 *  @param data      rdg_flow_options.sizes_data */
typedef void rdg_flow_sizes_fn(rdg_index n, const double *from, const double *to, double step, double *size,
                               void *data);

/** How closely, and how far. 0: the default. */
typedef struct rdg_flow_options {
    rdg_flow_method method;   /**< by which steps */
    double relative;          /**< error of a step relative to the states, default 1e-11 */
    double absolute;          /**< the same in their units, where they are small, default 1e-13 */
    rdg_flow_sizes_fn *sizes; /**< of RDG_FLOW_EXPLICIT: sizes of states, for motions in any units; NULL: 1 */
    void *sizes_data;         /**< of that */
    double slopes;   /**< error of derivatives by the state, relative to the largest entry of a column,
                        default 10 times `relative`. Where steps are bound by stability the estimate is
                        far too large: what it sees of a step decays before it counts */
    long max_steps;  /**< of one segment, or between two event surfaces; default 1000000 */
    long max_events; /**< event surfaces of one call of rdg_flow_run(), default 1000000 */
} rdg_flow_options;

/** Workspace of motions of one system, for one thread; owned by the system's context. */
typedef struct rdg_flow rdg_flow;

/** Steps of a segment as shares of its duration. Zero at the beginning: one step. */
typedef struct rdg_mesh {
    rdg_index steps;    /**< how many; 0 as 1 */
    rdg_index capacity; /**< that share has */
    double *share;      /**< [steps], without their signs the sum is 1; < 0: the step is implicit, see
                           RDG_FLOW_MIXED */
} rdg_mesh;

/** Free what a mesh holds.
 *  @param mesh it may be used again */
void rdg_mesh_release(rdg_mesh *mesh);

/** Create a workspace.
 *  @param h       system; modes may be added later
 *  @param options copied; NULL: defaults
 *  @return NULL after a failure */
rdg_flow *rdg_flow_create(rdg_hybrid *h, const rdg_flow_options *options);

/** Free it before its context.
 *  @param flow NULL is allowed */
void rdg_flow_free(rdg_flow *flow);

/** Change the number of steps that a segment, or the way between two event surfaces, may take.
 *  @param flow  workspace; NULL is allowed
 *  @param steps > 0; anything else changes nothing */
void rdg_flow_limit(rdg_flow *flow, long steps);

/** Why the last call that did not answer 0 did so: "the field of mode \"slip\" is not finite at t = 0.3",
 *  "more than 1000000 steps", ...
 *  @param flow workspace
 *  @return borrowed until the next call; "" */
const char *rdg_flow_reason(const rdg_flow *flow);

/** Length of sigma.
 *  @param flow workspace
 *  @param mode place of the mode
 *  @return n + np + (1 with forcing) + 1; 0: no such mode */
rdg_index rdg_flow_arguments(const rdg_flow *flow, rdg_index mode);

/** Choose the steps of a segment so that each keeps the error that was requested.
 *  @param flow  workspace
 *  @param mode  place of the mode
 *  @param sigma where
 *  @param[in,out] mesh what it held before is gone. After a failure it has no steps
 *  @param[out]    y    [n] end of the segment; may be NULL
 *  @return 0; > 0: the motion leaves the domain, is not finite, needs too many steps; < 0: end the run */
int rdg_flow_mesh(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh, double *y);

/** Follow a segment until it meets an event surface, whatever its guard states; other event
 * surfaces play no part. A surface on which it starts counts once it has left it, one that it starts behind
 * once it is back.
 *  @param flow  workspace
 *  @param mode  place of the mode
 *  @param sigma where; tau > 0: not to be followed for longer
 *  @param event place of the event surface
 *  @param[in,out] mesh the steps to there. What it held before is gone. After a failure it has no steps
 *  @param[out]    tau  the time that it takes, on the true motion to rounding
 *  @return as rdg_flow_mesh(); > 0 also where the surface is not met within that time */
int rdg_flow_mesh_to(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_index event, rdg_mesh *mesh,
                     double *tau);

/** Cut the steps of a segment so that its derivatives by the state, too, are as exact as was requested
 * (rdg_flow_options.slopes), relative to the largest entry of each column. A motion that is at rest, or that
 * varies less than what is next to it, shows nothing of that.
 *  @param flow  workspace
 *  @param mode  place of the mode
 *  @param sigma where
 *  @param[in,out] mesh as rdg_flow_mesh() has chosen it
 *  @return as rdg_flow_mesh() */
int rdg_flow_refine(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_mesh *mesh);

/** Let rdg_flow_segment() estimate the errors of the derivatives that it computes, or not (default).
 *  @param flow  workspace; NULL is allowed
 *  @param weigh whether it does */
void rdg_flow_weigh_slopes(rdg_flow *flow, bool weigh);

/** The greatest estimate since rdg_flow_weigh_slopes(), relative to what rdg_flow_refine() keeps.
 *  @param flow workspace
 *  @return the estimate; NAN for NULL */
double rdg_flow_slope_error(const rdg_flow *flow);

/** Keep what the motion was at the stages of the segments that were computed last (default: of none), so that
 * derivatives at the same sigma on the same mesh do not compute it once more. The system's functions are not
 * to change meanwhile, but by way of sigma. Segments with large stages are not kept.
 *  @param flow workspace; NULL is allowed
 *  @param segments how many; 0: none. What was kept is gone */
void rdg_flow_keep_stages(rdg_flow *flow, rdg_index segments);

/** The end of a segment.
 *  @param flow  workspace
 *  @param mode  place of the mode
 *  @param mesh  its steps
 *  @param sigma where
 *  @param[out] y     [n] end
 *  @param[out] dy    [n ns] dy_i/dsigma_j at i + n*j. NULL: not requested
 *  @param[out] error greatest estimate of a step's error, relative to the one requested; NULL: not requested
 *  @return as rdg_flow_mesh() */
int rdg_flow_segment(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma, double *y,
                     double *dy, double *error);

/** Contracted second derivatives sum_i lambda_i d2y_i/dsigma_j dsigma_k of the end of a segment, by a forward
 * and a backward pass over its stages.
 *  @param flow   workspace
 *  @param mode   place of the mode
 *  @param mesh   its steps
 *  @param sigma  where
 *  @param lambda [n]
 *  @param[out] d2y [ns ns], whole
 *  @return as rdg_flow_mesh() */
int rdg_flow_second(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                    const double *lambda, double *d2y);

/** The same, along one direction: sum_ik lambda_i d2y_i/dsigma_j dsigma_k d_k, at a fraction of the cost of
 * all of them. Two passes again, with one variation in place of a column for each argument.
 *  @param flow   workspace
 *  @param mode   place of the mode
 *  @param mesh   its steps
 *  @param sigma  where
 *  @param lambda [n]
 *  @param d      [ns] the direction
 *  @param[out] out [ns]
 *  @return as rdg_flow_mesh() */
int rdg_flow_second_along(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                          const double *lambda, const double *d, double *out);

/** A state of a hybrid system. */
typedef struct rdg_hybrid_state {
    double t;       /**< time */
    double phi;     /**< phase of the forcing, not reduced to [0, 2 pi) */
    rdg_index mode; /**< place of the mode */
    double *x;      /**< [states of the largest mode] */
} rdg_hybrid_state;

/** Go along a segment step by step.
 *  @param flow  workspace; not to be used by what is called
 *  @param mode  place of the mode
 *  @param mesh  its steps
 *  @param sigma where
 *  @param at    called with the state at the end of each step, t being 0 at the beginning of the segment. One
 * that answers other than 0 ends it, and rdg_flow_trace() answers the same
 *  @param data  handed to it
 *  @return as rdg_flow_mesh() */
int rdg_flow_trace(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                   int (*at)(const rdg_hybrid_state *state, void *data), void *data);

/** Instants along a segment, for rdg_flow_trace_at(). */
typedef struct rdg_flow_instants {
    rdg_index count;     /**< so many */
    const double *share; /**< [count] in [0, 1] of tau, ascending */
    /** Called with the state at each of them, t being 0 at the beginning of the segment. One that answers
     * other than 0 ends it, and rdg_flow_trace_at() answers the same. */
    int (*at)(const rdg_hybrid_state *state, void *data);
    void *data; /**< handed to it */
} rdg_flow_instants;

/** States at given instants of a segment, within steps by their continuous extensions: the segment is gone
 * along once, however many there are.
 *  @param flow  workspace; not to be used by what is called
 *  @param mode  place of the mode
 *  @param mesh  its steps
 *  @param sigma where
 *  @param at    the instants, and who is informed
 *  @return as rdg_flow_mesh() */
int rdg_flow_trace_at(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                      const rdg_flow_instants *at);

/** The least value of the function h of an event surface, times the sign that it has before it is crossed,
 * inside a
 * segment. It is taken at minima where the rate vanishes, between the ends (both left out). < 0: the segment
 * passes through it.
 *  @param flow     workspace
 *  @param mode     place of the mode
 *  @param mesh     its steps
 *  @param sigma    where
 *  @param event place of the event surface
 *  @param[out] least INFINITY where there is no such minimum
 *  @param[out] share place of the minimum, in (0, 1) of tau. NAN where there is none
 *  @return as rdg_flow_mesh() */
int rdg_flow_least(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma, rdg_index event,
                   double *least, double *share);

/** A function of a motion, for rdg_flow_minima(). */
typedef struct rdg_flow_measured {
    const char *name;                    /**< for messages */
    const rdg_hybrid_function *function; /**< of the arguments of the mode's functions, one value */
    double sign;                         /**< 1, or -1: maxima are sought */
} rdg_flow_measured;

/** A minimum has been found.
 *  @param value of the function times the sign
 *  @param share place of the minimum, in (0, 1) of tau
 *  @param data  as given
 *  @return minima that are not below this are of no interest any more */
typedef double rdg_flow_minimum(double value, double share, void *data);

/** Minima of a function along a segment, times its sign: where its rate vanishes, between the ends (both left
 *  out), in their order.
 *  @param flow  workspace; not to be used by what is called
 *  @param mode  place of the mode
 *  @param mesh  its steps
 *  @param sigma where
 *  @param of    the function
 *  @param below those that are not below are left out
 *  @param at    called for each of them
 *  @param data  handed to it
 *  @return as rdg_flow_mesh() */
int rdg_flow_minima(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                    const rdg_flow_measured *of, double below, rdg_flow_minimum *at, void *data);

/** As large as states became along the last segment that rdg_flow_segment() has computed, at the ends of its
 * steps.
 *  @param flow workspace
 *  @return [n], borrowed until the next call */
const double *rdg_flow_extent(const rdg_flow *flow);

/** Forget how large the states of a motion are.
 *  @param flow workspace; NULL is allowed */
void rdg_flow_forget(rdg_flow *flow);

/** Note that states are as large: steps of differences, where functions have no derivatives of their own, are
 *  chosen by the largest that were noted since rdg_flow_forget().
 *  @param flow workspace; NULL is allowed
 *  @param mode place of the mode
 *  @param x    [n] states of the mode, whatever their signs */
void rdg_flow_note(rdg_flow *flow, rdg_index mode, const double *x);

/** Sizes of the arguments of a mode's functions, for rdg_hybrid_df(): those of the states as they were noted,
 *  and of the parameters that the system was made with.
 *  @param flow workspace
 *  @param mode place of the mode
 *  @return [arguments], borrowed until the next call; NULL: nothing is known of the mode */
const double *rdg_flow_sizes(const rdg_flow *flow, rdg_index mode);

/** What rdg_flow_run() reports of a motion. Any function may be NULL; one that answers other than 0 ends the
 *  run, and rdg_flow_run() answers the same. */
typedef struct rdg_flow_observer {
    /** After each step, at the instants of `every`, and behind each event surface. */
    int (*at)(const rdg_hybrid_state *state, void *data);
    double every; /**< times between calls of `at`, counted from the start; 0: the steps' ends */
    /** At each event surface that is taken: the state before and after it. */
    int (*crossed)(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                   void *data);
    void *data; /**< handed to both */
} rdg_flow_observer;

/** Follow a motion through its event surfaces.
 *
 *  Event surfaces are found where the sign of h changes over a step and also between two event surfaces
 * within one, at the minima of h. The instant is a root of h on the true solution, to rounding. A surface on
 * which the motion starts, after a reset too, counts once the motion has left it. Where it goes through it
 * instead, it is crossed at once. An event surface into its own mode without a reset is a section: it only
 * marks, and a motion may start behind it. So it may behind a surface with a guard. Steps reach over a
 *  surface before its root is found: the field is defined a little behind it.
 *  @param flow  workspace
 *  @param p     [np] parameters
 *  @param[in,out] state where it starts, where it ends
 *  @param t_end   instant to stop at
 *  @param n_events stop behind so many event surfaces; 0: none stops it
 *  @param observer NULL: no observer
 *  @return 0; > 0: it cannot continue (rdg_flow_reason() gives the reason: not finite, outside the domain,
 * too many steps or event surfaces, event surfaces that come together, a start behind a surface); < 0: end
 * the run */
int rdg_flow_run(rdg_flow *flow, const double *p, rdg_hybrid_state *state, double t_end, long n_events,
                 const rdg_flow_observer *observer);

#ifdef __cplusplus
}
#endif
#endif
