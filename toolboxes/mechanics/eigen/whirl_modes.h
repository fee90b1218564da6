/** @file whirl_modes.h
 *  @brief Damped modes of a structure at a speed of rotation: frequencies and decay of free whirling motions.
 *
 *      (s^2 M + s (C + speed G) + (1 + i g) K) phi = 0,   Im s > 0,
 *
 *  with gyroscopic forces (gyroscopic.h) and structural damping (structural_damping.h). Over the speed the
 *  frequencies are the Campbell diagram. */
#ifndef RDG_WHIRL_MODES_H
#define RDG_WHIRL_MODES_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Lowest damped modes, by a dense eigenvalue problem of twice the degrees of freedom. Motions that decay
 *  without vibration, Im s = 0, are not among them.
 *  @param s       structure; M may not be singular
 *  @param speed   omega of the gyroscopic forces, rad/s; 0: the rotor stands still
 *  @param count   number of modes, 1 .. n
 *  @param[out] re real parts, 1/s, shape [count]; < 0: the motion decays. NULL: not requested
 *  @param[out] im angular frequencies, rad/s, ascending, shape [count]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (count; fewer motions vibrate), RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR (M),
 *          RDG_ERR_LIBRARY, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_whirl_modes(rdg_structure *s, double speed, rdg_index count, double *re, double *im);

#ifdef __cplusplus
}
#endif
#endif
