/** @file loads.h
 *  @brief What drives a structure: forces by harmonic and phase, unbalances, motions of the base, constant
 *  forces.
 *
 *  The forcing amplitude alpha scales all but the constant forces; omega is the frequency of the excitation.
 */
#ifndef RDG_LOADS_H
#define RDG_LOADS_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the force alpha * amplitude * cos(harmonic * omega t) at a displacement. Forces add up.
 *  @param s         structure
 *  @param at        named displacement
 *  @param harmonic  >= 0; 0: a constant force that alpha scales
 *  @param amplitude in N for alpha = 1
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER
 */
rdg_status rdg_force_add(rdg_structure *s, const char *at, int harmonic, double amplitude);

/** Add the force alpha * amplitude * cos(harmonic * omega t + phase): a phase of -pi/2 is a sine.
 *  @param s         structure
 *  @param at        named displacement
 *  @param harmonic  >= 1
 *  @param amplitude in N for alpha = 1
 *  @param phase     in rad
 *  @return as rdg_force_add() */
rdg_status rdg_force_phase_add(rdg_structure *s, const char *at, int harmonic, double amplitude,
                               double phase);

/** An unbalance of a rotor that turns with harmonic * omega: the mass m at the eccentricity e exerts
 *
 *      alpha m e (harmonic omega)^2 cos(harmonic omega t + phase) along x,   with the sine along y,
 *
 *  so that it whirls from x to y. The force grows with the square of the frequency, and so does its
 *  derivative in the slope of a response and in ridges. */
typedef struct rdg_unbalance {
    const char *x; /**< named displacement of the rotor's centre */
    const char *y; /**< that across it; NULL: a force along x alone, as of two masses that turn against each
                        other */
    double moment; /**< m e for alpha = 1, kg m */
    double phase;  /**< rad */
    int harmonic;  /**< >= 1: how many times as fast as omega the rotor turns; 0: 1 */
} rdg_unbalance;

/** Add an unbalance: a load at x, and one at y if there is one.
 *  @param s         structure
 *  @param unbalance copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (NULL, a negative harmonic, x and y alike),
 *          RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_unbalance_add(rdg_structure *s, const rdg_unbalance *unbalance);

/** Add a constant force that alpha does not scale: a weight, the tension of a bolt. Forces add up. A harmonic
 *  balance sees it in the static harmonic if that is kept, and through rdg_prestress(), which is needed
 *  otherwise.
 *  @param s     structure
 *  @param at    named displacement
 *  @param force in N
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_static_force_add(rdg_structure *s, const char *at, double force);

/** A harmonic motion of the base, which carries all supports of the structure:
 *
 *      x_b(t) = alpha displacement cos(harmonic omega t + phase),   or
 *      x_b''(t) = alpha acceleration cos(harmonic omega t + phase).
 *
 *  The structure's displacements q are then relative to the base, and the load is -M r x_b''. The vector r
 *  states how each degree of freedom goes when the base moves by 1 m and nothing is deformed. Elements that
 * lead to the ground lead to the base, and damping in proportion to the mass acts on the relative motion. */
typedef struct rdg_base_motion {
    const char *direction;   /**< r as the weights of a named combination, 0 elsewhere */
    const double *influence; /**< r, shape [n_influence]; copied. Neither: rdg_structure_translation() */
    rdg_index n_influence;   /**< its length, to be sure: rdg_structure_size() */
    int harmonic;            /**< >= 1; 0: the first, 1 */
    double displacement;     /**< amplitude in m for alpha = 1 */
    double acceleration;     /**< amplitude in m/s^2 for alpha = 1; give one of the two */
    double phase;            /**< rad */
} rdg_base_motion;

/** Move the base. Several motions add up.
 *  @param s    structure
 *  @param base copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (both amplitudes or none, direction and influence, no such harmonic),
 *          RDG_ERR_SIZE (n_influence), RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_base_motion_add(rdg_structure *s, const rdg_base_motion *base);

/** What the motion of the base itself adds to one harmonic of a displacement. Added to the relative motion it
 *  gives the absolute one, and so transmissibilities.
 *  @param s           structure
 *  @param at          named displacement
 *  @param harmonic    >= 1
 *  @param omega       rad/s, > 0
 *  @param alpha       forcing amplitude
 *  @param[out] cosine in m
 *  @param[out] sine   in m
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_base_motion_harmonic(rdg_structure *s, const char *at, int harmonic, double omega,
                                    double alpha, double *cosine, double *sine);

/** Unit of the forcing amplitude alpha.
 *  @param s NULL is allowed
 *  @return "N"; "" where only a base that moves or an unbalance depends on alpha, which is then a factor */
const char *rdg_forcing_amplitude_unit(const rdg_structure *s);

/** What acts with a load: its amplitude is that of a force, a displacement, an acceleration or a moment of
 *  mass. */
typedef enum rdg_load_kind {
    RDG_LOAD_FORCE,        /**< a force at a named displacement, scaled by alpha */
    RDG_LOAD_CONSTANT,     /**< a constant force at a named displacement, not scaled */
    RDG_LOAD_DISPLACEMENT, /**< a displacement of the base, scaled */
    RDG_LOAD_ACCELERATION, /**< an acceleration of the base, scaled */
    RDG_LOAD_UNBALANCE     /**< a force amplitude * (harmonic omega)^2 at a named displacement, scaled */
} rdg_load_kind;

/** A load as solvers read it: amplitude * cos(harmonic omega t + phase), times rdg_load_frequency_power(). */
typedef struct rdg_load {
    const char *name;        /**< that of the displacement, or "base", made unique by a number */
    rdg_load_kind kind;      /**< what acts */
    const char *at;          /**< named displacement; NULL for the base */
    const double *influence; /**< r, [rdg_structure_size()]; NULL for a force */
    int harmonic;            /**< >= 0 */
    double amplitude;        /**< N, m, m/s^2 or kg m */
    double phase;            /**< rad */
} rdg_load;

/** How a load depends on the frequency: its force is amplitude * (harmonic omega)^power.
 *  @param load NULL is allowed
 *  @return 2 for displacements of the base and unbalances; else 0 */
int rdg_load_frequency_power(const rdg_load *load);

/** Number of loads.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_load_count(const rdg_structure *s);

/** A load.
 *  @param s    structure
 *  @param load from 0, in the order in which they were added
 *  @return borrowed until the next one is added. NULL if there is no such load */
const rdg_load *rdg_load_at(const rdg_structure *s, rdg_index load);

#ifdef __cplusplus
}
#endif
#endif
