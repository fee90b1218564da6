/* Options of a run that are numbers: each within its bounds. */
#include "circle.h"
#include "run_setup_impl.h"
#include "toolbox.h"

#include <math.h>

const double rdg_degree = RDG_PI / 180.0;

/* The number that an option was given cannot be. */
static rdg_status refuse(rdg_problem *p, const char *run, const char *option, double number, const char *must)
{
    return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "run \"%s\": %s is %g; it must be %s", run,
                    option, number, must);
}

rdg_status rdg_run_setup_read_step(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    setup->h0 = o->a;
    setup->h_min = o->b;
    setup->h_max = o->c;
    setup->steps_are_given = true;
    if (!(0.0 < o->b && o->b <= o->a && o->a <= o->c && isfinite(o->c))) {
        return rdg_fail(
            p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
            "run \"%s\": RDG_STEP(h0 = %g, h_min = %g, h_max = %g) needs 0 < h_min <= h0 <= h_max",
            setup->name, o->a, o->b, o->c);
    }
    return RDG_OK;
}

rdg_status rdg_run_setup_read_number(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o)
{
    const double count = (double)o->count;
    const char *run = setup->name;
    switch (o->kind) {
    case RDG_OPTION_ANGLE:
        setup->angle = o->a * rdg_degree;
        return o->a > 0.0 && o->a <= 60.0 ? RDG_OK : refuse(p, run, "RDG_ANGLE", o->a, "in (0, 60] degrees");
    case RDG_OPTION_PREDICT_BEND:
        setup->predicts_bend = true;
        return RDG_OK;
    case RDG_OPTION_MAX_POINTS:
        setup->max_points = (long)o->count;
        setup->points_are_limited = true;
        return o->count >= 1 ? RDG_OK : refuse(p, run, "RDG_MAX_POINTS", count, "1 at least");
    case RDG_OPTION_LABEL_EVERY:
        setup->label_every = (long)o->count;
        return o->count >= 0 ? RDG_OK
                             : refuse(p, run, "RDG_LABEL_EVERY", count, "0 (special points only) or more");
    case RDG_OPTION_TOLERANCE:
        setup->newton.residual_tol = o->a;
        setup->newton.step_tol = o->b;
        if (!(o->a > 0.0 && o->a < 1e-2)) {
            return refuse(p, run, "RDG_TOLERANCE's residual", o->a, "in (0, 0.01)");
        }
        return o->b > 0.0 && o->b < 1e-2 ? RDG_OK
                                         : refuse(p, run, "RDG_TOLERANCE's step", o->b, "in (0, 0.01)");
    case RDG_OPTION_DIMENSION:
        setup->dimension = o->count;
        return o->count >= 1 && o->count <= 3 ? RDG_OK : refuse(p, run, "RDG_DIMENSION", count, "1, 2 or 3");
    case RDG_OPTION_SAG:
        setup->sag = o->a;
        return o->a > 0.0 && isfinite(o->a) ? RDG_OK : refuse(p, run, "RDG_SAG", o->a, "positive");
    case RDG_OPTION_STEP_RULE:
        setup->step_rule = (rdg_step_rule_kind)o->count;
        return o->count == RDG_STEP_RULE_COMBINED || o->count == RDG_STEP_RULE_COCO
                   ? RDG_OK
                   : refuse(p, run, "RDG_STEP_RULE", count, "a value of rdg_step_rule_kind");
    case RDG_OPTION_LINEAR_SOLVER:
        setup->solver = (rdg_lu_kind)o->count;
        return o->count >= RDG_SOLVER_AUTO && o->count <= RDG_SOLVER_SPARSE
                   ? RDG_OK
                   : refuse(p, run, "RDG_LINEAR_SOLVER", count, "a value of rdg_linear_solver");
    default:
        setup->direction = o->a > 0.0 ? 1 : (o->a < 0.0 ? -1 : 0);
        return isnan(o->a) ? refuse(p, run, "RDG_DIRECTION", o->a, "positive, negative, or 0 for both")
                           : RDG_OK;
    }
}
