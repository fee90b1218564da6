/* The force of a law at rest: its memory is settled where the displacements are, and the force is that of the
 * regime found there. */
#include "law_room_impl.h"

#include <stddef.h>

int rdg_law_at_rest(rdg_law_room *room, const double *x, const double *rest, double *f, double *fx)
{
    if (!room || !x || !f || !fx) {
        return -1;
    }
    const rdg_law_regimes *regimes = room->law->regimes;
    rdg_law_room_clear(room); /* all as new */
    if (regimes) {
        regimes->start(room->self, room->d, rest, x, room->w, room->w_x);
        regimes->settle(room->self, room->d, x, room->v, room->w, room->status, room->w_x);
    }
    return rdg_law_room_force(room, x, room->v, f, fx, NULL);
}
