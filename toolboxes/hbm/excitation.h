/** @file excitation.h
 *  @brief Motions of the base, and forces that do not change with the level of excitation.
 *
 *  Both act on the whole structure and are condensed with it: no degree of freedom is kept for their sake. */
#ifndef RDG_EXCITATION_H
#define RDG_EXCITATION_H

#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A harmonic motion of the base, which carries all supports of the structure:
 *
 *      x_b(t) = alpha displacement cos(harmonic omega t + phase),   or
 *      x_b''(t) = alpha acceleration cos(harmonic omega t + phase).
 *
 *  The structure's displacements q are then relative to the base, and the load is -M r x_b''. The vector r
 * says how each degree of freedom goes when the base moves by 1 m and nothing is deformed. Elements that lead
 * to the ground lead to the base, and damping in proportion to the mass acts on the relative motion. */
typedef struct rdg_base_motion {
    const char *direction;   /**< r as the weights of a named combination, 0 elsewhere */
    const double *influence; /**< r, shape [n_influence]; copied. Neither: rdg_structure_translation() */
    rdg_index n_influence;   /**< its length, to be sure: rdg_structure_size() */
    int harmonic;            /**< one of the harmonics kept; 0: the first, 1 */
    double displacement;     /**< amplitude in m for alpha = 1 */
    double acceleration;     /**< amplitude in m/s^2 for alpha = 1; give one of the two */
    double phase;            /**< rad */
} rdg_base_motion;

/** Move the base. Several motions add up.
 *  @param hb   harmonic balance
 *  @param base copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (both amplitudes or none, direction and influence, no such harmonic),
 *          RDG_ERR_SIZE (n_influence), RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_hbm_base(rdg_hbm *hb, const rdg_base_motion *base);

/** What the motion of the base itself adds to one harmonic of a displacement. Added to the relative motion
 *  (rdg_hbm_harmonic(), rdg_hbm_expand()) it gives the absolute one, and so transmissibilities.
 *  @param hb          harmonic balance
 *  @param at          named displacement of the structure
 *  @param harmonic    >= 1
 *  @param omega       rad/s, > 0
 *  @param alpha       level
 *  @param[out] cosine in m
 *  @param[out] sine   in m
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_hbm_base_harmonic(rdg_hbm *hb, const char *at, int harmonic, double omega, double alpha,
                                 double *cosine, double *sine);

/** Add a constant force that alpha does not scale: a weight, the tension of a bolt. It acts in the static
 *  harmonic if that is kept, and in rdg_hbm_prestress(), which is needed otherwise. Forces add up.
 *  @param hb    harmonic balance
 *  @param at    named displacement of the structure
 *  @param force in N
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hbm_static_force(rdg_hbm *hb, const char *at, double force);

/** Unit of the level alpha.
 *  @param hb NULL is allowed
 *  @return "N"; "" where the base moves and no force depends on alpha, which is then a factor */
const char *rdg_hbm_level_unit(const rdg_hbm *hb);

#ifdef __cplusplus
}
#endif
#endif
