/** @file hbm_potential.h
 *  @brief The energy that elements store: the work of moving them slowly from rest to where they are.
 *
 *  The element interface knows forces, not potentials. The work W = int_0^1 f(s x) . x ds along the straight
 *  way is the potential of every element that has one. Of an element with memory or friction it is the work
 *  that the first loading takes. */
#ifndef RDG_HBM_POTENTIAL_H
#define RDG_HBM_POTENTIAL_H

#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the elements of a harmonic balance store. */
typedef struct rdg_hbm_potential rdg_hbm_potential;

/** Prepare for evaluations: an instance of each element for slow motions.
 *  @param hb harmonic balance; must outlive the result
 *  @return to be freed with rdg_hbm_potential_free(); NULL after a failure: RDG_ERR_NO_MEMORY */
rdg_hbm_potential *rdg_hbm_potential_create(rdg_hbm *hb);

/** Free it.
 *  @param potential NULL is allowed */
void rdg_hbm_potential_free(rdg_hbm_potential *potential);

/** Work of all elements, to a relative accuracy of 1e-12, also where their forces have non-smooth points.
 *  @param potential   what was created
 *  @param q           displacements of the whole structure, [rdg_structure_size()], m
 *  @param[out] energy in J
 *  @return 0, or what an element answered */
int rdg_hbm_potential_energy(rdg_hbm_potential *potential, const double *q, double *energy);

#ifdef __cplusplus
}
#endif
#endif
