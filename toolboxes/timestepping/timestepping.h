/** @file timestepping.h
 *  @brief Mechanisms with impacts, friction and constraints in time, step by step.
 *
 *      rdg_timestepping *ts = rdg_timestepping_create(ball, &(rdg_timestepping_options){.h = 1e-3});
 *      rdg_timestepping_start(ts, 0.0, (double[]){1.0}, (double[]){0.0});
 *      rdg_timestepping_run(ts, "ball", &(rdg_timestepping_run_options){.until = 2.0});
 *
 *  Events (impacts, slip, stick) are not located: they happen within steps, whose impulses satisfy the force
 * laws of the contacts. A run goes through any number of them, also where they accumulate.
 *
 *  Sources: Moreau, in: Nonsmooth Mechanics and Applications (1988); Jean, CMAME 177 (1999) 235-257; Chung
 * and Hulbert, J. Appl. Mech. 60 (1993) 371-375; Bathe and Noh, Comput. Struct. 98-99 (2012) 1-6; Chen,
 * Acary, Virlez, Bruels, IJNME 96 (2013) 487-511; Schindler, Rezaei, Kursawe, Acary, Half-explicit
 * timestepping schemes on velocity level (2015). The mixed schemes and the energy-decaying one as
 * in the paper "Mixed timestepping schemes for nonsmooth mechanics with high frequency damping". */
#ifndef RDG_TIMESTEPPING_H
#define RDG_TIMESTEPPING_H

#include <ridgewalk/contact_problem.h>
#include <ridgewalk/mechanism.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a step is made. */
typedef enum rdg_scheme {
    RDG_MOREAU, /**< Moreau and Jean's theta method: all reactions are impulses; constraints and closed
                     contacts hold at the end of the step, which for theta = 1/2 makes it of order 2
                     between impacts. The one scheme of sparse mechanisms, whose directions are those
                     within the step: of order 1 where these turn */
    RDG_MOREAU_MIDPOINT,   /**< Moreau's midpoint rule, explicit: forces and directions at q + h v/2 */
    RDG_HALF_EXPLICIT,     /**< half-explicit trapezoidal rule (Heun's) */
    RDG_GENERALISED_ALPHA, /**< Chung and Hulbert's, by `rho` */
    RDG_NEWMARK,           /**< Newmark's, beta = 1/4, gamma = 1/2 */
    RDG_BATHE,             /**< Bathe's composite: trapezoidal rule, then backward differences */
    RDG_ENERGY_DECAYING,   /**< ED-alpha, by `rho`, in two stages */
    RDG_NONSMOOTH_ALPHA,   /**< generalised alpha for the smooth part, all reactions impulses */
    RDG_EVENT_DRIVEN /**< impacts, releases, stick and slip are located, the motion between them is integrated
                          to 1e-11: for reference. Planar contacts. `h` is the distance of what is printed and
                          does not change the motion. A step at whose end a contact penetrates or has a
                        tensile force fails
                      */
} rdg_scheme;

/** Name of a scheme.
 *  @param scheme any value
 *  @return a static string */
const char *rdg_scheme_name(rdg_scheme scheme);

/** How a motion is computed. All fields but `h` may be 0. */
typedef struct rdg_timestepping_options {
    rdg_scheme scheme; /**< 0: Moreau and Jean */
    double h;          /**< time step, s, > 0 */
    double theta;      /**< of RDG_MOREAU, in [1/2, 1]; 0: 1/2 */
    double rho; /**< of the generalised-alpha and ED-alpha methods: spectral radius at infinity, in [0, 1];
                     of RDG_ENERGY_DECAYING with constraints or contacts at most 0.99 */
    bool
        own_alphas; /**< RDG_GENERALISED_ALPHA takes `alpha_m` and `alpha_f` in place of `rho`, stable or not:
                       of second order, gamma = 1/2 - alpha_m + alpha_f, beta = (1 - alpha_m + alpha_f)^2/4 */
    double alpha_m; /**< < 1: share of the older acceleration in M a; 0: HHT */
    double alpha_f; /**< < 1: share of the older forces */
    double decay;   /**< of RDG_ENERGY_DECAYING, its a_AR, > 0; 0: 1/6; 1/12 makes Bathe's method */
    double tolerance; /**< of the velocities within a step, relative; 0: 1e-10 */
    bool project; /**< after each step put coordinates and velocities back on constraints and closed contacts
                   */
    double adapt; /**< > 0: steps are made in parts, h divided by powers of 2, whose error by halving is at
                     most this, of q by 1 + |q| and of v by 1 + |v|. Where a contact strikes parts are the
                     shortest. 0: steps are as long as h. Not for RDG_EVENT_DRIVEN */
    int halvings; /**< the shortest part is h / 2^halvings; 0: 10; at most 30 */
    double rebound; /**< of RDG_EVENT_DRIVEN: slower rebounds are none, m/s. 0: a series of impacts ends where
                       rounding of the gap hides the height of a rebound, or rounding of the time its
                       duration */
    bool sequential;  /**< impacts of RDG_EVENT_DRIVEN and of the mixed schemes strike one contact after the
                         other, that of the fastest approach first, until none approaches; else all at once */
    bool plain_start; /**< the acceleration of the start is that without reactions */
    bool acceleration_level; /**< ideal constraints are satisfied by accelerations in place of velocities;
                                they drift: for comparison. RDG_GENERALISED_ALPHA, RDG_NEWMARK and RDG_BATHE,
                                without contacts */
    bool works; /**< sum the work of loads, dampers and elements (which evaluates the latter once more a
                   step), for a mechanism that gives `potential` and `power`, as structures do. Runs give
                   them, and `balance` is what is left of the energy then */
    bool contacts_by_gap; /**< contacts that act in a step are those without a gap at its start, as in the
                             paper on mixed schemes, for comparison. The error of a scheme may open one that
                             bears a load */
    bool unguarded;       /**< mixed schemes: see rdg_timestepping_step() */
} rdg_timestepping_options;

/** A motion under way. */
typedef struct rdg_timestepping rdg_timestepping;

/** Make a motion of a mechanism, owned by its context; it is at rest at q = 0, t = 0 until it is started. All
 * memory that steps need is taken here.
 *  @param mechanism mechanism; lives as long
 *  @param options   how; copied
 *  @return NULL after a failure */
rdg_timestepping *rdg_timestepping_create(rdg_mechanism *mechanism, const rdg_timestepping_options *options);

/** Free it before its context.
 *  @param ts NULL is allowed */
void rdg_timestepping_free(rdg_timestepping *ts);

/** Place the motion. Contacts with |g| <= 1e-12 sum_i |W_i| (1 + |q_i|) count as closed.
 * Refused are contacts that penetrate (by more than 1e4 times that, unless `project` is set) or have no
 *  direction. Of mechanisms that are `constant`, steps of explicit schemes longer than 2 / omega are refused,
 * too, omega being the highest frequency of M and K.
 *  @param ts motion
 *  @param t  time, s
 *  @param q  [n] coordinates
 *  @param v  [n] velocities
 *  @return RDG_OK; RDG_ERR_SINGULAR: the masses are not positive definite; RDG_ERR_NO_CONVERGENCE,
 *          RDG_ERR_CALLBACK, RDG_ERR_NOT_FINITE, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_timestepping_start(rdg_timestepping *ts, double t, const double *q, const double *v);

/** Place the motion where another one is, with what its elements store: to continue with another step or
 * scheme.
 *  @param ts   motion
 *  @param from motion of the same mechanism
 *  @return as rdg_timestepping_start(), and RDG_ERR_ARGUMENT: it is one of another mechanism */
rdg_status rdg_timestepping_start_at(rdg_timestepping *ts, const rdg_timestepping *from);

/** One step. The mixed schemes (RDG_HALF_EXPLICIT to RDG_ENERGY_DECAYING) compute forces of contacts that are
 * closed and of constraints, and impulses of those that close within the step. Where a contact that was
 * closed has to jump (as rods that wedge do), its force grows as 1/h. Such a step (h |M^-1 W l| above
 *  10 h |a| of the smooth motion and 0.1 |v|) is made again with all reactions as impulses, unless it is
 *  `unguarded`.
 *  @param ts motion
 *  @return RDG_OK. After a failure the motion is where it was: RDG_ERR_NO_CONVERGENCE (a contact problem
 *          without an answer, or a step that is too long), RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR,
 * RDG_ERR_CALLBACK or RDG_ERR_EARLIER */
rdg_status rdg_timestepping_step(rdg_timestepping *ts);

/** Where a motion is; all arrays are borrowed and change with each step. */
typedef struct rdg_motion {
    double t;              /**< s */
    rdg_index n;           /**< coordinates */
    rdg_index rows;        /**< one for each constraint, then for each contact its normal direction and its
                                0 to 2 tangential ones: n0, t0, n1, t1, ... (see mechanism.h) */
    const double *q;       /**< [n] coordinates */
    const double *v;       /**< [n] velocities */
    const double *a;       /**< [n] accelerations of the smooth motion */
    const double *gap;     /**< [bilateral + contacts] at q, m: one entry for each constraint and contact */
    const double *impulse; /**< [rows] of the last step, forces included, N s */
    const double *force;  /**< [rows] force of the last step, N: impulse / h. Mixed schemes leave impacts out;
                               the other schemes cannot separate them. RDG_GENERALISED_ALPHA, RDG_NEWMARK
                               and RDG_BATHE take the force at the end of the step for its mean */
    const bool *closed;   /**< [contacts] bore a load in the last step */
    double kinetic;       /**< kinetic energy, J */
    double potential;     /**< potential energy, J; 0 where the mechanism does not give it */
    double normal_work;   /**< that normal reactions have done since the start, J: impacts take energy, < 0;
                               closed contacts 0 (RDG_MOREAU_MIDPOINT on curved ones: what the scheme loses) */
    double friction_work; /**< that friction has done since the start, J; of the order of the scheme in the
                               step */
    double load_work;     /**< that loads have done since the start, J; 0 without `works`, as the next two */
    double damper_work;   /**< that dampers have done, J, <= 0 */
    double element_work;  /**< that elements have done and not taken from what they store, J: friction of
                               sliders, dampers among them */
    rdg_index steps;      /**< since the start */
    long evaluations;     /**< of the mechanism's terms since the start */
    long impacts;         /**< impacts since the start, each contact by itself */
    long repeated;        /**< steps that the guard has made again */
    long parts;           /**< of steps that adapt, since the start or the restart */
    long rough;           /**< those of the shortest ones whose error was larger all the same, no contact
                             having struck */
    int iterations;       /**< of the last step */
    rdg_contact_answer answer; /**< of its last contact problem */
    const double *sensor; /**< [sensors of the mechanism] over the last whole period of the excitation since
                             the start; not a number before, or where a period is no whole number of steps */
} rdg_motion;

/** Where a motion is. Whatever moves the motion brings all fields up to date but two: this call evaluates the
 * energies, and without contacts `gap`. Until it is made again these are not a number, and NULL.
 *  @param ts motion
 *  @return valid as long as it lives; NULL for NULL */
const rdg_motion *rdg_timestepping_motion(rdg_timestepping *ts);

/** The one step of a motion as a matrix, by steps from unit states: the amplification matrix of a linear
 * mechanism. The state is (q; v; a; A), of which A is the algorithmic acceleration of the generalised-alpha
 * methods. What a scheme does not use of it comes out as the scheme leaves it.
 *  @param ts          motion, which is left where it was
 *  @param[out] matrix [(4 n)^2] column by column
 *  @return as rdg_timestepping_step() */
rdg_status rdg_timestepping_amplification(rdg_timestepping *ts, double *matrix);

/** The eigenvalues of that matrix.
 *  @param ts      motion, which is left where it was
 *  @param[out] re [4 n] real parts
 *  @param[out] im [4 n] imaginary parts
 *  @return as rdg_timestepping_step(), or RDG_ERR_LIBRARY */
rdg_status rdg_timestepping_spectrum(rdg_timestepping *ts, double *re, double *im);

/** A run. All fields but `until` may be 0. */
typedef struct rdg_timestepping_run_options {
    double until;          /**< time at which it ends, s: to the nearest step */
    rdg_index every;       /**< steps between rows; 0: 1 */
    rdg_index label_every; /**< times `every` steps: between labelled rows, from which can be gone on; 0: none
                              but first and last */
    rdg_index events_shown; /**< how many the table shows; 0: 10; < 0: none */
    bool in_memory;         /**< keep it in memory, as RDG_IN_MEMORY does; else in the run folder */
    bool silent;            /**< no table */
    bool resume;            /**< continue with the run of this name, if it was begun and cut off, at its last
                               labelled row: the motion is then what it was there. Mechanism and options are
                               those it was begun with */
    const char *const *coordinate; /**< [n] names of coordinates: columns by these names, with "v_" before it
                                      those of velocities; NULL: "q[0]", "v[0]" */
} rdg_timestepping_run_options;

/** Go on with a motion and write it as a run: rows in the order of time, with these columns.
 *  - t, s; coordinates and velocities of mechanisms with at most 8 coordinates. Of others those that are
 * named
 *  - "g[i]", gaps as in rdg_motion::gap: one for each constraint, then one for each contact
 *  - "P[j]", impulses as in rdg_motion::impulse, N s, sums of all steps since the last row: one for each
 *    constraint, then one for each direction of each contact. Contacts of one tangential direction without
 *    constraints have P[0], P[1] (normal and tangential, of contact 0), P[2], P[3] (of contact 1), ...: the
 *    gap of contact k is g[k], its normal impulse P[2 k]
 *  - neither of the two with more than 16 constraints and contacts together
 *  - energies T, V, normal_work, friction_work, with `works` load_work, damper_work, element_work, balance =
 *    T + V - (T + V at the start) - all of these works (the mechanism gives its potential), J
 *  - contact (of an event)
 *  - each sensor of the mechanism, over the last whole period of the excitation, and the displacement at it,
 *    "x_tip"
 *
 * Steps with an event have a row of their own, with a type. In the order of precedence: IM (impact: a contact
 * without load in the step before), ON (it carries a load again: closed), OFF (no load any more), SL (begins
 * to slip), ST (sticks). EP are first and last row, MX the last where the run could not continue.
 * RDG_EVENT_DRIVEN locates its events: their rows have the time of the event and the state behind it, and
 * impulses up to it. An impact after which its contact stays closed has a row ON, too. A step that gains
 * energy at contacts (more than 1e-12 of the kinetic energy) is warned of once.
 *  @param ts      motion
 *  @param name    of the run
 *  @param options what
 *  @return RDG_OK also where the run ended in MX, which is warned of and counted (rdg_shortfalls());
 *          RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_IO, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_timestepping_run(rdg_timestepping *ts, const char *name,
                                const rdg_timestepping_run_options *options);

/** Place a motion where a run was at a label: it continues bit for bit as that run did, with the same scheme
 * and step.
 *  @param ts    motion of the same mechanism
 *  @param name  of the run
 *  @param label of a row
 *  @return RDG_OK; RDG_ERR_SIZE: it was one of another mechanism; RDG_ERR_ARGUMENT: of another scheme or
 * step; or as rdg_run_open() and rdg_run_solution() */
rdg_status rdg_timestepping_restart(rdg_timestepping *ts, const char *name, rdg_index label);

#ifdef __cplusplus
}
#endif
#endif
