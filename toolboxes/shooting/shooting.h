/** @file shooting.h
 *  @brief Periodic orbits of hybrid systems by multiple shooting.
 *
 *      rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 200});
 *      rdg_problem *p = rdg_shooting_problem(s);
 *      rdg_continue(p, "orbits", RDG_RELEASE("v"), RDG_WINDOW("v", 0.05, 1));
 *
 *  An orbit is a closed chain of segments, each in one mode; segment j starts at x_j and lasts tau_j. One
 * that an event surface ends satisfies h(y_j, p, phi) = 0 and x_{j+1} = R(y_j, p, phi) there. One that is
 * followed by another in the same mode, x_{j+1} = y_j with tau_j in a fixed ratio to tau_{j+1}. Orbits of
 * forced systems have the period 2 pi k / omega, those of autonomous ones begin behind an event surface or,
 * without any, where the motion passes a plane at right angles to it. */
#ifndef RDG_SHOOTING_H
#define RDG_SHOOTING_H

#include <ridgewalk/core.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Periodic orbits of a system; owned by the system's context. */
typedef struct rdg_shooting rdg_shooting;

/** Where the first orbit is sought, and how. All fields may be 0 but, without `transient`, `x`. */
typedef struct rdg_shooting_options {
    const char *mode; /**< in which the motion starts; NULL: the first one */
    const double *x;  /**< [states of the mode] where it starts; NULL: at 0 */
    double phase;     /**< of the forcing there, rad */
    union {
        double transient; /**< the motion is followed for so long, until it is (nearly) periodic, time units;
                         0: the orbit begins (nearly) at x, stable or not */
        double settle;    /**< deprecated name */
    };
    double period;   /**< about; 0: the motion shows it. A motion with another steady state is refused. An
                        autonomous system is followed for 10 times this, or else for `transient`. Without
                        `transient`, and with event surfaces, 3 times this suffice where the motion shows the
                        same events twice, each time for this period to a quarter */
    rdg_index order; /**< k, at most 65536, of forced systems: periods of the forcing in one of the orbit; 0:
                        the least one up to 32 with which the steady motion returns, 1 without `transient` */
    const char *const *sequence; /**< names of the event surfaces in one period, ended by NULL
                                    (RDG_SEQUENCE()); NULL: those that the motion shows */
    const double *symmetry; /**< [n n] G with G^2 = 1, column-major, of a system of one mode: the orbit is
                               one with x(t + T/2) = G x(t), and half of it is computed; NULL: whole */
    union {
        rdg_index segments; /**< slots for segments; 0: as many as the first orbit needs, and if there are
                               event surfaces 8 more, 16 at least */
        rdg_index arcs;     /**< deprecated name */
    };
    rdg_flow_options flow; /**< how closely the motion is computed */
    const double *p;       /**< values of the parameters; NULL: those of the system */
} rdg_shooting_options;

/** Names of event surfaces: the event signature for rdg_shooting_options. */
#define RDG_SEQUENCE(...) RDG_TEXTS(__VA_ARGS__, NULL)

/** Find a first orbit by following a motion.
 *  @param h       system
 *  @param options copied. NULL: defaults
 *  @return NULL after a failure: RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, or
 *          RDG_ERR_NO_CONVERGENCE: the motion cannot be followed, does not return, or meets other event
 * surfaces than requested. The message names it. RDG_ERR_ARGUMENT also where the field does not
 *          have the symmetry; a run along which it loses that ends with a failure */
rdg_shooting *rdg_shooting_create(rdg_hybrid *h, const rdg_shooting_options *options);

/** Free them before their context. A problem that stands on them keeps them until it is freed.
 *  @param s NULL is allowed */
void rdg_shooting_free(rdg_shooting *s);

/** The problem of periodic orbits.
 *
 *  Variables: blocks "x" [segments * states of the largest mode], "tau" [segments], with forcing "phi" (phase
 * at the start of the first segment), "p" (parameters). Zero function "shooting". Inactive parameters by
 * name; "T" (active), the period. Multipliers, without the trivial one of an autonomous system: monitors
 * "unstable", "pd", "ns" and the special points of rdg_map_problem(), PD, NS, and NSA on request;
 * rdg_ep_eigenvalues() gives them all. Where nobody knows them, as at a graze, "unstable" is -1 and there are
 * no such points.
 *
 *  With event surfaces three more are active, and with guards "guard". They are "graze" (least distance from
 * a surface that is not crossed, in its units), "passing" (least rate at which one is crossed) and "duration"
 *  (least of a segment). Where one of them reaches zero the event signature ends: GR, GR, DU, TO.
 * No run starts from a chain of segments that passes through a surface, "graze" < 0: it is no orbit.
 *
 *  Runs, and rdg_need_parameter(), can request one of these at a time: "graze.<event>" and
 * "passing.<event>", by the names of event surfaces, "duration.<segment>", counted from 1. Held at zero
 * each is a curve of such points in two parameters.
 *
 *  The start values are the first orbit, as nearly as the motion shows it.
 *  @param s orbits; kept by the problem, one problem at a time
 *  @return NULL after a failure */
rdg_problem *rdg_shooting_problem(rdg_shooting *s);

/** All multipliers of an orbit but the trivial one of an autonomous system, whatever their range. They come
 * from the motion in steps that are short for its fastest change, by orthonormal vectors that are carried
 * along. Where rdg_ep_eigenvalues() gives 1e-17 of a multiplier that is exp(-29000), this gives the exponent.
 * Where the matrix of a period keeps too few digits (errors grow by more than 1e5 on it), "unstable", "pd"
 * and "ns" stand on these numbers by themselves.
 *  @param s orbits
 *  @param u variables of the problem at a point of a run, shape [rdg_variable_count()]
 *  @param n states of the largest mode, less 1 of an autonomous system
 *  @param[out] log   [n] logarithms of their moduli, the largest first; -INFINITY: exactly 0, of what a
 *                    event surface forgets
 *  @param[out] angle [n] in (-pi, pi]; conjugate pairs stand together
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE; RDG_ERR_NO_CONVERGENCE: rounding errors determine
 * some */
rdg_status rdg_shooting_multipliers(rdg_shooting *s, const double *u, rdg_index n, double *log,
                                    double *angle);

/** Add the monitor "multiplier.log", the logarithm of the largest modulus of these; -1e300 where all are
 *  exactly 0. A point costs as much more as the field is stiff.
 *  @param s orbits
 *  @param p their problem
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NAME (it is there), RDG_ERR_NO_MEMORY */
rdg_status rdg_shooting_add_logarithm(rdg_shooting *s, rdg_problem *p);

/** Orbits of twice the period, from a period doubling (PD), in whatever event signature it is:
 *
 *      rdg_shooting *d = rdg_shooting_double(s, "orbits", label);
 *      rdg_continue(rdg_shooting_problem(d), "doubled", RDG_RELEASE("c"), rdg_shooting_flip(d));
 *
 *  @param s     orbits of the system
 *  @param run   run of their problem
 *  @param label of the point
 *  @return NULL after a failure: as rdg_run_solution(); RDG_ERR_ARGUMENT of halves of symmetric orbits, and
 * of a solution of another event signature that does not give it. RDG_ERR_NAME: where the system has not its
 * modes and event surfaces */
rdg_shooting *rdg_shooting_double(rdg_shooting *s, const char *run, rdg_index label);

/** Option of a run that starts on the branch of doubled orbits.
 *  @param s as rdg_shooting_double() answered; must live until the run has begun
 *  @return the option; one that the run refuses for anything else */
rdg_option rdg_shooting_flip(const rdg_shooting *s);

/** Orbits that begin with a labelled solution, in the event signature that it has there, for other solvers.
 *  @param s     orbits of the system
 *  @param run   run of their problem
 *  @param label of the point
 *  @return NULL after a failure: as rdg_shooting_double() */
rdg_shooting *rdg_shooting_at(rdg_shooting *s, const char *run, rdg_index label);

/** The system of orbits.
 *  @param s NULL is allowed
 *  @return borrowed; NULL for NULL */
rdg_hybrid *rdg_shooting_system(const rdg_shooting *s);

/** Periods of the forcing in one of the orbit, 1 of autonomous systems.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_shooting_order(const rdg_shooting *s);

/** What an orbit consists of: "slip, catch, stick, break", its modes and event surfaces.
 *  @param s orbits
 *  @return borrowed until the event signature changes; "" for NULL */
const char *rdg_shooting_sequence(const rdg_shooting *s);

/** A segment of an orbit. */
typedef struct rdg_shooting_segment {
    rdg_index mode; /**< place of its mode */
    union {
        rdg_index event; /**< place of the event surface that ends it; -1: the next segment continues in the
                           same mode */
        rdg_index crossing; /**< deprecated name */
    };
    bool at_once;    /**< its event surface comes together with the one before: it lasts no time */
    double duration; /**< time units */
    double phase;    /**< of the forcing at its start, rad */
} rdg_shooting_segment;

/** Number of segments of an orbit.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_shooting_segments(const rdg_shooting *s);

/** A segment.
 *  @param s   orbits
 *  @param u   variables of the problem at a point of a run, shape [rdg_variable_count()]
 *  @param segment from 0
 *  @param[out] is the segment
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_shooting_segment_at(rdg_shooting *s, const double *u, rdg_index segment,
                                   rdg_shooting_segment *is);

/** Motion along a segment.
 *  @param s     orbits
 *  @param u     variables of the problem at a point of a run, shape [rdg_variable_count()]
 *  @param segment   from 0
 *  @param count instants
 *  @param share [count] ascending, of the segment's duration, from 0 to 1
 *  @param[out] x [count * states of the largest mode], states beyond those of the mode are 0
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_CONVERGENCE (the motion cannot be
 * followed) */
rdg_status rdg_shooting_segment_motion(rdg_shooting *s, const double *u, rdg_index segment, rdg_index count,
                                       const double *share, double *x);

/** Motion along an orbit, for pictures and comparisons: values at equal distances in time.
 *  @param s  orbits
 *  @param u  variables of the problem at a point of a run, shape [rdg_variable_count()]
 *  @param count instants, t = T i / count
 *  @param[out] t    [count]
 *  @param[out] mode [count] places of the modes. NULL: not requested
 *  @param[out] x    [count * states of the largest mode], states beyond those of the mode are 0
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_CONVERGENCE (the motion cannot be
 * followed) */
rdg_status rdg_shooting_motion(rdg_shooting *s, const double *u, rdg_index count, double *t, rdg_index *mode,
                               double *x);

#ifdef __cplusplus
}
#endif
#endif
