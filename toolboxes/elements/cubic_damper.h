/** @file cubic_damper.h
 *  @brief Cubic damper: f = c v + c3 v^3. */
#ifndef RDG_CUBIC_DAMPER_H
#define RDG_CUBIC_DAMPER_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A damper, linear and with the cube of the velocity; c3 = 0: a linear damper whose c is a number of the
 * structure. */
typedef struct rdg_cubic_damper {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    double c;          /**< N s/m */
    double c3;         /**< N s^3/m^3 */
    rdg_index samples; /**< a period; 0: as many as make the coefficients exact, 4 (highest harmonic + 1)
                            or more */
} rdg_cubic_damper;

/** Add the element.
 *  @param s      structure
 *  @param damper copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_cubic_damper_add(rdg_structure *s, const rdg_cubic_damper *damper);

#ifdef __cplusplus
}
#endif
#endif
