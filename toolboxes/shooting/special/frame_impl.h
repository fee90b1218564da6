/* What is at right angles to a velocity. */
#ifndef RDG_FRAME_IMPL_H
#define RDG_FRAME_IMPL_H

#include <ridgewalk/core.h>

/* out [n] = Q v, Q [n (n - 1)] an orthonormal basis of what is at right angles to the velocity. */
void rdg_frame_extend(rdg_index n, const double *velocity, double speed, const double *v, double *out);

/* out [n - 1] = Q^T v. */
void rdg_frame_restrict(rdg_index n, const double *velocity, double speed, const double *v, double *out);

#endif
