/* The force of a law at rest: its memory is settled where the displacements are, and the force is that of the
 * regime found there. */
#include "law_workspace_impl.h"

#include <stddef.h>
#include <string.h>

/* Memory and regimes at x, on the way there for the first time; w_x: how the memory moves with x. */
static void settle_at(rdg_law_workspace *room, const double *x, const double *rest, rdg_stuck_slider sliders)
{
    const rdg_law_regimes *regimes = room->law->regimes;
    rdg_law_workspace_clear(room); /* all as new */
    if (!regimes) {
        return;
    }
    regimes->start(room->self, room->d, rest, x, room->w, sliders == RDG_STUCK_ON_BRANCH ? room->w_x : NULL);
    regimes->settle(room->self, room->d, x, room->v, room->w, room->status, room->w_x);
    if (sliders == RDG_STUCK_CONSTANT) {
        memset(room->w_x, 0, (size_t)(room->m * room->d) * sizeof *room->w_x);
    }
    if (sliders != RDG_STUCK_ON_BRANCH && regimes->stick) {
        regimes->stick(room->self, room->d, x, room->status);
    }
}

int rdg_law_at_rest(rdg_law_workspace *room, const double *x, const double *rest, double *f, double *fx)
{
    if (!room || !x || !f || !fx) {
        return -1;
    }
    settle_at(room, x, rest, RDG_STUCK_ON_BRANCH);
    return rdg_law_workspace_force(room, x, room->v, f, fx, NULL);
}

int rdg_law_stiffness_at_rest(rdg_law_workspace *room, const double *x, const double *rest,
                              rdg_stuck_slider sliders, double *fx)
{
    if (!room || !x || !fx) {
        return -1;
    }
    settle_at(room, x, rest, sliders);
    return rdg_law_workspace_force(room, x, room->v, room->f_s, fx, NULL);
}
