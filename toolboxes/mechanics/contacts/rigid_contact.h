/** @file rigid_contact.h
 *  @brief The contact law of a rigid contact with dry friction in time: its states, the conditions that end
 * them, and the forces while they last.
 *
 *  With the gap g >= 0, the velocities xi_N and xi_T of the normal and the tangential direction, the forces
 *  r_N >= 0 and r_T on the contact point, and the friction bound mu r_N:
 *
 *      state          lasts while                            forces
 *      open           g > 0                                  r = 0
 *      rises          xi_N > 0 (its gap opened from zero)    r = 0
 *      sticks         r_N > 0, |r_T| < mu r_N                xi_N = xi_T = 0
 *      slips          r_N > 0, xi_T keeps its direction      xi_N = 0, r_T = -mu r_N sign(xi_T)
 *      held           r_N > 0                                xi_N = 0, r_T = share r_N
 *      rests          others keep xi_N = 0                   r = 0
 *
 *  A contact is held if others keep it at rest: accelerations do not determine its friction. Solvers in time
 *  keep the states; contact_problem.h finds the states themselves. */
#ifndef RDG_RIGID_CONTACT_H
#define RDG_RIGID_CONTACT_H

#include <ridgewalk/contact_problem.h>

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** State of a rigid contact. The values are written to labels of runs. */
typedef enum rdg_rigid_state {
    RDG_RIGID_OPEN,          /**< the gap is not zero */
    RDG_RIGID_RISES,         /**< open, and the gap grows from zero: it cannot close before the apex */
    RDG_RIGID_STICKS,        /**< closed, at rest */
    RDG_RIGID_SLIPS_FORWARD, /**< closed, tangential velocity > 0 */
    RDG_RIGID_SLIPS_BACK,    /**< closed, tangential velocity < 0 */
    RDG_RIGID_HELD,          /**< closed, at rest because other contacts are */
    RDG_RIGID_RESTS          /**< touches without load: its gap stays zero because those of others do */
} rdg_rigid_state;

/** Share of the bound above which friction is at it: solvers of contact problems leave 1e-12 of the largest
 *  velocity, and forces of badly conditioned ones are off by more. */
#define RDG_RIGID_WITHIN_BOUND (1.0 - 1e-9)

/** Whether a contact is closed.
 *  @param state of the contact
 *  @return it sticks, slips, is held or rests */
static inline bool rdg_rigid_is_closed(rdg_rigid_state state)
{
    return state >= RDG_RIGID_STICKS;
}

/** Whether a contact bears a load.
 *  @param state of the contact
 *  @return it sticks, slips or is held */
static inline bool rdg_rigid_bears(rdg_rigid_state state)
{
    return rdg_rigid_is_closed(state) && state != RDG_RIGID_RESTS;
}

/** Direction of slip.
 *  @param state of the contact
 *  @return 1 forward, -1 back, 0 without slip */
static inline int rdg_rigid_direction(rdg_rigid_state state)
{
    return (state == RDG_RIGID_SLIPS_FORWARD) - (state == RDG_RIGID_SLIPS_BACK);
}

/** The state of a closed contact that slips in a direction, that of the velocity or against the force.
 *  @param direction < 0: back; else forward
 *  @return that state */
static inline rdg_rigid_state rdg_rigid_slips(double direction)
{
    return direction < 0.0 ? RDG_RIGID_SLIPS_BACK : RDG_RIGID_SLIPS_FORWARD;
}

/** How far the normal direction is from the end of a state.
 *  @param state    of the contact
 *  @param gap      m; read of an open contact
 *  @param velocity of the gap, m/s; read of one that rises
 *  @param force    normal force, N; read of a closed one
 *  @return > 0: the state lasts; 0: it ends; infinite where others keep the gap at zero */
static inline double rdg_rigid_normal_margin(rdg_rigid_state state, double gap, double velocity, double force)
{
    return state == RDG_RIGID_OPEN    ? gap
           : state == RDG_RIGID_RISES ? velocity
           : state == RDG_RIGID_RESTS ? (double)INFINITY
                                      : force;
}

/** How far the tangential direction is from the end of a state.
 *  @param state of the contact
 *  @param slip  tangential velocity, m/s, or what has its sign; read of a contact that slips
 *  @param force tangential force, N; read of one that sticks
 *  @param bound of the force, N
 *  @return > 0: the state lasts; 0: it ends; infinite where friction does not end it */
static inline double rdg_rigid_friction_margin(rdg_rigid_state state, double slip, double force, double bound)
{
    return state == RDG_RIGID_STICKS         ? bound - fabs(force)
           : rdg_rigid_direction(state) != 0 ? rdg_rigid_direction(state) * slip
                                             : (double)INFINITY;
}

/** The state of a closed contact.
 *  @param slip  tangential velocity, m/s
 *  @param none  up to which it is zero, m/s
 *  @param force tangential force that keeps it at rest, N
 *  @param bound of the force, N
 *  @return it slips; at rest it sticks up to the bound, else it slips against the force */
static inline rdg_rigid_state rdg_rigid_friction_state(double slip, double none, double force, double bound)
{
    return fabs(slip) > none      ? rdg_rigid_slips(slip)
           : fabs(force) <= bound ? RDG_RIGID_STICKS
                                  : rdg_rigid_slips(-force);
}

/** The state that an impulse of a step shows.
 *  @param directions tangential directions with friction: 0, 1 or 2
 *  @param mu         friction coefficient
 *  @param r          [1 + directions] impulse, normal first, N s; NULL: none
 *  @return open without impulse; sticks below the bound, or where there are no directions; else slips, a
 * spatial contact forward or back by its first direction */
static inline rdg_rigid_state rdg_rigid_state_of_impulse(int directions, double mu, const double *r)
{
    double squares = 0.0;
    for (int j = 1; r && j <= directions; j++) {
        squares += r[j] * r[j];
    }
    return !r || !(r[0] > 0.0)                                                     ? RDG_RIGID_OPEN
           : directions == 0 || sqrt(squares) < mu * r[0] * RDG_RIGID_WITHIN_BOUND ? RDG_RIGID_STICKS
                                                                                   : rdg_rigid_slips(-r[1]);
}

/** Forces of one contact in a state, in closed form. Velocities xi = b + G r as in contact_problem.h; m and
 *  m/N in place of m/s and 1/kg serve as well.
 *  @param      state RDG_RIGID_HELD: forces are those of slip without friction
 *  @param      mu    friction coefficient, >= 0
 *  @param      G     [2 * 2] column by column: normal, tangential direction
 *  @param      b     [2]
 *  @param[out] r     [2]; not written where there are none
 *  @return false: the state has no forces, or not exactly one; an argument is NULL */
bool rdg_rigid_force(rdg_rigid_state state, double mu, const double G[4], const double b[2], double r[2]);

/** Whether a planar contact by itself has exactly one force for any b that closes it: friction of slip in
 * neither direction holds the gap as fast as the normal force opens it (Painleve's paradox).
 *  @param mu friction coefficient, >= 0
 *  @param G  [2 * 2], as for rdg_rigid_force()
 *  @return it has; false for NULL */
static inline bool rdg_rigid_is_determined(double mu, const double G[4])
{
    return G && G[0] - mu * fabs(G[2]) > 0.0;
}

/** State and forces of one planar contact by itself.
 *  @param      mu    friction coefficient, >= 0
 *  @param      G     [2 * 2], as for rdg_rigid_force()
 *  @param      b     [2]
 *  @param[out] r     [2]
 *  @param[out] state open (also where it rises), sticks or slips
 *  @return false: no state fits; an argument is NULL */
bool rdg_rigid_close(double mu, const double G[4], const double b[2], double r[2], rdg_rigid_state *state);

/** Forces of contacts whose states are known: with them the velocities (or accelerations) of ideal
 *  constraints, of normal directions of closed contacts and of tangential ones that stick are zero. Of least
 *  norm, each contact in units of its own mobility, where rows depend on each other.
 *  @param      solver  workspace, large enough
 *  @param      problem with b without forces; a contact with mu = 0 does not stick in its tangential
 *                      directions
 *  @param      state   [contacts]; one that slips is planar
 *  @param      share   [contacts] tangential / normal force of those that are held; NULL: 0
 *  @param[out] r       [rows]
 *  @return 0; > 0: not found, or not finite; < 0: arguments are NULL or do not fit the workspace */
int rdg_rigid_hold(rdg_contact_solver *solver, const rdg_contact_problem *problem,
                   const rdg_rigid_state *state, const double *share, double *r);

#ifdef __cplusplus
}
#endif
#endif
