/* Runs of orbits that can be taken up again: with stops, impacts, dry friction, and smooth. */
#ifndef RDG_TEST_ORBIT_SCENARIOS_H
#define RDG_TEST_ORBIT_SCENARIOS_H

#include "driven_mass.h"
#include "hybrid_systems.h"
#include "smooth_systems.h"
#include "two_masses.h"

#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/toolbox.h>

/* What is run, from nothing, as a process that begins would do it. */
typedef struct scenario {
    const char *name;
    rdg_shooting *(*make)(rdg_context *ctx);
    rdg_status (*run)(rdg_problem *p, const char *name, bool resumes);
    const char *parameter;
    double low, high;
} scenario;

static rdg_shooting *stop_orbits(rdg_context *ctx)
{
    return rdg_shooting_create(two_masses(ctx, 0.8), &(rdg_shooting_options){.transient = 400.0});
}

static rdg_shooting *impact_orbits(rdg_context *ctx)
{
    const rdg_shooting_options o = {.transient = 300.0, .order = 1};
    return rdg_shooting_create(impact_system(ctx, 0.6), &o);
}

static rdg_shooting *belt_orbits(rdg_context *ctx)
{
    const rdg_shooting_options o = {.mode = "stick", .transient = 50.0};
    return rdg_shooting_create(belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.02}), &o);
}

static rdg_shooting *roessler_orbits(rdg_context *ctx)
{
    const rdg_shooting_options o = {.x = (double[]){0.0, -4.0, 0.05}, .transient = 500.0};
    return rdg_shooting_create(roessler_system(ctx, 2.5), &o);
}

/* It sticks there: modes in which it slips have not come up yet. */
static rdg_shooting *slider_orbits(rdg_context *ctx)
{
    rdg_structure *s = mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "x", .kt = 0.5, .limit = 1});
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", 1.6), RDG_AT("alpha", 0.6));
    return rdg_shooting_create(h, &(rdg_shooting_options){.transient = 400, .order = 1});
}

#define RUN_OF(function, ...)                                                                                \
    static rdg_status function(rdg_problem *p, const char *name, bool resumes)                               \
    {                                                                                                        \
        return resumes ? rdg_resume(p, name, __VA_ARGS__) : rdg_continue(p, name, __VA_ARGS__);              \
    }

RUN_OF(down, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.585, 0.8), RDG_DIRECTION(-1), RDG_NO_TABLE,
       RDG_MAX_POINTS(3000), RDG_LABEL_EVERY(5))
RUN_OF(levels, RDG_RELEASE("A"), RDG_WINDOW("A", 0.395, 1.5), RDG_NO_TABLE, RDG_LABEL_EVERY(3))
RUN_OF(velocities, RDG_RELEASE("v"), RDG_WINDOW("v", 0.05, 0.9), RDG_NO_TABLE, RDG_LABEL_EVERY(3))
RUN_OF(cycles, RDG_RELEASE("c"), RDG_WINDOW("c", 1.0, 4.0), RDG_NO_TABLE, RDG_LABEL_EVERY(3))
RUN_OF(response, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.95, 1.65), RDG_NO_TABLE, RDG_LABEL_EVERY(4),
       RDG_NO_BRANCH_POINTS)

/* From the first orbit behind a change of the sequence of an earlier run, the other way. */
static rdg_status from_slip(rdg_problem *p, const char *name, bool resumes)
{
    const rdg_status status = response(p, "before", resumes);
    RDG_TRY(status);
    return resumes ? rdg_resume(p, name, RDG_FROM_POINT("before", "RS", 1), RDG_RELEASE("alpha"),
                                RDG_WINDOW("alpha", 0.2, 0.9), RDG_NO_TABLE, RDG_LABEL_EVERY(3))
                   : rdg_continue(p, name, RDG_FROM_POINT("before", "RS", 1), RDG_RELEASE("alpha"),
                                  RDG_WINDOW("alpha", 0.2, 0.9), RDG_NO_TABLE, RDG_LABEL_EVERY(3));
}

static const scenario scenarios[] = {{"stop", stop_orbits, down, "omega", 0.5, 0.8},
                                     {"impact", impact_orbits, levels, "A", 0.395, 1.5},
                                     {"belt", belt_orbits, velocities, "v", 0.05, 0.9},
                                     {"roessler", roessler_orbits, cycles, "c", 1.0, 4.0},
                                     {"slider", slider_orbits, response, "omega", 0.95, 1.65},
                                     {"from slip", slider_orbits, from_slip, "alpha", 0.2, 0.9}};
enum { N_SCENARIOS = sizeof scenarios / sizeof *scenarios };

#endif
