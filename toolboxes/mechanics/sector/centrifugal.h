/** @file centrifugal.h
 *  @brief Centrifugal stiffening: a structure at a speed of rotation from its exports at two speeds.
 *
 *  Centrifugal forces grow with the square of the speed W, and so do the stresses that they cause. The
 * tangent stiffness of small deformations is
 *
 *      K(W) = K_0 + W^2 K_g,
 *
 *  with K_g of stress stiffening and spin softening together. Two exports of a finite element program give
 * both, one of them at speed 0 or at any other speed. */
#ifndef RDG_CENTRIFUGAL_H
#define RDG_CENTRIFUGAL_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A structure at a speed: K = K_1 + (W^2 - W_1^2) / (W_2^2 - W_1^2) (K_2 - K_1). All else is that of the
 * first export, proportional damping C = a M + b K with the new K.
 *  @param one         export at speed W_1, with names, elements, forces and sensors; not after
 *                     rdg_prestress()
 *  @param one_speed   W_1, rad/s, >= 0
 *  @param other       export at speed W_2 in the same degrees of freedom with the same mass, which is read
 *                     alone for its K
 *  @param other_speed W_2, rad/s, >= 0, not W_1
 *  @param speed       W, rad/s, >= 0; also beyond both
 *  @return a structure of the same context; NULL after RDG_ERR_ARGUMENT (speeds, sizes, masses that differ by
 *          more than a relative 1e-9, a wave, gyroscopic forces, a structure that rests), RDG_ERR_NOT_FINITE,
 *          RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_structure_at_speed(const rdg_structure *one, double one_speed, const rdg_structure *other,
                                      double other_speed, double speed);

#ifdef __cplusplus
}
#endif
#endif
