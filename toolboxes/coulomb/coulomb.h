/** @file coulomb.h
 *  @brief Rigid dry friction at one contact of a linear structure that is driven harmonically.
 *
 *      rdg_structure *chain = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
 *      rdg_name_dof(chain, "m1", 0);
 *      rdg_coulomb *c = rdg_coulomb_create(chain, &(rdg_coulomb_options){.contact = "m1", .load = "m1"});
 *      rdg_coulomb_closed(c, 1.3, 0.4, &response, amplitude, phase);
 *
 *  Everything is without units. Time is tau = omega t. Frequency is r1 = omega sqrt(m/k), m and k the
 * reference mass and stiffness of the system. Displacements are over P/k, P the amplitude of the load.
 * Friction is beta = F/P, F the kinetic friction force. The equation of motion is
 *
 *      r1^2 Gamma x'' + r1 D x' + K x + beta w s = p cos(tau),
 *      s = sgn(z') while it slips, |s| <= mu while it sticks,
 *      z = w.x - b cos(tau),
 *
 *  Gamma, K and D the matrices over m, k and sqrt(k m), w the weights of the contact's displacement and p
 * those of the load. b = 1 where the other side of the contact moves with the base. One formulation serves a
 * contact with a wall, between two masses, and between a mass and a wall that moves. Damping acts on the
 * absolute motion, also where the base moves. */
#ifndef RDG_COULOMB_H
#define RDG_COULOMB_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A linear structure with one contact and one load. */
typedef struct rdg_coulomb rdg_coulomb;

/** Input of rdg_coulomb_create(). */
typedef struct rdg_coulomb_options {
    const char *contact; /**< named displacement of the structure at which friction acts */
    const char *load;    /**< named displacement at which the load acts; default: that of the contact */
    bool
        base;     /**< the contact's other side moves with the base, as cos(tau): z = w.x - cos(tau). The base
                     moves the structure through its first spring, so that the load is k times its displacement */
    double ratio; /**< mu, static over kinetic friction, >= 1; default 1 */
    double mass;  /**< reference mass m, kg; default: of the first degree of freedom, m_1 of a chain */
    double stiffness; /**< reference stiffness k, N/m; default: with which the structure stands against a
                         force at its first degree of freedom, k_1 of a chain */
} rdg_coulomb_options;

/** Create a system. Elements and loads of the structure count for nothing here.
 *  @param s       structure: symmetric, M and K positive definite, damping none or in proportion to M and K
 *                 (rdg_damping_proportional()), which the closed forms, limits and resonances refuse;
 * borrowed during the call
 *  @param options copied
 *  @return owned by the structure's context. NULL after RDG_ERR_NAME (no such displacement), RDG_ERR_ARGUMENT
 *          (other damping, numbers out of range, a contact that no mode moves), RDG_ERR_SINGULAR (M or K),
 *          RDG_ERR_LIBRARY, RDG_ERR_NO_MEMORY or an earlier failure */
rdg_coulomb *rdg_coulomb_create(rdg_structure *s, const rdg_coulomb_options *options);

/** Free a system before its context.
 *  @param c NULL is allowed; problems made from it must not be used any more */
void rdg_coulomb_free(rdg_coulomb *c);

/** Number of degrees of freedom.
 *  @param c NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_coulomb_size(const rdg_coulomb *c);

/** A resonance of the structure that slips: there any friction below `beta` leaves the response without
 * bound.
 *  @param c         system
 *  @param mode      0 .. n - 1, by ascending frequency
 *  @param[out] r1   frequency
 *  @param[out] beta (pi/4) |psi_l / psi_w| of the mode's displacements at load and contact; infinite where
 * the contact is at a node
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_resonance(const rdg_coulomb *c, rdg_index mode, double *r1, double *beta);

#ifdef __cplusplus
}
#endif
#endif
