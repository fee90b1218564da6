/** @file fluid_drag.h
 *  @brief Drag in a fluid: f = c |v| v, quadratic in the velocity. */
#ifndef RDG_FLUID_DRAG_H
#define RDG_FLUID_DRAG_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Drag at high Reynolds numbers, for a body of area A in a fluid of density rho: c = rho A C_d / 2.
 *
 *  The second derivative of the force jumps at v = 0. Force and Jacobian are smooth enough for folds and
 *  peaks. With N samples the force is good to some N^-3, the Jacobian to N^-2 and the contracted Hessian
 *  to N^-1. Smooth damping that is quadratic in the displacement is rdg_quadratic_damper. */
typedef struct rdg_fluid_drag {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    double c;          /**< N s^2/m^2 */
    rdg_index samples; /**< a period; 0: the default of rdg_time_element */
} rdg_fluid_drag;

/** Add the element.
 *  @param s      structure
 *  @param drag copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_fluid_drag_add(rdg_structure *s, const rdg_fluid_drag *drag);

#ifdef __cplusplus
}
#endif
#endif
