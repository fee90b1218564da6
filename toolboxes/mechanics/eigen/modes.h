/** @file modes.h
 *  @brief Linear undamped modes K phi = omega^2 M phi of a structure: without C, structural damping and
 *  gyroscopic forces, which whirl_modes.h takes. */
#ifndef RDG_MODES_H
#define RDG_MODES_H

#include <ridgewalk/structure.h>

#include <ridgewalk/compound.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A spring between a named displacement and the ground. */
typedef struct rdg_ground_spring {
    const char *name; /**< of the displacement */
    double stiffness; /**< N/m for a displacement in m; adds stiffness w w^T, w the displacement's weights */
} rdg_ground_spring;

/** Springs where a call requests n_springs and springs: RDG_SPRINGS({"x1", 4e4}, {"x2", 1e3}). */
#define RDG_SPRINGS(...) RDG_COUNT(rdg_ground_spring, __VA_ARGS__), RDG_LIST(rdg_ground_spring, __VA_ARGS__)
/** None there. */
#define RDG_NO_SPRINGS 0, NULL

/** Lowest undamped frequencies: rdg_structure_modes() without shapes.
 *  @param s          structure with symmetric M and K
 *  @param n_springs  number of ground springs added, >= 0
 *  @param springs    shape [n_springs]; NULL if there are none. RDG_SPRINGS() and RDG_NO_SPRINGS are both
 *  @param count      number of modes, 1 .. n
 *  @param[out] omega angular frequencies in rad/s, ascending, shape [count]
 *  @return as rdg_structure_modes() */
rdg_status rdg_structure_frequencies(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                                     rdg_index count, double *omega);

/** Lowest undamped modes. Few of a large structure (more than 256 degrees of freedom, at most an eighth of
 * its modes) are found by Lanczos's method on sparse factors. A count of the eigenvalues verifies that none
 * below them was missed. Else the dense symmetric eigenvalue problem is solved, meant for up to some thousand
 * degrees of freedom. The structure itself stays as it is.
 *  @param s           structure with symmetric M and K
 *  @param n_springs   number of ground springs added, >= 0
 *  @param springs     shape [n_springs]. NULL if there are none
 *  @param count       number of modes, 1 .. n
 *  @param[out] omega  angular frequencies in rad/s, ascending, shape [count]; about 0 for a rigid body
 * motion, negative (-sqrt(-omega^2)) for a motion with negative stiffness
 *  @param[out] shapes phi, column-major, shape [n*count], phi^T M phi = 1. NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT (also: not symmetric), RDG_ERR_NAME, RDG_ERR_NOT_FINITE,
 *          RDG_ERR_SINGULAR (M is not positive definite), RDG_ERR_LIBRARY, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_structure_modes(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                               rdg_index count, double *omega, double *shapes);

#ifdef __cplusplus
}
#endif
#endif
