/** @file circle.h
 *  @brief The number pi, which C11 does not have. Part of ridgewalk.h. */
#ifndef RDG_CIRCLE_H
#define RDG_CIRCLE_H

#include <math.h>

/** Half a turn, rad. */
#define RDG_PI 3.14159265358979323846

#endif
