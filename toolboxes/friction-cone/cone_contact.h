/** @file cone_contact.h
 *  @brief Dry friction in two tangential directions: a circular friction cone with a variable normal load.
 *
 *  The force law, with tangential displacements x = (x1, x2) and the normal displacement y (y > 0
 * compresses): normal load N = max(0, N0 + kn y). The tangential force is that of a spring in series with a
 * slider, t = kt (x - w), |t| <= mu N. The slider w rests where |t| < mu N, and where it slips it moves in
 * the direction of t. Without normal load t = 0 and w = x. All forces act against the displacements
 * (left-hand side).
 *
 *  The periodic state is computed in time, from samples and from the instants between them at which the
 *  contact begins to slip, sticks again, opens or closes. These are roots, polished to rounding: force and
 *  Jacobian follow from them without the noise of samples that change their contact state. Under a constant
 * load slip is integrated with order six, and the coefficients have an error of O(N_s^-4) in the number of
 * samples N_s; under a variable load of O(N_s^-2). */
#ifndef RDG_CONE_CONTACT_H
#define RDG_CONE_CONTACT_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A contact between named displacements of a structure. */
typedef struct rdg_cone_contact {
    const char *name;          /**< NULL: the name of the first tangential displacement */
    const char *tangential[2]; /**< named displacements x1 and x2, at right angles to each other */
    const char *normal; /**< named displacement y, positive in compression; NULL: constant normal load */
    double kt;          /**< tangential contact stiffness, the same in all directions, N/m, > 0 */
    double kn;          /**< normal contact stiffness, N/m, >= 0; not used without a normal displacement */
    double mu;          /**< friction coefficient, >= 0 */
    double preload;     /**< N0, normal load at y = 0, N; < 0 (a gap of -N0/kn) only with a normal
                             displacement */
    enum rdg_slider_start start; /**< where the slider starts; matters only to the static force of a contact
                                    that never slips */
    rdg_index
        samples; /**< a period, >= 4 (highest harmonic + 1); 0: 64 (highest harmonic + 1), at least 256:
                    coefficients are then right to 1e-3 of mu N0 (largest error of 400 random motions) */
    const char *parameters; /**< NULL, or the name under which its numbers are shared, see numbers.h */
} rdg_cone_contact;

/** Add a contact to a structure. Its force does not depend on omega. A motion whose periodic state is
 *  not found (periods repeat ever more slowly towards the limit at which a contact no longer slips) requests
 * a shorter step.
 *  @param s       structure
 *  @param contact copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_cone_contact_add(rdg_structure *s, const rdg_cone_contact *contact);

/** Its numbers as those of any dry contact: with a cone.
 *  @param contact numbers; NULL is allowed
 *  @return a force law; zeros for NULL */
rdg_contact_law rdg_cone_law_of(const rdg_cone_contact *contact);

#ifdef __cplusplus
}
#endif
#endif
