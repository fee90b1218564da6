/** @file prestress.h
 *  @brief Where the structure rests under its constant forces before it is shaken.
 *
 *  Prestress solves K q0 + F_nl(q0) = F_static, the elements being virgin, and tells every element where it
 *  rests (operation `prestress`, element.h). With the static harmonic kept, problems start from there, and
 * the mean may move away from it; without it, the structure vibrates about q0. */
#ifndef RDG_PRESTRESS_H
#define RDG_PRESTRESS_H

#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Find where the structure rests. To be called once, after all elements and static forces were added.
 *
 *  Newton's method from the linear response; where that fails, the load is raised along the path of
 *  equilibria from zero, past folds of it.
 *  @param hb harmonic balance
 *  @return RDG_OK; RDG_ERR_SINGULAR: nothing holds the structure at rest; RDG_ERR_NO_CONVERGENCE: there is no
 *          equilibrium under the whole load that can be reached from rest; RDG_ERR_ARGUMENT: in use already,
 * or an element has no operation `clone`; RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hbm_prestress(rdg_hbm *hb);

/** A static displacement.
 *  @param hb        harmonic balance after rdg_hbm_prestress()
 *  @param at        named displacement of the structure, kept or condensed
 *  @param[out] rest in m
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no prestress) or RDG_ERR_EARLIER */
rdg_status rdg_hbm_rest(rdg_hbm *hb, const char *at, double *rest);

/** The motion at rest, to start from: static displacements in the static harmonic, all else zero.
 *  @param hb     harmonic balance; without rdg_hbm_prestress() all is zero
 *  @param[out] Q [rdg_hbm_unknowns()], in m
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_hbm_rest_coefficients(rdg_hbm *hb, double *Q);

#ifdef __cplusplus
}
#endif
#endif
