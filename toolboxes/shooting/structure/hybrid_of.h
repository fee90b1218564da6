/** @file hybrid_of.h
 *  @brief A structure with its elements as a hybrid system: the same model that harmonic balance takes, in
 * time.
 *
 *      rdg_hybrid *h = rdg_hybrid_of(beam, RDG_AT("omega", RDG_HZ(300)), RDG_AT("alpha", 0.03),
 *                                    RDG_AT("pad.preload", 40));
 *      rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 1.0});
 *
 *  States of a mode: the displacements of all degrees of freedom, their velocities, and the memory
 *  of parts of elements in contact states that need it. That is the position of a slider that sticks, not of
 * one that slips or is open. A mode is the contact states of all parts, "pad: stick, stop: open", made when
 * it is first entered. Of an element of several parts the contact states' initials stand there, "joint:
 * ssfb". Event surfaces are called by the part and what becomes of it, with the others in brackets: "pad:
 * stick -> forward slip (stop: open)". */
#ifndef RDG_HYBRID_OF_H
#define RDG_HYBRID_OF_H

#include <ridgewalk/at.h>
#include <ridgewalk/hybrid.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A structure with all its elements, loads and motions of the base as a hybrid system.
 *
 *  Parameters, in this order: "omega" (rad/s) where it is given, "alpha" (rdg_forcing_amplitude_unit()), and
 * the parameters of elements and loads that are given ("pad.preload", "shaker.phase", numbers.h). The others
 * stay as they are. Derivatives by them are exact where the force law gives them, else from differences of it
 * with an error of some 1e-12. Where a number leaves what it may be, the motion leaves its domain.
 *
 *  Its first mode is that of rest: at the displacements of rdg_prestress(), else at 0. Displacements are
 * whole ones, those at rest included.
 *
 *  A slider that sticks all the time carries a static force by its history (slider_start.h). In time that is
 * where the motion starts: rdg_hybrid_start() begins with sliders at 0 or, with RDG_SLIDER_PRESTRESS, where
 * the structure rests, as in harmonic balance. A motion that starts elsewhere has them where its states give
 * them, and without any (rdg_shooting_options.x NULL) at 0. RDG_SLIDER_MEAN has no answer in time: a warning
 * names the element.
 *  @param s  structure; it stays as it is from now on, and must outlive the system
 *  @param at values, ended by an item with name NULL: "omega" (> 0; without it the system is autonomous, and
 *            there must be no load with a harmonic), "alpha" (default 1), parameters
 *  @return NULL after a failure: RDG_ERR_NAME, RDG_ERR_ARGUMENT (an element has no force law in time, by
 * name; a number that cannot be released, ...), RDG_ERR_SINGULAR (something has no mass), RDG_ERR_NOT_FINITE,
 * RDG_ERR_NO_MEMORY */
rdg_hybrid *rdg_hybrid_of_at(rdg_structure *s, const rdg_at *at);

/** rdg_hybrid_of_at() with its list spelled as arguments. */
#define rdg_hybrid_of(s, ...) rdg_hybrid_of_at((s), RDG_AT_LIST(__VA_ARGS__))

/** States of the largest mode that a system can have, for arrays that hold any of its states.
 *  @param h of rdg_hybrid_of(), or any other
 *  @return 0 for NULL */
rdg_index rdg_hybrid_most_states(const rdg_hybrid *h);

/** Start a motion at given displacements and velocities, for example those of
 *  a harmonic balance at t = 0. Memory and contact states of elements are those of a force law that comes
 * there monotonously. Where an element is at rest, the acceleration gives its direction.
 *  @param h  of rdg_hybrid_of()
 *  @param q  displacements, [rdg_structure_size()], m; NULL: at rest
 *  @param v  velocities, likewise, m/s. NULL: 0
 *  @param phi phase of the forcing there, rad
 *  @param[out] mode name of the mode, borrowed. For rdg_shooting_options.mode
 *  @param[out] x    [rdg_hybrid_most_states()]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (not made by rdg_hybrid_of()), RDG_ERR_NOT_FINITE, RDG_ERR_CALLBACK,
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_start(rdg_hybrid *h, const double *q, const double *v, double phi, const char **mode,
                            double *x);

/** The same where the displacements are known before the start, too: of a periodic motion, for one, over a
 *  period and more. Elements follow the path from rest on, from one instant to the next monotonously, so that
 *  sliders are where that motion has left them.
 *  @param h     of rdg_hybrid_of()
 *  @param count instants. The last one is the start
 *  @param q     displacements, [count * rdg_structure_size()], instant by instant, m
 *  @param v     velocities, likewise, m/s
 *  @param phi   phase of the forcing at the start, rad
 *  @param[out] mode, x as in rdg_hybrid_start()
 *  @return as rdg_hybrid_start() */
rdg_status rdg_hybrid_start_along(rdg_hybrid *h, rdg_index count, const double *q, const double *v,
                                  double phi, const char **mode, double *x);

/** How many numbers of the elements' memory rest in all of some modes: positions of sliders that stick all
 *  along an orbit through these. Each is a direction in which orbits of another residual stress lie, with a
 *  multiplier of 1.
 *  @param h     of rdg_hybrid_of()
 *  @param count number of modes
 *  @param modes [count] their places
 *  @return the number; 0 after a failure */
rdg_index rdg_hybrid_stuck(rdg_hybrid *h, rdg_index count, const rdg_index *modes);

/** How many conditions on the elements' memory are kept in all of some modes: a slider that slips all along
 *  an orbit stays on its friction cone. Each gives a multiplier of 1, of states that do not occur.
 *  @param h     of rdg_hybrid_of()
 *  @param count number of modes
 *  @param modes [count] their places
 *  @return the number; 0 after a failure */
rdg_index rdg_hybrid_constraints(rdg_hybrid *h, rdg_index count, const rdg_index *modes);

/** Bring the elements' memory in a state to where these conditions hold: sliders that slip onto their cones.
 *  Parameters of elements are those with which the system was made.
 *  @param h    of rdg_hybrid_of()
 *  @param mode its place; any other one changes nothing
 *  @param[in,out] x [states of the mode]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_project(rdg_hybrid *h, rdg_index mode, double *x);

#ifdef __cplusplus
}
#endif
#endif
