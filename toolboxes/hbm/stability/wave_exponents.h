/** @file wave_exponents.h
 *  @brief Floquet exponents of a travelling wave of a rotor, by one sector.
 *
 *  A small disturbance of the wave of engine order r on N sectors is a sum of motions
 *
 *      v_j(t) = exp(s t) exp(2 pi i j m / N) p(t - j phi / omega),   phi = 2 pi r / N,   m = 0 .. N - 1,
 *
 *  on sectors j, p of the period of the wave. Those of m = 0 are waves as the solution. The others break its
 * symmetry. The rotor keeps to the wave if they decay, too. Harmonic h of p has the phase h phi - 2
 * pi m / N from one sector to the next. So Hill's matrix of the rotor falls into N matrices of one sector.
 *
 *  The same motion has s + i k omega for m - k r, with p exp(-i k tau) for p: an image. Exponents are listed
 * with the m of their most symmetric p, 2 n of each m: of more, the least symmetric are listed as images.
 * rdg_hbm_add_stability() has the greatest growth of all m as a column, and its m.
 *
 *  Limits are those of stability.h: exponents are estimates where contacts slip. Wedging is not examined. */
#ifndef RDG_WAVE_EXPONENTS_H
#define RDG_WAVE_EXPONENTS_H

#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Floquet exponents of disturbances of one m, by falling real part. All m together have those of the whole
 *  rotor (rdg_sector_wheel()), up to multiples of i omega.
 *  @param hb       harmonic balance of a wave; its structure needs a regular mass matrix
 *  @param Q        solution, shape [rdg_hbm_unknowns()]
 *  @param omega    > 0, rad/s
 *  @param m        0 .. N - 1
 *  @param count    how many, 1 .. 2 * rdg_structure_size()
 *  @param[out] re  real parts, 1/s, shape [count]; < 0: the disturbance decays
 *  @param[out] im  imaginary parts, rad/s, shape [count]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no wave, m, count, structural damping), RDG_ERR_NOT_FINITE,
 *          RDG_ERR_SINGULAR (mass matrix), RDG_ERR_CALLBACK (an element), RDG_ERR_LIBRARY or
 *          RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_wave_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index m, rdg_index count,
                                  double *re, double *im);

#ifdef __cplusplus
}
#endif
#endif
