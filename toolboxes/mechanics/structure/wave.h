/** @file wave.h
 *  @brief A structure that is one sector of a travelling wave: what depends on the harmonic.
 *
 *  Sector j of a rotor of N alike ones moves as u_j(t) = u_0(t - j phi / omega), phi = 2 pi r / N, for engine
 *  order r. So coefficient h of sector j is U_h exp(-i h j phi), and one sector stands for all. Its matrices
 *  are Hermitian and depend on the phase theta = h phi from one sector to the next alone, that is on the
 *  nodal diameter h r mod N:
 *
 *      K(theta) = K(0) - (1 - cos theta) S + i sin theta G,   S symmetric, G antisymmetric,
 *
 *  M and C likewise. For the authors of solvers; users have sector.h. */
#ifndef RDG_WAVE_H
#define RDG_WAVE_H

#include "structure.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether a structure is one sector of a travelling wave.
 *  @param s NULL is allowed
 *  @return false for NULL */
bool rdg_structure_is_wave(const rdg_structure *s);

/** Whether a structure has damping.
 *  @param s structure
 *  @return whether an entry of C is not zero; false for NULL */
bool rdg_structure_is_damped(const rdg_structure *s);

/** A solver that needs the motion in time cannot take a wave: its sectors do not move alike.
 *  @param s     structure; NULL is allowed
 *  @param where public function shown in the message
 *  @return RDG_OK, or RDG_ERR_ARGUMENT for a wave */
rdg_status rdg_structure_refuse_wave(const rdg_structure *s, const char *where);

/** How a harmonic turns from one sector to the next: its coefficient there is exp(-i theta) times that here.
 *  @param s            structure; any other one than a wave, or NULL, turns nothing
 *  @param harmonic     >= 0
 *  @param[out] cosine  cos theta, exact where it is 0, 1 or -1
 *  @param[out] sine    sin theta, likewise. If one of both is NULL, none is written */
void rdg_structure_turn(const rdg_structure *s, rdg_index harmonic, double *cosine, double *sine);

/** The pattern that all matrices have.
 *  @param s structure
 *  @return borrowed until the structure is freed; empty for NULL */
rdg_pattern rdg_structure_pattern(const rdg_structure *s);

/** The matrices of a harmonic.
 *  @param s        structure, a wave or not; nothing is written for NULL
 *  @param harmonic >= 0
 *  @param[out] M   shape [2 * entries]: real parts in the order of rdg_structure_pattern(), then imaginary
 *                  parts. NULL: not requested
 *  @param[out] C   likewise
 *  @param[out] K   likewise */
void rdg_structure_matrices_of(const rdg_structure *s, rdg_index harmonic, double *M, double *C, double *K);

/** How many sectors the rotor of a wave has.
 *  @param s structure; NULL is allowed
 *  @return 0: no wave */
rdg_index rdg_structure_sectors(const rdg_structure *s);

/** The engine order of a wave.
 *  @param s structure; NULL is allowed
 *  @return 0: no wave */
rdg_index rdg_structure_engine_order(const rdg_structure *s);

/** The matrices of harmonic h of a disturbance that turns by m: phase theta = 2 pi (h r - m) / N from one
 * sector to the next.
 *  @param s           a wave; nothing is written for another structure, or NULL
 *  @param harmonic    h, of any sign
 *  @param m           of any sign
 *  @param[out] M      as of rdg_structure_matrices_of(); needed
 *  @param[out] C      likewise
 *  @param[out] K      likewise
 *  @param[out] cosine of theta; needed
 *  @param[out] sine   of theta; needed */
void rdg_structure_disturbed(const rdg_structure *s, rdg_index harmonic, rdg_index m, double *M, double *C,
                             double *K, double *cosine, double *sine);

/** rdg_structure_displacement() with the terms of the next sector.
 *  @param s           structure
 *  @param where       public function shown in the message
 *  @param name        of the displacement
 *  @param[out] n      number of terms
 *  @param[out] dof    shape [n], borrowed until the structure is freed
 *  @param[out] weight shape [n], likewise
 *  @param[out] across shape [n], likewise: weights of the same degrees of freedom of the next sector; NULL if
 *                     there are none
 *  @return as rdg_structure_displacement() */
rdg_status rdg_structure_displacement_across(rdg_structure *s, const char *where, const char *name,
                                             rdg_index *n, const rdg_index **dof, const double **weight,
                                             const double **across);

#ifdef __cplusplus
}
#endif
#endif
