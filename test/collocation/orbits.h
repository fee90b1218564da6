/* Guesses of periodic orbits, and their runs. */
#ifndef RDG_TEST_ORBITS_H
#define RDG_TEST_ORBITS_H

#include "shooting/orbit_run.h"
#include "shooting/smooth_systems.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/ep.h>

/* Orbits from one by shooting that has been found by following a motion. */
static inline rdg_collocation *by_shooting(rdg_hybrid *h, const rdg_shooting_options *from,
                                           const rdg_collocation_options *o)
{
    rdg_shooting *s = rdg_shooting_create(h, from);
    return rdg_collocation_from_shooting(s, rdg_shooting_problem(s), NULL, 0, o);
}

#endif
