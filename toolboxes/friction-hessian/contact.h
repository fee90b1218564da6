/** @file contact.h
 *  @brief Dry friction contact: stick, slip and separation with exact transition times.
 *
 *  The force law, with x the tangential and y the normal displacement (y > 0 compresses): normal force
 *  fy = max(0, N0 + kn y). The tangential force is that of a spring kt in series with a slider that carries
 *  at most mu fy. As a play operator: L = kt x - mu fy, U = kt x + mu fy, memory v <- clamp(v, L, U),
 *  fx = kt x - v. Both forces act against the displacements (left-hand side).
 *
 *  Force coefficients, stiffness matrix and Hessian tensor are integrals over the segments between
 *  transitions, taken in closed form; the transition times are roots, polished to rounding. Nothing is
 *  sampled.
 *
 *  Sources: the segment integrals and the stiffness follow Petrov and Ewins (2003). The Hessian tensor is
 * that of equations (44) to (63) in "Precise Computation of Forced Response Backbone Curves of Frictional
 * Structures Using Analytical Hessian Tensor of Contact Elements". It is corrected and simplified, see
 * README.md of this folder. */
#ifndef RDG_CONTACT_H
#define RDG_CONTACT_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/element.h>
#include <ridgewalk/objects.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A contact between named displacements of a structure. */
typedef struct rdg_contact {
    const char *name;       /**< NULL: the name of the tangential displacement */
    const char *tangential; /**< named displacement x */
    const char *normal;     /**< named displacement y, positive in compression; NULL: constant normal load */
    double kt;              /**< tangential contact stiffness, N/m, > 0 */
    double kn;      /**< normal contact stiffness, N/m, >= 0; not used without a normal displacement */
    double mu;      /**< friction coefficient, >= 0 */
    double preload; /**< N0, normal load at y = 0, N; < 0 (a gap of -N0/kn) only with a normal
                         displacement */
    rdg_slider_start start; /**< the static force of a contact that stays stuck */
    double start_force; /**< slider position before the motion, N, with RDG_SLIDER_AT: parameter "start" */
    const char *parameters; /**< NULL, or the name under which its numbers are shared, see numbers.h */
} rdg_contact;

/** Add a contact to a structure. One with friction whose normal load is zero at all times (no preload, and no
 * normal displacement or kn = 0) is reported by a warning.
 *  @param s       structure
 *  @param contact copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_contact_add(rdg_structure *s, const rdg_contact *contact);

/** Its numbers as those of any dry contact: planar.
 *  @param contact numbers; NULL is allowed
 *  @return a force law; zeros for NULL */
rdg_contact_law rdg_contact_law_of(const rdg_contact *contact);

/** What a contact does at an instant. */
typedef enum rdg_contact_state {
    RDG_STICK,         /**< fx = kt x - v with v constant */
    RDG_SLIP_FORWARD,  /**< fx = +mu fy */
    RDG_SLIP_BACKWARD, /**< fx = -mu fy */
    RDG_SEPARATION     /**< fx = fy = 0 */
} rdg_contact_state;

/** A piece of the period in one state; it lasts to the start of the next one, cyclically. */
typedef struct rdg_contact_segment {
    rdg_contact_state state; /**< stick, slip or separation */
    double start;            /**< tau = omega t, in [0, 2 pi); 0 if the state lasts the whole period */
} rdg_contact_segment;

/** A contact by itself, for one basis: what harmonic balance evaluates, open to inspection. Below,
 *  n = n_coefficients of the basis and N = d n, with d = 2, z = [X; Y] or, for a constant normal load,
 *  d = 1, z = X. */
typedef struct rdg_contact_element rdg_contact_element;

/** Create an element, owned by the context. All memory that its evaluation needs is taken here.
 *  @param ctx     context
 *  @param contact copied; the displacement names only serve to give d
 *  @param basis   harmonics; copied
 *  @return NULL after a failure */
rdg_contact_element *rdg_contact_element_create(rdg_context *ctx, const rdg_contact *contact,
                                                const rdg_basis *basis);

/** Free an element before its context.
 *  @param element NULL is allowed */
void rdg_contact_element_free(rdg_contact_element *element);

/** Force, stiffness and contracted Hessian (rdg_element_result has the shapes). A fully stuck contact has a
 *  static force only by its history: v = clamp(start, max L, min U), see rdg_slider_start.
 *  @param element element
 *  @param z       displacement coefficients, shape [N], m
 *  @param result  what is requested; forces in N
 *  @return 0; > 0 if @p z is not finite; < 0 if a pointer is NULL */
int rdg_contact_evaluate(rdg_contact_element *element, const double *z, rdg_element_result *result);

/** The whole Hessian tensor.
 *  @param element     element
 *  @param z           displacement coefficients, shape [N], m
 *  @param[out] tensor shape [N * N * N]: d2F_i/dz_j dz_k at (i*N + k)*N + j, so that each Hes_i, a symmetric
 *                     matrix, lies in one piece; N/m^2
 *  @return 0; > 0 if @p z is not finite; < 0 if a pointer is NULL */
int rdg_contact_hessian_tensor(rdg_contact_element *element, const double *z, double *tensor);

/** Distance to the change of contact state chosen by rdg_contact_focus(), at first the onset of slip, S = min
 * U - max L, with the normal load taken as N0 + kn y throughout. S > 0 if and only if the contact is fully
 * stuck (and never opens). S is smooth where the extrema are unique; its gradient is [kt (H(t2) - H(t1)); mu
 * kn (H(t2) + H(t1))], t1 = argmax L, t2 = argmin U. Where it vanishes, the stiffness jumps by jump (x)
 * gradient, jump = [1/pi int_{t1}^{t2} H dtau; 0].
 *  @param element element
 *  @param z       displacement coefficients, shape [N], m
 *  @param margin  value in N and what else is requested: derivatives in N/m and N/m^2, the jump as a number
 *  @return 0; > 0 if @p z is not finite; < 0 if a pointer is NULL */
int rdg_contact_margin(rdg_contact_element *element, const double *z, rdg_element_margin *margin);

/** Choose the change of contact state that the margin measures. A slipping contact may begin to slip anew
 * within a stick phase, where a maximum of L or a minimum of U meets the memory. Its stiffness jumps there as
 * well.
 *  @param element element
 *  @param z       NULL: the onset of slip of the stuck contact, as at first. Else, if the contact slips at z:
 * that new slip phase which is about to begin, or has just begun, or several if they do so together. From
 * then on the margin is > 0 without it and < 0 with it. If there is none, as with NULL
 *  @return 0; > 0 if @p z is not finite; < 0 if a pointer is NULL */
int rdg_contact_focus(rdg_contact_element *element, const double *z);

/** Set the static equilibrium of the assembled structure before any motion. Sliders with RDG_SLIDER_PRESTRESS
 * start at rest[0]. Without the static harmonic rest[1] is added to the normal displacement; a constant
 * tangential displacement changes no force then.
 *  @param element NULL is allowed
 *  @param rest    static displacements, shape [d], m */
void rdg_contact_prestress(rdg_contact_element *element, const double *rest);

/** Hold the contact state in which the margin is positive, whatever the margin is, or follow the force law: a
 * stuck contact stays stuck (Fx = kt X, Fy = kn Y). After rdg_contact_focus() the new slip phase is left out.
 *  @param element NULL is allowed
 *  @param hold    true: hold */
void rdg_contact_hold_stuck(rdg_contact_element *element, bool hold);

/** Whether the force depends on the past of the motion: on where a stick phase began that does not last all
 *  the time. In slip, in separation and without friction it follows the motion at once.
 *  @param element element
 *  @param z       displacement coefficients, shape [N], m
 *  @return false, too, if @p z is not finite or NULL */
bool rdg_contact_has_memory(rdg_contact_element *element, const double *z);

/** The states in the course of a period.
 *  @param element       element
 *  @param z             displacement coefficients, shape [N], m
 *  @param capacity      length of @p segments
 *  @param[out] segments shape [capacity], ascending start. As many as there are and fit
 *  @return number of segments, which may exceed @p capacity; -1 if @p z is not finite or a
 *          pointer is NULL */
rdg_index rdg_contact_segments(rdg_contact_element *element, const double *z, rdg_index capacity,
                               rdg_contact_segment *segments);

#ifdef __cplusplus
}
#endif
#endif
