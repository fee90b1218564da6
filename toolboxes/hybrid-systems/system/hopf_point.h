/** @file hopf_point.h
 *  @brief The Hopf point at which a family of small orbits ends, for solvers of periodic orbits. */
#ifndef RDG_HOPF_POINT_H
#define RDG_HOPF_POINT_H

#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The equilibrium inside a small orbit, and the pair of its eigenvalues nearest to i omega. */
typedef struct rdg_hopf_point {
    double *x;          /**< [states] predictor, replaced by the equilibrium */
    double *p;          /**< [parameters] */
    const double *size; /**< [states + parameters] as large as they become along the orbits, for differences
                             where the field has no derivatives (rdg_hybrid_df()); NULL: not known */
    double
        omega; /**< of the orbit, 2 pi / T, replaced by the imaginary part of the pair, rad per time unit */
    double growth; /**< real part of the pair, per time unit */
} rdg_hopf_point;

/** Follow the predictor to the equilibrium at the parameters by Newton's method, and take the pair.
 *  @param h     autonomous system
 *  @param mode  place of the mode
 *  @param point its x, p and omega are read; x, omega and growth are written
 *  @return false: no equilibrium is met, or no pair is within 10 % of the frequency of the orbit. The point
 *          is then undefined, no failure is recorded */
bool rdg_hopf_pair(rdg_hybrid *h, rdg_index mode, rdg_hopf_point *point);

/** The Hopf point next to an orbit: parameters change along a direction until the real part of the pair
 *  vanishes (secant method).
 *  @param h         autonomous system
 *  @param mode      place of the mode
 *  @param direction [parameters] in which they change along the family of orbits
 *  @param point     as for rdg_hopf_pair(); p is written, too
 *  @return false: there is none where the real part is at most 1e-2 of the frequency at the orbit */
bool rdg_hopf_locate(rdg_hybrid *h, rdg_index mode, const double *direction, rdg_hopf_point *point);

/** How small the last orbit of a family before its Hopf point is, relative to a given orbit. The growth rate
 * of the equilibrium, relative to the frequency, falls with the square of the amplitude; at that orbit it is
 *  1e-6. An orbit that is nearer to its Hopf point than this bears one of a quarter of its size.
 *  @param h     autonomous system
 *  @param mode  place of the mode
 *  @param point as for rdg_hopf_pair(), of the given orbit
 *  @return in [1e-3, 1/4]; 1e-3 where the orbit has no such equilibrium */
double rdg_hopf_last_amplitude(rdg_hybrid *h, rdg_index mode, rdg_hopf_point *point);

#ifdef __cplusplus
}
#endif
#endif
