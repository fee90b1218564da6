/* Few planar contacts: all states of all of them, one combination after the other. What iterations miss where
 * friction is strong (several solutions close to each other, as in Painleve's paradox) is found here. */
#include "contact_solver_impl.h"
#include "rigid_contact_impl.h"

#include <stddef.h>

enum { MOST = 4 }; /* contacts: at most 4^MOST small linear systems */

/* The next state of a contact with or without friction; false: it is the first one again */
static bool advance(rdg_rigid_state *state, bool rubs)
{
    *state = *state == RDG_RIGID_OPEN                  ? RDG_RIGID_STICKS
             : !rubs || *state == RDG_RIGID_SLIPS_BACK ? RDG_RIGID_OPEN
                                                       : (rdg_rigid_state)(*state + 1);
    return *state != RDG_RIGID_OPEN;
}

bool rdg_contact_by_states(rdg_contact_solver *s, int *iterations)
{
    const rdg_contact_scaled *p = &s->p;
    rdg_rigid_state state[MOST] = {RDG_RIGID_OPEN};
    for (rdg_index k = 0; k < p->contacts; k++) {
        if (p->contacts > MOST || p->directions[k] > 1) {
            return false;
        }
    }
    rdg_index k = 0;
    while (k < p->contacts || *iterations == 0) {
        ++*iterations;
        if (rdg_rigid_hold_taken(s, state, NULL, s->r) == 0 && rdg_contact_accept(s, s->r)) {
            return true;
        }
        for (k = 0; k < p->contacts && !advance(&state[k], p->mu[k] > 0.0); k++) {
        }
    }
    return false;
}
