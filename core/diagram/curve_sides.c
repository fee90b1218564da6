/* The shape of a curve right beside a point: a few steps away from it on either side. */
#include "curve_sides.h"
#include "vectors.h"

#include "finite.h"
#include "run.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { STEPS = 4 };

static const double first_step = 1e-9; /* the point itself is known to some 1e-12 of the arclength */
static const double last_step = 1e-5;

/* Downwards in what is released, upwards. */
typedef struct side_walk {
    rdg_index n, parameter, released;
    double *gradient, *tangent[2]; /* [n] */
    double slope[2][STEPS], here, beside[2], value[2], reach[2];
    int count[2];
} side_walk;

static double slope_at(const side_walk *w, const rdg_chart *chart)
{
    double slope = rdg_dot(w->n, w->gradient, chart->tangent);
    return slope;
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    side_walk *w = data;
    const int side = chart->point > 0;
    const int k = w->count[side];
    const double outwards = side ? 1.0 : -1.0; /* all slopes upwards */
    double value = 0.0;
    const bool begins = chart->point == 0;
    if ((!begins && (k >= STEPS || !(chart->step > 0.0))) ||
        rdg_parameter_gradient(p, w->parameter, w->n, chart->u, &value, w->gradient) != 0) {
        return false;
    }
    if (begins) {
        w->here = slope_at(w, chart);
        return false;
    }
    w->slope[side][k] = outwards * slope_at(w, chart);
    for (rdg_index j = 0; k == 0 && j < w->n; j++) {
        w->tangent[side][j] = outwards * chart->tangent[j];
    }
    w->beside[side] = k == 0 ? chart->mu[w->released] : w->beside[side];
    w->value[side] = k == 0 ? value : w->value[side];
    w->reach[side] += chart->step;
    w->count[side]++;
    return false;
}

static rdg_status walk(rdg_problem *p, const char *released, const double *u, double step, side_walk *w)
{
    w->count[0] = w->count[1] = 0;
    w->reach[0] = w->reach[1] = 0.0;
    const rdg_status status = rdg_continue(
        p, "(samples beside a point)", RDG_RELEASE(released), RDG_START(u), RDG_STEP(step, step, 8.0 * step),
        RDG_MAX_POINTS(STEPS), RDG_OBSERVE(look, w), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
        RDG_TOLERANCE(1e-12, 1e-13), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_QUIET);
    if (rdg_is_no_solution(status)) {
        rdg_error_clear(rdg_problem_context(p));
        return RDG_OK;
    }
    return status;
}

/* In the direction in which the curve is gone along. */
static void turn(const side_walk *w, int heading, rdg_curve_sides *sides)
{
    for (int k = 0; k < 2; k++) {
        const int side = heading > 0 ? k : 1 - k;
        sides->near[k] = heading * w->slope[side][0];
        sides->far[k] = heading * w->slope[side][STEPS - 1];
        sides->beside[k] = w->beside[side];
        sides->value[k] = w->value[side];
        for (rdg_index j = 0; sides->tangent[k] && j < w->n; j++) {
            sides->tangent[k][j] = heading * w->tangent[side][j];
        }
    }
    sides->here = heading * w->here;
    sides->reach = fmax(w->reach[0], w->reach[1]);
    sides->known = w->count[0] == STEPS && w->count[1] == STEPS;
}

rdg_status rdg_curve_look_beside(rdg_problem *p, const char *parameter, const char *released, const double *u,
                                 int heading, rdg_curve_sides *sides)
{
    rdg_context *ctx = rdg_problem_context(p);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!parameter || !released || !u || !sides) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, "rdg_curve_look_beside",
            "a parameter, what varies along the curve, a point and a place for the answer are needed");
    }
    side_walk w = {.n = rdg_variable_count(p),
                   .parameter = rdg_parameter_index(p, parameter),
                   .released = rdg_parameter_index(p, released)};
    RDG_TRY(rdg_error_status(ctx));
    RDG_TRY(rdg_require_finite(ctx, __func__, "u", w.n, u));
    double *workspace = rdg_context_calloc(ctx, 3 * (size_t)w.n, sizeof *workspace);
    rdg_status status = rdg_error_status(ctx);
    sides->known = false;
    if (workspace) {
        w.gradient = workspace;
        w.tangent[0] = workspace + w.n;
        w.tangent[1] = workspace + 2 * w.n;
    }
    for (double step = first_step; status == RDG_OK && step <= 1.01 * last_step; step *= 100.0) {
        sides->step = step;
        status = walk(p, released, u, step, &w);
        turn(&w, heading, sides);
        if (rdg_curve_is_top(sides)) {
            break;
        }
    }
    rdg_free(workspace);
    return status;
}

bool rdg_curve_is_top(const rdg_curve_sides *sides)
{
    return sides && sides->known && sides->near[0] > 0.0 && sides->near[1] < 0.0;
}
