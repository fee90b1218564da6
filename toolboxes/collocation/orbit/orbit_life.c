/* How long orbits live: as long as a function of a problem uses them, or who made them. */
#include "colloc_legs_impl.h"

#include <ridgewalk/toolbox.h>

static void release(rdg_collocation *c)
{
    rdg_free(c->t);
    rdg_free(c->x);
    rdg_free(c->p);
    rdg_free(c->tangent);
    rdg_free(c->mesh);
    rdg_colloc_legs_release(c);
    rdg_free(c);
}

void rdg_collocation_leave(void *collocation)
{
    rdg_collocation *c = collocation;
    if (--c->users == 0) {
        release(c);
    }
}
