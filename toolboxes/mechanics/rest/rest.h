/** @file rest.h
 *  @brief Where a structure rests under its constant forces before it is shaken.
 *
 *  K q0 + F(q0) = F_static, the elements' memories being those of a force law on which no force has acted
 * yet. Every solver then knows where the structure rests: sliders that start from the prestress start there.
 * A harmonic balance with the static harmonic starts from there, and one without it vibrates about q0.
 *
 *  q0 is not found anew when a parameter changes. Parameters of elements and of constant forces can therefore
 *  be released only where q0 is a mere start: with the static harmonic, and without sliders that start from
 *  the prestress (RDG_SLIDER_PRESTRESS). */
#ifndef RDG_REST_H
#define RDG_REST_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Find where the structure rests. To be called once, after all elements and constant forces were added.
 *
 *  Newton's method from the linear response; where that fails, the load is raised along the path of
 *  equilibria from zero, past folds of it. A structure that nothing but closed contacts holds stands on a
 *  ground at first, which becomes softer until it is gone.
 *  @param s structure
 *  @return RDG_OK; RDG_ERR_SINGULAR: nothing holds the structure at rest; RDG_ERR_NO_CONVERGENCE: there is no
 *          equilibrium under the whole load that can be reached from rest; RDG_ERR_ARGUMENT: it rests
 * already, is in use, or an element does not answer in time; RDG_ERR_CALLBACK, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_prestress(rdg_structure *s);

/** A static displacement.
 *  @param s         structure after rdg_prestress()
 *  @param at        named displacement
 *  @param[out] rest in m
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no prestress) or RDG_ERR_EARLIER */
rdg_status rdg_rest(rdg_structure *s, const char *at, double *rest);

/** All static displacements, for solvers.
 *  @param s NULL is allowed
 *  @return [rdg_structure_size()], m; NULL without rdg_prestress() */
const double *rdg_structure_rest(const rdg_structure *s);

/** Lowest frequencies of small undamped vibrations about rest (rdg_prestress(), or no displacement): elements
 * are replaced by their stiffness there (stuck_slider.h, RDG_STUCK_CONSTANT). Closed contacts with friction
 * stick, even where a static force has dragged their sliders to the limit. Gaps are open or closed as they
 * are.
 *  @param s          structure with symmetric M and K, and elements that answer in time
 *  @param count      number of modes, 1 .. rdg_structure_size()
 *  @param[out] omega angular frequencies in rad/s, ascending, shape [count]
 *  @return as rdg_structure_modes(), or RDG_ERR_CALLBACK */
rdg_status rdg_structure_rest_frequencies(rdg_structure *s, rdg_index count, double *omega);

#ifdef __cplusplus
}
#endif
#endif
