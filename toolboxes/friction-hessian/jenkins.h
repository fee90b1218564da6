/** @file jenkins.h
 *  @brief Jenkins element: elastic dry friction, a spring in series with a slider of constant limit.
 *
 *  f = kt x - v, memory v <- clamp(v, kt x - limit, kt x + limit); f acts against the displacement. It is the
 *  contact of contact.h with a constant normal load, and shares all of it: exact transition times, Jacobian,
 *  Hessian, margins (onset of slip and new slip phases).
 *
 *  Source: G. Jenkin, Analysis of the stress-strain relationships in reactor grade graphite, Br. J. Appl.
 * Phys. 13 (1962). */
#ifndef RDG_JENKINS_H
#define RDG_JENKINS_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/slider_start.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Elastic dry friction at a named displacement of a structure. */
typedef struct rdg_jenkins {
    const char *name;       /**< NULL: the name of the displacement */
    const char *at;         /**< named displacement */
    double kt;              /**< stiffness of the spring, N/m, > 0 */
    double limit;           /**< force at which the slider gives way, N, > 0 */
    rdg_slider_start start; /**< the static force of a slider that never slips */
    const char *parameters; /**< NULL, or the name under which its numbers are shared, see numbers.h */
} rdg_jenkins;

/** Add a Jenkins element to a structure.
 *  @param s       structure
 *  @param jenkins copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_jenkins_add(rdg_structure *s, const rdg_jenkins *jenkins);

/** Its numbers as those of any dry contact: mu = 1 and the limit as a constant load.
 *  @param jenkins numbers; NULL is allowed
 *  @return a force law; zeros for NULL */
rdg_contact_law rdg_jenkins_law_of(const rdg_jenkins *jenkins);

#ifdef __cplusplus
}
#endif
#endif
