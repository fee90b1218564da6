/** @file coulomb_hybrid.h
 *  @brief Systems with rigid dry friction as hybrid systems, for shooting: general orbits, several contacts,
 *  smooth forces besides.
 *
 *      rdg_hybrid *h = rdg_coulomb_hybrid(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
 *      rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 2000});
 *
 *  Time is omega t / r1, so that the parameter "r1" is the frequency of the forcing, and phi its phase, the
 * tau of coulomb.h. States of every mode: displacements x, and their rates of change by that time, r1 x'.
 * Modes are called by what each contact does, "slip+", "slip-" or "stick", of several contacts "slip+ stick".
 * They are made when they are first entered, and are linear ones, known in closed form, unless there is a
 * force besides. Event surfaces are called "slip+ -> stick", of several contacts with the one whose event it
 * is, "slip+ stick (1) -> slip- stick". Where a contact comes to rest, the contact states that follow are
 * those in which every contact that sticks is held by less than its bound. Every
 * other contact slips in the direction of its acceleration. */
#ifndef RDG_COULOMB_HYBRID_H
#define RDG_COULOMB_HYBRID_H

#include <ridgewalk/at.h>
#include <ridgewalk/coulomb.h>
#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Further input of rdg_coulomb_hybrid_at(). */
typedef struct rdg_coulomb_hybrid_options {
    /** further contacts, ended by NULL: systems made from the same structure with the same reference mass and
     *  stiffness, of which only the contact counts, not the load. At most 4 contacts in all */
    const rdg_coulomb *const *more;
    rdg_hybrid_function force; /**< a smooth force on the displacements, over P: n values of (x, r1 x',
                                  parameters, phi), df column-major; f NULL: none. Its data is borrowed */
    const char *const
        *parameters;      /**< its own parameters, ended by NULL, behind those of the contacts; copied */
    const double *values; /**< as many */
} rdg_coulomb_hybrid_options;

/** A system as a hybrid system. Its first mode is that of rest at phi = 0.
 *  @param c       system; its numbers are copied
 *  @param options NULL: one contact, no force
 *  @param at      values, ended by an item with name NULL: "r1" (needed, > 0), "beta" (needed, >= 0), "mu"
 *                 (default that of the system, >= 1). Of further contacts "beta2", "mu2" and so on. They are
 * the parameters of the hybrid system, r1, beta, mu, beta2, mu2, ...
 *  @return owned by the context; NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT (values; contacts of another
 *          structure; contacts whose displacements depend on each other), RDG_ERR_NO_MEMORY or an earlier
 *          failure */
rdg_hybrid *rdg_coulomb_hybrid_at(const rdg_coulomb *c, const rdg_coulomb_hybrid_options *options,
                                  const rdg_at *at);

/** rdg_coulomb_hybrid_at() without options, with its list spelled as arguments. */
#define rdg_coulomb_hybrid(c, ...) rdg_coulomb_hybrid_at((c), NULL, RDG_AT_LIST(__VA_ARGS__))

/** Where a motion starts: the mode that it is in, and its state.
 *  @param h         of rdg_coulomb_hybrid()
 *  @param tau       phase of the forcing there, rad
 *  @param x         displacements and rates of change by tau, as everywhere in coulomb, shape [2 n]
 *  @param[out] mode name of the mode, borrowed. For rdg_shooting_options.mode
 *  @param[out] state shape [2 n]; a contact that rests has velocity 0 there
 *  @return RDG_OK, RDG_ERR_ARGUMENT (not made by rdg_coulomb_hybrid()), RDG_ERR_NOT_FINITE, RDG_ERR_CALLBACK,
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_hybrid_start(rdg_hybrid *h, double tau, const double *x, const char **mode,
                                    double *state);

#ifdef __cplusplus
}
#endif
#endif
