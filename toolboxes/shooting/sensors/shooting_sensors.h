/** @file shooting_sensors.h
 *  @brief What a structure's sensors measure of its periodic orbits: columns of runs, with exact derivatives.
 *
 *      rdg_shooting *s = rdg_shooting_create(rdg_hybrid_of(beam, RDG_AT("omega", ...)), ...);
 *      rdg_problem *p = rdg_shooting_problem(s);
 *      rdg_shooting_add_sensors(s, p); */
#ifndef RDG_SHOOTING_SENSORS_H
#define RDG_SHOOTING_SENSORS_H

#include <ridgewalk/shooting.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the sensors of the structure that the orbits are of as active monitors, with the names, units and
 *  meaning that they have in harmonic balance: root mean square, dynamic amplitude, one harmonic of the
 *  forcing (over k of its periods in an orbit of order k, too), mean. They are integrals over the orbit,
 *  computed along its arcs on their meshes; first and second derivatives are those of these sums.
 *  @param s orbits of a system of rdg_hybrid_of(); they must outlive the problem
 *  @param p problem of s
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no structure; a peak; a harmonic without forcing; orbits of which half
 *          is computed), RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_shooting_add_sensors(rdg_shooting *s, rdg_problem *p);

#ifdef __cplusplus
}
#endif
#endif
