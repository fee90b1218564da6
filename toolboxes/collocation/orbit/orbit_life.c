/* How long orbits live: as long as a function of a problem uses them, or who made them. */
#include "colloc_segments_impl.h"

#include <ridgewalk/toolbox.h>

static void release_segments(rdg_collocation *c)
{
    for (rdg_index j = 0; c->chain && j < c->segments; j++) {
        rdg_free(c->chain[j].t);
        rdg_free(c->chain[j].x);
        rdg_free(c->chain[j].mesh);
        rdg_free(c->chain[j].work);
    }
    rdg_free(c->chain);
}

static void release(rdg_collocation *c)
{
    rdg_free(c->t);
    rdg_free(c->x);
    rdg_free(c->p);
    rdg_free(c->tangent);
    rdg_free(c->mesh);
    release_segments(c);
    rdg_free(c);
}

void rdg_collocation_leave(void *collocation)
{
    rdg_collocation *c = collocation;
    if (--c->users == 0) {
        release(c);
    }
}
