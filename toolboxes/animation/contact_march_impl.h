/* Contact states and forces of an element at instants of a periodic motion. */
#ifndef RDG_CONTACT_MARCH_IMPL_H
#define RDG_CONTACT_MARCH_IMPL_H

#include "contact_walk_impl.h"

/* States and forces at equal instants of the period.
 *  @param[out] state [frames] of rdg_animation_state
 *  @param[out] force [frames * d] on the displacements, N */
rdg_status rdg_contact_march(rdg_context *ctx, const rdg_contact_motion *motion, rdg_index frames, int *state,
                             double *force);

#endif
