/* The unknown motion of a mode. */
#include "dnnm_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_dnnm_add_motion(rdg_problem *problem, rdg_index m, rdg_index n_static, const double *Q)
{
    const rdg_index moving = m - n_static;
    const double *motion = Q + n_static;
    const double size = sqrt(rdg_dot(moving, motion, motion) / (double)moving);
    RDG_TRY(rdg_add_variables(problem, "Q", m, Q));
    RDG_TRY(rdg_set_typical(problem, "Q", 1e-3 * size, true));
    return rdg_set_typical_part(problem, "Q", n_static, moving);
}
