/* The run in alpha, or in a number of the structure, and its options. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

/* Steps relative to typical sizes. A fold of a ridge may be as sharp as 1e-6 of the forcing amplitude. The
 * domain of forcing amplitudes, often many decades, bounds none. */
static const double first_step = 0.05, least_step = 1e-7, longest_step = 0.5;

static bool go_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    rdg_ridge_anchor(data, NULL);
    return rdg_ridge_next(data, event, direction, u);
}

static bool turn(rdg_problem *p, const rdg_chart *start, void *data)
{
    (void)p;
    rdg_ridge_driver *d = data;
    d->stepped_by = d->guide_error = 0.0;
    rdg_ridge_restore_regimes(d, start->u);
    rdg_ridge_anchor(d, start->u);
    return false;
}

static void complete(rdg_problem *p, rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    rdg_ridge_slope_follow(d, chart->u);
    rdg_ridge_anchor(d, chart->u);
    d->is_fenced = d->is_fenced && strcmp(chart->type, "MX") == 0;
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        rdg_ridge_certify(p, chart, d);
    }
}

/* Ours, then the user's but for those that concern the start. */
rdg_status rdg_ridge_follow(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    const rdg_option ours[] = {RDG_RELEASE("omega"),  RDG_NO_BRANCH_POINTS, RDG_END_AT_FOLDS,
                               RDG_ON_STOP(go_on, d), RDG_ON_TURN(turn, d), RDG_PREDICT_BEND};
    const rdg_index n_optimal = rdg_ridge_release_optimal(d, d->option);
    rdg_option_list list = {.ctx = d->ctx};
    rdg_ridge_slope_aim(d, rdg_start_values(d->extended));
    rdg_ridge_remember_regimes(d);
    rdg_option_list_add(
        &list, RDG_RELEASE(d->level_name)); /* the first one: folds are those of the forcing amplitude */
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        rdg_option_list_add(&list, ours[k]);
    }
    for (rdg_index k = 0; k < n_optimal; k++) {
        rdg_option_list_add(&list, d->option[k]);
    }
    if (!d->minimum && d->n_optimal == 0) {
        rdg_option_list_add(&list, RDG_GUIDE(rdg_ridge_guide(d)));
    }
    rdg_option_list_add(&list, RDG_ADMIT(rdg_ridge_admits, d));
    rdg_option_list_add(&list, RDG_CHECKPOINT("ridge", rdg_ridge_exchange, d));
    rdg_option_list_add(&list, RDG_COMPLETE(complete, d));
    if (!rdg_option_find(options, RDG_OPTION_STEP, NULL)) {
        rdg_option_list_add(&list, RDG_STEP(first_step, least_step, longest_step));
    }
    if (d->stays) {
        rdg_option_list_add(&list, RDG_WINDOW("omega", d->edge[0], d->edge[1]));
    }
    rdg_option_list_add_rest(&list, options, "omega");
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK
                                  ? rdg_continue_list(d->extended, name, list.item)
                                  : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    rdg_ridge_anchor(d, NULL);
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        rdg_ridge_certificate_say(d);
    }
    return status;
}
