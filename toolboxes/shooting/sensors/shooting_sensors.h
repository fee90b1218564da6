/** @file shooting_sensors.h
 *  @brief What is measured of periodic orbits: columns of runs, with exact derivatives.
 *
 *  Of a structure, what its sensors measure, as in harmonic balance:
 *
 *      rdg_shooting *s = rdg_shooting_create(rdg_hybrid_of(beam, RDG_AT("omega", ...)), ...);
 *      rdg_problem *p = rdg_shooting_problem(s);
 *      rdg_shooting_add_sensors(s, p);
 *
 *  Of any other system a state of it, or a function of the states:
 *
 *      rdg_shooting_add_sensor(s, p, &(rdg_shooting_sensor){.name = "top", .kind = RDG_SENSOR_PEAK}); */
#ifndef RDG_SHOOTING_SENSORS_H
#define RDG_SHOOTING_SENSORS_H

#include <ridgewalk/sensors.h>
#include <ridgewalk/shooting.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the sensors of the structure that the orbits are of as active monitors, with the names, units and
 *  meaning that they have in harmonic balance (sensors.h). The harmonics of a driven orbit are those of the
 *  forcing (over k of its periods in an orbit of order k, too). Of an autonomous one they are those of 2
 * pi/T. Their amplitudes do not depend on where the orbit begins. Where half of a symmetric orbit is computed
 * they are those of the whole one.
 *
 *  All but peaks are integrals over the orbit, computed along its segments on their meshes; first and second
 *  derivatives are those of these sums. A peak is the value of the motion at the instant at which it is
 *  greatest: where it turns back, or where a segment begins, as at an impact. Where it is as great at several
 *  instants it is that of rdg_sensor_peak_add(), with the derivatives of one of them.
 *  @param s orbits of a system of rdg_hybrid_of(); they must outlive the problem
 *  @param p problem of s
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no structure), RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_shooting_add_sensors(rdg_shooting *s, rdg_problem *p);

/** What is measured of an orbit. */
typedef struct rdg_shooting_sensor {
    const char *name;     /**< of the monitor; copied */
    const char *unit;     /**< of what is measured; copied; NULL: none */
    rdg_sensor_kind kind; /**< kind of value: sensors.h */
    int harmonic;         /**< >= 1 for RDG_SENSOR_HARMONIC; else 0 */
    rdg_index state;      /**< this state of every mode that the orbit comes through, from 0 */
    /** f NULL: the state; else this in its place, one value of the arguments (x, p[, phi]) of a mode's
     * functions. It may jump where an event surface has a reset */
    rdg_hybrid_function of;
} rdg_shooting_sensor;

/** Add what is measured of the orbits of any system as an active monitor. A peak is the greatest modulus.
 *  @param s      orbits; they must outlive the problem
 *  @param p      problem of s
 *  @param sensor copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no such kind, harmonic or state, by name), RDG_ERR_NAME (it is there, or
 *          there is none), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_shooting_add_sensor(rdg_shooting *s, rdg_problem *p, const rdg_shooting_sensor *sensor);

#ifdef __cplusplus
}
#endif
#endif
