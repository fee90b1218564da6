/* Kinds of runs that are killed, or whose calls to the disk fail. */
#ifndef RDG_TEST_KILLED_KINDS_H
#define RDG_TEST_KILLED_KINDS_H

#include "killed_runs.h"
#include "oscillators.h"
#include "run_problems.h"

#include <ridgewalk/diagram.h>
#include <ridgewalk/ridge.h>

#define CHOOSE(resumes, call, ...) ((resumes) ? call(__VA_ARGS__, RDG_RESUME) : call(__VA_ARGS__))

static rdg_status run_curve(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_continue, winding_problem_of(ctx, "x"), "curve", RDG_RELEASE("x0"),
                  RDG_RELEASE("s"), RDG_WINDOW("s", -4, 4), RDG_UZ("s", 2.5), RDG_STEP(0.02, 1e-6, 0.2),
                  RDG_LABEL_EVERY(7));
}

static rdg_status run_durable(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_continue, crossing_problem(ctx), "sweep/durable", RDG_RELEASE("x"),
                  RDG_RELEASE("y"), RDG_UZ("y", 0.3), RDG_LABEL_EVERY(1), RDG_DURABLE);
}

static rdg_status run_covering(rdg_context *ctx, bool resumes)
{
    return CHOOSE(resumes, rdg_continue, sphere_problem(ctx), "covering", RDG_RELEASE("x"), RDG_RELEASE("y"),
                  RDG_DIMENSION(2), RDG_STEP(0.4, 0.01, 0.5), RDG_LABEL_EVERY(3));
}

static rdg_status run_diagram(rdg_context *ctx, bool resumes)
{
    rdg_index n_runs = 0;
    return CHOOSE(resumes, rdg_diagram, crossing_problem(ctx), "diagram", 5, &n_runs, RDG_RELEASE("x"),
                  RDG_RELEASE("y"), RDG_WINDOW("x", -1.2, 1.2), RDG_LABEL_EVERY(3));
}

static const oscillator small = {
    .c = 0.2, .k3 = 1, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8};

static rdg_status run_ridge(rdg_context *ctx, bool resumes)
{
    rdg_hbm *hb = oscillator_hbm(ctx, &small);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 0.2));
    CHOOSE(resumes, rdg_continue, p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.6),
           RDG_LABEL_EVERY(2));
    return CHOOSE(resumes, rdg_ridge, hb, "ridge", "rms", RDG_FROM("frc", 0), RDG_WINDOW("alpha", 0.2, 0.6),
                  RDG_LABEL_EVERY(1));
}

static const run_kind run_kinds[] = {
    {"curve", run_curve, true, BLOCKS("curve"), BLOCKS("x", "s")},
    {"durable", run_durable, true, BLOCKS("sweep/durable"), BLOCKS("u")},
    {"covering", run_covering, true, BLOCKS("covering"), BLOCKS("u")},
    {"diagram", run_diagram, true, BLOCKS("diagram/1", "diagram/2"), BLOCKS("u")},
    {"ridge", run_ridge, true, BLOCKS("frc", "ridge"), BLOCKS("Q")},
};
enum { N_RUN_KINDS = sizeof run_kinds / sizeof *run_kinds };

#endif
