/* The force of a force law at rest: its memory is brought to where the displacements are, and the force is
 * that of the contact state found there. */
#include "law_workspace_impl.h"

#include <stddef.h>
#include <string.h>

/* Memory and contact states at x, on the way there for the first time; w_x: how the memory moves with x. */
static void update_at(rdg_law_workspace *workspace, const double *x, const double *rest,
                      rdg_stuck_slider sliders)
{
    const rdg_law_regimes *regimes = workspace->law->regimes;
    rdg_law_workspace_clear(workspace); /* all as new */
    if (!regimes) {
        return;
    }
    regimes->start(workspace->self, workspace->d, rest, x, workspace->w,
                   sliders == RDG_STUCK_ON_BRANCH ? workspace->w_x : NULL);
    regimes->update(workspace->self, workspace->d, x, workspace->v, workspace->w, workspace->status,
                    workspace->w_x);
    if (sliders == RDG_STUCK_CONSTANT) {
        memset(workspace->w_x, 0, (size_t)(workspace->m * workspace->d) * sizeof *workspace->w_x);
    }
    if (sliders != RDG_STUCK_ON_BRANCH && regimes->stick) {
        regimes->stick(workspace->self, workspace->d, x, workspace->status);
    }
}

int rdg_law_at_rest(rdg_law_workspace *workspace, const double *x, const double *rest, double *f, double *fx)
{
    if (!workspace || !x || !f || !fx) {
        return -1;
    }
    update_at(workspace, x, rest, RDG_STUCK_ON_BRANCH);
    return rdg_law_workspace_force(workspace, x, workspace->v, f, fx, NULL);
}

int rdg_law_stiffness_at_rest(rdg_law_workspace *workspace, const double *x, const double *rest,
                              rdg_stuck_slider sliders, double *fx)
{
    if (!workspace || !x || !fx) {
        return -1;
    }
    update_at(workspace, x, rest, sliders);
    return rdg_law_workspace_force(workspace, x, workspace->v, workspace->f_s, fx, NULL);
}
