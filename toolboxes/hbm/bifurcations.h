/** @file bifurcations.h
 *  @brief Where periodic solutions change their stability: special points of a response, and their loci.
 *
 *      rdg_hbm_add_bifurcations(hb, p, "stability");
 *      rdg_continue(p, "frc", RDG_RELEASE("omega"), ...);                      finds FP, BP, PD, NS
 *
 *      rdg_continue(p, "doublings", RDG_FROM("frc", label), RDG_HOLD_AT("stability.doubling", 0),
 *                   RDG_RELEASE("omega"), RDG_RELEASE("alpha"));               locus of a PD
 *
 *      rdg_problem *t = rdg_hbm_critical_problem(hb, "frc", label);
 *      rdg_continue(t, "tori", RDG_RELEASE("omega"), RDG_RELEASE("alpha"));    locus of an NS
 *
 *  Folds' loci are the core's (rdg_add_fold()).
 *
 *  The functions are minimally augmented systems (Govaerts, Numerical Methods for Bifurcations of Dynamical
 *  Equilibria, SIAM 2000) of the operator Delta(s) of small motions (stability.h), which is never linearised
 * to twice its size; their gradients are exact. */
#ifndef RDG_BIFURCATIONS_H
#define RDG_BIFURCATIONS_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the stability (rdg_hbm_add_stability()) and the period doublings (rdg_hbm_add_doubling(), as
 *  "<name>.doubling") to a problem, and the special points at which the stability changes:
 *
 *  - FP (fold) and BP (branch point) are those that every run finds. A BP that breaks a symmetry into
 * harmonics that are not kept (an even one, where only odd ones are kept) is found here;
 *  - PD (period doubling): a real multiplier is -1, an exponent has the imaginary part omega / 2;
 *  - NS (Neimark-Sacker, torus): a pair of exponents +- i kappa. The column "<name>.frequency" has kappa, in
 *    rad/s, the frequency of the motion that grows, up to multiples of omega.
 *
 *  An NS is reported where the largest real part changes its sign, a PD always.
 *  @param hb      harmonic balance, must outlive @p problem
 *  @param problem made from @p hb; after rdg_problem_enter() the part that was made from it
 *  @param name    of the monitors, unique in the problem; copied
 *  @return as rdg_hbm_add_stability() */
rdg_status rdg_hbm_add_bifurcations(rdg_hbm *hb, rdg_problem *problem, const char *name);

/** Add a monitor that vanishes at period doublings, and their special points, PD. Held at zero it makes a run
 *  the locus of period doublings in two parameters.
 *
 *  A period doubling is where the harmonic balance of twice the period, in the half harmonics 1/2 .. H + 1/2,
 *  becomes singular. For friction, too, this is exact: a motion of twice the period is periodic. The value is
 *  the smallest singular value of that matrix, with the sign of its determinant, without a unit: rows and
 *  columns are divided by the roots of the masses, and all by omega^2.
 *  @param hb      harmonic balance, must outlive @p problem; its elements need the operation clone
 * (element.h)
 *  @param problem made from @p hb; after rdg_problem_enter() the part that was made from it
 *  @param name    of the monitor, unique in the problem; copied
 *  @return as rdg_hbm_add_stability() */
rdg_status rdg_hbm_add_doubling(rdg_hbm *hb, rdg_problem *problem, const char *name);

/** Create the problem of the locus of Neimark-Sacker points through a labelled one: the solutions of the
 *  harmonic balance with a pair of exponents +- i kappa.
 *
 *  It is rdg_hbm_problem() with one variable more, "kappa", and the zero function "torus" of two values.
 *  Monitors: "frequency" = kappa (rad/s) and "ratio" = kappa / omega. Special points: R1 and R2 (strong
 *  resonances 1:1 and 1:2, multipliers 1 and -1: the locus ends there; at R1 it meets the locus of folds, and
 * FP and BP may be reported at the same place), R3 and R4 (1:3, 1:4). Release two parameters.
 *  @param hb    harmonic balance, must outlive the result
 *  @param run   name of a run of a problem of @p hb
 *  @param label of a point NS in it
 *  @return NULL after a failure: RDG_ERR_ARGUMENT (the point has no such pair; the message tells the exponent
 *          nearest to the imaginary axis), RDG_ERR_NAME, RDG_ERR_SIZE, RDG_ERR_IO, RDG_ERR_FORMAT or as
 *          rdg_hbm_exponents() */
rdg_problem *rdg_hbm_critical_problem(rdg_hbm *hb, const char *run, rdg_index label);

#ifdef __cplusplus
}
#endif
#endif
