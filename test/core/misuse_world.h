/* What the calls of the core are made with, and the check of a table of them. */
#ifndef RDG_TEST_MISUSE_WORLD_H
#define RDG_TEST_MISUSE_WORLD_H

#include "misuse.h"
#include "run_fixture.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/core.h>
#include <ridgewalk/deflate.h>
#include <ridgewalk/diagram.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/plot.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

struct world {
    rdg_context *ctx;
    rdg_problem *p; /* y = x^2 / 2, both held */
    rdg_problem *q; /* the same, x held alone */
    rdg_assembly *a;
    rdg_bordered_scalar *scalar; /* of q */
    rdg_deflation *deflation;    /* of q */
    rdg_run *run;
    rdg_option_list list;
    rdg_pattern *pattern;
    double *array;
    const char *csv, *png;
};

static inline int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 0.5 * u[1] * u[1];
    return 0;
}

static inline int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = 1.0;
    values[1] = -u[1];
    return 0;
}

static double at[2] = {0.125, 0.5}, two[2], four[4];
static const rdg_index both[] = {0, 1};
static const char *const names[] = {"m1", "m2"};
static rdg_index number;
static const rdg_option end = {.kind = RDG_OPTION_END};
static const rdg_pattern row = {
    .rows = 1, .cols = 2, .start = (const rdg_index[]){0, 1, 2}, .row = (const rdg_index[]){0, 0}};

#define QUIET RDG_NO_TABLE, RDG_NO_FOLDER, end
#define ONE_BRANCH RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_MAX_POINTS(4), RDG_DIRECTION(1)
#define RUN(...) ((const rdg_option[]){__VA_ARGS__, ONE_BRANCH, QUIET})
#define CURVE(name_, what)                                                                                   \
    &(rdg_function){.name = NEEDED(name_), .n = 2, .m = 1, .f = NEEDED(parabola), .df = OPTIONAL(slope)}, what

/* Each of the calls with NULL and NaN in turn, in a world of its own. */
static inline void world_check(fixture *f, const misuse_call *calls, size_t n)
{
    char csv[128], png[128];
    snprintf(csv, sizeof csv, "%s/a.csv", f->folder);
    snprintf(png, sizeof png, "%s/a.png", f->folder);
    world w = {.ctx = f->ctx, .p = rdg_problem_create(f->ctx), .csv = csv, .png = png};
    rdg_set_writer(f->ctx, NULL, NULL);
    rdg_add_variables(w.p, "u", 2, at);
    rdg_add_zero(w.p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = parabola, .df = slope}, RDG_ALL);
    rdg_add_parameter(w.p, "y", "u", 0);
    rdg_add_parameter(w.p, "x", "u", 1);
    w.q = rdg_problem_create(f->ctx);
    rdg_add_variables(w.q, "u", 2, at);
    rdg_add_zero(w.q, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = parabola, .df = slope}, RDG_ALL);
    rdg_add_parameter(w.q, "x", "u", 1);
    rdg_add_linear_monitor(w.q, "z", 1, 1, both, at, NULL, (const char *const[]){"z"}, RDG_ACTIVE);
    w.a = rdg_assembly_create(w.p);
    w.scalar = rdg_bordered_scalar_create(w.q, "z", 0, NULL);
    rdg_bordered_scalar_factor(w.scalar, at, at);
    w.deflation = rdg_deflation_create(w.q, NULL);
    rdg_deflation_add(w.deflation, at);
    w.list = (rdg_option_list){.ctx = f->ctx};
    w.pattern = rdg_pattern_copy(f->ctx, &row);
    w.array = rdg_calloc(16, sizeof *w.array);
    rdg_continue(w.p, "kept", RDG_DENSE_OUTPUT, ONE_BRANCH);
    rdg_continue(w.p, "other", ONE_BRANCH);
    w.run = rdg_run_open(f->ctx, "kept");
    misuse_check(calls, n, &w, f->ctx);
    rdg_bordered_scalar_free(w.scalar);
    rdg_assembly_free(w.a);
    rdg_pattern_free(w.pattern);
    rdg_free(w.array);
}

#endif
