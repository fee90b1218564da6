/* What a response curve looks like right beside a point: a few steps away from it on either side. */
#include "frc_peaks_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { STEPS = 4 };

static const double first_step = 1e-9; /* the point itself is known to some 1e-12 of the arclength */
static const double last_step = 1e-5;

typedef struct side_walk {
    rdg_peak_scan *scan;
    double slope[2][STEPS], omega[2][STEPS]; /* downwards in omega, upwards */
    int count[2];
} side_walk;

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    side_walk *w = data;
    rdg_peak_scan *s = w->scan;
    const int side = chart->point > 0;
    const int k = w->count[side];
    double size = 0.0;
    if (chart->point == 0 || k >= STEPS || !(chart->step > 0.0)) {
        return false;
    }
    const double outwards = side ? 1.0 : -1.0; /* all slopes upwards */
    w->slope[side][k] = outwards * rdg_peak_slope(s, chart->u, chart->tangent, &size);
    w->omega[side][k] = chart->u[s->omega];
    for (rdg_index j = 0; k == 0 && j < s->n; j++) {
        s->side[side][j] = outwards * chart->tangent[j];
    }
    w->count[side]++;
    return false;
}

static rdg_status walk(rdg_peak_scan *s, const double *u, double step, side_walk *w)
{
    *w = (side_walk){.scan = s};
    const rdg_status status = rdg_continue(s->aside, "beside a peak", RDG_RELEASE("omega"), RDG_START(u),
                                           RDG_STEP(step, step, 8.0 * step), RDG_MAX_POINTS(STEPS),
                                           RDG_OBSERVE(look, w), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                                           RDG_TOLERANCE(1e-12, 1e-13), RDG_NO_FOLDER, RDG_NO_TABLE);
    if (status == RDG_ERR_NO_CONVERGENCE || status == RDG_ERR_SINGULAR || status == RDG_ERR_NOT_FINITE) {
        rdg_error_clear(s->ctx);
        return RDG_OK;
    }
    return status;
}

/* In the direction in which the curve is gone along. */
static void turn(side_walk *w, int heading, rdg_curve_sides *sides)
{
    const int last = STEPS - 1;
    for (int k = 0; k < 2; k++) {
        const int side = heading > 0 ? k : 1 - k;
        sides->near[k] = heading * w->slope[side][0];
        sides->far[k] = heading * w->slope[side][last];
        sides->omega[k] = w->omega[side][0];
        sides->tangent[k] = w->scan->side[side];
        for (rdg_index j = 0; heading < 0 && j < w->scan->n; j++) {
            sides->tangent[k][j] = -sides->tangent[k][j];
        }
    }
    sides->known = w->count[0] == STEPS && w->count[1] == STEPS;
}

rdg_status rdg_peak_sides(rdg_peak_scan *s, const double *u, int heading, rdg_curve_sides *sides)
{
    side_walk w;
    sides->known = false;
    for (double step = first_step; step <= 1.01 * last_step; step *= 100.0) {
        RDG_TRY(walk(s, u, step, &w));
        turn(&w, heading, sides);
        if (sides->known && sides->near[0] > 0.0 && sides->near[1] < 0.0) {
            break;
        }
    }
    return RDG_OK;
}
