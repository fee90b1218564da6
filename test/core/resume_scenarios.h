/* Runs of every kind that can be taken up again. */
#ifndef RDG_TEST_RESUME_SCENARIOS_H
#define RDG_TEST_RESUME_SCENARIOS_H

#include "cusp.h"
#include "moments.h"
#include "run_problems.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

static rdg_problem *winding_problem(rdg_context *ctx)
{
    return winding_problem_of(ctx, "x");
}

/* y + z = 0, z + y (1 + g) = 0 with g = (x - a)^2 - d^2 + y: along y = 0 two branch points, 2 d apart, both
 * inside one step. They are foreseen from the determinant at the chart before. */
static int hiding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    evaluated();
    const double g = (u[0] - 0.43) * (u[0] - 0.43) - 4e-4 + u[1];
    y[0] = u[1] + u[2];
    y[1] = u[2] + u[1] * (1 + g);
    return 0;
}

static rdg_problem *hiding_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "hiding", .n = 3, .m = 2, .f = hiding}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

/* y over x, turning round on four kinks, and smoothly behind the last of them. */
static double kinked(double x)
{
    return fabs(x + 0.7) - 1.8 * fabs(x + 0.3) + 1.6 * fabs(x - 0.11) - 1.1 * fabs(x - 0.3) +
           0.9 * (x - 0.2) * (x - 0.2);
}

static int kinking(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    evaluated();
    y[0] = u[0] - kinked(u[1]);
    return 0;
}

static rdg_problem *kinking_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){kinked(-1.0), -1.0});
    rdg_add_zero(p, &(rdg_function){.name = "kinking", .n = 2, .m = 1, .f = kinking}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 0);
    rdg_add_parameter(p, "x", "u", 1);
    return p;
}

static int slow_cusp(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    evaluated();
    return cusp_f(n, u, m, y, data);
}

static rdg_problem *slow_cusp_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, NULL);
    rdg_add_variables(p, "parameters", 2, (double[]){0.0, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 3, .m = 1, .f = slow_cusp}, RDG_ALL);
    rdg_add_parameter(p, "ka", "parameters", 0);
    rdg_add_parameter(p, "la", "parameters", 1);
    return p;
}

/* A handler that changes the problem as it goes on: each jump is farther than the one before. */
static double jump_length;

static bool jump(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)data;
    jump_length += 0.5;
    u[SIZE - 1] += direction * jump_length;
    for (int i = 0; i < SIZE - 1; i++) {
        u[i] = sin(u[SIZE - 1]);
    }
    return true;
}

/* The last variables are frozen at the start; the handler thaws some of them, or freezes more. */
enum { FROZEN_FROM = 7 };

static rdg_problem *frozen_problem(rdg_context *ctx)
{
    rdg_problem *p = winding_problem(ctx);
    rdg_eliminate(p, &(rdg_eliminated){.block = "x",
                                       .first = FROZEN_FROM,
                                       .n = SIZE - 1 - FROZEN_FROM,
                                       .zero = "winding",
                                       .row = FROZEN_FROM});
    return p;
}

static bool thaw_or_freeze(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)event;
    (void)u;
    (void)data;
    if (direction > 0) {
        rdg_restore(p, "x", FROZEN_FROM, 2);
    } else {
        rdg_eliminate(p, &(rdg_eliminated){.block = "x", .first = 5, .n = 2, .zero = "winding", .row = 5});
    }
    return true;
}

/* Ends a direction where s passes 3; not told but by the chart. */
static bool stop_behind_3(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    return chart->u[SIZE - 1] > 3.0;
}

/* Ends a direction at the 40th chart of the run, and the other one at the 60th. */
static long charts_seen, charts_of_way;

static bool stop_at_40(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    charts_seen++;
    charts_of_way = chart->point == 0 ? 40 : charts_of_way;
    if (charts_seen >= charts_of_way) {
        charts_of_way += 20;
        return true;
    }
    return false;
}

static void remember_seen(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    (void)p;
    (void)data;
    rdg_checkpoint_long(memo, &charts_seen);
    rdg_checkpoint_long(memo, &charts_of_way);
}

#define WINDING                                                                                              \
    RDG_RELEASE("s"), RDG_RELEASE("x0"), RDG_WINDOW("s", -4, 4), RDG_STEP(0.02, 1e-6, 0.1), RDG_NO_TABLE

/* A function that runs or resumes with these options. */
#define RUN_OF(function, ...)                                                                                \
    static rdg_status function(rdg_problem *p, const char *name, bool resumes)                               \
    {                                                                                                        \
        return resumes ? rdg_resume(p, name, __VA_ARGS__) : rdg_continue(p, name, __VA_ARGS__);              \
    }

RUN_OF(folds, RDG_RELEASE("x0"), RDG_RELEASE("s"), RDG_WINDOW("s", -4, 4), RDG_UZ("s", 2.5),
       RDG_UZ("x0", 0.7), RDG_STEP(0.02, 1e-6, 0.2), RDG_NO_TABLE, RDG_LABEL_EVERY(7))
RUN_OF(backwards, WINDING, RDG_DIRECTION(-1), RDG_UZ("x0", -0.5))
RUN_OF(handled, WINDING, RDG_TERMINAL("GAP", "s", 1.5), RDG_TERMINAL("GAP", "s", -2.0),
       RDG_ON_STOP(jump, NULL))
RUN_OF(frozen, WINDING, RDG_TERMINAL("GAP", "s", 1.5), RDG_TERMINAL("GAP", "s", -2.0),
       RDG_ON_STOP(thaw_or_freeze, NULL), RDG_LABEL_EVERY(3))
RUN_OF(observed, WINDING, RDG_OBSERVE(stop_behind_3, NULL), RDG_LABEL_EVERY(4))
RUN_OF(remembering, WINDING, RDG_OBSERVE(stop_at_40, NULL), RDG_CHECKPOINT("seen", remember_seen, NULL),
       RDG_LABEL_EVERY(4))
RUN_OF(unlabelled, WINDING, RDG_LABEL_EVERY(0))
RUN_OF(bent, WINDING, RDG_PREDICT_BEND, RDG_LABEL_EVERY(1))
RUN_OF(limited, WINDING, RDG_LABEL_EVERY(5), RDG_MAX_POINTS(33))
RUN_OF(closed, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_UZ("y", 0.3))
RUN_OF(switched, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_WINDOW("x", -1, 1), RDG_LABEL_EVERY(3),
       RDG_SWITCH("ellipse", 4))
RUN_OF(kink_folds, RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE, RDG_WINDOW("x", -1, 1),
       RDG_LABEL_EVERY(9), RDG_MAXIMA("y"))
RUN_OF(dense_kinks, RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE, RDG_WINDOW("x", -1, 1),
       RDG_LABEL_EVERY(9), RDG_MAXIMA("y"), RDG_DENSE_OUTPUT)
RUN_OF(dense_ring, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_UZ("y", 0.3), RDG_DENSE_OUTPUT)
RUN_OF(hidden, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_WINDOW("x", 0, 1), RDG_LABEL_EVERY(1),
       RDG_STEP(0.09, 1e-6, 0.09), RDG_DIRECTION(1))
RUN_OF(cusped, RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE, RDG_HOLD_AT("la", 0.6),
       RDG_LABEL_EVERY(1), RDG_STEP_RULE(RDG_STEP_RULE_COCO))
RUN_OF(surface, RDG_RELEASE("ka"), RDG_RELEASE("la"), RDG_DIMENSION(2), RDG_NO_TABLE,
       RDG_WINDOW("ka", -0.4, 0.4), RDG_WINDOW("la", -0.5, 1), RDG_STEP(0.3, 0.01, 0.4), RDG_UZ("ka", 0.1),
       RDG_LABEL_EVERY(0))
RUN_OF(covering, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIMENSION(2), RDG_NO_TABLE, RDG_STEP(0.4, 0.01, 0.5))

typedef struct scenario {
    const char *name;
    rdg_problem *(*make)(rdg_context *ctx);
    rdg_status (*run)(rdg_problem *p, const char *name, bool resumes);
} scenario;

static rdg_status go(rdg_context *ctx, const scenario *what, bool resumes)
{
    jump_length = 0.0;
    charts_seen = charts_of_way = 0;
    rdg_problem *p = what->make(ctx);
    if (what->run == switched) { /* in the same process: it is resumed as well */
        closed(p, "ellipse", resumes);
    }
    return what->run(p, what->name, resumes);
}

static const scenario scenarios[] = {
    {"folds", winding_problem, folds},         {"bent", winding_problem, bent},
    {"backwards", winding_problem, backwards}, {"handled", winding_problem, handled},
    {"observed", winding_problem, observed},   {"remembering", winding_problem, remembering},
    {"limited", winding_problem, limited},     {"unlabelled", winding_problem, unlabelled},
    {"closed", crossing_problem, closed},      {"nested/switched", crossing_problem, switched},
    {"frozen", frozen_problem, frozen},        {"cusped", slow_cusp_problem, cusped},
    {"covering", sphere_problem, covering},    {"surface", slow_cusp_problem, surface},
    {"kinked", kinking_problem, kink_folds},   {"hidden", hiding_problem, hidden},
    {"dense", kinking_problem, dense_kinks},   {"dense/ring", crossing_problem, dense_ring},
};
enum { N_SCENARIOS = sizeof scenarios / sizeof *scenarios };

#endif
