/** @file campbell.h
 *  @brief Campbell diagram of a rotor of alike sectors: frequencies over the speed, engine orders, and the
 *  peaks of the nonlinear response where both meet.
 *
 *      rdg_campbell(standing, "campbell",
 *                   &(rdg_campbell_options){.rotor = {.sectors = 36, .left = "disk", .right = "next disk"},
 *                                           .turning = turning, .turning_speed = 500.0,
 *                                           .modes = 2, .n_orders = 3, .orders = (rdg_index[]){4, 6, 9},
 *                                           .low = 50.0, .high = 500.0,
 *                                           .balance = load, .sensor = "Am",
 *                                           .n_amplitudes = 3, .amplitudes = (double[]){1.0, 4.0, 16.0},
 *                                           .picture = "campbell.png", .table = "campbell.csv"});
 *
 *  Engine order r excites with omega = r W at the speed W, in the nodal diameter of r modulo N. The stiffness
 * grows with W^2 (centrifugal.h). A line of the diagram is the frequency of a mode of the loaded wave, with
 * stuck contacts. It meets the engine order where omega(W) = r W.
 *
 *  Each resonance has a ridge: the peak of the sensor by forcing amplitude. Stiffness and contacts of a peak
 * are those of its own speed, W = omega / r: the speed is iterated until both agree to a relative 1e-9. A
 * peak is a maximum over omega at this stiffness. Along an engine order the stiffness varies slowly with
 * omega, which moves the maximum by a relative amount of the order of the square of the damping ratio.
 *
 *  A peak is followed from the lowest forcing amplitude, in the domain of half to one and a half times the
 * frequency of the resonance. Where it vanishes, the greatest peak of the response in this domain takes its
 * place.
 *
 *  Limits: two resonances of one line between neighbouring speeds of the grid are not seen. As long as a peak
 * can be followed, it is not examined whether another one is greater (ridge.h does). */
#ifndef RDG_CAMPBELL_H
#define RDG_CAMPBELL_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/sector.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Adds contacts, forces and sensors to a wave and makes its harmonic balance; called anew for each speed.
 *  @param wave         one sector in a travelling wave, without anything that was not in the sector
 *  @param engine_order r, also above the number of sectors
 *  @param speed        W, rad/s: centrifugal forces press on contacts in proportion to its square
 *  @param data         as given
 *  @return harmonic balance of the wave, which rdg_campbell() frees; NULL after a failure */
typedef rdg_hbm *rdg_campbell_balance(rdg_structure *wave, rdg_index engine_order, double speed, void *data);

/** What a Campbell diagram shows. */
typedef struct rdg_campbell_options {
    rdg_sector_options rotor; /**< how sectors make the rotor */
    double speed;             /**< of the given export, rad/s, >= 0 */
    rdg_structure *turning;  /**< export at another speed; NULL: the stiffness does not depend on the speed */
    double turning_speed;    /**< its speed, rad/s */
    rdg_index modes;         /**< lowest modes of each engine order, >= 1 */
    rdg_index n_orders;      /**< number of engine orders, >= 1 */
    const rdg_index *orders; /**< [n_orders] each >= 1; they may exceed the number of sectors */
    double low;              /**< lowest speed, rad/s, >= 0 */
    double high;             /**< highest speed, rad/s, > low */
    rdg_index speeds;        /**< speeds of the grid, >= 2; 0: 25 */
    rdg_campbell_balance *balance; /**< NULL: modes of the sector alone, no peaks */
    void *data;                    /**< for balance */
    const char *sensor;            /**< whose peaks are found */
    rdg_index n_amplitudes;        /**< number of forcing amplitudes; 0: no peaks */
    const double *amplitudes;      /**< [n_amplitudes] forcing amplitudes, N, > 0, ascending */
    const char *picture;           /**< file of the picture, as for rdg_plot(); NULL: none */
    const char *ridges; /**< file of the picture of amplitudes over the forcing amplitude; NULL: none */
    const char *table;  /**< file of the table, CSV; NULL: none */
} rdg_campbell_options;

/** Compute a Campbell diagram: a run, a table and a picture.
 *
 *  The run has a row for each resonance (type "RES", alpha = 0, amplitude NaN) and for each of its peaks
 * (type "PM"). Columns: "order", "diameter", "mode" (from 1), "alpha", "speed" and "omega" in rad/s,
 * "amplitude". Its lines are in the run "<name>/lines": "order", "diameter", "mode", "speed", "omega". A peak
 * that cannot be followed to a forcing amplitude has the amplitude NaN there and beyond; a warning gives the
 * reason.
 *  @param standing export of the sector at options->speed
 *  @param name     of the run
 *  @param options  read during the call
 *  @return RDG_OK; RDG_ERR_ARGUMENT (NULL, sizes, speeds, engine orders, amplitudes), RDG_ERR_NAME (sensor),
 *          RDG_ERR_CALLBACK (balance returned NULL), as rdg_structure_at_speed(), rdg_sector_create(),
 *          rdg_structure_rest_frequencies() */
rdg_status rdg_campbell(rdg_structure *standing, const char *name, const rdg_campbell_options *options);

#ifdef __cplusplus
}
#endif
#endif
