/** @file structural_damping.h
 *  @brief Structural (hysteretic) damping of a structure: a complex stiffness K (1 + i g).
 *
 *  The loss factor g makes the energy lost in a cycle independent of the frequency. In a vibration of
 *  harmonic k >= 1 the stiffness is K (1 + i g), whatever k omega is, in addition to the viscous damping C;
 *  the static part has K alone. It is defined for harmonic motion only: it has no force law in time. So
 *  harmonic balance, its ridges, nonlinear modes, condensation and coupled frequency responses take it, and
 *  solvers in time, Floquet exponents and the spectral solver refuse it.
 *
 *  Krack and Gross, Harmonic Balance for Nonlinear Vibration Problems (2019); Craig and Kurdila, Fundamentals
 *  of Structural Dynamics (2006), 3.7. */
#ifndef RDG_STRUCTURAL_DAMPING_H
#define RDG_STRUCTURAL_DAMPING_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Structural damping K (1 + i g), in place of any structural damping before. Elements have none of it.
 *  @param s           structure
 *  @param loss_factor g, without a unit, >= 0; 0: none
 *  @return RDG_OK, RDG_ERR_NOT_FINITE, RDG_ERR_ARGUMENT (negative; the matrices are in use) or
 *          RDG_ERR_EARLIER */
rdg_status rdg_damping_structural(rdg_structure *s, double loss_factor);

/** Loss factor of a structure.
 *  @param s NULL is allowed
 *  @return g; 0 for NULL */
double rdg_structure_loss_factor(const rdg_structure *s);

/** For the authors of solvers that cannot take structural damping.
 *  @param s     structure; NULL is allowed
 *  @param where public function shown in the message
 *  @return RDG_OK, or RDG_ERR_ARGUMENT for a structure with g > 0 */
rdg_status rdg_structure_refuse_loss(const rdg_structure *s, const char *where);

#ifdef __cplusplus
}
#endif
#endif
