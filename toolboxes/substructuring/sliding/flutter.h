/** @file flutter.h
 *  @brief Flutter of a sliding contact as a problem for continuation: loci of an eigenvalue, edges of domains
 * of instability, boundaries of tongues.
 *
 *  @code
 *  rdg_at where[] = {RDG_AT("s", 0.0477), RDG_AT("omega", RDG_HZ(10569)), {0}};
 *  rdg_problem *p = rdg_flutter_problem_at(c, RDG_UNDEFORMED, where);
 *  rdg_continue(p, "locus", RDG_RELEASE("s"), RDG_EVENT("FL", "sigma", 0.0));
 *  rdg_continue(p, "tongue", RDG_FROM_POINT("locus", "FL", 0), RDG_HOLD_AT("sigma", 0.0),
 *               RDG_RELEASE("mu"), RDG_RELEASE("s"));
 *  @endcode
 *
 *  The motion exp((sigma + i omega) t) about steady sliding. FL are edges of domains, FP of the tongue in mu
 * its tip, the critical friction. */
#ifndef RDG_FLUTTER_H
#define RDG_FLUTTER_H

#include <ridgewalk/complex_modes.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The problem of one eigenvalue.
 *
 *  Variables: blocks "root", (sigma, omega), and "numbers". Zero function "flutter", g(sigma + i omega) over
 * the root of the sum of the squares of its terms, with exact derivatives. Parameters:
 *  - "sigma" (1/s), growth, and "omega" (rad/s), active: free unless held;
 *  - "s" (m), place of C without deformation; "mu", friction; "damping", factor of all modes' damping;
 * "load", factor of the constant forces (of weight in RDG_DEFORMED alone): inactive.
 *
 *  On a polyline of straight segments the curve has a non-smooth point at each node, and about the deformed
 *  state a small discontinuity. There it continues on the next segment from a point of its own (CO, then RS).
 * An edge may lie in between, where sigma changes its sign without an event. With RDG_C1 the target is
 * smooth. Labelled solutions know their segment (the fixed block "segment"); a start on another one needs
 * another problem.
 *  @param c     contact; must outlive the problem
 *  @param shape what the motion is small about
 *  @param at    values, ended by an item with name NULL: "s" (needed), "omega" (needed) and "sigma" (default
 * 0): the nearest eigenvalue is the start; "mu" (default that of the contact), "damping" and "load" (1)
 *  @return owned by the context. NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT (a number, a place beyond the
 * polyline, a motion that the contact does not feel), RDG_ERR_SINGULAR (friction holds the slider),
 * RDG_ERR_NO_CONVERGENCE, RDG_ERR_LIBRARY, RDG_ERR_NO_MEMORY or an earlier failure */
rdg_problem *rdg_flutter_problem_at(rdg_sliding *c, rdg_sliding_shape shape, const rdg_at *at);

/** rdg_flutter_problem_at() with its list spelled as arguments. */
#define rdg_flutter_problem(c, shape, ...) rdg_flutter_problem_at((c), (shape), RDG_AT_LIST(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
