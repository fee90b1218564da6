/** @file sliding_march.h
 *  @brief A sliding contact in time: both structures in their modes, one contact force a step.
 *
 *  Every mode has a recurrence of its own, z+ = A z + B z- + D (f - b lambda). The force that closes the gap
 * is the gap of the step without it over one number. A step costs some operations a mode and no equation is
 * solved. The exact propagator has no limit of its step; the explicit central difference is there for
 * comparison. */
#ifndef RDG_SLIDING_MARCH_H
#define RDG_SLIDING_MARCH_H

#include <ridgewalk/rigid_contact.h>
#include <ridgewalk/sliding.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a mode goes from step to step. */
typedef enum rdg_march_scheme {
    RDG_MARCH_EXACT,  /**< exactly, for a force that is constant over the step */
    RDG_MARCH_CENTRAL /**< central difference, damping by the backward difference: a limit of the step */
} rdg_march_scheme;

typedef rdg_rigid_state rdg_march_contact;       /**< deprecated name */
#define RDG_MARCH_SLIDES RDG_RIGID_SLIPS_FORWARD /**< deprecated name */
#define RDG_MARCH_BACK RDG_RIGID_SLIPS_BACK      /**< deprecated name */
#define RDG_MARCH_STICKS RDG_RIGID_STICKS        /**< deprecated name */
#define RDG_MARCH_OPEN RDG_RIGID_OPEN            /**< deprecated name */

/** Why a motion does not continue. */
typedef enum rdg_march_stop {
    RDG_MARCH_DONE,     /**< it does */
    RDG_MARCH_REVERSAL, /**< C begins to move backwards: over the target, or, `past_reversal`, in space */
    RDG_MARCH_LOSS,     /**< the contact force would be tensile */
    RDG_MARCH_PAINLEVE, /**< friction holds C: no force, or more than one, closes the gap */
    RDG_MARCH_LEFT,     /**< C leaves the polyline */
    RDG_MARCH_DIVERGED  /**< numbers are finite no more */
} rdg_march_stop;

/** A displacement that is recorded. */
typedef struct rdg_march_sensor {
    const char *name; /**< columns "u_name" and "acc_name", m and m/s^2 */
    const char *at;   /**< name of the displacement */
    bool target;      /**< in the target, else in the slider */
} rdg_march_sensor;

/** How a motion is made. All fields but `speed` and `until` may be 0. */
typedef struct rdg_march_options {
    rdg_march_scheme scheme; /**< 0: RDG_MARCH_EXACT */
    double h;                /**< step, s; 0: 5e-7, or four fifths of the limit of RDG_MARCH_CENTRAL */
    double speed;            /**< of the slider's frame along the target, m/s, >= 0 */
    double start;            /**< x of C without deformation at t = 0, m */
    double from;             /**< time at which the motion begins, at rest in equilibrium, s */
    double until;            /**< time at which it ends, s */
    bool unilateral;    /**< with stick, sliding both ways and loss of contact; else C slides to +x, or the
                           motion stops */
    bool past_reversal; /**< without `unilateral`: friction keeps its direction where C moves backwards over
                           the target, as long as C moves to +x in space; the run gives it */
    double noise;      /**< standard deviation of a random force on C in y, as a part of the slider's constant
                          forces: normally distributed samples, linear in between */
    double noise_rate; /**< samples of it a second; 0: 50000 */
    uint64_t seed;     /**< of it, for splitmix64; 0: 42 */
    double record_rate;             /**< rows a second, to the nearest whole number of steps; 0: 50000 */
    rdg_index sensors;              /**< number of displacements that are recorded */
    const rdg_march_sensor *sensor; /**< [sensors] */
    bool in_memory;                 /**< keep the run in memory, else in the run folder */
    bool silent;                    /**< no table */
    const char *restart; /**< continue this run, as rdg_marching_restart() does; NULL: begin at `from`.
                            Another run than the one that is written */
    rdg_index label;     /**< of its row */
} rdg_march_options;

/** Where a motion is: at t, of the step that leads from t - h over t to t + h. */
typedef struct rdg_march_state {
    double t;                /**< s */
    rdg_index steps;         /**< since it began, those before a restart among them */
    rdg_sliding_state at;    /**< place, inclination and normal force */
    double tau;              /**< force on C along the target, N */
    rdg_rigid_state contact; /**< slips forward (C moves to +x over the target) or back, sticks, or is open */
    double v;                /**< velocity of C in space, in x, m/s */
    double v_relative;       /**< velocity of C over the target's material, along it, m/s */
    rdg_march_stop stop;     /**< RDG_MARCH_DONE, or why it does not continue */
} rdg_march_state;

/** What a motion has been, over all steps, or over those since a restart. */
typedef struct rdg_march_result {
    rdg_march_stop stop;     /**< RDG_MARCH_DONE: it came to its end */
    double t;                /**< where it ended, s */
    rdg_index steps;         /**< number of steps */
    double lambda_mean;      /**< normal force, N */
    double lambda_min;       /**< its least value, N */
    double lambda_min_t;     /**< when, s */
    double lambda_max;       /**< its greatest value, N */
    double v_min;            /**< least velocity of C in x, m/s */
    double v_min_t;          /**< when, s */
    double v_relative_min;   /**< least velocity of C over the target, m/s */
    double v_relative_min_t; /**< when, s */
    double
        first_reversal; /**< time at which C first moved backwards over the target, or stuck, s; NaN: never */
    rdg_index steps_back;  /**< steps that slid backwards, or, `past_reversal`, moved so */
    rdg_index steps_stuck; /**< steps that stuck */
    rdg_index steps_open;  /**< steps without contact */
    rdg_index changes;     /**< from one of slide, back, stick and open to another */
} rdg_march_result;

/** A motion under way. */
typedef struct rdg_marching rdg_marching;

/** Longest step that a scheme can make, s: beyond it the highest mode grows without bound.
 *  @param c      contact
 *  @param scheme scheme
 *  @return infinity for RDG_MARCH_EXACT; NaN after a failure */
double rdg_march_limit(rdg_sliding *c, rdg_march_scheme scheme);

/** What steps make of an eigenvalue of the coupled structures: the motion in steps grows with its real part.
 *  @param c        contact
 *  @param at       where it is
 *  @param scheme   scheme
 *  @param h        step, s
 *  @param[in,out] p an eigenvalue of rdg_sliding_eigenvalues(), 1/s. That of the steps
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_CONVERGENCE or RDG_ERR_EARLIER */
rdg_status rdg_march_eigenvalue(rdg_sliding *c, const rdg_sliding_state *at, rdg_march_scheme scheme,
                                double h, double _Complex *p);

/** Make a motion, at rest in the equilibrium of steady sliding; it takes all its memory here.
 *  @param c       contact of straight segments (RDG_SEGMENTS), lives as long
 *  @param options how; copied
 *  @return NULL after RDG_ERR_ARGUMENT (an option that cannot be; a step beyond the limit, which is reported;
 * not above the polyline), RDG_ERR_NAME, RDG_ERR_NO_MEMORY, a failure of rdg_sliding_equilibrium() or an
 *          earlier one */
rdg_marching *rdg_marching_create(rdg_sliding *c, const rdg_march_options *options);

/** Free a motion before its context.
 *  @param m NULL is allowed */
void rdg_marching_free(rdg_marching *m);

/** Place a motion by its amplitudes at a time and a step before it.
 *  @param m      motion
 *  @param t      s
 *  @param z      amplitudes, shape [rdg_sliding_modes()]
 *  @param before the same at t - h
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_marching_place(rdg_marching *m, double t, const double *z, const double *before);

/** Place a motion where a run was at a label: it continues bit for bit as that run did.
 *  @param m     motion of the same structures, with the same scheme, h, speed and start
 *  @param name  of the run
 *  @param label of a row
 *  @return RDG_OK; RDG_ERR_SIZE: the run has another number of modes; RDG_ERR_ARGUMENT: it was made
 *          otherwise, or had stopped; or as rdg_run_open() and rdg_run_solution() */
rdg_status rdg_marching_restart(rdg_marching *m, const char *name, rdg_index label);

/** One step; none where the motion has stopped.
 *  @param m motion
 *  @return RDG_OK, also where it stops or has stopped, which its state gives; RDG_ERR_EARLIER */
rdg_status rdg_marching_step(rdg_marching *m);

/** What the last step was.
 *  @param m motion
 *  @return valid as long as it lives, changes with each step; NULL for NULL */
const rdg_march_state *rdg_marching_state(rdg_marching *m);

/** What the motion has been so far.
 *  @param m           motion
 *  @param[out] result over all its steps
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_marching_result(rdg_marching *m, rdg_march_result *result);

/** Amplitudes of the modes where the next step begins, a step after the state's time.
 *  @param m           motion
 *  @param[out] z      shape [rdg_sliding_modes()]
 *  @param[out] before a step earlier; NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_marching_amplitudes(rdg_marching *m, double *z, double *before);

/** Energy of both structures in the middle of the last step, seen from the slider's frame: kinetic, of
 * deformation and of the constant forces. Its error is of second order in h.
 *  @param m motion
 *  @return J; NaN for NULL */
double rdg_marching_energy(rdg_marching *m);

/** A whole motion, as a run. Rows without a type are evenly spaced, every
 *  round(1 / (record_rate h)) steps. Columns are t, s (x of C without deformation), lambda, tau, v,
 * v_relative, place (segment + alpha), gamma and those of the sensors. Accelerations are only in rows that
 * are evenly spaced, and at the ends, not in the first one after a restart. Further rows have a type. EP: the
 * first and the last. SL, BK, ST, OFF: the contact begins to slide, slide backwards, stick or open. MX: the
 * motion stopped, which is reported and counted (rdg_shortfalls()).
 *  @param c           contact
 *  @param name        of the run
 *  @param options     how
 *  @param[out] result over all steps. NULL: not requested
 *  @return RDG_OK, also where the motion stopped; as rdg_marching_create(), or RDG_ERR_IO */
rdg_status rdg_march(rdg_sliding *c, const char *name, const rdg_march_options *options,
                     rdg_march_result *result);

#ifdef __cplusplus
}
#endif
#endif
