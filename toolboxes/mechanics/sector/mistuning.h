/** @file mistuning.h
 *  @brief Mistuned wheels: blades of unequal stiffness, in the modes of the tuned wheel.
 *
 *  Blade j has the stiffness (1 + delta_j) K_blade, K_blade that of the blade's own elements. The wheel's
 *  motion is a sum of tuned modes of all nodal diameters (a subset of nominal modes: M. T. Yang, J. H.
 *  Griffin, J. Eng. Gas Turbines Power 123 (2001) 893). With all modes of the sector the result is exact.
 *
 *  Rows and columns of K that belong to the blade's nodes are not K_blade: they hold the stiffness of
 *  the disk's elements at the root as well. */
#ifndef RDG_MISTUNING_H
#define RDG_MISTUNING_H

#include <ridgewalk/sector.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a mistuned wheel is made of. */
typedef struct rdg_mistuning {
    rdg_index modes;         /**< of each nodal diameter, 1 .. degrees of freedom without the right face */
    const char *contacts;    /**< set of degrees of freedom at which contacts act, rdg_name_set(), none of the
                                right face. Their static shapes are added to the modes. The rotor is held in
                                all nodal diameters. NULL: none */
    const rdg_sparse *blade; /**< stiffness of the blade's own elements in the sector's degrees of freedom,
                                right face included, symmetric, N/m */
    const double *deviation; /**< delta_j > -1, relative, shape [sectors] */
    bool parameters;         /**< as rdg_sector_mistuned_parameters(): then blade is positive semidefinite */
} rdg_mistuning;

/** Create a wheel with mistuned blades, as rdg_sector_mistuned() and rdg_sector_mistuned_parameters(), also
 * with the static shapes of contacts among its coordinates. Without them the modes that are left out make
 * stiff contacts too soft to be exact.
 *  @param sector  as of rdg_sector_mistuned()
 *  @param options read during the call
 *  @return likewise; NULL also after RDG_ERR_NAME (the set), RDG_ERR_SINGULAR (a rotor that is not held) */
rdg_structure *rdg_sector_mistuned_wheel(const rdg_sector *sector, const rdg_mistuning *options);

/** Create a wheel with mistuned blades. Its coordinates are the modes of the tuned wheel, with M = I.
 *
 *  Named displacements of the sector are those of sector 0; in sector j they are "sector<j>.name", in the
 *  frame of sector j. Elements, forces and sensors are added to the result; those of the sector are not
 *  taken over.
 *  @param sector    sector with proportional damping, C = a M + b K; the wheel has the same a and b
 *  @param modes     modes of each nodal diameter, 1 .. degrees of freedom without the right face
 *  @param blade     stiffness of the blade's own elements in the sector's degrees of freedom, right face
 *                   included, symmetric, N/m
 *  @param deviation delta_j > -1, relative, shape [sectors]
 *  @return a structure of the same context, of sectors * modes coordinates; NULL after RDG_ERR_ARGUMENT
 *          (sizes, a deviation that is not finite or leaves no stiffness, other damping),
 *          RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_sector_mistuned(const rdg_sector *sector, rdg_index modes, const rdg_sparse *blade,
                                   const double *deviation);

/** The same wheel with the stiffness of each blade as a parameter, "blade<j>.stiffness", j = 0 .. N - 1: its
 *  value is 1 + delta_j and must be positive. Parameters are released as those of other elements: a ridge has
 * the sensitivities of the peak to all blades, a design changes them.
 *
 *  The difference to the tuned blade is an element "blade<j>" at the blade's strains, "blade<j>.strain<i>".
 * It has its part of the damping b K, so that both forms answer alike. Another damping of the result,
 * rdg_damping_proportional(), changes that of the tuned wheel alone. rdg_structure_modes() finds the tuned
 * modes, without elements.
 *  @param sector    as of rdg_sector_mistuned()
 *  @param modes     likewise
 *  @param blade     likewise; positive semidefinite
 *  @param deviation likewise
 *  @return likewise; RDG_ERR_ARGUMENT also for a blade's stiffness that is not positive semidefinite */
rdg_structure *rdg_sector_mistuned_parameters(const rdg_sector *sector, rdg_index modes,
                                              const rdg_sparse *blade, const double *deviation);

#ifdef __cplusplus
}
#endif
#endif
