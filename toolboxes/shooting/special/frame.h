/** @file frame.h
 *  @brief What is at right angles to a velocity: an orthonormal basis Q of it, for toolboxes whose orbits
 * have a trivial multiplier. */
#ifndef RDG_FRAME_H
#define RDG_FRAME_H

#include <ridgewalk/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** out = Q v.
 *  @param n        states, >= 1
 *  @param velocity [n], not 0
 *  @param speed    its length
 *  @param v        [n - 1]
 *  @param[out] out [n]; nothing is done where a pointer is NULL */
void rdg_frame_extend(rdg_index n, const double *velocity, double speed, const double *v, double *out);

/** out = Q^T v.
 *  @param n        states, >= 1
 *  @param velocity [n], not 0
 *  @param speed    its length
 *  @param v        [n]
 *  @param[out] out [n - 1]; nothing is done where a pointer is NULL */
void rdg_frame_restrict(rdg_index n, const double *velocity, double speed, const double *v, double *out);

#ifdef __cplusplus
}
#endif
#endif
