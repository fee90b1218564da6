/** @file regimes.h
 *  @brief Boundaries of continuous slip and of stick as problems for continuation: curves, not scans.
 *
 *      rdg_problem *b = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3));
 *      rdg_continue(b, "limit", RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.2, 3.0));
 *
 *  Variables: block "p", (r1, mu, angle) with beta = |tan(angle)|, so that curves pass through beta = 0 and
 * through beta infinite. Of continuous slip also "tau", where slip is slowest, and the fixed block
 * "lobe". Inactive parameters "r1", "mu", "beta". Where another maximum of G becomes the greatest the
 * boundary has a non-smooth point (CO), and continues behind it. */
#ifndef RDG_REGIMES_H
#define RDG_REGIMES_H

#include "coulomb.h"

#include <ridgewalk/at.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A boundary between kinds of motion. */
typedef enum rdg_regime_boundary {
    RDG_CONTINUOUS, /**< beta_lim: of motions that slip all the time */
    RDG_STUCK       /**< beta_stuck: of those that stick all the time */
} rdg_regime_boundary;

/** The problem of a boundary.
 *  @param c     system; must outlive the problem
 *  @param which boundary
 *  @param at    values, ended by an item with name NULL: "r1" (needed), "mu" (default that of the system)
 *  @return owned by the context. NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or an earlier
 * failure
 */
rdg_problem *rdg_regime_problem_at(rdg_coulomb *c, rdg_regime_boundary which, const rdg_at *at);

/** rdg_regime_problem_at() with its list spelled as arguments. */
#define rdg_regime_problem(c, which, ...) rdg_regime_problem_at((c), (which), RDG_AT_LIST(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
