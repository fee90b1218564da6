/** @file sensors.h
 *  @brief What is measured of a structure's periodic motion: each sensor becomes a column of every run.
 *
 *  With the motion q = Q_0 + sum_k c_k cos(k omega t) + s_k sin(k omega t) of a displacement: */
#ifndef RDG_SENSORS_H
#define RDG_SENSORS_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add a sensor of the dynamic amplitude of a displacement, all harmonics but the static one:
 *  Am = sqrt(sum_k (c_k^2 + s_k^2) / 2), its root mean square over a period (eq. (20) of the friction
 * backbone paper). At rest, where an amplitude has no derivative, its derivatives are given as zero.
 *  @param s    structure
 *  @param name unique among the sensors, neither "omega" nor "alpha"; copied
 *  @param at   named displacement
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_sensor_add(rdg_structure *s, const char *name, const char *at);

/** Add a sensor of one harmonic's amplitude, sqrt(c_k^2 + s_k^2): the peak of that harmonic, without the
 *  factor sqrt(2)/2 of rdg_sensor_add().
 *  @param s        structure
 *  @param name     as in rdg_sensor_add()
 *  @param at       named displacement
 *  @param harmonic >= 1
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_sensor_harmonic_add(rdg_structure *s, const char *name, const char *at, int harmonic);

/** Add a sensor of the root mean square over a period with the static part:
 *  sqrt(Q_0^2 + sum_k (c_k^2 + s_k^2) / 2). Equal to rdg_sensor_add() if there is no static part.
 *  @param s    structure
 *  @param name as in rdg_sensor_add()
 *  @param at   named displacement
 *  @return as rdg_sensor_add() */
rdg_status rdg_sensor_rms_add(rdg_structure *s, const char *name, const char *at);

/** Add a sensor of the mean over a period, Q_0, with its sign. A solver that has no static part refuses it.
 *  @param s    structure
 *  @param name as in rdg_sensor_add()
 *  @param at   named displacement
 *  @return as rdg_sensor_add() */
rdg_status rdg_sensor_mean_add(rdg_structure *s, const char *name, const char *at);

/** Add a sensor of the peak over a period, max_t |q(t)|, with the static part if there is one.
 *
 *  It is found to rounding among all zeros of the velocity. Where |q| is greatest at one instant t* alone,
 *  and the acceleration is not zero there, the derivatives are exact. Where it is as great at several
 *  instants (to 1e-10 of the dynamic part) the peak has a non-smooth point. The derivatives
 *  are those of the first instant at which q is positive, or, if it is nowhere, of the first one.
 * A motion that is symmetric, q(t + T/2) = -q(t), always has such a pair; with odd harmonics alone, and along
 * a branch of symmetric motions, it makes no difference. Where the acceleration vanishes at t*, too, the
 * second derivatives have no bound. Where q stands still the derivative is that of the static part, and the
 * others are given as zero.
 *  @param s    structure
 *  @param name as in rdg_sensor_add()
 *  @param at   named displacement
 *  @return as rdg_sensor_add() */
rdg_status rdg_sensor_peak_add(rdg_structure *s, const char *name, const char *at);

/** What a sensor measures. */
typedef enum rdg_sensor_kind {
    RDG_SENSOR_DYNAMIC,  /**< rdg_sensor_add() */
    RDG_SENSOR_HARMONIC, /**< rdg_sensor_harmonic_add() */
    RDG_SENSOR_RMS,      /**< rdg_sensor_rms_add() */
    RDG_SENSOR_MEAN,     /**< rdg_sensor_mean_add() */
    RDG_SENSOR_PEAK      /**< rdg_sensor_peak_add() */
} rdg_sensor_kind;

/** A sensor as solvers read it. */
typedef struct rdg_sensor {
    const char *name;     /**< of the column */
    const char *at;       /**< named displacement */
    rdg_sensor_kind kind; /**< what it measures */
    int harmonic;         /**< >= 1 for RDG_SENSOR_HARMONIC; else 0 */
} rdg_sensor;

/** Number of sensors.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_sensor_count(const rdg_structure *s);

/** A sensor.
 *  @param s      structure
 *  @param sensor from 0, in the order in which they were added
 *  @return borrowed until the next one is added. NULL if there is no such sensor */
const rdg_sensor *rdg_sensor_at(const rdg_structure *s, rdg_index sensor);

/** Refuse a sensor that is no amplitude, a mean: for calls that follow maxima and compare heights; and a
 * name that is no sensor's.
 *  @param s     structure
 *  @param where public function shown in the message
 *  @param name  of the sensor; NULL is allowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NAME or RDG_ERR_EARLIER */
rdg_status rdg_sensor_require_amplitude(rdg_structure *s, const char *where, const char *name);

#ifdef __cplusplus
}
#endif
#endif
