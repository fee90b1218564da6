/** @file gap_spring.h
 *  @brief Unilateral spring with a gap and a preload.
 *
 *  f = max(0, k (x - gap) + preload), against the displacement: the total force, 0 in the open state, as the
 *  normal force of a contact. The form that counts from the preloaded state, max(-preload, k (x - gap)), is
 *  f - preload: it differs by a static load only. The instants at which the spring opens and closes are
 * roots, polished to rounding; force, Jacobian and Hessian are integrals in closed form. */
#ifndef RDG_GAP_SPRING_H
#define RDG_GAP_SPRING_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Unilateral spring at a named displacement of a structure. */
typedef struct rdg_gap_spring {
    const char *name; /**< NULL: the name of the displacement */
    const char *at;   /**< named displacement, positive in compression */
    double k;         /**< stiffness while closed, N/m, > 0 */
    double gap;       /**< displacement from which it is closed without preload, m; < 0: pressed at rest */
    double preload;   /**< force at x = gap, N; < 0: closed from gap - preload/k on only */
    const char *parameters; /**< NULL, or the name under which its numbers are shared, see numbers.h */
} rdg_gap_spring;

/** Add a unilateral spring to a structure. Without the static harmonic the displacement at which the
 *  assembled structure rests (rest.h) is added to the motion.
 *  @param s      structure
 *  @param spring copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_gap_spring_add(rdg_structure *s, const rdg_gap_spring *spring);

/** Its numbers as those of any dry contact: without friction, y = x.
 *  @param spring numbers; NULL is allowed
 *  @return a force law; zeros for NULL */
rdg_contact_law rdg_gap_spring_law_of(const rdg_gap_spring *spring);

#ifdef __cplusplus
}
#endif
#endif
