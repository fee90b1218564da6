/** @file coulomb_orbit.h
 *  @brief Periodic motions by the times of their events: one unknown for each, however many degrees of
 * freedom.
 *
 *  Given the times at which slip begins and ends the motion is affine in its start, so that the start follows
 * from one linear system. What is left to solve are the conditions of the events: z' = 0 where slip ends, and
 * a force of mu beta in the contact where stick does.
 *
 *      rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
 *      rdg_continue(p, "stick_slip", RDG_RELEASE("r1"), RDG_WINDOW("r1", 0.2, 2.5));
 *
 *  Variables: blocks "t", the times (tau) at which the segments begin, and "p". Zero function "events".
 * Inactive parameters "r1", "beta", "mu". Monitors: "Z", amplitude in the contact, half of the range of z;
 * "stops" in a cycle; "stick", the share of time; "multiplier", the greatest modulus over a period. Where one
 * of "slip.margin", "stick.margin" and "duration" vanishes, the event signature ends (GR, TO, DU). Behind it
 * the motion is followed for a period, or until it is steady, and the run continues with the event signature
 * that it shows (RS), if there is one. Branches end (EP), with a message, at three places. A resonance leaves
 * the response without bound. Or the contact comes to rest, because free vibration of the held system repeats
 * with the load. Or the contact begins to stick all the time. */
#ifndef RDG_COULOMB_ORBIT_H
#define RDG_COULOMB_ORBIT_H

#include <ridgewalk/at.h>
#include <ridgewalk/modal_flow.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where rdg_orbit_problem_at() begins. With all fields 0: at the motion to which rest leads. */
typedef struct rdg_coulomb_start {
    const double
        *x; /**< follow the motion from these displacements and rates of change, shape [2 n]; NULL: rest */
    double tau;   /**< time there */
    long periods; /**< to be followed at most until the motion repeats; default 20000 */
    union {
        rdg_index segments; /**< > 0: no motion is followed, these are the segments of the orbit */
        rdg_index legs;     /**< deprecated name */
    };
    const rdg_contact_regime *regimes; /**< [segments] */
    const double *times;               /**< [segments] when they begin */
    bool whole; /**< the segments given, or found, are those of a whole period; else x(tau + pi) = -x(tau)
                   where the motion does so */
} rdg_coulomb_start;

/** The problem of the periodic motions of a system.
 *  @param c     system; must outlive the problem
 *  @param start NULL: from rest
 *  @param at    values, ended by an item with name NULL: "r1" (needed), "beta" (needed), "mu" (default that
 * of the system)
 *  @return owned by the context. NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT (values, segments; a motion that
 * sticks all the time: the message has beta_stuck), RDG_ERR_NO_CONVERGENCE (the motion does not repeat), ...
 */
rdg_problem *rdg_orbit_problem_at(rdg_coulomb *c, const rdg_coulomb_start *start, const rdg_at *at);

/** rdg_orbit_problem_at() from rest, with its list spelled as arguments. */
#define rdg_orbit_problem(c, ...) rdg_orbit_problem_at((c), NULL, RDG_AT_LIST(__VA_ARGS__))

/** The segments of an orbit: of half a period if that repeats with the other sign.
 *  @param problem      of rdg_orbit_problem()
 *  @param[out] segments    how many
 *  @param[out] regimes borrowed, shape [segments]
 *  @param[out] whole   whether they last a whole period
 *  @return RDG_OK, RDG_ERR_ARGUMENT (another problem) or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_orbit_segments(rdg_problem *problem, rdg_index *segments,
                                      const rdg_contact_regime **regimes, bool *whole);

/** Displacements and rates of change where the first segment of an orbit begins, at time u[first of block
 * "t"].
 *  @param problem of rdg_orbit_problem()
 *  @param u       where, shape [rdg_variable_count()]
 *  @param[out] x  shape [2 n]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_orbit_begin(rdg_problem *problem, const double *u, double *x);

/** Amplitudes of an orbit: the greatest |x| of each displacement.
 *  @param problem        of rdg_orbit_problem()
 *  @param u              where, shape [rdg_variable_count()]
 *  @param[out] amplitude shape [n]
 *  @return as rdg_coulomb_orbit_begin() */
rdg_status rdg_coulomb_orbit_amplitudes(rdg_problem *problem, const double *u, double *amplitude);

/** Multipliers of an orbit: of the half period (with the sign that takes the motion to its mirror image taken
 * out) if that is what its segments last, else of the period.
 *  @param problem of rdg_orbit_problem()
 *  @param u       where, shape [rdg_variable_count()]
 *  @param[out] re real parts, shape [2 n]
 *  @param[out] im imaginary parts, shape [2 n]
 *  @return as rdg_coulomb_orbit_begin(), or RDG_ERR_LIBRARY */
rdg_status rdg_coulomb_orbit_multipliers(rdg_problem *problem, const double *u, double *re, double *im);

#ifdef __cplusplus
}
#endif
#endif
