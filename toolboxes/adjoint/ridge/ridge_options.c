/* The options that a ridge adds to those of a run. */
#include "ridge_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/toolbox.h>

static const char where[] = "rdg_ridge";

const rdg_option_key rdg_ridge_direct = {.name = "RDG_RIDGE_DIRECT", .call = where};
const rdg_option_key rdg_ridge_restart = {.name = "RDG_RIDGE_RESTART", .call = where};
const rdg_option_key rdg_ridge_difference_hessian = {.name = "RDG_RIDGE_DIFFERENCE_HESSIAN", .call = where};
const rdg_option_key rdg_ridge_certified = {.name = "RDG_RIDGE_CERTIFY", .call = where};
const rdg_option_key rdg_ridge_effort = {.name = "RDG_RIDGE_EFFORT", .call = where};
const rdg_option_key rdg_ridge_sensitivities = {.name = "RDG_SENSITIVITIES", .call = where};

const rdg_option_key rdg_ridge_optimal = {.name = "RDG_RIDGE_OPTIMAL", .call = where};

const rdg_option_key rdg_ridge_mode = {.name = "RDG_FROM_MODE", .call = where};

static double number_of(const rdg_option *options, const rdg_option_key *key)
{
    const rdg_option *option = rdg_option_of(options, key);
    return option ? option->a : 0.0;
}

rdg_status rdg_ridge_read_options(rdg_ridge_driver *d, const char *name, const rdg_option *options)
{
    static const rdg_option_key *const own[] = {
        &rdg_ridge_direct,    &rdg_ridge_restart, &rdg_ridge_difference_hessian,
        &rdg_ridge_certified, &rdg_ridge_effort,  &rdg_ridge_sensitivities,
        &rdg_ridge_optimal,   &rdg_ridge_mode,    NULL};
    RDG_TRY(rdg_option_list_check(d->ctx, where, name, options, own));
    const double certify = number_of(options, &rdg_ridge_certified);
    d->how = (rdg_ridge_how){.sensitivities = rdg_option_of(options, &rdg_ridge_sensitivities),
                             .restart = number_of(options, &rdg_ridge_restart),
                             .difference_hessian = rdg_option_of(options, &rdg_ridge_difference_hessian),
                             .effort = number_of(options, &rdg_ridge_effort)};
    if (!(d->how.restart >= 0.0 && d->how.restart < 1.0)) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "ridge \"%s\": the distance of the restart is %g, relative to the forcing amplitude: "
                        "give 0 (none) or a number below 1",
                        name, d->how.restart);
    }
    if (certify != RDG_CERTIFY_LABELS && certify != RDG_CERTIFY_EVERYWHERE &&
        certify != RDG_CERTIFY_NOTHING) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "ridge \"%s\": certify %g is none of RDG_CERTIFY_LABELS, RDG_CERTIFY_EVERYWHERE and "
                        "RDG_CERTIFY_NOTHING",
                        name, certify);
    }
    d->how.certify = (rdg_ridge_certify_kind)certify;
    if (d->how.effort < 0.0) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "ridge \"%s\": the effort is %g times that of the ridge: give 0 (as much) or more",
                        name, d->how.effort);
    }
    return RDG_OK;
}
