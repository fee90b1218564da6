/** @file dnnm.h
 *  @brief Damped nonlinear normal modes: periodic motions without a force, and the force they stand for.
 *
 *  Extended periodic motion concept (Krack 2015; equations (6) to (9) of the friction backbone paper): an
 *  artificial negative damping, proportional to the mass, feeds in what damping and friction take out,
 *
 *      M q'' + (C - xi M) q' + K q + f_nl(q, q') = 0,
 *
 *  so that a motion in resonance is periodic without excitation. Its frequency omega and xi are unknown; the
 *  modal damping ratio is zeta = xi / (2 omega). Of a structure without damping xi is zero, to rounding, and
 *  serves to make the equations regular. The phase of the motion, which is free, is fixed by x_c = 0. The
 * displacement x of the excitation then has no cosine part in its first harmonic, as if the force alpha
 * cos(omega t) acted there at resonance. The modal amplitude is a = sqrt(Q_1^T M Q_1), so that the mass
 * normalised mode is psi = Q / a. nonlinear_mode.h has another phase and another norm to choose from.
 *
 *  Energy balance (equations (10) to (12), corrected): over a period the artificial damping feeds in
 *  pi xi omega sum_k k^2 Q_k^T M Q_k, the force pi alpha |x_1|, x_1 the first harmonic of x. The forcing
 * amplitude that both agree on,
 *
 *      alpha = xi omega sum_k k^2 (Q_kc^T M Q_kc + Q_ks^T M Q_ks) / |x_1|,
 *
 *  makes the mode an approximation of the backbone curve, as far as the response at resonance resembles the
 *  mode. */
#ifndef RDG_DNNM_H
#define RDG_DNNM_H

#include <ridgewalk/nonlinear_mode.h>

#ifdef __cplusplus
extern "C" {
#endif

/** rdg_nonlinear_mode_problem() of a mode with harmonic 1 for its amplitude and quadrature for its phase.
 *  @param hb   harmonic balance
 *  @param mode number of the mode, from 1, by ascending frequency
 *  @param at   named displacement where the equivalent force acts
 *  @param a    modal amplitude at the start, > 0, in sqrt(kg) m
 *  @return as rdg_nonlinear_mode_problem() */
rdg_problem *rdg_dnnm_problem(rdg_hbm *hb, rdg_index mode, const char *at, double a);

/** Follow such a mode: rdg_dnnm(hb, name, mode, at, option, ...), options as for rdg_continue(). */
#define rdg_dnnm(hb, name, mode, ...)                                                                        \
    rdg_dnnm_list((hb), (name), (mode), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** rdg_nonlinear_mode_list() of a mode with harmonic 1 for its amplitude and quadrature for its phase.
 *  @param hb      harmonic balance, condensed or not, in use already or not
 *  @param name    of the runs
 *  @param mode    number of the mode, from 1, by ascending frequency, all contacts stuck
 *  @param at      named displacement where the equivalent force acts
 *  @param options as for rdg_nonlinear_mode_list()
 *  @return as rdg_nonlinear_mode_list() */
rdg_status rdg_dnnm_list(rdg_hbm *hb, const char *name, rdg_index mode, const char *at,
                         const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
