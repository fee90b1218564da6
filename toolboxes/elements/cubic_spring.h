/** @file cubic_spring.h
 *  @brief Cubic spring: f = k x + k3 x^3. */
#ifndef RDG_CUBIC_SPRING_H
#define RDG_CUBIC_SPRING_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A cubic spring between a displacement and the ground (or within a relative displacement). */
typedef struct rdg_cubic_spring {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure */
    double k;          /**< linear stiffness, N/m */
    double k3;         /**< cubic stiffness, N/m^3 */
    rdg_index samples; /**< a period; 0: as many as make the coefficients exact, 4 (highest harmonic + 1)
                            or more */
} rdg_cubic_spring;

/** Add a cubic spring.
 *  @param s      structure
 *  @param spring copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_cubic_spring_add(rdg_structure *s, const rdg_cubic_spring *spring);

#ifdef __cplusplus
}
#endif
#endif
