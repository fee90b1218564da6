/** @file phase_resonance.h
 *  @brief Backbone curve by phase-lag quadrature: the response lags the force by 90 degrees.
 *
 *  The force alpha cos(omega t) acts at a displacement x, whose first harmonic is
 *
 *      x_c cos(omega t) + x_s sin(omega t) = |x| sin(omega t + phase),   phase = atan2(x_c, x_s).
 *
 *  At quadrature x_c = 0, x_s > 0: phase = 0. Below a resonance of a linear structure the phase is pi/2
 *  (in step with the force), above it -pi/2. The backbone of phase resonance is the harmonic balance with
 *  phase = 0, continued in alpha with omega free. These are equations (13) to (15) of the friction backbone
 * paper, the force with the minus sign of equation (1). It is an approximation of the ridge of the response
 *  (ridge.h), the better the lower the damping and the farther apart the modes. */
#ifndef RDG_PHASE_RESONANCE_H
#define RDG_PHASE_RESONANCE_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add the phase of a displacement's first harmonic against sin(omega t) as an active parameter
 *  "phase.<at>", in rad, in (-pi, pi]. It is free until a run holds it:
 *
 *      rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_UZ("phase.shaker", 0.0), ...);
 *      rdg_continue(p, "phase", RDG_FROM("frc", label), RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
 *                   RDG_HOLD_AT("phase.shaker", 0.0), ...);
 *
 *  At rest there is no phase: that lies outside its domain.
 *  @param hb      harmonic balance with harmonic 1
 *  @param problem made from it; inside a part its names get the part's prefix
 *  @param at      named displacement whose degrees of freedom are kept
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no harmonic 1, condensed), RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_phase_resonance_add(rdg_hbm *hb, rdg_problem *problem, const char *at);

/** Follow phase resonance: rdg_phase_resonance(hb, name, at, option, ...), options as for rdg_continue(). */
#define rdg_phase_resonance(hb, name, ...)                                                                   \
    rdg_phase_resonance_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Follow phase resonance in alpha.
 *
 *  Runs: "<name>/stage1", the forced response with its points of quadrature (type "PR"), and "<name>", the
 *  backbone from one of these. A structure with several modes has several resonances, and antiresonances, at
 *  quadrature. Of those in the domain of omega it is the one nearest to the label. Without a label it is the
 * one where the displacement is greatest.
 *
 *  Where a contact begins to slip the curve has a non-smooth peak. One that is too sharp for steps along the
 * curve (a chart of type "MX") is passed by a step in alpha (a chart of type "RS").
 *  @param hb      harmonic balance
 *  @param name    of the runs
 *  @param at      named displacement, where the force acts
 *  @param options RDG_FROM(run, label): the forced response to start from, at a fixed alpha; label 0: no
 *                 label is given. RDG_WINDOW("omega", low, high), in rad/s: where quadrature is sought
 * (default: the range of the run started from). RDG_WINDOW("alpha", low, high): the forcing amplitudes to
 * cover. All but the first two go to the run in alpha.
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT without RDG_FROM; RDG_ERR_NO_CONVERGENCE if the response
 *          has no point of quadrature in the domain */
rdg_status rdg_phase_resonance_list(rdg_hbm *hb, const char *name, const char *at, const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
