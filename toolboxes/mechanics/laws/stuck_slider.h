/** @file stuck_slider.h
 *  @brief How the position of a slider that sticks all the time counts in a stiffness.
 *
 *  The force of a stuck contact is fx = kt x - v, with v the slider position (in N). Along a branch of
 * solutions an increasing motion drags the slider: v = clamp(start, max L, min U) depends on the motion. A
 * small motion about one solution leaves a sticking slider where it is, v = const. So two stiffnesses exist:
 *
 *  - that of the branch, for Newton's method, folds and sensitivities of solutions;
 *  - that of small motions, for Floquet exponents, rest frequencies and modes: dfx = kt dx, dfy = kn dy.
 *
 *  The motion along v is neutral: each sticking slider has one Floquet multiplier 1 of its own, which belongs
 * to the family of residual stresses and not to the stability of the motion. */
#ifndef RDG_STUCK_SLIDER_H
#define RDG_STUCK_SLIDER_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How sliders that stick all the time count in derivatives of a force. */
typedef enum rdg_stuck_slider {
    RDG_STUCK_ON_BRANCH, /**< their positions follow the solution: v = clamp(start, max L, min U) (default) */
    RDG_STUCK_CONSTANT,  /**< their positions are constant: small motions about the solution */
    RDG_STUCK_DRAGGED    /**< those at max L or min U follow it; all others, and the start, are constant: the
                              difference to RDG_STUCK_CONSTANT is what dragging adds */
} rdg_stuck_slider;

/** Whether a slider sticks all the time as far as small motions go: it moves by no more than 1e-8 of the
 * vibration, ten times the residual (relative, 1e-9) at which Newton's method stops. A solution does not
 * determine so small a movement, and a disturbance that exceeds it leaves the slider where it is.
 *  @param movement  of the slider in one direction during a period, m or N
 *  @param vibration amplitude of the motion that moves it, same unit
 *  @param rounding  of both, same unit: no movement below it is one
 *  @return true if it sticks */
bool rdg_slider_rests(double movement, double vibration, double rounding);

/** Whether sliders at their limits wedge: a small push of one, v' = max(v, D v) from v = 1 there, drags
 * sliders on without end. One slider wedges if D >= 1: its margin v - max L then does not grow with v.
 *  @param n        sliders, each at a limit; positions and limits are counted in the direction in which it is
 *                  dragged
 *  @param D        [n * n] d(limit of i)/d(position of j) at i + n*j, without a unit
 *  @param[out] work [2 * n]
 *  @param[out] growth of the push in the last period, > 1 if sliders wedge. NULL: not needed
 *  @return the slider that moves farthest, or -1: all have converged */
rdg_index rdg_wedging_slider(rdg_index n, const double *D, double *work, double *growth);

#ifdef __cplusplus
}
#endif

#endif
