/** @file cubic_damper.h
 *  @brief Cubic damper: f = c3 v^3. */
#ifndef RDG_CUBIC_DAMPER_H
#define RDG_CUBIC_DAMPER_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A damper whose force grows with the cube of the velocity. */
typedef struct rdg_cubic_damper {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
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
