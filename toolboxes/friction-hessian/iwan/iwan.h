/** @file iwan.h
 *  @brief Iwan model of a joint in four parameters: microslip that turns into macroslip.
 *
 *  Sliders of all strengths phi (m) in parallel, f = int rho(phi) (x - v_phi) dphi, v_phi <- clamp(v_phi,
 *  x - phi, x + phi), with the density
 *
 *      rho(phi) = R phi^chi  for 0 < phi < phi_max,  and a lump S at phi_max.
 *
 *  Its parameters here are those that are measured. Kt = int rho is the tangential stiffness of the stuck
 * joint. Fs = int phi rho is the force at which all of it slips. chi is the exponent of the dissipation in
 * microslip, which grows as amplitude^(3 + chi). beta is the lump's stiffness over that of the others. They
 * give
 *
 *      phi_max = (Fs / Kt) (1 + beta) / (beta + (chi + 1)/(chi + 2)),
 *      R = Kt (chi + 1) / (phi_max^(chi + 1) (1 + beta)),   S = Kt beta / (1 + beta).
 *
 *  Under a first loading to x <= phi_max, f = Kt x - R x^(chi + 2) / ((chi + 1) (chi + 2)). A cycle of
 * amplitude x <= phi_max dissipates 4 R x^(chi + 3) / ((chi + 2) (chi + 3)).
 *
 *  Sliders are finitely many, n in the cells between phi_max (m/n)^2, m = 0 .. n, and one for the lump. Each
 * has its cell's stiffness and its cell's slip force, so that Kt and Fs are exact for every n, and so is the
 * force of first loading at the ends of the cells. In between it is too great by at most rho(phi) (cell
 * width)^2 / 8. A cycle's dissipation is too small by about (phi_max/amplitude) (chi + 3) / (3 n^2),
 * relatively. Cells shrink towards phi = 0 so that this holds in microslip, too: the smallest one is
 * phi_max/n^2.
 *
 *  In time the model is exact: all sliders see the same motion, whose extrema are found once. The instants at
 *  which each begins to slip are roots, polished to rounding; force, Jacobian and Hessian are integrals in
 * closed form.
 *
 *  Source: D. J. Segalman, A four-parameter Iwan model for lap-type joints, J. Appl. Mech. 72 (2005). */
#ifndef RDG_IWAN_H
#define RDG_IWAN_H

#include <ridgewalk/slider_start.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A joint at a named displacement of a structure. */
typedef struct rdg_iwan {
    const char *name;       /**< NULL: the name of the displacement */
    const char *at;         /**< named displacement */
    double Kt;              /**< tangential stiffness without slip, N/m, > 0 */
    double Fs;              /**< force at which the whole joint slips, N, > 0 */
    double chi;             /**< exponent of the density, > -1; joints: -1 .. 0 */
    double beta;            /**< stiffness of the lump over that of the others, >= 0 */
    rdg_index sliders;      /**< n, >= 1; 0: 100 */
    rdg_slider_start start; /**< the static force of sliders that never slip */
    const char *parameters; /**< NULL, or the name under which its numbers are shared, see numbers.h */
} rdg_iwan;

/** The density's parameters, see above. */
typedef struct rdg_iwan_density {
    double phi_max; /**< strength of the strongest slider, m */
    double R;       /**< N/m^(chi + 2) */
    double S;       /**< N/m */
} rdg_iwan_density;

/** The density of sliders from the four parameters of a joint.
 *  @param joint its numbers are right: see rdg_iwan_add()
 *  @return the density; NaN for NULL */
rdg_iwan_density rdg_iwan_density_of(const rdg_iwan *joint);

/** Add a joint to a structure.
 *  @param s     structure
 *  @param joint copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_iwan_add(rdg_structure *s, const rdg_iwan *joint);

#ifdef __cplusplus
}
#endif
#endif
