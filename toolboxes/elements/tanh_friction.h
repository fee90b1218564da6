/** @file tanh_friction.h
 *  @brief Regularised Coulomb friction: f = F tanh(v / epsilon). */
#ifndef RDG_TANH_FRICTION_H
#define RDG_TANH_FRICTION_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Friction that is smooth in the velocity. It resists without sticking: for exact stick and slip use the
 *  contact elements. */
typedef struct rdg_tanh_friction {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    double force;      /**< friction limit F = mu N, >= 0, in N */
    double epsilon;    /**< velocity at which tanh(1) = 76 % of the limit is reached, > 0, in m/s */
    rdg_index samples; /**< a period; 0: the default of rdg_time_element. Sharper force laws (velocities far
                          above epsilon) need more */
} rdg_tanh_friction;

/** Add a regularised friction element.
 *  @param s        structure
 *  @param friction copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_tanh_friction_add(rdg_structure *s, const rdg_tanh_friction *friction);

#ifdef __cplusplus
}
#endif
#endif
