/** @file friction_numbers.h
 *  @brief Derivatives of a dry contact by its numbers, from those by its displacements.
 *
 *  In units of force, P = kt X and s = kn Y + N0, the tangential force T and the margin S are functions of P
 *  and mu s alone. They are homogeneous of degree 1 (with the slider's start kt x_rest). The normal force is
 * one of s alone, homogeneous of degree 1. So a contact of unit stiffnesses without preload, evaluated at (P,
 * s) in a basis that has the static harmonic, gives it all: with f one of these functions, f_s s its
 * derivative along s,
 *
 *      mu df/dmu = f_s s (T, S; 0 for the normal force),        N0: df/dN0 = f_s 1, the column of the static
 *      kt df/dkt = f - f_s s (likewise),                        part of s,      kn: df/dkn = f_s Y ,
 *
 *  and differentiated once more, with q = f_ss s, u = 1 or Y as above:
 *
 *      kt^2 f_kt,kt = mu^2 f_mu,mu = -kt mu f_kt,mu = s.q,   kt f_kt,u = -q.u,   mu f_mu,u = q.u + f_s u .
 *
 *  The preload needs no division: its derivatives are right at N0 = 0, too. The rest is taken as it is. */
#ifndef RDG_FRICTION_NUMBERS_H
#define RDG_FRICTION_NUMBERS_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers of a contact, in the order of the tables of kinds of contacts (which may end earlier). */
typedef enum rdg_friction_parameter {
    RDG_FRICTION_KT,
    RDG_FRICTION_PRELOAD,
    RDG_FRICTION_MU,
    RDG_FRICTION_KN,
    RDG_FRICTION_START, /* force at which a slider starts: changes nothing here, see contact_numbers.c */
    RDG_FRICTION_PARAMETERS
} rdg_friction_parameter;

/** A contact with its displacements, and the contact in units of force that answers for it. */
typedef struct rdg_friction_state {
    const rdg_contact_law *law; /**< its numbers */
    rdg_index tangential;       /**< directions, 1 or 2 */
    bool has_normal;            /**< whether there is a normal displacement */
    rdg_index n;                /**< coefficients of a displacement */
    bool has_static;            /**< of them, the first one */
    const double *z;            /**< [(tangential + has_normal) n] */
    const double *rest;         /**< [tangential + has_normal], m, added where there is no static part */
} rdg_friction_state;

/** A function of the unit contact's displacements, of degree 1: a multiplier's sum of forces, or a margin.
 *  With m = n + !has_static, M = (tangential + 1) m. */
typedef struct rdg_friction_function {
    double value;           /**< of it */
    const double *gradient; /**< [M] */
    const double *friction; /**< [M] gradient of that part which knows mu: without the normal force */
    const double *hessian;  /**< entry (i, j) at i + stride j */
    rdg_index stride;       /**< of the hessian */
} rdg_friction_function;

/** Length of the unit contact's displacements.
 *  @param at the contact
 *  @return M */
rdg_index rdg_friction_length(const rdg_friction_state *at);

/** The unit contact's displacements.
 *  @param      at   the contact
 *  @param[out] unit [M] P of each direction, s */
void rdg_friction_load(const rdg_friction_state *at, double *unit);

/** Multipliers of the unit contact's forces.
 *  @param      at     the contact
 *  @param      lambda [(tangential + has_normal) n]
 *  @param[out] unit   [M] */
void rdg_friction_spread(const rdg_friction_state *at, const double *lambda, double *unit);

/** dF/dp of the forces.
 *  @param at    the contact
 *  @param which number
 *  @param unit  as loaded
 *  @param force, jacobian [M], [M * M] of the unit contact
 *  @param[out] column [(tangential + has_normal) n]. By mu 0 where mu = 0 */
void rdg_friction_column(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                         const double *force, const double *jacobian, double *column);

/** df/dp of a function of a degree.
 *  @param at     the contact
 *  @param which  number
 *  @param unit   as loaded
 *  @param degree of homogeneity in (P, s): 1, or 0 of a jump
 *  @param f      value and friction are read
 *  @return by mu 0 where mu = 0 */
double rdg_friction_first(const rdg_friction_state *at, rdg_friction_parameter which, const double *unit,
                          int degree, const rdg_friction_function *f);

/** d2f/dz dp and d2f/dp dp.
 *  @param at          the contact
 *  @param n, which    numbers
 *  @param unit        as loaded
 *  @param f           all but the value is read
 *  @param work        [M]
 *  @param[out] mixed  [stride * n]: its first (tangential + has_normal) n entries of each column are written.
 *                     NULL: not requested
 *  @param      stride of it
 *  @param[out] second [n * n]; NULL: not requested */
void rdg_friction_second(const rdg_friction_state *at, rdg_index n, const int *which, const double *unit,
                         const rdg_friction_function *f, double *work, double *mixed, rdg_index stride,
                         double *second);

#ifdef __cplusplus
}
#endif
#endif
