/** @file chain.h
 *  @brief A chain of masses: ground, spring k_1, mass m_1, spring k_2, mass m_2, ... */
#ifndef RDG_CHAIN_H
#define RDG_CHAIN_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Create a chain, fixed at its first spring and free at its last mass. Degree of freedom i is the
 *  displacement of mass i + 1. Without damping; see rdg_damping_proportional().
 *  @param ctx       context, owner of the structure, which is called "chain"
 *  @param n         number of masses, >= 1
 *  @param mass      shape [n], kg, > 0
 *  @param stiffness shape [n], N/m: the first between the ground and mass 1, > 0. The others between mass i
 *                   and mass i + 1, >= 0
 *  @return NULL after RDG_ERR_ARGUMENT (a number out of its range, by its place; NULL), RDG_ERR_NO_MEMORY or
 *          an earlier failure */
rdg_structure *rdg_chain_create(rdg_context *ctx, rdg_index n, const double *mass, const double *stiffness);

#ifdef __cplusplus
}
#endif
#endif
