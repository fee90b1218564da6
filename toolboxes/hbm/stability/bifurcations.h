/** @file bifurcations.h
 *  @brief Where periodic solutions change their stability: special points of a response, and their loci.
 *
 *      rdg_hbm_add_bifurcations(hb, p, "stability");
 *      rdg_continue(p, "frc", RDG_RELEASE("omega"), ...);                      finds FP, BP, PD, NS
 *
 *      rdg_problem *q = rdg_hbm_critical_problem(hb, "frc", label);            label of an NS or a PD
 *      rdg_continue(q, "locus", RDG_RELEASE("omega"), RDG_RELEASE("alpha")).   Its locus in two parameters
 *
 *  Folds' loci are the core's (rdg_add_fold()).
 *
 *  The functions are minimally augmented systems (Govaerts, Numerical Methods for Bifurcations of Dynamical
 *  Equilibria, SIAM 2000). Their operator is that of small motions, Delta(s) (stability.h), which is never
 *  linearised to twice its size. Their gradients are exact where elements have the operation slope or no
 * damping. */
#ifndef RDG_BIFURCATIONS_H
#define RDG_BIFURCATIONS_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the stability to a problem, as rdg_hbm_add_stability() does, and the special points at which it
 * changes:
 *
 *  - FP (fold) and BP (branch point) are those that every run finds. A BP that breaks a symmetry into
 * harmonics that are not kept (the even ones, where only odd ones are kept) is found here;
 *  - PD (period doubling): a real multiplier is -1, the exponent has the imaginary part omega / 2.
 *    The harmonics that are left out may change it (by ten times the column "<name>.tail", at most 0.05
 * omega);
 *  - NS (Neimark-Sacker, torus): a pair of exponents +- i kappa. The column "<name>.frequency" has kappa, in
 *    rad/s, the frequency of the motion that grows, up to multiples of omega.
 *
 *  On a travelling wave NS and PD are those of the rotor, for disturbances of the m of "<name>.diameter".
 * Where a real exponent of another m than 0 vanishes, a branch of the wheel begins that is no wave: BP.
 * Follow it on rdg_sector_wheel(). Their loci are those of the wheel, too.
 *
 *  A change of stability where a real exponent vanishes must be one of the curve's folds or branch points. On
 *  a curve that has none there, as one on which a resonance condition is held, it is ZE. A jump
 * over a non-smooth point is noted.
 *
 *  These are changes of exponents. The column "<name>.exponent" has the largest; "<name>" has the growth of a
 * push where a contact wedges, too. If the motion itself
 *  drags the slider of a contact that sticks, this growth changes at a fold, and no exponent does.
 *
 *  They are located by bracketing to 1e-10 of a step, and only where the largest real part changes its sign:
 *  what happens to a solution that is unstable already is not reported.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb. After rdg_problem_enter() the part that was made from it
 *  @param name    of the monitors, unique in the problem; copied
 *  @return as rdg_hbm_add_stability() */
rdg_status rdg_hbm_add_bifurcations(rdg_hbm *hb, rdg_problem *problem, const char *name);

/** Create the problem of the locus of Neimark-Sacker points or of period doublings through a labelled one:
 * the solutions of the harmonic balance with an exponent i kappa.
 *
 *  It is rdg_hbm_problem() with one variable more, "kappa", and the zero function "critical" of two values.
 *  Active monitors: "frequency" = kappa, in rad/s, and "ratio" = kappa / omega. Release two parameters. A
 * locus of Neimark-Sacker points has the special points R1, R2, R3 and R4. At R1 (strong
 * resonance 1:1, multiplier 1) the locus ends on that of folds, exactly. At R2 (1:2, multiplier -1) it ends
 * on that of period doublings: the run stops where the ratio is 0.001 away from 1/2. R3 and R4 are 1:3 and
 * 1:4.
 *  @param hb    harmonic balance, must outlive the result
 *  @param run   name of a run of a problem of @p hb
 *  @param label of a point NS or PD in it
 *  @return NULL after a failure: RDG_ERR_ARGUMENT (there is no such exponent; the message names the one that
 * is nearest to the imaginary axis), RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_IO, RDG_ERR_FORMAT or as
 *          rdg_hbm_exponents() */
rdg_problem *rdg_hbm_critical_problem(rdg_hbm *hb, const char *run, rdg_index label);

/** Add a monitor that vanishes at period doublings, whatever the solution's stability:
 *
 *      rdg_hbm_add_doubling(hb, p, "doubling");
 *      rdg_continue(p, "frc", ..., RDG_EVENT("PD", "doubling", 0));
 *      rdg_continue(p, "locus", RDG_FROM("frc", label), RDG_HOLD_AT("doubling", 0),
 *                   RDG_RELEASE("omega"), RDG_RELEASE("alpha"));
 *
 *  A period doubling is where the harmonic balance of twice the period, in the half harmonics 1/2 .. H + 1/2,
 *  becomes singular: a real condition without an unknown frequency, exact for friction, too, since a motion
 * of twice the period is periodic. With smooth force laws it converges with the harmonics as fast as the
 * solution does. With impacts it needs far more of them than rdg_hbm_add_bifurcations(), see the toolbox's
 * README.
 *
 *  The value is the smallest singular value of that matrix, with the sign of its determinant, without a unit:
 *  rows and columns are divided by the roots of the masses, and all by omega^2. Away from its zeros it may
 * have non-smooth points.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb. After rdg_problem_enter() the part that was made from it
 *  @param name    of the (active) monitor, unique in the problem; copied
 *  @return as rdg_hbm_add_stability() */
rdg_status rdg_hbm_add_doubling(rdg_hbm *hb, rdg_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
