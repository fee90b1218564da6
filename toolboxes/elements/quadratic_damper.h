/** @file quadratic_damper.h
 *  @brief Quadratic damper: f = c2 x^2 v, quadratic in the displacement. */
#ifndef RDG_QUADRATIC_DAMPER_H
#define RDG_QUADRATIC_DAMPER_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A damper whose coefficient grows with the square of the displacement, as in van der Pol's oscillator (the
 *  "quadratic damper" of other harmonic balance packages). Drag, which is quadratic in the velocity, is
 *  rdg_fluid_drag. Counted from the displacement 0: across a relative motion if it is given one. */
typedef struct rdg_quadratic_damper {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    double c2;         /**< N s/m^3 */
    rdg_index samples; /**< a period; 0: as many as make the coefficients exact, 4 (highest harmonic + 1)
                            or more */
} rdg_quadratic_damper;

/** Add the element.
 *  @param s      structure
 *  @param damper copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_quadratic_damper_add(rdg_structure *s, const rdg_quadratic_damper *damper);

#ifdef __cplusplus
}
#endif
#endif
