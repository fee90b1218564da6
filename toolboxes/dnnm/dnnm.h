/** @file dnnm.h
 *  @brief Damped nonlinear normal modes: periodic motions without a force, and the force they stand for.
 *
 *  Extended periodic motion concept (Krack 2015; equations (6) to (9) of the friction backbone paper): an
 *  artificial negative damping, proportional to the mass, feeds in what damping and friction take out,
 *
 *      M q'' + (C - xi M) q' + K q + f_nl(q, q') = 0,
 *
 *  so that a motion in resonance is periodic without excitation. Its frequency omega and xi are unknown; the
 *  modal damping ratio is zeta = xi / (2 omega). The phase of the motion, which is free, is fixed by x_c = 0:
 *  the displacement x of the excitation has no cosine part in its first harmonic, as if the force
 *  alpha cos(omega t) acted there at resonance. The modal amplitude is a = sqrt(Q_1^T M Q_1), so that the
 * mass normalised mode is psi = Q / a.
 *
 *  Energy balance (equations (10) to (12), corrected): over a period the artificial damping feeds in
 *  pi xi omega sum_k k^2 Q_k^T M Q_k, the force pi alpha x_s. The level that both agree on,
 *
 *      alpha = xi omega sum_k k^2 (Q_kc^T M Q_kc + Q_ks^T M Q_ks) / x_s,
 *
 *  makes the mode an approximation of the backbone curve, as far as the response at resonance resembles the
 *  mode. */
#ifndef RDG_DNNM_H
#define RDG_DNNM_H

#include <ridgewalk/hbm.h>
#include <ridgewalk/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Create the problem of a damped nonlinear mode, in the context of its harmonic balance.
 *
 *  Variables: blocks "Q", "omega" (rad/s), "xi" (1/s). Zero functions "dnnm" and "dnnm.phase". Parameters:
 *  "a", the modal amplitude (sqrt(kg) m), inactive; active "omega" (rad/s), "zeta", "alpha" (N) and the
 *  sensors. The forces of the harmonic balance that alpha scales play no part; constant ones do. It starts on
 * the linear mode of the structure with each element replaced by its stiffness at rest (a contact is stuck),
 * which is a solution as long as no element leaves that regime and the damping couples it to no other mode.
 *  @param hb   harmonic balance with every degree of freedom kept, rdg_hbm_full(), with harmonic 1; M, K and
 *              the elements' stiffness at rest must be symmetric
 *  @param mode number of the mode, from 1, by ascending frequency
 *  @param at   named displacement where the equivalent force acts
 *  @param a    modal amplitude at the start, > 0, in sqrt(kg) m
 *  @return NULL after a failure: RDG_ERR_ARGUMENT (condensed, no harmonic 1, no such mode, a is not positive,
 *          the mode does not move @p at or has no frequency), RDG_ERR_NAME, RDG_ERR_CALLBACK or as
 *          rdg_structure_modes() */
rdg_problem *rdg_dnnm_problem(rdg_hbm *hb, rdg_index mode, const char *at, double a);

/** Follow a damped nonlinear mode: rdg_dnnm(hb, name, mode, at, option, ...), options as for
 *  rdg_continue(). */
#define rdg_dnnm(hb, name, mode, at, ...)                                                                    \
    rdg_dnnm_list((hb), (name), (mode), (at), (const rdg_option[]){__VA_ARGS__, {.kind = RDG_OPTION_END}})

/** Follow a damped nonlinear mode in its amplitude.
 *
 *  Steps are relative to the amplitude, which may grow by powers of ten. Runs: "<name>/stage1" from a small
 *  amplitude to the first level of alpha, and "<name>" from there. Levels are given as events:
 *  RDG_UZ_LIST("alpha", n, levels).
 *  @param hb      harmonic balance, condensed or not, in use already or not
 *  @param name    of the runs
 *  @param mode    number of the mode, from 1, by ascending frequency, all contacts stuck
 *  @param at      named displacement where the equivalent force acts
 *  @param options RDG_WINDOW("alpha", low, high): the levels to cover, low > 0, in N. Without it
 *                 RDG_WINDOW("a", low, high): the modal amplitudes, in sqrt(kg) m; then there is no stage 1.
 *                 All go to the run itself, those about output to both
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT without a window or for a mode that is not damped and
 *          thus has no level; RDG_ERR_NO_CONVERGENCE if stage 1 does not reach the first level; as
 *          rdg_dnnm_problem() */
rdg_status rdg_dnnm_list(rdg_hbm *hb, const char *name, rdg_index mode, const char *at,
                         const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
