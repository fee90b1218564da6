/** @file rigid_follow.h
 *  @brief Which states of rigid contacts follow an event.
 *
 *  Two kinds of contacts have one force law (rigid_contact.h).
 *
 *  Contacts with a normal direction: at an instant the accelerations of their rows are xi = b + G r. The
 * force law holds a moment longer if the forces r satisfy it with accelerations in place of velocities,
 * wherever the velocity is zero; a contact that slips keeps its direction. rdg_rigid_follow() solves this
 * linear complementarity problem.
 *
 *  Contacts that are pressed: their normal force is given, and so is the bound of their friction. Friction of
 *  those that slip is known, and those that stick are a linear system, the matrix of
 * rdg_rigid_hold_pressed(). The states that follow are the first ones, in the order of
 * rdg_rigid_next_states(), whose margin rdg_rigid_pressed_margin() is not negative.
 *
 *  Sources: Glocker, Set-Valued Force Laws (2001), chapters 6 and 7; Leine and van de Wouw, Stability and
 * Convergence of Mechanical Systems with Unilateral Constraints (2008), chapter 5. */
#ifndef RDG_RIGID_FOLLOW_H
#define RDG_RIGID_FOLLOW_H

#include <ridgewalk/rigid_contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What leads from one state to another. */
typedef enum rdg_rigid_change {
    RDG_RIGID_CLOSES,         /**< from open to closed */
    RDG_RIGID_OPENS,          /**< from closed to open */
    RDG_RIGID_STARTS_TO_SLIP, /**< from rest to slip */
    RDG_RIGID_STOPS,          /**< from slip to rest */
    RDG_RIGID_NO_CHANGE       /**< neither; also where slip turns round */
} rdg_rigid_change;

/** The change between two states.
 *  @param before state before
 *  @param after  state after
 *  @return the change */
static inline rdg_rigid_change rdg_rigid_change_between(rdg_rigid_state before, rdg_rigid_state after)
{
    const bool was_closed = rdg_rigid_is_closed(before), is_closed = rdg_rigid_is_closed(after);
    const bool slipped = rdg_rigid_direction(before) != 0, slips = rdg_rigid_direction(after) != 0;
    return was_closed != is_closed ? (is_closed ? RDG_RIGID_CLOSES : RDG_RIGID_OPENS)
           : slipped == slips || before == RDG_RIGID_RESTS || after == RDG_RIGID_RESTS ? RDG_RIGID_NO_CHANGE
           : slips ? RDG_RIGID_STARTS_TO_SLIP
                   : RDG_RIGID_STOPS;
}

/** Name of a change, the type of its row in a run.
 *  @param change any value
 *  @return "ON", "OFF", "SL", "ST", or "" */
const char *rdg_rigid_change_name(rdg_rigid_change change);

/** The state after a force has come to the end of a state.
 *  @param friction the tangential force, else the normal one
 *  @param force    tangential force, N; read of friction
 *  @return it slips against the force; or its gap opens */
static inline rdg_rigid_state rdg_rigid_give_way(bool friction, double force)
{
    return friction ? rdg_rigid_slips(-force) : RDG_RIGID_RISES;
}

/** States of contacts that follow an instant, and forces in them. If more contacts bear than their bodies
 * have coordinates, they share the load by least norm; where this needs tension, some of them rest. A contact
 * of which others do not let friction be determined is held, see rigid_contact.h.
 *  @param      solver  workspace, large enough
 *  @param      problem that of accelerations, m/s^2, without forces; all contacts touch, with a normal
 * velocity of zero, and are planar
 *  @param      slip    [contacts] tangential velocity of those that slip, m/s; 0: at rest
 *  @param[in,out] state [contacts] on entry RDG_RIGID_RISES where the normal force has just come to zero:
 * such a contact bears only if it must; others are not read. Rises, sticks (also where there is no friction),
 * slips, is held or rests
 *  @param[out] share   [contacts] tangential / normal force of those that are held, else 0
 *  @param[out] r       [rows] N
 *  @param[out] answer  how the forces were found; NULL: not requested
 *  @return 0; > 0: no states were found: friction may jam a contact that slips (Painleve's paradox);
 *          < 0: arguments are NULL or do not fit the workspace, or a contact is spatial */
int rdg_rigid_follow(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                     rdg_rigid_state *state, double *share, double *r, rdg_contact_answer *answer);

/** States that may follow when friction ends that of a pressed contact.
 *  @param      state of the contact; sticks or slips
 *  @param[out] next  the two others: after stick slip forward and back; after slip stick, and slip the other
 * way. NULL: not requested */
static inline void rdg_rigid_successors(rdg_rigid_state state, rdg_rigid_state next[2])
{
    if (!next) {
        return;
    }
    const int direction = rdg_rigid_direction(state);
    next[0] = direction == 0 ? RDG_RIGID_SLIPS_FORWARD : RDG_RIGID_STICKS;
    next[1] = rdg_rigid_slips(direction == 0 ? -1.0 : -direction);
}

/** The next candidate of states for pressed contacts, of which some may stick or slip either way. The first
 * candidate is that in which all of these stick.
 *  @param         contacts number of contacts
 *  @param         rests    [contacts] those that may
 *  @param[in,out] state    [contacts]
 *  @return false: that was the last one, and `state` is the first one again; or an argument is NULL */
bool rdg_rigid_next_states(rdg_index contacts, const bool *rests, rdg_rigid_state *state);

/** What holds those of pressed contacts that stick: r = -hold b, with b their accelerations without r.
 *  @param      ctx      context, for memory
 *  @param      contacts number of contacts
 *  @param      G        [contacts * contacts] column by column, accelerations of tangential rows by their
 *                       forces, 1/kg
 *  @param      state    [contacts] sticks or slips
 *  @param[out] hold     [m * m] column by column for the m contacts that stick, kg
 *  @return 0; > 0: rows of contacts that stick depend on each other; < 0: arguments are NULL, or there is no
 *          memory */
int rdg_rigid_hold_pressed(rdg_context *ctx, rdg_index contacts, const double *G,
                           const rdg_rigid_state *state, double *hold);

/** By how much states of pressed contacts fit: the least friction margin of those that stick or begin to
 * slip.
 *  @param contacts number of contacts
 *  @param state    [contacts]
 *  @param rests    [contacts] those at rest before; others count only where they stick
 *  @param slip     [contacts] tangential acceleration, m/s^2
 *  @param force    [contacts] tangential force; read of those that stick
 *  @param bound    [contacts] of the force, in the same unit
 *  @return >= 0: they may follow; 1 where there is no condition; NaN if one of them is, or for NULL */
double rdg_rigid_pressed_margin(rdg_index contacts, const rdg_rigid_state *state, const bool *rests,
                                const double *slip, const double *force, const double *bound);

#ifdef __cplusplus
}
#endif
#endif
