/** @file singular.h
 *  @brief Monitors that vanish at folds and at branch points, so that curves of these points are ordinary
 * runs.
 *
 *      rdg_add_fold(p, "fold", "p1");
 *      rdg_continue(p, "fold_curve", RDG_FROM("branch", label), RDG_HOLD_AT("fold", 0),
 *                   RDG_RELEASE("p1"), RDG_RELEASE("p2"));
 *
 *  The functions are those of minimally augmented systems (Govaerts, Numerical Methods for Bifurcations of
 *  Dynamical Equilibria, SIAM 2000, chapters 3 and 8). The scalar comes from one bordered linear system, its
 * gradient from one more and a product with second derivatives. */
#ifndef RDG_SINGULAR_H
#define RDG_SINGULAR_H

#include "monitor_kind.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Add a monitor that vanishes where a parameter is stationary along a curve of the problem as it is now.
 *
 *  The curve is that of a run which releases one parameter and holds every other inactive one. With t its
 *  tangent, of unit length relative to the typical sizes at the start values and oriented by the sign of a
 *  determinant, the value is the slope d(parameter)/dt. Where parameter and released one are the same, its
 *  zeros are folds. With an amplitude as the parameter and a frequency released they are ridges and trenches
 *  of the response surface.
 *
 *  The curve itself may have singular points: a pitchfork or a transcritical point in the parameter, the
 *  centre of an isola. There it has no tangent, while the curve of folds passes smoothly. Next to such points
 *  the value is the slope times a positive factor, with which it stays smooth.
 *
 *  A second monitor "<name>.cusp" is the second derivative of the parameter along the curve (0 where it has
 *  none, at a singular point). Two more, "<name>.turn" and "<name>.twin", are hidden from tables. While the
 * first one is held at zero every run locates the cusps (type CP): where the curve of folds turns back in the
 * plane of the two parameters, whichever of them is @p parameter. The points where curves of folds cross are
 * branch points (BP) of that run and no cusps. All of them are active: free unless held.
 *
 *  Second derivatives that are not given are differences. Cusps and branch points are then located to about 9
 *  digits, and to about 6 without first derivatives. The zero functions still vanish there to rounding.
 *  @param problem   problem, with its functions. Those added later do not take part
 *  @param name      of the monitor, unique in the problem; copied
 *  @param parameter what is stationary
 *  @param released  the inactive parameter that varies along the curve. NULL: @p parameter itself
 *  @return RDG_OK; RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_SIZE (what the release leaves is no curve) or
 *          RDG_ERR_NO_MEMORY */
rdg_status rdg_add_fold(rdg_problem *problem, const char *name, const char *parameter, const char *released);

/** What is released may be left out, where it is the parameter itself: rdg_add_fold(p, "fold", "omega"). */
#define rdg_add_fold(problem, name, ...)                                                                     \
    (rdg_add_fold)((problem), (name), RDG_FIRST(__VA_ARGS__), RDG_SECOND_OR_NULL(__VA_ARGS__))

/** Add the first monitor of rdg_add_fold() alone: the slope d(parameter)/dt along a curve (held at zero next
 *  to singular points, as there). It needs no second derivatives.
 *  @param problem   problem, with its functions. Those added later do not take part
 *  @param name      of the monitor, unique in the problem; copied
 *  @param parameter whose slope
 *  @param released  the inactive parameter that varies along the curve. NULL: @p parameter itself
 *  @param kind      RDG_ACTIVE; RDG_JUMPING where the slope may jump, since the functions have non-smooth
 * points
 *  @return as rdg_add_fold() */
rdg_status rdg_add_slope(rdg_problem *problem, const char *name, const char *parameter, const char *released,
                         rdg_monitor_kind kind);

/** Add two monitors "<name>.1", "<name>.2" that vanish together at the branch points of a curve of the
 * problem as it is now. The curve is that of a run which releases one parameter and holds every other
 * inactive one.
 *
 *  They are the two non-smooth peak values of the solutions of a system with two border rows and one border
 * column and mean nothing by themselves: hold both at zero. A branch point is found at isolated values of two
 * parameters. A curve of them needs three, or, in a problem with a symmetry, two and an unfolding
 * (rdg_add_unfolding()) that stays zero.
 *  @param problem  problem, with its functions. Those added later do not take part
 *  @param name     of the monitors, unique in the problem; copied
 *  @param released the inactive parameter that varies along the curve
 *  @return as rdg_add_fold() */
rdg_status rdg_add_branch_point(rdg_problem *problem, const char *name, const char *released);

#ifdef __cplusplus
}
#endif
#endif
