/** @file harmonic_balance.h
 *  @brief Harmonic balance of a structure with its elements, loads and sensors.
 *
 *  The periodic motion is q(t) = [Q_0] + sum_k Q_kc cos(k omega t) + Q_ks sin(k omega t) and satisfies
 *
 *      R(Q, omega, alpha) = D(omega) Q + F_nl(Q, omega) - alpha F_ex(omega) - F_static = 0,
 *
 *  with the dynamic stiffness D and the coefficients F_nl of the forces that the elements exert against the
 *  motion. F_ex is the pattern of the excitation (of omega where the base moves, loads.h). F_static are
 * forces that alpha does not scale. The degrees of freedom that occur in elements, forces and sensors are
 * kept, and the others condensed exactly, unless keeping all takes less time (hbm_solver.h).
 *
 *  Elements, loads and sensors are the structure's: they are added to it before the harmonic balance is made.
 *  Set properties of the harmonic balance itself (rdg_hbm_keep_all(), ...) before the first call
 * that needs its equations (a problem, the number of unknowns, an evaluation). */
#ifndef RDG_HARMONIC_BALANCE_H
#define RDG_HARMONIC_BALANCE_H

#include <ridgewalk/element.h>
#include <ridgewalk/objects.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A harmonic balance of a structure. */
typedef struct rdg_hbm rdg_hbm;

/** The harmonics kept, ascending, for rdg_hbm_create(): RDG_HARMONICS(1, 3, 5). A leading 0 requests the
 *  static part. Stands for two arguments, the count and the list. */
#define RDG_HARMONICS(...) RDG_COUNT(int, __VA_ARGS__), RDG_LIST(int, __VA_ARGS__)

/** Create the harmonic balance of a structure, owned by the structure's context.
 *  @param structure with all its elements, loads and sensors: later ones are refused. It must outlive the
 * result
 *  @param n         number of harmonics listed
 *  @param harmonics [n], ascending, >= 0, at least one >= 1; copied
 *  @return NULL after a failure: RDG_ERR_ARGUMENT (an element whose contact states lack an operation, a force
 * or sensor of a harmonic that is not kept) or RDG_ERR_NO_MEMORY */
rdg_hbm *rdg_hbm_create(rdg_structure *structure, rdg_index n, const int *harmonics);

/** Free a harmonic balance before its context, after the problems made from it.
 *  @param hb NULL is allowed */
void rdg_hbm_free(rdg_hbm *hb);

/** Context of a harmonic balance.
 *  @param hb NULL is allowed
 *  @return the context, or NULL */
rdg_context *rdg_hbm_context(const rdg_hbm *hb);

/** Structure of a harmonic balance.
 *  @param hb NULL is allowed
 *  @return the structure, or NULL */
rdg_structure *rdg_hbm_structure(const rdg_hbm *hb);

/** The harmonics and the order of coefficients.
 *  @param hb NULL is allowed
 *  @return borrowed, valid and unchanged as long as @p hb; or NULL */
const rdg_basis *rdg_hbm_basis(const rdg_hbm *hb);

/** Keep every degree of freedom, so that nothing is condensed: RDG_WHOLE of rdg_hbm_solver(), unless
 *  RDG_SPECTRAL was chosen. The equations are then as sparse as the structure. Where this takes less time it
 *  is done anyway.
 *  @param hb harmonic balance
 *  @return RDG_OK or RDG_ERR_ARGUMENT */
rdg_status rdg_hbm_keep_all(rdg_hbm *hb);

/** Keep no degree of freedom for the sake of a force alone: forces are condensed as motions of the base are,
 *  so that the unknowns are those of elements and sensors. Faster where an element sees one of few degrees of
 *  freedom; but condensed ones have no phase to hold (rdg_hbm_harmonic()); they are only expanded
 *  (rdg_hbm_expand()).
 *  @param hb harmonic balance
 *  @return RDG_OK or RDG_ERR_ARGUMENT */
rdg_status rdg_hbm_condense_forces(rdg_hbm *hb);

/** The same harmonics of the same structure once more, with every degree of freedom kept: for what acts on
 * the whole structure (an artificial damping, a motion without force).
 *  @param hb harmonic balance, in use already or not
 *  @return owned by the same context; NULL after a failure: RDG_ERR_NO_MEMORY */
rdg_hbm *rdg_hbm_full(rdg_hbm *hb);

/** Evaluate the elements in another number of threads than rdg_threads() set before the harmonic
 *  balance was made, when there are many. The results are the same to the last bit. May be called at any
 * time.
 *
 *  Threads pay on cores that have nothing else to do; a thread that waits sleeps.
 *  @param hb      harmonic balance
 *  @param threads at most, >= 1; one is used for few elements
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_hbm_threads(rdg_hbm *hb, int threads);

#ifdef __cplusplus
}
#endif
#endif
