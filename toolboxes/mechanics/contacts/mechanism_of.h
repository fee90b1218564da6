/** @file mechanism_of.h
 *  @brief A structure with its elements as a mechanism for time stepping: the same model that harmonic
 * balance and shooting take.
 *
 *      rdg_mechanism *m = rdg_mechanism_of(beam, RDG_AT("omega", RDG_HZ(320)), RDG_AT("alpha", 0.4));
 *      rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = 1e-6});
 *
 *  Coordinates are the degrees of freedom, the displacements at rest included. All matrices are constant;
 * force laws of elements, whatever their kind, are elements of the mechanism. */
#ifndef RDG_MECHANISM_OF_H
#define RDG_MECHANISM_OF_H

#include <ridgewalk/at.h>
#include <ridgewalk/mechanism.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A structure with all its elements, loads, motions of the base and sensors as a mechanism.
 *
 *  Sliders start where they would be if the structure had come from rest to where the motion starts (from 0,
 * or, with RDG_SLIDER_PRESTRESS, from where rdg_prestress() has put it).
 *  @param s  structure; it stays as it is from now on, and must outlive the mechanism
 *  @param at values, ended by an item with name NULL: "omega" (rad/s, > 0; needed where a load has a
 *            frequency), "alpha" (default 1), and parameters of elements, loads and damping (numbers.h),
 * which else are as they were given
 *  @return NULL after a failure: RDG_ERR_NAME, RDG_ERR_ARGUMENT (an element, by name, has no force law in
 * time or cannot have other numbers; a load needs omega), RDG_ERR_NOT_FINITE, RDG_ERR_SIZE (more than 2000
 *          degrees of freedom) or RDG_ERR_NO_MEMORY */
rdg_mechanism *rdg_mechanism_of_at(rdg_structure *s, const rdg_at *at);

/** rdg_mechanism_of_at() with its list spelled as arguments. */
#define rdg_mechanism_of(s, ...) rdg_mechanism_of_at((s), RDG_AT_LIST(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
