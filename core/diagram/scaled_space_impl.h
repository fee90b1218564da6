/* Distances and angles in variables relative to their typical sizes; all vectors have shape [n]. */
#ifndef RDG_SCALED_SPACE_IMPL_H
#define RDG_SCALED_SPACE_IMPL_H

#include "function.h"

/* Root mean square of a - b. */
double rdg_scaled_distance(rdg_index n, const double *size, const double *a, const double *b);

/* Cosine of the angle between two directions, whatever their sense. */
double rdg_scaled_alignment(rdg_index n, const double *size, const double *a, const double *b);

/* Least distance of a point from the cubic between two charts a and b, each with its tangent behind it, [2
 * n].
 */
double rdg_distance_from_step(rdg_index n, const double *size, const double *a, const double *b,
                              const double *point);

#endif
