/** @file stability.h
 *  @brief Stability of harmonic-balance solutions: Floquet exponents by Hill's method.
 *
 *  A small motion y(t) = exp(s t) p(t) about the periodic solution, p of the same period, satisfies
 *
 *      [Delta2 s^2 + Delta1 s + Delta0] P = 0,
 *
 *  where P holds the harmonics -H .. H of p, all of them up to the highest one kept, and Delta0 is the
 * Jacobian R_Q in them. The matrices are those of the whole structure: nothing is condensed, as an exponent
 * is no frequency at which a condensation would hold. The solution is stable if all exponents have Re s < 0.
 *
 *  Of the 2 n (2 H + 1) eigenvalues the 2 n exponents (n degrees of freedom) are those whose
 *  eigenvectors have a mean harmonic closest to zero. Each degree of freedom is weighted by its mass. If that
 * does not decide, those with |Im s| <= omega / 2, then those with the larger real part. An exponent is
 * determined up to multiples of i omega: the linear structure's are its eigenvalues themselves.
 *
 *  Where this can be relied on, and where it cannot:
 *
 *  - force laws in time (time_element.h) are treated exactly but for the truncation of harmonics, and so are
 *    contacts that stick all the time, and contacts without friction;
 *  - the slider of a contact that sticks all the time is constant (stuck_slider.h), whether an earlier load
 * has dragged it to its limit or not. Each such slider has one multiplier 1 more (exponent 0): motion along
 * the family of residual stresses. It is neither among the 2 n exponents nor part of the verdict;
 *  - a slider at its limit can be dragged on by a disturbance. A small one usually moves it once, and the
 *    exponents decide. It runs away if the contact's margin does not grow with the slider position v,
 *    1 - d(max L)/dv <= 0, or if transients of the disturbance drag the slider again and again. The contact
 *    then wedges, and the motion is not stable whatever its exponents are. A note names the contact. So it is
 * beyond a fold of a response whose slider is dragged by the motion: 1 - d(max L)/dv vanishes at the fold;
 *  - the Jacobian of a contact that slips lets the memory of friction follow a periodic motion. This is exact
 * for s = 0 (folds), and nearly so for slow changes. It is only an estimate for exponents as fast as the
 * motion itself: to these a contact that slips alike on both sides has no tangential stiffness;
 *  - with impacts the harmonics converge slowly, and so do exponents.
 *
 *  Elements give the second (element.h, `remembers`), the least stable motion's own harmonics the third: the
 *  monitor of rdg_hbm_add_stability() has both as columns and reports it once. Do not trust Hill's method
 * there without more harmonics or an integration in time.
 *
 *  The cost is that of all eigenvalues of a dense matrix of size 2 n (2 H + 1): meant for some hundred of
 *  rows, a second at about a thousand. Reduce large structures first. Where small motions fall into parts
 * that do not couple, it is that of the parts.
 *    Examples are even and odd harmonics about a motion of which the second half mirrors the first, each
 * harmonic by itself where all contacts stick, and structures that do not meet.
 *
 *  G. W. Hill (1886); G. Moore, Floquet theory as a computational tool, SIAM J. Numer. Anal. 42 (2005);
 *  A. Lazarus, O. Thomas, C. R. Mecanique 338 (2010); L. Guillot, A. Lazarus, O. Thomas, C. Vergez, B.
 * Cochelin, J. Comput. Phys. 416 (2020). */
#ifndef RDG_STABILITY_H
#define RDG_STABILITY_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Floquet exponents of a solution, by falling real part.
 *  @param hb      harmonic balance; its structure needs a regular mass matrix
 *  @param Q       solution, shape [rdg_hbm_unknowns()]
 *  @param omega   > 0, in rad/s
 *  @param count   how many, 1 .. 2 * rdg_structure_size()
 *  @param[out] re real parts, 1/s, shape [count]
 *  @param[out] im imaginary parts, rad/s, shape [count]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR (mass matrix), RDG_ERR_CALLBACK (an
 *          element, or no eigenvalues) or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_exponents(rdg_hbm *hb, const double *Q, double omega, rdg_index count, double *re,
                             double *im);

/** Add the stability to a problem: a monitor whose value is the growth rate of small disturbances, in 1/s;
 *  < 0: stable. It is the largest real part of the exponents, or where a contact that sticks wedges the rate
 * at which a push of its slider grows, if that is larger. It becomes a column of the run, and its zeros
 * changes of stability:
 *
 *      rdg_hbm_add_stability(hb, p, "stability");
 *      rdg_continue(p, "frc", ..., RDG_EVENT("ST", "stability", 0));
 *
 *  More columns, those without a unit not in the printed table:
 *  - "<name>.frequency": imaginary part of that exponent, in rad/s, up to its sign and multiples of omega;
 *  - "<name>.estimate": 1 where exponents are estimates because a contact slips, else 0;
 *  - "<name>.tail": share (0 .. 1) of the highest harmonic in the motion of that exponent. A note is written
 *    when it first exceeds 0.01: there are too few harmonics;
 *  - "<name>.outside": share of the harmonics that the solution does not keep in that motion;
 *  - "<name>.exponent": largest real part of the exponents, 1/s; less than the monitor only where a contact
 *    wedges. Wedging is seen with the static harmonic only. Where the slider is dragged by the motion itself
 *    the monitor changes its sign at a fold by a jump, and no exponent does.
 *
 *  Of a travelling wave of a rotor the disturbances of all nodal diameters count, not waves alone
 * (wave_exponents.h): the monitor is the greatest growth of all m. A column more, "<name>.diameter", is that
 * m, in 0 .. N - 1, of the exponent with a positive frequency. Wedging is not examined there. The cost is
 * that of N / 2 + 1 complex eigenproblems of size 2 n (2 H + 1), or of their parts.
 *
 *  The values may have non-smooth points and jumps, where another exponent becomes the largest: their events
 * are located by bracketing. All memory is taken here. rdg_hbm_add_bifurcations() names the changes as well.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb. After rdg_problem_enter() the part that was made from it
 *  @param name    of the monitor, unique in the problem; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (also: another harmonic balance's problem),
 *          RDG_ERR_SINGULAR, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hbm_add_stability(rdg_hbm *hb, rdg_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
