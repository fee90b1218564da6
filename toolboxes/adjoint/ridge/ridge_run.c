/* The third stage: the run in alpha, or in a number of the structure, and its options. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

static bool go_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    return rdg_ridge_next(data, event, direction, u);
}

static bool turn(rdg_problem *p, const rdg_chart *start, void *data)
{
    (void)p;
    rdg_ridge_driver *d = data;
    d->stepped_by = 0.0;
    d->in_a_row = 0;
    rdg_ridge_restore_regimes(d, start->u);
    return false;
}

/* Ours, then the user's but for those that concern the start. */
rdg_status rdg_ridge_follow(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    const rdg_option ours[] = {RDG_RELEASE("omega"), RDG_HOLD_AT(d->eta_sensor, 1.0), RDG_NO_BRANCH_POINTS,
                               RDG_END_AT_FOLDS,     RDG_ON_STOP(go_on, d),           RDG_ON_TURN(turn, d),
                               RDG_PREDICT_BEND};
    const rdg_index n_multipliers = rdg_ridge_release_multipliers(d, d->option);
    rdg_option_list list = {.ctx = d->ctx};
    rdg_ridge_remember_regimes(d);
    rdg_option_list_add(&list, RDG_RELEASE(d->level_name)); /* the first one: folds are those of the level */
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        rdg_option_list_add(&list, ours[k]);
    }
    for (rdg_index k = 0; k < n_multipliers; k++) {
        rdg_option_list_add(&list, d->option[k]);
    }
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_option_list_add(&list, RDG_RELEASE(d->watch[k].sigma));
    }
    rdg_option_list_add(&list, RDG_ADMIT(rdg_ridge_admits, d));
    rdg_option_list_add(&list, RDG_REMEMBER("ridge", rdg_ridge_exchange, d));
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        rdg_option_list_add(&list, RDG_COMPLETE(rdg_ridge_certify, d));
    }
    if (d->stays) {
        rdg_option_list_add(&list, RDG_WINDOW("omega", d->edge[0], d->edge[1]));
    }
    rdg_option_list_add_rest(&list, options, "omega");
    const rdg_status status = rdg_error_status(d->ctx) == RDG_OK
                                  ? rdg_continue_list(d->extended, name, list.item)
                                  : rdg_error_status(d->ctx);
    rdg_option_list_release(&list);
    if (d->how.certify != RDG_CERTIFY_NOTHING) {
        rdg_ridge_certificate_say(d);
    }
    return status;
}
