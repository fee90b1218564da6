/** @file soft_stop.h
 *  @brief A stop behind a gap that softens and damps impacts: f = k s / (1 + a s) (1 + d v), s = x - gap > 0.
 */
#ifndef RDG_SOFT_STOP_H
#define RDG_SOFT_STOP_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A stop that acts where x > gap, and never by tension: where 1 + d v < 0 the force is 0.
 *
 *  The stiffness falls from k at the first touch as k / (1 + a s)^2, and the force tends to k / a. The impact
 *  damping is that of Hunt and Crossley (1975): it grows with the penetration, so that the force has no jump.
 * A mass that arrives with v_i leaves with v_o, where d v - log(1 + d v) is the same for v_i and -v_o: a
 *  coefficient of restitution of about 1 - 2/3 d v_i.
 *
 *  The slope of the force jumps at the gap: the element is sampled in harmonic balance, with an error that
 *  runs report (sampling_error.h). A stop of constant stiffness without damping has its events located:
 *  gap_spring.h. */
typedef struct rdg_soft_stop {
    const char *name;  /**< NULL: the name of the displacement */
    const char *at;    /**< named displacement of the structure, positive towards the stop */
    double k;          /**< stiffness at the first touch, N/m, > 0 */
    double gap;        /**< displacement of the first touch, m */
    double softening;  /**< a, 1/m, >= 0; 0: the stiffness is constant */
    double damping;    /**< d, s/m, >= 0 */
    rdg_index samples; /**< a period; 0: the default of rdg_time_element */
} rdg_soft_stop;

/** Add the element.
 *  @param s    structure
 *  @param stop copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_LIBRARY or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_soft_stop_add(rdg_structure *s, const rdg_soft_stop *stop);

#ifdef __cplusplus
}
#endif
#endif
