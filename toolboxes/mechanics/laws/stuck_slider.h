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

/** How sliders that stick all the time count in derivatives of a force. */
typedef enum rdg_stuck_slider {
    RDG_STUCK_ON_BRANCH, /**< their positions follow the solution: v = clamp(start, max L, min U) (default) */
    RDG_STUCK_CONSTANT,  /**< their positions are constant: small motions about the solution */
    RDG_STUCK_DRAGGED    /**< those at max L or min U follow it; all others, and the start, are constant: the
                              difference to RDG_STUCK_CONSTANT is what dragging adds */
} rdg_stuck_slider;

#endif
