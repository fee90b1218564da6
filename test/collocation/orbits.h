/* Guesses of periodic orbits, and their runs. */
#ifndef RDG_TEST_ORBITS_H
#define RDG_TEST_ORBITS_H

#include "shooting/orbit_run.h"
#include "shooting/smooth_systems.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/ep.h>

/* Orbits from an orbit by shooting. */
static inline rdg_collocation *by_shooting(rdg_shooting *s, const rdg_collocation_options *o)
{
    enum { SAMPLES = 400 };
    rdg_problem *p = rdg_shooting_problem(s);
    double t[SAMPLES], x[SAMPLES * 4];
    if (!p || rdg_shooting_motion(s, rdg_start_values(p), SAMPLES, t, NULL, x) != RDG_OK) {
        return NULL;
    }
    (void)o;
    return NULL;
}

#endif
