/* The same in modal coordinates. */
#ifndef RDG_MARCH_IMPL_H
#define RDG_MARCH_IMPL_H

#include "bank_impl.h"

/* Which contact state a motion goes on in at a state: the contact's velocity counts as 0 below a rounding
 * error. */
rdg_contact_regime rdg_march_regime(const rdg_bank *bank, double tau, const double *state);

/* Follow one segment to its end, or to `until` at the latest: the bank holds the state there. The answer is
 * whether it ended before. */
bool rdg_march_segment(rdg_bank *bank, rdg_contact_regime regime, double until);

/* What comes behind a segment that has ended, and had begun at `begun`; takes what is left of the contact's
 * velocity out of the state. */
rdg_contact_regime rdg_march_next(const rdg_bank *bank, double begun, double *state);

#endif
